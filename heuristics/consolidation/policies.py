"""Compiled policies that choose a machine for one item; sizes are in integral units.

A policy scores each nonempty machine on which the item fits, and chooses the least score.  VRO
(section 4.1.1) first scores a *loss* (Eq. 1: the weighted norm of the remaining room, plus
fragments).  Among the machines whose loss is within δ of the least, it chooses by *skewness*: the
angle between residual and diagonal (Eq. 3), or the measure of Eq. 4 or 5.  Scores within `TIE` of
the least are ties, of which the first machine is chosen.  `choose` scans all machines.
Compiled functions score many rows per call, because calls with arrays are slow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...instances.consolidation import (
    Consolidation,
    RuleBook,
    RuleCounts,
    counts_of,
    is_concerned,
    may_enter,
    shift,
)


class Residual(NamedTuple):
    """The free capacity of machines, with the scales of its shares; rows are machines or blocks.

    The free share of resource r of machine j is spare[j, r] + room[j, r] · per_unit[j, r].  If the
    machine does not have the resource, per_unit[j, r] is 0.
    """

    room: IntArray  # usable whole units
    per_unit: FloatArray  # the share of a machine that one unit takes
    spare: FloatArray  # the share of a machine that rounding to whole units loses


class ClusterLoad(NamedTuple):
    """The residual and number of items of each machine, and the counts of rules; changed in place.

    A kept machine counts one additional item, because it is always in use.
    """

    left: Residual
    held: IntArray
    counts: RuleCounts


class ItemArrays(NamedTuple):
    """The items of an instance as arrays for compiled code."""

    demand: IntArray
    masks: BoolArray  # distinct rows of machines to which items may be sent
    row_of: IntArray  # the row of each item in ``masks``
    home: IntArray  # machine of an item at the start; -1 for a request
    cost: IntArray  # migration cost of each item
    book: RuleBook
    opening: IntArray  # machines in the order in which empty ones are opened

    @classmethod
    def of(cls, instance: Consolidation) -> ItemArrays:
        """Return the arrays of an instance's items."""
        opening = np.argsort(instance.price, kind="stable")
        masks = instance.masks
        return cls(
            instance.demand, *masks, instance.home, instance.cost, instance.rule_book, opening
        )


def load_of(instance: Consolidation, machine: IntArray, book: RuleBook) -> ClusterLoad:
    """Return the load of an assignment; -1 means no machine."""
    placed = machine >= 0
    room = instance.usable.copy()
    np.subtract.at(room, machine[placed], instance.demand[placed])
    held = np.bincount(machine[placed], minlength=len(room)) + instance.kept
    left = Residual(room, instance.per_unit, instance.spare)
    return ClusterLoad(left, held, counts_of(book, machine))


@dataclass(frozen=True)
class Cluster:
    """An assignment of all items with its load and migration cost, changed in place by methods."""

    instance: Consolidation
    items: ItemArrays
    machine: IntArray
    load: ClusterLoad
    spent: int

    @classmethod
    def of(cls, instance: Consolidation, machine: IntArray) -> Cluster:
        """Return the cluster of an assignment of all items."""
        spent = int(instance.cost[machine != instance.home].sum())
        items = ItemArrays.of(instance)
        return cls(instance, items, machine.copy(), load_of(instance, machine, items.book), spent)

    def copy(self) -> Cluster:
        """Return an independent copy, which can be changed without changing this cluster."""
        left, held, counts = self.load
        copied = RuleCounts(*(each.copy() for each in counts))
        load = ClusterLoad(left._replace(room=left.room.copy()), held.copy(), copied)
        return replace(self, machine=self.machine.copy(), load=load)

    @property
    def key(self) -> tuple[int, int]:
        """The sort key: objective in integral units, then migration cost; lower is better."""
        return self.instance.units_of(self.machine), self.spent


@kernel
def fits(room: IntArray, demand: IntArray, j: int) -> bool:
    """Return whether a machine has room for an item."""
    enough = True
    for r in range(len(demand)):
        enough &= demand[r] <= room[j, r]
    return enough


@kernel
def allowed_now(
    items: ItemArrays, load: ClusterLoad, i: int, origin: int, scratch: BoolArray
) -> BoolArray:
    """Return a mask of the machines to which item i may move from ``origin``.

    If the item has rules or needs devices, the mask (``scratch``) also respects room and rules.
    For other items it does not.
    """
    book = items.book
    allowed: BoolArray = items.masks[items.row_of[i]]
    if not is_concerned(book, i):
        return allowed
    room, demand = load.left.room, items.demand[i]
    for j in range(len(allowed)):
        able = allowed[j] and (j == origin or fits(room, demand, j))
        scratch[j] = able and may_enter(book, load.counts, i, origin, j)
    return scratch


@kernel
def move(load: ClusterLoad, items: ItemArrays, i: int, origin: int, target: int) -> None:
    """Update the load after item i moves from ``origin`` to ``target``; -1 means no machine."""
    room, held, demand = load.left.room, load.held, items.demand[i]
    shift(items.book, load.counts, i, origin, target)
    for r in range(len(demand)):
        if origin >= 0:
            room[origin, r] += demand[r]
        if target >= 0:
            room[target, r] -= demand[r]
    if origin >= 0:
        held[origin] -= 1
    if target >= 0:
        held[target] += 1


Norm: TypeAlias = Literal["l1", "l2", "max"]

FIRST_FIT, BEST_FIT, WORST_FIT, MOST_ALLOCATED, RTCR = 0, 1, 2, 3, 4
DIAGONAL, BOTTLENECK, DOT_PRODUCT = 5, 6, 7
CODES = {"diagonal": DIAGONAL, "bottleneck": BOTTLENECK, "dot-product": DOT_PRODUCT}
_NORMS: dict[str, int] = {"l1": 1, "l2": 2, "max": 3}
TIE = 1e-12  # scores that differ by less are equal up to rounding
EVEN = 1e-24  # squared sizes below this count as zero


class PackedPolicy(NamedTuple):
    """A policy as a tuple of numbers and arrays for compiled code."""

    code: int
    alpha: float  # weights of Eq. 1: of the norm, and of what is less than a fragment
    beta: float
    delta: float  # δ of Eq. 2
    norm: int
    fragment: IntArray  # f_i of Eq. 1; 0 leaves a resource out


class Request(NamedTuple):
    """An item without a machine, and the policy that chooses its machine."""

    demand: IntArray
    allowed: BoolArray
    policy: PackedPolicy


class Shortlist(NamedTuple):
    """Scratch space of a choice: machines with room, and their scores."""

    rows: IntArray
    values: FloatArray


@dataclass(frozen=True)
class PackingPolicy:
    """A policy: its code and, for VRO, the parameters of Eq. 1 and 2."""

    code: int
    alpha: float = 1.0
    beta: float = 0.0
    delta: float = 0.0
    norm: int = 2
    fragment: IntArray | None = None

    def packed(self, resources: int) -> PackedPolicy:
        """Return the policy as a tuple for compiled code."""
        fragment = np.zeros(resources, np.int64) if self.fragment is None else self.fragment
        return PackedPolicy(self.code, self.alpha, self.beta, self.delta, self.norm, fragment)


def vro(
    instance: Consolidation, code: int, alpha: float, beta: float, delta: float, norm: Norm
) -> PackingPolicy:
    """Return a policy of VRO; its fragment f_i is the most frequent demand for resource i."""
    fragment = np.zeros(len(instance.resources), dtype=np.int64)
    for r in range(len(fragment)):
        sizes, counts = np.unique(instance.demand[:, r], return_counts=True)
        counts[sizes == 0] = 0
        fragment[r] = sizes[np.argmax(counts)]
    return PackingPolicy(code, alpha, beta, delta, _NORMS[norm], fragment)


@kernel
def scores(
    left: Residual, demand: IntArray, rows: IntArray, policy: PackedPolicy, out: FloatArray
) -> None:
    """Write to ``out`` the policy's (first) score of each machine in ``rows``; lower is better."""
    code = policy.code
    if code in (MOST_ALLOCATED, RTCR):
        _kubernetes(left, demand, rows, code, out)
        return
    weight = policy.alpha if code >= DIAGONAL else -1.0 if code == WORST_FIT else 1.0
    sizes(left, demand, rows, policy.norm if code >= DIAGONAL else 2, weight, out)
    if code >= DIAGONAL and policy.beta != 0.0:  # Eq. 1 on r - I, its second summand
        _add_fragments(left, demand, rows, policy, out)


@kernel
def sizes(
    left: Residual, demand: IntArray, rows: IntArray, norm: int, weight: float, out: FloatArray
) -> None:
    """Write the weighted norm of the residual of each machine in ``rows`` with the item on it."""
    room, per_unit, spare = left
    for k in range(len(rows)):
        j, total = rows[k], 0.0
        for r in range(len(demand)):
            share = spare[j, r] + max(0, room[j, r] - demand[r]) * per_unit[j, r]
            if norm == 1:
                total += share
            elif norm == 2:
                total += share * share
            elif share > total:
                total = share
        out[k] = weight * (np.sqrt(total) if norm == 2 else total)


@kernel
def _add_fragments(
    left: Residual, demand: IntArray, rows: IntArray, policy: PackedPolicy, out: FloatArray
) -> None:
    """Add β times the second term of Eq. 1 to ``out``: the residual modulo f_i, in shares."""
    room, per_unit, beta, fragment = left.room, left.per_unit, policy.beta, policy.fragment
    for k in range(len(rows)):
        j = rows[k]
        for r in range(len(demand)):
            if fragment[r] > 0:
                out[k] += beta * ((room[j, r] - demand[r]) % fragment[r]) * per_unit[j, r]


@kernel
def percentage(free: float) -> int:
    """Return the integer percentage of a resource in use, from its free share."""
    return int(100.0 * (1.0 - free) + 1e-9)


@kernel
def kubernetes_mean(total: int, count: int, code: int) -> float:
    """Return the mean percentage, rounded to the nearest (RTCR) or down (MostAllocated)."""
    if count == 0:
        return 0.0
    return float(np.floor(total / count + 0.5)) if code == RTCR else float(total // count)


@kernel
def _kubernetes(
    left: Residual, demand: IntArray, rows: IntArray, code: int, out: FloatArray
) -> None:
    """Write the negated mean percentage in use; RTCR ignores resources that are 0 % used."""
    room, per_unit, spare = left
    for k in range(len(rows)):
        j, total, count = rows[k], 0, 0
        for r in range(len(demand)):
            if per_unit[j, r] > 0:
                used = percentage(spare[j, r] + max(0, room[j, r] - demand[r]) * per_unit[j, r])
                if used > 0 or code == MOST_ALLOCATED:
                    total += used
                    count += 1
        out[k] = -kubernetes_mean(total, count, code)


@kernel
def skewnesses(
    left: Residual, demand: IntArray, rows: IntArray, code: int, out: FloatArray
) -> None:
    """Write the skewness by Eq. 3, 4 or 5 (see `vro_online`) of each machine in ``rows``.

    The angle is compared by its cosine, without an arc cosine.
    """
    room, per_unit, spare = left
    for k in range(len(rows)):
        j, dot, least = rows[k], 0.0, np.inf
        total, square, has = 0.0, 0.0, 0
        for r in range(len(demand)):
            share = per_unit[j, r]
            if share > 0:
                # what is left of resource r of machine j, as a share of it
                after = spare[j, r] + max(0, room[j, r] - demand[r]) * share
                dot += (demand[r] * share) * (spare[j, r] + room[j, r] * share)
                least = min(least, after)
                total += after
                square += after * after
                has += 1
        if code == DOT_PRODUCT:
            out[k] = -dot
        elif code == BOTTLENECK:
            out[k] = -least
        else:
            out[k] = -1.0 if square <= EVEN else -total / np.sqrt(square * has)


@kernel
def choose(load: ClusterLoad, request: Request, not_on: int, scratch: Shortlist) -> int:
    """Return the nonempty machine, not ``not_on``, that the request's policy chooses; -1: none."""
    demand, allowed, policy = request
    rows, values = scratch
    code, found = policy.code, 0
    for j in range(len(load.held)):
        if load.held[j] > 0 and allowed[j] and j != not_on and fits(load.left.room, demand, j):
            if code == FIRST_FIT:
                return j
            rows[found] = j
            found += 1
    if found == 0:
        return -1
    scores(load.left, demand, rows[:found], policy, values)
    least = values[:found].min()
    if code >= DIAGONAL:  # step 2, Eq. 2: the least skewness within δ of the least loss
        found = keep_within(rows[:found], values[:found], least + policy.delta + TIE)
        skewnesses(load.left, demand, rows[:found], code, values)
        least = values[:found].min()
    for k in range(found):
        if values[k] <= least + TIE:
            return int(rows[k])
    return -1


@kernel
def keep_within(rows: IntArray, values: FloatArray, most: float) -> int:
    """Move rows with a value up to ``most`` to the front of ``rows``; return their number."""
    kept = 0
    for k in range(len(rows)):
        if values[k] <= most:
            rows[kept] = rows[k]
            kept += 1
    return kept


@kernel
def first_empty(load: ClusterLoad, request: Request, opening: IntArray) -> int:
    """Return the first machine in ``opening`` that is empty and has room; -1 if there is none."""
    for j in opening:
        free = load.held[j] == 0 and request.allowed[j]
        if free and fits(load.left.room, request.demand, j):
            return int(j)
    return -1
