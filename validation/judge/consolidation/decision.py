"""Decisions of consolidation and their value, and proofs of bounds."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import numpy as np

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation
from ..proofs.claims import TooLargeError
from ..verdict import TOO_LARGE, Verdict, Violation, key_faults, malformed, rejected
from .certificate import certificate_fault
from .devices import device_violations
from .placement_rules import Sites, broken_now, rule_violations


def check(instance: Consolidation, decision: Any) -> Verdict:
    """Judge a decision: ``{"machine": {item name: machine name}}``."""
    faults = key_faults(decision, ["machine"])
    sites = Sites(instance)
    if not faults:
        faults = _form(instance, decision["machine"], sites)
    if faults:
        return rejected(faults)
    machine: dict[str, str] = decision["machine"]
    violations = [
        *_capacity(instance, machine, sites),
        *device_violations(instance, machine, sites),
        *_allowed(instance, machine, sites),
        *_kept_empty(instance, machine, sites),
        *_budget(instance, machine),
        *rule_violations(instance, machine, sites),
    ]
    if violations:
        return rejected(violations)
    return Verdict(
        objective=float(_value(instance, machine, sites)),
        details=_details(instance, machine, sites),
    )


def _value(instance: Consolidation, machine: dict[str, str], sites: Sites) -> Fraction:
    """Return the number, or the price, of the machines that are in use or kept."""
    used = set(machine.values()) | {each.name for each in instance.machines if each.keep}
    if instance.objective != "price":
        return Fraction(len(used))
    return sum((as_written(sites.machines[name].price or 0) for name in used), Fraction(0))


def _form(instance: Consolidation, machine: Any, sites: Sites) -> list[Violation]:
    """Every item is given one machine, by the names of the file."""
    if not isinstance(machine, dict):
        return [malformed("machine", "must be an object with a machine per item")]
    known = set(sites.machines)
    items = {item.name for item in instance.items}
    return [
        *(malformed(name, "no machine is given") for name in sorted(items - set(machine))),
        *(malformed(str(name), "is no item") for name in sorted(set(machine) - items, key=str)),
        *(
            malformed(name, f"goes to {machine[name]!r}, which is no machine")
            for name in sorted(items & set(machine))
            if not isinstance(machine[name], str) or machine[name] not in known
        ),
    ]


def _capacity(instance: Consolidation, machine: dict[str, str], sites: Sites) -> list[Violation]:
    """No machine holds more of a resource than its usable share."""
    held = defaultdict(list)
    for item in instance.items:
        held[machine[item.name]].append(item)
    violations = []
    for name, each in sites.machines.items():
        if not (items := held.get(name)):
            continue
        for r, resource in enumerate(instance.resources):
            usable = each.capacity[r] * (each.limit[r] if each.limit is not None else 1.0)
            load = sum(item.demand[r] for item in items)
            if load <= usable * (1 - 1e-9):
                continue  # only where rounding could decide are decimals added
            share = Fraction(1) if each.limit is None else as_written(each.limit[r])
            room = as_written(each.capacity[r]) * share
            over = sum((as_written(item.demand[r]) for item in items), Fraction(0)) - room
            if over > 0:
                message = (
                    f"its {len(items)} items need {load:g} of {resource}, {usable:g} may be used"
                )
                violations.append(Violation("capacity", name, float(over), message))
    return violations


def _allowed(instance: Consolidation, machine: dict[str, str], sites: Sites) -> list[Violation]:
    """An item is sent to a machine, or to one of an offer, that it allows; staying is allowed."""
    return [
        Violation("allowed_machines", item.name, None, f"is not allowed on {machine[item.name]}")
        for item in instance.items
        if item.allowed_machines is not None
        and machine[item.name] != item.machine
        and _listed_as(machine[item.name], sites) not in item.allowed_machines
    ]


def _listed_as(name: str, sites: Sites) -> str:
    return name.rpartition("#")[0] if name in sites.offered else name


def _kept_empty(instance: Consolidation, machine: dict[str, str], sites: Sites) -> list[Violation]:
    """With ``keep``, no running item moves to a machine that is empty now and may stay so."""
    if instance.empty_machines == "any":
        return []
    usual = {item.machine for item in instance.items}
    usual |= {each.name for each in instance.machines if each.keep} | sites.offered
    return [
        Violation(
            "empty_machines", item.name, None, f"moves to {machine[item.name]}, which is empty now"
        )
        for item in instance.items
        if item.machine is not None and machine[item.name] not in usual
    ]


def _spent(instance: Consolidation, machine: dict[str, str]) -> Fraction:
    moved = (
        as_written(item.migration_cost)
        for item in instance.items
        if item.machine is not None and machine[item.name] != item.machine
    )
    return sum(moved, Fraction(0))


def _budget(instance: Consolidation, machine: dict[str, str]) -> list[Violation]:
    """The items that end elsewhere than they run now cost no more than the budget."""
    if instance.migration_budget is None:
        return []
    spent = _spent(instance, machine)
    over = spent - as_written(instance.migration_budget)
    if over <= 0:
        return []
    message = f"migrations cost {float(spent):g} of {instance.migration_budget:g}"
    return [Violation("migration_budget", "all items", float(over), message)]


def _details(instance: Consolidation, machine: dict[str, str], sites: Sites) -> dict[str, Any]:
    before = {item.machine for item in instance.items} - {None}
    after = set(machine.values())
    used = sorted(after)
    number = {name: j for j, name in enumerate(used)}
    where = np.array([number[machine[item.name]] for item in instance.items])
    load = np.zeros((len(used), len(instance.resources)))
    np.add.at(load, where, np.array([item.demand for item in instance.items], dtype=float))
    capacity = np.array([sites.machines[name].capacity for name in used], dtype=float)
    whole = (1.0,) * len(instance.resources)
    usable = capacity * np.array([sites.machines[name].limit or whole for name in used])
    total = capacity.sum(axis=0)
    ratio = np.divide(load.sum(axis=0), total, out=np.zeros_like(total), where=total > 0)
    moves = sum(
        item.machine is not None and machine[item.name] != item.machine for item in instance.items
    )
    details = {
        "emptied": len(before - after),
        "opened": len(after - before),
        "moves": moves,
        "cost": float(_spent(instance, machine)),
        "allocation": dict(zip(instance.resources, ratio.round(6).tolist(), strict=True)),
        "skewness": round(_skewness(usable, load), 6),
    }
    if instance.rules:
        details["rules"] = len(instance.rules)
        details["broken_now"] = len(broken_now(instance))
    return details


def _skewness(usable: np.ndarray, load: np.ndarray) -> float:
    """Return the mean angle between what is left, scaled by the machine, and the diagonal."""
    has = usable > 0
    left = np.where(has, np.maximum(0.0, 1 - load / np.where(has, usable, 1.0)), 0.0)
    length = np.sqrt((left**2).sum(axis=1) * has.sum(axis=1))
    uneven = length > 1e-12
    cosine = np.clip(left.sum(axis=1)[uneven] / length[uneven], -1.0, 1.0)
    return float(np.arccos(cosine).sum() / len(load))


def check_certificate(
    instance: Consolidation, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check the proof of a bound (of infeasibility without one) on the file's decimals."""
    try:
        fault = certificate_fault(instance, certificate, bound)
    except TooLargeError as error:
        return [Violation(TOO_LARGE, "certificate", None, str(error))]
    return [] if fault is None else [Violation("certificate", "certificate", None, fault)]
