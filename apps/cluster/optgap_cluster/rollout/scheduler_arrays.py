"""The arrays with which kube-scheduler is simulated, and their state.

A node that is not open is cordoned, unless it belongs to an offer and does not exist yet.  Only the
function `is_open_to` decides which nodes are open to a pod: to a pod that tolerates cordons, each
allowed node that exists is open.

`SchedulerArrays` never changes.  `SchedulerState` has the present node of each pod.  An instance
from a dump has the facts of the cluster: all its pods, also those that are no items, are filtered
and scored as in kube-scheduler.  Other instances have their rules as filters, and scores by
resources only.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from optgap.consolidation import Consolidation, RuleBook, RuleCounts, counts_of
from optgap.problem import BoolArray, FloatArray, IntArray
from optgap.running import kernel

from ..kubernetes import (
    ClusterFacts,
    Replacing,
    TermArrays,
    facts_of,
    no_terms,
    tolerates_cordon,
)

Scoring: TypeAlias = Literal["default", "most-allocated"]
Mask = TypeVar("Mask", bool, BoolArray)

_SCORED = ("cpu", "memory")
_SCORES = 20_000_000  # maximum number of scores that are kept
_UNSAID = {"cpu": 0.1, "memory": 200 * 2**20}  # what a pod without requests counts in scores
_DIGITS = 1e12  # the largest capacity in the integers of scores
_ALL_NODES = 100  # up to as many nodes, the scheduler looks at all
_BUFFERS: dict[str, Any] = {
    **dict.fromkeys(("feasible", "total", "raw", "tally", "head"), np.int64),
    **dict.fromkeys(("closed", "seen"), np.bool_),
    "share": np.float64,
}


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
    masks: list[BoolArray] = []
    row_of = []
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
    terms: TermArrays
    known: bool  # whether ``terms`` has the facts of the cluster, and takes the place of the rules
    packs: bool  # MostAllocated instead of LeastAllocated
    home: IntArray
    leaves: BoolArray  # pods that are being deleted
    priority: IntArray
    preempts: BoolArray  # pods that may take the place of pods with a lower priority
    replacing: IntArray  # how the owner of each pod replaces it, see `Replacing`
    doubtful: BoolArray  # pods with something in the dump that is not modelled
    unpinnable: BoolArray  # pods to which a node affinity leaves too few domains
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
    matching: NDArray[np.int32]  # of each counter of the terms, by domain
    open: BoolArray
    scores: IntArray  # score of each request on each node; -1 until it is computed
    victims: BoolArray  # pods of whose places other pods take
    begin: IntArray  # the node at which the next search begins, and whether a pod preempted others
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
    if facts is None:
        return _by_rules(instance, scoring)
    return arrays_of_facts(facts, instance.rule_book, ~instance.offered, scoring)


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
        demand=instance.demand,
        usable=instance.usable,
        masks=masks,
        row_of=row_of,
        tolerates_cordon=np.array([bool(item.tolerates_cordon) for item in instance.items]),
        exists=~instance.offered,
        asks=asks,
        holds=asks,
        exact=exact,
        scored_as=_rows_of_scores(np.hstack([asks, exact]), len(instance.sites)),
        has=_integers(has * scale),
        reserved=_integers(reserved * scale),
        book=instance.rule_book,
        terms=no_terms(pods, len(instance.sites)),
        known=False,
        packs=scoring == "most-allocated",
        home=instance.home,
        leaves=none,
        priority=np.zeros(pods, dtype=np.int64),
        preempts=none,
        replacing=np.full(pods, Replacing.GONE_FIRST),
        doubtful=none,
        unpinnable=none,
        wakes=none,
        rivals=np.zeros(0, dtype=np.int64),
        looks_at=len(instance.sites),
    )


def _integers(amounts: FloatArray) -> IntArray:
    return np.ascontiguousarray(np.rint(amounts).astype(np.int64))


def arrays_of_facts(
    facts: ClusterFacts, book: RuleBook, exists: BoolArray, scoring: Scoring
) -> SchedulerArrays:
    """Return the arrays of a cluster whose first pods are the items of ``book``."""
    requests, terms, (masks, row_of) = facts.requests(), facts.terms(), facts.allowed()
    home = np.array(facts.scene.home, dtype=np.int64)
    home[: len(book.home)] = book.home
    priority = np.array([pod.spec.priority for pod in facts.pods], dtype=np.int64)
    others = np.arange(len(home)) >= len(book.home)
    rivals = np.flatnonzero(others & (home < 0))
    tolerates = np.array([tolerates_cordon(pod) for pod in facts.pods])
    bound = [np.diff(rows.start) > 0 for rows in (terms.forbids, terms.requires, terms.hard)]
    sites = facts.scene.real
    return SchedulerArrays(
        demand=requests.demand,
        usable=requests.usable,
        masks=masks,
        row_of=row_of,
        tolerates_cordon=tolerates,
        exists=exists,
        asks=requests.asks,
        holds=requests.holds,
        exact=requests.exact,
        scored_as=_rows_of_scores(np.hstack([requests.asks, requests.exact]), len(exists)),
        has=requests.capacity,
        reserved=np.zeros_like(requests.capacity),
        book=book,
        terms=terms,
        known=True,
        packs=scoring == "most-allocated",
        home=home,
        leaves=np.array([pod.leaves for pod in facts.pods]),
        priority=priority,
        preempts=np.array([pod.spec.preemption_policy != "Never" for pod in facts.pods])
        & (priority > priority[home >= 0].min(initial=2**31)),
        replacing=facts.replacing(),
        doubtful=np.array([pod.name in facts.doubts for pod in facts.pods]),
        unpinnable=facts.lose_domains(),
        wakes=np.logical_or.reduce([tolerates, *bound]),
        rivals=rivals[np.argsort(-priority[rivals], kind="stable")],
        looks_at=max(_ALL_NODES, sites * max(5, 50 - sites // 125) // 100),
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
    matching = np.zeros(int(arrays.terms.offset[-1]), dtype=np.int32)
    buffers = {name: np.zeros(nodes, dtype=kind) for name, kind in _BUFFERS.items()}
    state = SchedulerState(
        machine=home.copy(),
        old=np.full(pods, -1, dtype=np.int64),
        room=room,
        held=held,
        taken=taken,
        counts=counts,
        matching=matching,
        open=open_.copy(),
        scores=scores,
        victims=np.zeros(pods, dtype=np.bool_),
        begin=np.zeros(2, dtype=np.int64),
        after=np.zeros(pods, dtype=np.int64),
        **buffers,
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
            state.matching[terms.offset[counter] + d] += by


@kernel(inner=True, arrays=False)
def is_open_to(allowed: Mask, open_: Mask, exists: Mask, tolerates: bool) -> Mask:
    """Return whether nodes are open to a pod: allowed, and not cordoned or it tolerates cordons."""
    return allowed & (open_ | (exists & tolerates))


def nodes_open_to(arrays: SchedulerArrays, open_: BoolArray, i: int) -> BoolArray:
    """Return a mask of the nodes that are open to pod i, whatever their room."""
    allowed, tolerates = arrays.masks[arrays.row_of[i]], arrays.tolerates_cordon[i]
    return is_open_to(allowed, open_, arrays.exists, tolerates)
