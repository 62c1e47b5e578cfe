"""Plans as good as one in hand, made of it: all that is on a node changes its place as a whole.

What must leave goes to another node, and what is there to a third one or back.  No engine is asked;
the checker judges every plan.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...instances.consolidation import Consolidation


def exchanged_plans(
    instance: Consolidation, machine: IntArray, closed: BoolArray
) -> Iterator[IntArray]:
    """Yield plans without what is closed, on as many nodes; rules and costs are not looked at."""
    every = np.arange(len(machine))
    leaving = np.unique(machine[closed[every, machine]])
    if len(leaving) != 1:
        return
    node = int(leaving[0])
    fits = _takes_all(instance, machine, closed)
    used = np.bincount(machine, minlength=len(instance.sites)) > 0
    for other in np.flatnonzero(fits[node]).tolist():
        onward = [node] if used[other] and fits[other, node] else []
        if used[other]:
            onward += np.flatnonzero(fits[other] & ~used).tolist()
        for third in onward if used[other] else [other]:
            plan = machine.copy()
            plan[machine == node], plan[machine == other] = other, third
            yield plan


def _takes_all(instance: Consolidation, machine: IntArray, closed: BoolArray) -> BoolArray:
    """Return which node has room for all that is on another one, and may take it."""
    masks, row_of = instance.masks
    allowed = masks[row_of]
    residents = np.flatnonzero(instance.home >= 0)
    allowed[residents, instance.home[residents]] = True
    allowed &= ~closed
    fits = np.zeros((len(instance.sites), len(instance.sites)), dtype=np.bool_)
    for node in np.unique(machine).tolist():
        there = machine == node
        load = instance.demand[there].sum(axis=0)
        fits[node] = (load <= instance.usable).all(axis=1) & allowed[there].all(axis=0)
        fits[node, node] = False
    return fits
