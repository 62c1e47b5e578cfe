"""cold_stock: the table, machine by machine, prices and the model against enumeration."""

import itertools

import numpy as np
import pytest
from enumeration import least_by

import optgap
from optgap.instances.cold_stock import ColdStock
from optgap.solvers.cold_stock import Course, cheap_bound, least_by_machines, least_orders

check = optgap.problem_named("cold_stock").judge
check_certificate = optgap.problem_named("cold_stock").check_certificate


def random_small(rng: np.random.Generator, *, fractions: bool = False) -> ColdStock:
    days = int(rng.integers(1, 7))
    demand = rng.integers(-3, 4, days).astype(float)
    if fractions:
        demand += rng.choice([0, 0.5, 0.25], days)
    return ColdStock(
        name="small",
        demand=demand,
        stock=int(rng.integers(0, 4)),
        period=int(rng.integers(2, 4)),
        lead=int(rng.integers(0, 3)),
        first_review=int(rng.integers(0, min(2, days))),
        pipeline=tuple(rng.integers(0, 2, int(rng.integers(0, days + 1))).tolist()),
        holding_cost=float(rng.choice([0.5, 1, 2])),
        order_cost=float(rng.choice([0, 0.5, 1, 3])),
        removal_cost=float(rng.choice([0, 0.25, 2])),
        short_cost=float(rng.choice([0, 0.3, 4])),
        max_short=int(rng.integers(0, 4)),
    )


def least_costs(instance: ColdStock, most: int) -> dict[int, float]:
    """Return the least cost for each number of short days, trying every plan up to ``most``."""
    reviews = len(instance.reviews)
    counts = itertools.product(range(most + 1), repeat=2 * reviews)
    plans = ({"order": list(n[:reviews]), "remove": list(n[reviews:])} for n in counts)
    return least_by(check, instance.model_copy(update={"max_short": None}), plans, "short_days")


@pytest.mark.parametrize("fractions", [False, True])
def test_the_table_equals_enumeration(fractions: bool) -> None:
    rng = np.random.default_rng(7)
    solved = 0
    while solved < 40:
        instance = random_small(rng, fractions=fractions)
        course = Course.of(instance)
        most = int(course.levels.max() - course.levels.min())
        if (most + 1) ** (2 * len(instance.reviews)) > 3000:
            continue
        solved += 1
        best = least_costs(instance, most)
        allowed = [best[short] for short in best if short <= instance.max_short]
        outcome = optgap.solve(instance, "dp", gap=0)
        if not allowed:
            assert outcome.status == "infeasible"
            continue
        assert outcome.status == "optimal"
        assert outcome.bound_kind == "certified"
        assert outcome.objective == outcome.bound == pytest.approx(min(allowed), abs=1e-12)
        assert check_certificate(instance, {"kind": "table"}, outcome.objective) == []
        assert check_certificate(instance, {"kind": "table"}, outcome.objective + 0.01)
        for short, cost in enumerate(outcome.details["front"]):
            reachable = [best[j] for j in best if j <= short]
            assert cost == (pytest.approx(min(reachable)) if reachable else None)


def test_machine_by_machine_equals_the_table_where_only_inevitable_days_are_short() -> None:
    rng = np.random.default_rng(8)
    inevitable = 0
    for _ in range(300):
        instance = random_small(rng, fractions=bool(rng.integers(2)))
        course = Course.of(instance)
        inevitable += course.inevitable > 0
        found = least_orders(course, course.inevitable)
        assert found is not None
        assert found.cost == least_by_machines(course)
    assert inevitable > 50


def test_infeasible_if_and_only_if_too_many_days_are_inevitably_short() -> None:
    rng = np.random.default_rng(9)
    refused = 0
    for _ in range(120):
        instance = random_small(rng)
        course = Course.of(instance)
        plan = least_orders(course, instance.max_short)
        assert (plan is None) == (course.inevitable > instance.max_short)
        refused += plan is None
    assert refused > 5


def test_prices_bound_from_below_and_often_close_the_gap() -> None:
    rng = np.random.default_rng(10)
    closed = tried = 0
    for _ in range(150):
        instance = random_small(rng)
        course = Course.of(instance)
        if course.inevitable >= instance.max_short:
            continue
        bound = cheap_bound(instance)
        assert check_certificate(instance, bound.certificate, bound.value) == []
        best = optgap.solve(instance, "dp", gap=0).objective
        assert bound.value <= best
        tried += 1
        closed += bound.value == best
    assert closed > tried / 3


@pytest.mark.parametrize("solver", ["highs", "scip", "cp-sat"])
def test_engines_agree_with_the_table(solver: str) -> None:
    rng = np.random.default_rng(11)
    for _ in range(6):
        instance = random_small(rng)
        exact = optgap.solve(instance, "exact", solver=solver, gap=0)
        table = optgap.solve(instance, "dp", gap=0)
        assert exact.status == table.status
        assert exact.objective == pytest.approx(table.objective)


def test_fractional_demand_with_two_engines() -> None:
    rng = np.random.default_rng(12)
    for _ in range(5):
        instance = random_small(rng, fractions=True)
        exact = optgap.solve(instance, "exact", solver="highs,scip", gap=0)
        table = optgap.solve(instance, "dp", gap=0)
        assert exact.status == table.status
        assert exact.objective == pytest.approx(table.objective)


def test_time_that_is_up_leaves_a_bound() -> None:
    instance = optgap.generate("cold_stock", 1)
    outcome = optgap.solve(instance, "dp", time_limit=0)
    assert (outcome.status, outcome.stopped) == ("unknown", "time_limit")
    assert outcome.bound is not None


def test_dp_refuses_tables_beyond_memory() -> None:
    instance = optgap.generate("cold_stock", 1, days=4000, forecasts=False, max_short=3000)
    outcome = optgap.solve(instance, "dp")
    assert (outcome.status, "1 GB" in outcome.message) == ("unknown", True)
    assert outcome.bound is not None
