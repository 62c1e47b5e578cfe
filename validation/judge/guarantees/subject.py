"""The subject of a guarantee: a method, the family of its inputs, and all competing decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from ....core.faults import InputError, input_error
from ....core.input_family import InputFamily, error_with_place
from ....core.plain import plain_data
from ....core.ratio_claims import Form, Piece, RatioClaim, holds, piece_at, value_at
from ....core.symbolic import NotLinearError, Rows, RunEnd, Tracer, opposite
from ..forms import Decision
from .statements import MOST_DECISIONS, ProblemStatement, pieces_of

Competitors: TypeAlias = list[tuple[Any, list[Piece]]]


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
        self._decisions, self._check = statement
        self.method = method
        self.failure: InputError | None = None  # of the last run of the method
        self.tick: Callable[[], None] = lambda: None  # called before each decision
        self._pieces = {"None": [Piece((), (), ())]}  # of decisions, and of a failure

    @cached_property
    def competitors(self) -> Competitors:
        """A decision for each different cost, with its pieces; too many decisions are refused."""
        count, every = self._decisions(self.family.largest())
        listed = [] if (count or 0) > MOST_DECISIONS else list(islice(every, MOST_DECISIONS + 1))
        if (count or len(listed)) > MOST_DECISIONS:
            size = "more" if count is None else f"{count:,}"
            raise input_error("instance", f"has {size} decisions, above {MOST_DECISIONS:,}")
        distinct: dict[Any, tuple[Any, list[Piece]]] = {}
        for form in map(self._read, listed):
            self.tick()
            pieces = [piece for piece in self._pieces_of(form) if piece.forms]
            distinct.setdefault(tuple(pieces), (form.as_document(), pieces))
        kept = [each for pieces, each in distinct.items() if pieces]
        if not kept:
            raise input_error("instance", "has no feasible decision")
        return kept

    def _read(self, decision: Any) -> Any:
        form = self.form.read(plain_data(decision), self.family.instance)
        if isinstance(form, list):
            raise input_error(form[0].where, form[0].message)
        return form

    def _pieces_of(self, form: Any) -> list[Piece]:
        try:
            return pieces_of(self.family, self._check, self.sense, form)
        except Exception as error:  # whatever a user's code raises has its place
            raise error_with_place("check", error) from error

    def pieces(self, document: Any) -> list[Piece]:
        """Return the pieces of the cost of a decision; a failure has one infeasible piece."""
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
        except RunEnd as halt:
            raise halt.args[0] from None
        except Exception as error:  # whatever a user's code raises has its place
            self.failure = error_with_place("method", error)
            if isinstance(error, NotLinearError):
                raise self.failure from error
        return None

    def decide_at(self, point: Sequence[Fraction]) -> tuple[Piece | None, Rows]:
        """Run the method at a point; return the piece of its decision, and the rows of its path."""
        tracer = self.family.tracer(lambda row, strict, _: holds(row, strict, point))
        decision = self.decide(tracer)
        return piece_at(self.pieces(decision), point), tracer.rows

    def claims(self, rows: Rows, decision: Any) -> Iterator[RatioClaim]:
        """Yield the claims about a path: the decision is feasible, and each competitor's ratio.

        Where the method has no feasible decision, no competitor must have one.  Claims of a ratio
        of 1 that need no proof are left out, but not those against the decision itself.
        """
        sign = 1 if self.sense == "minimize" else -1
        possible = [piece for piece in self.pieces(decision) if piece.forms]
        for own in self.pieces(decision):
            known = [*rows, *own.rows]
            yield from (RatioClaim(known, (opposite(need),)) for need in own.needs)
            for competitor, pieces in self.competitors:
                for other in pieces:
                    both = [*known, *other.rows, *((row, False) for row in other.needs)]
                    for form in own.forms:
                        if is_beyond(form, other.forms, sign) and pieces != possible:
                            continue
                        one, many = (form,), other.forms
                        large, small = (one, many) if self.sense == "minimize" else (many, one)
                        yield RatioClaim(both, large, small, competitor)
                    if not own.forms:
                        yield RatioClaim(both, competitor=competitor)

    def costs_at(self, point: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
        """Return the larger and the smaller of cost and optimum at a point; 0 and 1 if none."""
        own, _ = self.decide_at(point)
        others = (piece_at(pieces, point) for _, pieces in self.competitors)
        values = [self.cost(piece, point) for piece in others if piece is not None]
        if own is None or not values:
            return Fraction(0), Fraction(1)
        minimises, cost = self.sense == "minimize", self.cost(own, point)
        return (cost, min(values)) if minimises else (max(values), cost)

    def cost(self, piece: Piece, point: Sequence[Fraction]) -> Fraction:
        """Return the cost of a piece at a point."""
        pick = max if self.sense == "minimize" else min
        return Fraction(pick(value_at(form, point) for form in piece.forms))


def is_beyond(form: Form, others: Sequence[Form], sign: int) -> bool:
    """Return whether another form only has a constant that is not smaller (-1: not larger)."""
    return any(o[:-1] == form[:-1] and (o[-1] - form[-1]) * sign >= 0 for o in others)
