"""The judge of consolidation: one constraint at a time, and every kind of proof."""

import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from small_clusters import PINNED, RUNNING, ZONES, three_machines, two_devices

import optgap
from optgap.instances.consolidation import Consolidation
from optgap.validation.judge.consolidation import packing
from optgap.validation.judge.consolidation.packing import PackingInUnits
from optgap.validation.judge.proofs.claims import TooLargeError
from optgap.validation.judge.proofs.load_table import Shelf, Thing

check = optgap.problem_named("consolidation").judge
check_certificate = optgap.problem_named("consolidation").check_certificate


def broken(instance: Consolidation, **machine: str) -> list[str]:
    return [v.constraint for v in check(instance, {"machine": machine}).violations]


def test_decimals_are_added_as_written() -> None:
    """0.7 of 10 holds 4.1 + 2.9 (more in floating point), and not a hundredth of a unit more."""
    assert broken(three_machines(), a="m1", b="m1", new="m3") == []
    assert broken(three_machines(), a="m1", b="m1", new="m1") == ["capacity"]
    verdict = check(three_machines(), {"machine": {"a": "m1", "b": "m1", "new": "m1"}})
    assert str(verdict.violations[0]) == (
        "capacity at m1: its 3 items need 7.1 of memory, but at most 7 may be used"
    )


def test_the_budget_counts_what_ends_elsewhere() -> None:
    just = three_machines(migration_budget=0.3)
    below = three_machines(migration_budget=0.29)
    moved = {"a": "m2", "b": "m1", "new": "m1"}
    assert broken(just, **moved) == []
    assert broken(below, **moved) == ["migration_budget"]
    assert broken(three_machines(migration_budget=0), a="m1", b="m2", new="m3") == []


def test_empty_machines_are_for_requests_unless_said_otherwise() -> None:
    assert broken(three_machines(), a="m3", b="m2", new="m2") == ["empty_machines"]
    assert broken(three_machines(empty_machines="any"), a="m3", b="m2", new="m2") == []


def test_allowed_machines_say_where_an_item_may_be_sent() -> None:
    items = [
        {"name": "a", "demand": [1, 1], "machine": "m1", "allowed_machines": ["m2"]},
        {"name": "b", "demand": [1, 1], "machine": "m2"},
    ]
    tied = three_machines(items=items, empty_machines="any")
    assert broken(tied, a="m1", b="m1") == []
    assert broken(tied, a="m2", b="m1") == []
    assert broken(tied, a="m3", b="m3") == ["allowed_machines"]


@pytest.mark.parametrize(
    "decision",
    [
        {},
        {"machine": []},
        {"machine": {"a": "m1", "b": "m2"}},
        {"machine": {"a": "m1", "b": "m2", "new": "m9"}},
        {"machine": {"a": "m1", "b": "m2", "new": 3}},
        {"machine": {"a": "m1", "b": "m2", "new": "m1", "old": "m1"}},
    ],
)
def test_malformed_decisions(decision: object) -> None:
    assert {v.constraint for v in check(three_machines(), decision).violations} == {"decision"}


def test_details() -> None:
    details = check(three_machines(), {"machine": {"a": "m1", "b": "m1", "new": "m3"}}).details
    assert details["emptied"] == 1
    assert details["opened"] == 1
    assert details["moves"] == 1
    assert details["cost"] == 0.2
    assert details["allocation"] == {"memory": 0.355, "disk": 0.15}


def faults(name: str, certificate: dict[str, object], bound: float | None) -> list[str]:
    given = optgap.load(f"consolidation/{name}")
    return [v.message for v in check_certificate(given, certificate, bound)]


def test_weights() -> None:
    """16 of memory on machines of 10 need two machines."""
    assert faults("exchange", {"kind": "weights", "weights": [1, 0]}, 2) == []
    assert faults("exchange", {"kind": "weights", "weights": [1, 0]}, 3) == [
        "it proves 2.0, but the claimed bound is 3"
    ]
    assert faults("exchange", {"kind": "weights", "weights": [1, -1]}, 2) != []
    assert faults("exchange", {"kind": "weights", "weights": [1]}, 2) != []
    assert faults("exchange", {"kind": "weights", "weights": [1, 1]}, None) == [
        "it proves 2.0, but the claim is no bound"
    ]


def test_threshold() -> None:
    """a1 and a2 count a half each, c 0.4 of a machine: two machines at least."""
    proof = {"kind": "threshold", "resource": "memory", "threshold": 4}
    assert faults("exchange", proof, 2) == []
    assert faults("exchange", proof, 3) != []
    assert faults("exchange", {**proof, "threshold": 6}, 1) != []
    assert faults("exchange", {**proof, "threshold": 0}, 1) != []


def test_budget_proof() -> None:
    """A budget of 2 empties one machine: c's for 1, and not a second one for 2."""
    assert faults("no-budget-for-exchange", {"kind": "budget"}, 2) == []
    assert faults("no-budget-for-exchange", {"kind": "budget"}, 3) != []


def test_homeless_and_unknown_proofs() -> None:
    assert faults("item-too-large", {"kind": "homeless", "item": "big"}, None) == []
    assert faults("item-too-large", {"kind": "homeless", "item": "ok"}, None) != []
    assert faults("item-too-large", {"kind": "homeless", "item": "ok"}, 1) != []
    assert faults("item-too-large", {"kind": "homeless", "item": "no"}, None) != []
    assert faults("item-too-large", {"kind": "magic"}, None) != []
    assert faults("item-too-large", {"kind": "homeless"}, None) != []


def test_numbers_beyond_exact_integers_are_too_large_to_re_check() -> None:
    """The proof is then the solver's word; it is not a defect of the method."""
    with pytest.raises(TooLargeError, match="too large"):
        Shelf((10**30,), [Thing((1,), 1, 1)]).best((10**30,), [])
    with pytest.raises(TooLargeError, match="too large"):
        Shelf((1,), [Thing((1,), 2**61, 1)])


def test_a_count_of_machines_that_are_free_denies_no_plan() -> None:
    """Three machines are needed and three are there, for a price of 1: two of them cost nothing."""
    free = three_machines(
        resources=["memory"],
        objective="price",
        machines=[{"name": f"m{j}", "capacity": [1], "price": int(j == 0)} for j in range(3)],
        items=[{"name": f"i{k}", "demand": [1], "machine": f"m{k}"} for k in range(3)],
        migration_budget=0,
    )
    assert check(free, {"machine": {f"i{k}": f"m{k}" for k in range(3)}}).objective == 1
    size = {"thresholds": {"memory": 0.5}, "resource": "memory"}
    for proof in (
        {"kind": "threshold", "resource": "memory", "threshold": 0.5},
        {"kind": "thresholds", **size},
        {"kind": "budget"},
    ):
        (fault,) = check_certificate(free, proof, None)
        assert "counts machines" in fault.message


def test_the_charges_of_a_rule_are_stated_once() -> None:
    """Named twice, 0 and 00, charges that each sum to 0 would together sum to more."""
    items = [
        {"name": f"{zone}{k}", "demand": [1], "allowed_machines": [zone]}
        for zone in "abcd"
        for k in range(3)
    ]
    zones = [{"name": zone, "capacity": [10], "labels": {"zone": zone}} for zone in "abcd"]
    spread = {"kind": "spread", "items": [item["name"] for item in items], "level": "zone"}
    even = three_machines(resources=["memory"], machines=zones, items=items, rules=[spread])
    assert broken(even, **{item["name"]: item["allowed_machines"][0] for item in items}) == []
    charges = {"0": {"a": -30.0, "b": 10.0, "c": 10.0, "d": 10.0}, "00": {"a": 0.0}}
    proof = {"kind": "class-prices", "class": [0] * 4, "price": [[0.0]], "rules": charges}
    (fault,) = check_certificate(even, proof, None)
    assert "appears twice" in fault.message


def test_charges_of_any_rule_count() -> None:
    zones = [{"name": zone, "capacity": [10], "labels": {"zone": zone}} for zone in "ab"]
    items = [{"name": f"i{k}", "demand": [1]} for k in range(4)]
    rules = [{"kind": "spread", "items": pair, "level": "zone"} for pair in (["i0"], ["i1", "i2"])]
    ruled = three_machines(resources=["memory"], machines=zones, items=items, rules=rules)
    proof = {"kind": "class-prices", "class": [0] * 2, "price": [[0.0]]}
    for number, words in (("0", []), ("1", []), ("2", ["rule 2 does not exist"])):
        charges = {number: {"a": -1.0, "b": 1.0} if number == "1" else {"a": 0.0}}
        faults = check_certificate(ruled, {**proof, "rules": charges}, 0.0)
        assert [word in str(fault) for word, fault in zip(words, faults, strict=True)] == [
            True for _ in words
        ]


def test_a_spread_that_is_uneven_now_may_not_become_worse() -> None:
    """Zone a has 3 items more than zone b, and no item comes: 4 more are one too many."""
    zones = [{"name": zone, "capacity": [10], "labels": {"zone": zone}} for zone in "abc"]
    now = dict(zip([f"i{k}" for k in range(7)], "aaaabcc", strict=True))
    items = [{"name": name, "demand": [1], "machine": zone} for name, zone in now.items()]
    spread = {"kind": "spread", "items": list(now), "level": "zone"}
    ruled = three_machines(resources=["memory"], machines=zones, items=items, rules=[spread])
    assert broken(ruled, **now) == []
    messages = [fault.message for fault in check(ruled, {"machine": {**now, "i4": "c"}}).violations]
    assert "a has 4 items, but the emptiest has 0" in messages


def test_skewness_is_the_angle_between_free_shares_and_the_diagonal() -> None:
    machine, item = {"name": "m", "capacity": [10, 10]}, {"name": "i", "demand": [5, 1]}
    alone = three_machines(resources=["cpu", "memory"], machines=[machine], items=[item])
    angle = math.acos((0.5 + 0.9) / (math.hypot(0.5, 0.9) * math.sqrt(2)))
    assert check(alone, {"machine": {"i": "m"}}).details["skewness"] == round(angle, 6)


def test_kept_machines_may_hold_more_than_is_needed() -> None:
    machines = [{"name": "m1", "capacity": [10], "keep": True}, {"name": "m2", "capacity": [5]}]
    kept = three_machines(
        resources=["cpu"], machines=machines, items=[{"name": "i", "demand": [2]}]
    )
    assert PackingInUnits(kept).covered(2, [10, 5]) == 1


def test_several_rules_bind_to_the_same_domains() -> None:
    """No item without a zone may move to a machine without one, by either of two rules."""
    labels = ({"zone": "a"}, {"zone": "b"}, {})
    machines = [{"name": f"m{k}", "capacity": [9], "labels": each} for k, each in enumerate(labels)]
    items = [{"name": name, "demand": [1]} for name in "abc"]
    rules = [{"kind": "spread", "items": pair, "level": "zone"} for pair in (["a"], ["b"])]
    bound = three_machines(resources=["memory"], machines=machines, items=items, rules=rules)
    names = PackingInUnits(bound).may
    assert names == [frozenset({"m0", "m1"})] * 2 + [frozenset({"m0", "m1", "m2"})]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_offers_are_as_many_as_items_whatever_is_left_out(number: int) -> None:
    waiting = [{"name": f"w{k}", "demand": [5], "optional": True} for k in range(2)]
    offered = three_machines(
        resources=["memory"],
        objective="price",
        machines=[{"name": "m", "capacity": [1], "price": 1}],
        items=[{"name": "a", "demand": [5]}, *waiting],
        offers=[{"type": "o", "capacity": [10], "price": 1, "at_most": 3}],
    )
    assert broken(offered, a=f"o#{number}") == ([] if number <= 3 else ["decision"])


@pytest.mark.parametrize(
    ("rule", "inside", "outside", "message"),
    [
        ({"kind": "apart", "items": "abcd", "at_most": 2}, "22334", "22234",
         "3 of its items are in m2, but at most 2 may be: a, b, c"),
        ({"kind": "apart", "items": "abcde"}, "11114", "22222",
         "5 of its items are in m2, but at most 1 may be: a, b, c and 2 more"),
        ({"kind": "not_with", "items": "a", "others": "bc", "level": "zone"}, "13334", "23334",
         None),
        ({"kind": "not_with", "items": "a", "others": "bc"}, "11111", "21311", None),
        ({"kind": "with", "items": "ab", "others": "c", "level": "zone"}, "12233", "13233",
         "b is on m3, without any of c"),
        ({"kind": "with", "items": "ab", "others": "abc"}, "22344", "24344",
         "a is on m2, without any of a, b, c"),
        ({"kind": "with", "items": "a", "others": "b", "level": "zone"}, "11111", "41111",
         "a is on m4, without any of b"),
        ({"kind": "with", "items": "a", "others": "a", "level": "zone"}, "21111", "41111",
         "a is on m4, without any of a"),
        ({"kind": "with", "items": "e", "others": "a", "level": "zone"}, "11114", "31111",
         "e is on m1, without any of a"),
        ({"kind": "spread", "items": "abcd", "level": "zone"}, "11331", "11231",
         "x has 3 items, but the emptiest has 1"),
        ({"kind": "spread", "items": "abc", "level": "zone", "max_skew": 2}, "12311", "22211",
         "x has 3 items, but the emptiest has 0"),
        ({"kind": "spread", "items": "ab", "level": "zone"}, "13111", "43111",
         "a moves to m4, which is in no domain"),
        ({"kind": "spread", "items": "ab", "level": "zone", "domains": ["y"]}, "13111", "21111",
         "a moves to m2, which is in no domain"),
        ({"kind": "spread", "items": "abc", "level": "zone", "max_skew": 3}, "12111", "12111",
         None),
        ({"kind": "at_once", "items": "ab", "at_most": 0}, "11222", "12222",
         "b moves, but no item may move"),
        ({"kind": "at_once", "items": "ab", "at_most": 1}, "22222", "22222", None),
    ],
)  # fmt: skip
def test_rules_just_inside_and_just_outside(
    rule: dict, inside: str, outside: str, message: str | None
) -> None:
    """A plan lists the machines of a to e, of which e runs on m4 now, all others on m1."""
    rule = {
        key: list(value) if key in ("items", "others") else value for key, value in rule.items()
    }
    ruled = three_machines(
        resources=["cpu"], machines=ZONES, items=RUNNING, rules=[rule], empty_machines="any"
    )

    def found(plan: str) -> list[tuple[str, str]]:
        machine = {name: f"m{number}" for name, number in zip("abcde", plan, strict=True)}
        return [(v.constraint, v.message) for v in check(ruled, {"machine": machine}).violations]

    assert found(inside) == []
    if message is not None:
        assert (rule["kind"], message) in found(outside)
    assert {kind for kind, _ in found(outside)} <= {rule["kind"]}


def test_what_waits_alone_and_what_is_fixed_stays() -> None:
    items = [
        {"name": "a", "demand": [1, 1], "machine": "m1", "fixed": True},
        *({"name": name, "demand": [1, 1], "optional": True} for name in "bc"),
    ]
    tied = three_machines(items=items)
    assert broken(tied, a="m1") == broken(tied, a="m1", b="(waits) b#1", c="m1") == []
    assert broken(tied, a="m2", b="m2") == ["empty_machines", "fixed"]
    verdict = check(tied, {"machine": {"a": "m1", "b": "(waits) c#1"}})
    assert (
        str(verdict.violations[0]) == "decision at machine.b: is the waiting place of another item"
    )
    may = packing.PackingInUnits(tied).may
    assert [sorted(each - {"m1", "m2", "m3"}) for each in may] == [
        [],
        ["(waits) b#1"],
        ["(waits) c#1"],
    ]
    without = check(tied, {"machine": {"a": "m1", "c": "m1"}})
    assert (without.details["left_out"], without.objective) == (["b"], 1 + 4)


def drawn_shares() -> Iterator[tuple[list[int], int]]:
    """Yield tenths of devices, and how many devices there are."""
    yield [7, 7, 4, 2], 2
    yield [10, 10], 1
    rng = random.Random(1)
    for _ in range(60):
        parts = [rng.choice((1, 2, 3, 4, 6, 6, 7)) for _ in range(rng.randint(0, 6))]
        yield [*parts, *[10] * rng.randint(0, 1)], rng.randint(1, 4)


@pytest.mark.parametrize(("tenths", "devices"), list(drawn_shares()))
def test_shares_fit_where_some_order_fills_the_devices(
    tenths: list[int], devices: int, monkeypatch
) -> None:
    wanted = [Fraction(part, 10) for part in tenths]

    def first_fit(order: tuple[Fraction, ...]) -> bool:
        rooms = [Fraction(1)] * devices
        for size in order:
            place = next((k for k, room in enumerate(rooms) if room >= size), None)
            if place is None:
                return False
            rooms[place] -= size
        return True

    expected = any(map(first_fit, set(itertools.permutations(wanted))))
    assert packing.shares_fit(wanted, devices) == expected
    monkeypatch.setattr(packing, "MOST_STATES", 0)
    assert packing.shares_fit(wanted, devices) in (expected, None)


def test_shares_of_devices_are_judged(monkeypatch) -> None:
    """Two shares of 0.6 take a device each, so that the third one needs another machine."""
    assert broken(two_devices(), i0="m1", i1="m1", i2="m0") == []
    assert broken(two_devices(items=PINNED[:2], empty_machines="any"), i0="m0", i1="m1") == [
        "fixed"
    ]
    full = {"machine": dict.fromkeys(("i0", "i1", "i2"), "m1")}
    assert str(check(two_devices(), full).violations[0]) == (
        "devices at m1: 3 of 0.6 of gpu do not fit into 2 devices"
    )
    mixed = [{"name": f"i{k}", "demand": [(k + 1) / 10]} for k in range(6)]
    plan = {"machine": {f"i{k}": "m1" for k in (1, 3, 5)} | {f"i{k}": "m0" for k in (0, 2, 4)}}
    assert check(two_devices(items=mixed), plan).feasible
    monkeypatch.setattr(packing, "MOST_STATES", 0)
    late = check(two_devices(items=mixed), plan).violations
    assert [(v.constraint, v.message[:35]) for v in late] == [
        ("devices", "it takes too long to find out whether"[:35])
    ] * len(late)
    assert late
