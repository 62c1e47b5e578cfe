"""A linear or mixed-integer model that is read from a file, with all faults of the file.

Numbers are decimals: one that a float does not hold is a fault.  The readers of MPS and LP files
call the methods below; `FileModel.form` returns the model, or raises an error with every fault.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from math import inf, isinf
from types import SimpleNamespace
from typing import Literal

import numpy as np
from scipy.sparse import csc_array

from ...core.faults import Fault, InputError, near_miss
from ...core.gaps import Sense
from ...core.words import shortened_list
from .standard_form import StandardForm

UNBOUNDED = 1e20  # bounds of at least this size are infinite in every solver
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_INFINITY = re.compile(r"[+-]?inf(inity)?", re.IGNORECASE)
_ALWAYS_HELD = 15  # a decimal of so many digits is the shortest one of its float
_MOST_FAULTS = 20
_MOST_HINTS = 1000  # columns that are compared with a misspelt name
_MOST_NAMED = 3  # names in one note


def number_in(text: str) -> tuple[float, str | None]:
    """Return a decimal as a float, and the rule that it violates, if any."""
    if not _NUMBER.fullmatch(text):
        return 0.0, "must be a number"
    value = float(text)
    if len(text) <= _ALWAYS_HELD and "e" not in text.lower():
        return value, None
    if isinf(value):
        return 0.0, "is too large"
    if Decimal(text) == Decimal(repr(value)):
        return value, None
    return 0.0, f"has more digits than a float holds; the nearest is {value!r}"


@dataclass
class FileColumn:
    """A variable: its bounds, if the file states them, and its integrality."""

    index: int
    lower: float | None = None
    upper: float | None = None
    integer: bool = False
    fallback: float = inf  # the upper bound if the file states none
    entries: dict[str, float] = field(default_factory=dict)


@dataclass
class FileRow:
    """A row: its kind (N, L, G, E; of LP files ``row``), and its bounds."""

    kind: str
    lower: float = -inf
    upper: float = inf


@dataclass
class FileModel:
    """The parts of a model that a reader has found so far, its faults and its notes.

    ``line`` is the number of the line that is being read.
    """

    line: int = 0
    sense: Sense = "minimize"
    objective: str | None = None
    constant: float = 0.0
    columns: dict[str, FileColumn] = field(default_factory=dict)
    rows: dict[str, FileRow] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)
    _numbers: dict[str, float] = field(default_factory=dict)

    def fault(self, rule: str, value: str | None = None) -> None:
        """Report a fault of the current line."""
        place = f"line {self.line}" if self.line else "(file)"
        self.faults.append(Fault(place, rule) if value is None else Fault.of(place, rule, value))

    def note(self, convention: str, name: str) -> None:
        """Record that the meaning of a part depends on a convention that differs in solvers."""
        self.notes.setdefault(convention, []).append(name)

    def number(self, text: str, of: str) -> float:
        """Return a number, or report why the text of the part ``of`` is none."""
        known = self._numbers.get(text)
        if known is not None:
            return known
        value, rule = number_in(text)
        if rule is None:
            self._numbers[text] = value
        else:
            self.fault(f"{of}: {rule}", text)
        return value

    def side(self, text: str, of: str) -> float:
        """Return a number that every solver reads as finite, or report why the text is none."""
        value = self.number(text, of)
        if abs(value) >= UNBOUNDED:
            self.fault(f"{of}: is infinite in some solvers", text)
        return value

    def bound(self, text: str, of: str) -> float:
        """Return a bound, which may be infinite, or report why the text is none."""
        if _INFINITY.fullmatch(text):
            return float(text)
        value = self.number(text, of)
        if abs(value) < UNBOUNDED:
            return value
        self.note(f"a bound of {UNBOUNDED:g} or more is read as infinite", of)
        return inf if value > 0 else -inf

    def is_column(self, name: str) -> bool:
        """Return whether a column has this name, or report that there is none."""
        if name not in self.columns:
            few = len(self.faults) < _MOST_FAULTS
            hint = near_miss(name, islice(self.columns, _MOST_HINTS)) if few else ""
            self.fault(f"is not a column of the model {hint}", name)
        return name in self.columns

    def new_row(self, name: str, kind: str) -> FileRow:
        """Add a row; report a name that is already used."""
        if name in self.rows:
            self.fault("there is already a row of this name", name)
        sides = {"L": (-inf, 0.0), "G": (0.0, inf), "E": (0.0, 0.0)}.get(kind, (-inf, inf))
        return self.rows.setdefault(name, FileRow(kind, *sides))

    def enter(self, column: str, row: str, text: str) -> None:
        """Add an entry of the matrix or of the objective; report a second one."""
        entries = self.columns[column].entries
        if row in entries:
            self.fault(f"column {column} appears twice in a row", row)
        entries[row] = self.side(text, f"column {column}")

    def set_bound(self, end: Literal["lower", "upper"], name: str, value: float) -> None:
        """Set a bound of a known column; report a second one, or one that excludes every value."""
        column = self.columns[name]
        if getattr(column, end) is not None:
            self.fault(f"the column already has a bound on this side ({end})", name)
        elif value == (inf if end == "lower" else -inf):
            self.fault(f"column {name}: the {end} bound excludes every number", str(value))
        setattr(column, end, value)

    def total(self, of: str, *parts: float) -> float:
        """Return the exact sum of decimals, or report that a float does not hold it."""
        total = sum((Decimal(repr(part)) for part in parts), Decimal(0))
        value, rule = number_in(str(total))
        if rule is not None:
            self.fault(f"{of}: its other side {rule}", str(total))
        return value

    def form(self, subject: str) -> StandardForm:
        """Return the model in standard form, or raise an error with all faults."""
        self.line = 0
        if not self.columns and not self.faults:
            self.fault("contains no column")
        for name, column in self.columns.items():
            if column.upper is not None and column.upper < 0 and column.lower is None:
                self.note("a negative upper bound without a lower bound: it has none", name)
                column.lower = -inf
        if self.faults:
            raise InputError(subject, self.faults[:_MOST_FAULTS])
        rows = {name: k for k, name in enumerate(self._constraints())}
        columns = list(self.columns.values())
        cells = [
            (rows[row], column.index, value)
            for column in columns
            for row, value in column.entries.items()
            if row in rows and value
        ]
        at, column_of, values = zip(*cells, strict=True) if cells else ((), (), ())
        shape = len(rows), len(columns)
        sign = 1.0 if self.sense == "minimize" else -1.0
        cost = [column.entries.get(self.objective or "", 0.0) for column in columns]
        sides = [self.rows[name] for name in rows]
        return StandardForm(
            cost=sign * np.array(cost),
            constant=sign * self.constant,
            matrix=csc_array((np.array(values, dtype=float), (at, column_of)), shape=shape),
            row_lower=np.array([row.lower for row in sides], dtype=float),
            row_upper=np.array([row.upper for row in sides], dtype=float),
            lower=np.array([0.0 if c.lower is None else c.lower for c in columns]),
            upper=np.array([c.fallback if c.upper is None else c.upper for c in columns]),
            integer=np.array([column.integer for column in columns], dtype=np.bool_),
            sense=self.sense,
            columns=tuple(SimpleNamespace(name=name) for name in self.columns),
            rows=tuple(SimpleNamespace(name=name) for name in rows),
        )

    def _constraints(self) -> list[str]:
        return [name for name, row in self.rows.items() if row.kind != "N"]

    def notes_in_words(self) -> list[str]:
        """Return a sentence for each convention that the file depends on."""
        return [
            f"{shortened_list(names, _MOST_NAMED)}: {convention}"
            for convention, names in self.notes.items()
        ]
