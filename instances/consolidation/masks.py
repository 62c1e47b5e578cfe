"""The machines to which the items of `consolidation` may move, as masks."""

from itertools import repeat

import numpy as np

from ...core.arrays import IntArray
from ...core.records import column
from .fields import PackingData
from .parts import MACHINE, PlacementRule

_Needs = frozenset[tuple[str, tuple[str, ...] | None]]  # labels, and the values that will do


def masks_of(instance: PackingData) -> tuple[np.ndarray, IntArray]:
    """Return distinct masks of sites (masks x sites), and the number of each item's mask."""
    sites = instance.sites
    stay, needs = staying(instance), _needed_labels(instance)
    rows: dict[tuple[bool, tuple[str, ...] | None, _Needs, int], int] = {}
    none: _Needs = frozenset()
    allowed = list(column(instance.items, "allowed_machines"))
    for i in stay:
        machine = instance.items[i].machine
        allowed[i] = allowed[i] if machine is None else (machine,)
    runs = (instance.home >= 0).tolist()
    labels_of = [needs.get(item.name, none) for item in instance.items] if needs else repeat(none)
    keys = zip(runs, allowed, labels_of, instance.waits_at.tolist(), strict=False)
    row_of = np.array([rows.setdefault(key, len(rows)) for key in keys], dtype=np.int64)
    open_ = instance.occupied | instance.kept | instance.offered
    masks = np.ones((len(rows), len(sites)), dtype=np.bool_)
    named = any(names is not None for _, names, _, _ in rows)
    numbers = _numbers(instance) if named else {}
    for (resident, names, labels, own), row in rows.items():
        if names is not None:
            masks[row] = False
            masks[row, [j for name in names for j in numbers[name]]] = True
        if resident and instance.empty_machines == "keep":
            masks[row] &= open_
        for label, values in labels:
            has = [(site.labels or {}).get(label) for site in sites]
            if label == MACHINE:
                has = [site.name for site in sites]
            masks[row] &= [v is not None and (values is None or v in values) for v in has]
        masks[row, instance.waits_at[instance.waits_at >= 0]] = False
        if own >= 0:
            masks[row, own] = True
    return masks, row_of


def staying(instance: PackingData) -> set[int]:
    """Return the items that never move: fixed ones, and those with a disruption budget of 0."""
    never = {
        name
        for rule in instance.rules or ()
        if rule.kind == "at_once" and rule.at_most == 0
        for name in rule.items
    }
    if not never and not any(column(instance.items, "fixed")):
        return set()
    return {i for i, item in enumerate(instance.items) if item.fixed or item.name in never}


def _numbers(instance: PackingData) -> dict[str, list[int]]:
    """Return, by name of machine or offer, the numbers of its sites."""
    numbers: dict[str, list[int]] = {}
    for j, site in enumerate(instance.sites):
        offered = j >= len(instance.machines)
        numbers.setdefault(site.name.rpartition("#")[0] if offered else site.name, []).append(j)
    return numbers


def _needed_labels(instance: PackingData) -> dict[str, _Needs]:
    """Return, for each item, the labels that a machine must have to take the item.

    For ``with`` and ``spread`` rules the machine must lie in a domain of the rule.
    """
    needs: dict[str, set[tuple[str, tuple[str, ...] | None]]] = {}
    for rule in instance.rules or ():
        if rule.kind not in ("with", "spread"):
            continue
        values = domains_of(instance, rule) if rule.kind == "spread" else None
        if rule.at != MACHINE or rule.domains:
            for name in rule.items:
                needs.setdefault(name, set()).add((rule.at, values))
    return {name: frozenset(labels) for name, labels in needs.items()}


def domains_of(instance: PackingData, rule: PlacementRule) -> tuple[str, ...]:
    """Return the domains over which a rule spreads.

    These are the listed domains, by default all values of the label on machines without offers.
    At the machine level, by default each machine and each offered machine is a domain.
    """
    if rule.domains is not None:
        return rule.domains
    if rule.at == MACHINE:
        waiting = set(instance.waits_at.tolist())
        return tuple(site.name for j, site in enumerate(instance.sites) if j not in waiting)
    values = ((machine.labels or {}).get(rule.at) for machine in instance.machines)
    return tuple(dict.fromkeys(value for value in values if value is not None))
