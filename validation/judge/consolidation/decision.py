"""Decisions of consolidation and their value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation
from ..forms import Decision
from ..judging import Judge
from ..tolerances import LAST_DIGIT, ROUNDING
from ..verdict import Violation, malformed
from .devices import device_violations
from .left_out import Waiting, of_the_placed, waiting_sites
from .placement_rules import Sites, broken_now, rule_violations


class MachineOfItem(Decision):
    """The machine of every item, by name; an optional item that is absent is left out."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"machine": ("items", "sites")}
    machine: dict[str, str]


def check(instance: Consolidation, decision: MachineOfItem, judge: Judge) -> Fraction | None:
    """Judge where the items are; the objective counts machines in use, or adds their prices."""
    waiting = waiting_sites(instance)
    out = [place for place in waiting if decision.machine.get(place.item, place.name) == place.name]
    judge.violations += _left_out_faults(instance, decision, waiting, {place.item for place in out})
    if judge.violations:
        return None
    instance = of_the_placed(instance, {place.item for place in out})
    machine = {item.name: decision.machine[item.name] for item in instance.items}
    sites = Sites(instance)
    judge.violations += [
        *_capacity(instance, machine, sites),
        *device_violations(instance, machine, sites),
        *_list_faults(instance, machine, sites),
        *_kept_empty(instance, machine, sites),
        *_budget(instance, machine),
        *rule_violations(instance, machine, sites),
    ]
    if judge.violations:
        return None
    judge.details = _details(instance, machine, sites) if instance.items else {}
    if waiting:
        judge.details["left_out"] = [place.item for place in out]
    return _value(instance, machine, sites) + sum(Fraction(place.price) for place in out)


def _left_out_faults(
    instance: Consolidation, decision: MachineOfItem, waiting: list[Waiting], out: set[str]
) -> list[Violation]:
    """Every item has a machine, unless it is left out; nobody else is where such an item waits."""
    barred = {place.name for place in waiting}
    placed = [item.name for item in instance.items if item.name not in out]
    absent = [name for name in placed if name not in decision.machine]
    astray = [name for name in placed if decision.machine.get(name) in barred]
    return [
        *(malformed(f"machine.{name}", "required key is missing") for name in absent),
        *(malformed(f"machine.{name}", "is where another item waits") for name in astray),
    ]


def _value(instance: Consolidation, machine: dict[str, str], sites: Sites) -> Fraction:
    """Return the number, or the price, of the machines that are in use or kept."""
    used = set(machine.values()) | {m.name for m in instance.machines if m.keep}
    if instance.objective != "price":
        return Fraction(len(used))
    return sum((as_written(sites.machines[name].price or 0) for name in used), Fraction(0))


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
            if load <= usable * (1 - ROUNDING):
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


def _list_faults(instance: Consolidation, machine: dict[str, str], sites: Sites) -> list[Violation]:
    """An item is sent to a machine, or to one of an offer, that it allows; staying is allowed."""
    return [
        Violation("allowed_machines", item.name, None, f"is not allowed on {machine[item.name]}")
        for item in instance.items
        if item.allowed_machines is not None
        and machine[item.name] != item.machine
        and _list_name(machine[item.name], sites) not in item.allowed_machines
    ]


def _list_name(name: str, sites: Sites) -> str:
    return name.rpartition("#")[0] if name in sites.offered else name


def _kept_empty(instance: Consolidation, machine: dict[str, str], sites: Sites) -> list[Violation]:
    """With ``keep``, no running item moves to a machine that is empty now and may stay so."""
    if instance.empty_machines == "any":
        return []
    usual = {item.machine for item in instance.items}
    usual |= {m.name for m in instance.machines if m.keep} | sites.offered
    return [
        Violation(
            "empty_machines", item.name, None, f"moves to {machine[item.name]}, which is empty now"
        )
        for item in instance.items
        if item.machine is not None and machine[item.name] not in usual
    ]


def _move_cost(instance: Consolidation, machine: dict[str, str]) -> Fraction:
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
    spent = _move_cost(instance, machine)
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
        "cost": float(_move_cost(instance, machine)),
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
    uneven = length > LAST_DIGIT
    cosine = np.clip(left.sum(axis=1)[uneven] / length[uneven], -1.0, 1.0)
    return float(np.arccos(cosine).sum() / len(load))
