"""Variables of Pyomo that are laid out as an array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyomo.core as pyo
from numpy.typing import ArrayLike

from ...core.arrays import BoolArray, FloatArray
from ...core.linear import Term
from ...core.pyomo_insides import ArrayVar
from .arrays import Array
from .axes import IndexAxis, Keys

_SEVERAL = (slice, list, np.ndarray)  # what means several members of an axis


class Variables(ArrayVar):
    """An indexed variable of Pyomo over one or more axes, laid out as an array.

    ``where`` is true for the combinations that have a variable; without it all have one.  ``lower``
    and ``upper`` are numbers or arrays; the domain may bound the variables as well.
    """

    def __init__(
        self,
        *axes: Any,
        where: BoolArray | None = None,
        lower: ArrayLike | None = None,
        upper: ArrayLike | None = None,
        domain: pyo.Set = pyo.Reals,
        doc: str | None = None,
    ) -> None:
        super().__init__(*axes, domain=domain, dense=False, doc=doc)
        self.sets = axes
        self._where = where
        self._sides = lower, upper

    def construct(self, data: Any = None) -> None:
        """Make the variables."""
        if hasattr(self, "layout"):
            return
        super().construct(data)
        self.axes = [IndexAxis(members) for members in self.sets]
        shape = tuple(map(len, self.axes))
        where = np.ones(shape, dtype=np.bool_) if self._where is None else self._where
        if where.shape != shape:
            raise ValueError(f"{self.name} has the shape {shape}, its where {where.shape}")
        self.places = np.nonzero(where)
        self.layout = np.full(shape, -1, dtype=np.int64)
        self.layout[where] = np.arange(len(self.places[0]))
        sides = [np.asarray(np.nan if side is None else side) for side in self._sides]
        finite = [np.where(np.isinf(s), np.nan, s) if np.isinf(s).any() else s for s in sides]
        low, high = (np.broadcast_to(side, shape)[where] for side in finite)
        self.have(Keys(self.axes, self.places), low, high)

    def __getitem__(self, index: Any) -> Any:
        """Return one variable, or an `Array` where the index has slices, arrays or fewer axes."""
        parts = index if isinstance(index, tuple) else (index,)
        whole = len(parts) < len(self.axes) or any(isinstance(p, _SEVERAL) for p in parts)
        one = None if whole else self.at(index)
        if one is not None:
            return one
        if len(parts) > len(self.axes):
            raise KeyError(f"{self.name} has {len(self.axes)} axes, not {len(parts)}")
        numbers = (axis.numbers(part) for axis, part in zip(self.axes, parts, strict=False))
        places = self.layout[tuple(numbers)]
        if isinstance(places, np.integer):
            if places < 0:
                raise KeyError(f"{self.name} has no variable {index}")
            return self.members[places]
        return Array([Term(self, places, np.ones(()))], np.zeros(()))


def values(variables: Variables) -> FloatArray:
    """Return the values of the variables as an array; NaN if there is no variable or value."""
    array = np.full(variables.layout.shape, np.nan)
    array[variables.layout >= 0] = variables.values_now
    return array


def chosen(variables: Variables) -> BoolArray:
    """Return where binary variables are 1."""
    return values(variables) > 0.5


def set_values(variables: Variables, array: ArrayLike) -> None:
    """Give the variables the values in their places, to start from."""
    given = np.asarray(array, dtype=np.float64)
    variables.take_values(np.broadcast_to(given, variables.layout.shape)[variables.layout >= 0])
