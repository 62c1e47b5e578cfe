"""miniW, the hierarchy, the baselines: feasible at every step, sums kept right, honest."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.run import Run
from optgap.heuristics.macrow import apportion, whole
from optgap.heuristics.macrow.mini_w import GREEDY, Perturbations, first_plan, stream_order
from optgap.heuristics.macrow.moves import improve_streams, improve_units, within_changes
from optgap.heuristics.macrow.state import data_of, state_of, value
from optgap.instances.macrow import MacroW, generate
from optgap.instances.macrow.arrays import arrays_of

check = optgap.problem_named("macrow").judge


def epoch(seed: int, **given) -> MacroW:
    sizes = {"jobs": 5, "pes": 18, "nodes": 8, "clusters": 3, "restricted": 0.15, "pinned": 0.1}
    return generate(seed, **{**sizes, **given})


def assert_true(instance, arrays, data, state) -> None:
    """The judge accepts the plan, and all sums are what they are when computed afresh."""
    verdict = check(instance, arrays.decision(state.v))
    assert verdict.feasible, verdict.violations
    assert value(data, state) == pytest.approx(verdict.objective, abs=1e-9)
    afresh = state_of(data, state.v)
    for name, kept in state._asdict().items():
        np.testing.assert_allclose(kept, getattr(afresh, name), atol=1e-9, err_msg=name)
    assert within_changes(data, state)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(
    st.integers(0, 10_000),
    st.sampled_from([0.0, 1.0, 20.0]),
    st.sampled_from([None, 0.3]),
    st.sampled_from(["lsd", "dac"]),
)
def test_every_step_is_feasible_and_every_sum_is_right(seed, traffic, change, shape) -> None:
    instance = epoch(seed, traffic=traffic, change=change, shape=shape)
    arrays = arrays_of(instance)
    data = data_of(arrays)
    wanted = arrays.before > 0 if change is not None else None
    state = first_plan(arrays, data, Run("minimize"), GREEDY, stream_order(arrays), wanted)
    assume(not isinstance(state, str))
    assert_true(instance, arrays, data, state)
    perturbations = Perturbations(arrays, data, seed)
    units = np.arange(len(arrays.units))
    apart = arrays.stream_ends[arrays.stream_ends[:, 0] != arrays.stream_ends[:, 1]]
    for _ in range(3):
        for step, order in ((improve_units, units), (improve_streams, apart)):
            at = 0
            while at < len(order):
                before = value(data, state)
                at, _, made = step(data, state, order, at, 10**9, 1)
                if made:
                    assert value(data, state) <= before + 1e-9
                    assert_true(instance, arrays, data, state)
        perturbations.perturb(state)
        assert_true(instance, arrays, data, state)


@pytest.mark.parametrize("method", ["miniw", "hierarchical", "components"])
def test_a_search_in_which_nothing_can_improve_ends_before_its_time(method: str) -> None:
    instance = optgap.load("macrow/two-clusters")
    outcome = optgap.solve(instance, method, time_limit=3600)
    assert outcome.stopped == "complete"
    assert outcome.status == "feasible"  # the search proves nothing
    assert outcome.objective == optgap.solve(instance).objective


def test_a_better_plan_makes_all_perturbations_new() -> None:
    instance = optgap.load("macrow/two-clusters")
    arrays = arrays_of(instance)
    data = data_of(arrays)
    state = first_plan(arrays, data, Run("minimize"), GREEDY, stream_order(arrays), None)
    perturbations = Perturbations(arrays, data, 0)
    assert perturbations.number == 4 * 2 * 4  # PEs, clusters, PEs that move together
    for _ in range(10_000):
        perturbations.perturb(state)
    assert perturbations.all_made
    perturbations.begin_again()
    assert not perturbations.all_made


@pytest.mark.parametrize("seed", range(8))
def test_bound_optimum_heuristic(seed: int) -> None:
    instance = epoch(seed, pes=10, jobs=3, nodes=6)
    exact = optgap.solve(instance, options={"tightened": True}, time_limit=60)
    bound = optgap.solve(instance, "relaxation")
    found = {
        method: optgap.solve(instance, method, options=options)
        for method, options in (
            ("miniw", {"rounds": 50}),
            ("hierarchical", {"rounds": 50}),
            ("round-robin", {}),
            ("random", {}),
        )
    }
    assert {outcome.status for outcome in found.values()} == {"feasible"}
    assert exact.status == "optimal"
    assert bound.bound <= exact.objective + 1e-9
    for outcome in found.values():
        assert outcome.objective >= exact.objective - 1e-6


def test_the_same_seed_gives_the_same_plan() -> None:
    instance = epoch(3)
    for method in ("miniw", "random"):
        options = {"rounds": 30} if method == "miniw" else {}
        one, other = (optgap.solve(instance, method, seed=7, options=options) for _ in range(2))
        assert one.decision == other.decision
        assert one.decision is not None


def test_two_moves_at_once() -> None:
    """Moving one end of a stream alone costs the link and gains nothing; both together gain."""
    nodes = [
        {"name": "a", "mips": 100, "cluster": "A"},
        {"name": "b", "mips": 200, "cluster": "B"},
    ]
    pes = [{"name": p, "goal": 10, "max_mips": 100} for p in ("p", "q")]
    instance = MacroW.model_validate(
        {
            "name": "x",
            "nodes": nodes,
            "pes": pes,
            "streams": [{"from": "p", "to": "q", "rate": 10}],
            "links": [{"name": "A-B", "between": ["A", "B"], "capacity": 1}],
        }
    )
    arrays = arrays_of(instance)
    data = data_of(arrays)
    state = state_of(data, np.array([[True, False], [True, False]]))
    assert improve_units(data, state, np.array([0, 1]), 0, 100, 100)[2] == 0
    assert improve_streams(data, state, arrays.stream_ends, 0, 100, 100)[2] == 1
    assert arrays.decision(state.v) == {"candidates": {"p": ["b"], "q": ["b"]}}


def test_former_candidates_are_the_start() -> None:
    instance = epoch(11, change=0.2, restricted=0, pinned=0)
    outcome = optgap.solve(instance, "miniw", options={"rounds": 10})
    assert outcome.status == "feasible"
    frozen = instance.model_copy(update={"max_total_change": 0})
    kept = optgap.solve(frozen, "miniw", options={"rounds": 10})
    former = {pe: sorted(had) for pe, had in instance.previous.items()}
    assert {p: sorted(had) for p, had in kept.decision["candidates"].items()} == former


def test_a_start_is_improved() -> None:
    instance = epoch(3)
    start = optgap.solve(instance, "random").decision
    outcome = optgap.solve(instance, "miniw", start=start, options={"rounds": 0})
    assert outcome.objective < check(instance, start).objective


def test_nothing_is_called_infeasible_without_proof() -> None:
    instance = optgap.load("macrow/too-few-tokens")
    for method in ("miniw", "round-robin", "random", "hierarchical"):
        outcome = optgap.solve(instance, method)
        assert (outcome.status, outcome.objective) == ("unknown", None)
        assert "fits on no node" in outcome.message


def test_quotas() -> None:
    quota = apportion(np.array([3.0, 1.0, 0.0]), 10)
    assert quota == pytest.approx([5, 3, 2])
    assert whole(np.array([2.5, 2.25, 0.25]), 5).tolist() == [3, 2, 0]
    assert whole(np.array([0.4, 0.3]), 3).tolist() == [2, 1]
    short = apportion(np.array([6.0, 0.5]), 4)
    assert short.sum() == pytest.approx(4)
    assert (short >= 0).all()


def test_clusters_side_by_side_give_the_same_plan() -> None:
    instance = epoch(3, clusters=2)
    serial, parallel = (
        optgap.solve(instance, "hierarchical", threads=threads, options={"rounds": 0})
        for threads in (1, None)
    )
    assert serial.status == "feasible"
    assert parallel.decision == serial.decision


def test_a_cluster_that_fails_is_asked_again() -> None:
    """p and q need the tokens unevenly; even shares of the slack leave one cluster short."""
    nodes = [{"name": f"n{c}{k}", "mips": 100, "cluster": c} for c in "AB" for k in range(3)]
    here = {c: [f"n{c}{k}" for k in range(3)] for c in "AB"}
    instance = MacroW.model_validate(
        {
            "name": "x",
            "nodes": nodes,
            "pes": [
                {"name": "p", "goal": 210, "fairness": 1, "allowed_nodes": here["A"]},
                {"name": "q", "goal": 10, "allowed_nodes": here["B"]},
            ],
            "licenses": [{"name": "db", "tokens": 4, "pes": ["p", "q"]}],
        }
    )
    outcome = optgap.solve(instance, "hierarchical", options={"rounds": 0})
    assert outcome.details["clusters_without_plan"] == []
    assert outcome.objective == optgap.solve(instance).objective


def test_one_cluster_makes_the_top_level_a_bound() -> None:
    instance = epoch(3, pes=8, jobs=2, nodes=5, clusters=1, restricted=0)
    outcome = optgap.solve(instance, "top-level")
    assert outcome.bound == outcome.details["single_cluster_bound"]
    assert outcome.bound <= optgap.solve(instance, time_limit=60).objective + 1e-9


def test_without_time_there_is_an_honest_answer() -> None:
    for method in ("miniw", "hierarchical", "random"):
        outcome = optgap.solve(epoch(3), method, time_limit=0.0)
        assert outcome.stopped == "time_limit"
        assert outcome.status in ("feasible", "unknown")
