"""A linear program made of statements: facts of a file that a user can change.

A statement is a set of rows, or the integrality of some variables. Rows and bounds that
belong to no statement are the background, which is never reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import pyomo.environ as pyo
from scipy.sparse import coo_array, csc_array, vstack

from ...core.arrays import BoolArray, IntArray
from ...core.faults import Fault, InputError, near_miss
from ...core.words import ChangeWords, RowWords, Said, Words
from ..engines import StandardForm, standard_form
from ..proofs import Number, exact
from .idle_rows import without_idle_rows

MOST_ENTRIES = 1_000_000  # entries of a program: the verifier refuses larger proofs as well


def refuse_large(entries: int) -> None:
    """Raise an error if a program of statements would be too large to build."""
    if entries > MOST_ENTRIES:
        rule = f"the program of its statements has {entries:,} entries, more than {MOST_ENTRIES:,}"
        raise InputError("too large to be explained", [Fault("size", rule)])


@dataclass(frozen=True)
class FileStatement:
    """One statement: family, member (empty if the family has one statement), and its text.

    ``rows`` are dropped together and relaxed by the same amount. The statement demands integers in
    the columns ``whole``. A 1 in a row is ``unit`` in the file. ``change`` puts an amount in the
    file's unit into words; the amount is negative for a lower bound.
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
        """The family, followed by the member if there is one."""
        return f"{self.family} {self.member}".strip()

    @property
    def called(self) -> str | float:
        """The member or, if the family has only one statement, the text."""
        if self.member:
            return self.member
        try:
            return float(self.words)
        except ValueError:
            return self.words or self.family

    def __str__(self) -> str:
        return ": ".join(part for part in (self.member, self.words) if part)


@dataclass(frozen=True, eq=False)
class StatedForm:
    """A standard form, its statements, and the families in the order of preference.

    The search tries to drop the first families from a conflict first.
    """

    form: StandardForm
    statements: tuple[FileStatement, ...]

    @cached_property
    def families(self) -> tuple[str, ...]:
        """The families, in the order of their first statements."""
        return tuple(dict.fromkeys(statement.family for statement in self.statements))

    @cached_property
    def background(self) -> BoolArray:
        """A mask of the rows that belong to no statement."""
        stated = np.zeros(self.form.shape[0], dtype=np.bool_)
        for statement in self.statements:
            stated[list(statement.rows)] = True
        return ~stated

    @cached_property
    def whole_anyway(self) -> BoolArray:
        """A mask of the columns that are integral independently of all statements."""
        whole = self.form.integer.copy()
        for statement in self.statements:
            whole[list(statement.whole)] = False
        return whole

    def members(self, family: str) -> list[int]:
        """Return the numbers of a family's statements."""
        return [k for k, statement in enumerate(self.statements) if statement.family == family]

    def kept(self, numbers: Iterable[int]) -> tuple[BoolArray, BoolArray]:
        """Return masks of rows and of integral columns if only statements ``numbers`` are kept."""
        rows, whole = self.background.copy(), self.whole_anyway.copy()
        chosen = [self._places[number] for number in numbers]
        if chosen:
            rows[np.concatenate([places for places, _ in chosen])] = True
            whole[np.concatenate([places for _, places in chosen])] = True
        return rows, whole

    @cached_property
    def _places(self) -> list[tuple[IntArray, IntArray]]:
        """The rows of each statement, and the columns that it makes integral."""
        return [
            (np.array(statement.rows, dtype=np.int64), np.array(statement.whole, dtype=np.int64))
            for statement in self.statements
        ]

    def with_only(self, numbers: Iterable[int]) -> StandardForm:
        """Return the program of only these statements and the background, without an objective.

        Columns in none of its rows are omitted (see `columns_of`).
        """
        rows, whole = self.kept(numbers)
        form = self.form.feasibility_only().with_rows(np.flatnonzero(rows))
        used = np.flatnonzero(self._is_used(rows, whole))
        form = replace(form, integer=whole, infeasible=None)
        return form.with_columns(used)

    def narrowed(self, numbers: Sequence[int]) -> StatedForm:
        """Return the stated form with only these statements, renumbered in their order."""
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
        """Return the columns (numbers in `form`) of the program of some statements."""
        return np.flatnonzero(self._is_used(*self.kept(numbers)))

    def _is_used(self, rows: BoolArray, whole: BoolArray) -> BoolArray:
        """Return a mask of the columns that occur in these rows, or have no feasible value."""
        form = self.form
        used = np.zeros(form.shape[1], dtype=np.bool_)
        used[form.by_row[np.flatnonzero(rows)].indices] = True
        low = np.where(whole, np.ceil(form.lower), form.lower)
        high = np.where(whole, np.floor(form.upper), form.upper)
        kept: BoolArray = used | (low > high)
        return kept


def stated_model(
    model: pyo.ConcreteModel,
    *,
    hard: Collection[str] = (),
    words: Mapping[str, str | RowWords] | None = None,
    domains: bool = False,
) -> StatedForm:
    """Return the stated form of a model: its rows are statements.

    With ``domains``, so are bounds and integrality. ``hard`` names components that are background.
    ``words`` has texts for constraints and variables. If ``words`` has
    functions of an index (see `stated_rows`), only their components are statements.

    Every component is a family and its members are the statements.  Bounds that a domain has anyway
    (no portion is negative, a binary is 0 or 1) are background.
    """
    _refuse_unknown(model, {"hard": hard, "words": words or {}})
    rows = {name: said for name, said in (words or {}).items() if not isinstance(said, str)}
    if rows:
        return stated_rows(model, rows)
    named = {name: said for name, said in (words or {}).items() if isinstance(said, str)}
    form = standard_form(model)
    statements = _constraints(form, set(hard), named)
    if domains and form.infeasible is None:
        form, more = _with_bounds_as_rows(form, set(hard), named)
        statements += more + _whole_numbers(form, set(hard), named)
    return StatedForm(form, tuple(statements))


def _refuse_unknown(model: pyo.ConcreteModel, given: Mapping[str, Collection[str]]) -> None:
    """Raise an error for a name that is neither a component of the model nor a member of one."""
    known = {part.name for part in model.component_objects([pyo.Constraint, pyo.Var])}
    faults = [
        Fault.of(place, f"is not part of the model {near_miss(name, known)}", name)
        for place, names in given.items()
        for name in names
        if name not in known and model.find_component(name) is None
    ]
    if faults:
        raise InputError(f"model {model.name}", faults)


def stated_rows(
    model: pyo.ConcreteModel, words: Words, without_words: Collection[str] = ()
) -> StatedForm:
    """Return a model's form, in which some components are statements and the rest is background.

    ``words`` maps each of these components to a function of a member's index that returns a `Said`,
    or ``None`` for background. Rows of one family and member are one statement. Families are
    reported in the order of ``words``, then those of ``without_words``, whose rows are described by
    their index and their sides.
    """
    form = standard_form(model, keep_broken=True)
    said: list[Said | None] = []
    at: dict[str, list[int]] = {name: [] for name in (*words, *without_words)}
    for number, row in enumerate(form.rows):
        name = row.parent_component().name
        if name in words:
            said.append(words[name](row.index()))
        elif name in at:
            said.append(_said_of_row(form, name, _member(row), number))
        else:
            said.append(None)
        at.get(name, []).append(number)
    halves = [k for k, one in enumerate(said) if one is not None and one.at_least]
    form = _with_halves(form, halves)
    is_stated = np.array([*(one is not None for one in said), *(False for _ in halves)], dtype=bool)
    form, kept = without_idle_rows(form, is_stated, halves)
    place = np.cumsum(kept) - 1
    own: dict[tuple[str, str], tuple[Said, list[int]]] = {}
    for k in (k for numbers in at.values() for k in numbers if kept[k]):
        if (one := said[k]) is not None:
            own.setdefault((one.family, one.member), (one, []))[1].append(int(place[k]))
    stated = [row for _, rows in own.values() for row in rows]
    order = [*sorted(set(range(form.shape[0])) - set(stated)), *stated]
    ends = np.cumsum([len(rows) for _, rows in own.values()], dtype=np.int64)
    ends = (ends + len(order) - len(stated)).tolist()
    statements = [
        _statement(one, range(end - len(rows), end))
        for (one, rows), end in zip(own.values(), ends, strict=True)
    ]
    return StatedForm(form.with_rows(np.array(order, dtype=np.int64)), tuple(statements))


def _with_halves(form: StandardForm, rows: Sequence[int]) -> StandardForm:
    """Return the form in which the upper bounds of some rows are moved to separate last rows."""
    numbers = np.append(np.arange(form.shape[0]), np.array(rows, dtype=np.int64))
    both = replace(form, rows=()).with_rows(numbers)
    low, high = both.row_lower.copy(), both.row_upper.copy()
    high[rows], low[form.shape[0] :] = np.inf, -np.inf
    return replace(both, row_lower=low, row_upper=high)


def _statement(said: Said, rows: Sequence[int]) -> FileStatement:
    """Convert a `Said` (the text for some rows) and these rows to a statement."""
    family, member, words, change, unit, _ = said
    return FileStatement(family, member, words, tuple(rows), (), change, unit)


def _constraints(
    form: StandardForm, hard: set[str], words: Mapping[str, str]
) -> list[FileStatement]:
    statements = []
    for number, row in enumerate(form.rows):
        family = row.parent_component().name
        if family not in hard and row.name not in hard:
            label = words.get(row.name, _member(row)) if _member(row) else ""
            name = words.get(family, family)
            statements.append(_row_statement(form, name, label, number))
    return statements


def _row_statement(form: StandardForm, family: str, member: str, row: int) -> FileStatement:
    """Return the statement of one row, with a text made of its bounds."""
    return _statement(_said_of_row(form, family, member, row), (row,))


def _said_of_row(form: StandardForm, family: str, member: str, row: int) -> Said:
    """Return the description of one row, made of its bounds."""
    name = f"{family} {member}".strip()

    def change(amount: Number) -> str:
        which, side = ("at least", form.row_lower) if amount < 0 else ("at most", form.row_upper)
        return f"{name} {which} {float(exact(float(side[row])) + amount):.10g}"

    return Said(family, member, _sides(form, row), change)


def _member(part: Any) -> str:
    """Return the index of a member as text, empty for a component without an index."""
    index = part.index()
    if index is None:
        return ""
    return ", ".join(map(str, index)) if isinstance(index, tuple) else str(index)


def _sides(form: StandardForm, row: int) -> str:
    low, high = float(form.row_lower[row]), float(form.row_upper[row])
    if low == high:
        return f"exactly {low:.10g}"
    parts = [f"at least {low:.10g}"] if np.isfinite(low) else []
    return " and ".join([*parts, *([f"at most {high:.10g}"] if np.isfinite(high) else [])])


def _with_bounds_as_rows(
    form: StandardForm, hard: set[str], words: Mapping[str, str]
) -> tuple[StandardForm, list[FileStatement]]:
    """Return the form with bounds as rows (unless a domain implies them), and their statements."""
    lower, upper = form.lower.copy(), form.upper.copy()
    columns: list[int] = []
    lows, highs = list[float](), list[float]()
    members: list[tuple[str, str, int]] = []
    first = form.shape[0]
    for column, variable in enumerate(form.columns):
        family = variable.parent_component().name
        if family in hard or variable.name in hard:
            continue
        ends = variable.domain.bounds()
        low, high = (np.inf if end is None else float(end) for end in ends[:2])
        low = -np.inf if low == np.inf else low
        said_low = lower[column] if lower[column] > low else -np.inf
        said_high = upper[column] if upper[column] < high else np.inf
        if not (np.isfinite(said_low) or np.isfinite(said_high)):
            continue
        lower[column], upper[column] = low, high
        row = first + len(columns)
        columns.append(column)
        lows.append(said_low)
        highs.append(said_high)
        name, label = f"bounds of {words.get(family, family)}", _member(variable)
        members.append((name, words.get(variable.name, label) if label else "", row))
    rows = coo_array(
        (np.ones(len(columns)), (range(len(columns)), columns)), shape=(len(columns), form.shape[1])
    )
    extended = replace(
        form,
        matrix=csc_array(vstack([form.matrix, rows.tocsr()])),
        row_lower=np.append(form.row_lower, lows),
        row_upper=np.append(form.row_upper, highs),
        lower=lower,
        upper=upper,
        rows=(),
        start=None,
    )
    return extended, [_row_statement(extended, *member) for member in members]


def _whole_numbers(
    form: StandardForm, hard: set[str], words: Mapping[str, str]
) -> list[FileStatement]:
    """Return one integrality statement per component of integer variables that are not binary."""
    columns: dict[str, list[int]] = {}
    for column, variable in enumerate(form.columns):
        family = variable.parent_component().name
        if form.integer[column] and not variable.is_binary() and family not in hard:
            columns.setdefault(family, []).append(column)
    return [
        FileStatement(f"{words.get(family, family)} is integral", "", "", whole=tuple(found))
        for family, found in columns.items()
    ]
