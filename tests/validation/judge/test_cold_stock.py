"""The judge of cold_stock: one constraint at a time, and proofs that prove no more."""

import numpy as np
import pytest
from enumeration import families

import optgap
from optgap.instances.cold_stock import ColdStock, generate
from optgap.validation.judge import cold_stock

check = optgap.problem_named("cold_stock").judge
check_certificate = optgap.problem_named("cold_stock").check_certificate


def instance(**changes) -> ColdStock:
    fields = {
        "name": "x",
        "demand": [1, 1, 2, -3, 0, 2],
        "stock": 2,
        "period": 2,
        "lead": 1,
        "order_cost": 1,
        "removal_cost": 0.5,
        "max_short": 1,
    }
    return ColdStock(**{**fields, **changes})


def plan(order, remove=(0, 0, 0)) -> dict:
    return {"order": list(order), "remove": list(remove)}


def test_objective_and_details() -> None:
    """Stock 1, 2, 0, 3, 3, 0: order 2 on day 0, remove 1 on day 4."""
    verdict = check(instance(), plan([2, 0, 0], [0, 0, 1]))
    assert verdict.objective == (1 + 2 + 0 + 3 + 2 + 0) + 2 + 0.5
    assert verdict.details == {
        "short_days": 0,
        "largest_backlog": 0,
        "machine_days": 8,
        "ordered": 2,
        "removed": 1,
        "stock_at_end": 0,
    }


def test_the_pipeline_arrives_before_the_demand() -> None:
    early = instance(pipeline=(0, 0, 2), max_short=0)
    assert check(early, plan([0, 0, 0])).details["machine_days"] == 1 + 0 + 0 + 3 + 3 + 1


def test_remove() -> None:
    assert check(instance(max_short=6), plan([0, 0, 0], [2, 0, 0])).feasible
    verdict = check(instance(max_short=6), plan([0, 0, 0], [3, 0, 0]))
    assert families(verdict) == [("remove", "day 0")]
    assert verdict.violations[0].amount == 1
    owed = check(instance(max_short=6), plan([0, 0, 0], [2, 1, 0]))
    assert families(owed) == [("remove", "day 2")]


def test_a_removal_precedes_what_arrives_on_its_day() -> None:
    """Two machines come on day 2; on the evening before there is none to remove."""
    early = instance(pipeline=(0, 0, 2), max_short=6)
    assert families(check(early, plan([0, 0, 0], [0, 1, 0]))) == [("remove", "day 2")]


def test_late_order() -> None:
    assert check(instance(lead=1), plan([2, 0, 1])).feasible
    verdict = check(instance(lead=2), plan([2, 0, 1]))
    assert ("late-order", "day 4") in families(verdict)


def test_max_short() -> None:
    """Nothing is ordered: 1, 0, -2, 1, 1, -1."""
    verdict = check(instance(max_short=2), plan([0, 0, 0]))
    assert (verdict.details["short_days"], verdict.details["largest_backlog"]) == (2, 2)
    assert verdict.objective == 3
    assert families(check(instance(max_short=1), plan([0, 0, 0]))) == [("max_short", "all days")]
    priced = check(instance(max_short=None, short_cost=2.5), plan([0, 0, 0]))
    assert priced.objective == 3 + 2 * 2.5


def test_decimals_are_exact() -> None:
    """0.1 + 0.2 leaves nothing of 0.3, so that no day is short."""
    tenths = instance(demand=[0.1, 0.2, -0.3, 0.3, 0, 0], stock=0, max_short=0, lead=0)
    assert families(check(tenths, plan([0, 0, 0]))) == [("max_short", "all days")]
    back = instance(demand=[-0.3, 0.1, 0.2, 0, 0, 0], stock=0, max_short=0)
    verdict = check(back, plan([0, 0, 0]))
    assert verdict.feasible
    assert verdict.details["stock_at_end"] == 0


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        (None, "(document)"),
        ({"order": [0, 0, 0]}, "remove"),
        ({"order": [0, 0, 0], "remove": [0, 0, 0], "more": 1}, "more"),
        ({"order": 3, "remove": [0, 0, 0]}, "order"),
        ({"order": [0, 0], "remove": [0, 0, 0]}, "order"),
        ({"order": [0, 0, -1], "remove": [0, 0, 0]}, "order[2]"),
        ({"order": [0, 0, 1.0], "remove": [0, 0, 0]}, "order[2]"),
        ({"order": [0, 0, True], "remove": [0, 0, 0]}, "order[2]"),
        ({"order": [0, 0, 0], "remove": [0, "1", 0]}, "remove[1]"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(instance(), decision)) == [("decision", where)]


def test_a_table_proves_the_optimum_and_no_more() -> None:
    best = optgap.solve(instance(), "dp", gap=0).objective
    assert check_certificate(instance(), {"kind": "table"}, best) == []
    assert check_certificate(instance(), {"kind": "table"}, best - 1) == []
    assert (
        "claimed bound" in check_certificate(instance(), {"kind": "table"}, best + 0.5)[0].message
    )


def test_levels_prove_only_where_inevitable_days_alone_are_short() -> None:
    none = instance(max_short=0)
    best = optgap.solve(none, "dp", gap=0)
    assert best.certificate == {"kind": "levels"}
    assert check_certificate(none, best.certificate, best.objective + 0.5)
    assert check_certificate(instance(), {"kind": "levels"}, 0.0)


def test_levels_leave_out_inevitable_days() -> None:
    """Day 0 is short whatever is ordered, at a cost of 2.5; the table proves the same."""
    late = instance(stock=0, short_cost=2.5)
    best = optgap.solve(late, "dp", gap=0)
    for kind in ("levels", "table"):
        assert check_certificate(late, {"kind": kind}, best.objective) == []
        assert check_certificate(late, {"kind": kind}, best.objective + 0.5)


@pytest.mark.parametrize("holding", [1, 3])
def test_idle_machines_are_held_in_parts(holding: int) -> None:
    """Demand in halves; each machine on its own costs what the table says."""
    halves = instance(demand=[1, 0.5, 1.5, -3, 0.5, 2], holding_cost=holding, max_short=0)
    best = optgap.solve(halves, "dp", gap=0).objective
    for kind in ("levels", "table"):
        assert check_certificate(halves, {"kind": kind}, best) == []
        assert check_certificate(halves, {"kind": kind}, best + 0.5)


def test_sums_must_stay_below_what_stands_for_never(monkeypatch) -> None:
    """7 stocks of at most 2 and 1 more, twice, at 1 + 2 + 2 + 1 halves."""
    best = optgap.solve(instance(), "dp", gap=0).objective
    monkeypatch.setattr(cold_stock, "NEVER", 7 * 2 * 3 * 6 + 1)
    assert check_certificate(instance(), {"kind": "table"}, best) == []
    monkeypatch.setattr(cold_stock, "NEVER", 7 * 2 * 3 * 6)
    assert "too large" in check_certificate(instance(), {"kind": "table"}, best)[0].message


def test_what_is_too_large_is_not_re_checked(monkeypatch) -> None:
    fine = {"kind": "price", "price": 1.1e-17}  # no common unit with costs of halves is larger
    assert "numbers are too large" in check_certificate(instance(), fine, 1.0)[0].message
    monkeypatch.setattr(cold_stock, "MOST_ENTRIES", 10)
    (fault,) = check_certificate(instance(), {"kind": "table"}, 1.0)
    assert "table is too large" in fault.message


def test_inevitable() -> None:
    late = instance(stock=0, max_short=0)
    assert check_certificate(late, {"kind": "inevitable"}, None) == []
    assert check_certificate(late, {"kind": "inevitable"}, 1.0)
    assert check_certificate(instance(), {"kind": "inevitable"}, None)
    outcome = optgap.solve(late, "exact")
    assert (outcome.status, outcome.certificate) == ("infeasible", {"kind": "inevitable"})


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"kind": "trust me"},
        {"kind": "table", "more": 1},
        {"kind": "price"},
        {"kind": "price", "price": -1},
        {"kind": "price", "price": float("nan")},
        {"kind": "price", "price": float("inf")},
        {"kind": "price", "price": True},
        {"kind": "price", "price": "1"},
        {"kind": "inevitable"},
        {"kind": "levels"},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(instance(), forged, 1.0)


def test_a_price_proves_nothing_without_a_limit() -> None:
    free = instance(max_short=None, short_cost=3.0)
    best = optgap.solve(free, "dp", gap=0)
    assert best.certificate == {"kind": "price", "price": 0.0}
    assert check_certificate(free, {"kind": "price", "price": 1.0}, 0.0)
    assert check_certificate(free, best.certificate, best.objective + 0.5)


@pytest.mark.parametrize("shape", ["turning", "increasing", "fluctuating", "decreasing"])
def test_generated_demand_is_whole_and_seeded(shape: str) -> None:
    made = generate(4, shape=shape, days=120)
    assert made == generate(4, shape=shape, days=120)
    assert made != generate(5, shape=shape, days=120)
    assert (made.demand == np.round(made.demand)).all()
    calm = generate(4, shape=shape, days=120, noise=0.0, bursts=0.0)
    total = {"increasing": 60, "decreasing": -60}.get(shape)
    assert total is None or abs(calm.demand.sum() - total) < 8


def test_laws_and_settings() -> None:
    for law in ("cauchy", "laplace", "normal"):
        assert generate(1, law=law, days=20, lead=3).days == 20
    with pytest.raises(optgap.InputError, match="history"):
        generate(1, history=5)


def test_all_faults_of_a_file_are_found_at_once() -> None:
    with pytest.raises(optgap.InputError) as caught:
        ColdStock(
            name="x",
            demand=[1, float("nan"), 2],
            stock=-1,
            period=0,
            lead=1,
            pipeline=[0, -1],
            forecasts={"quantiles": [0.7, 0.5, 1.0], "demand": [[[0]]]},
        )
    places = [fault.place for fault in caught.value.faults]
    assert set(places) == {
        *("demand[1]", "stock", "period", "pipeline[1]", "max_short"),
        *("forecasts.quantiles[1]", "forecasts.quantiles[2]"),
    }
