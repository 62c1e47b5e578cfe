"""What a plan as good must cost and move at least: all that runs on the machines that it frees.

It uses no more machines than the plan, so that it frees so many at least of those in use now.  What
runs on these moves.  The cheapest of them are a bound, which needs no engine and no time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....core.arrays import IntArray
from ....instances.consolidation import Consolidation
from ..patterns.flavours import pinned_items

BY_FREED_MACHINES = {"kind": "budget"}  # the certificate


@dataclass(frozen=True)
class LeastSpent:
    """No plan as good costs less, nor as much with fewer moves; and none has fewer moves."""

    cost: int
    moves: int


def least_spent(instance: Consolidation, machine: IntArray) -> LeastSpent:
    """Return the least that plans with the objective of this one spend, as far as is known."""
    freed = int(instance.occupied.sum()) - instance.units_of(machine)
    if instance.objective == "price" or freed <= 0:
        return LeastSpent(0, 0)
    stuck = instance.kept.copy()
    stuck[instance.home[pinned_items(instance)]] = True
    residents = np.flatnonzero(instance.home >= 0)
    home, sites = instance.home[residents], len(instance.sites)
    cost, moves = np.zeros(sites, dtype=np.int64), np.bincount(home, minlength=sites)
    np.add.at(cost, home, instance.cost[residents])
    able = np.flatnonzero(instance.occupied & ~stuck)
    cheapest = able[np.lexsort((moves[able], cost[able]))][:freed]
    fewest = int(np.sort(moves[able])[:freed].sum())
    return LeastSpent(int(cost[cheapest].sum()), min(fewest, int(moves[cheapest].sum())))
