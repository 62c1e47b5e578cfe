"""Replays in many orders: machines to free, and whatever the scheduler and chance make of it.

All machines to be freed are closed first, and so are those that are empty already.  Only what runs
on the former is evicted.  Ties between nodes and the order of pods are random: one by one, node by
node, or all at once.  Under *largest first* pods leave by falling largest share of a machine, and
the next size waits until all of this one run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, TypeAlias

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...instances.consolidation import Consolidation
from .scheduler_scores import Scoring
from .scheduler_steps import SchedulerState, play, scheduler_arrays, state_now
from .waves import WavePlan

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
        self.free = np.full(len(instance.items), -1, dtype=np.int64)

    def leaving(self, freed: IntArray) -> IntArray:
        """Return the items on some machines."""
        return np.flatnonzero(np.isin(self.instance.home, freed))

    def replay(
        self,
        freed: IntArray,
        seed: int,
        pods: IntArray | None = None,
        *,
        to_the_end: bool = False,
    ) -> tuple[SchedulerState, int, int]:
        """Replay once; return the end, how many groups left pods waiting, and how many wait.

        ``pods`` leave; all on the machines to be freed, unless they are given.  A replay in which a
        pod waits goes ``to_the_end`` only where that is asked for.
        """
        state = self.now.copy()
        state.open[freed] = False
        rng = np.random.default_rng(seed)
        queue, ends = self._queue(self.leaving(freed) if pods is None else pods, rng)
        dice = np.array([1 + int(rng.integers(2**31 - 2))])
        late, waiting = play(self.arrays, state, queue, ends, self.free, dice, to_the_end)
        return state, late, waiting

    def tally(
        self,
        freed: IntArray,
        seeds: Iterable[int],
        stop_at: int | None = None,
        pods: IntArray | None = None,
        *,
        to_the_end: bool = False,
    ) -> ReplayTally:
        """Replay with some seeds, until so many have failed."""
        failed: list[int] = []
        waiting = made = 0
        for seed in seeds:
            _, late, left = self.replay(freed, seed, pods, to_the_end=to_the_end)
            made += 1
            waiting += left
            if late > 0:
                failed.append(seed)
            if len(failed) == stop_at:
                break
        return ReplayTally(made, tuple(failed), waiting)

    def _queue(self, pods: IntArray, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
        """Return pods in a random order, and where the groups end that leave together.

        Pods that wait now come first.  With one seed any two pods leave in the same order whatever
        else is freed, so that a seed that is hard for one set of machines is so for others.
        """
        how, key, node = rng.integers(6), rng.random(len(self.size)), rng.random(len(self.open))
        home = self.instance.home
        waiting = np.flatnonzero(home < 0)
        if self.order == "any":
            rank: FloatArray = (key[pods], node[home[pods]], np.zeros(len(pods)))[how % 3]
        else:
            rank = (key[pods] if how % 2 else 0.0) - self.size[pods].astype(np.float64)
        order = np.lexsort((key[pods], rank))
        pods, rank = pods[order], rank[order]
        waiting = waiting[np.argsort(key[waiting])]
        ends = len(waiting) + np.flatnonzero(np.diff(rank, append=np.inf)) + 1
        return np.append(waiting, pods), np.append(len(waiting), ends) if len(waiting) else ends


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
    number = {site.name: j for j, site in enumerate(instance.sites)}
    moves = {move.item: number[move.target] for move in plan.steps}
    open_ = ~instance.offered
    open_[list(moves.values())] = True
    open_[[number[name] for name in plan.cordoned]] = False
    names = [item.name for item in instance.items]
    pods = np.array([i for i, name in enumerate(names) if name in moves], dtype=np.int64)
    orders = ManyOrders(instance, order, scoring, open_)
    seeds = takewhile(lambda _: not stop(), range(replays))
    return orders.tally(pods[:0], seeds, pods=pods[instance.home[pods] >= 0])
