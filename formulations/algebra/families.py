"""Families of constraints whose rule is called once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyomo.environ as pyo

from ...core.arrays import BoolArray
from ...core.linear_rows import Family, Rows
from .arrays import rows_between
from .variables import Variables


def family(
    model: pyo.Block, over: Any, *, where: BoolArray | None = None
) -> Callable[[Callable[..., Any]], Family]:
    """Make a constraint of a rule that is called once, with arrays of all its indices.

    ``over`` is a `Variables`, whose indices are passed as numbers that count each axis from 0;
    ``where`` leaves out those where it is false.  Or it is a list or set of indices, whose entries
    are passed as they are.
    """

    def made(rule: Callable[..., Any]) -> Family:
        keys = list(over)
        if isinstance(over, Variables):
            kept = slice(None) if where is None else np.flatnonzero(where[over.places])
            indices: Sequence[Any] = [along[kept] for along in over.places]
            keys = keys if where is None else [keys[k] for k in kept]
            sets = over.axes
        else:
            sets = (over,)
            tuples = [key if isinstance(key, tuple) else (key,) for key in keys]
            indices = [np.array(column) for column in zip(*tuples, strict=True)]
        rows = rule(*indices) if keys else Rows([], np.empty(0), np.empty(0))
        if isinstance(rows, tuple):
            rows = rows_between(*rows)
        if not isinstance(rows, Rows) or rows.shape != (len(keys),):
            raise ValueError(f"{rule.__name__} does not give one constraint per index")
        component = Family(*sets, keys=keys, rows=rows, doc=rule.__doc__)
        model.add_component(rule.__name__, component)
        return component

    return made
