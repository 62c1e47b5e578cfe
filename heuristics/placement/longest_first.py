"""Longest best latency first: the loop of Algorithms 1 and 4, with lazy evaluation.

The algorithms repeatedly choose the instance whose best possible latency (BPL) on the open
machines is largest.  An instance's latency on any open machine (its *witness*) bounds its BPL from
above.  So the BPL of an instance is not needed if the bound is at most the largest BPL found so
far; otherwise it is computed from a short list of the instance's fastest open machines, which is
refilled when all of them are closed.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import in_threads, kernel
from ...core.run import Run


def scatter(machines: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the machines in shuffled blocks of 64: sorted machines slow down `fill_nearest`."""
    run = np.arange(len(machines)) // 64
    shuffled = np.random.default_rng(0).permutation(len(machines) // 64 + 1)
    return machines[np.argsort(shuffled[run], kind="stable")]


@kernel(inner=True)
def fill_nearest(
    latency: FloatArray,
    machines: NDArray[np.int32],
    is_open: NDArray[np.bool_],
    nearest: NDArray[np.int32],
) -> int:
    """Fill ``nearest`` with the fastest open machines, fastest first; return their number."""
    most, count = len(nearest), 0
    values = np.empty(most)
    limit = np.inf
    # nearest[:count] is sorted by value, then by number; limit is its last
    for j in machines:
        value = latency[j]
        if not value <= limit or not is_open[j]:
            continue
        if count == most and value == limit and j > nearest[most - 1]:
            continue
        count = min(count + 1, most)
        k = count - 1
        while k > 0 and (values[k - 1] > value or (values[k - 1] == value and nearest[k - 1] > j)):
            values[k], nearest[k] = values[k - 1], nearest[k - 1]
            k -= 1
        values[k], nearest[k] = value, j
        if count == most:
            limit = values[most - 1]
    return count


_LEAST_NORMAL = np.float32(1.2e-38)


def bounds_by_machine(matrix: FloatArray, row: IntArray, run: Run) -> NDArray[np.float32]:
    """Return upper bounds on latencies in single precision (machines x positions of rows)."""
    m, n = matrix.shape
    bounds = np.empty((n, m), dtype=np.float32)
    step = max(64, (1 << 21) // n)

    def work(start: int) -> None:
        if not run.should_stop():
            _turn(matrix, row, start, min(start + step, m), bounds)

    in_threads(run.threads, work, range(0, m, step))
    return bounds


@kernel
def _turn(
    matrix: FloatArray, row: IntArray, start: int, stop: int, bounds: NDArray[np.float32]
) -> None:
    """Write the bounds of positions ``start`` to ``stop`` - 1, tile by tile; NaN stays NaN."""
    n = matrix.shape[1]
    for low in range(start, stop, 128):
        for left in range(0, n, 64):
            for p in range(low, min(low + 128, stop)):
                for j in range(left, min(left + 64, n)):
                    bound = np.float32(matrix[row[p], j])
                    raised = max(bound * np.float32(1.0000002), _LEAST_NORMAL)
                    bounds[j, p] = bound if bound >= matrix[row[p], j] else raised


def dominance_order(matrix: FloatArray) -> IntArray:
    """Return the rows of a latency matrix in descending lexicographic order.

    So a row at least as large as another in every column comes first; equal rows keep their order.
    NaN (cannot run) counts as infinite.
    """
    first = np.where(np.isnan(matrix[:, 0]), np.inf, matrix[:, 0])
    order = np.argsort(-first, kind="stable")
    first = first[order]
    starts = np.flatnonzero(np.r_[True, first[1:] != first[:-1]])
    lengths = np.diff(np.r_[starts, len(order)])
    tied = lengths > 1
    _sort_ties(matrix, order, starts[tied], lengths[tied])
    return order


@kernel
def _sort_ties(matrix: FloatArray, order: IntArray, starts: IntArray, lengths: IntArray) -> None:
    """Sort each run of rows that are equal in the first column by their other columns."""
    for k in range(len(starts)):
        run = order[starts[k] : starts[k] + lengths[k]]
        merged = run.copy()
        width = 1
        while width < len(run):
            for low in range(0, len(run), 2 * width):
                middle = min(low + width, len(run))
                high = min(low + 2 * width, len(run))
                _merge(matrix, run, merged, low, middle, high)
            run[:] = merged
            width *= 2


@kernel(inner=True)
def _merge(
    matrix: FloatArray, rows: IntArray, merged: IntArray, low: int, middle: int, high: int
) -> None:
    """Merge two sorted runs of rows; of equal rows those of the first run come first."""
    a, b = low, middle
    for k in range(low, high):
        if a < middle and (b == high or not _larger(matrix[rows[b]], matrix[rows[a]])):
            merged[k] = rows[a]
            a += 1
        else:
            merged[k] = rows[b]
            b += 1


@kernel(inner=True)
def _larger(row: FloatArray, other: FloatArray) -> bool:
    """Return whether a row is larger at the first difference; NaN is larger than any number."""
    for j in range(1, len(row)):
        if row[j] != other[j]:
            if np.isnan(row[j]) or np.isnan(other[j]):
                if np.isnan(row[j]) and np.isnan(other[j]):
                    continue
                return bool(np.isnan(row[j]))
            return bool(row[j] > other[j])
    return False


_NEAREST = 32  # machines in a short list
_OTHERS = 8  # machines of a short list that are tried as witnesses for another row
_CLOSINGS_PER_SWEEP = 64
_BLOCK = 128  # positions that share one upper bound
_WORK_PER_CALL = 20_000_000  # work of a few hundredths of a second between two checks of the time
_CLOSINGS, _LISTED, _MOVES, _WORK = range(4)
_OUT_OF_BUDGET, _DONE, _STRANDED = range(3)


class Ledger(NamedTuple):
    """The state of the loop; position p is row ``row[p]``, and the first wins among equal BPLs.

    Invariant: ``upper`` is at least the BPL while the witness is open.
    """

    matrix: FloatArray
    by_machine: NDArray[np.float32]  # bounds of the latencies, machine by machine
    row: IntArray  # of each position
    left: IntArray  # instances that a position still has to send
    room: IntArray  # instances that a machine still takes
    upper: FloatArray  # latency on the witness: at least the BPL
    witness: NDArray[np.int32]
    nearest: NDArray[np.int32]  # short lists of machines, fastest first
    listed: NDArray[np.int32]  # how many machines a short list holds
    at: NDArray[np.int32]  # where the search for the list's first open machine begins
    machines: NDArray[np.int32]  # the open ones and some closed since, in any order
    is_open: NDArray[np.bool_]
    block_upper: FloatArray  # largest upper bound of the block's positions
    block_epoch: IntArray  # closings when the bound of the block was computed; -1: out of date
    counters: IntArray  # closings, listed machines, moves, work in this call
    moves: IntArray  # (row, machine, instances) per move


@dataclass(frozen=True)
class Sent:
    """The result: moves in order, rows that no open machine could run, and the largest BPL."""

    moves: IntArray
    stranded: list[int]
    largest_bpl: float
    complete: bool


def longest_first(
    matrix: FloatArray, counts: IntArray, room: IntArray, run: Run, *, go_on: bool = False
) -> Sent:
    """Assign the ``counts`` instances of each row to machines, the largest BPL first.

    Of equal BPLs the row that is larger over all columns goes first (`dominance_order`); of equally
    fast machines the one with the lowest index is taken.  A row that no open machine can run ends
    the loop, or is skipped with ``go_on``.  ``room`` is reduced in place.
    """
    matrix = np.ascontiguousarray(matrix).view(np.ndarray)
    matrix.flags.writeable = False  # one compiled variant serves all
    ledger = _open_ledger(matrix, counts, room, run)
    stranded: list[int] = []
    status = _OUT_OF_BUDGET
    while status == _OUT_OF_BUDGET and not run.should_stop():
        ledger.counters[_WORK] = 0
        status, position = _send(ledger, _WORK_PER_CALL)
        if status == _STRANDED:
            stranded.append(int(ledger.row[position]))
            ledger.left[position] = 0
            status = _OUT_OF_BUDGET if go_on else _DONE
    moves = ledger.moves[: ledger.counters[_MOVES]]
    first = float(matrix[moves[0, 0], moves[0, 1]]) if len(moves) else np.nan
    return Sent(moves, stranded, first, status == _DONE)


def _open_ledger(matrix: FloatArray, counts: IntArray, room: IntArray, run: Run) -> Ledger:
    (m, n), row = matrix.shape, dominance_order(matrix)
    machines = scatter(np.flatnonzero(room > 0).astype(np.int32))
    blocks = -(-m // _BLOCK)
    return Ledger(
        matrix=matrix,
        by_machine=bounds_by_machine(matrix, row, run),
        row=row,
        left=counts[row],
        room=room,
        upper=np.full(m, np.inf),
        witness=np.zeros(m, dtype=np.int32),
        nearest=np.empty((m, min(_NEAREST, n)), dtype=np.int32),
        listed=np.zeros(m, dtype=np.int32),
        at=np.zeros(m, dtype=np.int32),
        machines=machines,
        is_open=room > 0,
        block_upper=np.full(blocks, np.inf),
        block_epoch=np.full(blocks, -1, dtype=np.int64),
        counters=np.array([0, len(machines), 0, 0]),
        moves=np.empty((m + n, 3), dtype=np.int64),
    )


@kernel
def _send(ledger: Ledger, work_per_call: int) -> tuple[int, int]:
    """Make moves until all rows are assigned, a row has no machine, or the work limit is met."""
    counters = ledger.counters
    while counters[_WORK] < work_per_call:
        longest, position = _largest(ledger)
        if position < 0:
            return _DONE, position
        if not longest:
            return _STRANDED, position
        j = ledger.witness[position]
        sent = min(ledger.left[position], ledger.room[j])
        ledger.moves[counters[_MOVES], 0] = ledger.row[position]
        ledger.moves[counters[_MOVES], 1] = j
        ledger.moves[counters[_MOVES], 2] = sent
        counters[_MOVES] += 1
        ledger.left[position] -= sent
        ledger.room[j] -= sent
        # the block's bound is stale: its largest row has less to send
        ledger.block_epoch[position // _BLOCK] = -1
        if ledger.room[j] == 0:
            _close(ledger, j)
    return _OUT_OF_BUDGET, -1


@kernel
def _close(ledger: Ledger, j: int) -> None:
    """Close machine j, which is full; sometimes remove all closed machines from the list."""
    ledger.is_open[j] = False
    ledger.counters[_CLOSINGS] += 1
    if ledger.counters[_CLOSINGS] % _CLOSINGS_PER_SWEEP == 0:
        kept = 0
        for other in ledger.machines[: ledger.counters[_LISTED]]:
            if ledger.is_open[other]:
                ledger.machines[kept] = other
                kept += 1
        ledger.counters[_LISTED] = kept


@kernel
def _largest(ledger: Ledger) -> tuple[bool, int]:
    """Return (True, position of largest BPL, -1 if none) or (False, position without machine)."""
    best, value = -1, -np.inf
    for block in range(len(ledger.block_upper)):
        bound = ledger.block_upper[block]
        # a bound holds until a machine closes: latencies only grow by that
        fresh = ledger.block_epoch[block] == ledger.counters[_CLOSINGS]
        if bound == -np.inf or (fresh and bound <= value):
            continue
        ledger.counters[_WORK] += _BLOCK
        start = block * _BLOCK
        end = min(len(ledger.left), start + _BLOCK)
        p = start
        while p < end:
            p = _next_above(ledger, p, end, value, ledger.witness[max(best, 0)])
            if p < end:
                # a machine known to be no slower than the best shows that row p is not larger
                if best < 0 or not _other_witness(ledger, p, best, value):
                    if not _make_witness(ledger, p):
                        return False, p
                    if ledger.upper[p] > value:
                        best, value = p, ledger.upper[p]
                p += 1
        ledger.block_upper[block] = _largest_upper(ledger.upper, ledger.left, start, end)
        ledger.block_epoch[block] = ledger.counters[_CLOSINGS]
    return True, best


@kernel(inner=True)
def _next_above(ledger: Ledger, start: int, end: int, value: float, machine: int) -> int:
    """Return the next position whose BPL may exceed ``value``; ``end`` if there is none.

    A position is skipped if its latency on its witness or on ``machine``, an open machine, is at
    most ``value``.  ``machine`` then becomes its witness.
    """
    left, upper, witness, is_open = ledger.left, ledger.upper, ledger.witness, ledger.is_open
    on_machine = ledger.by_machine[machine]
    for p in range(start, end):
        if left[p] == 0 or (upper[p] <= value and is_open[witness[p]]):
            continue
        if not on_machine[p] <= value:
            return p
        upper[p], witness[p] = on_machine[p], machine
    return end


@kernel(inner=True)
def _other_witness(ledger: Ledger, p: int, best: int, value: float) -> bool:
    """Look for an open machine with a latency up to ``value`` for position ``p``; return success.

    A few machines of the short list of position ``best`` are tried.  The first open machine whose
    bound is at most ``value`` becomes the witness of ``p``.
    """
    end = min(ledger.listed[best], ledger.at[best] + _OTHERS)
    for k in range(ledger.at[best] + 1, end):
        j = ledger.nearest[best, k]
        if ledger.is_open[j] and ledger.by_machine[j, p] <= value:
            ledger.upper[p], ledger.witness[p] = ledger.by_machine[j, p], j
            return True
    return False


@kernel(inner=True)
def _largest_upper(upper: FloatArray, left: IntArray, start: int, end: int) -> float:
    """Return the largest upper bound among the positions that still have instances to send."""
    largest = -np.inf
    for p in range(start, end):
        if left[p] > 0:
            largest = max(largest, upper[p])
    return largest


@kernel(inner=True)
def _make_witness(ledger: Ledger, p: int) -> bool:
    """Set the witness to the fastest open machine, so that ``upper`` is the BPL; return success."""
    while ledger.at[p] < ledger.listed[p]:
        if ledger.is_open[ledger.nearest[p, ledger.at[p]]]:
            break
        ledger.at[p] += 1
    if ledger.at[p] == ledger.listed[p]:
        machines = ledger.machines[: ledger.counters[_LISTED]]
        ledger.counters[_WORK] += 2 * len(machines)
        ledger.listed[p] = fill_nearest(
            ledger.matrix[ledger.row[p]], machines, ledger.is_open, ledger.nearest[p]
        )
        ledger.at[p] = 0
        if ledger.listed[p] == 0:
            return False
    ledger.witness[p] = ledger.nearest[p, ledger.at[p]]
    ledger.upper[p] = ledger.matrix[ledger.row[p], ledger.witness[p]]
    return True
