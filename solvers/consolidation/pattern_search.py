"""Compiled depth-first search for the most valuable patterns of a machine.

A candidate is a flavour with the value and the number of its copies. Every node keeps the
candidates that still fit in all resources, by falling value per *surrogate* size: the sum of the
sizes times one integral multiplier per resource. A node is pruned if the list can add too little:
by Dantzig's bound on the surrogate, by the number of items that fit times the highest value, by the
sum of the list, or by a table over free capacities. All numbers are integral, so rounding prunes no
pattern.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.records import column
from ...instances.consolidation import MACHINE, Consolidation
from .room_table import Candidates, RoomTable, dantzig, keep_promising, take_next, way_from

_BITS = 61  # bits of a product of a value and a surrogate size
_ROOM_BITS = 30  # bits of a room in the surrogate resource
_MULTIPLIER_BITS = 20


class Surrogate(NamedTuple):
    """The surrogate resource: an integral multiplier per resource, with shifts against overflow."""

    multiplier: IntArray
    shift: IntArray
    divisor: int

    @classmethod
    def of(cls, multiplier: IntArray, room: IntArray, highest: int) -> Surrogate:
        """Return the surrogate with these multipliers for capacities up to ``room``."""
        shift = np.array([max(0, int(r).bit_length() - _ROOM_BITS) for r in room], dtype=np.int64)
        whole = int(multiplier @ (room >> shift))
        most = 1 << (_BITS - max(20, int(highest).bit_length()))
        return cls(multiplier, shift, max(1, -(-whole // most)))

    def weights(self, size: IntArray) -> IntArray:
        """Return surrogate sizes, rounded down: items that fit in a room fit in its surrogate."""
        weight: IntArray = ((size >> self.shift) @ self.multiplier) // self.divisor
        return weight


def multipliers(size: IntArray, value: IntArray, copies: IntArray, room: IntArray) -> IntArray:
    """Return an integral multiplier per resource, from the dual of the relaxed pattern problem."""
    unit = np.maximum(1, room)
    count = len(room)
    rate = 1.0 / unit
    if count > 1 and len(value) > 0:
        relaxed = linprog(
            -value / max(1, int(value.max())),
            A_ub=(size / unit).T,
            b_ub=np.ones(count),
            bounds=[(0, most) for most in copies.tolist()],
        )
        if relaxed.status == 0 and (relaxed.ineqlin.marginals < 0).any():
            rate = np.maximum(0.0, -relaxed.ineqlin.marginals) / unit
    shift = np.maximum(0, np.ceil(np.log2(unit + 1.0)) - _ROOM_BITS)
    rate = rate * 2.0**shift
    whole: IntArray = np.rint(rate / rate.max() * 2**_MULTIPLIER_BITS).astype(np.int64)
    return whole


@kernel
def by_density(value: IntArray, weight: IntArray, order: IntArray) -> None:
    """Sort ``order`` in place by falling ratio of value to weight, with exact comparisons."""
    for k in range(1, order.shape[0]):
        each = order[k]
        j = k - 1
        while j >= 0 and value[order[j]] * weight[each] < value[each] * weight[order[j]]:
            order[j + 1] = order[j]
            j -= 1
        order[j + 1] = each


def candidates(
    flavour: IntArray, size: IntArray, value: IntArray, copies: IntArray, surrogate: Surrogate
) -> Candidates:
    """Return the candidates for some flavours, sorted in the order of the search."""
    weight = surrogate.weights(size)
    order = np.argsort(-value / (weight + 1e-9), kind="stable")
    by_density(value, weight, order)
    return Candidates(
        flavour[order],
        np.ascontiguousarray(size[order]),
        weight[order],
        value[order],
        copies[order],
    )


@kernel
def search(
    room: IntArray,
    rest: int,
    stock: Candidates,
    table: RoomTable,
    clash: BoolArray,
    threshold: int,
    many: bool,
    most_nodes: int,
    most_each: int,
    deepest: int,
) -> tuple[IntArray, IntArray, IntArray, int, int]:
    """Return patterns worth more than the threshold, and an upper bound on the value of all.

    There is at most one pattern per first candidate. With ``many`` its value must only exceed the
    threshold, otherwise also the best value so far. Results: patterns (rows of candidates), their
    values and lengths, the upper bound, and the number of nodes (negative if a limit stopped the
    search: ``most_nodes``, or ``most_each`` per first candidate). ``clash`` marks pairs of flavours
    that exclude each other; it is empty if no pair does.
    """
    count, way = len(stock.size), way_from(stock, room, rest, deepest)
    rows = np.zeros((count, deepest), dtype=np.int64)
    depths = np.zeros(count, dtype=np.int64)
    worths = np.zeros(count, dtype=np.int64)
    best, top, nodes, depth, first = threshold, threshold, 0, 0, 0
    tabled = len(table.worth) > 0
    begun, ceiling = 0, 0  # nodes before the first candidate; the most that was cut off
    while depth >= 0:
        k = way.place[depth]
        if depth == 0:
            first = k
            begun = nodes
            best = threshold if many else top
        alive = k < way.length[depth]
        if alive:
            ahead = dantzig(way, depth, k, stock.weight, stock.value)
            alive = way.worth[depth] + ahead > best
        if not alive:
            depth -= 1
            continue
        if nodes >= most_nodes or nodes - begun > most_each:
            ceiling = max(ceiling, dantzig(way, 0, first, stock.weight, stock.value))
            if nodes >= most_nodes:
                return rows, worths, depths, max(top, ceiling), -max(1, nodes)
            depth = 0
            begun = nodes
            continue
        nodes += 1
        take_next(way, depth, stock, clash)
        depth += 1
        if tabled:
            keep_promising(table, way, depth, stock, best)
        if way.worth[depth] > best:
            best = way.worth[depth]
            worths[first] = best
            depths[first] = depth
            rows[first, :depth] = way.taken[:depth]
            top = max(top, best)
        if way.worth[depth] + way.more[depth] <= best:
            depth -= 1  # nothing below is better
    return rows, worths, depths, max(top, ceiling), -nodes if ceiling else nodes


_GRID = 320  # cells of the grid per resource
_HALVINGS = 12


def scarcest(size: IntArray, count: IntArray, room: IntArray) -> IntArray:
    """Return the two resources with the largest total demand relative to total capacity."""
    share = (count @ size) / np.maximum(1, room.sum(axis=0))
    first = np.sort(np.argsort(-share, kind="stable")[:2])
    return np.resize(first, 2)


class Offered(NamedTuple):
    """Capacities of machines, sizes and maximum numbers of items, and the two scarce resources."""

    room: IntArray
    size: IntArray
    cap: IntArray
    scarce: IntArray

    @property
    def others(self) -> IntArray:
        """The resources that are not scarce."""
        return np.setdiff1d(np.arange(self.size.shape[1]), self.scarce)


def fullest(offered: Offered, value: FloatArray) -> IntArray:
    """Return numbers of items (machines x sizes) of high value, by dynamic programming.

    Only the size distinguishes items.  What a content needs of the other resources costs a
    toll, which is raised until no machine has too much.  Sizes are counted on a grid, to the
    nearest, and contents are cut to what has room: good patterns, quickly, but no bound.
    """
    toll = np.zeros(offered.size.shape[1])
    found, over = _contents(offered, value, toll)
    if not over.any():
        return found
    r = int(np.argmax(over))  # a single toll is found: of the resource that is exceeded most
    needs = np.maximum(1, offered.size[:, r])
    low, high = 0.0, float(np.max(value / needs, initial=0.0))
    best = found
    for _ in range(_HALVINGS):
        toll[r] = (low + high) / 2
        found, over = _contents(offered, value, toll)
        low, high = (toll[r], high) if over[r] > 0 else (low, toll[r])
        better = found @ value > best @ value
        best = np.where(better[:, None], found, best)
    return best


def _contents(offered: Offered, value: FloatArray, toll: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return numbers of items at resource prices ``toll``, cut to fit, and the excess cut off."""
    room, size, cap, scarce = offered
    net = value - size @ toll
    worthy = np.flatnonzero((net > 0) & (cap > 0))
    found = np.zeros((len(room), len(size)), dtype=np.int64)
    over = np.zeros(size.shape[1])
    if len(worthy) == 0:
        return found, over
    own = np.ascontiguousarray(size[worthy])
    unit = np.maximum(1.0, room.max(axis=0)[scarce] / _GRID)
    weight = np.rint(own[:, scarce] / unit).astype(np.int64)
    width = (room[:, scarce] / unit).astype(np.int64)
    most = np.minimum(_most(own, room.max(axis=0)), cap[worthy])
    piece, times = _pieces(most)
    taken = _taken_parts(
        weight[piece] * times[:, None], net[worthy][piece] * times, width.max(axis=0)
    )
    order = np.argsort(-net[worthy], kind="stable")
    for c in range(len(room)):
        raw = _content(taken, weight, piece, times, width[c])
        excess = (raw @ own - room[c]) / np.maximum(1, room[c])
        over[offered.others] = np.maximum(over, excess)[offered.others]
        found[c, worthy] = _without_excess(raw, room[c], own, most, order)
    return found, over


def _most(size: IntArray, room: IntArray) -> IntArray:
    """Return the maximum number of items of each size that fit in a room."""
    fits = np.where(size > 0, room // np.maximum(1, size), 2**30)
    return np.asarray(fits.min(axis=1))


def _pieces(most: IntArray) -> tuple[IntArray, IntArray]:
    """Split each maximum into parts 1, 2, 4, …, rest; return index and number of every part."""
    piece, times = list[int](), list[int]()
    for s, left in enumerate(most.tolist()):
        step = 1
        while left > 0:
            piece.append(s)
            times.append(min(step, left))
            left -= step
            step *= 2
    return np.array(piece, dtype=np.int64), np.array(times, dtype=np.int64)


@kernel
def _taken_parts(weight: IntArray, value: FloatArray, width: IntArray) -> BoolArray:
    """Return whether the best filling with parts 0 to k takes part k, for each k and free room."""
    best = np.zeros((width[0] + 1, width[1] + 1))
    taken = np.zeros((len(value), width[0] + 1, width[1] + 1), dtype=np.bool_)
    for k in range(len(value)):
        a, b = weight[k, 0], weight[k, 1]
        for x in range(width[0], a - 1, -1):
            for y in range(width[1], b - 1, -1):
                with_it = best[x - a, y - b] + value[k]
                if with_it > best[x, y] + 1e-12:
                    best[x, y] = with_it
                    taken[k, x, y] = True
    return taken


@kernel
def _content(
    taken: BoolArray, weight: IntArray, piece: IntArray, times: IntArray, width: IntArray
) -> IntArray:
    """Trace the best content (copies per size) of one room back through the table."""
    content = np.zeros(len(weight), dtype=np.int64)
    x, y = width[0], width[1]
    for k in range(len(piece) - 1, -1, -1):
        if taken[k, x, y]:
            content[piece[k]] += times[k]
            x -= weight[piece[k], 0] * times[k]
            y -= weight[piece[k], 1] * times[k]
    return content


@kernel
def _without_excess(
    raw: IntArray, room: IntArray, size: IntArray, most: IntArray, order: IntArray
) -> IntArray:
    """Return copies per size: ``raw`` reduced to ``room``, then filled up with items that fit.

    ``size`` (sizes x resources) and ``room`` are in the same units, ``most`` limits the copies, and
    ``order`` lists the sizes from the most valuable to the least.
    """
    content, left = raw.copy(), room.copy()
    for s in range(len(size)):
        left -= size[s] * content[s]
    for s in order[::-1]:
        while content[s] > 0 and (left < 0).any():
            content[s] -= 1
            left += size[s]
    for s in order:
        while content[s] < most[s] and (size[s] <= left).all():
            content[s] += 1
            left -= size[s]
    return content


def apart_groups(instance: Consolidation) -> tuple[IntArray, list[int]]:
    """Return the group of each item (-1: none), and per group the maximum number on a machine.

    Items of a group are in the same rules that keep items apart. The maximum is the limit of the
    strictest rule, or the number on a machine now if that is larger.
    """
    rules = [r for r in instance.rules or () if r.kind == "apart" and r.at == MACHINE]
    number = {name: i for i, name in enumerate(column(instance.items, "name") if rules else ())}
    caps: list[int] = []
    of: list[tuple[int, ...]] = [()] * len(instance.items)
    for r, rule in enumerate(rules):
        members = [number[name] for name in rule.items]
        home = instance.home[members]
        now = int(np.bincount(home[home >= 0], minlength=1).max())
        caps.append(max(rule.most, now))
        for i in members:
            of[i] = (*of[i], r)
    known: dict[tuple[int, ...], int] = {}
    group = np.array(
        [known.setdefault(rules, len(known)) if rules else -1 for rules in of], dtype=np.int64
    )
    return group, [min(caps[r] for r in rules) for rules in known]


def flavour_caps(flavour_of: IntArray, group: IntArray, caps: list[int], count: int) -> IntArray:
    """Return the most items per flavour on a machine, from groups and caps of `apart_groups`."""
    cap = np.full(count, len(flavour_of), dtype=np.int64)
    bound = (flavour_of >= 0) & (group >= 0)
    pairs = np.unique(np.column_stack([flavour_of[bound], group[bound]]), axis=0)
    for f in np.unique(pairs[:, 0]).tolist():
        cap[f] = sum(caps[g] for g in pairs[pairs[:, 0] == f, 1].tolist())
    return cap
