"""Families of constraints whose rule is called once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, IntArray
from ...core.linear_rows import Family, Rows
from .arrays import rows_between
from .axes import IndexAxis, Keys
from .variables import Variables


def family(
    model: pyo.Block, *over: Any, where: BoolArray | Sequence[IntArray] | None = None
) -> Callable[[Callable[..., Any]], Family]:
    """Make a constraint of a rule that is called once, with arrays of all its indices.

    ``over`` is a `Variables`, or several sets, each an axis: an array of indices per axis is
    passed, where numbers stand for names.  ``where`` is true where there is a constraint, or holds
    the places as `numpy.nonzero` gives them.  Or ``over`` is one list or set of indices, whose
    entries are passed as they are.
    """
    sets, keys, indices = _indices(over, where)

    def made(rule: Callable[..., Any]) -> Family:
        rows = rule(*indices) if keys else Rows([], np.empty(0), np.empty(0))
        if isinstance(rows, tuple):
            rows = rows_between(*rows)
        if not isinstance(rows, Rows) or rows.shape != (len(keys),):
            raise ValueError(f"{rule.__name__} does not give one constraint per index")
        component = Family(*sets, keys=keys, rows=rows, doc=rule.__doc__)
        model.add_component(rule.__name__, component)
        return component

    return made


def _indices(over: Any, where: Any) -> tuple[Sequence[Any], Collection[Any], list[Any]]:
    """Return the sets of a family, its indices as Pyomo has them, and the arguments of its rule."""
    first = over[0]
    if len(over) == 1 and not isinstance(first, Variables):
        keys = list(first)
        tuples = [key if isinstance(key, tuple) else (key,) for key in keys]
        return over, keys, [np.array(column) for column in zip(*tuples, strict=True)]
    if isinstance(first, Variables):
        sets, axes, exists = first.sets, first.axes, first.layout >= 0
    else:
        sets, axes = over, [IndexAxis(members) for members in over]
        exists = np.ones(tuple(map(len, axes)), dtype=np.bool_) if where is None else where
    if isinstance(where, np.ndarray):
        exists = exists & where
    places = np.nonzero(exists) if isinstance(exists, np.ndarray) else list(map(np.array, exists))
    given = [axis.indices(numbers) for axis, numbers in zip(axes, places, strict=True)]
    return sets, Keys(axes, places), given
