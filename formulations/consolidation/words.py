"""The words of consolidation: room, devices, lists, rules, the budget, and placed items."""

from collections import Counter
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.decimals import as_written
from ...core.words import Said, Words, more, names, number, simply
from ...instances.consolidation import Consolidation


def words(instance: Consolidation) -> Words:
    """Return the words of the constraints; none for a machine that has room for all items."""
    sizes = scales(instance.demand, instance.usable)
    cost = scales(instance.cost[:, None], np.array([[instance.budget]]))[0]
    allowed, needs = allowed_machines(instance), instance.demand.sum(axis=0)
    items, budget = [item.name for item in instance.items], instance.budget * instance.cost_unit
    limit = number(float(instance.migration_budget or 0.0))

    def room(at: tuple[int, int]) -> Said | None:
        j, r = at
        if needs[r] <= instance.usable[j, r]:
            return None
        member = f"{instance.sites[j].name} {instance.resources[r]}"
        share = as_written(float(instance.limit[j, r]))
        usable = as_written(float(instance.capacity[j, r])) * share
        unit = instance.units[r]
        change = more(f"{member} has ", int(instance.usable[j, r]) * unit)
        return Said("room", member, number(usable), change, unit * sizes[r])

    def may_be_on(i: int) -> Said:
        there = [site.name for site, may in zip(instance.sites, allowed[i], strict=True) if may]
        change = simply(f"{items[i]} may be elsewhere")
        return Said("may be on", items[i], names(there, "machines", "no machine"), change)

    return {
        "capacity": room,
        **_of_devices(instance),
        "may_be_on": may_be_on,
        **_of_rules(instance),
        "budget": lambda _: Said(
            "budget", "", limit, more("a budget of ", budget), instance.cost_unit * cost
        ),
        "assignment": lambda i: Said(
            "placed", items[i], "", simply(f"{items[i]} is left out"), at_least=True
        ),
    }


def allowed_machines(instance: Consolidation) -> BoolArray:
    """Return the possible machines of each item: its present one and the allowed ones."""
    masks, row_of = instance.masks
    allowed: BoolArray = masks[row_of].copy()
    residents = np.flatnonzero(instance.home >= 0)
    allowed[residents, instance.home[residents]] = True
    return allowed


def scales(sizes: IntArray, rooms: IntArray) -> list[int]:
    """Return for each resource the power of two that brings its sizes and rooms below 2^30.

    Numbers of many digits are large in whole units, and engines refuse what is beyond 10^15.
    """
    most = [max(*sizes[:, r].tolist(), *rooms[:, r].tolist(), 0) for r in range(sizes.shape[1])]
    return [1 << max(0, number.bit_length() - 30) for number in most]


# rows that a person can do away with; all others define what comes and what is present
_ROWS = (
    *("apart", "apart_stay", "not_with", "not_with_come", "with_others"),
    *("spread", "spread_stay"),
)


def _of_rules(instance: Consolidation) -> Words:
    """Return the words of the families of placement rules: those of the rule of a row."""
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    stated = Counter((rule.kind, rule.stated_by) for rule in rules)
    numbers = {id(rule): k for k, rule in enumerate(instance.rules or ())}

    def said(index: tuple[Any, ...]) -> Said:
        rule = rules[index[0]]
        name = f"rules[{numbers[id(rule)]}]"
        if rule.stated_by is not None and stated[rule.kind, rule.stated_by] == 1:
            name = rule.stated_by
        change = simply(f"{name} does not hold")
        words = f"{len(rule.items)} items"
        if rule.kind == "apart":
            words = f"{words}, at most {rule.most} in a domain"
            change = more(f"{name}: at most ", rule.most, " in a domain")
        elif rule.kind == "spread":
            words = f"{words}, a skew of {rule.skew}"
            change = more(f"{name}: a skew of ", rule.skew)
        return Said(rule.kind, name, words, change)

    return dict.fromkeys(_ROWS, said)


def _of_devices(instance: Consolidation) -> Words:
    """Return the words of a device: those of all devices of its machine."""

    def said(index: tuple[int, int, int]) -> Said:
        resource = (instance.devices or ())[index[2]]
        r = instance.resources.index(resource)
        site = instance.sites[index[0]]
        words = f"{float(site.capacity[r]):.10g} devices"
        change = simply(f"shares of {site.name} {resource} lie across devices")
        return Said("devices", f"{site.name} {resource}", words, change)

    return {"device": said}
