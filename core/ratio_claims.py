"""Claims about linear forms on a polyhedron, proven by integral multipliers of its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Any, TypeAlias

from .symbolic import Row, Rows, opposite

Form: TypeAlias = tuple[Any, ...]
Combination: TypeAlias = list[int]  # index, multiplier, index, multiplier, ...


@dataclass(frozen=True)
class RatioClaim:
    """The claim that some large form is at most the ratio times some small form.

    It holds for inputs that satisfy the rows, which may be none; without forms, they must be none.
    """

    rows: Rows
    large: tuple[Form, ...] = ()
    small: tuple[Form, ...] = ()
    competitor: Any = None

    @cached_property
    def forms(self) -> list[Form]:
        """All forms that a proof adds up to zero: rows, large forms, small forms with minus."""
        return [*(row for row, _ in self.rows), *self.large, *map(opposite, self.small)]

    @property
    def levels(self) -> set[int]:
        """The forms that a proof must use: large ones, or else strict rows."""
        first, strict = len(self.rows), {i for i, row in enumerate(self.rows) if row[1]}
        return set(range(first, first + len(self.large))) or strict

    def ratio(self, proof: Combination) -> Fraction | None:
        """Return the ratio that coprime multipliers prove; 0 if there are no inputs.

        If they prove nothing, return ``None``.
        """
        pairs = list(zip(proof[::2], proof[1::2], strict=True))
        forms, first, last = self.forms, len(self.rows), len(self.rows) + len(self.large)
        are_valid = (type(i) is type(m) is int and 0 <= i < len(forms) and m > 0 for i, m in pairs)
        if not all(are_valid) or gcd(*proof[1::2]) != 1:
            return None
        columns = zip(*(forms[i] for i, _ in pairs), strict=True)
        if any(sum(a * m for a, (_, m) in zip(c, pairs, strict=True)) for c in columns):
            return None
        upper = sum(m for i, m in pairs if first <= i < last)
        lower = sum(m for i, m in pairs if i >= last)
        if upper > 0:
            return Fraction(lower, upper)
        is_empty = any(i < first and self.rows[i][1] for i, m in pairs)
        return Fraction(0) if is_empty and not lower else None


def value_at(form: Form, point: Sequence[Fraction]) -> Any:
    """Return the value of a form at a point, whose last entry scales the constant."""
    return sum(a * x for a, x in zip(form, point, strict=True) if a)


def holds(row: Row, strict: bool, point: Sequence[Fraction]) -> bool:
    """Return whether a row is satisfied at a point."""
    value = value_at(row, point)
    return bool(value > 0 or (value == 0 and not strict))


@dataclass(frozen=True)
class Piece:
    """The cost of a decision on a part of the inputs: the extreme of linear forms.

    ``rows`` hold in this part.  The decision is feasible if the ``needs`` are at least 0; without
    ``forms`` it is infeasible in the whole part.
    """

    rows: tuple[tuple[Row, bool], ...]
    needs: tuple[Row, ...]
    forms: tuple[Form, ...]


def piece_at(pieces: Sequence[Piece], point: Sequence[Fraction]) -> Piece | None:
    """Return the piece that holds at a point, if the decision is feasible there."""
    for piece in pieces:
        rows = [*piece.rows, *((row, False) for row in piece.needs)]
        if piece.forms and all(holds(*row, point) for row in rows):
            return piece
    return None


def missing_side(rows: Rows, row: Row, strict: bool, side: str, tie: bool) -> RatioClaim:
    """Return the claim that a side of a comparison has no inputs, or only ties.

    An equality is the side ``no`` of a ``tie``; it has only ties, so that it must have no inputs.
    """
    form, is_strict = (row, strict) if side == "yes" else (opposite(row), not strict)
    is_equality = tie and side == "no"
    return RatioClaim([*rows, (form, is_strict)]) if is_equality else RatioClaim(rows, (form,))


def leaves_of(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each leaf of a tree with the nodes on its path, and their sides.

    A node without a side is a leaf without a decision.
    """
    sides = [side for side in ("yes", "no") if side in node and "cut" not in node[side]]
    if not sides:
        yield path, node
    for side in sides:
        yield from leaves_of(node[side], (*path, (node, side)))
