"""The judge of resource_plan."""

import math

import numpy as np
import pytest

import optgap
from optgap.validation.judge.resource_plan import least_above

check = optgap.problem_named("resource_plan").judge
check_certificate = optgap.problem_named("resource_plan").check_certificate


def test_objectives_are_recomputed() -> None:
    verdict = check(optgap.load("resource_plan/fig7"), {"option": [0, 1]})
    assert verdict.objectives == {"latency": 150.0, "cost": 10.0}
    assert verdict.objective is None


def test_four_objectives() -> None:
    verdict = check(optgap.load("resource_plan/appendix-e-four"), {"option": [0, 1]})
    assert list(verdict.objectives.values()) == [40, 50, 20, 10]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({}, "option"),
        ({"option": [0, 0, 0], "cost": 3}, "cost"),
        ({"option": 1}, "option"),
        ({"option": [0, 0]}, "option"),
        ({"option": [0, 0, 0, 0]}, "option"),
        ({"option": [2, 0, 0]}, "option[0]"),
        ({"option": [0, 4, 0]}, "option[1]"),
        ({"option": [0, 0, -1]}, "option[2]"),
        ({"option": [0, 0, 1.0]}, "option[2]"),
        ({"option": [True, 0, 0]}, "option[0]"),
    ],
)
def test_malformed(decision: object, where: str) -> None:
    verdict = check(optgap.load("resource_plan/fig8"), decision)
    assert [violation.where for violation in verdict.violations] == [where]


def test_last_option_of_each_instance_is_in_range() -> None:
    assert check(optgap.load("resource_plan/fig8"), {"option": [1, 3, 2]}).feasible


def test_no_certificate_is_known() -> None:
    assert check_certificate(optgap.load("resource_plan/fig7"), {"kind": "hall"}, 3.0)


def test_what_is_above_a_limit_is_a_value_or_a_sum() -> None:
    """Of fig7 a plan costs the least of each instance or more, and its latency is an option's."""
    instance = optgap.load("resource_plan/fig7")
    options = instance.options
    of_each = np.split(options.values, options.start[1:-1])
    least = sum(float(values[:, 1].min()) for values in of_each)
    assert least_above(instance, "cost", [-math.inf, 99.0], None) == [least, 99.0]
    latencies = sorted(set(options.values[:, 0].tolist()))
    fastest = max(float(values[:, 0].min()) for values in of_each)
    limits = [-math.inf, *latencies]
    assert least_above(instance, "latency", limits, None) == [
        min((v for v in latencies if v > limit and v >= fastest), default=math.inf)
        for limit in limits
    ]


def test_a_false_point_of_a_front_is_found() -> None:
    instance = optgap.load("resource_plan/fig7")
    document = optgap.solve(instance, "raa-path").model_dump(mode="json")
    assert optgap.check(instance, document).violations == ()
    document["front"][0]["objectives"]["cost"] = 24.0
    violations = optgap.check(instance, document).violations
    assert [violation.where for violation in violations] == ["front[0].objectives.cost"]


def test_an_interrupted_front_is_kept(monkeypatch) -> None:
    """Ctrl-C between two programs: what was found so far is the outcome."""
    from optgap.solvers.fronts.region_programs import Worker

    least = Worker.least
    asked = []

    def interrupting(worker, question, **how):
        asked.append(1)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return least(worker, question, **how)

    monkeypatch.setattr(Worker, "least", interrupting)
    outcome = optgap.solve(optgap.load("resource_plan/fig8"), "exact")
    assert (outcome.status, outcome.stopped) == ("feasible", "interrupted")
    assert outcome.front_complete is False
    assert [p.objectives["cost"] for p in outcome.front] == [14]
