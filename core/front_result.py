"""The front of somebody's own model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .arrays import FloatArray
from .outcome import SolverVersion, Status, Stopped

if TYPE_CHECKING:
    from .pictures import Picture


@dataclass(frozen=True)
class FrontPoint:
    """A point of a front: its objectives, and the values of the variables, by name."""

    objectives: dict[str, float]
    variables: dict[str, float]


@dataclass(frozen=True)
class ModelFront:
    """The front of a model.

    ``complete`` says that no point is missing.  If not, ``bound_front`` lists corners: every
    feasible plan is weakly dominated by one of them.  ``hypervolume`` is what the points dominate,
    and what any plans could at most, up to ``reference_point``; a point worsened by ``epsilon`` is
    as good as any plan.  ``steps`` says how strictly better points were told apart.
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

    def plot(self) -> Picture:
        """Draw the first two objectives; bounds as a second, dashed line."""
        from .pictures import picture_of_front

        return picture_of_front(self)
