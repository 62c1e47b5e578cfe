"""Feasibility tests of sets of statements: exact points, and engines that stay loaded."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

import highspy
import numpy as np
from highspy import cb

from ...core.arrays import BoolArray, FloatArray
from ...core.run import Run
from ..engines import StandardForm, interruptible, load_highs
from ..proofs import (
    Better,
    Number,
    Stuck,
    TreeLimits,
    WholeModel,
    exact_point,
    prove_form,
)
from .statements import StatedForm

_QUICK_NODES = 200  # of the tree that searches for a point if the engine's point is not exact


def exact_form(
    stated: StatedForm, numbers: Collection[int], x: FloatArray | None, limits: TreeLimits
) -> tuple[StandardForm, WholeModel, list[Number] | None]:
    """Return the program of some statements in floats, in integers, and an exact feasible point.

    The point is ``None`` if none is found. ``x`` is an engine's point of the whole stated form.
    """
    form = stated.with_only(numbers)
    whole = WholeModel.of(form)
    point = None if x is None else exact_point(form, whole, x[stated.columns_of(numbers)])
    if point is None:
        point = _point_by_tree(form, whole, replace(limits, most_nodes=_QUICK_NODES))
    return form, whole, point


def _point_by_tree(
    form: StandardForm, whole: WholeModel, limits: TreeLimits
) -> list[Number] | None:
    """Return a feasible point that a proof tree finds, or ``None``."""
    try:
        prove_form(form, whole, None, limits)
    except Better as better:
        return better.point
    except Stuck:
        return None
    return None


_STATUS = highspy.HighsModelStatus
_KIND = highspy.HighsVarType
_INTERRUPTS = (
    cb.HighsCallbackType.kCallbackMipInterrupt,
    cb.HighsCallbackType.kCallbackSimplexInterrupt,
)
_ZERO = 1e-9  # share of the largest entry of a ray; smaller entries count as 0
_WHOLE = 1e-9  # how far a value may be from an integer
_OPEN_NODES = 2_000  # of a program whose integers have no bounds, because its tree may be infinite


class NoTimeLeft(Exception):  # noqa: N818
    """Raised if the time is up before an engine or a tree has decided."""


@dataclass
class Feasibility:
    """Feasibility tests of sets of statements, with separate HiGHS instances for relaxations."""

    stated: StatedForm
    run: Run
    _last: tuple[list[int], FloatArray] | None = None  # the point of the latest relaxation

    def __post_init__(self) -> None:
        form = self.stated.form.feasibility_only()
        self._programs, self._relaxed = load_highs(form), load_highs(form.relaxed())
        every = np.ones(form.shape[0], dtype=np.bool_)
        self._sizes = np.zeros(form.shape[0])  # largest coefficients; 1 for empty rows
        np.maximum.at(self._sizes, form.matrix.indices, np.abs(form.matrix.data))
        self._sizes[self._sizes == 0] = 1.0
        self._loaded: dict[int, BoolArray] = {id(self._programs): every, id(self._relaxed): every}
        for highs in (self._programs, self._relaxed):
            highs.setOptionValue("presolve", "off")
            highs.setOptionValue("random_seed", 0)
            highs.setCallback(self._listen, None)
            for kind in _INTERRUPTS:
                highs.startCallback(kind)
        self._programs.setOptionValue("mip_feasibility_tolerance", 1e-9)
        self._is_lost = self._is_halted = False

    def support(self, numbers: Iterable[int]) -> list[int] | None:
        """Return the statements of a dual ray of the relaxation; ``None`` if it is feasible.

        These statements contradict each other even without integrality.
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
        strength = np.abs(np.array(ray)) * self._sizes  # a row of large numbers has a small share
        used = strength > _ZERO * strength.max(initial=0.0)
        return [k for k in kept if used[list(self.stated.statements[k].rows)].any()]

    def point(self, numbers: Iterable[int]) -> FloatArray | None:
        """Return a point that satisfies some statements, ``None`` if the engine finds none.

        Neither result is a proof. An integral point of the relaxation is returned directly.
        """
        kept = list(numbers)
        if self._last is not None and self._last[0] == kept and self._is_whole(kept, self._last[1]):
            return self._last[1]
        self._load(self._programs, kept)
        nodes = _OPEN_NODES if has_open_integers(self.stated, kept) else np.iinfo(np.int32).max
        self._programs.setOptionValue("mip_max_nodes", int(nodes))
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
        """Solve in a thread, which is abandoned if HiGHS overruns its time limit."""
        if self.run.should_stop() or self._is_lost:
            raise NoTimeLeft
        if self.run.remaining is not None:
            highs.setOptionValue("time_limit", highs.getRunTime() + self.run.remaining)
        self._is_lost = True
        solved, interrupted = interruptible(highs.run, self._halt, overdue=self.run.should_stop)
        if interrupted:
            raise KeyboardInterrupt
        if solved is None:
            raise NoTimeLeft
        self._is_lost = False
        status = highs.getModelStatus()
        if status in (_STATUS.kTimeLimit, _STATUS.kInterrupt):
            raise NoTimeLeft
        return status

    def _halt(self) -> None:
        self._is_halted = True

    def _listen(self, _kind: Any, _message: str, _out: Any, reply: Any, _data: Any) -> None:
        """Interrupt HiGHS when a halt is requested."""
        if reply is not None and self._is_halted:
            reply.user_interrupt = True

    def _load(self, highs: highspy.Highs, kept: list[int]) -> None:
        """Restrict HiGHS to the statements ``kept``: drop all other bounds and integrality."""
        form = self.stated.form
        rows, whole = self.stated.kept(kept)
        for row in np.flatnonzero(rows != self._loaded[id(highs)]).tolist():
            low, high = form.row_lower[row], form.row_upper[row]
            highs.changeRowBounds(row, *((low, high) if rows[row] else (-np.inf, np.inf)))
        self._loaded[id(highs)] = rows
        if highs is self._programs:
            kinds = np.where(whole, int(_KIND.kInteger), int(_KIND.kContinuous)).astype(np.uint8)
            highs.changeColsIntegrality(len(kinds), np.arange(len(kinds), dtype=np.int32), kinds)


def has_open_integers(stated: StatedForm, kept: Iterable[int]) -> bool:
    """Return whether the program of some statements has an integer variable that no row bounds."""
    form = stated.form
    low, high = np.isfinite(form.lower), np.isfinite(form.upper)
    rows, whole = stated.kept(kept)
    some = rows[form.row_of]
    row, column = form.row_of[some], form.by_row.indices[some]
    rises = form.by_row.data[some] > 0
    before = -1
    while before < (before := int(low.sum() + high.sum())):
        for side, is_upper in ((form.row_upper, True), (form.row_lower, False)):
            ends = np.where(rises == is_upper, low[column], high[column])
            others = np.bincount(row, ~ends, form.shape[0])[row] - ~ends
            implied = (others == 0) & np.isfinite(side)[row]
            high[column[implied & (rises == is_upper)]] = True
            low[column[implied & (rises != is_upper)]] = True
    used = np.bincount(column, minlength=form.shape[1]) > 0
    return bool((whole & used & ~(low & high)).any())
