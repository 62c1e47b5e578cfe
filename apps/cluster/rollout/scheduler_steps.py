"""The scheduling steps of kube-scheduler, pod by pod, in compiled code.

A node that is not open is cordoned, unless it belongs to an offer and does not exist yet.  Only the
function `is_open_to` decides which nodes are open to a pod: to a pod that tolerates cordons, each
allowed node that exists is open.

`SchedulerArrays` never changes.  `SchedulerState` has the present node of each pod; `evict` and
`place_all` update its room, used requests and rule counts with each move. Pods with equal requests
have equal scores, which are kept until a pod arrives or leaves.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.kernels import kernel
from ....instances.consolidation import (
    Consolidation,
    RuleBook,
    RuleCounts,
    counts_of,
    is_concerned,
    may_enter,
    shift,
)
from .wave_state import WavePlan

# The nodes that kube-scheduler allows to a pod, and its scores of nodes by resources.


Scoring: TypeAlias = Literal["default", "most-allocated"]


def allowed_by_the_scheduler(instance: Consolidation) -> np.ndarray:
    """Return masks of the machines on which the scheduler may put each item: items x machines."""
    sites = instance.sites
    listed = [
        site.name.rpartition("#")[0] if offered else site.name
        for site, offered in zip(sites, instance.offered, strict=True)
    ]
    known: dict[tuple[str, ...] | None, np.ndarray] = {None: np.ones(len(sites), dtype=np.bool_)}
    for item in instance.items:
        if item.allowed_machines not in known:
            among = set(item.allowed_machines or ())
            known[item.allowed_machines] = np.array([name in among for name in listed])
    allowed = np.array([known[item.allowed_machines] for item in instance.items])
    allowed[:, instance.waits_at[instance.waits_at >= 0]] = False
    return allowed


@kernel(arrays=False)
def score(taken: FloatArray, asks: FloatArray, capacity: FloatArray, packs: bool) -> float:
    """Return the sum of a node's two scores, each from 0 to 100 with the scheduler's rounding.

    A node's requested amount is the amount ``taken`` by its pods plus the new pod's request.

    The first score is LeastAllocated, the mean of (capacity - requested) · 100 / capacity over the
    resources, or with ``packs`` MostAllocated, the mean of requested · 100 / capacity.  The second
    is balanced allocation: 100 · (1 - standard deviation of requested / capacity).
    """
    count, amounts, shares = 0, 0.0, 0.0
    for r in range(len(capacity)):
        if capacity[r] > 0:
            count += 1
            requested = taken[r] + asks[r]
            shares += min(1.0, requested / capacity[r])
            if requested <= capacity[r]:
                amount = requested if packs else capacity[r] - requested
                amounts += np.floor(amount * 100 / capacity[r] + 1e-9)  # whole, as int64 there
    if count == 0:
        return 100.0
    mean, spread = shares / count, 0.0
    for r in range(len(capacity)):
        if capacity[r] > 0:
            spread += (min(1.0, (taken[r] + asks[r]) / capacity[r]) - mean) ** 2
    balanced = np.floor((1 - np.sqrt(spread / count)) * 100 + 1e-9)
    return float(np.floor(amounts / count) + balanced)


Mask = TypeVar("Mask", bool, BoolArray)

_SCORED = ("cpu", "memory")
_SCORES = 20_000_000  # maximum number of scores that are kept
_UNSAID = {"cpu": 0.1, "memory": 200 * 2**20}  # what a pod without requests counts in scores


class SchedulerArrays(NamedTuple):
    """The constant data of pods and nodes: sizes, allowed nodes, rules, and score inputs."""

    demand: IntArray
    usable: IntArray
    masks: BoolArray  # distinct rows of nodes that the scheduler allows
    row_of: IntArray
    tolerates_cordon: BoolArray  # mask of the pods that tolerate cordons
    exists: BoolArray  # nodes that are not offered only
    asks: FloatArray  # requests of the scored resources, with defaults
    scored_as: IntArray  # per pod: the row of its scores, -1 where they are not kept
    has: FloatArray  # capacities of the scored resources, reserved amounts included
    reserved: FloatArray
    book: RuleBook
    packs: bool  # MostAllocated instead of LeastAllocated


class SchedulerState(NamedTuple):
    """The node of each pod (-1: it waits), the free room of nodes, and which nodes are open."""

    machine: IntArray
    room: IntArray
    taken: FloatArray
    counts: RuleCounts
    open: BoolArray
    scores: IntArray  # score of each request on each node; -1 until it is computed

    def copy(self) -> SchedulerState:
        """Return an independent copy of the state."""
        counts = RuleCounts(*(count.copy() for count in self.counts))
        arrays = (self.machine.copy(), self.room.copy(), self.taken.copy())
        return SchedulerState(*arrays, counts, self.open.copy(), self.scores.copy())


def scheduler_arrays(instance: Consolidation, scoring: Scoring) -> SchedulerArrays:
    """Return the scheduler's arrays of an instance for one kind of scoring."""
    named = [r for r, name in enumerate(instance.resources) if name in _SCORED]
    scored = named or list(range(len(instance.resources)))
    asks = np.array([[item.demand[r] for r in scored] for item in instance.items], dtype=float)
    for column, r in enumerate(scored):
        unsaid = _UNSAID.get(instance.resources[r], 0.0)
        asks[:, column] = np.where(asks[:, column] == 0, unsaid, asks[:, column])
    nothing = (0.0,) * len(instance.resources)
    reserved = np.array([site.reserved or nothing for site in instance.sites])[:, scored]
    masks, row_of = np.unique(allowed_by_the_scheduler(instance), axis=0, return_inverse=True)
    return SchedulerArrays(
        instance.demand,
        instance.usable,
        np.ascontiguousarray(masks),
        row_of.reshape(-1),
        np.array([bool(item.tolerates_cordon) for item in instance.items]),
        ~instance.offered,
        asks,
        _rows_of_scores(asks, len(instance.sites)),
        np.ascontiguousarray(instance.capacity[:, scored] + reserved),
        np.ascontiguousarray(reserved),
        instance.rule_book,
        scoring == "most-allocated",
    )


def _rows_of_scores(asks: FloatArray, sites: int) -> IntArray:
    """Return each pod's row in the table of scores, equal for equal requests; -1: no row."""
    _, row, count = np.unique(asks, axis=0, return_inverse=True, return_counts=True)
    rank = np.empty(len(count), dtype=np.int64)
    rank[np.argsort(-count, kind="stable")] = np.arange(len(count))
    rows = rank[row.reshape(-1)]
    return np.where(rows < max(1, _SCORES // sites), rows, -1)


def state_now(arrays: SchedulerArrays, open_: BoolArray) -> SchedulerState:
    """Return the state in which each pod is on its present machine; ``open_`` masks open nodes."""
    home = arrays.book.home
    running = home >= 0
    room, taken = arrays.usable.copy(), arrays.reserved.copy()
    np.subtract.at(room, home[running], arrays.demand[running])
    np.add.at(taken, home[running], arrays.asks[running])
    scores = np.full((arrays.scored_as.max(initial=-1) + 1, len(room)), -1, dtype=np.int16)
    counts = counts_of(arrays.book, home)
    return SchedulerState(home.copy(), room, taken, counts, open_.copy(), scores)


@kernel(inner=True, arrays=False)
def is_open_to(allowed: Mask, open_: Mask, exists: Mask, tolerates: bool) -> Mask:
    """Return whether nodes are open to a pod: allowed, and not cordoned or it tolerates cordons."""
    return allowed & (open_ | (exists & tolerates))


def nodes_open_to(arrays: SchedulerArrays, open_: BoolArray, i: int) -> BoolArray:
    """Return a mask of the nodes that are open to pod i, whatever their room."""
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    return is_open_to(allowed, open_, arrays.exists, tolerates)


@kernel(arrays=False)
def evict(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """Remove a pod from its node, and update the state."""
    j = state.machine[i]
    if j >= 0:
        shift(arrays.book, state.counts, i, j, -1)
        for r in range(arrays.demand.shape[1]):
            state.room[j, r] += arrays.demand[i, r]
        for r in range(arrays.asks.shape[1]):
            state.taken[j, r] -= arrays.asks[i, r]
        state.scores[:, j] = -1
        state.machine[i] = -1


@kernel(arrays=False)
def place(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int, dice: IntArray) -> int:
    """Place a pod on the best node that passes the filters; return the node, or -1.

    ``pin`` is the only allowed node, unless it is -1.  Among several best nodes the first is chosen
    if ``dice[0]`` is 0, else a random one.
    """
    best, most, ties = -1, -1, 0
    ruled = is_concerned(arrays.book, i)
    allowed, demand, asks = arrays.masks[arrays.row_of[i]], arrays.demand[i], arrays.asks[i]
    tolerates, row = arrays.tolerates_cordon[i], arrays.scored_as[i]
    for j in range(len(state.open)):
        if not is_open_to(allowed[j], state.open[j], arrays.exists[j], tolerates):
            continue
        if pin >= 0 and j != pin:
            continue
        value = int(state.scores[row, j]) if row >= 0 else -1
        if value < 0:
            value = int(score(state.taken[j], asks, arrays.has[j], arrays.packs))
            if row >= 0:
                state.scores[row, j] = value
        if value < most or (value == most and dice[0] == 0):
            continue  # scores are kept: room and rules take longer to ask
        if not _has_room(state.room[j], demand):
            continue
        if ruled and not may_enter(arrays.book, state.counts, i, -1, j):
            continue
        if value > most:
            best, most, ties = j, value, 1
        else:
            ties += 1
            dice[0] = dice[0] * 48271 % 2147483647  # Lehmer's generator
            if dice[0] % ties == 0:
                best = j
    if best >= 0:
        shift(arrays.book, state.counts, i, -1, best)
        for r in range(len(demand)):
            state.room[best, r] -= demand[r]
        for r in range(len(asks)):
            state.taken[best, r] += asks[r]
        state.scores[:, best] = -1
        state.machine[i] = best
    return best


@kernel(inner=True, arrays=False)
def _has_room(room: IntArray, demand: IntArray) -> bool:
    enough = True
    for r in range(len(demand)):
        enough &= demand[r] == 0 or demand[r] <= room[r]
    return enough


@kernel
def place_all(
    arrays: SchedulerArrays, state: SchedulerState, queue: IntArray, pins: IntArray, dice: IntArray
) -> IntArray:
    """Place pods in the order of ``queue``; retry the unplaced ones while any pod finds a node.

    Return the pods that still wait. ``pins`` has a node for each pod, or -1 for any.
    """
    line = queue.copy()
    return line[: try_line(arrays, state, line, len(line), pins, dice)]


@kernel(arrays=False)
def try_line(
    arrays: SchedulerArrays,
    state: SchedulerState,
    line: IntArray,
    length: int,
    pins: IntArray,
    dice: IntArray,
) -> int:
    """Place the pods in ``line``; move the unplaced pods to its front, and return their number."""
    while length > 0:
        waiting = 0
        for k in range(length):
            i = line[k]
            if place(arrays, state, i, pins[i], dice) < 0:
                line[waiting] = i
                waiting += 1
        if waiting == length:
            break
        length = waiting
    return length


# Cordons of a plan: the nodes that it closes, and the pods that may come back to them.
#
# A cordon keeps no pod away that tolerates it (a toleration of all taints does).
# Only a pin, or keeping its node, guarantees where such a pod ends.


def open_at_first(instance: Consolidation, plan: WavePlan) -> BoolArray:
    """Return a mask of the nodes that are open when a plan starts, including created ones."""
    number = {site.name: j for j, site in enumerate(instance.sites)}
    open_: BoolArray = ~instance.offered
    open_[[number[move.target] for move in plan.steps]] = True
    open_[[number[name] for name in plan.cordoned]] = False
    return open_


def may_come_back(arrays: SchedulerArrays, open_: BoolArray, pods: IntArray) -> IntArray:
    """Return the pods that the scheduler may send to a closed node whose capacity they fit."""
    able = pods[arrays.tolerates_cordon[pods]].tolist()
    back = [i for i in able if _closed_nodes_for(arrays, open_, i).any()]
    return np.array(back, dtype=np.int64)


def _closed_nodes_for(arrays: SchedulerArrays, open_: BoolArray, i: int) -> BoolArray:
    fits = ((arrays.demand[i] == 0) | (arrays.demand[i] <= arrays.usable)).all(axis=1)
    nodes: BoolArray = fits & nodes_open_to(arrays, open_, i) & ~open_
    return nodes


def pods_to_pin(instance: Consolidation, plan: WavePlan) -> tuple[str, ...]:
    """Return the names of the moving pods of a plan that may return to a closed node."""
    moving = {move.item for move in plan.steps}
    pods = [i for i, item in enumerate(instance.items) if item.name in moving]
    if not any(instance.items[i].tolerates_cordon for i in pods):
        return ()
    open_ = open_at_first(instance, plan)
    open_ &= [site.name not in plan.parking for site in instance.sites]
    arrays = scheduler_arrays(instance, "default")
    back = may_come_back(arrays, open_, np.array(pods, dtype=np.int64))
    return tuple(instance.items[i].name for i in back.tolist())


def why_not_freed(instance: Consolidation) -> dict[int, str]:
    """Return, by machine, why plans without pins cannot free it: a pod may come (back) to it."""
    if not any(item.tolerates_cordon for item in instance.items):
        return {}
    closed = np.zeros(len(instance.sites), dtype=np.bool_)
    arrays = scheduler_arrays(instance, "default")
    every = np.arange(len(instance.items))
    reasons: dict[int, str] = {}
    for i in may_come_back(arrays, closed, every).tolist():
        name, home = instance.items[i].name, int(instance.home[i])
        if home >= 0:
            reasons[home] = f"{name} tolerates cordons, and may come back unless it is pinned"
        else:
            for j in np.flatnonzero(_closed_nodes_for(arrays, closed, i)).tolist():
                reasons.setdefault(j, f"{name} waits, tolerates cordons, and may be put here")
    return reasons
