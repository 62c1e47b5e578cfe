"""The scheduling steps of kube-scheduler 1.34, pod by pod, in compiled code.

A node that is not open is cordoned, unless it belongs to an offer and does not exist yet.  Only the
function `is_open_to` decides which nodes are open to a pod: to a pod that tolerates cordons, each
allowed node that exists is open.

`SchedulerArrays` never changes.  `SchedulerState` has the present node of each pod; `evict` and
`place_all` update its room, used requests and counts with each move.  An instance from a dump has
the facts of the cluster: all its pods, also those that are no items, are filtered and scored as in
kube-scheduler.  Other instances have their rules as filters, and scores by resources only.
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
    may_enter,
    shift,
)
from ..kubernetes import ClusterFacts, PodTerms, Replacing, facts_of, no_terms
from .scheduler_scores import (
    add_neighbours,
    add_preferences,
    add_spread,
    add_taints,
    balance_score,
    count_by_domain,
    free_score,
)
from .wave_state import WavePlan

Scoring: TypeAlias = Literal["default", "most-allocated"]
Mask = TypeVar("Mask", bool, BoolArray)

_SCORED = ("cpu", "memory")
_SCORES = 20_000_000  # maximum number of scores that are kept
_UNSAID = {"cpu": 0.1, "memory": 200 * 2**20}  # what a pod without requests counts in scores
_DIGITS = 1e12  # the largest capacity in the integers of scores
_ALL_NODES = 100  # up to as many nodes, the scheduler looks at all


def allowed_nodes(instance: Consolidation, i: int) -> BoolArray:
    """Return a mask of the machines on which the instance allows item i."""
    names = instance.items[i].allowed_machines
    able: BoolArray = np.arange(len(instance.sites)) < len(instance.sites) - sum(
        instance.waits_at >= 0
    )
    if names is not None:
        among = set(names)
        able &= [
            (site.name.rpartition("#")[0] if offered else site.name) in among
            for site, offered in zip(instance.sites, instance.offered.tolist(), strict=True)
        ]
    return able


def _distinct_masks(instance: Consolidation) -> tuple[BoolArray, IntArray]:
    """Return distinct masks of the machines on which the items are allowed, and each item's row."""
    rows: dict[tuple[str, ...] | None, int] = {}
    masks, row_of = [], []
    for i, item in enumerate(instance.items):
        if item.allowed_machines not in rows:
            rows[item.allowed_machines] = len(masks)
            masks.append(allowed_nodes(instance, i))
        row_of.append(rows[item.allowed_machines])
    return np.array(masks), np.array(row_of, dtype=np.int64)


class SchedulerArrays(NamedTuple):
    """The constant data of pods and nodes; the items of the instance are the first pods."""

    demand: IntArray
    usable: IntArray
    masks: BoolArray  # distinct rows of nodes that the scheduler allows
    row_of: IntArray
    tolerates_cordon: BoolArray  # mask of the pods that tolerate cordons
    exists: BoolArray  # nodes that are not offered only
    asks: IntArray  # requests of the scored resources of a pod that comes, with defaults
    holds: IntArray  # the same of a pod that is there
    exact: IntArray  # the same without defaults
    scored_as: IntArray  # per pod: the row of its scores, -1 where they are not kept
    has: IntArray  # capacities of the scored resources, reserved amounts included
    reserved: IntArray
    book: RuleBook
    terms: PodTerms
    known: bool  # whether ``terms`` has the facts of the cluster, and takes the place of the rules
    packs: bool  # MostAllocated instead of LeastAllocated
    home: IntArray
    leaves: BoolArray  # pods that are being deleted
    priority: IntArray
    preempts: BoolArray  # pods that may take the place of pods with a lower priority
    replacing: IntArray  # how the owner of each pod replaces it, see `Replacing`
    doubtful: BoolArray  # pods with something in the dump that is not modelled
    corridor: BoolArray  # pods that only cordons can pin: a node affinity leaves too few domains
    unpinnable: BoolArray  # such pods that tolerate cordons, too
    wakes: BoolArray  # pods that an eviction may let in, if they wait
    rivals: IntArray  # pods that wait and are no items, by falling priority
    looks_at: int  # number of feasible nodes after which the scheduler stops its search


class SchedulerState(NamedTuple):
    """The node of each pod (-1: it waits), the free room of nodes, and which nodes are open."""

    machine: IntArray
    old: IntArray  # the node on which a pod is being deleted while its replacement is placed
    room: IntArray
    held: IntArray  # requests of the pods on each node, with defaults
    taken: IntArray  # the same without defaults
    counts: RuleCounts
    count: IntArray  # of each counter of the terms, by domain
    open: BoolArray
    scores: IntArray  # score of each request on each node; -1 until it is computed
    victims: BoolArray  # pods of whose places other pods take
    begin: IntArray  # the node at which the next search begins
    feasible: IntArray  # buffers, one entry per node
    closed: BoolArray
    total: IntArray
    raw: IntArray
    share: FloatArray
    tally: IntArray
    seen: BoolArray
    head: IntArray  # a list of pods per node
    after: IntArray

    def copy(self) -> SchedulerState:
        """Return an independent copy of the state."""
        counts = RuleCounts(*(count.copy() for count in self.counts))
        arrays = {name: value.copy() for name, value in self._asdict().items() if name != "counts"}
        return SchedulerState(**arrays, counts=counts)


def scheduler_arrays(instance: Consolidation, scoring: Scoring) -> SchedulerArrays:
    """Return the scheduler's arrays of an instance for one kind of scoring."""
    facts = facts_of(instance)
    return _by_rules(instance, scoring) if facts is None else _by_facts(instance, facts, scoring)


def _by_rules(instance: Consolidation, scoring: Scoring) -> SchedulerArrays:
    """Return the arrays of an instance whose pods are known by its rules only."""
    named = [r for r, name in enumerate(instance.resources) if name in _SCORED]
    scored = named or list(range(len(instance.resources)))
    nothing = (0.0,) * len(instance.resources)
    reserved = np.array([site.reserved or nothing for site in instance.sites])[:, scored]
    has = instance.capacity[:, scored] + reserved
    scale = _DIGITS / has.max(axis=0).clip(1e-9)
    exact = np.array([[item.demand[r] for r in scored] for item in instance.items], dtype=float)
    unsaid = np.array([_UNSAID.get(instance.resources[r], 0.0) for r in scored])
    asks = _integers(np.where(exact == 0, unsaid, exact) * scale)
    masks, row_of = _distinct_masks(instance)
    pods = len(instance.items)
    none = np.zeros(pods, dtype=np.bool_)
    exact = _integers(exact * scale)
    return SchedulerArrays(
        instance.demand,
        instance.usable,
        masks,
        row_of,
        np.array([bool(item.tolerates_cordon) for item in instance.items]),
        ~instance.offered,
        asks,
        asks,
        exact,
        _rows_of_scores(np.hstack([asks, exact]), len(instance.sites)),
        _integers(has * scale),
        _integers(reserved * scale),
        instance.rule_book,
        no_terms(pods, len(instance.sites)),
        False,
        scoring == "most-allocated",
        instance.home,
        none,
        np.zeros(pods, dtype=np.int64),
        none,
        np.full(pods, Replacing.GONE_FIRST),
        none,
        none,
        none,
        none,
        np.zeros(0, dtype=np.int64),
        len(instance.sites),
    )


def _integers(amounts: FloatArray) -> IntArray:
    return np.ascontiguousarray(np.rint(amounts).astype(np.int64))


def _by_facts(instance: Consolidation, facts: ClusterFacts, scoring: Scoring) -> SchedulerArrays:
    """Return the arrays of an instance from the facts of its cluster."""
    requests, terms, (masks, row_of) = facts.requests(), facts.terms(), facts.allowed()
    home = np.array(facts.scene.home, dtype=np.int64)
    home[: len(instance.items)] = instance.home
    priority = np.array([pod.spec.priority for pod in facts.pods], dtype=np.int64)
    others = np.arange(len(home)) >= len(instance.items)
    rivals = np.flatnonzero(others & (home < 0))
    tolerates = np.array(facts.tolerate_cordons())
    bound = [np.diff(rows.start) > 0 for rows in (terms.forbids, terms.requires, terms.hard)]
    sites, few = len(instance.machines), facts.lose_domains()
    return SchedulerArrays(
        requests.demand,
        requests.usable,
        masks,
        row_of,
        tolerates,
        ~instance.offered,
        requests.asks,
        requests.holds,
        requests.exact,
        _rows_of_scores(np.hstack([requests.asks, requests.exact]), len(instance.sites)),
        requests.capacity,
        np.zeros_like(requests.capacity),
        instance.rule_book,
        terms,
        True,
        scoring == "most-allocated",
        home,
        np.array([pod.leaves for pod in facts.pods]),
        priority,
        np.array([pod.spec.preemption_policy != "Never" for pod in facts.pods])
        & (priority > priority[home >= 0].min(initial=2**31)),
        facts.replacing(),
        np.array([pod.name in facts.doubts for pod in facts.pods]),
        few & ~tolerates,
        few & tolerates,
        np.logical_or.reduce([tolerates, *bound]),
        rivals[np.argsort(-priority[rivals], kind="stable")],
        max(_ALL_NODES, sites * max(5, 50 - sites // 125) // 100),
    )


def _rows_of_scores(asks: IntArray, sites: int) -> IntArray:
    """Return each pod's row in the table of scores, equal for equal requests; -1: no row."""
    _, row, count = np.unique(asks, axis=0, return_inverse=True, return_counts=True)
    rank = np.empty(len(count), dtype=np.int64)
    rank[np.argsort(-count, kind="stable")] = np.arange(len(count))
    rows = rank[row.reshape(-1)]
    return np.where(rows < max(1, _SCORES // sites), rows, -1)


def state_now(arrays: SchedulerArrays, open_: BoolArray) -> SchedulerState:
    """Return the state in which each pod is on its present machine; ``open_`` masks open nodes."""
    home, nodes, pods = arrays.home, len(arrays.usable), len(arrays.home)
    running = home >= 0
    room, held, taken = arrays.usable.copy(), arrays.reserved.copy(), arrays.reserved.copy()
    np.subtract.at(room, home[running], arrays.demand[running])
    np.add.at(held, home[running], arrays.holds[running])
    np.add.at(taken, home[running], arrays.exact[running])
    scores = np.full((arrays.scored_as.max(initial=-1) + 1, nodes), -1, dtype=np.int16)
    counts = counts_of(arrays.book, home[: len(arrays.book.home)])
    count = np.zeros(int(arrays.terms.offset[-1]), dtype=np.int32)
    buffer, mask = np.zeros(nodes, dtype=np.int64), np.zeros(nodes, dtype=np.bool_)
    state = SchedulerState(
        *(home.copy(), np.full(pods, -1), room, held, taken, counts, count, open_.copy(), scores),
        np.zeros(pods, dtype=np.bool_),
        np.zeros(1, dtype=np.int64),
        *(buffer, mask, buffer.copy(), buffer.copy(), np.zeros(nodes), buffer.copy(), mask.copy()),
        buffer.copy(),
        np.zeros(pods, dtype=np.int64),
    )
    count_pods(arrays, state)
    return state


@kernel(arrays=False)
def count_pods(arrays: SchedulerArrays, state: SchedulerState) -> None:
    """Count all pods where they are."""
    for i in range(len(state.machine)):
        if state.machine[i] >= 0:
            shift_terms(arrays, state, i, state.machine[i], 1, False)
            if not arrays.leaves[i]:
                shift_terms(arrays, state, i, state.machine[i], 1, True)


@kernel(arrays=False)
def shift_terms(
    arrays: SchedulerArrays, state: SchedulerState, i: int, j: int, by: int, live: bool
) -> None:
    """Add ``by`` to the counters of pod i on node j, those with or without ``live``."""
    terms = arrays.terms
    for at in range(terms.joins.start[i], terms.joins.start[i + 1]):
        counter = terms.joins.value[at]
        d = terms.label[terms.key[counter], j]
        if d >= 0 and terms.live[counter] == live:
            state.count[terms.offset[counter] + d] += by


@kernel(inner=True, arrays=False)
def is_open_to(allowed: Mask, open_: Mask, exists: Mask, tolerates: bool) -> Mask:
    """Return whether nodes are open to a pod: allowed, and not cordoned or it tolerates cordons."""
    return allowed & (open_ | (exists & tolerates))


def nodes_open_to(arrays: SchedulerArrays, open_: BoolArray, i: int) -> BoolArray:
    """Return a mask of the nodes that are open to pod i, whatever their room."""
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    return is_open_to(allowed, open_, arrays.exists, tolerates)


# Moves: a pod is deleted, then gone; its replacement is placed before or after that.


@kernel(arrays=False)
def evict(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """Remove a pod from its node, and update the state."""
    if state.machine[i] >= 0:
        delete(arrays, state, i)
        go(arrays, state, i)


@kernel(arrays=False)
def delete(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """Begin to delete a running pod: from now on it counts everywhere but in spreads."""
    if not arrays.leaves[i]:
        shift_terms(arrays, state, i, state.machine[i], -1, True)
    state.old[i], state.machine[i] = state.machine[i], -1


@kernel(arrays=False)
def go(arrays: SchedulerArrays, state: SchedulerState, i: int) -> None:
    """End the deletion of a pod."""
    j = state.old[i]
    shift_terms(arrays, state, i, j, -1, False)
    if not arrays.known:
        shift(arrays.book, state.counts, i, j, -1)
    _take(arrays, state, i, j, -1)
    state.old[i] = -1


@kernel(arrays=False)
def settle(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int) -> None:
    """Put a pod on a node, and update the state."""
    shift_terms(arrays, state, i, j, 1, True)
    shift_terms(arrays, state, i, j, 1, False)
    if not arrays.known:
        shift(arrays.book, state.counts, i, -1, j)
    _take(arrays, state, i, j, 1)
    state.machine[i] = j


@kernel(arrays=False)
def _take(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int, by: int) -> None:
    for r in range(arrays.demand.shape[1]):
        state.room[j, r] -= by * arrays.demand[i, r]
    for r in range(arrays.holds.shape[1]):
        state.held[j, r] += by * arrays.holds[i, r]
        state.taken[j, r] += by * arrays.exact[i, r]
    state.scores[:, j] = -1


# The choice of a node: filters, scores, and a random one of the best nodes.


@kernel(arrays=False)
def place(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int, dice: IntArray) -> int:
    """Place a pod on the best node that passes the filters; return the node, or -1.

    ``pin`` is the only allowed node, unless it is -1.  Among several best nodes the first is chosen
    if ``dice[0]`` is 0, else a random one.
    """
    found = find_nodes(arrays, state, i, pin)
    if found == 0:
        return -1
    affinity = -1 if arrays.corridor[i] else pin
    add_scores(arrays, state, i, found, affinity)
    best, ties = 0, 1
    for k in range(1, found):
        if state.total[k] > state.total[best]:
            best, ties = k, 1
        elif state.total[k] == state.total[best] and dice[0] != 0:
            ties += 1
            dice[0] = dice[0] * 48271 % 2147483647  # Lehmer's generator
            if dice[0] % ties == 0:
                best = k
    j = state.feasible[best]
    settle(arrays, state, i, j)
    return int(j)


@kernel(arrays=False)
def add_scores(
    arrays: SchedulerArrays, state: SchedulerState, i: int, found: int, pin: int
) -> None:
    """Set ``state.total`` to the scores of the feasible nodes of a pod."""
    row = arrays.scored_as[i]
    for k in range(found):
        j = state.feasible[k]
        value = int(state.scores[row, j]) if row >= 0 else -1
        if value < 0:
            has = arrays.has[j]
            value = free_score(state.held[j], arrays.asks[i], has, arrays.packs)
            value += balance_score(state.taken[j], arrays.exact[i], has)
            if row >= 0:
                state.scores[row, j] = value
        state.total[k] = value
    if arrays.known and found > 1:
        image = arrays.terms.nodes.image_of[i]
        for k in range(found):
            state.total[k] += arrays.terms.nodes.image[image, state.feasible[k]]
        add_taints(arrays, state, i, found)
        add_preferences(arrays, state, i, found)
        add_neighbours(arrays, state, i, found)
        add_spread(arrays, state, i, found, pin)


@kernel(arrays=False)
def find_nodes(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int) -> int:
    """Write the nodes that pass the filters to ``state.feasible``; return their number.

    In large clusters the search begins where the last one ended, and ends with enough nodes.
    """
    found, nodes = 0, len(state.open)
    prepare_filters(arrays, state, i, -1 if arrays.corridor[i] else pin)
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    j = state.begin[0]
    for _ in range(nodes):
        fits = is_open_to(allowed[j], state.open[j], arrays.exists[j], tolerates)
        if fits and (pin < 0 or j == pin) and passes(arrays, state, i, j):
            state.feasible[found] = j
            found += 1
        j = 0 if j + 1 == nodes else j + 1
        if found == arrays.looks_at:
            break
    if nodes > arrays.looks_at:
        state.begin[0] = j
    return found


@kernel(arrays=False)
def prepare_filters(arrays: SchedulerArrays, state: SchedulerState, i: int, pin: int) -> None:
    """Mark in ``state.closed`` the nodes that a mandatory spread of pod i closes to it."""
    terms = arrays.terms
    state.closed[:] = False
    for at in range(terms.hard.start[i], terms.hard.start[i + 1]):
        row = terms.hard.value[at]
        count_by_domain(arrays, state, i, row, pin)
        least, domains = 2**62, 0
        for d in range(len(state.tally)):
            if state.tally[d] >= 0:
                least = min(least, state.tally[d])
                domains += 1
        if domains < terms.spread[row, 3]:
            least = 0
        for j in range(len(state.closed)):
            d = terms.label[terms.spread[row, 1], j]
            if (
                d < 0
                or max(0, state.tally[d]) + terms.spread[row, 4] - least > terms.spread[row, 2]
            ):
                state.closed[j] = True


@kernel(arrays=False)
def passes(arrays: SchedulerArrays, state: SchedulerState, i: int, j: int) -> bool:
    """Return whether node j has room for pod i, and the terms or rules of pods allow it there."""
    if state.closed[j]:
        return False
    for r in range(arrays.demand.shape[1]):
        if arrays.demand[i, r] > 0 and arrays.demand[i, r] > state.room[j, r]:
            return False
    if not arrays.known:
        return bool(may_enter(arrays.book, state.counts, i, -1, j))
    terms = arrays.terms
    for at in range(terms.forbids.start[i], terms.forbids.start[i + 1]):
        counter = terms.forbids.value[at]
        d = terms.label[terms.key[counter], j]
        if d >= 0 and state.count[terms.offset[counter] + d] > 0:
            return False
    near = True
    for at in range(terms.requires.start[i], terms.requires.start[i + 1]):
        counter = terms.requires.value[at]
        d = terms.label[terms.key[counter], j]
        if d < 0:
            return False
        near &= state.count[terms.offset[counter] + d] > 0
    return bool(near or (terms.own_mate[i] and _is_first(arrays, state, i)))


@kernel(arrays=False)
def _is_first(arrays: SchedulerArrays, state: SchedulerState, i: int) -> bool:
    """Return whether no pod of the cluster meets the required affinity of pod i."""
    terms = arrays.terms
    for at in range(terms.requires.start[i], terms.requires.start[i + 1]):
        counter = terms.requires.value[at]
        for d in range(terms.offset[counter], terms.offset[counter + 1]):
            if state.count[d] > 0:
                return False
    return True


# Preemption: a pod that finds no node may take the place of pods with a lower priority.


@kernel(arrays=False)
def may_preempt(arrays: SchedulerArrays, state: SchedulerState, i: int) -> bool:
    """Return whether a node would take pod i without its pods of lower priority; mark the victims.

    The victims are those of the node on which the most important victim is least important.
    """
    if not arrays.preempts[i] or not _list_lower(arrays, state, i):
        return False
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    best, least = -1, 2**62
    for j in range(len(state.open)):
        if not is_open_to(allowed[j], state.open[j], arrays.exists[j], tolerates):
            continue
        if state.head[j] >= 0:
            most = _most_important_victim(arrays, state, i, j, False)
            if most < least:
                best, least = j, most
    if best >= 0:
        _most_important_victim(arrays, state, i, best, True)
    return best >= 0


@kernel(arrays=False)
def _list_lower(arrays: SchedulerArrays, state: SchedulerState, i: int) -> bool:
    """List the pods with a lower priority than pod i by node, the most important ones first.

    Return whether there are any.
    """
    state.head[:] = -1
    some = False
    for k in range(len(state.machine) - 1, -1, -1):
        j = state.machine[k]
        if j < 0 or arrays.priority[k] >= arrays.priority[i] or arrays.leaves[k]:
            continue
        some = True
        before, then = -1, state.head[j]
        while then >= 0 and arrays.priority[then] > arrays.priority[k]:
            before, then = then, state.after[then]
        state.after[k] = then
        if before < 0:
            state.head[j] = k
        else:
            state.after[before] = k
    return some


@kernel(arrays=False)
def _most_important_victim(
    arrays: SchedulerArrays, state: SchedulerState, i: int, j: int, mark: bool
) -> int:
    """Return the highest priority of the pods that must leave node j for pod i; 2^62: no way."""
    k = state.head[j]
    while k >= 0:
        _lift(arrays, state, k, j, -1)
        k = state.after[k]
    prepare_filters(arrays, state, i, -1)
    able, most, k = passes(arrays, state, i, j), -(2**62), state.head[j]
    while k >= 0:
        _lift(arrays, state, k, j, 1)
        if able:  # a pod without which there is room may stay
            prepare_filters(arrays, state, i, -1)
            if not passes(arrays, state, i, j):
                _lift(arrays, state, k, j, -1)
                most = max(most, arrays.priority[k])
                state.old[k] = j  # it leaves
        k = state.after[k]
    k = state.head[j]
    while k >= 0:
        if state.old[k] == j and state.machine[k] == j:
            _lift(arrays, state, k, j, 1)
            state.old[k] = -1
            state.victims[k] |= mark
        k = state.after[k]
    return int(most) if able else 2**62


@kernel(arrays=False)
def _lift(arrays: SchedulerArrays, state: SchedulerState, k: int, j: int, by: int) -> None:
    """Take a pod off the counts and the room of its node (-1), or put it back (1)."""
    shift_terms(arrays, state, k, j, by, True)
    shift_terms(arrays, state, k, j, by, False)
    _take(arrays, state, k, j, by)


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
    """Place the pods in ``line``; move the unplaced pods to its front, and return their number.

    Pods with a higher priority come first.  Pods whose place an unplaced pod would take are marked
    as victims.
    """
    for at in range(1, length):
        i, k = line[at], at
        while k > 0 and arrays.priority[line[k - 1]] < arrays.priority[i]:
            line[k] = line[k - 1]
            k -= 1
        line[k] = i
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
    for k in range(length):
        may_preempt(arrays, state, line[k])
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
