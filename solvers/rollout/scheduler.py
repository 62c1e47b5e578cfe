"""A replay of a plan with Kubernetes' scheduler in the place of its targets.

An evicted pod is not sent anywhere: the scheduler chooses.  The replay filters as kube-scheduler
does (room, allowed nodes, the rules of pods, cordoned nodes) and scores by NodeResourcesFit
(LeastAllocated or MostAllocated, cpu and memory) and NodeResourcesBalancedAllocation, both with
weight 1.  Of several best nodes the scheduler takes any, this replay the first.  A pod that no node
takes waits, and is tried again after every other pod.  Nodes on which pods stop on the way are open
until the last of these stops.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...instances.consolidation import Consolidation, counts_of, may_enter, rule_book, shift
from .scheduler_scores import Scoring, allowed_by_the_scheduler, scores
from .waves import WavePlan

__all__ = ["Replay", "Scoring", "replayed", "with_pins"]

_SCORED = ("cpu", "memory")
_UNSAID = {"cpu": 0.1, "memory": 200 * 2**20}  # what a pod without requests counts in scores
_MOST_REPLAYS = 2_000  # to leave out pins one by one


@dataclass(frozen=True)
class Replay:
    """Whether a plan holds when the scheduler chooses: what became of its pods."""

    scoring: str
    as_planned: int
    elsewhere: tuple[tuple[str, str, str], ...]  # item, planned, chosen
    unplaced: tuple[str, ...]
    refilled: tuple[str, ...]  # machines that were to be free, and are not
    pinned: tuple[str, ...]  # items that need a node affinity for the plan to hold
    minimal: bool = True  # without any one of these pins the plan does not hold

    @property
    def holds(self) -> bool:
        """True if every item found a place and all machines to be freed are free."""
        return not self.unplaced and not self.refilled

    def as_document(self) -> dict[str, Any]:
        """Return the replay as plain data."""
        return {
            "scoring": self.scoring,
            "holds": self.holds,
            "as_planned": self.as_planned,
            "elsewhere": [
                {"item": item, "planned": planned, "chosen": chosen}
                for item, planned, chosen in self.elsewhere
            ],
            "unplaced": list(self.unplaced),
            "refilled": list(self.refilled),
            "pinned": list(self.pinned),
            "minimal": self.minimal,
        }


def replayed(instance: Consolidation, plan: WavePlan, scoring: Scoring = "default") -> Replay:
    """Return what becomes of a plan, with pods pinned to their targets where it needs that.

    Every pin is needed: without any one of them the plan does not hold.  If it does not hold with
    all pods pinned either, none is.
    """
    loose, culprits = with_pins(instance, plan, scoring, frozenset())
    if loose.holds:
        return loose
    every = frozenset(move.item for move in plan.steps)
    pins = frozenset[str]()
    replay = loose
    while not replay.holds:
        if pins == every:
            return loose
        pins = pins | culprits if culprits - pins else every
        replay, culprits = with_pins(instance, plan, scoring, pins)
    return _with_fewer(instance, plan, scoring, replay)


def _with_fewer(
    instance: Consolidation, plan: WavePlan, scoring: Scoring, replay: Replay
) -> Replay:
    """Leave out pins, first many together, until every single one is needed."""
    tries, step = 0, max(1, len(replay.pinned) // 2)
    at = needed = 0  # from where to try, and how many single pins in a row were needed
    while needed < len(replay.pinned):
        if tries >= _MOST_REPLAYS:
            return replace(replay, minimal=False)
        pins = replay.pinned
        at = at if at < len(pins) else 0
        fewer, _ = with_pins(instance, plan, scoring, frozenset(pins) - set(pins[at : at + step]))
        tries += 1
        if fewer.holds:
            replay, needed = fewer, 0
            continue
        at += step
        if step == 1:
            needed += 1
        elif at >= len(pins):
            at, step = 0, step // 2
    return replay


def with_pins(
    instance: Consolidation, plan: WavePlan, scoring: Scoring, pins: frozenset[str]
) -> tuple[Replay, frozenset[str]]:
    """Replay with some items pinned; return also the items whose pinning may help."""
    cluster = _Replayed(instance, plan, scoring)
    for number in range(len(plan.waves)):
        cluster.play(number, pins)
    last = {move.item: move.target for move in plan.steps}
    names = [site.name for site in instance.sites]
    where = {name: int(cluster.machine[cluster.item[name]]) for name in last}
    unplaced = [name for name, j in where.items() if j < 0]
    elsewhere = {
        name: (name, target, names[where[name]])
        for name, target in last.items()
        if where[name] >= 0 and names[where[name]] != target
    }
    placed = cluster.machine[cluster.machine >= 0]
    refilled = set(plan.freed) & {names[j] for j in placed.tolist()}
    wanted = refilled | {last[name] for name in unplaced}
    culprits = frozenset(unplaced) | {
        name for name, (_, _, other) in elsewhere.items() if other in wanted
    }
    if culprits <= pins:
        culprits = frozenset(elsewhere) | frozenset(unplaced)
    found = Replay(
        scoring,
        len(last) - len(elsewhere) - len(unplaced),
        tuple(elsewhere.values()),
        tuple(unplaced),
        tuple(name for name in plan.freed if name in refilled),
        tuple(sorted(pins)),
    )
    return found, culprits


class _Replayed:
    """A cluster in which the scheduler places what is evicted."""

    def __init__(self, instance: Consolidation, plan: WavePlan, scoring: Scoring) -> None:
        self.instance, self.plan, self.scoring = instance, plan, scoring
        self.item = {item.name: i for i, item in enumerate(instance.items)}
        self.site = {site.name: j for j, site in enumerate(instance.sites)}
        self.book = rule_book(instance)
        self.machine = instance.home.copy()
        self.counts = counts_of(self.book, self.machine)
        running = self.machine >= 0
        self.load = np.zeros_like(instance.usable)
        np.add.at(self.load, self.machine[running], instance.demand[running])
        self.waiting: list[tuple[str, str]] = []  # items without a place, and their targets
        opened = {move.target for move in plan.steps}
        closed = {*plan.cordoned}
        self.open = np.array(
            [
                site.name not in closed and (not offered or site.name in opened)
                for site, offered in zip(instance.sites, instance.offered, strict=True)
            ]
        )
        self.masks = allowed_by_the_scheduler(instance)
        named = [r for r, name in enumerate(instance.resources) if name in _SCORED]
        self.scored = named or list(range(len(instance.resources)))
        self.has = instance.capacity[:, self.scored]
        self.asks = self._asked()
        self.taken = np.zeros_like(self.has)
        np.add.at(self.taken, self.machine[running], self.asks[running])

    def _asked(self) -> FloatArray:
        instance = self.instance
        asked = np.array([[item.demand[r] for r in self.scored] for item in instance.items])
        for column, r in enumerate(self.scored):
            unsaid = _UNSAID.get(instance.resources[r], 0.0)
            asked[:, column] = np.where(asked[:, column] == 0, unsaid, asked[:, column])
        return asked

    def play(self, number: int, pins: frozenset[str]) -> None:
        """Evict the items of a wave, and let the scheduler place them and those that wait.

        An item that has reached its target already, instead of a stop, is left there.
        """
        going = [(move.item, move.target) for move in self.plan.waves[number].moves]
        going = [each for each in going if self.machine[self.item[each[0]]] != self.site[each[1]]]
        for name, _ in going:
            self.evict(self.item[name])
        again = {name for name, _ in going}
        queue = [each for each in self.waiting if each[0] not in again] + going
        while queue:
            self.waiting = [
                (name, target)
                for name, target in queue
                if self.place(self.item[name], self.site[target] if name in pins else None) < 0
            ]
            if len(self.waiting) == len(queue):
                break
            queue = self.waiting
        later = {move.target for wave in self.plan.waves[number + 1 :] for move in wave.moves}
        for name in self.plan.parking:
            if name not in later:
                self.open[self.site[name]] = False

    def evict(self, i: int) -> None:
        """Take an item off its node."""
        j = int(self.machine[i])
        if j >= 0:
            shift(self.book, self.counts, i, j, -1)
            self.load[j] -= self.instance.demand[i]
            self.taken[j] -= self.asks[i]
            self.machine[i] = -1

    def place(self, i: int, pinned: int | None) -> int:
        """Place an item as the scheduler would; return the site, -1 if none passes the filters."""
        instance, need = self.instance, self.instance.demand[i]
        able = self.open & self.masks[i]
        able &= ((need == 0) | (self.load + need <= instance.usable)).all(axis=1)
        if pinned is not None:
            able &= np.arange(len(able)) == pinned
        sites = [
            j for j in np.flatnonzero(able).tolist()
            if may_enter(self.book, self.counts, i, -1, j)
        ]  # fmt: skip
        if not sites:
            return -1
        score = scores(self.taken[sites] + self.asks[i], self.has[sites], self.scoring)
        j = sites[int(np.argmax(score))]
        shift(self.book, self.counts, i, -1, j)
        self.load[j] += need
        self.taken[j] += self.asks[i]
        self.machine[i] = j
        return j
