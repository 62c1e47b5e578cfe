"""A search for sets of machines to free, refuted by replays and by pods that may come back.

A machine stays if a pod on it tolerates cordons and may come back.  A machine that is overfull now
must be freed, because pods leave only the machines that are freed.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.run import Run
from ...instances.consolidation import Consolidation, overfull
from ..consolidation import pinned_items
from .many_orders import EvictionOrder, ManyOrders, candidates

_RANKED = 20  # replays of a set of machines, to compare it with others
_FEW = 5  # the same, of many machines
MANY = 60  # machines to free, above which they are added by halves only


class SetSearch:
    """Sets of machines to free, tried by replays."""

    def __init__(self, instance: Consolidation, order: EvictionOrder, run: Run) -> None:
        self.instance, self.run = instance, run
        self.orders = ManyOrders(instance, order)
        able = candidates(instance, pinned_items(instance))
        able = able[[len(self.orders.coming_back(able[k : k + 1])) == 0 for k in range(len(able))]]
        self.must = overfull(instance, instance.home)
        self.stuck = self.must[~np.isin(self.must, able)]  # overfull, but not to be freed
        self.order = able[~np.isin(able, self.must)]
        self.seeds = list(range(_RANKED if len(self.order) <= MANY else _FEW))
        self.refuted = 0
        self.orders.expect_replays(len(self.order) * len(self.seeds))

    def with_must(self, freed: IntArray) -> IntArray:
        """Return the machines to free with those that are overfull now."""
        return np.append(self.must, freed)

    def fails(self, freed: IntArray) -> int:
        """Return how many replays fail, and how many pods wait in their ends."""
        tally = self.orders.tally(self.with_must(freed), self.seeds, to_the_end=True)
        return tally.waiting + len(tally.failed)

    def holds(self, freed: IntArray) -> bool:
        """Return whether no pod may come back, and no replay fails, within the budget."""
        freed = self.with_must(freed)
        if len(freed) == 0:
            return True
        if not self.affordable(freed) or len(self.orders.coming_back(freed)):
            return False
        tally = self.orders.tally(freed, self.seeds, stop_at=1)
        for seed in tally.failed:  # one that refutes a set may refute the next one, too
            self.seeds.remove(seed)
            self.seeds.insert(0, seed)
        return not tally.failed

    def affordable(self, freed: IntArray) -> bool:
        """Return whether freeing some machines is within the budget for migrations."""
        cost = int(self.instance.cost[self.orders.leaving(freed)].sum())
        return cost <= self.instance.budget

    def gain(self, freed: IntArray) -> tuple[int, int]:
        """Return what is saved, and how little is moved: the more the better."""
        cost = int(self.instance.cost[self.orders.leaving(freed)].sum())
        return int(self.instance.price[freed].sum()), -cost

    def shrink(self, freed: IntArray) -> IntArray:
        """Give machines back until no replay fails, each time the one that helps most."""
        while len(freed) and not self.holds(freed):
            freed = freed[:0] if self.run.should_stop() else self.without_one(freed)
        return freed

    def without_one(self, freed: IntArray) -> IntArray:
        """Give a machine back: the one without which fewest pods wait; of many the last few."""
        if len(self.order) > MANY:
            return freed[: -1 - len(freed) // MANY]
        fewer = [np.delete(freed, k) for k in range(len(freed))]
        return min(fewer, key=lambda each: (self.fails(each), -self.gain(each)[0]))

    def longest(self, freed: IntArray, able: IntArray) -> IntArray:
        """Return a set with as many of the first machines of a list as halving finds."""
        low, high = 0, len(able)
        while low < high and not self.run.should_stop():
            middle = (low + high + 1) // 2
            if self.holds(np.append(freed, able[:middle])):
                low = middle
            else:
                high = middle - 1
        return np.append(freed, able[:low])

    def grow(self, freed: IntArray, besides: int = -1) -> IntArray:
        """Add machines one by one, those with the least load first, while all replays hold."""
        for j in self.order.tolist():
            if self.run.should_stop():
                break
            if j != besides and j not in freed and self.holds(np.append(freed, j)):
                freed = np.append(freed, j)
        return freed

    def again(self, freed: IntArray) -> IntArray:
        """Return a set near one that was refuted; exchanges are tried where less is saved by it."""
        if len(self.order) > MANY:
            return self.shrink(freed)
        better = self.grow(self.shrink(freed))
        return better if self.gain(better)[0] >= self.gain(freed)[0] else self.exchange(better)

    def exchange(self, freed: IntArray) -> IntArray:
        """Give one machine back and add others, while more is saved by it."""
        tried = 0
        while tried < len(freed) and not self.run.should_stop():
            j = int(freed[0])
            other = self.grow(freed[1:], besides=j)
            if self.gain(other) > self.gain(freed):
                freed, tried = other, 0
            else:
                freed, tried = np.roll(freed, -1), tried + 1
        return freed


def best_set(search: SetSearch, start: IntArray | None) -> IntArray:
    """Return the best set of machines that the search finds, beside those that are overfull."""
    instance = search.instance
    nothing = search.order[:0]
    if len(search.order) > MANY:
        return search.longest(nothing, search.order)
    choices = [search.grow(nothing)]
    if start is not None:
        used = np.bincount(start, minlength=len(instance.sites)) > 0
        wanted = search.order[~used[search.order]]
        choices.append(search.grow(search.shrink(wanted)))
    return search.exchange(max(choices, key=search.gain))
