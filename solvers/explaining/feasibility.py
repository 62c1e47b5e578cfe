"""Whether some statements can hold together, asked many times on engines that stay loaded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import highspy
import numpy as np

from ...core.arrays import BoolArray, FloatArray
from ...core.run import Run
from ..engines import loaded
from .stated import StatedForm

_STATUS = highspy.HighsModelStatus
_KIND = highspy.HighsVarType
_ZERO = 1e-9  # of the largest entry of a ray: less takes no part
_WHOLE = 1e-9  # how far a value may be from a whole number


class NoTimeLeft(Exception):  # noqa: N818
    """The time is up before an engine has answered."""


@dataclass
class Feasibility:
    """One HiGHS instance for the programs and one for their relaxations, both without presolve."""

    stated: StatedForm
    run: Run
    _last: tuple[list[int], FloatArray] | None = None  # the point of the latest relaxation

    def __post_init__(self) -> None:
        form = self.stated.form.feasibility_only()
        self._programs, self._relaxed = loaded(form), loaded(form.relaxed())
        every = np.ones(form.shape[0], dtype=np.bool_)
        self._loaded: dict[int, BoolArray] = {id(self._programs): every, id(self._relaxed): every}
        for highs in (self._programs, self._relaxed):
            highs.setOptionValue("presolve", "off")
            highs.setOptionValue("random_seed", 0)
            highs.setOptionValue("threads", 1)
        self._programs.setOptionValue("mip_feasibility_tolerance", 1e-9)

    def support(self, numbers: Iterable[int]) -> list[int] | None:
        """Return the statements of a ray that excludes all points; ``None`` if there is none.

        The ray is one of the relaxation: its statements exclude each other without the demand
        for whole numbers.
        """
        kept = list(numbers)
        self._load(self._relaxed, kept)
        self._last = None
        status = self._solve(self._relaxed)
        if status != _STATUS.kInfeasible:
            if status == _STATUS.kOptimal:
                self._last = kept, np.array(self._relaxed.getSolution().col_value)
            return None
        _, there, ray = self._relaxed.getDualRay()
        if not there:
            return kept
        strength = np.abs(np.array(ray))
        used = strength > _ZERO * strength.max(initial=0.0)
        return [k for k in kept if used[list(self.stated.statements[k].rows)].any()]

    def point(self, numbers: Iterable[int]) -> FloatArray | None:
        """Return a point that some statements allow, ``None`` where the engine says there is none.

        Neither is a proof.  The point of the relaxation will do where it is whole.
        """
        kept = list(numbers)
        if self._last is not None and self._last[0] == kept and self._is_whole(kept, self._last[1]):
            return self._last[1]
        self._load(self._programs, kept)
        status = self._solve(self._programs)
        if status in (_STATUS.kOptimal, _STATUS.kModelEmpty):
            return np.array(self._programs.getSolution().col_value)
        if status == _STATUS.kInfeasible:
            return None
        raise NoTimeLeft

    def _is_whole(self, kept: list[int], x: FloatArray) -> bool:
        _, whole = self.stated.kept(kept)
        return bool((np.abs(x - np.rint(x))[whole] <= _WHOLE).all())

    def _solve(self, highs: highspy.Highs) -> highspy.HighsModelStatus:
        if self.run.should_stop():
            raise NoTimeLeft
        if self.run.remaining is not None:
            highs.setOptionValue("time_limit", highs.getRunTime() + self.run.remaining)
        highs.run()
        status = highs.getModelStatus()
        if status == _STATUS.kTimeLimit:
            raise NoTimeLeft
        return status

    def _load(self, highs: highspy.Highs, kept: list[int]) -> None:
        """Free the sides of the rows that are dropped, and let their columns be fractions."""
        form = self.stated.form
        rows, whole = self.stated.kept(kept)
        for row in np.flatnonzero(rows != self._loaded[id(highs)]).tolist():
            low, high = form.row_lower[row], form.row_upper[row]
            highs.changeRowBounds(row, *((low, high) if rows[row] else (-np.inf, np.inf)))
        self._loaded[id(highs)] = rows
        if highs is self._programs:
            kinds = np.where(whole, int(_KIND.kInteger), int(_KIND.kContinuous)).astype(np.uint8)
            highs.changeColsIntegrality(len(kinds), np.arange(len(kinds), dtype=np.int32), kinds)
