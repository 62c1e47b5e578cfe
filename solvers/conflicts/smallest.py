"""The smallest conflict, by hitting sets.

A way out is a set of statements whose removal makes the remaining ones feasible; every conflict
meets every way out. If a smallest set that meets all known ways out is infeasible, it is a smallest
conflict. Otherwise it has a feasible point, and the statements that this point violates, reduced to
a minimal set, are a new way out. Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", 2015.

No engine has to be trusted: a point in fractions proves each way out, and a proof tree proves how
many statements are needed to meet all of them.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

import highspy
import numpy as np
from highspy import cb

from ...core.arrays import BoolArray, FloatArray
from ...core.run import Run
from ..engines import FormBuilder, StandardForm, engine_named, interruptible, load_highs, solve_form
from ..proofs import (
    Better,
    Number,
    ProvenModel,
    Stuck,
    TreeLimits,
    Unproven,
    WholeModel,
    exact_point,
    prove_form,
    prove_standard_form,
    proven_from,
)
from .statements import StatedForm

# Exact points of some statements: an engine's point in fractions, or a point from a proof tree.


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


# Feasibility of sets of statements: many tests, with engines that stay loaded.


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


_NEAR = 1e-6  # relative tolerance for the sides of a row at a floating-point point


@dataclass(frozen=True, eq=False)
class WayOut:
    """A minimal set of statements, and a point that satisfies all other statements."""

    numbers: list[int]
    point: FloatArray


def smallest_numbers(stated: StatedForm, engine: Feasibility) -> tuple[list[int], list[WayOut]]:
    """Return a smallest conflict according to HiGHS, and the ways out that each conflict meets.

    Raises `NoTimeLeft` if time or tolerances prevent a result.
    """
    ways_out: list[WayOut] = []
    while True:
        chosen = _hitting(len(stated.statements), ways_out, engine)
        x = engine.point(chosen)
        if x is None:
            return chosen, ways_out
        ways_out.append(_way_out(stated, engine, set(chosen), x))


def proofs_of_fewest(
    stated: StatedForm, count: int, ways_out: list[WayOut], engine: Feasibility
) -> dict[str, ProvenModel] | None:
    """Return proofs that no conflict has fewer statements.

    Way out k has the proof ``way-out-k`` of its point; ``fewest`` proves the number of statements
    that meet all ways out.  Returns ``None`` if one of the proofs fails.
    """
    limits, proofs = TreeLimits(engine.run.should_stop, rounds=True), dict[str, ProvenModel]()
    for place, way in enumerate(ways_out, 1):
        kept = [k for k in range(len(stated.statements)) if k not in set(way.numbers)]
        form, whole, point = exact_form(stated, kept, way.point, limits)
        proof = None if point is None else proven_from(form, "way", whole, point, None, limits)
        if not isinstance(proof, ProvenModel):
            return None
        proofs[f"way-out-{place}"] = proof
    form = _hitting_form(len(stated.statements), ways_out)
    least = prove_standard_form(form, "fewest", engine.run, rounds=True)
    if isinstance(least, Unproven) or least.bound is None or least.bound < count:
        return None
    return {**proofs, "fewest": least}


def _hitting(count: int, ways_out: list[WayOut], engine: Feasibility) -> list[int]:
    """Return a smallest set of statements that meets every way out."""
    if not ways_out:
        return []
    form = _hitting_form(count, ways_out)
    result = solve_form(form, engine_named("highs"), engine.run.inner(gap=0.0))
    if result.status != "optimal" or result.x is None:
        raise NoTimeLeft
    hit: list[int] = np.flatnonzero(result.x > 0.5).tolist()
    return hit


def _hitting_form(count: int, ways_out: list[WayOut]) -> StandardForm:
    """Return the program for `_hitting`: column k is statement k, row k is way out k."""
    builder = FormBuilder()
    columns = [builder.column(0, 1, 1.0, integer=True) for _ in range(count)]
    for way in ways_out:
        builder.row([(columns[k], 1.0) for k in way.numbers], 1)
    return builder.form()


def _way_out(stated: StatedForm, engine: Feasibility, kept: set[int], x: FloatArray) -> WayOut:
    """Return a way out: the statements outside a maximal feasible superset of ``kept``."""
    kept |= _statements_that_hold(stated, x)
    for number in range(len(stated.statements)):
        if number not in kept:
            found = engine.point([*sorted(kept), number])
            if found is not None:
                kept, x = kept | {number} | _statements_that_hold(stated, found), found
    return WayOut([k for k in range(len(stated.statements)) if k not in kept], x)


def _statements_that_hold(stated: StatedForm, x: FloatArray) -> set[int]:
    """Return the statements that a point satisfies, within a tolerance."""
    form = stated.form
    activity = form.matrix @ x
    low, high = form.row_lower, form.row_upper
    size = _NEAR * np.maximum(1.0, np.abs(activity))
    keeps = (activity >= low - size) & (activity <= high + size)
    whole = np.abs(x - np.rint(x)) <= _NEAR
    return {
        k
        for k, statement in enumerate(stated.statements)
        if keeps[list(statement.rows)].all() and whole[list(statement.whole)].all()
    }
