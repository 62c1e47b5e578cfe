"""Variables and constraints of a model one after the other, made only when somebody looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from ...core.arrays import IntArray
from ...core.pyomo_insides import ArrayConstraint, ArrayVar

Part: TypeAlias = ArrayConstraint | ArrayVar | list[Any]  # a late component, or members


def part_of(component: Any) -> Part:
    """Return the component where it is late, else its members, with those it has dropped."""
    if isinstance(component, ArrayConstraint | ArrayVar):
        return component if component.is_late else component.members
    return list(component.values())


def members_of(part: Part) -> list[Any]:
    """Return the members of a part, which are made if it is late."""
    return part if isinstance(part, list) else part.members


class Members(Sequence[Any]):
    """The members of parts in order, or those of them that are ``kept``, in order as well."""

    def __init__(self, parts: Sequence[Part], kept: IntArray | None = None) -> None:
        self.parts, self.kept = parts, kept

    @cached_property
    def _members(self) -> tuple[Any, ...]:
        made: list[Any] = []
        first = 0
        for part in self.parts:
            own = np.arange(len(part))
            if self.kept is not None:
                own = self.kept[(self.kept >= first) & (self.kept < first + len(part))] - first
            first += len(part)
            if len(own):
                members = members_of(part)
                made += members if len(own) == len(members) else [members[k] for k in own.tolist()]
        return tuple(made)

    def __len__(self) -> int:
        return sum(map(len, self.parts)) if self.kept is None else len(self.kept)

    def __getitem__(self, place: Any) -> Any:
        return self._members[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._members)

    def only(self, kept: IntArray) -> Members:
        """Return those of the members in these places."""
        return Members(self.parts, kept if self.kept is None else self.kept[kept])

    def joined(self, arrays: list[Any]) -> Any:
        """Return what arrays, one of each part, say of the members."""
        every = np.concatenate(arrays) if arrays else np.empty(0)
        return every if self.kept is None else every[self.kept]
