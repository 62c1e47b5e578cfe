"""Proofs of consolidation: each holds for its bound and no further."""

import pytest
from small_clusters import PINNED, RUNNING, ZONES, three_machines, two_devices

import optgap

check_certificate = optgap.problem_named("consolidation").check_certificate

APART = {"kind": "apart", "items": ["a", "b"]}
CASES = [
    (two_devices(), {"kind": "devices", "devices": {"gpu": 0.5}}, 2.0, None),
    (two_devices(), {"kind": "devices", "devices": {"gpu": 0.5}}, 3.0, "it proves 2.0"),
    (two_devices(), {"kind": "devices", "devices": {"gpu": 0.51}}, 2.0, "above a third"),
    (two_devices(), {"kind": "devices", "devices": {"gpu": 0.33}}, 2.0, "above a third"),
    (three_machines(), {"kind": "devices", "devices": {"disk": 0.5}}, 1.0, "does not come in"),
    (two_devices(items=[{"name": "i", "demand": [0.4]}, {"name": "j", "demand": [2]}]),
     {"kind": "devices", "devices": {"gpu": 0.4}}, 2.0, None),
    (two_devices(items=[{"name": "j", "demand": [2]}]),
     {"kind": "devices", "devices": {"gpu": 0.4}}, 2.0, "it proves 1.0"),
    (two_devices(items=PINNED), {"kind": "crowded", "machine": "m0"}, None, None),
    (two_devices(items=PINNED), {"kind": "crowded", "machine": "m1"}, None, "proves 0.0"),
    (two_devices(items=PINNED[:2]), {"kind": "crowded", "machine": "m0"}, None, "proves 0.0"),
    (two_devices(items=PINNED), {"kind": "budget"}, 1.0, None),
    (two_devices(items=[{"name": "i", "demand": [2]}]), {"kind": "budget"}, 1.0, None),
    (three_machines(rules=[{**APART, "items": ["a", "b", "new"]}]),
     {"kind": "apart", "rule": 0}, 3.0, None),
    (three_machines(rules=[{**APART, "items": ["a", "b", "new"], "at_most": 2}]),
     {"kind": "apart", "rule": 0}, 2.0, None),
    (three_machines(rules=[{**APART, "items": ["a", "b", "new"], "at_most": 2}]),
     {"kind": "apart", "rule": 0}, 3.0, "it proves 2.0"),
    (three_machines(), {"kind": "apart", "rule": 0}, 2.0, "rule 0 does not exist"),
    (three_machines(rules=[{"kind": "not_with", "items": ["a"], "others": ["b"]}]),
     {"kind": "apart", "rule": 0}, 2.0, "its rule must be of kind apart, on machines"),
    (three_machines(resources=["cpu"], machines=ZONES, items=RUNNING,
              rules=[APART]),
     {"kind": "apart", "rule": 0}, 2.0, "is violated now, so plans may violate it"),
    (three_machines(resources=["cpu"], machines=[{"name": "m0", "capacity": [0]}, *ZONES],
              items=RUNNING[:4], rules=[{"kind": "with", "items": ["a"], "others": ["b"],
                                         "level": "zone"}]),
     {"kind": "weights", "weights": [1]}, 2.0, "it proves 1.0"),
    (three_machines(items=[{"name": name, "demand": [1, 1]} for name in "abc"],
              rules=[{**APART, "items": ["a", "b", "c"]}]),
     {"kind": "prices", "scale": 1, "budget_price": 0, "prices": {"a": 1}}, 3.0, None),
    (three_machines(resources=["cpu"], machines=ZONES, items=RUNNING[:1],
              rules=[{"kind": "at_once", "items": ["a"], "at_most": 0}]),
     {"kind": "weights", "weights": [1]}, 1.0, None),
]  # fmt: skip


def test_an_item_that_runs_may_stay_where_it_is_not_sent() -> None:
    """It pays a half on m2, where alone it may be sent, and nothing or a half on m1."""
    items = [{"name": "a", "demand": [4, 1], "machine": "m1", "allowed_machines": ["m2"]}]
    machines = [{"name": name, "capacity": [10, 10]} for name in ("m1", "m2")]
    given = three_machines(items=items, machines=machines, empty_machines="any")
    proof = {"kind": "class-prices", "class": [0, 1], "rules": {}}
    stays, sent = ([[price, 0.0], [0.5, 0.0]] for price in (0.0, 0.5))
    assert check_certificate(given, proof | {"price": sent}, 1.0) == []
    (fault,) = check_certificate(given, proof | {"price": stays}, 1.0)
    assert "it proves 0.0" in fault.message


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_proof_holds_for_its_bound_and_no_further(number: int) -> None:
    given, proof, bound, words = CASES[number]
    faults = [fault.message for fault in check_certificate(given, proof, bound)]
    assert bool(faults) == (words is not None)
    assert (words or "") in "".join(faults)


FIXED = [
    {"name": "a", "demand": [4.1, 1], "machine": "m1", "fixed": True},
    *({"name": name, "demand": [4, 4]} for name in "bcd"),
]
LEAF = {"scale": 1, "prices": {"b": 1, "c": 1}, "budget_price": 0}


def fork(tree: dict) -> dict:
    return {"kind": "branches", "tree": tree}


@pytest.mark.parametrize(
    ("tree", "bound", "words"),
    [
        (LEAF, 2.0, None),
        ({"items": ["b", "c"], "together": LEAF, "apart": LEAF}, 1.0, None),
        ({"items": ["b", "c"], "together": LEAF, "apart": LEAF}, 2.0, "it proves 1.0"),
        ({"item": "b", "machines": ["m1"], "there": LEAF, "elsewhere": LEAF}, 2.0, None),
        ({"items": ["b", "c"], "together": LEAF, "apart": LEAF}, 4.0, "it proves"),
        ({"items": ["b", "b"], "together": LEAF, "apart": LEAF}, 2.0, "a fork must name two"),
        ({"items": ["b", "x"], "together": LEAF, "apart": LEAF}, 2.0, "there is no item 'x'"),
        ({"items": ["b", "a"], "together": LEAF, "apart": LEAF}, 2.0, "a is pinned, so the tree"),
        ({"item": "b", "machines": ["m1"], "there": LEAF}, 2.0, "elsewhere: required key"),
        (LEAF | {"prices": {"a": 1}}, 2.0, "a is pinned, so it must have no price"),
        (LEAF | {"budget_price": 1}, 2.0, "budget_price needs a migration budget"),
    ],
)
def test_trees_of_prices(tree: dict, bound: float, words: str | None) -> None:
    given = three_machines(items=FIXED, empty_machines="any")
    faults = [fault.message for fault in check_certificate(given, fork(tree), bound)]
    assert bool(faults) == (words is not None)
    assert (words or "") in "".join(faults)


@pytest.mark.parametrize(("machines", "there", "elsewhere"), [(["m1"], 5, 1), (["m2", "m3"], 1, 5)])
def test_an_item_is_there_or_elsewhere(machines: list[str], there: int, elsewhere: int) -> None:
    """b has no room on m1: at a price of 5 a plan that has it there would need 5 machines."""
    given = three_machines(items=[{"name": "b", "demand": [8, 1]}])
    tree = {"item": "b", "machines": machines, "there": LEAF | {"prices": {"b": there}}}
    tree["elsewhere"] = LEAF | {"prices": {"b": elsewhere}}
    assert check_certificate(given, fork(tree), 1.0) == []
    assert check_certificate(given, fork(tree), 2.0)


def test_a_cap_of_zones_is_none_of_machines() -> None:
    apart = {"kind": "apart", "items": ["a", "b", "c"], "level": "zone"}
    items = [{"name": name, "demand": [1]} for name in "abc"]
    given = three_machines(resources=["cpu"], machines=ZONES, items=items, rules=[apart])
    proof = {"kind": "prices", "scale": 1, "budget_price": 0, "prices": {"a": 1}}
    (fault,) = check_certificate(given, proof, 3.0)
    assert "it proves 0.0" in fault.message


def test_an_item_is_bound_to_domains_of_any_name() -> None:
    """It fits on m2 only, which is in no cell."""
    machines = [{"name": "m1", "capacity": [1], "labels": {"cell": "x"}}]
    machines += [{"name": "m2", "capacity": [9]}]
    items = [{"name": "big", "demand": [5]}, {"name": "mate", "demand": [1]}]
    bound = {"kind": "with", "items": ["big"], "others": ["mate"], "level": "cell"}
    fields = {"resources": ["cpu"], "machines": machines, "items": items}
    proof = {"kind": "homeless", "item": "big"}
    assert check_certificate(three_machines(**fields, rules=[bound]), proof, None) == []
    assert check_certificate(three_machines(**fields), proof, None)


@pytest.mark.parametrize(
    ("prices", "demand", "bound"), [((0.5, 0.5, 1.5), 7.0, 0.5), ((2, 2, 0), 14.0, 2.0)]
)
def test_what_holds_all_costs_whole_units_of_prices(
    prices: tuple, demand: float, bound: float
) -> None:
    machines = [{"name": f"m{k}", "capacity": [10], "price": p} for k, p in enumerate(prices)]
    items = [{"name": f"i{k}", "demand": [demand * k / 7]} for k in (1, 2, 4)]
    fields = {"resources": ["cpu"], "objective": "price", "machines": machines, "items": items}
    given, proof = three_machines(**fields), {"kind": "cover", "weights": [1]}
    assert check_certificate(given, proof, bound) == []
    assert check_certificate(given, proof, bound + 0.1)


def test_branches_that_exclude_each_other_hold_no_plan_and_deep_trees_are_refused() -> None:
    given, one = three_machines(items=FIXED[1:]), LEAF | {"prices": {"b": 1}}
    both: dict = {"items": ["b", "c"], "together": one, "apart": LEAF | {"prices": {}}}
    assert check_certificate(given, fork({**both, "together": both, "apart": one}), 1.0) == []
    (fault,) = check_certificate(given, fork(both), 1.0)
    assert fault.message == "it proves 0.0, but the claimed bound is 1.0"
    deep: dict = LEAF
    for _ in range(402):
        deep = {"items": ["b", "c"], "together": deep, "apart": LEAF}
    assert "deeper than 400" in check_certificate(given, fork(deep), 1.0)[0].message


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost_bound": None}, "needs a cost_bound and a moves_bound"),
        ({"moves_bound": -1}, "needs a cost_bound and a moves_bound"),
        ({"cost_bound": 0, "moves_bound": 0, "moves_certificate": None}, None),
        ({"moves_certificate": None}, "is 'certified' without a certificate"),
        ({"cost_bound": 0, "moves_bound": 0.5}, "is claimed, but the bounds are below one move"),
        ({"moves_bound": 0}, None),
        ({}, None),
        ({"moves_bound": 2, "cost_bound": 0.3}, "it proves 1.0, but the claimed bound is 2.0"),
        ({"moves_bound_kind": "solver"}, None),
    ],
)
def test_no_plan_as_good_moves_less(changes: dict, words: str | None) -> None:
    """a (0.1) or b (0.2) must move to free a machine: to move nothing leaves two machines."""
    two = three_machines(
        machines=[{"name": f"m{j}", "capacity": [10, 10]} for j in (1, 2)],
        items=[
            {"name": "a", "demand": [4, 1], "machine": "m1", "migration_cost": 0.1},
            {"name": "b", "demand": [3, 1], "machine": "m2", "migration_cost": 0.2},
        ],
    )
    details = {
        "moves_bound_kind": "certified",
        "cost_bound": 0.1,
        "moves_bound": 1,
        "moves_certificate": {"kind": "budget"},
    } | changes
    claims = optgap.problem_named("consolidation").claims_beside
    assert [each.message for each in claims(two, 1.0, details)] == ([words] if words else [])


def test_with_less_to_spend_there_may_be_no_plan() -> None:
    """a and b run where only one has room: one of them must move, a (0.1) or b (0.2)."""
    crowded = three_machines(
        machines=[{"name": f"m{j}", "capacity": [10, 10]} for j in (1, 2)],
        items=[
            {"name": name, "demand": [6, 1], "machine": "m1", "migration_cost": cost}
            for name, cost in (("a", 0.1), ("b", 0.2))
        ],
        empty_machines="any",
    )
    prices = {"kind": "prices", "scale": 1, "budget_price": 2, "prices": {"a": 8, "b": 8}}
    details = {"moves_bound_kind": "certified", "cost_bound": 0.1, "moves_bound": 1}
    claims = optgap.problem_named("consolidation").claims_beside
    assert claims(crowded, 2.0, details | {"moves_certificate": prices}) == []
    (fault,) = claims(crowded.replaced(migration_price=0.5), 2.0, details)
    assert fault.message == "must be missing: the objective contains moves"
    more = details | {"moves_bound": 2, "moves_certificate": prices}
    assert [each.where for each in claims(crowded, 2.0, more)] == ["details.moves_certificate"]
