"""Lower corners of open regions, brought near the front of the relaxation by halving regions."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from .local_bounds import OpenRegions
from .relaxed_floors import RelaxedFloors

_MOST = 10_000  # regions: the volume of more corners takes too long


def tighten(regions: OpenRegions, relaxed: RelaxedFloors, points: IntArray, run: Run) -> None:
    """Halve the largest regions, and raise the corners of both halves, while there is time.

    Afterwards the regions still hold every point that they held, but are no longer those that a
    search can go on with.
    """
    if not run.time_limit:
        return
    worst = points.max(axis=0) + 1.0
    while 0 < len(regions) < _MOST and not run.should_stop():
        sides = np.maximum(np.minimum(regions.upper, worst) - regions.lower, 0.0)
        at = int(sides.prod(axis=1).argmax())
        side = sides[at] / np.maximum(np.ptp(points, axis=0), 1)
        goal = int(side.argmax())
        if sides[at, goal] < 2.0:
            return
        middle = regions.lower[at, goal] + np.floor(sides[at, goal] / 2.0)
        regions.halve(at, goal, float(middle))
        for half in (at, len(regions) - 1):
            if not _raise(regions, half, relaxed, run):
                return
        regions.drop_empty()


def _raise(regions: OpenRegions, at: int, relaxed: RelaxedFloors, run: Run) -> bool:
    """Raise the corner of a region by linear programs, if there is time for them."""
    lower: FloatArray = regions.lower[at].copy()
    floor = relaxed.floor(regions.upper[at], run, lower=lower)
    if floor is not None:
        regions.raise_box(at, floor)
    return floor is not None
