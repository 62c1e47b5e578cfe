"""A replay of a plan in which Kubernetes' scheduler, not the plan, chooses the nodes.

An evicted pod has no target: the scheduler chooses.  The replay filters as kube-scheduler does
(room, allowed nodes, rules of pods, cordoned nodes) and scores by NodeResourcesFit (LeastAllocated
or MostAllocated, cpu and memory) and NodeResourcesBalancedAllocation, both with weight 1.  The
scheduler takes any of several best nodes, this replay the first.  A pod that no node takes waits,
and is tried again after each other pod.  Nodes on which pods stop on the way are open until the
last of these stops.  A moved pod that tolerates a cordon needs a pin if a cordoned node may take
it.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ....core.arrays import IntArray
from ....core.faults import quantity
from ....instances.consolidation import Consolidation
from .replays import EvictionOrder, ReplayTally, tally_of
from .scheduler_steps import (
    Scoring,
    evict,
    open_at_first,
    place_all,
    pods_to_pin,
    scheduler_arrays,
    state_now,
)
from .wave_state import WavePlan

__all__ = ["Replay", "Scoring", "replayed", "with_pins"]

_FIRST = np.zeros(1, dtype=np.int64)  # dice that choose the first of several best nodes
_MOST_REPLAYS = 2_000  # maximum number of replays to remove pins one by one


@dataclass(frozen=True)
class Replay:
    """The result of a replay: whether the plan holds, the pins, and the pods that fail."""

    scoring: str
    as_planned: int
    elsewhere: tuple[tuple[str, str, str], ...]  # item, planned, chosen
    unplaced: tuple[str, ...]
    refilled: tuple[str, ...]  # machines that were to be free, and are not
    pinned: tuple[str, ...]  # items that need a node affinity for the plan to hold
    minimal: bool = True  # without any one of these pins the plan does not hold
    orders: ReplayTally | None = None  # replays in random orders, where no pins are needed

    @property
    def holds(self) -> bool:
        """Whether each item found a node, and each node to be freed became free, in this replay."""
        return not self.unplaced and not self.refilled

    @property
    def claim(self) -> str:
        """The claim in words; it states that the plan holds only after replays in many orders."""
        if not self.holds:
            return "does not hold, though all pods are pinned to their targets"
        if not (self.as_planned or self.elsewhere):
            return "moves nothing"
        if self.pinned:
            pins = quantity(len(self.pinned), "pin")
            return f"holds with {pins}, in the one order that was replayed"
        if self.orders is None or self.orders.replays == 0:
            return "held in the one order that was replayed, without pins"
        replays, failed = self.orders.replays, len(self.orders.failed)
        if failed:
            return (
                f"held in the order listed; {failed} of {replays} random orders leave pods waiting"
            )
        sure = f"95% confidence: a share < {min(1.0, 3 / replays):.2g} of all orders fails"
        return f"holds without pins in {replays} of {replays} random orders ({sure})"

    def as_document(self) -> dict[str, Any]:
        """Return the replay as a JSON document."""
        return {
            "scoring": self.scoring,
            "holds": bool(self.orders and self.orders.replays and not self.orders.failed),
            "holds_with_its_pins": self.holds,
            "claim": self.claim,
            "replays": 0 if self.orders is None else self.orders.replays,
            "failures": 0 if self.orders is None else len(self.orders.failed),
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


def replayed(
    instance: Consolidation,
    plan: WavePlan,
    scoring: Scoring = "default",
    time_limit: float | None = None,
) -> Replay:
    """Return the replay of a plan, with a minimal set of pods pinned to their targets.

    Without any one of the pins the plan fails, or a pod may return to a closed node.  If the time
    limit ends before that is known, the replay is not ``minimal``.  If the plan fails even with all
    pods pinned, none is pinned.
    """
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    cluster = _Replayed(instance, plan, scoring)
    loose, culprits = cluster.with_pins(frozenset())
    every = frozenset(move.item for move in plan.steps)
    pins, replay = cluster.coming_back, loose
    if pins:
        replay, culprits = cluster.with_pins(pins)
    while not replay.holds:
        if pins == every:
            return loose
        late = time.monotonic() > end
        pins = pins | culprits if culprits - pins and not late else every
        replay, culprits = cluster.with_pins(pins)
    return _with_fewer(cluster, replay, end)


def replay_in_many_orders(
    instance: Consolidation,
    plan: WavePlan,
    scoring: Scoring = "default",
    *,
    order: EvictionOrder = "any",
    replays: int = 1_000,
    time_limit: float | None = None,
) -> Replay:
    """Return the replay; if no pin or stop is needed, also replay the plan in random orders."""
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    replay = replayed(instance, plan, scoring, time_limit)
    if not replay.holds or replay.pinned or plan.parking or plan.detours or plan.blocked:
        return replay
    tally = tally_of(instance, plan, order, scoring, replays, lambda: time.monotonic() > end)
    return replace(replay, orders=tally)


def _with_fewer(cluster: _Replayed, replay: Replay, end: float) -> Replay:
    """Remove pins, at first many at a time, until the plan needs each remaining one."""
    tries, step = 0, max(1, len(replay.pinned) // 2)
    at = needed = 0  # from where to try, and how many single pins in a row were needed
    while needed < len(pins := [p for p in replay.pinned if p not in cluster.coming_back]):
        if tries >= _MOST_REPLAYS or time.monotonic() > end:
            return replace(replay, minimal=False)
        at = at if at < len(pins) else 0
        fewer, _ = cluster.with_pins(frozenset(replay.pinned) - set(pins[at : at + step]))
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
    """Replay a plan with some items pinned; also return the items for which a pin may help."""
    return _Replayed(instance, plan, scoring).with_pins(pins)


class _Replayed:
    """The state of a cluster in which the scheduler places evicted pods."""

    def __init__(self, instance: Consolidation, plan: WavePlan, scoring: Scoring) -> None:
        self.plan, self.scoring = plan, scoring
        self.item = {item.name: i for i, item in enumerate(instance.items)}
        self.site = {site.name: j for j, site in enumerate(instance.sites)}
        self.names = list(self.site)
        self.arrays = scheduler_arrays(instance, scoring)
        self.now = state_now(self.arrays, open_at_first(instance, plan))
        self.coming_back = frozenset(pods_to_pin(instance, plan))
        empty = (name for name in plan.cordoned if not instance.occupied[self.site[name]])
        self.empty_in_the_end = {*plan.freed, *empty}
        self.begin()

    def begin(self) -> None:
        """Return all items to their present machines, and forget waiting items and pins."""
        self.state = self.now.copy()
        self.waiting: IntArray = np.empty(0, dtype=np.int64)
        self.pins = np.full(len(self.item), -1, dtype=np.int64)

    def with_pins(self, pins: frozenset[str]) -> tuple[Replay, frozenset[str]]:
        """Replay all waves with some items pinned; also return other items that a pin may help."""
        self.begin()
        for number in range(len(self.plan.waves)):
            self.play(number, pins)
        machine, names, plan = self.state.machine, self.names, self.plan
        last = {move.item: move.target for move in plan.steps}
        where = {name: int(machine[self.item[name]]) for name in last}
        unplaced = [name for name, j in where.items() if j < 0]
        elsewhere = {
            name: (name, target, names[where[name]])
            for name, target in last.items()
            if where[name] >= 0 and names[where[name]] != target
        }
        refilled = self.empty_in_the_end & {names[j] for j in machine[machine >= 0].tolist()}
        wanted = refilled | {last[name] for name in unplaced}
        culprits = frozenset(unplaced) | {
            name for name, (_, _, other) in elsewhere.items() if other in wanted
        }
        if culprits <= pins:
            culprits = frozenset(elsewhere) | frozenset(unplaced)
        pinned = Replay(
            self.scoring,
            len(last) - len(elsewhere) - len(unplaced),
            tuple(elsewhere.values()),
            tuple(unplaced),
            tuple(name for name in names if name in refilled),
            tuple(sorted(pins)),
        )
        return pinned, culprits

    def play(self, number: int, pinned: frozenset[str]) -> None:
        """Evict the items of a wave, and let the scheduler place them and the waiting items.

        An item that the scheduler already put on its target instead of a stop remains there.
        """
        going: list[int] = []
        for move in self.plan.waves[number].moves:
            i, j = self.item[move.item], self.site[move.target]
            if self.state.machine[i] != j:
                evict(self.arrays, self.state, i)
                self.pins[i] = j if move.item in pinned else -1
                going.append(i)
        waiting = [i for i in self.waiting.tolist() if i not in set(going)]
        queue = np.array(waiting + going, dtype=np.int64)
        self.waiting = place_all(self.arrays, self.state, queue, self.pins, _FIRST)
        later = {move.target for wave in self.plan.waves[number + 1 :] for move in wave.moves}
        for name in self.plan.parking:
            if name not in later:
                self.state.open[self.site[name]] = False
