"""Replays of evictions in many random orders, to test sets of machines to be freed.

At first all machines to be freed and all empty machines are closed (cordoned).  Only pods on
machines to be freed are evicted.  The choice between equally good nodes and the order of evictions
are random: pod by pod, node by node, or all at the same time.  A replacement is placed while its
pod is being deleted, or after it is gone, as the pod's owner does it; if this is unknown, both are
tried.  Pods that wait and are no items are rivals: they are tried at each step.  Under *largest
first* pods leave by decreasing largest share of a machine, and the next size waits until all pods
of this size run.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from typing import Literal, TypeAlias

import numpy as np

from optgap.consolidation import (
    WITH,
    Consolidation,
    RuleBook,
    counts_of,
    holds,
    overfull,
    rules_hold,
)
from optgap.problem import BoolArray, FloatArray, IntArray
from optgap.running import expect_seconds

from .conditions import pod_names
from .cordons import may_come_back, open_at_first
from .replayed_orders import Queues, play, play_all
from .scheduler_arrays import (
    SchedulerState,
    Scoring,
    scheduler_arrays,
    state_now,
)
from .scheduler_steps import evict, place
from .wave_state import WavePlan

_PODS = 20_000  # maximum number of pods in the queues of one call
_LOOK = 1e-5  # seconds that Python takes for one pod and one node
_KEPT = 64  # number of queues that are kept, because a search replays them repeatedly
EvictionOrder: TypeAlias = Literal["any", "largest-first"]


@dataclass(frozen=True)
class ReplayTally:
    """The number of replays, the seeds of failed ones, and the pods that waited at the ends.

    The ``victims`` are the pods of whose places others took in some replay.
    """

    replays: int
    failed: tuple[int, ...]
    waiting: int
    victims: tuple[str, ...] = ()


class ManyOrders:
    """A cluster whose evictions are replayed in random orders, for any set of machines to free."""

    def __init__(
        self,
        instance: Consolidation,
        order: EvictionOrder,
        scoring: Scoring = "default",
        open_: BoolArray | None = None,
    ) -> None:
        self.instance, self.order = instance, order
        self.arrays = scheduler_arrays(instance, scoring)
        self.open = instance.occupied | instance.kept if open_ is None else open_
        self.now = state_now(self.arrays, self.open)
        self.size: IntArray = np.unique(load_shares(instance), return_inverse=True)[1].reshape(-1)
        self.pods = len(self.arrays.home)
        self.free = np.full(self.pods, -1, dtype=np.int64)
        self.together = max(1, _PODS // len(instance.items))  # replays in one call
        self._queue = lru_cache(_KEPT)(self._random_queue)

    def expect_replays(self, number: int) -> None:
        """Announce the estimated seconds of ``number`` replays in which half of all pods leave."""
        looks = number * len(self.instance.items) * int(self.open.sum()) / 2
        expect_seconds(play_all, looks * _LOOK)

    def leaving(self, freed: IntArray) -> IntArray:
        """Return the items that run on the machines to be freed."""
        return np.flatnonzero(np.isin(self.instance.home, freed))

    def coming_back(self, freed: IntArray) -> IntArray:
        """Return the pods, evicted or waiting, that the scheduler may send to a closed node."""
        open_ = self.open.copy()
        open_[freed] = False
        return may_come_back(self.arrays, open_, np.flatnonzero(self._leaves(self.leaving(freed))))

    def replay(self, freed: IntArray, seed: int) -> tuple[SchedulerState, int]:
        """Replay the order of one seed, up to the first failure (see `play`).

        Return the final state, and the number of failures.
        """
        state, leaves = self.beginning(freed), self._leaves(self.leaving(freed))
        line = np.empty(self.pods + 1, dtype=np.int64)
        late, _ = play(self.arrays, state, self._queues([seed]), 0, leaves, line, False)
        return state, late

    def tally(
        self,
        freed: IntArray,
        seeds: Iterable[int],
        stop_at: int | None = None,
        pods: IntArray | None = None,
        *,
        to_the_end: bool = False,
    ) -> ReplayTally:
        """Replay the order of each seed, until ``stop_at`` replays have failed.

        The given ``pods`` are evicted; by default all pods on the machines ``freed``.  Only with
        ``to_the_end`` does a replay continue after its first failure.
        """
        failed: list[int] = []
        waiting = replays = 0
        begin = self.beginning(freed)
        state, victims = begin.copy(), np.zeros(self.pods, dtype=np.bool_)
        leaves = self._leaves(self.leaving(freed) if pods is None else pods)
        rest = iter(seeds)
        while some := list(islice(rest, self.together)):
            left = -1 if stop_at is None else stop_at - len(failed)
            queues = self._queues(some)
            ends, lost = play_all(self.arrays, begin, queues, leaves, to_the_end, left, state)
            victims |= lost
            replays += len(ends)
            waiting += int(ends[:, 1].sum())
            failed += [seed for seed, late in zip(some, ends[:, 0].tolist(), strict=False) if late]
            if len(failed) == stop_at:
                break
        names = pod_names(self.instance) if victims.any() else []
        named = tuple(names[i] for i in np.flatnonzero(victims).tolist())
        return ReplayTally(replays, tuple(failed), waiting, named)

    def beginning(self, freed: IntArray) -> SchedulerState:
        """Return the present state, in which the machines ``freed`` are closed."""
        state = self.now.copy()
        state.open[freed] = False
        return state

    def _leaves(self, pods: IntArray) -> BoolArray:
        """Return a mask of the given pods and all waiting pods, which a replay places."""
        leaves = np.zeros(self.pods, dtype=np.bool_)
        leaves[: len(self.instance.home)] = self.instance.home < 0
        leaves[pods] = True
        return leaves

    def _queues(self, seeds: list[int]) -> Queues:
        drawn = [self._queue(seed) for seed in seeds]
        dice = np.array([seed for _, _, seed in drawn], dtype=np.int64)
        pods, groups = (np.array([pair[k] for pair in drawn]) for k in (0, 1))
        return Queues(pods, groups, dice, self.free)

    def _random_queue(self, seed: int) -> tuple[IntArray, IntArray, int]:
        """Return all pods in a random order, their groups, and a seed for choices among nodes.

        Pods that wait now come first.  The order of two pods depends on the seed, but not on the
        machines to be freed.  So a seed that is hard for one set of machines is hard for similar
        sets.
        """
        rng = np.random.default_rng(seed)
        how, key, node = rng.integers(6), rng.random(len(self.size)), rng.random(len(self.open))
        home = self.instance.home
        rank: FloatArray
        if self.order == "any":
            rank = (key, node[home], np.zeros(len(key)))[how % 3]
        else:
            rank = (key if how % 2 else 0.0) - self.size.astype(np.float64)
        rank = np.where(home < 0, -np.inf, rank)
        order = np.lexsort((key, -self.arrays.priority[: len(key)], rank))
        first = rank[order[1:]] != rank[order[:-1]]
        return order, np.append(0, np.cumsum(first)), 1 + int(rng.integers(2**31 - 2))


def load_shares(instance: Consolidation) -> FloatArray:
    """Return each item's largest demand as a share of a machine."""
    shares: FloatArray = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
    return shares


def candidates(instance: Consolidation, pinned: BoolArray) -> IntArray:
    """Return the used machines without ``pinned`` items and not kept, by increasing load."""
    held = instance.in_use(instance.home[pinned])
    share = load_shares(instance)
    load = np.zeros(len(instance.sites))
    running = instance.home >= 0
    np.add.at(load, instance.home[running], share[running])
    able = np.flatnonzero(instance.occupied & ~held)
    return able[np.argsort(load[able], kind="stable")]


def tally_of(
    instance: Consolidation,
    plan: WavePlan,
    order: EvictionOrder,
    scoring: Scoring,
    replays: int,
    stop: Callable[[], bool],
) -> ReplayTally:
    """Replay the evictions of a plan, without its stops, in random orders; return the tally."""
    moves = {move.item for move in plan.steps}
    names = [item.name for item in instance.items]
    pods = np.array([i for i, name in enumerate(names) if name in moves], dtype=np.int64)
    orders = ManyOrders(instance, order, scoring, open_at_first(instance, plan))
    seeds = takewhile(lambda _: not stop(), range(replays))
    return orders.tally(pods[:0], seeds, pods=pods[instance.home[pods] >= 0])


_LANDINGS, _PASSES = 30, 6


def landing_of(orders: ManyOrders, freed: IntArray) -> tuple[IntArray | None, IntArray]:
    """Return the machine of each pod after emptying ``freed``, and an empty array.

    If no replay ends in a placement that keeps all rules, return instead None and the machines in
    ``freed`` whose pods wait or break rules.

    The scheduler checks rules only when it places a pod.  A pod may be placed beside a mate that
    leaves later.  A plan must satisfy all rules at its end, so such pods are placed once more.
    """
    instance, book = orders.instance, orders.arrays.book
    blamed = freed
    for seed in range(_LANDINGS):
        state, late = orders.replay(freed, seed)
        machine = state.machine[: len(instance.items)]  # a view
        for _ in range(_PASSES):
            if late or rules_hold(book, machine):
                break
            late = _place_again(orders, state)
        if not late and rules_hold(book, machine):
            if len(overfull(instance, machine)) == 0:
                return machine, freed[:0]
        elif 0 < len(culprits := _machines_to_blame(book, state, freed)) < len(blamed):
            blamed = culprits
    return None, blamed


def _machines_to_blame(book: RuleBook, state: SchedulerState, freed: IntArray) -> IntArray:
    """Return the machines in ``freed`` whose pods break rules or wait."""
    machine = state.machine[: len(book.home)]
    counts = counts_of(book, machine)
    broken = [r for r in range(len(book.kind)) if not holds(book, counts, machine, r)]
    members = [book.member[book.begin[r] : book.begin[r + 1]] for r in broken]
    homes = book.home[np.concatenate([*members, np.flatnonzero(machine < 0)])]
    return freed[np.isin(freed, homes)]


def _place_again(orders: ManyOrders, state: SchedulerState) -> int:
    """Place the moved pods of broken rules again; return how many of them find no node."""
    never = np.zeros_like(orders.arrays.tolerates_cordon)  # a plan sends no pod to a closed node
    arrays, book = orders.arrays._replace(tolerates_cordon=never), orders.arrays.book
    machine = state.machine[: len(book.home)]
    counts, first = counts_of(book, machine), np.zeros(1, dtype=np.int64)
    lost = 0
    for r in range(len(book.kind)):
        if holds(book, counts, machine, r):
            continue
        members = book.member[book.begin[r] : book.begin[r + 1]][::-1]  # others, then items
        moved = members[state.machine[members] != book.home[members]]
        for i in moved.tolist():
            evict(arrays, state, i)
        lacking = _lacking(book, state, r)
        for i in moved.tolist():
            near = state.open & lacking[0] if lacking else state.open
            j = place(arrays, state._replace(open=near), i, -1, first)
            if j >= 0:
                lacking = lacking[1:]
            else:
                lost += place(arrays, state, i, -1, first) < 0
        counts = counts_of(book, machine)
    return lost


def _lacking(book: RuleBook, state: SchedulerState, r: int) -> list[BoolArray]:
    """Return a mask of nodes for each domain that has items of rule r but none of its others."""
    if book.kind[r] != WITH:
        return []
    domain = book.domain[book.level[r]]
    at = {int(domain[j]) for j in _places(book, state, int(book.begin[r]), int(book.middle[r]))}
    end = int(book.begin[r + 1])
    met = {int(domain[j]) for j in _places(book, state, int(book.middle[r]), end)}
    return [domain == d for d in sorted(at - met - {-1})]


def _places(book: RuleBook, state: SchedulerState, begin: int, end: int) -> list[int]:
    machines = state.machine[book.member[begin:end]]
    return [int(j) for j in machines if j >= 0]
