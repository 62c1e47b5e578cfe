"""Bounds of consolidation by prices of classes: never above an optimum, and forgeries refused."""

import copy
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.core.run import Run
from optgap.instances.consolidation import Consolidation
from optgap.solvers.consolidation.class_mix import class_bound


def certificate_fault(
    instance: Consolidation, certificate: dict[str, Any], bound: float | None
) -> str | None:
    """Return in words what the judge finds wrong with a certificate."""
    faults = optgap.problem_named("consolidation").check_certificate(instance, certificate, bound)
    return faults[0].message if faults else None


def two_zones(**changes: Any) -> Consolidation:
    """Four items spread over a cheap and a dear zone, two on a machine."""
    document = {
        "name": "two-zones",
        "resources": ["cpu"],
        "objective": "price",
        "machines": [
            {"name": f"{zone}{j}", "capacity": [2], "labels": {"zone": zone}, "price": price}
            for zone, price in (("a", 1), ("b", 10))
            for j in range(5)
        ],
        "items": [{"name": f"i{k}", "demand": [1]} for k in range(4)],
        "rules": [{"kind": "spread", "items": [f"i{k}" for k in range(4)], "level": "zone"}],
    }
    return Consolidation.model_validate({**document, **changes})


def draw_instance(seed: int) -> Consolidation:
    """A small cluster with spreads and caps over zones, items that run, kept and fixed ones."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(4, 8))
    names = [f"i{k}" for k in range(count)]
    machines = [
        {
            "name": f"m{j}",
            "capacity": [float(rng.integers(4, 9)), float(rng.integers(4, 9))],
            "labels": {"zone": "abc"[j % 3]},
            "price": float(rng.integers(1, 6)),
            "keep": bool(rng.random() < 0.1),
        }
        for j in range(6)
    ]
    items = [
        {
            "name": name,
            "demand": [float(rng.integers(1, 4)), float(rng.integers(1, 4))],
            "machine": f"m{k % 6}" if rng.random() < 0.7 else None,
        }
        for k, name in enumerate(names)
    ]
    for item in items:
        item["fixed"] = item["machine"] is not None and bool(rng.random() < 0.15)
    rules = [
        {"kind": "spread", "items": names[: int(rng.integers(2, count + 1))], "level": "zone"},
        {"kind": "apart", "items": names[1:], "level": "zone", "at_most": int(rng.integers(2, 5))},
    ]
    return Consolidation.model_validate(
        {
            "name": f"drawn-{seed}",
            "resources": ["cpu", "memory"],
            "objective": ["machines", "price"][seed % 2],
            "machines": machines,
            "items": items,
            "rules": rules,
            "empty_machines": "any",
        }
    )


def test_a_spread_is_in_the_bound() -> None:
    """Without the rule 2; one and a half items must be in the dear zone, so 8.75 is proven."""
    instance = two_zones()
    found = class_bound(instance, Run(sense="minimize"))
    assert found is not None
    units, certificate = found
    assert units == 9
    assert certificate["rules"]
    assert certificate_fault(instance, certificate, 9.0) is None
    assert "the claimed bound is 10" in str(certificate_fault(instance, certificate, 10.0))
    outcome = optgap.solve(instance, "exact")
    assert (outcome.objective, outcome.status) == (11, "optimal")


@pytest.mark.parametrize("seed", range(40))
def test_no_plan_is_below_the_bound(seed: int) -> None:
    instance = draw_instance(seed)
    found = class_bound(instance, Run(sense="minimize"))
    if found is None:
        return
    units, certificate = found
    value = instance.value_of(units)
    assert certificate_fault(instance, certificate, value) is None
    exact = optgap.solve(instance, "exact", time_limit=20)
    if exact.status == "optimal":
        assert value <= exact.objective


def forged(change) -> dict[str, Any]:
    found = class_bound(two_zones(), Run(sense="minimize"))
    assert found is not None
    certificate = copy.deepcopy(found[1])
    change(certificate)
    return certificate


FORGERIES = {
    "a class too few": (lambda c: c["class"].pop(), "class: must have 10 entries"),
    "an unknown class": (lambda c: c["class"].__setitem__(0, 9), "a class that does not exist"),
    "a price too few": (lambda c: c["price"][0].pop(), "a price for every resource"),
    "a negative price": (
        lambda c: c["price"][0].__setitem__(0, -1.0),
        "must be greater than or equal to 0",
    ),
    "no number": (lambda c: c["price"][0].__setitem__(0, float("nan")), "finite number"),
    "an unknown rule": (lambda c: c["rules"].update({"7": {"a": 0.0}}), "rule 7 does not exist"),
    "an unknown zone": (
        lambda c: c["rules"]["0"].update({"c": 0.0}),
        "no domains of several",
    ),
    "charges from nowhere": (lambda c: c["rules"]["0"].update({"a": 9.0}), "sum to more than 0"),
    "another key": (lambda c: c.update({"more": 1}), "unknown key"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    change, words = FORGERIES[name]
    assert words in str(certificate_fault(two_zones(), forged(change), 9.0))


def test_a_rule_that_is_broken_now_charges_nothing() -> None:
    """Four items run in the cheap zone and may stay there: the spread proves nothing."""
    items = [{"name": f"i{k}", "demand": [1], "machine": f"a{k // 2}"} for k in range(4)]
    instance = two_zones(items=items)
    fault = certificate_fault(instance, forged(lambda c: None), 9.0)
    assert "violated now" in str(fault)
    found = class_bound(instance, Run(sense="minimize"))
    assert found is not None
    assert found[0] == 2
    assert optgap.solve(instance, "exact").objective == 2


def test_a_cap_does_not_pay() -> None:
    rule = {"kind": "apart", "items": ["i0", "i1", "i2"], "level": "zone", "at_most": 2}
    capped = two_zones(rules=[rule])
    wrong = forged(lambda c: c["rules"].update({"0": {"a": -1.0}}))
    assert "a cap" in str(certificate_fault(capped, wrong, 9.0))


def test_a_cap_that_is_just_kept_may_charge() -> None:
    rule = {"kind": "apart", "items": ["i0", "i1", "i2"], "level": "zone", "at_most": 2}
    items = [{"name": f"i{k}", "demand": [1], "machine": "a0" if k < 2 else None} for k in range(4)]
    proof = forged(lambda c: c["rules"].update({"0": {"a": 0.5}}))
    assert certificate_fault(two_zones(rules=[rule], items=items), proof, 0.0) is None
    items[2]["machine"] = "a1"
    fault = certificate_fault(two_zones(rules=[rule], items=items), proof, 0.0)
    assert "violated now" in str(fault)
