"""The most valuable load of a machine by the checker's own search, exactly, in whole numbers.

Depth first: each load is put together in one order, by falling value for *weight*.  The weight of
a thing is a sum of its sizes, each times a whole number; what fits in all resources fits by
weight, and by weight alone the best filling is known (Dantzig, 1957).  The multipliers make that
bound small, found by steps along its slope.  Any multipliers are valid, good ones are quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.compiled import kernel
from .claims import TooLargeError

LARGEST = 2**40  # value of a thing, and of a machine's room in units
MOST_NODES = 20_000_000  # of all searches of a proof
_STEPS = 80  # along the slope
_FINE = 2**16  # parts of the largest multiplier
_PRODUCT = 2**61  # more than any product of a value and a weight
_SHORT = 2**30  # more than any room, as far as weights are concerned


@dataclass(frozen=True)
class Thing:
    """A kind of item for a machine: its sizes, the value of a copy, and the number of copies."""

    size: tuple[int, ...]
    value: int
    copies: int


@dataclass
class Allowance:
    """The nodes that all searches of a proof may take together."""

    most: int
    spent: int = 0

    def spend(self, nodes: int) -> None:
        """Take some nodes, or say that the proof is too large."""
        self.spent += nodes
        if self.spent > self.most:
            message = f"it is too large to be re-checked: more than {self.most:,} nodes to search"
            raise TooLargeError(message)


def most_valuable(
    room: tuple[int, ...],
    things: Sequence[Thing],
    above: int,
    apart: Sequence[tuple[int, int]],
    allowance: Allowance,
) -> int:
    """Return the value of the best load, or ``above`` where none is worth more.

    ``apart`` are pairs of things, by their places in the list, that must not meet.
    """
    useful = [
        k
        for k, thing in enumerate(things)
        if thing.value > 0
        and thing.copies > 0
        and all(amount <= most for amount, most in zip(thing.size, room, strict=True))
    ]
    if not useful:
        return above
    total = sum(things[k].value * things[k].copies for k in useful)
    if max(room) > LARGEST or total * 4 > _PRODUCT:
        raise TooLargeError("its numbers are too large to be re-checked")
    space = np.array(room, dtype=np.int64)
    size = np.array([things[k].size for k in useful], dtype=np.int64)
    value = np.array([things[k].value for k in useful], dtype=np.int64)
    copies = np.array([things[k].copies for k in useful], dtype=np.int64)
    weight, whole = _weights(space, size, value, copies)
    pairs = zip(weight.tolist(), value.tolist(), strict=True)
    density = [Fraction(heavy, worth) for heavy, worth in pairs]  # exact, and the other way round
    order = sorted(range(len(useful)), key=density.__getitem__)
    place = {useful[k]: rank for rank, k in enumerate(order)}
    met = np.zeros((len(useful) if apart else 0,) * 2, dtype=np.bool_)
    for a, b in apart:
        if a in place and b in place:
            met[place[a], place[b]] = met[place[b], place[a]] = True
    best, spent = _search(
        space, size[order], value[order], copies[order],
        weight[order], whole, met, above, max(0, allowance.most - allowance.spent),
    )  # fmt: skip
    allowance.spend(spent)
    return int(best)


def _weights(
    room: IntArray, size: IntArray, value: IntArray, copies: IntArray
) -> tuple[IntArray, int]:
    """Return the weight of each thing and of the room, so small that no product overflows."""
    share = size / np.maximum(1, room)
    multiplier = _slopes(share, value / value.max(), copies.astype(float))
    coarse = np.array([max(1, -(-int(amount) // _SHORT)) for amount in room], dtype=np.int64)
    rate = multiplier * coarse / np.maximum(1, room)
    whole = np.rint(rate / rate.max() * _FINE).astype(np.int64)
    total = int((room // coarse) @ whole)
    divisor = max(1, -(-total // (_PRODUCT // (4 * int(value.max())))))
    weight: IntArray = ((size // coarse) @ whole) // divisor
    return weight, total // divisor


@kernel
def _slopes(share: FloatArray, value: FloatArray, copies: FloatArray) -> FloatArray:
    """Return multipliers of the resources for which filling by weight is worth little."""
    count, resources = share.shape
    now = np.full(resources, 1.0 / resources)
    best, least = now.copy(), np.inf
    for step in range(_STEPS):
        weight = np.zeros(count)
        for r in range(resources):
            weight += now[r] * share[:, r]
        order = np.argsort(-value / (weight + 1e-12))
        left, worth = 1.0, 0.0
        used = np.zeros(resources)
        for c in order:  # the fractional load that is best for these multipliers
            part = copies[c]
            if weight[c] * part > left:
                part = left / weight[c]
            left -= weight[c] * part
            worth += value[c] * part
            used += part * share[c]
            if left <= 0.0:
                break
        if worth < least:
            least = worth
            best[:] = now
        # A resource that is used more than the others gets dearer; steps become smaller.
        now *= np.exp((used - used.mean()) / (1.0 + used.max()) / np.sqrt(1.0 + step))
        now /= now.sum()
    return best


@kernel
def _search(
    room: IntArray,
    size: IntArray,
    value: IntArray,
    copies: IntArray,
    weight: IntArray,
    whole: int,
    apart: BoolArray,
    above: int,
    most: int,
) -> tuple[int, int]:
    """Return the best value above that, and the nodes that the search took.

    ``open_things`` has the lists of all depths one after the other; each begins at ``begin``.
    """
    count, resources = size.shape
    best, spent, depth = above, 0, 0
    open_things = [np.int64(c) for c in range(count)]
    open_copies = [copies[c] for c in range(count)]
    begin, at = [0], [0]
    spaces, rests, worths = [room.copy()], [whole], [0]
    while depth >= 0 and spent <= most:
        k, end = at[depth], len(open_things)
        left, most_here = rests[depth], worths[depth]
        for j in range(k, end):  # Dantzig's bound for what is listed from here on
            c = open_things[j]
            if weight[c] * open_copies[j] <= left:
                left -= weight[c] * open_copies[j]
                most_here += value[c] * open_copies[j]
            else:
                most_here += value[c] * left // weight[c]
                break
        if k >= end or most_here <= best:  # nothing better below: back to the depth above
            for _ in range(end - begin[depth]):
                open_things.pop()
                open_copies.pop()
            begin.pop()
            at.pop()
            spaces.pop()
            rests.pop()
            worths.pop()
            depth -= 1
            continue
        spent += 1
        at[depth] = k + 1
        c = open_things[k]
        space = spaces[depth] - size[c]
        worth = worths[depth] + value[c]
        best = max(best, worth)
        total = worth
        for j in range(k, end):  # what still fits beside c, c itself included
            e = open_things[j]
            number = open_copies[j] - (1 if j == k else 0)
            if number <= 0 or (apart.shape[0] > 0 and apart[c, e]):
                continue
            fits = True
            for r in range(resources):
                if size[e, r] > space[r]:
                    fits = False
                    break
            if fits:
                open_things.append(e)
                open_copies.append(number)
                total += value[e] * number
        if total <= best:  # all of it together is no better: it is not even opened
            while len(open_things) > end:
                open_things.pop()
                open_copies.pop()
            continue
        begin.append(end)
        at.append(end)
        spaces.append(space)
        rests.append(rests[depth] - weight[c])
        worths.append(worth)
        depth += 1
    return best, spent
