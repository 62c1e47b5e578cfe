"""Where a pod may go by its rules, whatever other evicted pods do: the worst case, rule by rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...instances.consolidation import APART, ITEM, NOT_WITH, OTHER, WITH, RuleBook
from .scheduler_steps import SchedulerArrays, nodes_open_to


@dataclass(frozen=True)
class OpenNodes:
    """Sets of nodes, in each of which a pod must find a place; the others that may come there.

    ``strict`` of the others keep the pod off a node of theirs, whatever room is left.
    """

    sets: list[IntArray]
    rivals: IntArray
    strict: int


@dataclass
class _Pod:
    """A pod with what may happen around it, and what is left of the nodes that may take it."""

    arrays: SchedulerArrays
    i: int
    stays: IntArray
    evicted: IntArray  # all others that leave, now or later
    rivals: IntArray  # those of them that may be placed before
    able: BoolArray
    strict: set[int]
    spread: list[IntArray] | None = None  # the domains of a spread of which others leave, too

    @property
    def book(self) -> RuleBook:
        """The rules."""
        return self.arrays.book

    def members(self, r: int, among: IntArray, *, others: bool) -> IntArray:
        """Return which pods are items of a rule, or its others."""
        book = self.book
        middle = int(book.middle[r])
        side = (middle, int(book.begin[r + 1])) if others else (int(book.begin[r]), middle)
        return np.intersect1d(among, book.member[slice(*side)])

    def counted(self, r: int, pods: IntArray) -> IntArray:
        """Return how many of some pods are in each domain of a rule now."""
        book = self.book
        width = int(book.offset[r + 1] - book.offset[r])
        domain = book.domain[book.level[r], book.home[pods]]
        return np.bincount(domain[domain >= 0], minlength=width)

    def reach(self, r: int, pods: IntArray, open_: BoolArray) -> IntArray:
        """Return how many of some pods may be in each domain at any time: yet there, or to come."""
        book = self.book
        reached = np.zeros(int(book.offset[r + 1] - book.offset[r]), dtype=np.int64)
        rivals = set(self.rivals.tolist())
        for k in pods.tolist():
            sites = nodes_open_to(self.arrays, open_, k) & (k in rivals)
            if book.home[k] >= 0:
                sites[book.home[k]] = True
            domains = np.unique(book.domain[book.level[r], sites])
            reached[domains[domains >= 0]] += 1
        return reached


def open_nodes(
    arrays: SchedulerArrays,
    open_: BoolArray,
    pods: tuple[IntArray, IntArray, IntArray],
    i: int,
) -> OpenNodes | None:
    """Return where a pod may go in any case; None where that cannot be said.

    ``pods`` are those that stay, those that leave at any time, and of these the rivals.
    """
    book = arrays.book
    if book.devices.wants[i]:
        return None
    able = nodes_open_to(arrays, open_, i)
    stays, evicted, rivals = pods
    pod = _Pod(arrays, i, stays, evicted[evicted != i], rivals, able, set())
    for at in range(int(book.start[i]), int(book.start[i + 1])):
        r, role = int(book.rule[at]), int(book.role[at])
        if not _take_rule(pod, r, role, open_):
            return None
    nodes = np.flatnonzero(pod.able)
    sets = [nodes] if pod.spread is None else [nodes[np.isin(nodes, d)] for d in pod.spread]
    may = arrays.masks[arrays.row_of[rivals]][:, nodes].any(axis=1)
    coming = rivals[may]
    strict = len(pod.strict & set(coming.tolist()))
    return OpenNodes(sets, coming, strict)


def _take_rule(pod: _Pod, r: int, role: int, open_: BoolArray) -> bool:
    """Close the nodes on which a rule may be in the way; return whether a proof is possible."""
    book, kind = pod.book, int(pod.book.kind[r])
    domain = book.domain[book.level[r]]
    single = np.bincount(domain[domain >= 0]).max(initial=1) == 1  # a domain is a node
    if kind == WITH:
        if role != OTHER:
            mates = pod.counted(r, pod.members(r, pod.stays, others=True))
            _close(pod, domain, mates == 0, outside=True)
        return True
    if kind in (APART, NOT_WITH):
        against = kind == NOT_WITH and role == ITEM
        most = int(book.most[r]) if kind == APART else 1
        still = pod.counted(r, pod.members(r, pod.stays, others=against))
        moving = pod.members(r, pod.evicted, others=against)
        _close(pod, domain, still >= most)
        if single:
            pod.strict |= set(moving.tolist()) & set(pod.rivals.tolist())
        else:
            _close(pod, domain, still + pod.reach(r, moving, open_) >= most)
        return True
    return _take_spread(pod, r, domain)


def _take_spread(pod: _Pod, r: int, domain: IntArray) -> bool:
    book = pod.book
    at, end = int(book.offset[r]), int(book.offset[r + 1])
    counted = book.counted[at:end]
    if len(pod.members(r, pod.evicted, others=False)) > 0:
        if pod.spread is not None:
            return False
        pod.spread = [np.flatnonzero(domain == d) for d in np.flatnonzero(counted).tolist()]
        return True  # the emptiest domain takes the pod, whichever that is
    still = pod.counted(r, pod.members(r, pod.stays, others=False))
    one_more = still + np.eye(len(still), dtype=np.int64)
    least = one_more[:, counted].min(axis=1)
    skewed = still + 1 - least > int(book.most[r])
    _close(pod, domain, ~counted | skewed, outside=True)
    return True


def _close(pod: _Pod, domain: IntArray, closed: BoolArray, *, outside: bool = False) -> None:
    """Close the nodes of some domains, and those ``outside`` of all domains."""
    there = domain >= 0
    pod.able &= there | (not outside)
    pod.able[there] &= ~closed[domain[there]]
