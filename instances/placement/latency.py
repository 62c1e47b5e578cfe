"""Latencies: a matrix, or the compact linear form."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ...core.arrays import ArrayRule, FloatArray, number_array
from ...core.compact_latency import array_or_linear
from ...core.given import Given, MaybeFloats, Numbers
from ...core.schema import Part

NonNegativeVector = Annotated[FloatArray, *number_array(1, at_least=0)]
MaybeVector = Annotated[MaybeFloats, *number_array(1, at_least=0, optional=True)]


class LinearTerms(Part):
    """``L_ij = fixed_j + per_row_j * rows_i``, in floating point as written."""

    rows: NonNegativeVector
    per_row: NonNegativeVector
    fixed: NonNegativeVector


class LinearLatency(Part):
    """The compact form of a latency matrix, never materialised where a method can do without."""

    linear: LinearTerms

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of instances and machines."""
        return len(self.linear.rows), len(self.linear.per_row)

    def block(self, rows: slice) -> FloatArray:
        """Return the latencies of some instances on all machines."""
        terms = self.linear
        dense: FloatArray = terms.rows[rows, None] * terms.per_row[None, :] + terms.fixed[None, :]
        return dense


_MATRIX = ArrayRule(ndim=2, above=0, nullable=True)

Latency: TypeAlias = Annotated[
    Given[FloatArray | LinearLatency, Numbers | LinearLatency],
    *array_or_linear(_MATRIX, LinearLatency, LinearTerms),
]
