"""Decisions of consolidation: their rules and their objective."""

from fractions import Fraction
from itertools import filterfalse
from math import floor
from typing import Any, ClassVar

import numpy as np

from ....core.decimals import LARGEST, as_written
from ....core.records import column
from ....instances.consolidation import Consolidation
from ..forms import Decision, Names
from ..judging import Judge
from ..tolerances import LAST_DIGIT, ROUNDING
from .packing import judge_devices
from .sites import JudgedPlan, broken_now, rule_violations, sites_of


class MachineOfItem(Decision):
    """A decision: the machine of each item, by name; an absent optional item is left out."""

    NAMES: ClassVar[Names] = {"machine": ("items", "sites")}
    machine: dict[str, str]


def check(instance: Consolidation, decision: MachineOfItem, judge: Judge) -> Fraction | None:
    """Check the machine of each item; the objective is the number or price of used machines."""
    plan = _plan(instance, decision, judge)
    if judge.violations:
        return None
    _judge_capacity(plan, judge)
    judge_devices(plan, judge)
    _judge_items(plan, judge)
    judge.violations += rule_violations(plan)
    judge.details = _details(plan) if plan.items else {}
    if any(column(instance.items, "optional")):
        judge.details["left_out"] = [n for n in column(instance.items, "name") if n in plan.out]
    return _value(plan)


def _plan(instance: Consolidation, decision: MachineOfItem, judge: Judge) -> JudgedPlan:
    """Return the plan; report items without a machine, or sent to another item's waiting place."""
    sites = {site.name: site for site in sites_of(instance)}
    waits = {site.waits: site.name for site in sites.values() if site.waits is not None}
    barred = set(waits.values())
    names = column(instance.items, "name")
    now = dict(zip(names, column(instance.items, "machine"), strict=True))
    for name in filterfalse(decision.machine.__contains__, names):
        if name not in waits:
            judge.fault("decision", f"machine.{name}", "required key is missing")
    machine = dict(decision.machine) if barred else decision.machine
    for name, at in decision.machine.items() if barred else ():
        if at in barred:
            del machine[name]
            if at != waits.get(name):
                judge.fault("decision", f"machine.{name}", "is the waiting place of another item")
    out = frozenset(filterfalse(machine.__contains__, names))
    return JudgedPlan(instance, sites, machine, now, out)


def _value(plan: JudgedPlan) -> Fraction:
    """Return the objective: the number or price of sites in use or kept, plus moves and waiting."""
    priced = plan.instance.objective == "price"
    kept = {machine.name for machine in plan.instance.machines if machine.keep}
    used = kept | set(plan.machine.values())
    value = as_written(plan.instance.migration_price or 0) * plan.moving_cost
    counted = 0
    for site in plan.sites.values():
        if site.waits in plan.out or (priced and site.name in used):
            value += as_written(site.record.price or 0)
        elif site.name in used:
            counted += 1
    return value + counted


def _judge_capacity(plan: JudgedPlan, judge: Judge) -> None:
    """Report each machine whose load of a resource exceeds its usable share."""
    known: dict[tuple[tuple[float, ...], float, float], Fraction] = {}  # excess of sizes
    sites = [plan.sites[name] for name in plan.in_use]
    capacity = np.array([site.record.capacity for site in sites]).reshape(plan.loads.shape)
    limit = np.array([site.limit for site in sites]).reshape(plan.loads.shape)
    fits = plan.loads <= capacity * limit * (1 - ROUNDING)
    is_whole = (plan.demands % 1 == 0).all(axis=0) & (plan.loads < LARGEST).all(axis=0)
    for r in np.flatnonzero(is_whole).tolist():
        pairs = list(zip(capacity[:, r].tolist(), limit[:, r].tolist(), strict=True))
        rooms = {(c, s): floor(as_written(c) * as_written(s)) for c, s in set(pairs)}
        fits[:, r] = plan.loads[:, r] <= np.array([min(rooms[pair], LARGEST) for pair in pairs])
    # for other sizes decimals are added, but only where rounding could decide
    for k, r in np.argwhere(~fits).tolist():
        sizes = sorted(plan.demands[plan.items_on[k], r].tolist())
        key = tuple(sizes), float(capacity[k, r]), float(limit[k, r])
        if key not in known:
            room = as_written(key[1]) * as_written(key[2])
            known[key] = sum(map(as_written, sizes), Fraction(0)) - room
        words = (
            f"its {len(sizes)} items need {plan.loads[k, r]:.15g} of {plan.instance.resources[r]}, "
            f"but at most {key[1] * key[2]:.15g} may be used"
        )
        judge.over("capacity", plan.in_use[k], known[key], words)


def _judge_items(plan: JudgedPlan, judge: Judge) -> None:
    """Report moves that are not allowed, and a total migration cost above the budget.

    An item moves only to a machine or offer that it allows; staying is always allowed.  Unless
    ``empty_machines`` is ``any``, no running item moves to an unused machine that is not kept.
    """
    usual = {*plan.homes, *(each.name for each in plan.instance.machines if each.keep)}
    empty = set(plan.in_use) - usual
    allowed, fixed = (column(plan.items, field) for field in ("allowed_machines", "fixed"))
    for i in plan.arrivals:
        at = plan.places[i]
        if allowed[i] is None and not fixed[i] and at not in empty:
            continue
        item, site = plan.items[i], plan.sites[at]
        if item.allowed_machines is not None and site.listed not in item.allowed_machines:
            judge.fault("allowed_machines", item.name, f"is not allowed on {site.name}")
        found_empty = at in empty and not site.offered and plan.instance.empty_machines != "any"
        if item.machine is not None and found_empty:
            judge.fault("empty_machines", item.name, f"moves to {site.name}, which is empty now")
        if item.fixed:
            judge.fault("fixed", item.name, f"is fixed to {item.machine}, but goes to {site.name}")
    budget = plan.instance.migration_budget
    if budget is not None:
        words = f"migrations cost {float(plan.moving_cost):.15g}, but the budget is {budget:.15g}"
        judge.over("migration_budget", "all items", plan.moving_cost - as_written(budget), words)


def _details(plan: JudgedPlan) -> dict[str, Any]:
    """Return facts of moves and loads; `skewness`: mean angle of free shares and diagonal."""
    before, sites = set(plan.homes) - {None}, [plan.sites[name] for name in plan.in_use]
    capacity = np.array([site.record.capacity for site in sites], dtype=float)
    usable = capacity * np.array([site.limit for site in sites])
    total = capacity.sum(axis=0)
    ratio = np.divide(plan.loads.sum(axis=0), total, out=np.zeros_like(total), where=total > 0)
    has = usable > 0
    left = np.where(has, np.maximum(0.0, 1 - plan.loads / np.where(has, usable, 1.0)), 0.0)
    length = np.sqrt((left**2).sum(axis=1) * has.sum(axis=1))
    uneven = length > LAST_DIGIT
    cosine = np.clip(left.sum(axis=1)[uneven] / length[uneven], -1.0, 1.0)
    skewness = float(np.arccos(cosine).sum() / len(plan.loads))
    details = {
        "emptied": len(before.difference(plan.in_use)),
        "opened": len({*plan.in_use} - before),
        "moves": plan.moves.total(),
        "cost": float(plan.moving_cost),
        "allocation": dict(zip(plan.instance.resources, ratio.round(6).tolist(), strict=True)),
        "skewness": round(skewness, 6),
    }
    if plan.instance.rules:
        details |= {"rules": len(plan.instance.rules), "broken_now": broken_now(plan)}
    return details
