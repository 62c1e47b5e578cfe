"""VRO offline: by hand, consistent after rollbacks, and where the paper prints it wrong."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.heuristics.packing_policies import BEST_FIT, Policy
from optgap.heuristics.rebalancing import Cluster, exchanged, migrated
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation_clusters import generate
from optgap.instances.run import Run

POLICIES = ("diagonal", "bottleneck", "dot-product")
PLAIN = tuple(f"vro-offline-{name}" for name in POLICIES)
EXCHANGE = tuple(f"{name}-exchange" for name in PLAIN)
DRAINS = ("drain-first-fit", "drain-best-fit")


def test_only_an_exchange_helps() -> None:
    exchange = optgap.load("consolidation/exchange")
    for method in (*PLAIN, *DRAINS):
        assert optgap.solve(exchange, method).objective == 3
    for method in EXCHANGE:
        outcome = optgap.solve(exchange, method)
        assert (outcome.objective, outcome.status) == (2, "optimal")
        assert (outcome.details["emptied"], outcome.details["cost"]) == (1, 3)


def test_exchanges_are_migrations_too() -> None:
    tight = optgap.load("consolidation/no-budget-for-exchange")
    for method in EXCHANGE:
        outcome = optgap.solve(tight, method)
        assert (outcome.objective, outcome.details["moves"]) == (3, 0)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.integers(0, 10_000),
    st.sampled_from(["physical", "physical3", "ecs"]),
    st.sampled_from([*PLAIN, *EXCHANGE, *DRAINS]),
    st.sampled_from([None, 0.0, 0.1, 0.4]),
)
def test_plans_are_feasible_bounded_and_no_worse_than_now(
    seed: int, kind: str, method: str, budget: float | None
) -> None:
    instance = generate(seed, machines=8, kind=kind, load=0.5, budget=budget)
    outcome = optgap.solve(instance, method)
    assert outcome.objective is not None
    assert outcome.bound <= outcome.objective <= instance.occupied.sum()
    if budget == 0.0:
        assert outcome.details["cost"] == 0


@pytest.mark.parametrize("seed", range(3))
def test_no_method_beats_the_optimum(seed: int) -> None:
    instance = generate(seed, machines=5, kind="ecs", load=0.5, budget=0.5)
    optimum = optgap.solve(instance, "exact", gap=0)
    assert optimum.status == "optimal"
    for method in (*PLAIN, *EXCHANGE, *DRAINS):
        assert optgap.solve(instance, method).objective >= optimum.objective


@pytest.mark.parametrize("seed", range(5))
def test_phases_leave_their_input_and_keep_their_sums(seed: int) -> None:
    """Rollbacks restore rooms, counts and costs: they are what the assignment says."""
    instance = generate(seed, machines=15, kind="ecs", load=0.6, budget=0.2)
    run = Run(sense="minimize")
    start = Cluster.of(instance, instance.home)
    turned = exchanged(start, 0.1, run)
    emptied, _ = migrated(turned, Policy(BEST_FIT), run)
    assert (start.machine == instance.home).all()
    for state in (start, turned, emptied):
        fresh = Cluster.of(instance, state.machine)
        assert np.array_equal(fresh.room, state.room)
        assert np.array_equal(fresh.count, state.count)
        assert fresh.spent == state.spent <= instance.budget
        assert (state.room >= 0).all()


def stranded() -> Consolidation:
    """Return three machines of which the cheapest cannot be emptied and the next one can."""
    items = [("x", 1, "m1", 1), ("y", 9, "m1", 1), ("z", 2, "m2", 3), ("w", 7, "m3", 10)]
    document = {
        "name": "stranded",
        "resources": ["memory"],
        "machines": [{"name": name, "capacity": [10]} for name in ("m1", "m2", "m3")],
        "items": [
            {"name": name, "demand": [size], "machine": machine, "migration_cost": cost}
            for name, size, machine, cost in items
        ],
        "migration_budget": 3,
    }
    return Consolidation.model_validate(document)


def printed_migration(instance: Consolidation) -> dict[str, str]:
    """Return the assignment after Algorithm 1 as printed, with first fit for VRO online."""
    where = {item.name: item.machine for item in instance.items}
    size = {item.name: item.demand[0] for item in instance.items}
    cost = {item.name: item.migration_cost for item in instance.items}
    room = {m.name: m.capacity[0] for m in instance.machines}
    for name, machine in where.items():
        room[machine] -= size[name]
    spent, unvisited = 0.0, set(room)
    while unvisited:
        held = {m: [i for i in where if where[i] == m] for m in room}
        origin = min(unvisited, key=lambda m: (sum(cost[i] for i in held[m]), m))
        unvisited.discard(origin)
        before, paid = dict(where), spent
        for item in held[origin]:
            fits = [m for m in room if m != origin and held[m] and room[m] >= size[item]]
            if not fits:
                continue
            where[item], spent = fits[0], spent + cost[item]
            room[fits[0]] -= size[item]
            room[origin] += size[item]
            if spent > instance.migration_budget:
                where, spent = before, paid
                return where
    return where


def test_erratum_algorithm_1_lets_useless_moves_use_up_the_budget() -> None:
    """x leaves m1 in vain for 1, and z's move for 3 is then above the budget of 3."""
    instance = stranded()
    assert len(set(printed_migration(instance).values())) == 3
    assert optgap.solve(instance, "exact").objective == 2
    for method in (*PLAIN, *EXCHANGE, *DRAINS):
        outcome = optgap.solve(instance, method)
        assert (outcome.objective, outcome.details["cost"]) == (2, 3)


def printed_outer_loop(start: Cluster, iterations: int) -> Cluster:
    """Return what Algorithm 3 returns as printed, with one migration for its inner loop."""
    clusters = {0: start}
    for i in range(1, iterations + 1):
        clusters[i], _ = migrated(clusters[i - 1], Policy(BEST_FIT), Run(sense="minimize"))
        if clusters[i].key[0] == clusters[i - 1].key[0]:  # line 14
            break
    return clusters[iterations]  # line 15


def test_erratum_algorithm_3_returns_a_cluster_that_it_never_made() -> None:
    """Line 14 leaves the loop in iteration i < N, line 15 returns the cluster of iteration N."""
    start = Cluster.of(stranded(), stranded().home)
    with pytest.raises(KeyError):
        printed_outer_loop(start, 3)


def test_time_limit_and_overfull_machines() -> None:
    instance = generate(2, machines=10, kind="ecs", load=0.5)
    assert optgap.solve(instance, EXCHANGE[0], time_limit=0.0).stopped == "time_limit"
    exchange = optgap.load("consolidation/exchange")
    heavy = exchange.items[0].model_copy(update={"demand": (6.0, 1.0)})
    crowded = exchange.model_copy(update={"items": (heavy, *exchange.items[1:])})
    assert "m1 is overfull now" in optgap.solve(crowded, EXCHANGE[0]).message
