"""The most valuable load of a machine by the checker's own search, exactly, in integer arithmetic.

The search is depth first: items enter a load by decreasing value per *weight*. The weight of a
thing is a sum of its sizes, each times an integer.  A load that fits in all resources fits by
weight, and the value of the best load by weight alone is known (Dantzig, 1957).  Subgradient steps
choose multipliers that make this bound small.  Any multipliers are valid, good ones save time.

If the search takes long, three such sums, each of some resources, bound a load together.  A table
of all three sums then has the most that the remaining items can add.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.kernels import kernel
from .claims import TooLargeError

# With many units of many resources there are too many rooms. Then the table has cells of three
# sums of sizes, rounded down: things that fit in all resources fit in each sum, and things that
# fit in a sum fit in its cells. So the table is an upper bound.
LARGEST = 2**40  # value of a thing, and of a machine's room in units
SUMS = 3
BITS = 6  # of a sum, that are told apart


@dataclass(frozen=True)
class Thing:
    """A kind of item: the sizes and the value of one copy, and the number of copies."""

    size: tuple[int, ...]
    value: int
    copies: int

    def is_wanted(self, room: tuple[int, ...]) -> bool:
        """Return whether the thing has a positive value and fits into a room."""
        fits = all(amount <= most for amount, most in zip(self.size, room, strict=True))
        return fits and self.value > 0 and self.copies > 0


def put_things(table: IntArray, things: list[Thing]) -> None:
    """Add copies of each thing to a table of the best value for each room, in powers of two."""
    total = 0
    for thing in things:
        pairs = zip(thing.size, table.shape, strict=True)
        left = min([thing.copies, *((length - 1) // size for size, length in pairs if size)])
        total += max(0, thing.value) * left
        if total > LARGEST * 2**20:
            raise TooLargeError("its numbers are too large to be re-checked")
        together = 1
        while left and thing.value > 0:
            part = min(together, left)
            sizes = [size * part for size in thing.size]
            there = tuple(slice(size, None) for size in sizes)
            before = tuple(slice(n - size) for size, n in zip(sizes, table.shape, strict=True))
            table[there] = np.maximum(table[there], table[before] + thing.value * part)
            left -= part
            together *= 2


def best_by_cell(
    sums: IntArray, room: IntArray, value: IntArray, copies: IntArray
) -> tuple[IntArray, IntArray]:
    """Return a table of best values by rounded sums, and the number of bits dropped of each sum."""
    within = np.array([max(0, int(most).bit_length() - BITS) for most in room])
    columns = (sums >> within).tolist(), value.tolist(), copies.tolist()
    things = [Thing(tuple(size), worth, most) for size, worth, most in zip(*columns, strict=True)]
    table = np.zeros((room >> within) + 1, dtype=np.int64)
    put_things(table, things)
    return table, within


MOST_NODES = 20_000_000  # of all searches of a proof
_STEPS = 80  # along the slope
_FINE = 2**16  # parts of the largest multiplier
_PRODUCT = 2**61  # more than any product of a value and a weight
_SHORT = 2**30  # more than any room, as far as weights are concerned
QUICK = 100_000  # nodes of a search without a table


@dataclass
class Allowance:
    """A limit on the search nodes that all searches of one certificate use together."""

    most: int
    spent: int = 0

    def spend(self, nodes: int) -> None:
        """Use a number of nodes; raise an error if the limit is exceeded."""
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
    """Return the value of the best load, or ``above`` if none is worth more.

    ``apart`` are pairs of things, by their indices, that must not be in one load.
    """
    useful = [k for k, thing in enumerate(things) if thing.is_wanted(room)]
    if not useful:
        return above
    total = sum(things[k].value * things[k].copies for k in useful)
    if max(room) > LARGEST or total * 4 > _PRODUCT:
        raise TooLargeError("its numbers are too large to be re-checked")
    space = np.array(room, dtype=np.int64)
    size = np.array([things[k].size for k in useful], dtype=np.int64)
    value, copies = np.array([(things[k].value, things[k].copies) for k in useful]).T
    sums, most_of_sums = _sums(space, size, value, copies)
    divisor = max(1, -(-int(most_of_sums.sum()) // (_PRODUCT // (4 * int(value.max())))))
    weight = sums.sum(axis=1) // divisor
    rates = [Fraction(w, v) for w, v in zip(weight.tolist(), value.tolist(), strict=True)]
    order = sorted(range(len(useful)), key=rates.__getitem__)  # exact
    met = np.zeros((len(things) if apart else 0,) * 2, dtype=np.bool_)
    for a, b in apart:
        met[a, b] = met[b, a] = True
    ranked = [useful[k] for k in order] if apart else []
    met = met[np.ix_(ranked, ranked)]
    arrays = size, value, copies, weight, sums
    size, value, copies, weight, sums = (array[order] for array in arrays)
    cells = np.zeros((0, 0, 0), dtype=np.int64), np.zeros(SUMS, dtype=np.int64)
    left = max(0, allowance.most - allowance.spent)
    for most in (min(QUICK, left), left):
        best, spent = _search(
            np.append(space, most_of_sums), np.hstack([size, sums]), value, copies,
            weight, int(most_of_sums.sum()) // divisor, met, above, most, *cells,
        )  # fmt: skip
        if spent <= most:
            break
        cells = best_by_cell(sums, most_of_sums, value, copies)
    allowance.spend(spent)
    return int(best)


def _sums(
    room: IntArray, size: IntArray, value: IntArray, copies: IntArray
) -> tuple[IntArray, IntArray]:
    """Return three weighted sums of the sizes of each thing (things x 3), and of the room (3).

    Each resource is in one sum.  The three resources with the largest weights are in different
    sums.
    """
    share = size / np.maximum(1, room)
    multiplier = _slopes(share, value / value.max(), copies.astype(float))
    coarse = np.array([max(1, -(-int(amount) // _SHORT)) for amount in room], dtype=np.int64)
    rate = multiplier * coarse / np.maximum(1, room)
    dearest = np.argsort(-rate, kind="stable")
    factor = np.zeros((len(room), SUMS), dtype=np.int64)
    factor[dearest, np.arange(len(room)) % SUMS] = np.rint(rate / rate.max() * _FINE)[dearest]
    return size // coarse @ factor, room // coarse @ factor


def _slopes(share: FloatArray, value: FloatArray, copies: FloatArray) -> FloatArray:
    """Return multipliers of the resources for which the bound by weight alone is small."""
    resources = share.shape[1]
    now = best = np.full(resources, 1.0 / resources)
    least = np.inf
    for step in range(_STEPS):
        weight = share @ now
        order = np.argsort(-value / (weight + 1e-12))
        needed = (weight * copies)[order]
        left = 1.0 - (np.cumsum(needed) - needed)  # the fractional load that is best for these
        part = np.clip(left / np.maximum(needed, 1e-12), 0.0, 1.0) * copies[order]
        used, worth = part @ share[order], float(part @ value[order])
        if worth < least:
            least, best = worth, now
        # The multiplier of a resource with more use than average rises; steps become smaller.
        now = now * np.exp((used - used.mean()) / (1.0 + used.max()) / np.sqrt(1.0 + step))
        now = now / now.sum()
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
    table: IntArray,
    cell: IntArray,
) -> tuple[int, int]:
    """Return the best value above ``above``, and the number of search nodes.

    ``listed`` has (thing, copies) pairs, the candidates of each depth after those of the previous
    one.  The last three columns of room and size are weighted sums, which the table rounds to cells
    of ``2**cell``.
    """
    count, resources = size.shape
    x, y, z = resources - 3, resources - 2, resources - 1
    best, spent = above, 0
    listed = [(np.int64(c), copies[c]) for c in range(count)]
    # For each depth: the start of its list, the next thing, the remaining weight, the value so far.
    depths = [(0, 0, np.int64(whole), np.int64(0))]
    spaces = [room.copy()]
    while len(depths) > 0 and spent <= most:
        begin, k, rest, worth = depths.pop()
        space, end = spaces.pop(), len(listed)
        left, most_here = rest, worth
        for j in range(k, end):  # Dantzig's bound for what is listed from here on
            c, number = listed[j]
            if weight[c] * number <= left:
                left -= weight[c] * number
                most_here += value[c] * number
            else:
                most_here += value[c] * left // weight[c]
                break
        if k >= end or most_here <= best:  # nothing better below: back to the depth above
            del listed[begin:]
            continue
        spent += 1
        depths.append((begin, k + 1, rest, worth))
        spaces.append(space)
        c = listed[k][0]
        space = space - size[c]
        worth += value[c]
        best = max(best, worth)
        total = worth
        for j in range(k, end):  # what still fits beside c, c itself included
            e, number = listed[j]
            number -= 1 if j == k else 0
            if number <= 0 or (apart.shape[0] > 0 and apart[c, e]):
                continue
            fits = True
            for r in range(resources):
                if size[e, r] > space[r]:
                    fits = False
                    break
            if fits and table.shape[0] > 0:
                first, second = space[x] - size[e, x] >> cell[0], space[y] - size[e, y] >> cell[1]
                beside = table[first, second, space[z] - size[e, z] >> cell[2]]
                fits = worth + value[e] + beside > best  # else e leads to nothing better
            if fits:
                listed.append((e, number))
                total += value[e] * number
        if total <= best:  # all of it together is no better: it is not even opened
            del listed[end:]
            continue
        depths.append((end, end, rest - weight[c], worth))
        spaces.append(space)
    return best, spent


# With few units of few resources the exact maximum value is found by dynamic programming over all
# rooms, otherwise by the search of `most_valuable`.
MOST_CELLS = 4_000_000  # of the table of dynamic programming


class Shelf:
    """The best value of things that machines share, for every room up to the largest one."""

    def __init__(
        self, room: tuple[int, ...], shared: list[Thing], allowance: Allowance | None = None
    ) -> None:
        self.room, self.shared = room, shared
        self._allowance = Allowance(MOST_NODES) if allowance is None else allowance
        self._table: IntArray | None = None
        if prod(size + 1 for size in room) <= MOST_CELLS:
            self._table = np.zeros([size + 1 for size in room], dtype=np.int64)
            put_things(self._table, shared)

    def best(
        self,
        room: tuple[int, ...],
        own: list[Thing],
        above: int = 0,
        apart: Sequence[tuple[int, int]] = (),
        shared: list[Thing] | None = None,
    ) -> int:
        """Return the best value of shared things and of a machine's ``own`` things in its room.

        A value of at most ``above`` may be replaced by any number up to ``above``.  ``apart`` lists
        pairs of own things, by index, that must not be together; ``shared`` replaces the shared
        things.
        """
        if self._table is None or apart or shared is not None:
            there = self.shared if shared is None else shared
            return most_valuable(room, [*own, *there], above, apart, self._allowance)
        if not own:
            return int(self._table[room])
        table = self._table[tuple(slice(size + 1) for size in room)].copy()
        put_things(table, own)
        return int(table.flat[-1])
