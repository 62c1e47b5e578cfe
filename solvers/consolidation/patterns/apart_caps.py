"""How many items that rules keep apart a machine has at most, in patterns."""

from __future__ import annotations

import numpy as np

from ....core.arrays import IntArray
from ....instances.consolidation import MACHINE, Consolidation


def apart_groups(instance: Consolidation) -> tuple[IntArray, list[int]]:
    """Return the group of each item that rules keep apart on machines, -1 without, and the caps.

    Items of a group are in the same rules.  A machine has no more of them than the strictest of
    these rules allows, or than are on one machine now.
    """
    number = {item.name: i for i, item in enumerate(instance.items)}
    caps: list[int] = []
    of: list[tuple[int, ...]] = [()] * len(instance.items)
    rules = [r for r in instance.rules or () if r.kind == "apart" and r.at == MACHINE]
    for r, rule in enumerate(rules):
        members = [number[name] for name in rule.items]
        home = instance.home[members]
        now = int(np.bincount(home[home >= 0], minlength=1).max())
        caps.append(max(rule.most, now))
        for i in members:
            of[i] = (*of[i], r)
    known: dict[tuple[int, ...], int] = {}
    group = np.array(
        [known.setdefault(rules, len(known)) if rules else -1 for rules in of], dtype=np.int64
    )
    return group, [min(caps[r] for r in rules) for rules in known]


def flavour_caps(flavour_of: IntArray, group: IntArray, caps: list[int], count: int) -> IntArray:
    """Return the most items of each flavour on one machine: the caps of its groups together."""
    cap = np.full(count, len(flavour_of), dtype=np.int64)
    bound = (flavour_of >= 0) & (group >= 0)
    pairs = np.unique(np.column_stack([flavour_of[bound], group[bound]]), axis=0)
    for f in np.unique(pairs[:, 0]).tolist():
        cap[f] = sum(caps[g] for g in pairs[pairs[:, 0] == f, 1].tolist())
    return cap
