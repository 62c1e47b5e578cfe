"""Rows put together statement by statement, for problems whose models have no words yet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from ....core.words import ChangeWords, Said, becomes, less, more, names, number, simply
from ....solvers.conflicts import FileStatement, StatedForm
from ....solvers.engines import FormBuilder

__all__ = ["Said", "StatementBuilder", "Terms", "becomes", "less", "more", "names", "number",
           "simply"]  # fmt: skip

Terms: TypeAlias = Sequence[tuple[int, float]]


@dataclass
class StatementBuilder(FormBuilder):
    """A form put together statement by statement."""

    statements: list[FileStatement] = field(default_factory=list)

    def say(
        self,
        family: str,
        member: str,
        words: str,
        terms: Terms,
        lower: float = -np.inf,
        upper: float = np.inf,
        change: ChangeWords | None = None,
        unit: Fraction = Fraction(1),
    ) -> None:
        """Add a statement that is one row."""
        self.say_rows(Said(family, member, words, change, unit), [(terms, lower, upper)])

    def say_rows(self, said: Said, rows: Iterable[tuple[Terms, float, float]]) -> None:
        """Add a statement that is several rows: terms, lower and upper side of each."""
        numbers = tuple(self.row(*row) for row in rows)
        family, member, words, change, unit, _ = said
        self.statements.append(FileStatement(family, member, words, numbers, (), change, unit))

    def stated(self) -> StatedForm:
        """Return the form with its statements."""
        return StatedForm(self.form(), tuple(self.statements))
