"""The subject of a guarantee: a method, the family of its inputs, and all competing decisions."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import gcd
from pathlib import Path
from typing import Any, TypeAlias

from ....core.faults import InputError, input_error
from ....core.plain import plain_data
from ..forms import Decision
from ..symbolic import Halt, NotLinearError, Row, Tracer, opposite
from .family import InputFamily, Rows
from .statements import MOST_DECISIONS, Piece, ProblemStatement, pieces_of

Form: TypeAlias = tuple[Any, ...]
Combination: TypeAlias = list[int]  # index, multiplier, index, multiplier, ...
Competitors: TypeAlias = list[tuple[Any, list[Piece]]]
_LIBRARIES = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib"))
_FOREIGN = str(Path(__file__).parents[1]), *_LIBRARIES, "<"


@dataclass(frozen=True)
class Inequality:
    """The claim that some large form is at most the ratio times some small form.

    It holds for inputs that satisfy the rows, which may be none; without forms, they must be none.
    """

    rows: Rows
    large: tuple[Form, ...] = ()
    small: tuple[Form, ...] = ()
    competitor: Any = None

    @property
    def forms(self) -> list[Form]:
        """All forms that a proof adds up to zero: rows, large forms, small forms with minus."""
        return [*(row for row, _ in self.rows), *self.large, *map(opposite, self.small)]

    def ratio(self, proof: Combination) -> Fraction | None:
        """Return the ratio that coprime multipliers prove; 0 if there are no inputs.

        If they prove nothing, return ``None``.
        """
        pairs = list(zip(proof[::2], proof[1::2], strict=True))
        forms, first, last = self.forms, len(self.rows), len(self.rows) + len(self.large)
        if not all(type(i) is type(m) is int and 0 <= i < len(forms) and m > 0 for i, m in pairs):
            return None
        if gcd(*proof[1::2]) != 1:
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
        self.failure: InputError | None = None  # of the last run of the method
        self._pieces: dict[str, list[Piece]] = {}
        self.competitors = self._competitors()

    def _competitors(self) -> Competitors:
        """Return a decision for each different cost, with its pieces; refuse too many decisions."""
        instance = self.family.instance
        count, every = self.statement.decisions(instance)
        listed = [] if (count or 0) > MOST_DECISIONS else list(islice(every, MOST_DECISIONS + 1))
        if not 0 < len(listed) <= MOST_DECISIONS:
            size = f"more than {MOST_DECISIONS:,}" if count is None else f"{count:,}"
            rule = f"has {size} decisions; from 1 to {MOST_DECISIONS:,} can be compared"
            raise input_error("instance", rule if listed or count else "has no decision")
        distinct: dict[Any, tuple[Any, list[Piece]]] = {}
        for decision in listed:
            form = self._read(decision)
            pieces = [piece for piece in self._pieces_of(form) if piece.forms]
            distinct.setdefault(tuple(pieces), (form, pieces))
        kept = [(form.as_document(), pieces) for form, pieces in distinct.values() if pieces]
        if not kept:
            raise input_error("instance", "has no feasible decision", instance.name)
        return kept

    def _read(self, decision: Any) -> Any:
        form = self.form.read(plain_data(decision), self.family.instance)
        if isinstance(form, list):
            raise input_error(form[0].where, form[0].message)
        return form

    def _pieces_of(self, form: Any) -> list[Piece]:
        try:
            return pieces_of(self.family, self.statement.check, self.sense, form)
        except Exception as error:  # whatever a user's code raises has its place
            raise _with_place("check", error) from error

    def pieces(self, document: Any) -> list[Piece]:
        """Return the pieces of the cost of a decision; a failure has one infeasible piece."""
        if document is None:
            return [Piece((), (), ())]
        key = repr(document)
        if key not in self._pieces:
            self._pieces[key] = self._pieces_of(self._read(document))
        return self._pieces[key]

    def decide(self, tracer: Tracer, **labels: Any) -> Any:
        """Run the method on symbolic inputs; return its decision as a document.

        If the method fails, return ``None``, and keep the reason as `failure`.
        """
        try:
            return self._read(self.method(self.family.symbolic(tracer, **labels))).as_document()
        except Halt as halt:
            raise halt.args[0] from None
        except Exception as error:  # whatever a user's code raises has its place
            self.failure = _with_place("method", error)
            if isinstance(error, NotLinearError):
                raise self.failure from error
        return None

    def claims(self, rows: Rows, decision: Any) -> Iterator[Inequality]:
        """Yield the claims about a path: the decision is feasible, and each competitor's ratio.

        Where the method has no feasible decision, no competitor must have one.
        """
        for own in self.pieces(decision):
            known = [*rows, *own.rows]
            yield from (Inequality(known, (opposite(need),)) for need in own.needs)
            for competitor, pieces in self.competitors:
                for other in pieces:
                    both = [*known, *other.rows, *((row, False) for row in other.needs)]
                    sides = [((form,), other.forms) for form in own.forms] or [((), ())]
                    for one, many in sides:
                        pair = (one, many) if self.sense == "minimize" else (many, one)
                        yield Inequality(both, *pair, competitor)

    def costs_at(self, point: Sequence[Fraction]) -> tuple[Fraction, Fraction] | None:
        """Return the larger and the smaller of cost and optimum at a point, as the sense orders."""
        decision = self.decide(self.family.tracer(lambda row, strict, _: holds(row, strict, point)))
        own = piece_at(self.pieces(decision), point)
        others = [piece_at(pieces, point) for _, pieces in self.competitors]
        values = [self.cost(piece, point) for piece in others if piece is not None]
        if own is None or not values:
            return None
        if self.sense == "minimize":
            return self.cost(own, point), min(values)
        return max(values), self.cost(own, point)

    def cost(self, piece: Piece, point: Sequence[Fraction]) -> Fraction:
        """Return the cost of a piece at a point."""
        pick = max if self.sense == "minimize" else min
        return Fraction(pick(value_at(form, point) for form in piece.forms))


def piece_at(pieces: Sequence[Piece], point: Sequence[Fraction]) -> Piece | None:
    """Return the piece that holds at a point, if the decision is feasible there."""
    for piece in pieces:
        rows = [*piece.rows, *((row, False) for row in piece.needs)]
        if piece.forms and all(holds(*row, point) for row in rows):
            return piece
    return None


def value_at(form: Form, point: Sequence[Fraction]) -> Any:
    """Return the value of a form at a point, whose last entry scales the constant."""
    return sum(a * x for a, x in zip(form, point, strict=True) if a)


def holds(row: Row, strict: bool, point: Sequence[Fraction]) -> bool:
    """Return whether a row is satisfied at a point."""
    value = value_at(row, point)
    return bool(value > 0 or (value == 0 and not strict))


def _with_place(role: str, error: Exception) -> InputError:
    """Return the error of a user's code as an `InputError` with file and line."""
    if isinstance(error, InputError):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_FOREIGN)]
    last = (own or frames)[-1]
    kind = "" if isinstance(error, NotLinearError) else f"{type(error).__name__}: "
    return input_error(role, f"{Path(last.filename).name}:{last.lineno}: {kind}{error}")
