"""The best plan without pins: machines that become free wherever the scheduler puts the pods.

The decision is which machines to free, and in which order pods leave.  Replays in many orders
refute; what no replay refutes is said to hold in so many replays.  The seeds of the search are
never those of the last test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...core.arrays import IntArray
from ...core.run import Run
from ...instances.consolidation import Consolidation, overfull, rule_book, rules_hold
from ..consolidation import pinned_items
from .many_orders import EvictionOrder, ManyOrders, candidates

_LOOKED_AT = 20  # replays of a set of machines during the search
_FRESH = 1_000_000  # where the seeds of tests begin
_LANDINGS = 100  # replays until one ends as the rules of a plan ask
_MANY = 60  # machines to free, above which they are added by halves only
_SEARCH = 0.6  # of the time; what is left is for the test

Claim = Literal["replayed", "proven", "nothing moves"]


@dataclass(frozen=True)
class WithoutPins:
    """Machines that become free without pins, where pods ended in one replay, and the claim.

    ``replays`` with seeds that the search has not seen all held; ``refuted`` counts the sets of
    machines that passed the search and failed such a test.
    """

    order: EvictionOrder
    freed: IntArray
    machine: IntArray
    replays: int
    refuted: int

    def details(self, instance: Consolidation) -> dict[str, Any]:
        """Return the claim as plain data; three replays' worth is the rule of three at 95%."""
        return {
            "order": self.order,
            "freed_without_pins": [instance.sites[j].name for j in self.freed.tolist()],
            "claim": "replayed" if len(self.freed) else "nothing moves",
            "replays": self.replays,
            "failures": 0,
            "refuted": self.refuted,
        }


class _Search:
    """Sets of machines to free, tried by replays."""

    def __init__(self, instance: Consolidation, order: EvictionOrder, run: Run) -> None:
        self.instance, self.run = instance, run
        self.orders = ManyOrders(instance, order)
        self.order = candidates(instance, pinned_items(instance))
        self.seed = run.seed * 1_000
        self.refuted = 0

    def fails(self, freed: IntArray) -> int:
        """Return how many pods wait in all replays of the search, or fail in between; 0: none."""
        seeds = range(self.seed, self.seed + _LOOKED_AT)
        found = self.orders.tally(freed, seeds)
        return found.waiting + found.failures

    def holds(self, freed: IntArray) -> bool:
        """Return whether no replay of the search fails, within the budget for migrations."""
        if len(freed) == 0:
            return True
        cost = int(self.instance.cost[self.orders.leaving(freed)].sum())
        if cost > self.instance.budget:
            return False
        seeds = range(self.seed, self.seed + _LOOKED_AT)
        return self.orders.tally(freed, seeds, stop_at=1).failures == 0

    def gain(self, freed: IntArray) -> tuple[int, int]:
        """Return what is saved, and how little is moved: the more the better."""
        cost = int(self.instance.cost[self.orders.leaving(freed)].sum())
        return int(self.instance.price[freed].sum()), -cost

    def shrunk(self, freed: IntArray) -> IntArray:
        """Give machines back until no replay fails, each time the one that helps most."""
        while len(freed) and not self.holds(freed) and not self.run.should_stop():
            fewer = [np.delete(freed, k) for k in range(len(freed))]
            freed = min(fewer, key=lambda each: (self.fails(each), -self.gain(each)[0]))
        return freed if self.holds(freed) else freed[:0]

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

    def grown(self, freed: IntArray) -> IntArray:
        """Add machines one by one, those with the least load first, while all replays hold."""
        for j in self.order.tolist():
            if self.run.should_stop():
                break
            if j not in freed and self.holds(np.append(freed, j)):
                freed = np.append(freed, j)
        return freed

    def exchanged(self, freed: IntArray) -> IntArray:
        """Give one machine back and add others, while more is saved by it."""
        better = True
        while better and not self.run.should_stop():
            better = False
            for j in freed.tolist():
                if self.run.should_stop():
                    break
                other = self.grown(freed[freed != j])
                if self.gain(other) > self.gain(freed):
                    freed, better = other, True
                    break
        return freed


def without_pins(
    instance: Consolidation,
    start: IntArray | None,
    order: EvictionOrder,
    run: Run,
    *,
    replays: int = 1_000,
) -> WithoutPins:
    """Return the best set of machines to free that no replay refutes.

    ``start`` is a plan whose machines are tried first; ``replays`` with fresh seeds test the set
    in the end.  After a failure a machine is given back, and the test begins anew.
    """
    search = _Search(instance, order, run)
    with run.first_part(_SEARCH):
        freed = _best(search, start)
    tested, begun = 0, _FRESH + search.seed
    while len(freed):
        found = search.orders.tally(freed, range(begun, begun + replays), stop_at=1)
        begun += replays
        if found.failures == 0:
            tested = found.replays
            break
        search.refuted += 1
        search.seed += _LOOKED_AT
        fewer = [np.delete(freed, k) for k in range(len(freed))]
        freed = search.shrunk(min(fewer, key=lambda each: (search.fails(each), -len(each))))
    landing = _landing(search, freed)
    return WithoutPins(order, freed, landing, tested, search.refuted)


def _best(search: _Search, start: IntArray | None) -> IntArray:
    instance = search.instance
    nothing = search.order[:0]
    if len(search.order) > _MANY:
        return search.longest(nothing, search.order)
    found = [search.grown(nothing)]
    if start is not None:
        used = np.bincount(start, minlength=len(instance.sites)) > 0
        wanted = search.order[~used[search.order]]
        found.append(search.grown(search.shrunk(wanted)))
    return search.exchanged(max(found, key=search.gain))


def _landing(search: _Search, freed: IntArray) -> IntArray:
    """Return where pods end in a replay that keeps all rules of a plan."""
    instance, book = search.instance, rule_book(search.instance)
    for seed in range(search.seed, search.seed + _LANDINGS):
        state, late, _ = search.orders.replay(freed, seed)
        machine = state.machine
        if late == 0 and len(overfull(instance, machine)) == 0 and rules_hold(book, machine):
            return machine
    return instance.home
