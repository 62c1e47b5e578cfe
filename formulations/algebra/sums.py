"""Sums over arrays of variables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...core.arrays import FloatArray
from ...core.linear import Linear, Term
from .arrays import Array, as_array
from .variables import Variables


def total(*arrays: Variables | Array) -> Linear:
    """Return the sum of all variables in the arrays."""
    parts = [dot(1.0, array) for array in arrays]
    return Linear([t for part in parts for t in part.terms], sum(part.offset for part in parts))


def dot(numbers: ArrayLike, variables: Variables | Array) -> Linear:
    """Return the sum of all variables in the array, each times the number in its place."""
    array = as_array(variables)
    shape, factor = array.shape, np.asarray(numbers, dtype=np.float64)
    if factor.shape != shape:
        factor = _spread(factor, shape)
    terms = []
    for owner, places, coefficients in array.terms:
        spread = places if places.shape == shape else np.broadcast_to(places, shape)
        there = spread >= 0
        terms.append(Term(owner, spread[there], (factor * coefficients)[there]))
    constant = 0.0
    if array.constant.any():  # numbers if there is no variable may be NaN
        constant = float(np.broadcast_to(factor * array.constant, shape).sum())
    return Linear(terms, constant)


def _spread(numbers: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    try:
        return np.broadcast_to(numbers, shape)
    except ValueError:
        rule = f"numbers of shape {numbers.shape} times variables of shape {shape}"
        raise ValueError(rule) from None


def padded(rows: Sequence[ArrayLike]) -> FloatArray:
    """Return rows of several lengths as one array, NaN behind their ends."""
    lengths = [np.size(row) for row in rows]
    array = np.full((len(rows), max(lengths, default=0)), np.nan)
    for into, row, length in zip(array, rows, lengths, strict=True):
        into[:length] = row
    return array
