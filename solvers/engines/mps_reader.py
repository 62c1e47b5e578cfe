"""A strict reader of MPS files, free or fixed.

A line that can be read in two ways, or that solvers read differently, is a fault, unless
`docs/own-model.md` states the convention.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Literal

from ...core.faults import near_miss
from .file_model import FileColumn, FileModel

SECTIONS = ("NAME", "OBJSENSE", "OBJNAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))  # of a fixed line
_SENSES: dict[str, Literal["minimize", "maximize"]] = {
    **dict.fromkeys(("MIN", "MINIMIZE", "MINIMISE"), "minimize"),
    **dict.fromkeys(("MAX", "MAXIMIZE", "MAXIMISE"), "maximize"),
}
_WITH_NUMBER = ("UP", "LO", "FX", "UI", "LI")
_WITHOUT_NUMBER = ("FR", "MI", "PL", "BV")
_NOT_LINEAR = {"SC": "semi-continuous", "SI": "semi-integer"}


def read_mps(text: str) -> FileModel:
    """Return the model in an MPS file: free, or fixed if only the fixed fields make sense."""
    found = _Mps(text, str.split).model
    if found.faults and "\t" not in text:
        fixed = _Mps(text, _words_in_fields).model
        return fixed if len(fixed.faults) < len(found.faults) else found
    return found


def _words_in_fields(line: str) -> list[str] | None:
    """Return the words in the fields of a fixed line; ``None`` if text is outside the fields."""
    inside = "".join(line[low:high].ljust(high - low) for low, high in _FIELDS)
    if len(inside.replace(" ", "")) != len(line.replace(" ", "")):
        return None
    words = [line[low:high].strip() for low, high in _FIELDS]
    return [word for word in words if word]


class _Mps:
    """The state of one reading: the section, the marker, and the name of each section's set."""

    def __init__(self, text: str, split: Callable[[str], list[str] | None]) -> None:
        self.model = FileModel()
        self._marked = False
        self._last = ""  # the column of the line before
        self._sets: dict[str, str] = {}
        self._section = ""
        self._seen: set[str] = set()
        self._entered: set[tuple[str, str]] = set()  # rows that have a side, or a range
        readers: dict[str, Callable[[list[str]], None]] = {
            "OBJSENSE": self._sense,
            "OBJNAME": self._name,
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": self._sides,
            "RANGES": self._sides,
            "BOUNDS": self._bound,
        }
        model, read = self.model, None
        for model.line, line in enumerate(text.splitlines(), 1):
            if not line or line[0] == "*" or line.isspace():
                continue
            if self._section == "ENDATA":
                model.fault("follows ENDATA", line)
                return
            if not line[0].isspace():
                read = self._begin(line.split(), readers)
            elif read is not None:
                words = split(line)
                if words is None or not words:
                    model.fault("has text outside the fields of the fixed format", line)
                elif any(word[0] == "$" for word in words):
                    model.fault("has a word that may begin a comment", line)
                else:
                    read(words)
            elif not self._section:
                model.fault("is in no section", line)
        model.line = 0
        if self._section != "ENDATA":
            model.fault("ends before ENDATA")
        self._finish()

    def _begin(
        self, words: list[str], readers: dict[str, Callable[[list[str]], None]]
    ) -> Callable[[list[str]], None] | None:
        """Begin a section and return the reader of its lines."""
        model, name = self.model, words[0].upper()
        if name not in SECTIONS:
            model.fault(f"is not a section of a linear model {near_miss(name, SECTIONS)}", name)
            self._section = self._section or name
            return None
        place = SECTIONS.index(name)
        if self._section in SECTIONS and place <= SECTIONS.index(self._section):
            model.fault(f"must not follow the section {self._section}", name)
        self._section = name
        self._seen.add(name)
        if name == "OBJSENSE" and len(words) > 1:
            self._sense(words[1:])
        elif name != "NAME" and len(words) > 1:
            model.fault("a section's line has no other words", " ".join(words))
        return readers.get(name)

    def _sense(self, words: list[str]) -> None:
        sense = _SENSES.get(words[0].upper()) if len(words) == 1 else None
        if sense is None or "OBJSENSE" in self._sets:
            self.model.fault("must be MIN or MAX, once", " ".join(words))
        self._sets["OBJSENSE"] = words[0]
        self.model.sense = sense or "minimize"

    def _name(self, words: list[str]) -> None:
        if len(words) != 1 or self.model.objective is not None:
            self.model.fault("must be the name of one row", " ".join(words))
        self.model.objective = words[0]

    def _row(self, words: list[str]) -> None:
        kind = words[0].upper()
        if len(words) != 2 or kind not in ("N", "L", "G", "E"):
            self.model.fault("must be N, L, G or E and a name", " ".join(words))
            return
        self.model.new_row(words[1], kind)
        if kind == "N" and self.model.objective is None:
            self.model.objective = words[1]

    def _column(self, words: list[str]) -> None:
        model, name = self.model, words[0]
        if name.upper() in SECTIONS:
            model.fault("may be read as the beginning of a section", name)
        if len(words) == 3 and words[1] == "'MARKER'":
            begins = words[2] == "'INTORG'"
            if begins == self._marked or (not begins and words[2] != "'INTEND'"):
                model.fault("must be 'INTORG' and 'INTEND' in turn", words[2])
            self._marked = begins
            return
        if len(words) not in (3, 5):
            model.fault("must be a column and one or two pairs of row and number", " ".join(words))
            return
        if name != self._last:
            if name in model.columns:
                model.fault("the entries of this column are not together", name)
            else:
                model.columns[name] = FileColumn(len(model.columns), integer=self._marked)
            self._last = name
        for row, value in zip(words[1::2], words[2::2], strict=True):
            if row not in model.rows:
                model.fault("is not a row of the section ROWS", row)
            else:
                model.enter(name, row, value)

    def _in_set(self, words: list[str]) -> bool:
        """Report a second set of sides, ranges or bounds."""
        name = words[0]
        if self._sets.setdefault(self._section, name) == name:
            return True
        self.model.fault(f"is a second set of {self._section}", name)
        return False

    def _sides(self, words: list[str]) -> None:
        """Read right-hand sides, or widths of ranges; the name of the set may be left out."""
        model, section = self.model, self._section
        named = len(words) % 2 == 1
        if len(words) not in (2, 3, 4, 5):
            model.fault("must be one or two pairs of row and number", " ".join(words))
            return
        if not self._in_set(words if named else [""]):
            return
        pairs = words[1:] if named else words
        for name, text in zip(pairs[::2], pairs[1::2], strict=True):
            row = model.rows.get(name)
            if row is None:
                model.fault("is not a row of the section ROWS", name)
                continue
            value = model.side(text, f"{section} of row {name}")
            if (section, name) in self._entered:
                model.fault(f"the row appears twice in {section}", name)
            self._entered.add((section, name))
            if row.kind == "N" and (name != model.objective or section == "RANGES"):
                model.fault(f"a row N has no {section}", name)
            elif section == "RHS":
                row.lower = -inf if row.kind == "L" else value
                row.upper = inf if row.kind == "G" else value
            else:
                self._widen(name, value)

    def _bound(self, words: list[str]) -> None:
        model, kind = self.model, words[0].upper()
        if kind in _NOT_LINEAR:
            model.fault(f"the variable is {_NOT_LINEAR[kind]}, not linear", " ".join(words))
            return
        text = None
        if kind in _WITH_NUMBER and len(words) in (3, 4):
            *words, text = words
        elif kind in _WITHOUT_NUMBER and len(words) == 4:
            *words, ignored = words
            model.bound(ignored, f"column {words[-1]}")
        elif kind not in _WITHOUT_NUMBER or len(words) not in (2, 3):
            model.fault("is not a bound", " ".join(words))
            return
        name = words[-1]
        if not model.is_column(name) or not self._in_set(words[1:-1] or [""]):
            return
        value = 0.0 if text is None else model.bound(text, f"bound of column {name}")
        model.columns[name].integer |= kind in ("UI", "LI", "BV")
        lower = {"MI": -inf, "FR": -inf, "BV": 0.0}.get(kind, value)
        upper = {"PL": inf, "FR": inf, "BV": 1.0}.get(kind, value)
        if kind not in ("UP", "UI", "PL"):
            model.set_bound("lower", name, lower)
        if kind not in ("LO", "LI", "MI"):
            model.set_bound("upper", name, upper)

    def _finish(self) -> None:
        """Check the objective, and note the conventions on which solvers differ."""
        model = self.model
        chosen = model.rows.get(model.objective or "")
        if chosen is None or chosen.kind != "N":
            model.fault("must have a row N, the objective", model.objective or "")
            return
        if ("RHS", model.objective) in self._entered:
            model.constant = 0.0 - chosen.lower
        if len(model.rows) > 1 and "RHS" not in self._seen:
            model.note("all right-hand sides are 0", "no section RHS")
        for name, row in model.rows.items():
            if row.kind == "N" and name != model.objective:
                model.note("a further row N: it is left out", name)
        for name, column in model.columns.items():
            if column.integer and column.lower is None and column.upper is None:
                column.fallback = 1.0
                model.note("an integer column without bounds: it is 0 or 1", name)

    def _widen(self, name: str, width: float) -> None:
        """Turn the right-hand side of a row into an interval."""
        model, row = self.model, self.model.rows[name]
        if row.kind == "E" and width < 0:
            model.note("a negative range of a row E: it lies below the right-hand side", name)
        if row.kind == "L" or (row.kind == "E" and width < 0):
            row.lower = model.total(f"row {name}", row.upper, -abs(width))
        else:
            row.upper = model.total(f"row {name}", row.lower, abs(width))
