"""Threshold search for the capacitated bottleneck assignment with a latency matrix."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.gaps import DEFAULT_GAP
from ...core.kernels import kernel
from ...core.run import Run
from .alternating_paths import Int32Array, Network, layers, lengthen, rebuild
from .latency_blocks import (
    Bits,
    OutOfTime,
    gather_between,
    least_crossing,
    least_listed_crossing,
    pairs_up_to,
    poll,
    row_and_column_minima,
    set_bits,
)


@dataclass
class Bracket:
    """The bracket of the optimum: a proven bound ``low`` and an assignment's value ``high``.

    No assignment has a maximum latency below ``low``: the instances of ``violator`` have too few
    places on the machines where one of them is faster than ``low``.  ``machine`` is an assignment
    with maximum latency ``high``.
    """

    low: float = 0.0
    violator: IntArray | None = None
    high: float = np.inf
    machine: IntArray | None = None
    infeasible: bool = False

    def raise_low(self, low: float, violator: IntArray, run: Run) -> None:
        """Record a better bound with its violator; an infinite bound means infeasible."""
        if low == np.inf:
            self.infeasible, self.violator = True, violator
        elif low > self.low:
            self.low, self.violator = low, violator
            run.report(bound=low, certificate=lambda: hall_certificate(low, violator))

    def lower_high(self, high: float, machine: IntArray, run: Run) -> None:
        """Record a better assignment and its maximum latency."""
        if high < self.high:
            self.high, self.machine = high, machine
            run.report(objective=high, decision={"machine": machine.tolist()})

    def open(self, run: Run) -> bool:
        """Return whether the search must continue.

        The search closes the bracket exactly unless the run allows more than the default gap.
        """
        wide = run.gap > DEFAULT_GAP and run.reached_gap()
        return not self.infeasible and self.low < self.high and not wide


def hall_certificate(threshold: float | None, violator: IntArray | None) -> dict[str, Any]:
    """Return the set of instances that proves that every assignment needs at least the threshold.

    Without a threshold it proves that there is no assignment at all.
    """
    instances = [] if violator is None else violator.tolist()
    return {"kind": "hall", "threshold": threshold, "instances": instances}


_WORDS_PER_CALL = 20_000_000  # a few hundredths of a second between two looks at the clock


class CapacitatedMatching:
    """A matching of instances to machines, at most β_j on machine j, along allowed pairs (bits).

    The pairs up to the threshold are the bits of a matrix, so that one search step reads 64
    machines at a time.  The matching grows by Dinic's phases: the layers of shortest alternating
    paths, then a maximal set of such paths, in which a machine may take part as often as it has
    instances to give.
    """

    def __init__(self, bits: Bits, beta: IntArray) -> None:
        m, n = len(bits), len(beta)
        self.bits = bits
        self.machine = np.full(m, -1, dtype=np.int32)
        self._network = Network(
            bits=bits,
            machine=self.machine,
            room=np.zeros(n, dtype=np.int32),
            first=np.full(n, -1, dtype=np.int32),
            links=np.full((2, m), -1, dtype=np.int32),
            spare=np.zeros(bits.shape[1], dtype=np.uint64),
            layer=np.zeros((n + 1, bits.shape[1]), dtype=np.uint64),
            cursor=np.full(n, -1, dtype=np.int32),
        )
        self._beta = beta.astype(np.int32)
        self._queue = np.zeros(m, dtype=np.int32)

    def restart(self, machine: Int32Array) -> None:
        """Start from a valid partial assignment; -1 leaves an instance unmatched."""
        self.machine[:] = machine
        rebuild(self._network, self._beta)

    def keep_up_to(self, threshold: float, used: FloatArray) -> None:
        """Unmatch the instances whose latency ``used`` is above the threshold."""
        self.restart(np.where(used <= threshold, self.machine, np.int32(-1)))

    def violator(self, run: Run) -> IntArray | None:
        """Match every instance, or return a set of instances that proves this impossible.

        Together, the machines that the set may use have a capacity below the number of its
        instances.  The set is reached from a single unmatched instance, so it is irreducible:
        without any one of its instances the others can be matched.
        """
        free = self._free()
        while len(free):
            poll(run)
            closed = self._closed_set(free[:1])
            if closed is not None:
                return closed
            depth, _ = layers(self._network, free, self._queue)
            position = 0
            while position < len(free):
                poll(run)
                position = lengthen(self._network, free, position, depth, _WORDS_PER_CALL)
            free = free[self.machine[free] < 0]
        return None

    def smallest_violator(self, run: Run, most: int = 64) -> IntArray:
        """Return the smallest of up to ``most`` violators; call it only if `violator` found one."""
        best: IntArray | None = None
        free = self._free()
        for k in range(min(most, len(free))):
            poll(run)
            closed = self._closed_set(free[k : k + 1])
            if closed is not None and (best is None or len(closed) < len(best)):
                best = closed
        assert best is not None
        return best

    def neighbourhood(self, instances: IntArray) -> NDArray[np.bool_]:
        """Return a mask of the machines that at least one of these instances may use."""
        words = np.bitwise_or.reduce(self.bits[instances], axis=0)
        flags = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
        return flags[: len(self._beta)].astype(np.bool_)

    def _free(self) -> Int32Array:
        return np.flatnonzero(self.machine < 0).astype(np.int32)

    def _closed_set(self, source: Int32Array) -> IntArray | None:
        """Return the instances that alternating paths reach; ``None`` if they reach free room."""
        depth, reached = layers(self._network, source, self._queue)
        return np.sort(self._queue[:reached]).astype(np.int64) if depth < 0 else None


LISTED_SHARE = 0.1  # share of all cells: this many undecided cells or fewer are listed
LISTED_AT_LEAST = 1 << 16
_SAMPLE = 1 << 13
_GUESSES = (1 / 16, 15 / 16, 1 / 2)  # quantiles: one of the ends is often close to the optimum
_CELLS_PER_CALL = 20_000_000


class BottleneckSearch:
    """Narrows a bracket around the optimal threshold by feasibility tests of one matching.

    While too many latencies are undecided (inside the bracket), each test marks the pairs up to
    a sampled pivot in one pass over the matrix.  Then the undecided cells are listed once, and a
    test touches only these.
    """

    def __init__(self, matrix: FloatArray, beta: IntArray, run: Run) -> None:
        m, n = matrix.shape
        self.matrix, self.beta, self.run = matrix, beta, run
        self.bracket = Bracket()
        self._bits = np.zeros((m, -(-n // 64)), dtype=np.uint64)
        self._matching = CapacitatedMatching(self._bits, beta)
        self._rng = np.random.default_rng(run.seed)

    def bisect(self) -> None:
        """Search until the bracket is closed or the time is up (`OutOfTime`)."""
        self._start()
        tests = 0
        while self.bracket.open(self.run):
            undecided = self._sample()
            if undecided is None:
                self._search_undecided()
                return
            pivot = _quantile(undecided, _GUESSES[tests % len(_GUESSES)])
            tests += 1
            pairs_up_to(self.matrix, pivot, self._bits, self.run)
            violator = self._test(pivot)
            if violator is not None:
                outside = np.flatnonzero(~self._matching.neighbourhood(violator))
                low = float(least_crossing(self.matrix, violator, outside))
                self.bracket.raise_low(low, violator, self.run)

    def _start(self) -> None:
        """Set the bracket: ``low`` by row and column minima, ``high`` by a greedy assignment."""
        row_least, column_least = row_and_column_minima(self.matrix, self.beta > 0, self.run)
        if np.isfinite(row_least).all():
            slowest = np.array([np.argmax(row_least)])
            self.bracket.raise_low(float(row_least[slowest[0]]), slowest, self.run)
            needed = _least_with_room_for(len(row_least), column_least, self.beta)
            if np.isfinite(needed):
                self.bracket.raise_low(needed, np.arange(len(row_least)), self.run)
        machine = self._greedy(np.argsort(-row_least, kind="stable"))
        self._matching.restart(machine)
        if (machine >= 0).all():
            self._record()
        if self.bracket.machine is None:
            self._test_feasibility()
        else:
            self._matching.restart(self.bracket.machine.astype(np.int32))

    def _greedy(self, order: IntArray) -> Int32Array:
        """Assign each instance in turn to its fastest machine with room."""
        machine = np.full(len(order), -1, dtype=np.int32)
        room = self.beta.copy()
        usable = np.flatnonzero(room)
        step = max(1, _CELLS_PER_CALL // len(self.beta))
        count = len(usable)
        for start in range(0, len(order), step):
            poll(self.run)
            chunk = order[start : start + step]
            count = _send_to_fastest(self.matrix, chunk, room, usable, count, machine)
        return machine

    def _test_feasibility(self) -> None:
        """Match all instances by the allowed pairs, or prove that this is impossible."""
        pairs_up_to(self.matrix, np.inf, self._bits, self.run)
        violator = self._test(np.inf)
        if violator is None:
            return
        self.bracket.raise_low(np.inf, violator, self.run)
        try:
            self.bracket.violator = self._matching.smallest_violator(self.run)
        except OutOfTime:
            return  # the present violator proves as much

    def _sample(self) -> FloatArray | None:
        """Return a sample of the undecided latencies; ``None`` if they are few enough to list."""
        m, n = self.matrix.shape
        if m * n <= LISTED_AT_LEAST:
            return None
        cells = self.matrix[
            self._rng.integers(m, size=_SAMPLE), self._rng.integers(n, size=_SAMPLE)
        ]
        undecided = cells[(cells >= self.bracket.low) & (cells < self.bracket.high)]
        return undecided if len(undecided) > LISTED_SHARE * _SAMPLE else None

    def _search_undecided(self) -> None:
        """List the undecided cells and bisect among their values, after a test of ``low``."""
        low, high, n = self.bracket.low, self.bracket.high, len(self.beta)
        cells, values = gather_between(self.matrix, low, high, self._bits, self.run)
        pivot = low
        while self.bracket.open(self.run):
            set_bits(cells, values, pivot, n, self._bits)
            violator = self._test(pivot)
            if violator is not None:
                inside = np.zeros(len(self.matrix), dtype=np.bool_)
                inside[violator] = True
                reached = self._matching.neighbourhood(violator)
                crossing = least_listed_crossing(cells, values, pivot, inside, reached)
                self.bracket.raise_low(min(crossing, self.bracket.high), violator, self.run)
            undecided = (values >= self.bracket.low) & (values < self.bracket.high)
            set_bits(cells[~undecided], values[~undecided], self.bracket.low, n, self._bits)
            cells, values = cells[undecided], values[undecided]
            if len(values):
                size = min(len(values), _SAMPLE)
                pivot = _quantile(values[self._rng.integers(len(values), size=size)], 1 / 2)

    def _test(self, threshold: float) -> IntArray | None:
        """Match every instance within the threshold, or return a set that cannot be matched."""
        self._matching.keep_up_to(threshold, self._matched_latency())
        violator = self._matching.violator(self.run)
        if violator is None:
            self._record()
        return violator

    def _record(self) -> None:
        machine = self._matching.machine.astype(np.int64)
        self.bracket.lower_high(float(self._matched_latency().max()), machine, self.run)

    def _matched_latency(self) -> FloatArray:
        """Return the latency of each matched instance; NaN if it is not matched."""
        machine = self._matching.machine
        used = self.matrix[np.arange(len(machine)), machine]
        used[machine < 0] = np.nan
        return used


def _quantile(values: FloatArray, share: float) -> float:
    rank = int(share * len(values))
    return float(np.partition(values, rank)[rank])


def _least_with_room_for(m: int, column_least: FloatArray, beta: IntArray) -> float:
    """Return the least threshold t for which machines with a latency <= t hold m instances."""
    order = np.argsort(column_least)
    room = np.cumsum(beta[order])
    enough = np.searchsorted(room, m)
    return float(column_least[order[enough]]) if enough < len(order) else np.inf


@kernel
def _send_to_fastest(
    matrix: FloatArray,
    instances: IntArray,
    room: IntArray,
    usable: IntArray,
    count: int,
    machine: Int32Array,
) -> int:
    """Assign instances to their fastest machines with room; return how many machines have room."""
    for i in instances:
        best, at = np.inf, -1
        for k in range(count):
            value = matrix[i, usable[k]]
            if value < best:
                best, at = value, k
        if at >= 0:
            j = usable[at]
            machine[i] = j
            room[j] -= 1
            if room[j] == 0:  # full: the last usable machine takes its place
                count -= 1
                usable[at] = usable[count]
    return count
