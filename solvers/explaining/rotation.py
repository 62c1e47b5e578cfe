"""Points that lack one statement each, made of one another without an engine.

A point that breaks one statement only is changed in one column of yes and no, so that it keeps this
statement.  Where the change breaks one other statement and nothing else, that one is needed too.
Belov and Marques-Silva, "Accelerating MUS extraction with recursive model rotation", 2011.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from .stated import StatedForm

_BACKGROUND, _DROPPED = -1, -2
_TOLERANCE = 1e-9  # of a side: a point in fractions is asked for in the end


def rotate(
    stated: StatedForm, kept: Collection[int], known: set[int], first: int, point: FloatArray
) -> dict[int, FloatArray]:
    """Return points without one statement each, as far as they follow from that without ``first``.

    The search ends when every statement has one, or is ``known`` to have one.
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
    """Rows with their owners: a statement's number, or who is never or no longer blamed."""

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
        """Return a point in which a column of yes and no is 1 only where a 0 breaks something."""
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
        """Yield other statements, each with a point that breaks it alone, one column from ``x``."""
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
        """Return the one statement that is broken after a step of a column, if it is one."""
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
        """Return the rows of some entries of the matrix."""
        return self.form.matrix.indices[entries].astype(np.int64)

    def _is_broken(self, rows: IntArray, activity: FloatArray) -> BoolArray:
        broken: BoolArray = (activity < self.low[rows]) | (activity > self.high[rows])
        return broken
