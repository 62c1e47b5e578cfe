"""The search for a minimal conflict of statements, and its proof.

First whole families are dropped. Then a dual ray of the relaxation selects few statements, which
are deleted one by one (Chinneck, "Feasibility and Infeasibility in Optimization", 2008). An
engine guides the search; the proof at the end is independent of it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.run import Run
from ..proofs import (
    Number,
    ProvenModel,
    TreeLimits,
    Unproven,
    WholeModel,
    exact_point,
    proven_from,
    whole_point,
)
from .feasibility import Feasibility, NoTimeLeft, exact_form, has_open_integers
from .statements import StatedForm

__all__ = ["Conflict", "NoTimeLeft", "Satisfiable", "conflict"]

# Points that violate one statement each, derived from one another without an engine.
#
# A point that breaks one statement only is changed in one column of yes and no, so that it keeps
# this statement. If the change breaks one other statement and nothing else, that one is needed
# too. Belov and Marques-Silva, "Accelerating MUS extraction with recursive model rotation", 2011.


_BACKGROUND, _DROPPED = -1, -2
_TOLERANCE = 1e-9  # relative tolerance for a side; the final points are exact


def rotate(
    stated: StatedForm, kept: Collection[int], known: set[int], first: int, point: FloatArray
) -> dict[int, FloatArray]:
    """Change binaries of ``point`` to get points that each violate only one other statement.

    ``point`` violates only ``first``. The search ends when all statements of ``kept`` have a point
    or are ``known``.
    """
    rotation = _Rotation(stated, kept)
    points = {first: rotation.without_needless_ones(point)}
    missing, waiting = set(kept) - known - {first}, [first]
    while waiting and missing:
        number = waiting.pop()
        for other, x in rotation.neighbours(number, points[number]):
            if other not in points:
                points[other] = x
                waiting.append(other)
                missing.discard(other)
    return points


class _Rotation:
    """Model rotation: from a point that violates one statement to points that violate another.

    ``owner`` is the statement of each row, or marks the row as background or dropped.
    """

    def __init__(self, stated: StatedForm, kept: Iterable[int]) -> None:
        form = stated.form
        self.stated, self.form = stated, form
        self.owner: IntArray = np.where(stated.background, _BACKGROUND, _DROPPED)
        for number in kept:
            self.owner[list(stated.statements[number].rows)] = number
        self.binary = form.integer & (form.lower == 0) & (form.upper == 1)
        sides = np.stack([form.row_lower, form.row_upper])
        size = _TOLERANCE * np.maximum(1.0, np.where(np.isfinite(sides), np.abs(sides), 0.0))
        self.low, self.high = sides[0] - size[0], sides[1] + size[1]
        self.low[self.owner == _DROPPED], self.high[self.owner == _DROPPED] = -np.inf, np.inf

    def without_needless_ones(self, x: FloatArray) -> FloatArray:
        """Return ``x`` with each binary at 0 unless this violates a row that ``x`` satisfies."""
        x = x.copy()
        activity = self.form.matrix @ x
        for j in np.flatnonzero(self.binary & (x > 0.5)).tolist():
            entries = self._entries(j)
            touched = self._rows_of(entries)
            after = activity[touched] - self.form.matrix.data[entries]
            worse = self._is_broken(touched, after) & ~self._is_broken(touched, activity[touched])
            if not worse.any():
                activity[touched], x[j] = after, 0.0
        return x

    def neighbours(self, number: int, x: FloatArray) -> Iterator[tuple[int, FloatArray]]:
        """Yield pairs (statement, point next to ``x`` that violates only this statement)."""
        activity = self.form.matrix @ x
        broken = set(np.flatnonzero((activity < self.low) | (activity > self.high)).tolist())
        rows = list(self.stated.statements[number].rows)
        if not broken or not broken <= set(rows):
            return
        for j in np.unique(self.form.by_row[rows].indices).tolist():
            if self.binary[j]:
                step = 1.0 - 2.0 * round(x[j])
                other = self._breaks_one(j, step, activity, broken)
                if other is not None:
                    changed = x.copy()
                    changed[j] += step
                    yield other, changed

    def _breaks_one(
        self, j: int, step: float, activity: FloatArray, broken: set[int]
    ) -> int | None:
        """Return the only statement violated after column ``j`` changes by ``step``, or None."""
        entries = self._entries(j)
        touched = self._rows_of(entries)
        if not broken <= set(touched.tolist()):
            return None
        after = activity[touched] + step * self.form.matrix.data[entries]
        owners = set(self.owner[touched[self._is_broken(touched, after)]].tolist())
        return owners.pop() if len(owners) == 1 and _BACKGROUND not in owners else None

    def _entries(self, j: int) -> slice:
        return slice(self.form.matrix.indptr[j], self.form.matrix.indptr[j + 1])

    def _rows_of(self, entries: slice) -> IntArray:
        """Return the row of each matrix entry; entries are given by their position in the data."""
        return self.form.matrix.indices[entries].astype(np.int64)

    def _is_broken(self, rows: IntArray, activity: FloatArray) -> BoolArray:
        broken: BoolArray = (activity < self.low[rows]) | (activity > self.high[rows])
        return broken


_MOST_NODES = 20_000  # nodes of one tree
_SHARE = 0.5  # share of the remaining time for a part of the search; the rest is for the proof
_QUICK_NODES = 200  # nodes of a tree for a point, if the engine's point is not exact


@dataclass(frozen=True)
class Conflict:
    """Statements that contradict each other.

    ``proof`` is a tree that proves them infeasible; ``points`` has for each statement a point that
    satisfies all others and the background. If a point is missing, ``minimal`` is false.
    """

    numbers: tuple[int, ...]
    proof: ProvenModel | None
    points: dict[int, list[Number]]

    @property
    def minimal(self) -> bool:
        """Whether every statement is proven necessary, by a point that satisfies all others."""
        return self.proof is not None and len(self.points) == len(self.numbers)


class Satisfiable(Exception):  # noqa: N818
    """Raised if all statements can hold together; ``proven`` if an exact point shows it."""

    def __init__(self, *, proven: bool) -> None:
        super().__init__("all statements hold at some point")
        self.proven = proven


def conflict(stated: StatedForm, run: Run) -> Conflict:
    """Return a minimal conflict of a stated form.

    Raises `Satisfiable` if all statements hold together, and `NoTimeLeft` if the time is up before
    there is a result.
    """
    numbers = _Search(stated, run).whole_families()
    with run.first_part(_SHARE):
        return _narrow_conflict(stated, numbers, run)


def _narrow_conflict(stated: StatedForm, numbers: list[int], run: Run) -> Conflict:
    """Return a conflict among the statements ``numbers``, after all others are removed."""
    search = _Search(stated.narrowed(numbers), run)
    with run.first_part(_SHARE):
        fewer = search.one_by_one(list(range(len(numbers))))
    found = search.proven(fewer)
    return replace(
        found,
        numbers=tuple(numbers[k] for k in found.numbers),
        points={numbers[k]: point for k, point in found.points.items()},
    )


class _Search:
    """One search for a conflict; ``points[k]`` is a point that violates only statement k."""

    def __init__(self, stated: StatedForm, run: Run) -> None:
        self.stated, self.run = stated, run
        self.engine = Feasibility(stated, run)
        self.points: dict[int, FloatArray] = {}

    def whole_families(self) -> list[int]:
        """Drop whole families while a conflict remains; return the statements that are left."""
        kept = list(range(len(self.stated.statements)))
        support = self.engine.support(kept)
        if support is None:
            x = self.engine.point(kept)
            if x is not None:
                self._refuse_what_holds(kept, x)
        with self.run.first_part(_SHARE):
            for family in self.stated.families:
                members = set(self.stated.members(family))
                fewer = [k for k in kept if k not in members]
                if len(fewer) < len(kept):
                    smaller = self._find_conflict(fewer)
                    kept = kept if smaller is None else smaller
        return kept

    def _refuse_what_holds(self, numbers: list[int], x: FloatArray) -> None:
        """Raise `Satisfiable`, unless a tree proves that ``x`` is feasible by tolerances only."""
        form = self.stated.with_only(numbers)
        whole = WholeModel.of(form)
        if exact_point(form, whole, x[self.stated.columns_of(numbers)]) is not None:
            raise Satisfiable(proven=True)
        proof = proven_from(form, "all", whole, None, None, self._limits(_QUICK_NODES))
        if isinstance(proof, Unproven):
            raise Satisfiable(proven=False)
        if proof.point is not None or not proof.complete:
            raise Satisfiable(proven=proof.point is not None)

    def one_by_one(self, numbers: list[int]) -> list[int]:
        """Drop statements one by one; return a conflict that engines consider minimal."""
        kept, needed = self._ray(numbers) or list(numbers), set[int]()
        while waiting := [k for k in kept if k not in needed]:
            tried = waiting[0]
            smaller = self._find_conflict([k for k in kept if k != tried], without=tried)
            if smaller is None:
                needed.add(tried)
                if tried in self.points:
                    self.points |= rotate(self.stated, kept, needed, tried, self.points[tried])
                    needed |= self.points.keys()
            else:
                kept = smaller
        return kept

    def _find_conflict(self, numbers: list[int], without: int | None = None) -> list[int] | None:
        """Return a conflict within ``numbers``, ``None`` if there is none or it is undecided.

        A point that an engine finds is stored in ``points`` for the statement ``without``.
        """
        support = self._ray(numbers)
        if support is not None:
            return support
        try:
            x = self.engine.point(numbers)
        except NoTimeLeft:
            return None
        if x is None:
            return numbers if self._is_credible(numbers) else None
        if without is not None:
            self.points[without] = x
        return None

    def _is_credible(self, numbers: list[int]) -> bool:
        """Return whether an engine's claim of a conflict is credible.

        With unbounded integers a quick proof is required, because a proof tree may be infinite.
        """
        if not has_open_integers(self.stated, numbers):
            return True
        form = self.stated.with_only(numbers)
        limits = self._limits(_QUICK_NODES)
        proof = proven_from(form, "open", WholeModel.of(form), None, None, limits)
        return isinstance(proof, ProvenModel) and proof.point is None and proof.complete

    def _ray(self, numbers: list[int]) -> list[int] | None:
        """Return the statements of a dual ray of the relaxation, or ``None`` if no ray is found."""
        try:
            return self.engine.support(numbers)
        except NoTimeLeft:
            return None

    def proven(self, numbers: list[int]) -> Conflict:
        """Return the conflict with a proof of infeasibility and the points found so far."""
        form = self.stated.with_only(numbers)
        whole = WholeModel.of(form)
        proof = proven_from(form, "conflict", whole, None, None, self._limits(_MOST_NODES))
        if isinstance(proof, Unproven) or proof.point is not None or not proof.complete:
            return Conflict(tuple(numbers), None, {})
        points = {}
        for number in numbers:
            point = self._exact(number, numbers, whole)
            if point is not None:
                points[number] = point
        return Conflict(tuple(numbers), proof, points)

    def _exact(self, number: int, numbers: list[int], whole: WholeModel) -> list[Number] | None:
        """Return an exact point that satisfies all ``numbers`` except ``number``."""
        others = [k for k in numbers if k != number]
        x = self.points.get(number)
        if x is not None:
            rows, every = (
                np.flatnonzero(self.stated.kept(numbers)[0]),
                self.stated.columns_of(numbers),
            )
            own = np.searchsorted(rows, self.stated.statements[number].rows)
            point = whole_point(whole, x[every], set(own.tolist()))
            if point is not None:
                places = np.searchsorted(every, self.stated.columns_of(others))
                return [point[k] for k in places.tolist()]
        return exact_form(self.stated, others, x, self._limits(_MOST_NODES))[2]

    def _limits(self, nodes: int) -> TreeLimits:
        return TreeLimits(self.run.should_stop, nodes, rounds=True)
