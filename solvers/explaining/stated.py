"""A linear program made of statements: what a file says, and a person can change.

A statement is a set of rows, or the demand that some variables are whole.  Rows and bounds that
belong to no statement are the background, which is never blamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from scipy.sparse import csc_array

from ...core.arrays import BoolArray, IntArray
from ...core.faults import Fault, InputError
from ..engines import FormBuilder, StandardForm
from ..proving import Number

ChangeWords: TypeAlias = Callable[[Number], str]
Terms: TypeAlias = Sequence[tuple[int, float]]

MOST_ENTRIES = 1_000_000  # of a program: a proof of more is not read by the verifier either


def refuse_large(entries: int) -> None:
    """Raise for a program of statements that is too large, before it is built."""
    if entries > MOST_ENTRIES:
        rule = f"the program of its statements has {entries:,} entries, at most {MOST_ENTRIES:,}"
        raise InputError("too large to be explained", [Fault("size", rule)])


@dataclass(frozen=True)
class FileStatement:
    """One thing that is said: its family, its member (empty: the family is one thing), its words.

    ``rows`` are dropped together with it, ``whole`` are the columns that it wants in whole numbers.
    Its rows give way together, by one amount.  ``unit`` is what 1 in a row is in the file;
    ``change`` puts an amount of the file into words, negative for a lower side.
    """

    family: str
    member: str
    words: str
    rows: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()
    change: ChangeWords | None = None
    unit: Fraction = Fraction(1)

    @property
    def name(self) -> str:
        """Family and member."""
        return f"{self.family} {self.member}".strip()

    @property
    def called(self) -> str | float:
        """The member; of a family that is one thing its words, a number where they are one."""
        if self.member:
            return self.member
        try:
            return float(self.words)
        except ValueError:
            return self.words or self.family

    def __str__(self) -> str:
        return ": ".join(part for part in (self.member, self.words) if part)


class Said(NamedTuple):
    """What a row of a model says: a family, a member, the words of its side, and of a change."""

    family: str
    member: str
    words: str
    change: ChangeWords | None = None
    unit: Fraction = Fraction(1)

    def of_rows(self, rows: Iterable[int]) -> FileStatement:
        """Return the statement that these rows are."""
        return FileStatement(
            self.family, self.member, self.words, tuple(rows), (), self.change, self.unit
        )


@dataclass(frozen=True, eq=False)
class StatedForm:
    """A form, the statements that it is made of, and the families in the order of blame.

    Families that come first are the first to be left out of a conflict.
    """

    form: StandardForm
    statements: tuple[FileStatement, ...]

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The families, in the order of their first statements."""
        return tuple(dict.fromkeys(statement.family for statement in self.statements))

    @cached_property
    def background(self) -> BoolArray:
        """Which rows belong to no statement."""
        stated = np.zeros(self.form.shape[0], dtype=np.bool_)
        for statement in self.statements:
            stated[list(statement.rows)] = True
        return ~stated

    @cached_property
    def whole_anyway(self) -> BoolArray:
        """Which columns are whole, whatever is said."""
        whole = self.form.integer.copy()
        for statement in self.statements:
            whole[list(statement.whole)] = False
        return whole

    def members(self, family: str) -> list[int]:
        """Return the numbers of a family's statements."""
        return [k for k, statement in enumerate(self.statements) if statement.family == family]

    def kept(self, numbers: Iterable[int]) -> tuple[BoolArray, BoolArray]:
        """Return the rows and the whole columns that are left with some statements only."""
        rows, whole = self.background.copy(), self.whole_anyway.copy()
        chosen = [self._places[number] for number in numbers]
        if chosen:
            rows[np.concatenate([places for places, _ in chosen])] = True
            whole[np.concatenate([places for _, places in chosen])] = True
        return rows, whole

    @cached_property
    def _places(self) -> list[tuple[IntArray, IntArray]]:
        """The rows of each statement, and the columns that it makes whole."""
        return [
            (np.array(statement.rows, dtype=np.int64), np.array(statement.whole, dtype=np.int64))
            for statement in self.statements
        ]

    def with_only(self, numbers: Iterable[int]) -> StandardForm:
        """Return the program of some statements and the background, without an objective.

        Columns that stand in none of its rows are left out (see `columns_of`).
        """
        rows, whole = self.kept(numbers)
        form = self.form.feasibility_only().with_rows(np.flatnonzero(rows))
        used = np.flatnonzero(self._is_used(rows, whole))
        return replace(
            form,
            cost=form.cost[used],
            matrix=csc_array(form.matrix[:, used]),
            lower=form.lower[used],
            upper=form.upper[used],
            integer=whole[used],
            columns=tuple(form.columns[j] for j in used.tolist()) if form.columns else (),
            start=None,
            infeasible=None,
        )

    def narrowed(self, numbers: Sequence[int]) -> StatedForm:
        """Return the program of some statements as one that says only these, in their order."""
        rows, whole = self.kept(numbers)
        used = self._is_used(rows, whole)
        row_at, column_at = np.cumsum(rows) - 1, np.cumsum(used) - 1
        statements = tuple(
            replace(
                said,
                rows=tuple(row_at[list(said.rows)].tolist()),
                whole=tuple(column_at[[j for j in said.whole if used[j]]].tolist()),
            )
            for said in (self.statements[k] for k in numbers)
        )
        return StatedForm(self.with_only(numbers), statements)

    def columns_of(self, numbers: Iterable[int]) -> IntArray:
        """Return the columns of the program of some statements."""
        return np.flatnonzero(self._is_used(*self.kept(numbers)))

    def _is_used(self, rows: BoolArray, whole: BoolArray) -> BoolArray:
        """Return which columns stand in some rows, or have no value at all."""
        form = self.form
        used = np.zeros(form.shape[1], dtype=np.bool_)
        used[form.by_row[np.flatnonzero(rows)].indices] = True
        low = np.where(whole, np.ceil(form.lower), form.lower)
        high = np.where(whole, np.floor(form.upper), form.upper)
        kept: BoolArray = used | (low > high)
        return kept


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
        self.statements.append(said.of_rows([self.row(*row) for row in rows]))

    def stated(self) -> StatedForm:
        """Return the form with its statements."""
        return StatedForm(self.form(), tuple(self.statements))
