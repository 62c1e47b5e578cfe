"""The best plan without pins: machines that become free wherever the scheduler puts pods.

The decision is the set of machines to free, and the order in which pods are evicted.  A replay in
which a pod finds no node refutes a set; a set that no replay refutes *holds*, and is reported with
the number of replays.  The final test uses seeds that the search has not used.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile

import numpy as np

from optgap.consolidation import Consolidation, overfull, pinned_items
from optgap.faults import agreeing
from optgap.problem import FloatArray, IntArray
from optgap.running import Run

from .replays import (
    EvictionOrder,
    ManyOrders,
    candidates,
    landing_of,
    load_shares,
)
from .without_pins import WithoutPins

_RANKED = 20  # number of replays to compare a set of machines with others
_FEW, _ASKED = 5, 10  # the same for many machines: at first, and with learnt seeds
MANY = 60  # machines to free, above which they are not exchanged one by one
_STEPS, _LAST_STEPS = 400, 20  # maximum steps to drop all machines; the latter after the limit
_RANKINGS, _WIDTH = 30, 0.6  # in a row that are no better, and how far they are from the best
_ROUNDS, _NEAR_SHARE = 3, 0.6  # of a search, and of the time of each; the rest is for many seeds
_MANY_SEEDS = 200
_ADDED, _TRIES = 4, 2  # most machines added per step; failed steps per machine
_DEARER = 1.002  # factor by which a set that saves the same may cost more


class SetSearch:
    """The search for sets of machines to free; replays test each set.

    A machine stays if a pod on it tolerates cordons and may return.  A machine that is overfull now
    must be freed, because pods leave only the freed machines.
    """

    def __init__(self, instance: Consolidation, order: EvictionOrder, run: Run) -> None:
        self.instance, self.run = instance, run
        self.orders = ManyOrders(instance, order)
        able = candidates(instance, pinned_items(instance))
        able = able[~instance.dear_to_empty[able]]
        able = able[[len(self.orders.coming_back(able[k : k + 1])) == 0 for k in range(len(able))]]
        self.must = overfull(instance, instance.home)
        self.stuck = self.must[~np.isin(self.must, able)]  # overfull, but not to be freed
        self.order = able[~np.isin(able, self.must)]
        self.ranking = self.order  # by which machines are given back: those that are worth least
        self.seeds = list(range(_RANKED if len(self.order) <= MANY else _FEW))
        self.refuted = 0
        self.orders.expect_replays(len(self.order) * len(self.seeds))

    def with_must(self, freed: IntArray) -> IntArray:
        """Return the union of the machines to free and those that are overfull now."""
        return np.append(self.must, freed)

    def fails(self, freed: IntArray) -> int:
        """Return the number of failed replays plus that of the pods which wait at their ends."""
        tally = self.orders.tally(self.with_must(freed), self.seeds, to_the_end=True)
        return tally.waiting + len(tally.failed)

    def holds(self, freed: IntArray) -> bool:
        """Return whether a set is within the budget, no pod may return, and no replay fails."""
        freed = self.with_must(freed)
        if len(freed) == 0:
            return True
        if not self.affordable(freed) or len(self.orders.coming_back(freed)):
            return False
        asked = self.seeds if len(self.order) <= MANY else self.seeds[:_ASKED]
        tally = self.orders.tally(freed, asked, stop_at=1)
        for seed in tally.failed:  # one that refutes a set may refute the next one, too
            self.seeds.remove(seed)
            self.seeds.insert(0, seed)
        return not tally.failed

    def affordable(self, freed: IntArray) -> bool:
        """Return whether the moves off some machines are within the migration budget."""
        return -self.gain(freed)[1] <= self.instance.budget

    def gain(self, freed: IntArray) -> tuple[int, int]:
        """Return the sort key of a set: (savings, minus the cost of moves); larger is better."""
        cost = int(self.instance.cost[self.orders.leaving(freed)].sum())
        return int(self.instance.price[freed].sum()), -cost

    def wanted(self, start: IntArray) -> IntArray:
        """Return the machines that the plan ``start`` frees, in order of increasing load."""
        used = np.bincount(start[start >= 0], minlength=len(self.instance.sites)) > 0
        return self.order[~used[self.order]]

    def relieve(self, freed: IntArray, worth: int = 0) -> IntArray:
        """Remove machines whose pods find no node from a set, until no replay of the rest fails.

        The removal stops early if the set saves less than ``worth``.  There is no time limit.
        """
        while len(freed) and self.gain(freed)[0] >= worth and not self.holds(freed):
            steps = _LAST_STEPS if self.run.should_stop() else _STEPS
            left = len(freed) - 1 - len(freed) // steps
            blamed = freed[np.isin(freed, self._to_blame(freed))]
            fewer = freed[~np.isin(freed, blamed[left - len(freed) :])]
            freed = fewer[:left]
        return freed

    def _to_blame(self, freed: IntArray) -> IntArray:
        """Return the machines of the pods that wait in the last failed replay, or may return."""
        every = self.with_must(freed)
        if len(back := self.orders.coming_back(every)):
            return self.instance.home[back]
        state, _ = self.orders.replay(every, self.seeds[0])
        return self.instance.home[state.machine[: len(self.instance.home)] < 0]

    def shrink(self, freed: IntArray) -> IntArray:
        """Remove machines until no replay fails, each time as `_without_one` does."""
        while len(freed) and not self.holds(freed):
            freed = self.relieve(freed) if self.run.should_stop() else self._without_one(freed)
        return freed

    def _without_one(self, freed: IntArray) -> IntArray:
        """Return the set without the machine whose removal leaves the fewest failures (`fails`)."""
        fewer = (np.delete(freed, k) for k in range(len(freed)))
        tried = takewhile(lambda _: not self.run.should_stop(), fewer)
        return min(
            tried, key=lambda each: (self.fails(each), -self.gain(each)[0]), default=freed[:-1]
        )

    def grow(self, freed: IntArray, besides: int = -1) -> IntArray:
        """Add machines one by one, in order of increasing load, as long as all replays succeed."""
        for j in self.order.tolist():
            if self.run.should_stop():
                break
            if j != besides and j not in freed and self.holds(np.append(freed, j)):
                freed = np.append(freed, j)
        return freed

    def again(self, freed: IntArray) -> IntArray:
        """Return a set that holds, made from a set that does not hold by changing a few machines.

        If it saves less than the original set, machines are also exchanged.  In a cluster with many
        machines, machines are only removed.
        """
        if len(self.order) > MANY:
            ranked = self.ranking[np.isin(self.ranking, freed)]
            return max(self.first_that_hold(ranked), self.relieve(freed), key=self.gain)
        better = self.grow(self.shrink(freed))
        return better if self.gain(better)[0] >= self.gain(freed)[0] else self.exchange(better)

    def exchange(self, freed: IntArray) -> IntArray:
        """Replace a machine of a set by other machines as long as this raises the savings."""
        tried = 0
        while tried < len(freed) and not self.run.should_stop():
            j = int(freed[0])
            other = self.grow(freed[1:], besides=j)
            if self.gain(other) > self.gain(freed):
                freed, tried = other, 0
            else:
                freed, tried = np.roll(freed, -1), tried + 1
        return freed

    def first_that_hold(self, ranked: IntArray) -> IntArray:
        """Return the longest prefix of a ranking of machines that holds, found by binary search."""
        low, high = 0, len(ranked)
        while low < high and not self.run.should_stop():
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.holds(ranked[:middle]) else (low, middle - 1)
        return ranked[:low]

    def best_ranking(self, freed: IntArray) -> IntArray:
        """Return the best prefix that holds over rankings by randomly weighted features."""
        rng, features = np.random.default_rng(self.run.seed), self._features()
        fixed = [*np.eye(len(features.T)), np.ones(len(features.T))]
        best, centre, failed = freed, fixed[-1], 0
        while failed < (_RANKINGS if fixed or len(best) > len(freed) else 1):
            if self.run.should_stop():
                break
            near = centre + _WIDTH * rng.standard_normal(len(centre))
            weight = fixed.pop() if fixed else near
            ranked = self.order[np.argsort(features @ weight, kind="stable")]
            other, failed = self.first_that_hold(ranked), failed + 1
            if self.gain(other) > self.gain(best):
                best, centre, failed = other, weight, 0
                self.ranking = ranked
        return best

    def _features(self) -> FloatArray:
        """Return machines x features: cost of moves, price, largest pod, capacities and loads."""
        instance, order = self.instance, self.order
        cost, load = instance.cost_to_empty, instance.loads(instance.home)
        running = instance.home >= 0
        total = instance.usable[order].sum(axis=0).clip(1)
        scarce = np.argsort(-load[order].sum(axis=0) / total, kind="stable")[:2]
        share, largest = load_shares(instance), np.zeros(len(instance.sites))
        np.maximum.at(largest, instance.home[running], share[running])
        columns = [cost[order], -instance.price[order], largest[order]]
        columns += [part[order, r] for r in scarce.tolist() for part in (instance.usable, load)]
        table = np.array(columns, dtype=np.float64).T
        scaled: FloatArray = table / np.abs(table).mean(axis=0).clip(1e-9)
        return scaled

    def harden(self, freed: IntArray, otherwise: IntArray) -> IntArray:
        """Return a set near ``freed`` that many seeds do not refute, if better than ``otherwise``.

        If there is none, return ``otherwise``.  Seeds that refute a set are later tried first.
        """
        while self.gain(freed) > self.gain(otherwise):
            seeds = takewhile(lambda _: not self.run.should_stop(), range(_MANY_SEEDS))
            tally = self.orders.tally(self.with_must(freed), seeds, stop_at=_FEW)
            if not tally.failed:
                return freed
            self.learn(tally.failed)
            freed = self.again(freed)
        return otherwise

    def learn(self, failed: Sequence[int]) -> None:
        """Move the seeds that refuted a set to the front, to be tried first."""
        self.seeds[:] = [*failed, *(seed for seed in self.seeds if seed not in failed)]

    def improve(self, freed: IntArray) -> IntArray:
        """Improve a set by trials, which add machines, drop fewer, and call `relieve`."""
        rng, best, failed = np.random.default_rng(self.run.seed), freed, 0
        while failed < _TRIES * len(self.order) and not self.run.should_stop():
            rest = self.order[~np.isin(self.order, freed)]
            many = min(len(rest), 1 + int(rng.integers(_ADDED)))
            if many == 0:
                break
            dropped = rng.choice(freed, min(len(freed), int(rng.integers(many))), replace=False)
            near = np.append(freed[~np.isin(freed, dropped)], rng.choice(rest, many, replace=False))
            saved, cost = self.gain(freed)
            other = self.relieve(rng.permutation(near), worth=saved)
            if self.gain(other) >= (saved, cost * _DEARER):
                freed = other
            failed += 1
            if self.gain(freed) > self.gain(best):
                best, failed = freed, 0
        return best


def best_set(search: SetSearch, first: IntArray, starts: Sequence[IntArray]) -> IntArray:
    """Return the best set found, without the overfull machines, which are freed in any case.

    It is at least as good as ``first``, a set that no replay refutes.  The search also starts from
    the sets ``starts``.
    """
    if len(search.order) > MANY:
        best = first
        for number in range(_ROUNDS):
            with search.run.first_part(1 / (_ROUNDS - number)):
                with search.run.first_part(_NEAR_SHARE):
                    better = search.improve(best) if number else search.best_ranking(best)
                best = search.harden(better, best)
        return best
    return search.exchange(max(_small_sets(search, first, starts), key=search.gain))


def _small_sets(
    search: SetSearch, first: IntArray, starts: Sequence[IntArray]
) -> Iterator[IntArray]:
    yield search.grow(first)
    yield search.grow(first[:0])
    for able in starts:
        yield search.grow(search.shrink(able))


_LEARNT, _LEAST = 10, 20  # seeds of a test that failed, and replays of any test
_FRESH = 1_000_000  # the first seed of tests
_SEARCH = 0.5  # share of the time for the search; the rest is for the test


def without_pins(
    instance: Consolidation,
    starts: Sequence[IntArray],
    order: EvictionOrder,
    run: Run,
    *,
    replays: int = 1_000,
) -> WithoutPins:
    """Return the best set of machines to free that no replay refutes.

    From each plan in ``starts`` a set of machines that no replay refutes is derived first; the
    result is at least as good.  ``replays`` replays with fresh seeds test the final set.  If some
    fail, their seeds are added to the search, and the test is repeated with other seeds.
    """
    search = SetSearch(instance, order, run)
    if why := _why_overfull(search):
        return _nothing_moves(search, why)
    tests, wanted = _Tests(search), [search.wanted(start) for start in starts]
    left = [search.relieve(each) for each in wanted]
    least = min(_LEAST, replays)
    first = tests.near(max([search.order[:0], *left], key=search.gain), least)
    chosen = search.order[:0] if first is None else first.freed[len(search.must) :]
    with run.first_part(_SEARCH):
        better = best_set(search, chosen, wanted)
    found = tests.near(better, replays, above=chosen) if len(better) else None
    if found is None and first is not None:
        found = first if run.should_stop() else tests.near(chosen, replays)
    return _nothing_moves(search, "") if found is None else found


class _Tests:
    """Tests of sets of machines with seeds that the search has not used."""

    def __init__(self, search: SetSearch) -> None:
        self.search, self.begun = search, _FRESH * (1 + search.run.seed)

    def near(
        self, chosen: IntArray, replays: int, above: IntArray | None = None
    ) -> WithoutPins | None:
        """Return a set that passes a test with fresh seeds, ``chosen`` or a set near it, or None.

        With ``above`` the returned set must be better than ``above``, and the time limit applies.
        """
        search = self.search
        while len(freed := search.with_must(chosen)):
            if above is not None and search.gain(chosen) <= search.gain(above):
                break
            landing, blamed = landing_of(search.orders, freed)
            if landing is None:
                if len(chosen) == 0:
                    break
                chosen = _without(chosen, blamed)
                continue
            seeds = range(self.begun, self.begun + replays)
            self.begun += replays
            fresh = _seeds_in_time(seeds, min(_LEAST, replays), search.run)
            tally = search.orders.tally(freed, fresh, stop_at=_LEARNT)
            if tally.replays and not tally.failed:
                order = search.orders.order
                return WithoutPins(order, freed, landing, tally.replays, search.refuted)
            search.refuted += len(tally.failed) > 0
            search.learn(tally.failed)
            if len(chosen) == 0 or (above is not None and search.run.should_stop()):
                break
            chosen = search.again(chosen)
        return None


def _seeds_in_time(seeds: range, enough: int, run: Run) -> Iterator[int]:
    """Yield seeds until the time is up, but at least the first ``enough`` of them."""
    for number, seed in enumerate(seeds):
        if number >= enough and run.should_stop():
            return
        yield seed


def _without(chosen: IntArray, blamed: IntArray) -> IntArray:
    """Return ``chosen`` without the machines in ``blamed``; if this changes nothing, no machine."""
    fewer = chosen[~np.isin(chosen, blamed)]
    return fewer if len(fewer) < len(chosen) else fewer[:0]


def _why_overfull(search: SetSearch) -> str:
    """Return why plans without pins cannot empty the overfull machines; "" if they may."""
    if len(search.must) == 0:
        return ""
    stuck = search.stuck
    if len(stuck) == 0 and len(search.orders.coming_back(search.must)):
        stuck = search.must
    if len(stuck):
        return f"{_overfull(search, stuck)}: a node is kept, or one of its pods stays or may return"
    if not search.affordable(search.must):
        return f"{_overfull(search, search.must)} within the budget for migrations"
    return ""


def _overfull(search: SetSearch, machines: IntArray) -> str:
    names = ", ".join(search.instance.sites[j].name for j in machines.tolist())
    overfull = agreeing(len(machines), "are overfull now, and no plan without pins relieves them")
    return f"{names} {overfull}"


def _nothing_moves(search: SetSearch, why: str) -> WithoutPins:
    """Return a result that frees no machine; no plan if machines are overfull or pods wait."""
    instance, order, nothing = search.instance, search.orders.order, search.order[:0]
    machine: IntArray | None = None
    if len(search.must) == 0:
        everywhere = ManyOrders(instance, order, open_=~instance.offered)
        machine, _ = landing_of(everywhere, nothing)  # pods that wait find a place all the same
        if machine is None and (instance.home >= 0).all():
            machine = instance.home
        why = why if machine is not None else "a waiting pod gets no place within the time limit"
    elif not why:
        why = f"{_overfull(search, search.must)} in all replays within the time limit"
    return WithoutPins(order, nothing, machine, 0, search.refuted, why)
