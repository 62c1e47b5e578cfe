"""warm_pool: the table, the envelope, prices and the model against enumeration."""

import itertools

import numpy as np
import pytest
from enumeration import least_by

import optgap
from optgap.instances.warm_pool import WarmPool
from optgap.solvers.warm_pool import Ticks, cheap_bound, envelope, inevitable, least_machines

check = optgap.problem_named("warm_pool").judge
check_certificate = optgap.problem_named("warm_pool").check_certificate


def pool(allocated, **changes) -> WarmPool:
    fields = {"name": "x", "allocated": allocated, "machine_size": 10.0, "max_short": 3}
    return WarmPool(**{**fields, **changes})


def random_small(rng: np.random.Generator, **changes) -> WarmPool:
    ticks = int(rng.integers(2, 7))
    ramps = {key: [None, 1, 2][int(rng.integers(3))] for key in ("max_up", "max_down")}
    fields = {
        "configured": int(rng.integers(0, 4)),
        "lead": int(rng.integers(1, min(3, ticks))),
        "configure_cost": float(rng.choice([0, 0, 7.5, 25])),
        "short_cost": float(rng.choice([0, 3.3, 40])),
        "max_short": int(rng.integers(0, 4)),
        **ramps,
    }
    return pool(rng.integers(0, 40, ticks).astype(float), **{**fields, **changes})


def least_costs(instance: WarmPool) -> dict[int, float]:
    """Return the least cost for each number of short ticks, trying every plan."""
    choices = range(max(4, instance.at_start) + 1)
    fixed = [instance.at_start] * instance.lead
    counts = itertools.product(choices, repeat=instance.ticks - instance.lead)
    plans = ({"machines": [*fixed, *machines]} for machines in counts)
    return least_by(check, instance.model_copy(update={"max_short": None}), plans, "short_ticks")


def test_the_table_equals_enumeration() -> None:
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(60):
        instance = random_small(rng)
        best = least_costs(instance)
        allowed = [best[short] for short in best if short <= instance.max_short]
        outcome = optgap.solve(instance, "dp", gap=0)
        if not allowed:
            assert outcome.status == "infeasible"
            refused += 1
            continue
        assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
        assert outcome.objective == outcome.bound == pytest.approx(min(allowed), abs=1e-9)
        assert check_certificate(instance, {"kind": "table"}, outcome.objective) == []
        assert check_certificate(instance, {"kind": "table"}, outcome.objective + 0.01)
        front = outcome.details["front"]
        for short, cost in enumerate(front):
            reachable = [best[j] for j in best if j <= short]
            assert cost == (pytest.approx(min(reachable)) if reachable else None)
    assert refused > 3


def test_the_envelope_is_least_in_every_tick() -> None:
    rng = np.random.default_rng(2)
    for _ in range(150):
        instance = random_small(rng, configure_cost=0.0)
        least = envelope(instance)
        only = instance.model_copy(update={"max_short": inevitable(instance)})
        assert check(only, instance.decision(least)).feasible
        found = least_machines(Ticks.of(only), only.max_short)
        assert check(only, only.decision(found.machines)).objective == pytest.approx(
            check(only, only.decision(least)).objective
        )
        assert (least <= found.machines).all()


def test_infeasible_if_and_only_if_too_many_ticks_are_inevitably_short() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        instance = random_small(rng)
        plan = least_machines(Ticks.of(instance), instance.max_short)
        assert (plan is None) == (inevitable(instance) > instance.max_short)


def test_prices_bound_from_below_and_often_close_the_gap() -> None:
    rng = np.random.default_rng(4)
    closed = tried = 0
    for _ in range(150):
        instance = random_small(rng)
        if inevitable(instance) >= instance.max_short:
            continue
        bound = cheap_bound(instance)
        assert check_certificate(instance, bound.certificate, bound.value) == []
        best = optgap.solve(instance, "dp", gap=0).objective
        assert bound.value <= best
        tried += 1
        closed += bound.value == best
    assert closed > tried / 3


@pytest.mark.parametrize(
    ("allocated", "changes", "front"),
    [
        ([20, 20, 20, 50, 20, 20], {"max_up": 1, "max_down": 1, "max_short": 1}, [80, 0]),
        (
            [20, 20, 30, 20, 20, 20, 50, 20],
            {"max_up": 1, "max_down": 1, "max_short": 2},
            [70, 10, 0],
        ),
        ([30, 10, 10, 10, 30], {"configure_cost": 25, "max_short": 1}, [60, 20]),
        ([10, 40, 40, 40], {"max_up": 1, "max_down": 1, "max_short": 2}, [None, None, 0]),
    ],
)
def test_worked_examples(allocated, changes, front) -> None:
    assert optgap.solve(pool(allocated, **changes), "dp", gap=0).details["front"] == front


def test_worked_plans() -> None:
    first = pool([20, 20, 20, 50, 20, 20], max_up=1, max_down=1, max_short=0)
    plan = optgap.solve(first, "dp", gap=0)
    assert plan.decision["machines"] == [2, 3, 4, 5, 5, 4]
    assert plan.certificate == {"kind": "envelope"}
    third = pool([30, 10, 10, 10, 30], configure_cost=25, max_short=0)
    assert optgap.solve(third, "dp", gap=0).decision["machines"] == [3] * 5
    assert check(third, {"machines": [3, 3, 1, 1, 3]}).objective == 70
    assert envelope(third).tolist() == [3, 3, 1, 1, 3]


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat"])
def test_engines_agree_with_the_table(solver: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(6):
        instance = random_small(rng, short_cost=4.0, configure_cost=float(rng.choice([0, 8])))
        exact = optgap.solve(instance, "exact", solver=solver, gap=0)
        table = optgap.solve(instance, "dp", gap=0)
        assert exact.status == table.status
        assert exact.objective == pytest.approx(table.objective)


def test_fractions_with_two_engines() -> None:
    rng = np.random.default_rng(6)
    for _ in range(5):
        instance = random_small(rng)
        instance = instance.model_copy(update={"allocated": instance.allocated + 0.75})
        exact = optgap.solve(instance, "exact", solver="highs,scip", gap=0)
        table = optgap.solve(instance, "dp", gap=0)
        assert exact.status == table.status
        assert exact.objective == pytest.approx(table.objective)


def test_a_week_is_proven_for_every_number_of_short_ticks() -> None:
    week = optgap.generate("warm_pool", 1, max_short=5, short_cost=0.0)
    outcome = optgap.solve(week, "dp", gap=0)
    assert (outcome.status, outcome.certificate) == ("optimal", {"kind": "table"})
    front = outcome.details["front"]
    assert front == sorted(front, reverse=True)
    assert outcome.objective == front[-1]


def test_time_that_is_up_leaves_a_plan_and_a_bound() -> None:
    outcome = optgap.solve(optgap.generate("warm_pool", 1), "dp", time_limit=0)
    assert outcome.stopped == "time_limit"
    assert outcome.bound is not None and outcome.bound <= outcome.objective
