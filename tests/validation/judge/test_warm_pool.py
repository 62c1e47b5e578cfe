"""The judge of warm_pool: one constraint at a time, and proofs that prove no more."""

from itertools import product

import pytest
from enumeration import families

import optgap
from optgap.instances.warm_pool import WarmPool, generate
from optgap.validation.judge import warm_pool

check = optgap.problem_named("warm_pool").judge
check_certificate = optgap.problem_named("warm_pool").check_certificate


def instance(**changes) -> WarmPool:
    fields = {
        "name": "x",
        "allocated": [20, 25, 38, 12, 15],
        "machine_size": 10,
        "configured": 3,
        "max_up": 2,
        "max_down": 1,
        "configure_cost": 4,
        "max_short": 1,
    }
    return WarmPool(**{**fields, **changes})


def judged(machines, **changes):
    return check(instance(**changes), {"machines": machines})


def test_objective_and_details() -> None:
    """Warm 10, 5, 2, 28, 15; one machine configured."""
    verdict = judged([3, 3, 4, 4, 3])
    assert verdict.objective == 10 + 5 + 2 + 28 + 15 + 4
    details = verdict.details
    assert (details["short_ticks"], details["warm_memory"], details["machine_ticks"]) == (0, 60, 17)
    ratios = (30 / 20 + 30 / 25 + 40 / 38 + 40 / 12 + 30 / 15) / 5
    assert details["configured_over_used"] == pytest.approx(ratios, abs=1e-6)


def test_lead() -> None:
    assert judged([3, 3, 4, 4, 3]).feasible
    assert families(judged([4, 3, 4, 4, 3])) == [("lead", "tick 0")]
    assert families(judged([3, 4, 4, 4, 3], lead=2)) == [("lead", "tick 1")]


def test_ramp() -> None:
    assert judged([3, 5, 5, 4, 3]).feasible
    assert families(judged([3, 6, 5, 4, 3])) == [("ramp", "tick 1")]
    assert families(judged([3, 5, 5, 3, 3])) == [("in-use", "tick 3"), ("ramp", "tick 3")][::-1]


def test_machines_in_use_are_not_given_back() -> None:
    """Tick 2 needs 4; after it 4 stay, even though tick 3 needs 2."""
    assert judged([3, 3, 4, 4, 3]).feasible
    assert families(judged([3, 3, 4, 3, 3])) == [("in-use", "tick 3")]
    assert judged([3, 3, 4, 3, 3]).violations[0].amount == 1


def test_after_a_short_tick_all_stay() -> None:
    assert judged([3, 3, 3, 3, 2]).feasible
    assert families(judged([3, 3, 3, 2, 2])) == [("in-use", "tick 3")]


def test_max_short() -> None:
    assert judged([3, 3, 3, 3, 2]).details["short_ticks"] == 1
    assert families(judged([3, 3, 3, 3, 2], max_short=0)) == [("max_short", "all ticks")]
    priced = judged([3, 3, 3, 3, 2], max_short=None, short_cost=100)
    assert priced.objective == judged([3, 3, 3, 3, 2]).objective + 100


def test_as_much_as_a_machine_holds_is_not_short() -> None:
    """Three tenths fit on three machines of 0.1."""
    exact = WarmPool(name="x", allocated=[0.3, 0.3], machine_size=0.1, max_short=0)
    assert exact.needed.tolist() == [3, 3]
    assert check(exact, {"machines": [3, 3]}).objective == 0


@pytest.mark.parametrize(
    ("decision", "where"),
    [
        ([], "(document)"),
        ({}, "machines"),
        ({"machines": 3}, "machines"),
        ({"machines": [3, 3, 4, 4]}, "machines"),
        ({"machines": [3, 3, 4, 4.0, 3]}, "machines[3]"),
        ({"machines": [3, 3, 4, -4, 3]}, "machines[3]"),
        ({"machines": [3, 3, 4, 4, 3], "more": 0}, "more"),
    ],
)
def test_malformed_decision(decision, where: str) -> None:
    assert families(check(instance(), decision)) == [("decision", where)]


def test_a_table_proves_the_optimum_and_no_more() -> None:
    best = optgap.solve(instance(), "dp", gap=0)
    assert best.certificate == {"kind": "table"}
    assert check_certificate(instance(), best.certificate, best.objective) == []
    assert check_certificate(instance(), best.certificate, best.objective + 0.5)


def test_an_envelope_proves_only_where_configuring_is_free() -> None:
    free = instance(configure_cost=0, max_short=0)
    best = optgap.solve(free, "dp", gap=0)
    assert best.certificate == {"kind": "envelope"}
    assert check_certificate(free, best.certificate, best.objective + 0.5)
    assert check_certificate(instance(max_short=0), {"kind": "envelope"}, 0.0)
    assert check_certificate(free.model_copy(update={"max_short": 1}), {"kind": "envelope"}, 0.0)


@pytest.mark.parametrize("most_short", [0, 2, 3])
def test_a_table_counts_short_ticks(most_short: int) -> None:
    """Its bound is the optimum of all plans, enumerated, with at most so many short ticks."""
    made = instance(max_short=most_short)
    plans = product(range(6), repeat=len(made.allocated))
    verdicts = (check(made, {"machines": list(plan)}) for plan in plans)
    least = min(each.objective for each in verdicts if each.feasible)
    assert check_certificate(made, {"kind": "table"}, least) == []
    assert check_certificate(made, {"kind": "table"}, least + 0.01)


def test_an_envelope_without_ramps_is_what_is_needed() -> None:
    free = instance(configure_cost=0, max_short=0, max_up=None, max_down=None)
    warm = 10 + 5 + 2 + 28 + 5  # four machines stay for a tick
    assert check_certificate(free, {"kind": "envelope"}, warm) == []
    assert check_certificate(free, {"kind": "envelope"}, warm + 0.5)


def test_an_envelope_counts_inevitable_ticks() -> None:
    """Three machines are missing in tick 0, whatever is configured."""
    late = instance(allocated=[40, 10], configured=1, configure_cost=0, short_cost=7, lead=1)
    assert check_certificate(late, {"kind": "envelope"}, 7.0) == []
    assert check_certificate(late, {"kind": "envelope"}, 7.5)


@pytest.mark.parametrize(("needed", "is_late"), [(3, False), (4, True), (6, True)])
def test_a_tick_is_late_beyond_the_reach_of_the_ramp(needed: int, is_late: bool) -> None:
    """Two more than one machine can be there in tick 1."""
    steep = instance(allocated=[10, 10 * needed], configured=1, max_short=0)
    assert bool(check_certificate(steep, {"kind": "inevitable"}, None)) != is_late


def test_sums_must_stay_below_what_stands_for_never(monkeypatch) -> None:
    """In each of 5 ticks 4 machines cost at most 10 of warm memory and 4 to configure."""
    best = optgap.solve(instance(), "dp", gap=0).objective
    monkeypatch.setattr(warm_pool, "NEVER", 5 * 4 * (10 + 4) + 1)
    assert check_certificate(instance(), {"kind": "table"}, best) == []
    monkeypatch.setattr(warm_pool, "NEVER", 5 * 4 * (10 + 4))
    assert "too large" in check_certificate(instance(), {"kind": "table"}, best)[0].message


def test_numbers_that_are_too_large_are_not_re_checked() -> None:
    (fault,) = check_certificate(instance(), {"kind": "price", "price": 1.1e-17}, 1.0)
    assert "numbers are too large" in fault.message


def test_several_machines_are_configured_at_once() -> None:
    """Three more at 4 each, and 0 of warm memory."""
    jump = WarmPool(
        name="x", allocated=[10, 40], machine_size=10, configured=1, configure_cost=4, max_short=0
    )
    assert check_certificate(jump, {"kind": "table"}, 12.0) == []
    assert check_certificate(jump, {"kind": "table"}, 12.5)


def test_an_envelope_of_many_inevitable_ticks() -> None:
    made = WarmPool(
        name="x", allocated=[20] * 300, machine_size=10, configured=0, lead=299, max_short=299
    )
    outcome = optgap.solve(made, "dp")
    assert outcome.certificate == {"kind": "envelope"} and outcome.status == "optimal"


def test_inevitable() -> None:
    steep = optgap.load("warm_pool/too-steep")
    assert check_certificate(steep, {"kind": "inevitable"}, None) == []
    assert check_certificate(steep, {"kind": "inevitable"}, 1.0)
    assert check_certificate(instance(), {"kind": "inevitable"}, None)
    for method in ("exact", "dp", "es", "best-constant-margin"):
        outcome = optgap.solve(steep, method)
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
        {"kind": "price", "price": "1"},
        {"kind": "inevitable"},
        {"kind": "envelope"},
    ],
)
def test_forged_certificate(forged: dict) -> None:
    assert check_certificate(instance(), forged, 1.0)


def test_generated_memory_is_whole_and_seeded() -> None:
    made = generate(3, ticks=288)
    assert made == generate(3, ticks=288)
    assert made != generate(4, ticks=288)
    assert (made.allocated % 1 == 0).all()
    shifted = generate(3, ticks=288, regime="shift")
    assert shifted.allocated[-48:].mean() > made.allocated[-48:].mean()
