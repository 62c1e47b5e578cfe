"""The judge of consolidation's rules: each rule just kept and just broken, and what may stay."""

from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation

check = optgap.problem_named("consolidation").judge


def cluster(*rules: dict[str, Any], homes: str = "1234", **changes: Any) -> Consolidation:
    """Items a, b, c, d on machines m1 to m4 in the zones x, x, y and (m4) none."""
    zones: list[dict[str, str] | None] = [{"zone": "x"}, {"zone": "x"}, {"zone": "y"}, None]
    items = [
        {"name": name, "demand": [1], **({} if home == "-" else {"machine": f"m{home}"})}
        for name, home in zip("abcd", homes, strict=True)
    ]
    document = {
        "name": "x",
        "resources": ["cpu"],
        "machines": [
            {"name": f"m{j + 1}", "capacity": [4], **({"labels": zone} if zone else {})}
            for j, zone in enumerate(zones)
        ],
        "items": items,
        "rules": list(rules),
        "empty_machines": "any",
    }
    return Consolidation.model_validate({**document, **changes})


def broken(instance: Consolidation, machines: str) -> list[str]:
    decision = {n: f"m{m}" for n, m in zip("abcd", machines, strict=True)}
    return [v.constraint for v in check(instance, {"machine": decision}).violations]


APART = {"kind": "apart", "items": ["a", "b", "c"], "at_most": 1}
ZONES_APART = {"kind": "apart", "items": ["a", "c", "d"], "level": "zone"}
NOT_WITH = {"kind": "not_with", "items": ["a"], "others": ["b", "c"], "level": "machine"}
WITH = {"kind": "with", "items": ["a"], "others": ["c"], "level": "zone"}
SPREAD = {"kind": "spread", "items": ["a", "b", "c"], "level": "zone", "max_skew": 1}


@pytest.mark.parametrize(
    ("rule", "homes", "machines", "found"),
    [
        (APART, "1234", "1231", []),
        (APART, "1234", "1134", ["apart"]),
        (APART, "1134", "1134", []),  # broken now, nobody moves
        (APART, "1134", "1131", []),  # d is none of them
        (APART, "1134", "1114", ["apart"]),
        (APART, "1114", "1134", []),  # c leaves, the others stay broken
        (ZONES_APART, "1234", "3214", ["apart"] * 0),  # a to y, c to x: one each
        (ZONES_APART, "1234", "1214", ["apart"]),
        (ZONES_APART, "1234", "4244", []),  # m4 is in no zone
        (NOT_WITH, "1234", "3244", []),
        (NOT_WITH, "1234", "2234", ["not_with"]),
        (NOT_WITH, "1234", "1134", ["not_with"]),
        (NOT_WITH, "1134", "1134", []),
        (WITH, "3334", "3334", []),
        (WITH, "3334", "1334", ["with"]),
        (WITH, "3334", "3314", ["with"]),  # c leaves a behind
        (WITH, "3334", "1324", []),  # both go to x
        (WITH, "1234", "1234", []),  # apart now, and nobody moves
        (WITH, "1234", "2234", ["with"]),  # it moves, and is still without c
        (WITH, "1234", "1224", []),
        (WITH, "1234", "4234", ["with"]),  # m4 is in no zone
        (SPREAD, "1234", "1234", []),
        (SPREAD, "1234", "1214", ["spread"]),  # 3 in x, none in y
        (SPREAD, "1114", "1114", []),  # broken now
        (SPREAD, "1114", "1124", ["spread"]),  # a move within the zone meets the rule anew
        (SPREAD, "1114", "1134", []),
        (SPREAD, "1234", "1244", ["spread", "spread"]),  # in no zone, and y is left empty
    ],
)
def test_each_rule_on_either_side(
    rule: dict[str, Any], homes: str, machines: str, found: list[str]
) -> None:
    assert broken(cluster(rule, homes=homes), machines) == found


def test_a_domain_listed_counts_though_it_is_empty() -> None:
    rule = {**SPREAD, "items": ["a", "b"], "domains": ["x", "y"]}
    assert broken(cluster(rule, homes="1134"), "1134") == []
    assert broken(cluster(rule, homes="--34"), "1134") == ["spread"]
    assert broken(cluster({**rule, "domains": ["x"]}, homes="--34"), "1134") == []


def test_a_skew_that_nobody_touches_may_stay_and_not_grow() -> None:
    """x has 2 more than y and nobody comes to x; then y loses its last."""
    rule = {"kind": "spread", "items": ["a", "b", "c", "d"], "level": "zone"}
    wide = cluster(rule, homes="1113")
    assert broken(wide, "1113") == []
    assert broken(wide, "1114") == ["spread", "spread"]  # d is nowhere, and x is 3 ahead


def test_fixed_items_and_budgets_of_none() -> None:
    fixed = cluster(items=[{"name": n, "demand": [1], "machine": "m1"} for n in "abc"]
                    + [{"name": "d", "demand": [1], "machine": "m4", "fixed": True}])  # fmt: skip
    assert broken(fixed, "1114") == []
    assert broken(fixed, "1111") == ["fixed"]
    never = cluster({"kind": "at_once", "items": ["a", "b"], "at_most": 0})
    assert broken(never, "1244") == []
    assert broken(never, "1144") == ["at_once"]
    one = cluster({"kind": "at_once", "items": ["a", "b"], "at_most": 1})
    assert broken(one, "4444") == []  # a matter of the plan's waves


def test_a_violation_names_who_states_the_rule() -> None:
    rule = {**APART, "from": "Deployment web: podAntiAffinity"}
    decision = {"a": "m2", "b": "m2", "c": "m3", "d": "m4"}
    verdict = check(cluster(rule), {"machine": decision})
    assert str(verdict.violations[0]) == (
        "apart at Deployment web: podAntiAffinity: 2 of its items are in m2, but at most 1 may be: "
        "a, b"
    )


def priced(**changes: Any) -> Consolidation:
    machines = [
        {"name": "m1", "capacity": [4], "price": 0.3},
        {"name": "m2", "capacity": [4], "price": 0.1, "keep": True},
        {"name": "m3", "capacity": [4], "price": 0.1},
        {"name": "m4", "capacity": [4], "price": 0.1},
    ]
    offers = [{"type": "small", "capacity": [2], "price": 0.2, "at_most": 2}]
    return cluster(machines=machines, offers=offers, objective="price", **changes)


def test_prices_of_machines_in_use_kept_or_taken() -> None:
    where = {"a": "m1", "b": "m1", "c": "m1", "d": "m1"}
    verdict = check(priced(), {"machine": where})
    assert verdict.objective == pytest.approx(0.4)  # m1, and m2 which is kept
    taken = {"a": "small#1", "b": "small#2", "c": "m3", "d": "m3"}
    assert check(priced(), {"machine": taken}).objective == pytest.approx(0.6)
    unknown = check(priced(), {"machine": {**taken, "a": "small#3"}})
    assert [v.constraint for v in unknown.violations] == ["decision"]
    overfull = dict.fromkeys("abcd", "small#1")
    assert [v.constraint for v in check(priced(), {"machine": overfull}).violations] == ["capacity"]


def test_an_item_may_be_sent_to_an_offer_by_its_name() -> None:
    items = [
        {"name": n, "demand": [1], "machine": "m1", "allowed_machines": [*also]}
        for n, also in zip("abcd", [["small"], ["m1"], ["m1"], ["m1"]], strict=True)
    ]
    tied = priced(items=items)
    where = {"a": "small#2", "b": "m1", "c": "m1", "d": "m1"}
    assert check(tied, {"machine": where}).violations == ()
    refused = check(tied, {"machine": {**where, "b": "small#1"}})
    assert [v.constraint for v in refused.violations] == ["allowed_machines"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": [{"kind": "near", "items": ["a"]}]}, "rules[0].kind: must be 'apart'"),
        ({"rules": [{"kind": "apart", "items": []}]}, "rules[0].items: must have at least 1"),
        ({"rules": [{"kind": "apart", "items": ["q"]}]}, "rules[0].items[0]: is not an item"),
        ({"rules": [{"kind": "apart", "items": ["a", "a"]}]}, "names an item more than once"),
        (
            {"rules": [{"kind": "apart", "items": ["a"], "max_skew": 1}]},
            "is not a key of kind apart",
        ),
        ({"rules": [{"kind": "apart", "items": ["a"], "at_most": 0}]}, "must be at least 1"),
        ({"rules": [{"kind": "with", "items": ["a"]}]}, "rules[0].others: required key is missing"),
        ({"rules": [{**NOT_WITH, "others": ["a"]}]}, "is also in `items`; to keep items apart"),
        (
            {"rules": [{**WITH, "level": "zoen"}]},
            "no machine has this label (did you mean 'zone'?)",
        ),
        ({"rules": [{**SPREAD, "domains": ["z"]}]}, "rules[0].domains[0]: contains no machine"),
        ({"rules": [{**SPREAD, "max_skew": 0}]}, "rules[0].max_skew: must be greater than 0"),
        ({"rules": [{"kind": "at_once", "items": ["a"]}]}, "rules[0].at_most: required key"),
        ({"objective": "price"}, "machines[0].price: required key is missing"),
        ({"offers": [{"type": "s", "capacity": [1], "price": 1}]}, "offers: are only valid with"),
        (
            {"items": [{"name": "a", "demand": [1], "fixed": True}]},
            "items[0].fixed: is true, but the item has no machine",
        ),
    ],
)
def test_faults_of_rules_name_their_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        cluster(**changes)
    assert message in str(raised.value)


def test_faults_of_offers() -> None:
    twice = [
        {"type": "s", "capacity": [1, 2], "price": 1},
        {"type": "s", "capacity": [1], "price": 1},
    ]
    with pytest.raises(InputError) as raised:
        cluster(
            offers=twice,
            objective="price",
            machines=[{"name": "s#7", "capacity": [1], "price": 1}],
            items=[{"name": "a", "demand": [1]}],
        )
    for message in (
        "offers[0].capacity: must have 1 entries",
        "offers[1].name: is already the name of offers[0]",
        "offers[0].name: is already the name of a machine (found 's#7')",
    ):
        assert message in str(raised.value)
