"""Proofs that an evicted pod always finds a node, wherever the scheduler puts the others.

F is the set of nodes to be freed; only pods on F are evicted, and they go to nodes outside F.  A
pod p finds no node only if its rivals (other pods that may be placed before p) block each node j
that p may use.  Weights w_r >= 0 of the resources r prove that they cannot.  Rivals that block node
j have at least the weight t_j = min over the requested r of w_r (room_jr - d_pr + one unit), where
d is the demand.  But all rivals together weigh less than the sum of all t_j.  A rival that a rule
separates from p blocks a node whatever its size; for each, the sum omits the largest remaining t_j.

For a pod with rules only nodes count where no event can break a rule (see `OpenNodes`).  Nothing is
proven if an evicted pod tolerates cordons and may be sent to a closed node, that is, one of F; if a
waiting pod that is no item might take a place; if a pod might preempt others; or if the dump has
something about an evicted pod that is not modelled.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.optimize import linprog

from optgap.consolidation import APART, ITEM, NOT_WITH, OTHER, WITH, RuleBook
from optgap.problem import BoolArray, FloatArray, IntArray
from optgap.running import Run

from ..kubernetes import TermArrays
from .preemption import may_preempt
from .replays import ManyOrders
from .scheduler_arrays import SchedulerArrays, allowed_nodes, nodes_open_to
from .scheduler_filters import find_nodes

# The nodes that no action of other evicted pods closes to a pod: the worst case, rule by rule.


@dataclass(frozen=True)
class OpenNodes:
    """Sets of nodes in each of which a pod must find a node, and the rivals that may come there.

    ``strict`` is the number of rivals that block a node for the pod by a rule, whatever their size.
    """

    sets: list[IntArray]
    rivals: IntArray
    strict: int


@dataclass
class _Pod:
    """The pod ``i``, the pods that stay and that are evicted, and its nodes (mask ``able``)."""

    arrays: SchedulerArrays
    i: int
    stays: IntArray
    evicted: IntArray  # all others that leave, now or later
    rivals: IntArray  # those of the evicted pods that may be placed before this pod
    able: BoolArray
    strict: set[int]
    spread: list[IntArray] | None = None  # the domains of a spread of which others leave, too

    @property
    def book(self) -> RuleBook:
        """The rules between items of the cluster."""
        return self.arrays.book

    def members(self, r: int, among: IntArray, *, others: bool) -> IntArray:
        """Return the pods in ``among`` that are items of rule r or, with ``others``, its others."""
        book = self.book
        middle = int(book.middle[r])
        side = (middle, int(book.begin[r + 1])) if others else (int(book.begin[r]), middle)
        return np.intersect1d(among, book.member[slice(*side)])

    def counted(self, r: int, pods: IntArray) -> IntArray:
        """Return, for each domain of rule r, how many of the pods are there now."""
        book = self.book
        width = int(book.offset[r + 1] - book.offset[r])
        domain = book.domain[book.level[r], book.home[pods]]
        return np.bincount(domain[domain >= 0], minlength=width)

    def reach(self, r: int, pods: IntArray, open_: BoolArray) -> IntArray:
        """Return, for each domain of rule r, how many of the pods are there or may come there."""
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
    allowed: BoolArray,
) -> OpenNodes | None:
    """Return the nodes that no move of other pods closes to pod i; None if not determined.

    ``allowed`` is a mask of the nodes that the instance allows to the pod.

    ``pods`` are three lists: pods that stay, pods that leave at any time, and rivals among the
    latter.
    """
    book = arrays.book
    if book.devices.wants[i]:
        return None
    able = nodes_open_to(arrays, open_, i) & allowed
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
    """Exclude the nodes where rule r may block the pod; return whether a proof is possible."""
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
    """Exclude the nodes of some domains; with ``outside`` also those that lie in no domain."""
    there = domain >= 0
    pod.able &= there | (not outside)
    pod.able[there] &= ~closed[domain[there]]


_DIGITS = 10**6  # largest denominator of weights as fractions


@dataclass(frozen=True)
class Unblockable:
    """Weights of resources: they prove that ``item`` always finds a node among ``nodes``."""

    item: str
    nodes: tuple[str, ...]
    weights: tuple[Fraction, ...]


def proofs_of(orders: ManyOrders, freed: IntArray, run: Run) -> list[Unblockable] | None:
    """Return proofs for each kind of waiting or evicted pod; None if any proof is not found."""
    instance, arrays = orders.instance, orders.arrays
    leaving = orders.leaving(freed)
    if len(orders.coming_back(freed)) or _may_be_disturbed(orders, freed, leaving):
        return None
    open_ = orders.open.copy()
    open_[freed] = False
    room = instance.usable.copy()
    stays = np.flatnonzero((instance.home >= 0) & ~np.isin(np.arange(len(instance.home)), leaving))
    np.subtract.at(room, instance.home[stays], instance.demand[stays])
    waiting = np.flatnonzero(instance.home < 0)
    proofs: list[Unblockable] = []
    seen: set[object] = set()
    for i in [*waiting.tolist(), *leaving.tolist()]:
        key = _kind(orders, i)
        if key in seen:
            continue
        seen.add(key)
        rivals = _rivals(orders, leaving, waiting, i)
        groups = stays, np.append(waiting, leaving), rivals
        where = open_nodes(arrays, open_, groups, i, allowed_nodes(instance, i))
        if where is None or not where.sets:
            return None
        for nodes in where.sets:
            weights = (
                None if run.should_stop() else _weights(instance.demand, room, nodes, where, i)
            )
            if weights is None or not _holds(instance.demand, room, nodes, where, i, weights):
                return None
            names = tuple(instance.sites[j].name for j in nodes.tolist())
            proofs.append(Unblockable(instance.items[i].name, names, weights))
    return proofs


def _may_be_disturbed(orders: ManyOrders, freed: IntArray, leaving: IntArray) -> bool:
    """Return whether the dump has what a proof leaves out: doubts, rivals, or preemption.

    A pod that waits and is no item is a rival if a node takes it now, or an eviction may let it in.
    A pod preempts others if it closes all its nodes to its replacement until it is gone.
    """
    arrays, state = orders.arrays, orders.beginning(freed)
    if len(arrays.rivals) and arrays.wakes[arrays.rivals].any():
        return True
    for i in arrays.rivals.tolist():
        if find_nodes(arrays, state, i, -1) or may_preempt(arrays, state, i):
            return True
    return bool(arrays.doubtful[leaving].any()) or any(
        arrays.preempts[i] and closes_its_domain(arrays.terms, i) for i in leaving.tolist()
    )


def closes_its_domain(terms: TermArrays, i: int) -> bool:
    """Return whether pod i, while it is being deleted, may close several nodes to its replacement.

    It does so by a required affinity, or an anti-affinity to itself over a level above nodes.
    """
    if terms.requires.start[i] < terms.requires.start[i + 1]:
        return True
    joins, forbids = (
        set(rows.value[rows.start[i] : rows.start[i + 1]].tolist())
        for rows in (terms.joins, terms.forbids)
    )
    domains = (terms.label[terms.key[counter]] for counter in joins & forbids)
    return any(np.bincount(domain[domain >= 0]).max(initial=0) > 1 for domain in domains)


def _kind(orders: ManyOrders, i: int) -> object:
    """Return a key that is equal for pods which share one proof."""
    book = orders.arrays.book
    ruled = i if book.start[i] < book.start[i + 1] else -1
    return int(orders.kind[i]), bool(book.home[i] >= 0), ruled


def _rivals(orders: ManyOrders, leaving: IntArray, waiting: IntArray, i: int) -> IntArray:
    """Return the numbers of the other pods that may be placed before pod i is placed."""
    others: IntArray = waiting
    if orders.instance.home[i] >= 0:
        others = np.append(waiting, _leaving_before(orders, leaving, i))
    rivals: IntArray = others[others != i]
    return rivals


def _leaving_before(orders: ManyOrders, leaving: IntArray, i: int) -> IntArray:
    """Return the ``leaving`` pods that may be evicted before pod i or at the same time."""
    if orders.order == "largest-first":
        leaving = leaving[orders.size[leaving] >= orders.size[i]]
    return leaving


def _weights(
    demand: IntArray, room: IntArray, nodes: IntArray, where: OpenNodes, i: int
) -> tuple[Fraction, ...] | None:
    """Return weights of the resources, found by a linear program; None if none are found."""
    able = nodes[_has_room(demand, room, nodes, i)]
    rivals = where.rivals
    asked = np.flatnonzero(demand[i] > 0)
    if len(asked) == 0 or len(rivals) == 0:
        return (Fraction(1),) * int(demand.shape[1])
    if len(able) <= where.strict:
        return None
    scale = np.maximum(1, room[able].max(axis=0, initial=1))[asked]
    slack = (room[np.ix_(able, asked)] - demand[i, asked] + 1) / scale
    total = demand[np.ix_(rivals, asked)].sum(axis=0) / scale
    best = _best_weights(slack, total, where.strict)
    if best is None:
        return None
    weights = [Fraction(0)] * demand.shape[1]
    for r, value, by in zip(asked.tolist(), best.tolist(), scale.tolist(), strict=True):
        weights[r] = Fraction(value).limit_denominator(_DIGITS) / int(by)
    return tuple(weights)


def _best_weights(slack: FloatArray, total: FloatArray, strict: int) -> FloatArray | None:
    """Return the weights with the largest margin; None if the margin is not positive.

    The margin is the sum of t_j over all nodes j, minus ``strict`` times the largest t, minus the
    weight of ``total``.  Columns: w from 0 to 1, the largest t, and the t_j.  For each node j and
    resource r, t_j <= w_r · slack[j, r].
    """
    nodes, asked = slack.shape
    cost = np.concatenate([total, [float(strict)], -np.ones(nodes)])
    weighed = np.zeros((nodes, asked, asked + 1 + nodes))
    each = np.arange(nodes)
    weighed[:, np.arange(asked), np.arange(asked)] = -slack
    weighed[each, :, asked + 1 + each] = 1.0
    largest = np.zeros((nodes, asked + 1 + nodes))
    largest[:, asked] = -1.0
    largest[each, asked + 1 + each] = 1.0
    rows = np.concatenate([weighed.reshape(nodes * asked, -1), largest])
    bounds = [(0.0, 1.0)] * asked + [(0.0, 1e6)] * (1 + nodes)
    solved = linprog(cost, A_ub=rows, b_ub=np.zeros(len(rows)), bounds=bounds)
    if solved.x is None or solved.fun is None or solved.fun >= 0:
        return None
    return np.asarray(solved.x[:asked])


def _has_room(demand: IntArray, room: IntArray, nodes: IntArray, i: int) -> BoolArray:
    fits: BoolArray = ((demand[i] == 0) | (demand[i] <= room[nodes])).all(axis=1)
    return fits


def _holds(
    demand: IntArray,
    room: IntArray,
    nodes: IntArray,
    where: OpenNodes,
    i: int,
    weights: tuple[Fraction, ...],
) -> bool:
    """Return whether the weights prove, in exact fractions, that rivals cannot block all nodes."""
    asked = np.flatnonzero(demand[i] > 0).tolist()
    able = nodes[_has_room(demand, room, nodes, i)].tolist()
    if not asked:
        return len(able) > where.strict
    slack = room[able] - demand[i] + 1
    least = sorted(min(weights[r] * int(row[r]) for r in asked) for row in slack)
    least = least[: max(0, len(able) - where.strict)]
    load = sum(
        (weights[r] * int(demand[k, r]) for k in where.rivals.tolist() for r in asked), Fraction(0)
    )
    return len(least) > 0 and sum(least, Fraction(0)) > load
