"""The best plan without pins: machines that become free wherever the scheduler puts the pods.

The decision is which machines to free, and in which order pods leave.  Replays in many orders
refute; what no replay refutes is said to hold in so many replays.  The seeds of the search are
never those of the last test.  What weights prove (see `blocking`) holds whatever the scheduler
does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

import numpy as np

from ....core.arrays import IntArray
from ....core.faults import agreeing
from ....core.run import Run
from ....instances.consolidation import Consolidation, overfull
from ....solvers.consolidation import pinned_items
from .always_schedulable import proofs_of
from .replays import EvictionOrder, ManyOrders, candidates, landing_of

# A search for sets of machines to free, refuted by replays and by pods that may come back.
#
# A machine stays if a pod on it tolerates cordons and may come back. A machine that is overfull
# now must be freed, because pods leave only the machines that are freed.


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
        fewer = (np.delete(freed, k) for k in range(len(freed)))
        tried = takewhile(lambda _: not self.run.should_stop(), fewer)
        return min(
            tried, key=lambda each: (self.fails(each), -self.gain(each)[0]), default=freed[:-1]
        )

    def add(self, freed: IntArray, able: IntArray) -> IntArray:
        """Return a set with the machines of a list that it holds with.

        A part that is refuted is tried in its halves.  Time ends it with what holds so far.
        """
        if len(able) == 0 or self.run.should_stop():
            return freed
        more = np.append(freed, able)
        if self.holds(more):
            return more
        if len(able) == 1:
            return freed
        middle = len(able) // 2
        return self.add(self.add(freed, able[:middle]), able[middle:])

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


def best_set(search: SetSearch, starts: Sequence[IntArray]) -> IntArray:
    """Return the best set of machines that the search finds, beside those that are overfull.

    ``starts`` are plans whose machines are tried first, the first plan's before the others'.
    """
    instance = search.instance
    nothing = search.order[:0]
    wanted = []
    for start in starts:
        used = np.bincount(start[start >= 0], minlength=len(instance.sites)) > 0
        wanted.append(search.order[~used[search.order]])
    if len(search.order) > MANY:
        chosen = nothing
        for able in (*wanted, search.order):
            chosen = search.add(chosen, able[~np.isin(able, chosen)])
        return chosen
    choices = [search.grow(nothing)]
    choices += [search.grow(search.shrink(able)) for able in wanted]
    return search.exchange(max(choices, key=search.gain))


_LEARNT, _LEAST = 10, 20  # seeds of a test that failed, and replays of any test
_FRESH = 1_000_000  # where the seeds of tests begin
_SEARCH = 0.6  # of the time; what is left is for the test


@dataclass(frozen=True)
class WithoutPins:
    """Machines that become free without pins, where pods ended in one replay, and the claim.

    There is no ``machine`` where no plan was found; ``why`` has the reason.

    ``replays`` with seeds that the search has not seen all held; ``refuted`` counts the sets of
    machines that passed the search and failed such a test.  Of ``proven`` machines it is proven
    that they become free wherever the scheduler puts the pods.
    """

    order: EvictionOrder
    freed: IntArray
    machine: IntArray | None
    replays: int
    refuted: int
    proven: IntArray
    why: str = ""

    @property
    def claim(self) -> Literal["nothing moves", "replayed", "proven"]:
        """What is shown of all machines to be freed."""
        if len(self.freed) == 0:
            return "nothing moves"
        return "proven" if set(self.freed.tolist()) <= set(self.proven.tolist()) else "replayed"

    def details(self, instance: Consolidation) -> dict[str, Any]:
        """Return the claim as plain data.

        Where no replay of n fails, fewer than 3 / n of all orders do, at 95%.
        """
        return {
            "order": self.order,
            "freed_without_pins": [instance.sites[j].name for j in self.freed.tolist()],
            "claim": self.claim,
            "replays": self.replays,
            "failing_at_most": round(3 / self.replays, 6) if self.replays else None,
            "refuted": self.refuted,
            "proven_without_pins": [instance.sites[j].name for j in self.proven.tolist()],
        }


def without_pins(
    instance: Consolidation,
    starts: Sequence[IntArray],
    order: EvictionOrder,
    run: Run,
    *,
    replays: int = 1_000,
) -> WithoutPins:
    """Return the best set of machines to free that no replay refutes.

    ``starts`` are plans whose machines are tried first; ``replays`` with fresh seeds test the set
    in the end.  After a failure the seeds that failed join the search, and the test begins again
    with others.
    """
    search = SetSearch(instance, order, run)
    why = _why_overfull(search)
    chosen = search.order[:0]
    if not why:
        with run.first_part(_SEARCH):
            chosen = best_set(search, starts)
    begun = _FRESH * (1 + run.seed)
    while not why and len(freed := search.with_must(chosen)):
        landing, blamed = landing_of(search.orders, freed)
        if landing is not None:
            enough = begun + min(_LEAST, replays)  # also where the search took all of the time
            fresh = _seeds_in_time(begun, begun + replays, enough, run)
            tally = search.orders.tally(freed, fresh, stop_at=_LEARNT)
            if tally.replays and not tally.failed:
                proven = _proven(search, freed)
                return WithoutPins(order, freed, landing, tally.replays, search.refuted, proven)
            begun += replays
            search.refuted += len(tally.failed) > 0
            search.seeds[:0] = tally.failed
        if len(chosen) == 0 or (run.should_stop() and len(search.order) > MANY):
            break
        if run.should_stop():
            chosen = chosen[: len(chosen) // 2]  # fewer may hold, and a test is short
        else:
            chosen = search.again(chosen) if landing is not None else _without(chosen, blamed)
    return _nothing_moves(search, why)


def _seeds_in_time(begun: int, end: int, enough: int, run: Run) -> Iterator[int]:
    """Yield seeds until the time is up, those below ``enough`` in any case."""
    for seed in range(begun, end):
        if seed >= enough and run.should_stop():
            return
        yield seed


def _without(chosen: IntArray, blamed: IntArray) -> IntArray:
    """Return the machines that are not to blame that no plan says where the pods end."""
    fewer = chosen[~np.isin(chosen, blamed)]
    return fewer if len(fewer) < len(chosen) else fewer[:0]


def _why_overfull(search: SetSearch) -> str:
    """Return why no plan without pins relieves the machines that are overfull now, if none can."""
    if len(search.must) == 0:
        return ""
    stuck = search.stuck
    if len(stuck) == 0 and len(search.orders.coming_back(search.must)):
        stuck = search.must
    if len(stuck):
        return f"{_overfull(search, stuck)}: it is kept, or a pod there stays or may come back"
    if not search.affordable(search.must):
        return f"{_overfull(search, search.must)} within the budget for migrations"
    return ""


def _overfull(search: SetSearch, machines: IntArray) -> str:
    names = ", ".join(search.instance.sites[j].name for j in machines.tolist())
    overfull = agreeing(len(machines), "are overfull now, and no plan without pins frees them")
    return f"{names} {overfull}"


def _nothing_moves(search: SetSearch, why: str) -> WithoutPins:
    """Return a plan that frees nothing, unless machines are overfull or a pod finds no place."""
    instance, order, nothing = search.instance, search.orders.order, search.order[:0]
    machine: IntArray | None = None
    if len(search.must) == 0:
        everywhere = ManyOrders(instance, order, open_=~instance.offered)
        machine, _ = landing_of(everywhere, nothing)  # pods that wait find a place all the same
        if machine is None and (instance.home >= 0).all():
            machine = instance.home
        why = why if machine is not None else "a pod that waits finds no place in time"
    elif not why:
        why = f"{_overfull(search, search.must)} in the replays, or in time"
    return WithoutPins(order, nothing, machine, 0, search.refuted, nothing, why)


def _proven(search: SetSearch, freed: IntArray) -> IntArray:
    """Return machines of which it is proven that they become free: all, or as many as are added."""
    if proofs_of(search.orders, freed, search.run) is not None:
        return freed
    proven = freed[:0]
    for j in search.order.tolist():
        if len(search.order) > MANY or search.run.should_stop():
            break
        more = np.append(proven, j)
        if search.affordable(more) and proofs_of(search.orders, more, search.run) is not None:
            proven = more
    return proven
