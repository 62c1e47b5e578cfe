"""The axes of an array of variables, and the meaning of an index along them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ...core.arrays import IntArray
from ...core.pyomo_insides import normalize_index


class IndexAxis:
    """The members of one axis: whole numbers, or names, which numbers count from 0."""

    def __init__(self, members: Iterable[Any]) -> None:
        self.members = list(members)
        self._counts = self.members == list(range(len(self.members)))
        self._named = not any(isinstance(member, int) for member in self.members)
        self._numbers = {member: k for k, member in enumerate(self.members)}
        if self._named:
            self._numbers |= {k: k for k in range(len(self.members))}

    def __len__(self) -> int:
        return len(self.members)

    def numbers(self, index: Any) -> Any:
        """Return the numbers, counted from 0, that an index means; slices stay unchanged."""
        if isinstance(index, slice):
            return index
        found = np.asarray(index)
        if found.dtype == np.bool_:
            return found
        if not self._counts or found.dtype.kind not in "iu":
            looked_up = [self._numbers[each] for each in found.ravel().tolist()]
            found = np.array(looked_up, dtype=np.int64).reshape(found.shape)
        elif found.size and found.min() < 0:
            raise KeyError(f"an index is not negative: {index}")
        return found if found.ndim else found[()]

    def members_at(self, numbers: IntArray) -> list[Any]:
        """Return the members that these numbers count."""
        counted: list[Any] = numbers.tolist()
        return counted if self._counts else [self.members[k] for k in counted]

    def indices(self, numbers: IntArray) -> IntArray:
        """Return the members that these numbers count; numbers of names stay unchanged."""
        if self._counts or self._named:
            return numbers
        return np.array(self.members, dtype=np.int64)[numbers]


class Keys(Collection[Any]):
    """The members of each axis in these places, as the indices of Pyomo."""

    def __init__(self, axes: Sequence[IndexAxis], places: Sequence[IntArray]) -> None:
        self._axes, self._places = axes, places

    def __len__(self) -> int:
        return len(self._places[0])

    def __contains__(self, key: object) -> bool:
        return key in list(self)

    def __iter__(self) -> Iterator[Any]:
        pairs = zip(self._axes, self._places, strict=True)
        columns = [axis.members_at(numbers) for axis, numbers in pairs]
        if len(columns) == 1:
            return iter(columns[0])
        keys = zip(*columns, strict=True)
        nested = any(isinstance(axis.members[0], tuple) for axis in self._axes if axis.members)
        return map(normalize_index, keys) if nested else keys
