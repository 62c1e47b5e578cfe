"""Sums over arrays of variables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
        factor = _to_shape(factor, shape)
    terms = []
    for owner, places, coefficients in array.terms:
        spread = places if places.shape == shape else np.broadcast_to(places, shape)
        there = spread >= 0
        terms.append(Term(owner, spread[there], (factor * coefficients)[there]))
    constant = 0.0
    if array.constant.any():  # numbers if there is no variable may be NaN
        constant = float(np.broadcast_to(factor * array.constant, shape).sum())
    return Linear(terms, constant)


def row_sums(
    variables: Variables, rows: Sequence[Sequence[Any]], numbers: Sequence[ArrayLike] | None = None
) -> Array:
    """Return a sum per row of indices: its variables, each times the number in its place, or 1."""
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    there = np.arange(lengths.max(initial=0)) < lengths[:, None]
    places, factors = np.full(there.shape, -1), np.ones(there.shape)
    indices = [index for row in rows for index in row]
    axes = zip(*indices, strict=True) if len(variables.axes) > 1 else [indices]
    array = variables[tuple(map(np.array, axes))] if indices else None
    if array is not None:
        places[there] = array.terms[0].places
        factors[there] = 1.0 if numbers is None else np.concatenate(list(map(np.asarray, numbers)))
    terms = [Term(variables, *column) for column in zip(places.T, factors.T, strict=True)]
    return Array(terms, np.zeros(len(rows)))


def _to_shape(numbers: FloatArray, shape: tuple[int, ...]) -> FloatArray:
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
