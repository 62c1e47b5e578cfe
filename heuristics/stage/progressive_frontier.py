"""The baseline PF: single-objective programs that split the objective space.

Lyu et al., PVLDB 15(11), 2022, appendix A.2, method 3, after Song et al., "Spark-based Cloud Data
Analytics using Multi-Objective Optimization", ICDE 2021.  There the programs are solved by
gradient descent with rounding; here by an engine, to optimality.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TypeAlias

from ...core.run import Run

Values: TypeAlias = tuple[int, int]  # cost and latency
# Those of the plan with the least cost within limits on both, or none.
LeastInBox: TypeAlias = Callable[[tuple[int | None, int | None]], Values | None]
Box: TypeAlias = tuple[int, int, int, int]  # cost and latency from, cost and latency to


def progressive_frontier(least: LeastInBox, run: Run, probes: int) -> None:
    """Look for a plan in the lower half of the largest open box, as often as asked.

    Every plan that is found is remembered by ``least``.  The first box spans from the cheapest to
    the fastest plan; a plan inside a box leaves two smaller ones, an empty lower half as well.
    """
    cheapest = least((None, None))
    if cheapest is None:
        return
    fastest = _fastest(least, cheapest)
    boxes: list[tuple[int, Box]] = []
    _push(boxes, (cheapest[0], fastest[1], fastest[0], cheapest[1]))
    for _ in range(probes):
        if not boxes or run.should_stop():
            return
        _, (low_cost, low_latency, high_cost, high_latency) = heapq.heappop(boxes)
        middle_cost = (low_cost + high_cost) // 2
        middle_latency = (low_latency + high_latency) // 2
        plan = least((middle_cost, middle_latency))
        if plan is None:
            # what is left: as fast but dearer (the middle itself included), and slower
            _push(boxes, (middle_cost, low_latency, high_cost, middle_latency + 1))
            _push(boxes, (low_cost, middle_latency, high_cost, high_latency))
        else:
            cost, latency = plan
            _push(boxes, (cost, low_latency, high_cost, latency))
            _push(boxes, (low_cost, latency, cost, high_latency))


def _fastest(least: LeastInBox, cheapest: Values) -> Values:
    """Return the fastest plan by halving the range of ranks."""
    best, low = cheapest, 0
    while low < best[1]:
        middle = (low + best[1]) // 2
        plan = least((None, middle))
        if plan is None:
            low = middle + 1
        else:
            best = plan
    return best


def _push(boxes: list[tuple[int, Box]], box: Box) -> None:
    """Add a box unless a point inside it, off its borders, is impossible."""
    low_cost, low_latency, high_cost, high_latency = box
    volume = (high_cost - low_cost) * (high_latency - low_latency)
    if high_cost - low_cost > 1 and high_latency - low_latency > 1:
        heapq.heappush(boxes, (-volume, box))
