"""What was once answered wrongly: each of these failed before it was mended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import optgap
from optgap.instances.cluster_ratio import ClusterRatio
from optgap.instances.consolidation import Consolidation
from optgap.instances.macrow import MacroW
from optgap.instances.microq import MicroQ
from optgap.instances.placement import Placement
from optgap.instances.resource_plan import ResourcePlan
from optgap.instances.stage import Stage
from optgap.testing import assert_feasible


def document(outcome: optgap.Outcome, **changes: Any) -> dict[str, Any]:
    """Return a solution document with some claims changed."""
    return {**outcome.model_dump(mode="json"), **changes}


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat"])
def test_nanoseconds(solver: str) -> None:
    latency = [[500000000, 600000000], [100000000, 900000000]]
    outcome = optgap.solve(Placement(name="ns", latency=latency, capacity=[1, 1]), solver=solver)
    assert (outcome.status, outcome.objective, outcome.bound) == ("optimal", 6e8, 6e8)


@pytest.mark.parametrize("solver", ["highs", "scip"])
@pytest.mark.parametrize("mips", [1e-6, 5e7, 2e10])
def test_strong_nodes(solver: str, mips: float) -> None:
    """With all mips of the node the component stands between its breakpoints, at 1 + 3."""
    curve = [0, 0.4 * mips, 1.4 * mips]
    part = {"name": "c", "mips": curve, "importance": [0, 1, 6]}
    pes = [{"name": "p", "nodes": ["n"], "pacing": curve}]
    instance = MicroQ(
        name="strong", nodes=[{"name": "n", "mips": mips}], components=[{**part, "pes": pes}]
    )
    outcome = optgap.solve(instance, solver=solver)
    assert (outcome.status, outcome.objective) == ("optimal", pytest.approx(4))


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat"])
def test_short_latencies(solver: str) -> None:
    groups = [
        {"name": "a", "lower": 1, "upper": 3, "latency": [1.5e-7, 0.6e-7, 0.5e-7]},
        {"name": "b", "lower": 1, "upper": 3, "latency": [1.2e-7, 0.8e-7, 0.2e-7]},
    ]
    instance = ClusterRatio(name="short", containers=4, groups=groups)
    outcome = optgap.solve(instance, solver=solver)
    assert (outcome.status, outcome.objective) == ("optimal", pytest.approx(1.4e-7, rel=1e-9))


def test_no_bound_before_there_is_one() -> None:
    """CP-SAT's 0 is not a bound of a maximum that is greater."""
    for limit in (0.0, 0.02, 0.1, 0.3):
        outcome = optgap.solve(
            optgap.load("utility/slaq-160x640"), solver="cp-sat", time_limit=limit
        )
        assert outcome.bound is None or outcome.bound >= 37.51


@pytest.mark.parametrize("method", ["exact", "bottleneck", "ipa", "fuxi"])
def test_three_tenths_hold_a_tenth_three_times(method: str) -> None:
    instance = Placement(
        name="decimals", latency=[[1], [2], [3]], default_plan=[0.1], available=[[0.3]]
    )
    outcome = optgap.solve(instance, method)
    assert outcome.objective == 3
    assert not optgap.check(instance, outcome).violations


@pytest.mark.parametrize("available", [0.3, 0.2999999999999])
def test_decimals_of_a_stage(available: float) -> None:
    """Three instances of 0.1 fit into 0.3 and not into anything less."""
    instance = Stage(
        name="decimals",
        configurations=[[0.1]],
        weights=[1],
        latency=[[[1]], [[2]], [[3]]],
        available=[[available]],
    )
    decision = {"machine": [0, 0, 0], "configuration": [0, 0, 0]}
    fits = available == 0.3
    for method in ("exact", "ipa-raa", "nsga2", "weighted-sum"):
        outcome = optgap.solve(instance, method)
        assert bool(outcome.front) == fits, method
        assert outcome.stopped == "complete"
    verdict = optgap.check(instance, document(outcome, front=None, decision=decision))
    assert verdict.feasible == fits


@pytest.mark.parametrize(
    "options", [[[[1, 6000000.01], [2, 1]]], [[[1, 0.3333333333333333], [2, 0.1]]]]
)
def test_many_digits_lose_no_point(options: list[Any]) -> None:
    objectives = [{"name": "l", "aggregate": "max"}, {"name": "c", "aggregate": "sum"}]
    instance = ResourcePlan(name="digits", objectives=objectives, options=options)
    for method in ("exact", "raa-path", "raa-general"):
        outcome = optgap.solve(instance, method)
        found = [[p.objectives["l"], p.objectives["c"]] for p in outcome.front or []]
        assert found == options[0]
        assert not optgap.check(instance, outcome).violations
    exact = optgap.solve(instance)
    assert exact.front_complete or "too many digits" in str(exact.message)


def test_room_beyond_all_demand() -> None:
    """What a machine has beyond all demand helps nobody, in the bound and in its proof alike."""
    machines = [[2, 0], [0, 1], [0, 2]]
    items = [[1, 0], [1, 0], [0, 1]]
    instance = Consolidation(
        name="clipped",
        resources=["a", "b"],
        machines=[{"name": f"m{j}", "capacity": size} for j, size in enumerate(machines)],
        items=[{"name": f"i{i}", "demand": size} for i, size in enumerate(items)],
        empty_machines="any",
    )
    for method in ("exact", "column-generation"):
        outcome = optgap.solve(instance, method)
        assert (outcome.status, outcome.objective) == ("optimal", 2), method


def test_a_stage_of_tiny_and_huge_demands() -> None:
    instance = Stage(
        name="wide",
        configurations=[[1e-7], [1e9]],
        weights=[1],
        latency=[[[2], [1]]] * 3,
        available=[[1e9]],
    )
    for method in optgap.problem_named("stage").compared(instance):
        outcome = optgap.solve(instance, method, time_limit=5)
        assert "certificate" not in (outcome.message or ""), method
        assert not optgap.check(instance, outcome).violations


def test_large_rooms_are_exact() -> None:
    instance = Stage(
        name="large",
        configurations=[[500_000], [500_001]],
        weights=[1],
        latency=[[[2], [1]], [[2], [1]]],
        available=[[1_000_000]],
    )
    outcome = optgap.solve(instance)
    assert {p.objectives["latency"] for p in outcome.front or []} == {2.0}
    over = {"machine": [0, 0], "configuration": [1, 0]}
    assert not optgap.check(instance, document(outcome, front=None, decision=over)).feasible


def test_small_goals_do_not_vanish() -> None:
    nodes = [{"name": n, "mips": 1000, "cluster": "c"} for n in "ab"]
    pe = {"name": "p", "goal": 1e-9, "usable_mips": {"a": 0, "b": 2e-9}}
    instance = MacroW(name="small", nodes=nodes, pes=[pe])
    with pytest.raises(AssertionError, match="fairness"):
        assert_feasible(instance, {"candidates": {"p": ["a"]}})
    for method in ("exact", "miniw", "round-robin"):
        decision = optgap.solve(instance, method).decision
        assert decision is None or "b" in decision["candidates"]["p"], method


def test_decimals_of_a_need() -> None:
    """Three nodes with 0.1 mips each give what 0.3 asks for, and two do not."""
    nodes = [{"name": n, "mips": 0.1, "cluster": "c"} for n in "abc"]
    instance = MacroW(name="need", nodes=nodes, pes=[{"name": "p", "goal": 0.3}])
    for method in ("exact", "miniw"):
        outcome = optgap.solve(instance, method)
        assert outcome.decision == {"candidates": {"p": ["a", "b", "c"]}}, method


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"sense": "maximize", "objective": 24.0, "bound": 24.0}, "sense"),
        ({"options": {"gap": 1e50}}, "options.gap"),
        ({"options": {"gap": True}}, "options.gap"),
    ],
)
def test_turned_claims_are_found(changes: dict[str, Any], where: str) -> None:
    instance = optgap.load("placement/fig6")
    told = optgap.check(instance, document(optgap.solve(instance, "exact"), **changes))
    assert where in [violation.where for violation in told.violations]


@pytest.mark.parametrize("status", ["infeasible", "unbounded"])
def test_a_bare_claim_is_not_checked(status: str) -> None:
    instance = optgap.load("placement/fig6")
    cleared = dict.fromkeys(["decision", "objective", "bound", "bound_kind", "gap", "certificate"])
    told = optgap.check(
        instance, document(optgap.solve(instance, "exact"), **cleared, status=status)
    )
    assert told.unchecked[0] == f"the instance is {status}: as HiGHS claims"


def test_a_front_with_points_deleted_is_a_claim() -> None:
    instance = optgap.load("resource_plan/fig7")
    solved = document(optgap.solve(instance, "exact"))
    told = optgap.check(instance, {**solved, "front": solved["front"][:1]})
    assert "the front is complete: as HiGHS claims" in told.unchecked


def test_a_threshold_of_nan_proves_nothing() -> None:
    instance = optgap.load("placement/fig6")
    certificate = {"kind": "hall", "threshold": float("nan"), "instances": [0, 1]}
    told = optgap.problem_named("placement").check_certificate(instance, certificate, 16.0)
    assert told


def test_a_single_decision_is_a_point_of_a_front(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def first(instance):\n    return {'option': [0] * instance.options.instances}\n"
    )
    instance = optgap.load("resource_plan/fig7")
    outcome = optgap.solve(instance, f"{tmp_path / 'mine.py'}:first")
    assert (outcome.status, outcome.front_complete) == ("feasible", False)
    assert [point.decision for point in outcome.front or []] == [outcome.decision]
    assert not optgap.check(instance, outcome).violations


def test_a_start_is_not_lost() -> None:
    instance = optgap.load("placement/fig6")
    start = optgap.solve(instance, "ipa").decision
    outcome = optgap.solve(instance, start=start, time_limit=0.0)
    assert (outcome.status, outcome.decision) == ("feasible", start)


def test_an_edited_instance_is_noticed() -> None:
    instance = optgap.load("microw/three-pes")
    decision = json.loads(json.dumps(optgap.solve(instance).decision))
    assert_feasible(instance, decision)
    instance.previous[next(iter(instance.previous))] = {}
    with pytest.raises(AssertionError, match="changed the instance"):
        assert_feasible(instance, decision)


def test_one_rounding_is_no_gap() -> None:
    """0.1 + 0.2 + 0.3 is not 0.6 in floating point, whichever way an engine adds."""
    groups = [
        {"name": name, "lower": 1, "upper": 2, "latency": [value + 0.1, value]}
        for name, value in zip("abcdef", (0.1, 0.2, 0.3, 0.7, 1.1, 1.3), strict=True)
    ]
    instance = ClusterRatio(name="sums", containers=9, groups=groups)
    for solver in ("highs", "scip", "cp-sat"):
        assert optgap.solve(instance, solver=solver, gap=0.0).status == "optimal"
