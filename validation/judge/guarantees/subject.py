"""The subject of a guarantee: a method, the family of its inputs, and all competing decisions."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import lcm
from pathlib import Path
from typing import Any, TypeAlias

from ....core.faults import InputError, input_error
from ....core.plain import plain_data
from ..forms import Decision
from ..symbolic import NotLinearError, Row, Tracer
from .family import InputFamily, Rows
from .statements import MOST_DECISIONS, Piece, ProblemStatement, pieces_of

Form: TypeAlias = tuple[Any, ...]
Combination: TypeAlias = list[int]  # index, multiplier, index, multiplier, ...
_JUDGE = str(Path(__file__).parents[1])
_LIBRARIES = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))


@dataclass(frozen=True)
class Inequality:
    """A part of a comparison: the rows in which it holds, and the forms of both sides.

    The guarantee holds here if the extreme of ``large`` is at most the ratio times that of
    ``small``; one of the two has a single form.
    """

    rows: Rows
    large: tuple[Form, ...]
    small: tuple[Form, ...]


class Subject:
    """A method on a family of instances, with the statement of its problem."""

    def __init__(
        self,
        family: InputFamily,
        form: type[Decision],
        sense: str,
        statement: ProblemStatement,
        method: Callable[[Any], Any],
    ) -> None:
        self.family, self.form, self.sense = family, form, sense
        self.statement, self.method = statement, method
        self._pieces: dict[str, list[Piece]] = {}

    def competitors(self) -> list[tuple[Any, list[Piece]]]:
        """Return a decision for each different cost, with its pieces; refuse too many decisions."""
        instance = self.family.instance
        size = self.statement.count(instance)
        if size is None:
            size = sum(1 for _ in islice(self.statement.decisions(instance), MOST_DECISIONS + 1))
        if size > MOST_DECISIONS:
            count = f"more than {MOST_DECISIONS:,}" if size == MOST_DECISIONS + 1 else f"{size:,}"
            rule = f"has {count} decisions; at most {MOST_DECISIONS:,} can be compared"
            raise input_error("instance", rule, instance.name)
        distinct: dict[Any, tuple[Any, list[Piece]]] = {}
        for decision in self.statement.decisions(instance):
            form = self.read(decision)
            pieces = [piece for piece in self._pieces_of(form) if piece.forms]
            if pieces:
                distinct.setdefault(tuple(pieces), (form.as_document(), pieces))
        return list(distinct.values())

    def read(self, decision: Any) -> Decision:
        """Return a decision as its form; refuse one that does not fit."""
        document = plain_data(decision)
        form = self.form.read(document, self.family.instance)
        if isinstance(form, list):
            raise InputError("decision", [input_error(v.where, v.message).faults[0] for v in form])
        return form

    def pieces(self, document: Any) -> list[Piece]:
        """Return the pieces of the cost of a decision document."""
        key = repr(document)
        if key not in self._pieces:
            self._pieces[key] = self._pieces_of(self.read(document))
        return self._pieces[key]

    def _pieces_of(self, form: Decision) -> list[Piece]:
        with _explained("check"):
            return pieces_of(self.family, self.statement.check, self.sense, form)

    def decide(self, tracer: Tracer, **labels: Any) -> Any:
        """Run the method on symbolic inputs; return its decision as a document."""
        instance = self.family.symbolic(tracer, **labels)
        with _explained("method"):
            decision = self.method(instance)
        return self.read(decision).as_document()

    def parts(self, rows: Rows, own: Piece, pieces: list[Piece]) -> Iterator[Inequality]:
        """Yield the parts of the comparison of a decision with a competitor."""
        for piece in pieces:
            known = [*rows, *piece.rows, *((row, False) for row in piece.needs)]
            if self.sense == "minimize":
                yield from (Inequality(known, (form,), piece.forms) for form in own.forms)
            else:
                yield from (Inequality(known, piece.forms, (form,)) for form in own.forms)

    def ratio_at(self, point: list[Fraction]) -> tuple[Fraction, Fraction]:
        """Return the method's cost at a point, and the optimum there."""
        document = self.decide(self.family.tracer(answer_at(point)))
        cost = self._cost_at(self.pieces(document), point)
        costs = [self._cost_at(pieces, point) for _, pieces in self.competitors()]
        pick = min if self.sense == "minimize" else max
        best = pick(each for each in costs if each is not None)
        if cost is None:
            raise input_error("method", "returns an infeasible decision", document)
        return cost, best

    def _cost_at(self, pieces: list[Piece], point: list[Fraction]) -> Fraction | None:
        piece = piece_at(pieces, point)
        return None if piece is None else self.extreme_at(piece, point)

    def extreme_at(self, piece: Piece, point: list[Fraction]) -> Fraction:
        """Return the cost of a piece at a point."""
        pick = max if self.sense == "minimize" else min
        return Fraction(pick(value_at(form, point) for form in piece.forms))


def piece_at(pieces: list[Piece], point: list[Fraction]) -> Piece | None:
    """Return the piece that holds at a point, if the decision is feasible there."""
    for piece in pieces:
        is_here = all(holds(row, strict, point) for row, strict in piece.rows)
        if piece.forms and is_here and all(value_at(row, point) >= 0 for row in piece.needs):
            return piece
    return None


def value_at(form: Form, point: list[Fraction]) -> Any:
    """Return the value of a form at a point, whose last entry scales the constant."""
    return sum(a * x for a, x in zip(form, point, strict=True) if a)


def holds(row: Row, strict: bool, point: list[Fraction]) -> bool:
    """Return whether a row is satisfied at a point."""
    value = value_at(row, point)
    return bool(value > 0 or (value == 0 and not strict))


def answer_at(point: list[Fraction]) -> Callable[[Row, bool, bool], bool]:
    """Return the answers of a tracer at a point."""
    return lambda row, strict, _: holds(row, strict, point)


def is_identity(combination: Combination, forms: list[Form]) -> bool:
    """Return whether multipliers >= 0 of some forms add them up to zero."""
    pairs = list(zip(combination[::2], combination[1::2], strict=True))
    if any(type(m) is not int or type(i) is not int or m < 0 for i, m in pairs):
        return False
    if not all(0 <= i < len(forms) for i, _ in pairs):
        return False
    columns = zip(*(forms[i] for i, _ in pairs), strict=True)
    return all(sum(a * m for a, (_, m) in zip(c, pairs, strict=True)) == 0 for c in columns)


def whole_forms(forms: tuple[Form, ...], scale: int) -> list[Form]:
    """Return forms times a number, with integers as such."""
    scaled = [[a * scale for a in form] for form in forms]
    return [tuple(int(a) if a.denominator == 1 else a for a in form) for form in scaled]


def common_scale(forms: tuple[Form, ...]) -> int:
    """Return the least common denominator of forms."""
    return lcm(1, *(a.denominator for form in forms for a in form))


@contextmanager
def _explained(role: str) -> Iterator[None]:
    """Context manager: an exception of a user's code becomes an `InputError` with its place."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # whatever a user's code raises has its place
        frames = [
            f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<")
        ]
        own = [f for f in frames if not f.filename.startswith((_JUDGE, *_LIBRARIES))]
        last = (own or frames)[-1]
        kind = "" if isinstance(error, NotLinearError) else f"{type(error).__name__}: "
        words = f"{Path(last.filename).name}:{last.lineno}: {kind}{error}"
        raise input_error(role, words) from error
