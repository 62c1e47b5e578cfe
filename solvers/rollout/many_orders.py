"""Replays in many orders: machines to free, and whatever the scheduler and chance make of it.

All machines to be freed are closed first, and so are those that are empty already.  Only what runs
on the former is evicted.  Ties between nodes and the order of pods are random: one by one, node by
node, or all at once.  Under *largest first* pods leave by falling largest share of a machine, and
the next size waits until all of this one run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from typing import Literal, TypeAlias

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import expect_seconds
from ...instances.consolidation import Consolidation, kind_numbers
from .cordons import may_come_back, open_at_first
from .pod_queues import Queues, play, play_all
from .scheduler_scores import Scoring
from .scheduler_steps import SchedulerState, scheduler_arrays, state_now
from .wave_results import WavePlan

_PODS = 20_000  # in the queues of one call
_LOOK = 1e-5  # seconds for a pod and a node, in Python
_KEPT = 64  # queues: a search replays the same ones again and again
EvictionOrder: TypeAlias = Literal["any", "largest-first"]


@dataclass(frozen=True)
class ReplayTally:
    """How many replays were made, the seeds that failed, and how many pods waited in the end."""

    replays: int
    failed: tuple[int, ...]
    waiting: int


class ManyOrders:
    """A cluster that is replayed again and again, with machines to free and random orders."""

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
        share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
        self.size: IntArray = np.unique(share, return_inverse=True)[1].reshape(-1)
        self.kind = kind_numbers(instance, instance.rule_book, costs=False)
        self.free = np.full(len(instance.items), -1, dtype=np.int64)
        self.together = max(1, _PODS // len(instance.items))  # replays in one call
        self._queue = lru_cache(_KEPT)(self._random_queue)

    def expect_replays(self, number: int) -> None:
        """Say how many replays are to come, in which half of all pods leave."""
        looks = number * len(self.instance.items) * int(self.open.sum()) / 2
        expect_seconds(play_all, looks * _LOOK)

    def leaving(self, freed: IntArray) -> IntArray:
        """Return the items on some machines."""
        return np.flatnonzero(np.isin(self.instance.home, freed))

    def coming_back(self, freed: IntArray) -> IntArray:
        """Return the pods that leave, or wait now, and may be sent to a node that is closed."""
        open_ = self.open.copy()
        open_[freed] = False
        return may_come_back(self.arrays, open_, np.flatnonzero(self._leaves(self.leaving(freed))))

    def replay(self, freed: IntArray, seed: int) -> tuple[SchedulerState, int]:
        """Replay once, up to the first group that leaves pods waiting.

        Return the end, and how often it failed.
        """
        state, leaves = self._beginning(freed), self._leaves(self.leaving(freed))
        line = np.empty(len(leaves) + 1, dtype=np.int64)
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
        """Replay with one seed after the other, until so many have failed.

        ``pods`` leave: all on the machines to be freed, unless they are given.  A replay in which a
        pod waits goes ``to_the_end`` only where that is asked for.
        """
        failed: list[int] = []
        waiting = replays = 0
        begin = self._beginning(freed)
        leaves = self._leaves(self.leaving(freed) if pods is None else pods)
        rest = iter(seeds)
        while some := list(islice(rest, self.together)):
            left = -1 if stop_at is None else stop_at - len(failed)
            queues = self._queues(some)
            ends = play_all(self.arrays, begin, queues, leaves, to_the_end, left)
            replays += len(ends)
            waiting += int(ends[:, 1].sum())
            failed += [seed for seed, late in zip(some, ends[:, 0].tolist(), strict=False) if late]
            if len(failed) == stop_at:
                break
        return ReplayTally(replays, tuple(failed), waiting)

    def _beginning(self, freed: IntArray) -> SchedulerState:
        state = self.now.copy()
        state.open[freed] = False
        return state

    def _leaves(self, pods: IntArray) -> BoolArray:
        """Return a mask of some pods, and of those that wait now."""
        leaves = self.instance.home < 0
        leaves[pods] = True
        return leaves

    def _queues(self, seeds: list[int]) -> Queues:
        drawn = [self._queue(seed) for seed in seeds]
        dice = np.array([seed for _, _, seed in drawn], dtype=np.int64)
        pods, groups = (np.array([pair[k] for pair in drawn]) for k in (0, 1))
        return Queues(pods, groups, dice, self.free)

    def _random_queue(self, seed: int) -> tuple[IntArray, IntArray, int]:
        """Return all pods in a random order, the groups that leave together, and a seed for ties.

        Pods that wait now come first.  With one seed any two pods leave in the same order whatever
        is freed, so that a seed that is hard for one set of machines is so for others.
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
        order = np.lexsort((key, rank))
        first = rank[order[1:]] != rank[order[:-1]]
        return order, np.append(0, np.cumsum(first)), 1 + int(rng.integers(2**31 - 2))


def candidates(instance: Consolidation, pinned: BoolArray) -> IntArray:
    """Return the machines that may become free, those with the least load first."""
    held = instance.kept.copy()
    held[instance.home[pinned]] = True
    share = (instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1)
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
    """Replay what a plan without stops evicts in random orders, with the nodes that it closes."""
    moves = {move.item for move in plan.steps}
    names = [item.name for item in instance.items]
    pods = np.array([i for i, name in enumerate(names) if name in moves], dtype=np.int64)
    orders = ManyOrders(instance, order, scoring, open_at_first(instance, plan))
    seeds = takewhile(lambda _: not stop(), range(replays))
    return orders.tally(pods[:0], seeds, pods=pods[instance.home[pods] >= 0])
