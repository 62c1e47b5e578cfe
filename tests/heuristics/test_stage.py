"""The two steps and the baselines of stage: feasible always, never above what is proven."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.heuristics.resource_plan import raa_path
from optgap.heuristics.stage import fix_placement, ipa_placement, progressive_frontier
from optgap.heuristics.stage.plans import overloaded_points
from optgap.instances.stage import Stage, generate

check = optgap.problem_named("stage").judge

METHODS = optgap.problem_named("stage").compared(optgap.load("stage/two-machines"))
SMALL = {
    "nsga2": {"population": 12, "generations": 4},
    "ipa+nsga2": {"population": 12, "generations": 4},
    "weighted-sum": {"samples": 500},
    "ipa+weighted-sum": {"samples": 500},
    "progressive-frontier": {"probes": 4},
    "ipa+progressive-frontier": {"probes": 4},
}


def points(outcome) -> list[tuple[float, float]]:
    return [tuple(point.objectives.values()) for point in outcome.front or []]


def as_printed(instance: Stage) -> list[tuple[dict, tuple[float, float]]]:
    """Return IPA and RAA path as printed: Eq. 4 knows no capacities."""
    machine = ipa_placement(instance, Run("minimize"))
    fixed = fix_placement(instance, machine)
    kinds = len(instance.configurations)
    start = np.arange(instance.instances + 1) * kinds
    path = raa_path(fixed.latency.ravel(), fixed.cost.ravel(), start)
    return [
        (
            {
                "machine": machine.tolist(),
                "configuration": (path.rows(p) - start[:-1]).tolist(),
            },
            (float(path.latency[p]), float(path.sums(fixed.cost.ravel())[p])),
        )
        for p in range(len(path))
    ]


@pytest.mark.erratum(
    paper="stage",
    place="Eq. 4, Algorithms 2 and 3",
    printed="RAA chooses configurations without the capacities of Def. 5.2.",
    wrong="The point (4, 21) on `stage/overload` asks more of a machine than it has.",
    right="Raised instances are repaired within the capacities or the point is dropped.",
)
def test_erratum_raa_overloads_machines() -> None:
    """RAA as printed returns a plan that no machine can bear; the corrected one does not."""
    instance = optgap.load("stage/overload")
    found = {values: check(instance, decision) for decision, values in as_printed(instance)}
    assert found[4.0, 21.0].violations[0].constraint == "capacity"
    corrected = optgap.solve(instance, "ipa-raa")
    assert points(corrected) == points(optgap.solve(instance, "exact")) == [(8, 20), (10, 18)]
    assert corrected.details["dropped"] == 1


def test_progressive_frontier_sees_the_middle_of_a_box() -> None:
    """A point as fast as the middle and dearer lay on the border of both halves."""
    document = {
        "problem": "stage",
        "version": 1,
        "name": "border",
        "configurations": [[1.0, 1.0], [3.0, 1.0]],
        "weights": [1.0, 0.25],
        "latency": [[[17.0], [9.6]], [[27.99], [14.02]]],
        "available": [[12.0, 22.0]],
        "default_configuration": 0,
    }
    instance = Stage.model_validate(document)
    exact, frontier = (optgap.solve(instance, m) for m in ("exact", "progressive-frontier"))
    assert points(frontier) == points(exact)
    assert len(points(exact)) == 3


def test_repair() -> None:
    instance = optgap.load("stage/repairable")
    outcome = optgap.solve(instance, "ipa-raa")
    assert points(outcome) == [(5, 20), (8, 18)]
    assert {key: outcome.details[key] for key in ("overloaded", "repaired", "dropped")} == {
        "overloaded": 2,
        "repaired": 1,
        "dropped": 1,
    }


def test_two_steps_lose_what_the_placement_rules_out() -> None:
    instance = optgap.load("stage/two-step-stuck")
    assert points(optgap.solve(instance, "exact")) == [(3, 12), (10, 10)]
    for method in ("exact-two-step", "ipa-raa", "ipa-raa-general", "ipa+progressive-frontier"):
        assert points(optgap.solve(instance, method)) == [(10, 10)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["two-machines", "one-place-each", "stage-12x6x5"])
def test_every_method_is_feasible(method: str, name: str) -> None:
    """The judge accepts every point, and none lies outside the exact front."""
    instance = optgap.load(f"stage/{name}")
    exact = points(optgap.solve(instance, "exact"))
    outcome = optgap.solve(instance, method, options=SMALL.get(method, {}), time_limit=30)
    assert outcome.stopped == "complete"
    for latency, cost in points(outcome):
        assert any(one[0] <= latency + 1e-9 and one[1] <= cost + 1e-6 for one in exact)
    if method not in ("weighted-sum", "nsga2", "ipa+weighted-sum", "ipa+nsga2"):
        assert outcome.front


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 1000), st.booleans(), st.sampled_from([1.0, 1.2, 2.0]))
def test_raa_stays_within_its_placement(seed: int, ordered: bool, slack: float) -> None:
    instance = generate(seed, instances=6, machines=3, slack=slack, column_order=ordered)
    path = optgap.solve(instance, "ipa-raa")
    general = optgap.solve(instance, "ipa-raa-general")
    if path.front is None:
        assert "no placement" in path.message
        return
    exact = points(optgap.solve(instance, "ipa+progressive-frontier", options={"probes": 2}))
    assert max(latency for latency, _ in points(general)) > 0
    assert min(cost for _, cost in exact) <= min(cost for _, cost in points(path)) + 1e-6
    assert min(latency for latency, _ in exact) <= min(latency for latency, _ in points(path))


def test_general_is_path_where_nothing_is_tight() -> None:
    instance = generate(5, instances=8, machines=4, slack=20.0)
    path, general = (optgap.solve(instance, m) for m in ("ipa-raa", "ipa-raa-general"))
    assert np.allclose(points(path), points(general))
    assert np.allclose(points(path), points(optgap.solve(instance, "exact-two-step")))
    assert path.details["overloaded"] == 0


def test_overloaded_points_are_counted() -> None:
    instance = generate(1, instances=10, machines=4, slack=1.3)
    machine = ipa_placement(instance, Run("minimize"))
    fixed = fix_placement(instance, machine)
    kinds = len(instance.configurations)
    start = np.arange(11) * kinds
    path = raa_path(fixed.latency.ravel(), fixed.cost.ravel(), start)
    counted = overloaded_points(
        path.moves_before,
        path.who,
        path.to % kinds,
        path.first % kinds,
        machine,
        instance.demand,
        instance.room,
    )
    by_check = [
        len({v.where.split(",")[0] for v in check(instance, decision).violations})
        for decision, _ in as_printed(instance)
    ]
    assert counted.tolist() == by_check
    assert max(by_check) > 0


def test_progressive_frontier_finds_all_with_enough_probes() -> None:
    """On a front known in full, halving boxes ends with nothing open."""
    front = [(0, 9), (2, 6), (3, 5), (7, 2), (9, 0)]

    asked = []

    def least(limits: tuple[int | None, int | None]) -> tuple[int, int] | None:
        cost, latency = limits
        fitting = [
            each
            for each in itertools.chain(front)
            if (cost is None or each[0] <= cost) and (latency is None or each[1] <= latency)
        ]
        if fitting:
            asked.append(min(fitting))
            return min(fitting)
        return None

    progressive_frontier(least, Run("minimize"), 100)
    assert set(asked) == set(front)


@pytest.mark.parametrize("method", METHODS)
def test_no_time(method: str) -> None:
    outcome = optgap.solve(optgap.load("stage/stage-12x6x5"), method, time_limit=0.0)
    assert outcome.stopped in ("time_limit", "complete")
    assert outcome.front_complete in (None, False)


@pytest.mark.parametrize("method", ["nsga2", "weighted-sum", "ipa+nsga2", "ipa+weighted-sum"])
def test_seeds(method: str) -> None:
    instance = optgap.load("stage/stage-12x6x5")
    one, same, other = (
        points(optgap.solve(instance, method, seed=seed, options=SMALL[method]))
        for seed in (1, 1, 2)
    )
    assert one == same
    assert one != other or not one


def test_wun_of_any_front() -> None:
    instance = optgap.load("stage/two-machines")
    outcome = optgap.solve(instance, "wun", options={"of": "exact", "weights": [1, 0]})
    assert points(outcome) == [(6, 48)]
    assert outcome.decision == {"machine": [0, 1], "configuration": [1, 1]}


def test_no_room_for_the_default_configuration() -> None:
    outcome = optgap.solve(optgap.load("stage/infeasible-bins"), "ipa-raa")
    assert outcome.status == "unknown"
    assert outcome.message.startswith("no placement was found with the default configuration:")
