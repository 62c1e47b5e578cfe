"""Search regions of a front: what is open, as boxes below local upper bounds.

Klamroth, Lacour and Vanderpooten, "On the representation of the search region in multi-objective
optimization", EJOR 245, 2015; Tamby and Vanderpooten, "Enumeration of the nondominated set of
multiobjective discrete optimization problems", INFORMS J. Comput. 33(1), 2021.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray


class OpenRegions:
    """Boxes that hold every point that no known point weakly dominates.

    A box has an upper corner, which is not part of it, and a lower one: no point in the box is
    below the lower corner in any goal.  All goals are minimised.
    """

    def __init__(self, lower: FloatArray) -> None:
        self.upper: FloatArray = np.full((1, len(lower)), np.inf)
        self.lower: FloatArray = np.array(lower, dtype=np.float64)[None]
        self.fresh: BoolArray = np.ones(1, dtype=np.bool_)  # boxes that nobody has looked at

    def __len__(self) -> int:
        return len(self.upper)

    def add(self, point: FloatArray) -> None:
        """Take away what a point weakly dominates: a box that it lies in is split.

        A child is the box with one upper value lowered to the point's.  Boxes within another are
        dropped, also where points have equal values.
        """
        inside = (point < self.upper).all(axis=1)
        if not inside.any():
            return
        upper, lower = self.upper[inside], self.lower[inside]
        kept_upper, kept_lower = self.upper[~inside], self.lower[~inside]
        kept_fresh = self.fresh[~inside]
        children, floors = [], []
        for k in range(len(point)):
            child = upper.copy()
            child[:, k] = point[k]
            filled = point[k] > lower[:, k]
            children.append(child[filled])
            floors.append(lower[filled])
        fresh, floor = np.vstack(children), np.vstack(floors)
        good = _maximal(fresh, kept_upper)
        self.upper = np.vstack([kept_upper, fresh[good]])
        self.lower = np.vstack([kept_lower, floor[good]])
        self.fresh = np.append(kept_fresh, np.ones(len(good), dtype=np.bool_))

    def raise_floor(self, goal: int, upper: FloatArray, value: float) -> None:
        """Note that no point below ``upper`` in the other goals is below a value in this one."""
        others = np.arange(self.upper.shape[1]) != goal
        covered = (self.upper[:, others] <= upper[others]).all(axis=1)
        self.lower[covered, goal] = np.maximum(self.lower[covered, goal], value)
        self._drop(covered & (self.lower[:, goal] >= self.upper[:, goal]))

    def raise_box(self, at: int, floor: FloatArray) -> None:
        """Raise the lower corner of one box; it stays, even if nothing can be in it."""
        self.lower[at] = np.maximum(self.lower[at], floor)
        self.fresh[at] = False

    def halve(self, at: int, goal: int, value: float) -> None:
        """Put two boxes in the place of one: below a value of a goal, and from it on."""
        upper, lower = self.upper[at].copy(), self.lower[at].copy()
        self.upper[at, goal] = lower[goal] = value
        self.upper = np.vstack([self.upper, upper])
        self.lower = np.vstack([self.lower, lower])
        self.fresh = np.append(self.fresh, True)

    def drop_empty(self) -> None:
        """Drop the boxes in which no point can be."""
        self._drop(np.asarray((self.lower >= self.upper).any(axis=1)))

    def _drop(self, empty: BoolArray) -> None:
        self.upper, self.lower = self.upper[~empty], self.lower[~empty]
        self.fresh = self.fresh[~empty]

    def largest(self, worst: FloatArray, goals: IntArray, count: int) -> list[tuple[int, int]]:
        """Return boxes, and the goal to minimise in each, with the largest area of other goals.

        An upper corner without a limit counts as ``worst``.
        """
        size = np.maximum(np.minimum(self.upper, worst) - self.lower, 1e-9)
        area = (size.prod(axis=1)[:, None] / size)[:, goals]
        best = area.max(axis=1)
        order = np.argsort(-best, kind="stable")[:count]
        return [(int(box), int(goals[area[box].argmax()])) for box in order]


def _maximal(fresh: FloatArray, others: FloatArray) -> IntArray:
    """Return the rows of ``fresh`` that lie within no other box; of equal ones the first."""
    good = []
    for k, box in enumerate(fresh):
        if len(others) and (box <= others).all(axis=1).any():
            continue
        within = (box <= fresh).all(axis=1)
        within[k] = False
        equal = within & (fresh <= box).all(axis=1)
        if (within & ~equal).any() or equal[:k].any():
            continue
        good.append(k)
    return np.array(good, dtype=np.int64)


def limits_below(upper: FloatArray, k: int) -> list[float | None]:
    """Return limits just below an upper corner in all goals but k."""
    limits = [None if value == np.inf else float(value - 1) for value in upper]
    limits[k] = None
    return limits
