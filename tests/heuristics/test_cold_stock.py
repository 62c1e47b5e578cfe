"""The policies of cold_stock: worked examples, their price, and what is printed wrongly."""

import numpy as np
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.cold_stock import ColdStock, seasonal

check = optgap.problem_named("cold_stock").judge

PERFECT = {"forecast": "perfect"}
# demand, stock; tB1, sB1, tB2, Δ; remove, order; stock after days 0 to 3; short days, cost
CASES = {
    "1": ([2, -1, 3, 1], 7, (2, -1, 4, 3), (2, 0), (3, 4, 1, 0), (0, 8)),
    "2": ([2, -1, 3, 1], 3, (2, -1, 4, 3), (0, 2), (1, 2, 1, 0), (0, 8)),
    "3": ([4, -3, 1, 1], 6, (4, -1, 2, -1), (2, 0), (0, 3, 2, 1), (0, 6)),
    "4": ([4, -3, 1, 1], 2, (4, -1, 2, -1), (0, 1), (-2, 1, 1, 0), (1, 4)),
    "4a": ([4, -3, 1, 1], 3, (4, -1, 2, -1), (0, 0), (-1, 2, 1, 0), (1, 3)),
}


def instance_of(demand, stock: int, **changes) -> ColdStock:
    fields = {"name": "x", "demand": demand, "stock": stock, "period": 2, "lead": 2, "max_short": 0}
    return ColdStock(**{**fields, **changes})


def simstock(s, pl, days, last=0):
    """Algorithm 5 over ``days``; ``last=1`` is its line 4 as printed."""
    sB = mB = 0
    for i in range(days.start, days.stop + last):
        sB += pl.get(i, 0) - s[i]
        mB = min(mB, sB)
    return -mB, sB


def review(B, s, pl, T, p, lead, last=0):
    """Algorithm 4, lines 9 to 21: what is removed and ordered."""
    tB1, sB1 = simstock(s, pl, range(T, T + lead), last)
    tB2, _ = simstock(s, pl, range(T + lead, T + lead + p), last)
    D = tB2 - (tB1 + sB1)
    if D >= 0:
        return (B - tB1 - D, 0) if tB1 + D <= B else (0, tB1 + D - B)
    return (B - tB1, 0) if tB1 <= B else (0, max(0, tB1 + D - B))


@pytest.mark.parametrize("case", CASES)
def test_the_cases_of_algorithm_4(case: str) -> None:
    demand, stock, quantities, (removed, ordered), course, (short, cost) = CASES[case]
    s = dict(enumerate(demand))
    tB1, sB1 = simstock(s, {}, range(0, 2))
    tB2, _ = simstock(s, {}, range(2, 4))
    assert (tB1, sB1, tB2, tB2 - tB1 - sB1) == quantities
    one = instance_of(demand, stock, order_cost=2, max_short=short, period=4)
    outcome = optgap.solve(one, "minimum-stock", options=PERFECT)
    assert outcome.decision == {"order": [ordered], "remove": [removed]}
    assert (outcome.details["short_days"], outcome.objective) == (short, cost)
    levels = stock - removed - np.cumsum(demand) + np.array([0, 0, ordered, ordered])
    assert tuple(levels) == course
    assert outcome.objective == optgap.solve(one, "dp", gap=0).objective == cost


def test_five_branches_are_two_formulas() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20_000):
        lead, p = int(rng.integers(0, 4)), int(rng.integers(1, 4))
        s = dict(enumerate(rng.integers(-4, 5, lead + p).tolist()))
        pl = dict(enumerate(rng.integers(0, 2, lead + p).tolist()))
        B = int(rng.integers(-5, 12))
        tB1, sB1 = simstock(s, pl, range(0, lead))
        tB2, _ = simstock(s, pl, range(lead, lead + p))
        removed, ordered = review(B, s, pl, 0, p, lead)
        assert removed == max(0, B - max(tB1, tB2 - sB1))
        assert ordered == max(0, tB2 - sB1 - B)


def test_without_order_cost_it_pays_to_remove_and_order_again() -> None:
    one = instance_of([2, -1, 3, 1], 7, period=4)
    assert optgap.solve(one, "minimum-stock", options=PERFECT).objective == 8
    best = optgap.solve(one, "dp", gap=0)
    assert best.objective == 2
    assert (best.decision["remove"][0], best.decision["order"][0]) == (5, 3)


@pytest.mark.parametrize(
    ("day", "order_cost", "policy", "optimum"),
    [
        (30, 21, 29, 29),
        (30, 28, 29, 29),
        (40, 21, 32, 32),
        (40, 28, 39, 39),
        (30, 20, 29, 28),
        (40, 29, 40, 39),
        (30, 0, 29, 8),
    ],
)
def test_both_ends_of_the_price_band_are_sharp(
    day: int, order_cost: int, policy: int, optimum: int
) -> None:
    demand = np.zeros(49)
    demand[0], demand[1], demand[day] = 1, -1, 1
    one = instance_of(demand, 1, period=7, lead=21, order_cost=order_cost)
    assert optgap.solve(one, "minimum-stock", options=PERFECT).objective == policy
    assert optgap.solve(one, "dp", gap=0).objective == optimum


def figure_14() -> ColdStock:
    return optgap.load("cold_stock/figure-14")


def test_figure_14_in_small() -> None:
    one = figure_14()
    best = optgap.solve(one, "dp", gap=0)
    assert best.details["front"] == [490, 484, 479, 475]
    none = one.model_copy(update={"max_short": 0})
    policy = optgap.solve(none, "minimum-stock", options=PERFECT)
    assert policy.objective == 490
    assert policy.decision["order"] == [7] + [0] * 8
    assert policy.decision["remove"] == [0] * 6 + [7] * 3
    assert optgap.solve(none, "base-stock", options=PERFECT).objective == 784
    priced = one.model_copy(update={"max_short": 63})
    for percent, cost, short in ((5.0, 1478, 8), (1.0, 853, 38)):
        constant = optgap.solve(priced, "constant-percentage", options={"percent": percent})
        assert (constant.objective, constant.details["short_days"]) == (cost, short)


def test_example_8() -> None:
    one = instance_of([1, 1, 2, -3, 0, 2], 2, lead=1, order_cost=1, max_short=3)
    assert optgap.solve(one, "dp", gap=0).details["front"] == [10, 4, 2, 0]


def random_instance(rng: np.random.Generator, order_cost: float | None = None) -> ColdStock:
    days, period, lead = int(rng.integers(4, 25)), int(rng.integers(1, 5)), int(rng.integers(0, 6))
    holding = float(rng.choice([1, 2, 0.5]))
    band = holding * (lead + period * rng.integers(0, 5) / 4)
    return ColdStock(
        name="random",
        demand=rng.integers(-3, 4, days).astype(float),
        stock=int(rng.integers(0, 12)),
        period=period,
        lead=lead,
        holding_cost=holding,
        order_cost=float(band) if order_cost is None else order_cost,
        pipeline=tuple(rng.integers(0, 3, int(rng.integers(0, min(days, 6)))).tolist()),
        max_short=days,
    )


def inevitable(instance: ColdStock) -> int:
    free = instance.stock + np.cumsum((instance.due - instance.taken) / instance.parts)
    return int((free[: instance.lead] < 0).sum())


def test_minimum_stock_is_optimal_within_its_price_band() -> None:
    """And has no short day but inevitable ones, whatever machines cost."""
    rng = np.random.default_rng(3)
    optimal = 0
    for _ in range(400):
        instance = random_instance(rng)
        outcome = optgap.solve(instance, "minimum-stock", options=PERFECT)
        assert outcome.details["short_days"] == inevitable(instance)
        if inevitable(instance) == 0:
            none = instance.model_copy(update={"max_short": 0})
            best = optgap.solve(none, "dp", gap=0)
            assert outcome.objective == best.objective
            optimal += 1
    assert optimal > 150


def test_rolling_is_optimal_up_to_the_end_of_the_band() -> None:
    rng = np.random.default_rng(4)
    for _ in range(150):
        instance = random_instance(rng)
        share = rng.uniform(0, 1)
        most = instance.holding_cost * (instance.lead + instance.period)
        cheap = float(np.round(share * most, 2))
        none = instance.model_copy(update={"max_short": 0, "order_cost": min(cheap, most)})
        if inevitable(none):
            continue
        outcome = optgap.solve(none, "rolling", options=PERFECT)
        assert outcome.status == "optimal"


def test_base_stock_misses_peaks_inside_its_window() -> None:
    one = instance_of([0, 3, -3], 0, lead=1, period=3)
    outcome = optgap.solve(one, "base-stock", options=PERFECT)
    assert outcome.decision is None
    assert "leaves 1 days short" in outcome.message


def test_fractions_are_settled_in_favour_of_stock() -> None:
    one = instance_of([0.25, 0.5, 0.75, 0.5], 0, lead=1, period=3, max_short=1)
    outcome = optgap.solve(one, "minimum-stock", options=PERFECT)
    assert outcome.decision["order"] == [2, 0]
    assert outcome.details["short_days"] == 1


def test_the_seasonal_forecast_takes_the_same_weekday() -> None:
    past = np.arange(28.0)
    assert seasonal(past, 3, 0.5).tolist() == [14, 15, 16]
    assert seasonal(past, 3, 0.6).tolist() == [14, 15, 16]
    assert seasonal(past, 3, 0.7).tolist() == [21, 22, 23]
    assert seasonal(past, 9, 0.5, weeks=1).tolist() == [*range(21, 28), 21, 22]
    running = seasonal(past, 2, 0.0, weeks=2, paths="sum")
    assert running.tolist() == [14, 15]


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        ("constant-percentage", {}, "allocated: is missing: constant-percentage needs"),
        ("minimum-stock", {"forecast": "given"}, "forecast: the instance has no forecasts"),
        ("minimum-stock", {"forecast": "seasonal"}, "at least 14 days of history (found 0)"),
        ("base-stock", {"quantile": 1.5}, "quantile"),
    ],
)
def test_refusals(method: str, options: dict, message: str) -> None:
    one = instance_of([1, 2], 3)
    with pytest.raises(InputError) as caught:
        optgap.solve(one, method, options=options)
    assert message in str(caught.value)


def test_a_quantile_that_the_file_does_not_have() -> None:
    made = optgap.generate("cold_stock", 1)
    with pytest.raises(InputError, match="must be a forecast quantile"):
        optgap.solve(made, "minimum-stock", options={"quantile": 0.55})


def test_every_method_bounds_its_cost() -> None:
    made = optgap.generate("cold_stock", 3)
    best = optgap.solve(made, "dp", gap=0)
    assert best.status == "optimal"
    for name in ("minimum-stock", "base-stock", "constant-percentage", "rolling"):
        outcome = optgap.solve(made, name)
        assert outcome.bound_kind == "certified"
        assert outcome.bound == best.objective <= outcome.objective
    for options in ({"forecast": "seasonal", "paths": "sum"}, {"quantile": 0.7}, PERFECT):
        assert optgap.solve(made, "minimum-stock", options=options).objective >= best.objective


@pytest.mark.erratum(
    paper="eigen",
    place="Algorithm 5, line 4",
    printed="The loop runs to T + s.size() inclusive.",
    wrong=(
        "One day past the end, which line 8 of Algorithm 4 never predicted; day T_c + l counts in "
        "both halves. Demand 0, -5, 8, 0 with l = 1, p = 2 and no stock: nothing is ordered, and "
        "day 2 ends at -3."
    ),
    right="To T + s.size() - 1: 3 are ordered, and the stock is 0, 8, 0.",
)
def test_erratum_simstock_looks_a_day_too_far() -> None:
    s = {0: 0, 1: -5, 2: 8, 3: 0}
    assert review(0, s, {}, 0, 2, 1, last=1) == (0, 0)
    assert review(0, s, {}, 0, 2, 1) == (0, 3)
    one = instance_of([0, -5, 8], 0, period=3, lead=1, max_short=0)
    assert not check(one, {"order": [0], "remove": [0]}).feasible
    corrected = optgap.solve(
        instance_of([0, -5, 8], 0, period=2, lead=1, max_short=0), "minimum-stock", options=PERFECT
    )
    assert corrected.decision["order"][0] == 3
    assert corrected.details["short_days"] == 0


def replayed(s, stock, p, lead, days, last):
    """Return short days and machine-days of Algorithm 4 with perfect forecasts."""
    pl, B, short, held = {}, stock, 0, 0
    for day in range(days):
        if day % p == 0:
            removed, ordered = review(B, s, pl, day, p, lead, last)
            B -= max(0, min(removed, max(0, B)))
            pl[day + lead] = pl.get(day + lead, 0) + ordered
        B += pl.get(day, 0) - s[day]
        short += B < 0
        held += max(B, 0)
    return short, held


def test_the_printed_loop_is_short_or_dearer_most_of_the_time() -> None:
    rng = np.random.default_rng(5)
    shorter = dearer = 0
    for _ in range(500):
        p, lead = int(rng.integers(1, 5)), int(rng.integers(0, 5))
        days = 24
        s = dict(enumerate(rng.integers(-4, 5, days + p + lead + 1).tolist()))
        stock = int(rng.integers(0, 12))
        printed = replayed(s, stock, p, lead, days, 1)
        right = replayed(s, stock, p, lead, days, 0)
        shorter += printed[0] > right[0]
        dearer += printed[0] == right[0] and printed[1] > right[1]
    assert shorter > 100
    assert dearer > 100


@pytest.mark.erratum(
    paper="eigen",
    place="Algorithm 4, lines 16 and 21",
    printed="pl[T_c + l] ← the order.",
    wrong=(
        "What is due that day already is lost. Demand 0, 6, 0 with pl[1] = 4, l = 1, p = 2: 2 are "
        "ordered, after which pl[1] = 2, and the stock ends at -4."
    ),
    right="pl[T_c + l] += the order: the stock ends at 0.",
)
def test_erratum_an_order_replaces_what_is_due() -> None:
    s, pl = {0: 0, 1: 6, 2: 0}, {1: 4}
    removed, ordered = review(0, s, pl, 0, 2, 1)
    assert (removed, ordered) == (0, 2)
    assert ordered - 6 == -4  # as printed, pl[1] = 2
    one = instance_of([0, 6, 0], 0, lead=1, pipeline=(0, 4), max_short=0)
    outcome = optgap.solve(one, "minimum-stock", options=PERFECT)
    assert outcome.decision["order"][0] == 2
    assert outcome.details["stock_at_end"] == 0


@pytest.mark.parametrize(
    ("law", "all_together", "every_day"),
    [("standard_cauchy", 0.70, 0.28), ("laplace", 0.97, 0.46), ("standard_normal", 0.997, 0.55)],
)
def test_adding_daily_quantiles_covers_the_sum_of_cauchy_days_only(
    law: str, all_together: float, every_day: float
) -> None:
    """28 independent days with the 0.7 quantile each: their sum, and every sum on the way."""
    rng = np.random.default_rng(1)
    demand = getattr(rng, law)(size=(20_000, 28))
    quantile = float(np.quantile(getattr(rng, law)(size=400_000), 0.7))
    running = np.cumsum(demand, axis=1) <= quantile * np.arange(1, 29)
    assert running[:, -1].mean() == pytest.approx(all_together, abs=0.012)
    assert running.all(axis=1).mean() == pytest.approx(every_day, abs=0.02)
