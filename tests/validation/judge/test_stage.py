"""The judge of stage: one constraint at a time, just inside and just outside; its certificates."""

import numpy as np
import pytest
from enumeration import families

import optgap
from optgap.instances.stage import Stage
from optgap.validation.judge.stage import PriceTables, least_above, least_costs

check = optgap.problem_named("stage").judge
check_certificate = optgap.problem_named("stage").check_certificate


def instance(**changes) -> Stage:
    fields = {
        "name": "x",
        "configurations": [[1, 2], [2, 3]],
        "weights": [1.0, 0.5],
        "latency": [[[8, 9], [5, None]], [[7, 6], [4, 3]]],
        "available": [[3, 6], [4, 4]],
    }
    return Stage(**{**fields, **changes})


def plan(machine: list[int], configuration: list[int]) -> dict:
    return {"machine": machine, "configuration": configuration}


def test_objectives() -> None:
    assert check(instance(), plan([0, 1], [0, 0])).objectives == {"latency": 8, "cost": 28}
    assert check(instance(), plan([0, 1], [1, 1])).objectives == {"latency": 5, "cost": 28}


def test_capacity_of_each_resource() -> None:
    assert check(instance(), plan([0, 0], [0, 1])).feasible
    verdict = check(instance(), plan([0, 0], [1, 1]))
    assert families(verdict) == [("capacity", "machine 0, resource 0")]
    assert verdict.violations[0].amount == 1
    assert check(instance(), plan([1, 1], [0, 0])).feasible
    verdict = check(instance(), plan([1, 1], [0, 1]))
    assert families(verdict) == [("capacity", "machine 1, resource 1")]


def test_places() -> None:
    assert check(instance(max_per_machine=2), plan([0, 0], [0, 0])).feasible
    verdict = check(instance(max_per_machine=1), plan([0, 0], [0, 0]))
    assert families(verdict) == [("places", "machine 0")]


def test_forbidden() -> None:
    assert families(check(instance(), plan([1, 0], [1, 0]))) == [("forbidden", "instance 0")]


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({"machine": [0, 0]}, "configuration"),
        ({**plan([0, 0], [0, 0]), "x": 1}, "x"),
        (plan([0], [0, 0]), "machine"),
        (plan([0, 2], [0, 0]), "machine[1]"),
        (plan([0, 0], [2, 0]), "configuration[0]"),
        (plan([0, 0], [0, True]), "configuration[1]"),
    ],
)
def test_malformed(decision: object, where: str) -> None:
    assert [v.where for v in check(instance(), decision).violations] == [where]


def test_certificate_of_a_shortage() -> None:
    blocked = optgap.load("stage/infeasible")
    outcome = optgap.solve(blocked, "exact")
    assert outcome.status == "infeasible"
    assert "need more of resource 0 than the 5 that machines 0, 1 have" in outcome.message
    assert optgap.check(blocked, outcome).certificate == "valid"


def demand(instances: list[int], resource: object = 0) -> dict:
    return {"kind": "demand", "resource": resource, "instances": instances}


@pytest.mark.parametrize(
    ("certificate", "words"),
    [
        (demand([0, 1]), "the instances need only 4; the machines have 5"),
        (demand([0, 0, 1]), "different"),
        (demand([3]), "instances[0]: must be an integer from 0 to 2"),
        (demand([]), "different"),
        (demand([0, 1, 2], 1), "resource: must be an integer from 0 to 0"),
        (demand([0, 1, 2], True), "resource: must be an integer"),
        ({"kind": "hall"}, "the kind 'hall' is unknown"),
    ],
)
def test_bad_certificates(certificate: dict, words: str) -> None:
    faults = check_certificate(optgap.load("stage/infeasible"), certificate, None)
    assert len(faults) == 1
    assert words in faults[0].message


def test_a_demand_proves_no_bound() -> None:
    assert check_certificate(optgap.load("stage/infeasible"), demand([0, 1, 2]), 3.0)


def test_an_instance_that_fits_nowhere() -> None:
    tight = instance(available=[[0.5, 6], [4, 1]])
    outcome = optgap.solve(tight, "ipa-raa")
    assert outcome.status == "infeasible"
    assert "instance 0 can run on no machine" in outcome.message


def test_too_few_places() -> None:
    outcome = optgap.solve(instance(max_per_machine=0), "exact")
    assert outcome.status == "infeasible"
    three = instance(latency=[[[8, 9], [5, 5]]] * 3, max_per_machine=1, available=[[9, 9], [9, 9]])
    outcome = optgap.solve(three, "exact")
    assert "need more of places than the 2 that machines 0, 1 have" in outcome.message
    assert optgap.check(three, outcome).certificate == "valid"


def test_no_single_total_explains_it() -> None:
    outcome = optgap.solve(optgap.load("stage/infeasible-bins"), "exact")
    assert outcome.status == "infeasible"
    assert outcome.message.startswith("resource 0 on machines 0 to 1: there is enough in total")


def both_forms(**changes) -> tuple[Stage, Stage]:
    """Return a stage whose latencies are work over speed, and the same with all written out."""
    terms = {
        "work": [[4, 2], [6, 3], [5, 3]],
        "per_work": [1.0, 2.0, 1.0, 1.0],
        "fixed": [0.5, 1.0, 0.5, 0.25],
    }
    fields = {
        "configurations": [[1], [2]],
        "weights": [1.5],
        "latency": {"linear": terms},
        "available": [[3], [4], [1], [3]],
        **changes,
    }
    linear = instance(**fields)
    return linear, instance(**{**fields, "latency": linear.latency.written_out()})


def least_cost(stage: Stage, step: dict, fits: np.ndarray) -> float:
    """Return what the prices of two rows and three groups prove, by all choices one by one."""
    demand, room = np.array([[1, 0], [2, 1]]), np.array([[3, 2], [4, 2], [1, 0], [3, 2]])
    limit = np.inf if step["latency"] is None else step["latency"]
    price = np.array(step["price"])[[0, 1, 0, 2]]
    total = -float((price * room).sum())
    for table in stage.latency:
        total += min(
            (
                float(table[k, j]) * 1.5 * (k + 1) + float(price[j] @ demand[k])
                for k in range(2)
                for j in range(4)
                if fits[k, j] and table[k, j] <= limit
            ),
            default=np.inf,
        )
    return total


@pytest.mark.parametrize("seed", range(10))
def test_latencies_in_compact_form_are_judged_as_their_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    stages = both_forms(max_per_machine=[None, 2][seed % 2])
    table = stages[1].latency
    plans = [plan(rng.integers(0, 4, 3).tolist(), rng.integers(0, 2, 3).tolist()) for _ in "abcd"]
    for each in plans:
        one, other = (check(stage, each) for stage in stages)
        assert (one.objectives, families(one)) == (other.objectives, families(other))
    limits = np.sort(rng.choice(np.unique(table), 3, replace=False)).tolist()
    fits = np.array([[True] * 4, [True, True, False, True]])
    expected = [
        min((v for row in table for v in row[fits].tolist() if v > limit), default=np.inf)
        for limit in (-np.inf, *limits, table.max())
    ]
    prices = {
        "kind": "prices",
        "group": [0, 1, 0, 2],
        "rows": [[0, None], [0, 1.5]],
        "none_up_to": {"latency": limits[0] - 1, "price": rng.uniform(0, 3, (3, 2)).tolist()},
        "steps": [
            {"latency": limit, "price": rng.uniform(0, 3, (3, 2)).tolist()}
            for limit in (*limits, None)
        ],
    }
    proven = [least_costs(stage, PriceTables.read(prices, stage)) for stage in stages]
    assert proven[0] == pytest.approx(proven[1], rel=1e-12)
    assert proven[1][1:] == pytest.approx(
        [least_cost(stages[1], step, fits) for step in prices["steps"]], rel=1e-9
    )
    for stage in stages:
        above = least_above(stage, "latency", [-np.inf, *limits, table.max()], None)
        assert above == expected
        assert least_above(stage, "cost", [-np.inf, 2.0], None) == [0.0, 2.0]


def test_a_demand_of_instances_in_compact_form() -> None:
    """Each takes 1 or more of what two machines have; the third one has too little for any."""
    for tight in both_forms(available=[[1], [1], [0.5], [0.25]]):
        assert check_certificate(tight, demand([0, 1, 2]), None) == []
        words = "the instances need only 2; the machines have 2"
        assert words in check_certificate(tight, demand([0, 1]), None)[0].message
