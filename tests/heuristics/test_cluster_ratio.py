"""Greedy and proportional shares: feasible, and optimal exactly where the theory says so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.instances.cluster_ratio import generate


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(1, 7), st.integers(0, 40), st.floats(0.2, 4))
def test_greedy_is_optimal_and_proven_on_convex_curves(
    seed: int, groups: int, more: int, demand: float
) -> None:
    instance = generate(
        seed, groups=groups, containers=groups + more, curve="convex", demand=demand
    )
    for lookahead in (False, True):
        outcome = optgap.solve(instance, "greedy", options={"lookahead": lookahead}, gap=1e-12)
        assert outcome.status == "optimal"
        assert outcome.bound_kind == "certified"
        assert outcome.objective == optgap.solve(instance, "dp", gap=0).objective


@pytest.mark.parametrize("curve", ["waves", "rough"])
def test_bound_below_optimum_below_heuristics(curve: str) -> None:
    for seed in range(20):
        instance = generate(seed, groups=6, containers=50, curve=curve)
        optimum = optgap.solve(instance, "dp", gap=0).objective
        plain = optgap.solve(instance, "greedy")
        ahead = optgap.solve(instance, "greedy", options={"lookahead": True})
        assert plain.bound == ahead.bound <= optimum
        assert optimum <= min(plain.objective, ahead.objective)
        assert optimum <= optgap.solve(instance, "proportional").objective


def test_greedy_stands_before_a_step() -> None:
    """The eighth container saves a round of g1; the three before it save nothing."""
    waves = optgap.load("cluster_ratio/waves")
    assert optgap.solve(waves, "greedy").objective == 27
    ahead = optgap.solve(waves, "greedy", options={"lookahead": True}, gap=0)
    assert (ahead.objective, ahead.status) == (19, "optimal")


def test_greedy_leaves_what_helps_nobody() -> None:
    rising = optgap.load("cluster_ratio/rising")
    outcome = optgap.solve(rising, "greedy")
    assert outcome.decision == {"containers": {"g1": 2, "g2": 1, "g3": 2}}
    assert outcome.details["containers_left"] == 3


def test_proportional_by_hand() -> None:
    """15 containers, upper bounds 7, 5, 8: ratio 3/4 gives 5, 3, 6 and the last one to g1."""
    outcome = optgap.solve(optgap.load("cluster_ratio/three-groups"), "proportional")
    assert sum(outcome.decision["containers"].values()) == 15
    assert outcome.decision == {"containers": {"g1": 5, "g2": 4, "g3": 6}}


@pytest.mark.parametrize("method", ["greedy", "proportional", "dp"])
def test_shortage_is_proven_and_named(method: str) -> None:
    outcome = optgap.solve(optgap.load("cluster_ratio/infeasible"), method)
    assert outcome.status == "infeasible"
    assert outcome.certificate == {"kind": "lower-bounds"}
    assert (
        "lower bounds of 3 groups sum to 12 containers, but the cluster has 11" in outcome.message
    )


def test_more_than_enough_and_nothing_extra() -> None:
    plenty = generate(1, groups=4, containers=40, curve="convex", demand=0.5)
    for method in ("greedy", "proportional", "dp"):
        assert optgap.solve(plenty, method).details["containers_left"] >= 0
    tight = plenty.model_copy(update={"containers": int(plenty.lower.sum())})
    for method in ("exact", "greedy", "proportional", "dp"):
        chosen = optgap.solve(tight, method).decision["containers"]
        assert list(chosen.values()) == tight.lower.tolist()
