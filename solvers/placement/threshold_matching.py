"""A capacitated bipartite matching that is kept while the threshold of its pairs moves.

The pairs up to the threshold are the bits of a matrix, so that one search step reads 64 machines
at a time.  The matching grows by Dinic's phases: the layers of shortest alternating paths, then a
maximal set of such paths, in which a machine may take part as often as it has instances to give.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from .alternating_paths import Int32Array, Network, layers, lengthen, rebuild
from .latency_blocks import Bits, poll

_WORDS_PER_CALL = 20_000_000  # a few hundredths of a second between two looks at the clock


class CapacitatedMatching:
    """Instances matched to machines, at most β_j to machine j, along the pairs whose bit is set."""

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
        """Match every instance; where that is impossible return a set that proves it.

        The instances of the set may use, all together, only machines whose joint capacity is
        smaller than their number.  The set is reached from a single unmatched instance, hence
        irreducible: without any one of them the others can be matched.
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
        """Return the smallest of some violators; call it only if `violator` has found one."""
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
        """Return which machines at least one of these instances may use at the threshold."""
        words = np.bitwise_or.reduce(self.bits[instances], axis=0)
        flags = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
        return flags[: len(self._beta)].astype(np.bool_)

    def _free(self) -> Int32Array:
        return np.flatnonzero(self.machine < 0).astype(np.int32)

    def _closed_set(self, source: Int32Array) -> IntArray | None:
        """Return all that alternating paths from one instance reach, if they reach no room."""
        depth, reached = layers(self._network, source, self._queue)
        return np.sort(self._queue[:reached]).astype(np.int64) if depth < 0 else None
