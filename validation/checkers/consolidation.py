"""The judge of consolidation: decisions and bounds, in exact arithmetic on the file's decimals."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import numpy as np

from ...instances.consolidation import Consolidation
from ..proofs.decimal_sizes import as_written
from ..proofs.knapsack import TooLargeError
from ..proofs.packing import certificate_fault
from ..verdict import TOO_LARGE, Verdict, Violation, key_faults, malformed, rejected


def check(instance: Consolidation, decision: Any) -> Verdict:
    """Judge a decision: ``{"machine": {item name: machine name}}``."""
    faults = key_faults(decision, ["machine"])
    if not faults:
        faults = _form(instance, decision["machine"])
    if faults:
        return rejected(faults)
    machine: dict[str, str] = decision["machine"]
    violations = [
        *_capacity(instance, machine),
        *_allowed(instance, machine),
        *_kept_empty(instance, machine),
        *_budget(instance, machine),
    ]
    if violations:
        return rejected(violations)
    return Verdict(objective=float(len(set(machine.values()))), details=_details(instance, machine))


def _form(instance: Consolidation, machine: Any) -> list[Violation]:
    """Every item is given one machine, by the names of the file."""
    if not isinstance(machine, dict):
        return [malformed("machine", "must be an object with a machine per item")]
    known = {each.name for each in instance.machines}
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


def _capacity(instance: Consolidation, machine: dict[str, str]) -> list[Violation]:
    """No machine holds more of a resource than its usable share."""
    held = defaultdict(list)
    for item in instance.items:
        held[machine[item.name]].append(item)
    violations = []
    for each in instance.machines:
        if not (items := held.get(each.name)):
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
                violations.append(Violation("capacity", each.name, float(over), message))
    return violations


def _allowed(instance: Consolidation, machine: dict[str, str]) -> list[Violation]:
    """An item is sent to a machine that it allows; staying is always allowed."""
    return [
        Violation("allowed_machines", item.name, None, f"is not allowed on {machine[item.name]}")
        for item in instance.items
        if item.allowed_machines is not None
        and machine[item.name] != item.machine
        and machine[item.name] not in item.allowed_machines
    ]


def _kept_empty(instance: Consolidation, machine: dict[str, str]) -> list[Violation]:
    """With ``keep``, no running item moves to a machine that is empty now."""
    if instance.empty_machines == "any":
        return []
    occupied = {item.machine for item in instance.items}
    return [
        Violation(
            "empty_machines", item.name, None, f"moves to {machine[item.name]}, which is empty now"
        )
        for item in instance.items
        if item.machine is not None and machine[item.name] not in occupied
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


def _details(instance: Consolidation, machine: dict[str, str]) -> dict[str, Any]:
    before = {item.machine for item in instance.items} - {None}
    after = set(machine.values())
    number = {each.name: j for j, each in enumerate(instance.machines)}
    where = np.array([number[machine[item.name]] for item in instance.items])
    load = np.zeros_like(instance.capacity)
    np.add.at(load, where, np.array([item.demand for item in instance.items], dtype=float))
    used = np.unique(where)
    capacity = instance.capacity[used]
    total = capacity.sum(axis=0)
    ratio = np.divide(load[used].sum(axis=0), total, out=np.zeros_like(total), where=total > 0)
    usable = capacity * instance.limit[used]
    moves = sum(
        item.machine is not None and machine[item.name] != item.machine for item in instance.items
    )
    return {
        "emptied": len(before - after),
        "opened": len(after - before),
        "moves": moves,
        "cost": float(_spent(instance, machine)),
        "allocation": dict(zip(instance.resources, ratio.round(6).tolist(), strict=True)),
        "skewness": round(_skewness(usable, load[used]), 6),
    }


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
