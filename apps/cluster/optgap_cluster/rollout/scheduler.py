"""A replay of a plan in which Kubernetes' scheduler, not the plan, chooses the nodes.

An evicted pod has no target: the scheduler chooses.  The replay filters and scores as in
kube-scheduler 1.34 with its default profile (see `scheduler_steps`).  The scheduler takes any of
several best nodes, this replay the first.  Pods that wait are placed before the first wave.  A pod
that no node takes waits, and is tried again after each other pod.  A plan does not hold if a moved
pod still waits after its wave, or if steps under way wait for each other.  Nodes on which pods stop
on the way are open until the last of these stops.  A moved pod that tolerates a cordon needs a pin
if a cordoned node may take it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from optgap.consolidation import Consolidation
from optgap.faults import quantity
from optgap.problem import BoolArray

from ..kubernetes import Replacing, namespace_and_name
from .conditions import CONDITIONS, SIMULATION, doubts_about, pod_names
from .cordons import open_at_first, pods_to_pin
from .replayed_orders import evict_group, evict_steps
from .replays import EvictionOrder, ReplayTally, tally_of
from .scheduler_arrays import Scoring, scheduler_arrays, state_now
from .scheduler_steps import try_line
from .wave_state import STEPS_AT_ONCE, WavePlan

_NAMED = 3
_WITH_PINS = 200  # replays of a plan with pins, with a random order and random ties
_REFUTING = 5  # orders that refute a set of pins, before other pins are tried
_MOST_REPLAYS = 2_000  # maximum number of replays to remove pins one by one


@dataclass(frozen=True)
class Replay:
    """The result of a replay: whether the plan holds, the pins, and the pods that fail."""

    scoring: str
    as_planned: int
    elsewhere: tuple[tuple[str, str, str], ...]  # item, planned, chosen
    unplaced: tuple[str, ...]  # items without a machine when their wave or step must end
    refilled: tuple[str, ...]  # machines that were to be free, and are not
    pinned: tuple[str, ...]  # items that need a node affinity for the plan to hold
    minimal: bool = True  # without any one of these pins the plan does not hold
    orders: ReplayTally | None = None  # replays in random orders, also those with pins
    victims: tuple[str, ...] = ()  # pods that lose their place to a moved or waiting pod
    unpinnable: tuple[str, ...] = ()  # moved pods to which an affinity leaves too few domains
    doubts: tuple[str, ...] = ()  # what the simulation leaves out about moved pods
    corridors: int = 0  # random orders, all that were tried, in which the plan holds with corridors

    @property
    def holds(self) -> bool:
        """Whether each item found a node, and each node to be freed became free, in this replay."""
        return not (self.unplaced or self.refilled or self.victims)

    @property
    def claim(self) -> str:
        """The claim in words; it states that the plan holds only after replays in many orders."""
        if not self.corridors:
            return self._without_corridors
        words = f"{self.corridors} of {self.corridors} random orders of {SIMULATION}"
        return f"holds with corridors in {words}{self._doubts}; else it {self._without_corridors}"

    @property
    def _doubts(self) -> str:
        return f", which leaves out: {'; '.join(self.doubts)}" if self.doubts else ""

    @property
    def _without_corridors(self) -> str:
        if not self.holds:
            return f"does not hold, though all pods are pinned to their targets{self._lost}"
        if not (self.as_planned or self.elsewhere):
            return "moves nothing"
        with_pins = f"with {quantity(len(self.pinned), 'pin')}" if self.pinned else "without pins"
        if self.orders is None or self.orders.replays == 0:
            return f"held in the one order that was replayed, {with_pins}"
        replays, failed = self.orders.replays, len(self.orders.failed)
        if failed:
            what = f"leave pods waiting or take places{self._lost}"
            return (
                f"held in the order listed, {with_pins}; {failed} of {replays} random orders {what}"
            )
        words = f"holds {with_pins} in {replays} of {replays} random orders of {SIMULATION}"
        if self.doubts:
            return words + self._doubts
        sure = f"95% confidence: a share < {min(1.0, 3 / replays):.2g} of its orders fails"
        return words if self.pinned else f"{words} ({sure})"

    @property
    def all_victims(self) -> tuple[str, ...]:
        """The pods that lose their place to a moved or waiting pod in any of the replays."""
        return tuple(sorted({*self.victims, *(self.orders.victims if self.orders else ())}))

    @property
    def _lost(self) -> str:
        victims = self.all_victims
        if not victims:
            return ""
        first = ", ".join(victims[:_NAMED]) + (", …" if len(victims) > _NAMED else "")
        return f"; {quantity(len(victims), 'pod')} may be preempted: {first}"

    def as_document(self) -> dict[str, Any]:
        """Return the replay as a JSON document."""
        return {
            "scoring": self.scoring,
            "holds": bool(
                self.orders and self.orders.replays and not self.orders.failed and not self.pinned
            ),
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
            "corridors": self.corridors,
            "unpinnable": list(self.unpinnable),
            "victims": list(self.all_victims),
            "doubts": list(self.doubts),
            "conditions": list(CONDITIONS),
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
    return _replayed(_Replayed(instance, plan, scoring), end)


def _replayed(cluster: _Replayed, end: float) -> Replay:
    loose, culprits = cluster.with_pins(frozenset())
    every = frozenset(move.item for move in cluster.plan.steps)
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
    """Return the replay; if no pin or stop is needed, also replay the plan in random orders.

    If an order fails without pins, replay the plan with corridors, too, see
    `_Replayed.orders_with_corridors`.
    """
    seconds = math.inf if time_limit is None else time_limit
    begun = time.monotonic()
    end, half = begun + seconds, begun + seconds / 2
    cluster = _Replayed(instance, plan, scoring)
    holds = cluster.with_pins(frozenset())[0].holds
    corridors = 0 if holds else cluster.orders_with_corridors(half)
    replay = _replayed(cluster, end)
    if replay.holds and replay.pinned:
        replay = _tried_with_pins(cluster, replay, end)
    moved = {move.item for move in plan.steps}
    replay = replace(replay, doubts=doubts_about(instance, moved), corridors=corridors)
    if replay.pinned or not replay.holds or plan.parking or plan.detours or plan.blocked:
        return replay
    tally = tally_of(instance, plan, order, scoring, replays, lambda: time.monotonic() > end)
    if tally.failed:
        corridors = cluster.orders_with_corridors(end)
    return replace(replay, orders=tally, corridors=corridors)


def _tried_with_pins(cluster: _Replayed, replay: Replay, end: float) -> Replay:
    """Try the pins in orders with random ties; orders that fail count in the choice of pins."""
    while replay.holds and time.monotonic() < end:
        pins, failed, tried = frozenset(replay.pinned), list[int](), 0
        while tried < _WITH_PINS and len(failed) < _REFUTING and time.monotonic() < end:
            tried += 1
            if not cluster.in_order(pins, tried)[0].holds:
                failed.append(tried)
        if not failed:
            return replace(replay, orders=ReplayTally(tried, (), 0))
        cluster.seeds += failed
        replay = _replayed(cluster, end)
    return replay


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
        self.instance, self.plan, self.scoring = instance, plan, scoring
        self.item, self.site = instance.item_numbers, instance.site_numbers
        self.names = list(self.site)
        self.pod_names = pod_names(instance)
        self.arrays = scheduler_arrays(instance, scoring)
        self.now = state_now(self.arrays, open_at_first(instance, plan))
        self.coming_back = frozenset(pods_to_pin(instance, plan))
        empty = (name for name in plan.cordoned if not instance.occupied[self.site[name]])
        self.empty_in_the_end = {*plan.freed, *empty}
        moving = np.array([self.item[move.item] for move in plan.steps], dtype=np.int64)
        unknown = bool((self.arrays.replacing[moving] == Replacing.UNKNOWN).any())
        self.ways = (False, True) if unknown else (False,)  # pods that overlap, if unknown
        self.line = np.empty(len(self.arrays.home) + 1, dtype=np.int64)
        self.owner = [
            item.name if item.owner is None else f"{namespace_and_name(item.name)[0]}/{item.owner}"
            for item in instance.items
        ]
        self.seeds = [0]  # of the orders in which the plan must hold; 0 is the order listed
        self.corridors = False  # while a wave is played, all nodes but its targets are closed

    def begin(self, pins: frozenset[str], seed: int) -> None:
        """Return all items to their present machines, and place those that wait, and rivals."""
        state, self.state = self.now, self.now.copy()
        self.pins = np.full(len(self.arrays.home), -1, dtype=np.int64)
        self.pinned, self.line[-1], self.seed = pins, seed, seed
        self.at_once, self.late = seed % (STEPS_AT_ONCE + 1), set[int]()
        self.state.begin[0] = seed % len(state.open)
        waiting = np.append(self.arrays.rivals, np.flatnonzero(self.instance.home < 0))
        self.line[: len(waiting)] = waiting
        self.waiting = int(
            try_line(self.arrays, self.state, self.line, len(waiting), self.pins, self.line[-1:])
        )

    def with_pins(self, pins: frozenset[str]) -> tuple[Replay, frozenset[str]]:
        """Replay all waves with some items pinned; also return other items that a pin may help.

        The result is that of the order listed, or of the first of `seeds` that fails.
        """
        results = (self.in_order(pins, seed) for seed in reversed(self.seeds))
        for replay, culprits in results:  # noqa: B007 - of the last one, if all hold
            if not replay.holds:
                break
        return replay, culprits

    def in_order(self, pins: frozenset[str], seed: int) -> tuple[Replay, frozenset[str]]:
        """Replay all waves in one order, see `with_pins`.

        If it is unknown when owners replace their pods, the replay must hold in both ways.  With a
        ``seed`` above 0 the order within waves and the choice among the best nodes are random, and
        ``at_once`` steps of a wave are under way at once; 0 is the whole wave.
        """
        for overlaps in self.ways:
            self.begin(pins, seed)
            for number in range(len(self.plan.waves)):
                self.play(number, overlaps)
            replay, culprits = self._result()
            if not replay.holds:
                break
        return replay, culprits

    def orders_with_corridors(self, end: float) -> int:
        """Return the number of random orders in which the plan held with corridors; 0: not in all.

        A corridor holds no pod that tolerates cordons, and knows no nodes that are yet to be made.
        """
        offered = self.instance.offered
        if self.coming_back or any(offered[self.site[move.target]] for move in self.plan.steps):
            return 0
        self.corridors, held, holds = True, 0, True
        while holds and held < _WITH_PINS and time.monotonic() < end:
            held += 1
            holds = self.in_order(frozenset(), held)[0].holds
        self.corridors = False
        return held if holds else 0

    def _result(self) -> tuple[Replay, frozenset[str]]:
        machine, names, plan = self.state.machine, self.names, self.plan
        last = {move.item: move.target for move in plan.steps}
        late = {self.instance.items[i].name for i in self.late}
        where = {name: -1 if name in late else int(machine[self.item[name]]) for name in last}
        unplaced = [name for name, j in where.items() if j < 0]
        elsewhere = {
            name: (name, target, names[where[name]])
            for name, target in last.items()
            if where[name] >= 0 and names[where[name]] != target
        }
        at = machine[[*range(len(self.item)), *self.arrays.rivals.tolist()]]
        refilled = self.empty_in_the_end & {names[j] for j in at[at >= 0].tolist()}
        wanted = refilled | {last[name] for name in unplaced}
        culprits = frozenset(unplaced) | {
            name for name, (_, _, other) in elsewhere.items() if other in wanted
        }
        if culprits <= self.pinned:
            culprits = frozenset(elsewhere) | frozenset(unplaced)
        replay = Replay(
            self.scoring,
            len(last) - len(elsewhere) - len(unplaced),
            tuple(elsewhere.values()),
            tuple(unplaced),
            tuple(name for name in names if name in refilled),
            tuple(sorted(self.pinned)),
            victims=self._named(range(len(machine)), self.state.victims),
            unpinnable=self._named([self.item[name] for name in last], self.arrays.unpinnable),
        )
        return replay, culprits

    def _named(self, pods: Iterable[int], mask: BoolArray) -> tuple[str, ...]:
        return tuple(self.pod_names[i] for i in pods if mask[i])

    def play(self, number: int, overlaps: bool) -> None:
        """Evict the items of a wave, and let the scheduler place them and the waiting items.

        They leave all together, or pod by pod in steps as the script runs them (see `evict_steps`).
        An item that the scheduler already put on its target instead of a stop remains there, and
        items that wait are placed from the beginning on.
        """
        going: list[int] = []
        steps: dict[tuple[str | None, str], int] = {}
        step_of: list[int] = []
        waiting = set(self.line[: self.waiting].tolist())
        for move in self.plan.waves[number].moves:
            i, j = self.item[move.item], self.site[move.target]
            if self.state.machine[i] not in (j, -1) and self.instance.home[i] >= 0:
                self.pins[i] = j if move.item in self.pinned else -1
                if i not in waiting:
                    going.append(i)
                    step_of.append(steps.setdefault((move.origin, self.owner[i]), len(steps)))
        leaves = np.zeros(len(self.arrays.home), dtype=np.bool_)
        leaves[going] = True
        is_open = self.state.open
        opened = is_open.copy()
        if self.corridors:
            targets = [self.site[move.target] for move in self.plan.waves[number].moves]
            is_open &= np.isin(np.arange(len(is_open)), targets)
        pods, rng = np.array(going, dtype=np.int64), np.random.default_rng(self.seed)
        if self.at_once:
            step = rng.permutation(len(steps))[np.array(step_of, dtype=np.int64)]
            order = np.argsort(step, kind="stable")
            how = overlaps, self.at_once
            self.waiting = evict_steps(
                *(self.arrays, self.state, (pods[order], step[order]), leaves),
                *(self.line, self.waiting, how, self.pins),
            )
            self.late.update(pods[self.state.machine[pods] < 0].tolist())
        elif self.seed:
            pods = rng.permutation(pods)
        self.waiting, _ = evict_group(
            *(self.arrays, self.state, pods, leaves, self.line, self.waiting, overlaps, self.pins)
        )
        self.late.update(pods[self.state.machine[pods] < 0].tolist())
        is_open[:] = opened
        if self.corridors:  # pods that wait may now go to the other nodes, too
            self.waiting = try_line(
                *(self.arrays, self.state, self.line, self.waiting, self.pins, self.line[-1:])
            )
        rest = self.plan.waves[number + 1 :]
        for name in self.plan.parking:
            if not any(move.target == name for wave in rest for move in wave.moves):
                self.state.open[self.site[name]] = False
