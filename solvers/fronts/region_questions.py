"""Questions about open regions: which one is asked next, and what it is about."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from .local_bounds import OpenRegions, limits_below
from .questions import Question


@dataclass(frozen=True, eq=False)
class RegionQuestion:
    """The least value of a goal below an upper corner; no value is below a floor."""

    k: int
    upper: FloatArray
    floor: float

    @property
    def question(self) -> Question:
        """The question as a worker is asked."""
        limits = tuple(limits_below(self.upper, self.k))
        return Question(self.k, limits, float(self.upper[self.k]) - 1.0, self.floor)

    @property
    def place(self) -> tuple[int, bytes]:
        """What it is about; questions with one place have one answer."""
        return self.k, self.upper.tobytes()


def next_questions(
    regions: OpenRegions,
    worst: FloatArray,
    choices: IntArray,
    count: int,
    places: Collection[tuple[int, bytes]] = (),
) -> list[RegionQuestion]:
    """Return questions about the largest regions, but for places that are asked about.

    With two goals the regions are worked off from one end.  Where there are too few, the lower
    half of the largest one is a place as well.
    """
    largest = regions.largest(worst, choices, count + len(places))
    asked = [
        RegionQuestion(k, regions.upper[box].copy(), float(regions.lower[box, k]))
        for box, k in largest
    ]
    fresh = [each for each in asked if each.place not in places][:count]
    if len(worst) == 2 and len(fresh) < count:
        box, k = largest[0]
        half = _half(regions.lower[box], regions.upper[box], worst, k)
        if half is not None and half.place not in places:
            fresh.append(half)
    return fresh


def _half(lower: FloatArray, upper: FloatArray, worst: FloatArray, k: int) -> RegionQuestion | None:
    """Return the question about the lower half of a region, if it has one."""
    half, other = upper.copy(), 1 - k
    width = min(upper[other], worst[other]) - lower[other]
    half[other] = lower[other] + np.floor(width / 2) + 1.0
    return RegionQuestion(k, half, float(lower[k])) if half[other] < upper[other] else None


def corner_of(asked: Question, upper: FloatArray) -> FloatArray:
    """Return the upper corner of what a question is about, one of a row that began below one."""
    limits = [math.inf if most is None else most + 1.0 for most in asked.limits]
    limits[asked.k] = float(upper[asked.k])
    return np.array(limits)
