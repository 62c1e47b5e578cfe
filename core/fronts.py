"""Hypervolume and bounds of fronts; all objectives are minimised.

A *bound set* is a set of corners such that each plan is weakly dominated by at least one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import FloatArray
from .display import Drawing, HtmlTable, ShortDisplay, drawing_of
from .kernels import kernel
from .outcome import SolverVersion, Status, Stopped, points_table


def nondominated(values: FloatArray) -> NDArray[np.intp]:
    """Return the indices of the nondominated rows, sorted by their objectives.

    Of rows with equal objectives the first one is returned.
    """
    order = np.lexsort(values.T[::-1])
    if values.shape[1] == 2:
        best_before = np.minimum.accumulate(values[order, 1])
        keep = np.ones(len(order), dtype=bool)
        keep[1:] = values[order[1:], 1] < best_before[:-1]
        return order[keep]
    kept: list[int] = []
    chosen = np.empty_like(values)  # in this order no later row dominates an earlier one
    for row in order:
        if not (chosen[: len(kept)] <= values[row]).all(axis=1).any():
            chosen[len(kept)] = values[row]
            kept.append(int(row))
    return np.array(kept, dtype=np.intp)


_MARGIN = 0.1  # how far beyond the worst values the reference point lies, as a share of the range


@dataclass(frozen=True, eq=False)
class Band:
    """The hypervolumes of a front's points and of its bounds' corners, and their worst ratio.

    ``inner`` and ``outer`` are the volumes that the points and the corners dominate up to
    ``reference``.  For each plan, some point is worse by at most the factor 1 + ``epsilon`` in each
    objective; ``epsilon`` is ``None`` if a value is not positive.
    """

    inner: float
    outer: float
    epsilon: float | None
    reference: FloatArray


def gap_between_fronts(points: FloatArray, corners: FloatArray) -> Band:
    """Return how far the points of a front are from its bounds' corners, as a `Band`."""
    reference = reference_point([points])
    inner, outer = hypervolume(points, reference), hypervolume(corners, reference)
    # two sums over the same points may differ by rounding errors
    return Band(inner, max(inner, outer), worst_ratio(points, corners), reference)


def worst_ratio(points: FloatArray, corners: FloatArray) -> float | None:
    """Return the least ε such that each corner has a point at most 1 + ε times the corner.

    The factor holds in each objective. Without points or positive values ε is ``None``.
    """
    if not len(points) or not (points > 0).all() or not (corners > 0).all():
        return None
    worst = 1.0
    for corner in corners:
        worst = max(worst, float((points / corner).max(axis=1).min()))
    return worst - 1.0


def same_points(front: FloatArray, other: FloatArray, tolerance: float) -> bool:
    """Return whether two sorted fronts have the same points, within the tolerance."""
    return front.shape == other.shape and bool(
        np.allclose(front, other, rtol=tolerance, atol=tolerance)
    )


def reference_point(fronts: Sequence[FloatArray]) -> FloatArray:
    """Return the worst values of all fronts, plus a tenth of the range in each objective."""
    together = np.vstack(fronts)
    worst, span = together.max(axis=0), np.ptp(together, axis=0)
    point: FloatArray = worst + np.where(span > 0, _MARGIN * span, np.maximum(abs(worst), 1.0))
    return point


def hypervolume(values: FloatArray, point: FloatArray) -> float:
    """Return the volume that points dominate up to a reference point.

    In two dimensions one sweep is enough. In more, each point adds the volume that it alone
    dominates: its box minus the volume of the later points, which are projected into the box.
    """
    inside = values[(values < point).all(axis=1)]
    if not len(inside):
        return 0.0
    if values.shape[1] == 1:
        return float(point[0] - inside.min())
    inside = inside[nondominated(inside)]
    if values.shape[1] == 2:
        ceilings = np.append(point[1], inside[:-1, 1])
        return float(((point[0] - inside[:, 0]) * (ceilings - inside[:, 1])).sum())
    order = np.argsort(-inside[:, -1], kind="stable")
    return float(_volume(np.ascontiguousarray(inside[order]), np.ascontiguousarray(point)))


@kernel
def _volume(points: FloatArray, reference: FloatArray) -> float:
    """Return the volume of mutually nondominated points, sorted by decreasing last value."""
    count, size = points.shape
    if count == 0:
        return 0.0
    if size == 2:
        return _area(points, reference)
    total = 0.0
    pushed = np.empty((count, size))
    for k in range(count):
        box = 1.0
        for r in range(size):
            box *= reference[r] - points[k, r]
        # the volume of the box that later points dominate: their last value is at most its own
        kept = 0
        for other in range(k + 1, count):
            for r in range(size - 1):
                pushed[kept, r] = max(points[k, r], points[other, r])
            kept = _with(pushed, kept, size - 1)
        below = pushed[:kept, : size - 1].copy()
        if size > 3:
            below = below[np.argsort(-below[:, size - 2])]
        covered = _volume(below, reference[: size - 1])
        total += box - covered * (reference[size - 1] - points[k, size - 1])
    return total


@kernel
def _with(points: FloatArray, kept: int, size: int) -> int:
    """Insert point ``kept`` among those before it, drop dominated ones; return their number."""
    fresh = points[kept, :size].copy()
    at = 0
    for p in range(kept):
        worse, better = True, True
        for r in range(size):
            worse = worse and points[p, r] <= fresh[r]
            better = better and fresh[r] <= points[p, r]
        if worse:
            return kept
        if not better:
            for r in range(size):
                points[at, r] = points[p, r]
            at += 1
    for r in range(size):
        points[at, r] = fresh[r]
    return at + 1


@kernel
def _area(points: FloatArray, reference: FloatArray) -> float:
    """Return the dominated area of two-dimensional nondominated points in any order."""
    order = np.argsort(points[:, 0])
    ceiling, area = reference[1], 0.0
    for k in order:
        if points[k, 1] < ceiling:
            area += (reference[0] - points[k, 0]) * (ceiling - points[k, 1])
            ceiling = points[k, 1]
    return area


@dataclass(frozen=True, repr=False)
class FrontPoint(ShortDisplay):
    """A point of a front: its objectives, and the variables' values, by name."""

    objectives: dict[str, float]
    variables: dict[str, float]


@dataclass(frozen=True, repr=False)
class ModelFront(ShortDisplay):
    """The front of a Pyomo model.

    ``complete`` is true if no point is missing.  If not, ``bound_front`` lists corners: each
    feasible plan is weakly dominated by one of them.  ``hypervolume`` has the volume that the
    points dominate up to ``reference_point``, and an upper bound on this volume for all feasible
    plans.  For each plan, some point is worse by at most the factor 1 + ``epsilon`` in each
    objective.  ``steps`` describes the least improvement of each objective.
    """

    points: tuple[FrontPoint, ...]
    complete: bool
    status: Status
    stopped: Stopped
    objectives: dict[str, str]  # names and senses
    programs: int
    seconds: float
    steps: str
    message: str | None = None
    solver: SolverVersion | None = None
    bound_front: tuple[dict[str, float], ...] | None = None
    hypervolume: tuple[float, float] | None = None
    epsilon: float | None = None
    reference_point: dict[str, float] | None = None

    def values(self) -> FloatArray:
        """Return the objectives as an array, one row per point."""
        rows = [list(point.objectives.values()) for point in self.points]
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(self.objectives))

    def plot(self) -> Drawing:
        """Draw the first two objectives of the points, and of the bounds as a second series."""
        return drawing_of(self)

    def _facts(self) -> Mapping[str, Any]:
        return {
            "points": f"{len(self.points)}{' (proven complete)' if self.complete else ''}",
            "status": f"{self.status} (stopped: {self.stopped})",
            "objectives": ", ".join(f"{sense} {name}" for name, sense in self.objectives.items()),
            "epsilon": None if self.epsilon is None else f"{self.epsilon:.2%}",
            "seconds": f"{self.seconds:.3f}",
            "message": self.message,
        }

    def _tables(self) -> Iterator[HtmlTable]:
        if self.points:
            yield points_table([point.objectives for point in self.points])

    def _picture(self) -> str:
        return self.plot().svg if self.points and len(self.objectives) > 1 else ""


@dataclass(frozen=True, eq=False)
class Largest:
    """An objective equal to the largest of the ``values`` whose binary variables are 1.

    ``rows`` are the constraints that keep the objective's variable above these values. The
    variables are divided into groups, and ``group`` has the number of each variable's group; in
    each group one variable is 1.
    """

    variables: Sequence[Any]
    values: FloatArray
    group: Sequence[int]
    rows: Sequence[Any]
