"""Greedy allocation of a common supply to parties, for cluster_ratio and utility."""

import heapq

import numpy as np

from ..core.arrays import FloatArray, IntArray
from ..core.kernels import kernel

__all__ = ["one_by_one"]

# Compiled greedy allocation by marginal gains, one unit at a time, with a heap of parties.


@kernel
def one_by_one(start: IntArray, cost: FloatArray, room: int, spend: bool) -> IntArray:
    """Return the units of each party; each unit goes to the party whose cost falls most by it.

    Party i has the costs ``cost[start[i]:start[i + 1]]`` for 0, 1, … units. Ties go to the party
    with fewer units, then to the earlier one. At most ``room`` units are allocated.  The allocation
    ends before a unit that raises the cost, or, without ``spend``, leaves it unchanged.
    """
    parties = len(start) - 1
    amounts = np.zeros(parties, dtype=np.int64)
    # heap: change of cost by the next unit, units so far, party
    heap = [(cost[0], np.int64(0), np.int64(0)) for _ in range(0)]
    for i in range(parties):
        if start[i] + 1 < start[i + 1]:
            change = cost[start[i] + 1] - cost[start[i]]
            heap.append((change, np.int64(0), np.int64(i)))
    heapq.heapify(heap)
    for _ in range(room):
        if len(heap) == 0 or heap[0][0] > 0 or (not spend and heap[0][0] == 0):
            break
        _, units, party = heapq.heappop(heap)
        amounts[party] += 1
        at = start[party] + units + 1
        if at + 1 < start[party + 1]:
            heapq.heappush(heap, (cost[at + 1] - cost[at], np.int64(units + 1), party))
    return amounts
