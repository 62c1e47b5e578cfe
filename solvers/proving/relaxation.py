"""The linear program of a node in HiGHS, kept and changed from node to node."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import highspy
import numpy as np

from ...core.arrays import FloatArray
from ..engines import StandardForm, interruptible, loaded
from .balanced import Balanced
from .region import Region
from .whole_model import WholeModel

_LARGE = 5000  # columns: while fewer are solved nobody waits for Ctrl-C to be heard
_PATIENCE = 0.3  # seconds
_Status = highspy.HighsModelStatus


@dataclass(frozen=True, eq=False)
class LpResult:
    """What HiGHS says about a node: a value with a point and prices, or a ray of prices."""

    kind: Literal["optimal", "infeasible", "unknown"]
    value: float = 0.0
    x: FloatArray | None = None
    prices: FloatArray | None = None


class Relaxation:
    """One HiGHS program whose bounds follow the box."""

    def __init__(self, form: StandardForm, model: WholeModel, box: Region) -> None:
        self.balanced = Balanced.of(form, model)
        self.form, self.unit = form, self.balanced.unit
        self.highs = loaded(self.balanced.form)
        self.columns = form.shape[1]
        self.highs.setOptionValue("presolve", "off")
        self.highs.setOptionValue("threads", 1)
        self.highs.setOptionValue("solver", "simplex")
        self.highs.setOptionValue("primal_feasibility_tolerance", 1e-9)
        self.highs.setOptionValue("dual_feasibility_tolerance", 1e-9)
        self.follow(box, range(self.columns))

    def follow(self, box: Region, changed: Iterable[int]) -> None:
        """Take over the bounds of the columns that have changed."""
        columns = np.fromiter(changed, dtype=np.int32)
        if len(columns):
            low, high = np.array([self._ends(box, j) for j in columns.tolist()]).T
            self.highs.changeColsBounds(len(columns), columns, low, np.maximum(low, high))

    def _ends(self, box: Region, j: int) -> tuple[float, float]:
        """Return the bounds of a column in floating point.

        A continuous one keeps the bounds that it has in the model: tighter ones that follow from
        other rows say nothing new, and their rounding would make the program infeasible.
        """
        own = self.balanced.form
        low, high = float(own.lower[j]), float(own.upper[j])
        if self.form.integer[j]:
            low = -np.inf if box.lower[j] is None else float(box.lower[j] or 0)
            high = np.inf if box.upper[j] is None else float(box.upper[j] or 0)
        return low, high

    def solve(self, most_iterations: int | None = None) -> LpResult:
        """Solve from the basis that is there."""
        highs = self.highs
        limit = 2**31 - 1 if most_iterations is None else most_iterations
        highs.setOptionValue("simplex_iteration_limit", limit)
        if self.columns < _LARGE:
            highs.run()
        elif interruptible(highs.run, lambda: None, _PATIENCE)[1]:
            raise KeyboardInterrupt  # the program is left behind
        status = highs.getModelStatus()
        if status == _Status.kInfeasible:
            _, has_ray, ray = highs.getDualRay()
            return LpResult(
                "infeasible", prices=np.array(ray) * self.balanced.row if has_ray else None
            )
        stopped = most_iterations is not None and status == _Status.kIterationLimit
        if status != _Status.kOptimal and not stopped:
            return LpResult("unknown")
        solution = highs.getSolution()
        return LpResult(
            "optimal",
            highs.getInfo().objective_function_value * self.unit,
            np.array(solution.col_value) * self.balanced.column,
            np.array(solution.row_dual) * self.balanced.row * self.unit,
        )

    def basis(self) -> Any:
        """Return the basis, to come back to."""
        return self.highs.getBasis()

    def back_to(self, basis: Any) -> None:
        """Take a basis that was kept."""
        self.highs.setBasis(basis)
