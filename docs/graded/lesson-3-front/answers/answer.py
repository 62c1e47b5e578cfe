"""Lesson 3, a front: the answers."""

from __future__ import annotations


def front(latency: list[list[float]], cost: list[list[float]]) -> list[list[int]]:
    """Return a plan per limit on the latency, with the cheapest options within it."""
    plans = []
    for limit in sorted({value for row in latency for value in row}):
        allowed = [[o for o, seconds in enumerate(row) if seconds <= limit] for row in latency]
        if all(allowed):
            plans.append(
                [
                    min(options, key=prices.__getitem__)
                    for options, prices in zip(allowed, cost, strict=True)
                ]
            )
    return plans


def supported(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the lower left of the convex hull, with the points on its edges."""
    hull: list[tuple[int, int]] = []
    for c, d in sorted(points):
        while len(hull) > 1:
            (a, b), (x, y) = hull[-2:]
            if (y - b) * (c - a) <= (d - b) * (x - a):
                break
            hull.pop()
        hull.append((c, d))
    return hull
