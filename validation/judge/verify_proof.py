#!/usr/bin/env python3
"""Check a proof of optimality by itself: ``python verify_proof.py FOLDER ...``.

This file needs only Python 3.11.  It reads ``model.mps``, ``solution.json`` and ``proof.json``,
computes in integer arithmetic and fractions only, and trusts no solver.

The claim.  Let B be the bound of the proof.  A *better point* is a feasible point of the model
whose objective is below B (above B if the model maximises; then the objective is negated once).
The proof shows that no better point exists.  The solution is feasible, and its objective is z.
So the optimum lies between B and z.  For an infeasible model every feasible point counts as better.

The proof.  There are three rules, and each of them holds for every better point.

1. *Combination.*  Rows and the objective are multiplied by integers and added up to one
   inequality a·x <= b.  A positive multiplier uses the upper side of a row, a negative one the
   lower side, and the objective, whose multiplier is never negative, stays below B.  The inequality
   and the bounds of the variables give tighter bounds.  If bounds exclude each other, no better
   point remains.  (With the prices of a linear program this is its dual bound.)
2. *Split.*  An integer variable is at most k, or at least k + 1.
3. *Cut.*  A combination, divided and rounded, is a new row (mixed-integer rounding, see `rounded`).

A tree of splits is a list: a node, then all nodes of its part with x <= k, then all nodes of its
part with x >= k + 1.  Nodes have no names, so no part can be omitted, shared or visited in a cycle.

First, each row and the objective are multiplied by the least integer that makes their numbers
integers.  The multipliers of a proof refer to these integer rows.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

LARGEST_FILE = 64 * 2**20  # bytes
MOST_DIGITS = 4000  # of one number
MOST_WORK = 20_000_000_000  # coefficients that a check may touch
MOST_BITS = 16_384  # of a number that a check computes; larger ones are of no use to a proof
GRID = 2**64  # bounds of continuous variables with a larger denominator are rounded outwards
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")

Number = int | Fraction


class Refused(Exception):  # noqa: N818
    """A proof that is not accepted: the place and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}"[:500])
        self.place, self.reason = place[:200], reason[:300]


# --- reading ------------------------------------------------------------------------------------


def contents(folder: Path, name: str) -> bytes:
    """Return the content of a regular file of the folder, if it is not too large."""
    try:
        handle = os.open(folder / name, os.O_RDONLY | os.O_NONBLOCK)
        with open(handle, "rb") as stream:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise Refused(name, "is not a regular file")
            if status.st_size > LARGEST_FILE:
                raise Refused(name, f"is larger than {LARGEST_FILE >> 20} MiB")
            return stream.read(LARGEST_FILE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused(name, f"cannot be read: {reason}") from None


def json_document(text: bytes, name: str) -> dict[str, Any]:
    """Return a JSON object in which all numbers are integers and no key is repeated."""

    def whole(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            raise Refused(name, f"has a number of {len(digits)} digits")
        return int(digits)

    def refused(literal: str) -> None:
        raise Refused(name, f"has the number {literal[:40]}, which is not an integer")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise Refused(name, "names a key twice")
        return dict(pairs)

    if max(text.count(b"["), text.count(b"{")) > LARGEST_FILE // 16:
        raise Refused(name, "has too many lists")
    try:
        document = json.loads(
            text,
            parse_int=whole,
            parse_float=refused,
            parse_constant=refused,
            object_pairs_hook=unique,
        )
    except RecursionError:
        raise Refused(name, "is nested too deeply") from None
    except ValueError as error:
        raise Refused(name, f"is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise Refused(name, "is not a JSON object")
    return document


def decimal(text: str, place: str) -> Number:
    """Return the number that a decimal such as 0.25 or 1e-3 denotes."""
    match = _DECIMAL.fullmatch(text)
    if match is None or len(text) > 60:
        raise Refused(place, f"{text[:40]!r} is not a decimal number")
    if match[2] and abs(int(match[2][1:])) > 100:
        raise Refused(place, f"{text!r} is too large or too small a number")
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def fraction(value: Any, place: str) -> Number:
    """Return a number that is written as 3, "3", "-2/7" or "0.25"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and len(value) <= 2 * MOST_DIGITS:
        if re.fullmatch(r"-?\d{1,4000}/\d{1,4000}", value) and int(value.partition("/")[2]):
            return Fraction(value)
        if re.fullmatch(r"-?\d{1,4000}", value):
            return int(value)
        return decimal(value, place)
    raise Refused(place, "is neither an integer nor a fraction in quotes")


@dataclass
class ModelRow:
    """A row of integers: lower <= Σ coefficients[k] · x[columns[k]] <= upper."""

    columns: list[int]
    coefficients: list[int]
    lower: Number | None = None
    upper: Number | None = None


@dataclass
class Model:
    """min cost·x + constant over rows and bounds; a maximum is negated once, here."""

    maximise: bool = False
    columns: dict[str, int] = field(default_factory=dict)
    cost: dict[int, Number] = field(default_factory=dict)
    constant: Number = 0
    rows: list[ModelRow] = field(default_factory=list)
    lower: list[Number | None] = field(default_factory=list)
    upper: list[Number | None] = field(default_factory=list)
    integer: list[bool] = field(default_factory=list)


class MpsReader:
    """Reads free MPS strictly: a line that could be read in two ways is refused."""

    def __init__(self, text: str) -> None:
        self.model = Model()
        self.kinds: dict[str, str] = {}
        self.index: dict[str, int] = {}
        self.objective: str | None = None
        self.entries: dict[str, dict[int, Number]] = {}
        self.sides: dict[str, Number] = {}
        self.ranges: dict[str, Number] = {}
        self.bounded: set[tuple[int, str]] = set()
        self.sets: dict[str, str] = {}  # the one name of the set of sides, ranges, bounds
        self.marked = False
        section = ""
        for number, line in enumerate(text.split("\n"), 1):
            self.place = f"model.mps, line {number}"
            words = line.split()
            if not words or line.startswith("*"):
                continue
            if section == "ENDATA":
                raise Refused(self.place, "stands after ENDATA")
            if not line[0].isspace():
                section = words[0]
                if section == "OBJSENSE" and len(words) > 1:
                    self.objsense(words[1:])
                elif section not in SECTIONS:
                    raise Refused(self.place, f"the section {section[:20]!r} is not known")
            elif section in READERS:
                READERS[section](self, words)
            else:
                raise Refused(self.place, "stands in no section")
        if section != "ENDATA":
            raise Refused("model.mps", "ends before ENDATA")
        self.finish()

    def objsense(self, words: list[str]) -> None:
        if words[0] not in ("MIN", "MAX"):
            raise Refused(self.place, "the sense is neither MIN nor MAX")
        self.model.maximise = words[0] == "MAX"

    def row(self, words: list[str]) -> None:
        if len(words) != 2 or words[0] not in ("N", "L", "G", "E") or words[1] in self.kinds:
            raise Refused(self.place, "is not a new row")
        kind, name = words
        self.kinds[name], self.entries[name] = kind, {}
        if kind == "N" and self.objective is not None:
            raise Refused(self.place, "is a second objective")
        if kind == "N":
            self.objective = name

    def column(self, words: list[str]) -> None:
        if len(words) == 3 and words[1] == "'MARKER'" and words[2] in ("'INTORG'", "'INTEND'"):
            self.marked = words[2] == "'INTORG'"
            return
        if len(words) not in (3, 5):
            raise Refused(self.place, "a line of a column must have one or two entries")
        model = self.model
        if words[0] not in model.columns:
            model.columns[words[0]] = len(model.integer)
            model.integer.append(self.marked)
            model.lower.append(0)
            model.upper.append(None)
        column = model.columns[words[0]]
        for name, value in zip(words[1::2], words[2::2], strict=True):
            if name not in self.entries or column in self.entries[name]:
                raise Refused(self.place, f"the row {name[:40]!r} is not known or named twice")
            self.entries[name][column] = decimal(value, self.place)

    def side(self, words: list[str], kind: str = "sides") -> None:
        if len(words) not in (3, 5):
            raise Refused(self.place, "must be a name and one or two pairs of row and number")
        self._refuse_second_set(kind, words[0])
        into = self.sides if kind == "sides" else self.ranges
        for name, value in zip(words[1::2], words[2::2], strict=True):
            if name not in self.kinds or name in into:
                raise Refused(self.place, f"the row {name[:40]!r} is not known or named twice")
            into[name] = decimal(value, self.place)

    def bound(self, words: list[str]) -> None:
        kind = words[0]
        if len(words) != (3 if kind in ("FR", "MI", "PL") else 4) or kind not in BOUNDS:
            raise Refused(self.place, "is an ambiguous bound")
        self._refuse_second_set("bounds", words[1])
        column = self.model.columns.get(words[2])
        if column is None:
            raise Refused(self.place, f"the column {words[2][:40]!r} is not known")
        for end in BOUNDS[kind]:
            if (column, end) in self.bounded:
                raise Refused(self.place, "bounds the same end twice")
            self.bounded.add((column, end))
            value = decimal(words[3], self.place) if len(words) == 4 else None
            (self.model.lower if end == "lower" else self.model.upper)[column] = value

    def _refuse_second_set(self, kind: str, name: str) -> None:
        """Refuse a second set of sides, ranges or bounds, which would be ambiguous."""
        if self.sets.setdefault(kind, name) != name:
            raise Refused(self.place, f"belongs to a second set of {kind}")

    def finish(self) -> None:
        """Complete the model: objective, and rows in integers; refuse ambiguous bounds."""
        model = self.model
        for column, high in enumerate(model.upper):
            if high is not None and high < 0 and (column, "lower") not in self.bounded:
                raise Refused("model.mps", f"column {column} is negative and has no lower bound")
        for name, column in model.columns.items():
            if model.integer[column] and {(column, "lower"), (column, "upper")} - self.bounded:
                raise Refused("model.mps", f"{name[:40]!r} is integer and lacks an explicit bound")
        sign = -1 if model.maximise else 1
        if self.objective is not None:
            entries = self.entries[self.objective]
            model.cost = {column: sign * value for column, value in entries.items() if value}
            model.constant = -sign * self.sides.get(self.objective, 0)
        for name, kind in self.kinds.items():
            if kind != "N":
                model.rows.append(self._whole_row(name, kind))
            elif name in self.ranges:
                raise Refused("model.mps", "the objective has a range")

    def _whole_row(self, name: str, kind: str) -> ModelRow:
        side, width = self.sides.get(name, 0), self.ranges.get(name)
        lower = None if kind == "L" else side
        upper = None if kind == "G" else side
        if width is not None:
            if kind == "E" or width < 0:
                raise Refused("model.mps", f"the range of {name[:40]!r} is negative or of an E row")
            lower = side - width if kind == "L" else side
            upper = side + width if kind == "G" else side
        entries = {column: value for column, value in self.entries[name].items() if value}
        numbers = [*entries.values(), *(side for side in (lower, upper) if side is not None)]
        clear = math.lcm(*(number.denominator for number in numbers))
        return ModelRow(
            list(entries),
            [int(value * clear) for value in entries.values()],
            None if lower is None else lower * clear,
            None if upper is None else upper * clear,
        )


SECTIONS = {"NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA"}
READERS: dict[str, Callable[[MpsReader, list[str]], None]] = {
    "OBJSENSE": MpsReader.objsense,
    "ROWS": MpsReader.row,
    "COLUMNS": MpsReader.column,
    "RHS": MpsReader.side,
    "RANGES": partial(MpsReader.side, kind="ranges"),
    "BOUNDS": MpsReader.bound,
}
BOUNDS = {
    "LO": ("lower",),
    "UP": ("upper",),
    "FX": ("lower", "upper"),
    "FR": ("lower", "upper"),
    "MI": ("lower",),
    "PL": ("upper",),
}


# --- the solution -------------------------------------------------------------------------------


def objective_of(model: Model, document: dict[str, Any]) -> Number:
    """Return the minimised objective of a solution, after checking that it is feasible."""
    place = "solution.json"
    unknown = sorted(set(document) - {"objective", "values"})
    if unknown:
        raise Refused(place, f"has the key {unknown[0][:40]!r}, which nothing checks")
    values = document.get("values")
    if not isinstance(values, dict):
        raise Refused(place, "has no object 'values'")
    unknown = [name for name in values if name not in model.columns]
    if unknown:
        raise Refused(place, f"the variable {unknown[0][:40]!r} is not in the model")
    x: list[Number] = [0] * len(model.integer)
    for name, value in values.items():
        x[model.columns[name]] = fraction(value, f"{place}, {name[:60]}")
    for name, j in model.columns.items():
        low, high, value = model.lower[j], model.upper[j], x[j]
        if (low is not None and value < low) or (high is not None and value > high):
            raise Refused(f"{place}, {name[:60]}", "is outside its bounds")
        if model.integer[j] and value.denominator != 1:
            raise Refused(f"{place}, {name[:60]}", "must be an integer")
    for k, row in enumerate(model.rows):
        total = sum(a * x[j] for j, a in zip(row.columns, row.coefficients, strict=True))
        if row.lower is not None and total < row.lower:
            raise Refused(place, f"row {k} of the model is below its lower bound")
        if row.upper is not None and total > row.upper:
            raise Refused(place, f"row {k} of the model is above its upper bound")
    objective = sum((c * x[j] for j, c in model.cost.items()), start=model.constant)
    if "objective" in document:
        claimed = fraction(document["objective"], f"{place}, objective")
        worth = -objective if model.maximise else objective
        if claimed != worth:
            wrong = f"claims {text_of(claimed)}, its values are worth {text_of(worth)}"
            raise Refused(place, wrong)
    return objective


# --- the proof ----------------------------------------------------------------------------------


@dataclass
class Inequality:
    """Σ terms[j] · x[j] <= side (< side if strict) for every better point."""

    terms: dict[int, int]
    side: Number
    strict: bool = False


class Box:
    """The bounds of variables for every better point; `undo` restores earlier bounds."""

    def __init__(self, model: Model) -> None:
        self.integer = model.integer
        self.lower = list(model.lower)
        self.upper = list(model.upper)
        for j in range(len(self.integer)):
            low, high = self.lower[j], self.upper[j]
            if self.integer[j]:
                self.lower[j] = None if low is None else math.ceil(low)
                self.upper[j] = None if high is None else math.floor(high)
        ends = zip(self.lower, self.upper, strict=True)
        self.empty = any(low is not None and high is not None and low > high for low, high in ends)
        self.trail: list[tuple[int, bool, Number | None]] = []

    def tighten(self, j: int, value: Number, *, upper: bool) -> None:
        """Reduce an upper bound or raise a lower bound, unless it is as tight already."""
        bounds = self.upper if upper else self.lower
        known = bounds[j]
        if known is None or (value < known if upper else value > known):
            self.trail.append((j, upper, known))
            bounds[j] = value
            low, high = self.lower[j], self.upper[j]
            self.empty = self.empty or (low is not None and high is not None and low > high)

    def undo(self, length: int) -> None:
        """Undo all changes of bounds except the first ``length``."""
        while len(self.trail) > length:
            j, is_upper, value = self.trail.pop()
            (self.upper if is_upper else self.lower)[j] = value

    def shrink(self, given: Inequality) -> None:
        """Tighten the bounds of variables by an inequality.

        Its left-hand side is at least the sum of the terms' minima.  So a term may exceed its own
        minimum by at most side - sum.  If one term has no minimum, only this term can be limited.
        If two terms have none, no term can be limited.
        """
        spans = {j: self._span(j, a) for j, a in given.terms.items()}
        starts = [start for start, _ in spans.values() if start is not None]
        if len(spans) - len(starts) > 1:
            return
        spare = given.side - sum(starts, 0)
        if len(starts) == len(spans) and (spare < 0 or (given.strict and spare == 0)):
            self.empty = True
            return
        for j, (start, end) in spans.items():
            if start is not None and len(starts) < len(spans):
                continue  # another term has no least value
            share = spare if start is None else spare + start  # what this term may be at most
            if start is None or end is None or end >= share:
                self._limit(j, given.terms[j], Fraction(share) / given.terms[j], given.strict)

    def _span(self, j: int, a: Number) -> tuple[Number | None, Number | None]:
        """Return the minimum and the maximum of a x[j]; ``None`` for a side without a bound."""
        ends = (self.lower[j], self.upper[j]) if a > 0 else (self.upper[j], self.lower[j])
        first, last = (None if end is None else a * end for end in ends)
        return first, last

    def _limit(self, j: int, a: Number, most: Fraction, strict: bool) -> None:
        """Limit x[j] by ``most``: from above if its coefficient ``a`` is positive, else below."""
        if max(most.numerator.bit_length(), most.denominator.bit_length()) > MOST_BITS:
            return
        value = -self._below(j, -most, strict) if a < 0 else self._below(j, most, strict)
        self.tighten(j, value, upper=a > 0)

    def _below(self, j: int, most: Fraction, strict: bool) -> Number:
        """Return the largest x[j] up to ``most``, below it if strict, rounded up if continuous."""
        if self.integer[j]:
            return math.ceil(most) - 1 if strict else math.floor(most)
        return most if most.denominator <= GRID else Fraction(math.ceil(most * GRID), GRID)


class Proof:
    """A checker of a proof's combinations, cuts and nodes."""

    def __init__(self, model: Model, bound: Number | None) -> None:
        self.model = model
        self.rows = list(model.rows)
        self.box = Box(model)
        self.work = 0
        self.below = None if bound is None else self._below(bound)

    def _below(self, bound: Number) -> Inequality:
        """Return the row that every better point satisfies, in integer arithmetic.

        If all variables with a cost are integers, the objective is a multiple of the greatest
        common divisor of the costs.  It is then at most the largest multiple below the bound.
        """
        cost = self.model.cost
        side = bound - self.model.constant
        clear = math.lcm(*(number.denominator for number in cost.values()))
        terms = {j: int(each * clear) for j, each in cost.items()}
        if not all(self.model.integer[j] for j in terms):
            return Inequality(terms, side * clear, strict=True)
        unit = math.gcd(*terms.values()) or 1
        return Inequality(terms, unit * (math.ceil(Fraction(side * clear) / unit) - 1))

    def combined(self, given: Any, place: str) -> Inequality:
        """Return the sum of the multiples in [objective's multiplier, row, multiplier, row, …]."""
        if not _whole_list(given) or len(given) % 2 == 0 or given[0] < 0:
            raise Refused(place, "must be integers: [objective's factor >= 0, row, factor, ...]")
        terms: dict[int, int] = {}
        side: Number = 0
        if given[0]:
            if self.below is None:
                raise Refused(place, "an infeasible model has no objective to use")
            terms = {j: given[0] * a for j, a in self.below.terms.items()}
            side = given[0] * self.below.side
        for r, times in zip(given[1::2], given[2::2], strict=True):
            if not 0 <= r < len(self.rows):
                raise Refused(place, f"there is no row {r}")
            row = self.rows[r]
            end = row.upper if times > 0 else row.lower
            if end is None:
                raise Refused(place, f"row {r} lacks the bound for a multiplier of this sign")
            side += times * end
            for j, a in zip(row.columns, row.coefficients, strict=True):
                terms[j] = terms.get(j, 0) + times * a
            self.count(len(row.columns) * (1 + times.bit_length() // 256), place)
        self.count(len(terms) + 1, place)
        strict = given[0] > 0 and self.below is not None and self.below.strict
        return Inequality({j: a for j, a in terms.items() if a}, side, strict)

    def count(self, work: int, place: str) -> None:
        """Add to the work of the check; refuse the proof if its work exceeds the limit."""
        self.work += work
        if self.work > MOST_WORK:
            raise Refused(place, "the check takes more work than is allowed")

    def rounded(self, given: Inequality, by: int, mirrored: list[int], place: str) -> ModelRow:
        """Return the row that mixed-integer rounding makes of an inequality.

        With t = x - lower (t = upper - x for ``mirrored`` columns) the inequality is a·t <= b and
        t >= 0.  Divide by ``by``: with f the fractional part of b / by,
            Σ integer t (floor(a/by) + max(0, frac(a/by) - f) / (1 - f)) t
          + Σ other t (min(0, a/by) / (1 - f)) t  <=  floor(b/by).
        """
        if by < 1:
            raise Refused(place, "the divisor must be positive")
        at_upper = set(mirrored)
        base: dict[int, Number] = {}
        side = given.side
        for j, a in given.terms.items():
            end = self.box.upper[j] if j in at_upper else self.box.lower[j]
            if end is None:
                raise Refused(place, f"column {j} lacks the bound that the cut uses")
            base[j] = end
            side -= a * end
        over = side % by
        rest = by - over
        terms: dict[int, Number] = {}
        total = rest * (side // by)
        for j, a in given.terms.items():
            sign = -1 if j in at_upper else 1
            if self.model.integer[j]:
                slope = rest * (sign * a // by) + max(0, sign * a % by - over)
            else:
                slope = min(0, sign * a)
            if slope:
                terms[j] = sign * slope
                total += sign * slope * base[j]
        clear = math.lcm(*(number.denominator for number in (total, *terms.values())))
        whole = {j: int(each * clear) for j, each in terms.items()}
        if max((abs(a).bit_length() for a in whole.values()), default=0) > MOST_BITS:
            raise Refused(place, "the cut has numbers of too many digits")
        shared = math.gcd(*whole.values()) or 1
        return ModelRow(
            list(whole),
            [a // shared for a in whole.values()],
            None,
            Fraction(total * clear) / shared,
        )

    def root(self, steps: Any) -> None:
        """Check the steps before the first split: combinations, and cuts that become rows."""
        for k, step in enumerate(_list(steps, "proof.json, root")):
            place = f"proof.json, root[{k}]"
            if isinstance(step, list):
                self.box.shrink(self.combined(step, place))
                continue
            if not isinstance(step, dict) or set(step) != {"cut", "by", "mirrored"}:
                raise Refused(place, "is neither a combination nor a cut")
            if not _whole_list([step["by"]]) or not _whole_list(step["mirrored"]):
                raise Refused(place, "`by` and the columns `mirrored` must be integers")
            if not self.box.empty:
                terms = self.combined(step["cut"], place)
                self.rows.append(self.rounded(terms, step["by"], step["mirrored"], place))

    def nodes(self, nodes: Any) -> None:
        """Check that the tree leaves no better point.

        A node is [combinations] or [combinations, column, k].  The second kind is split; after it
        come all nodes with x[column] <= k, then all nodes with x[column] >= k + 1.
        """
        waiting: list[tuple[int, bool, int, int]] = []  # the second parts that are still to come
        box, done = self.box, False
        for k, node in enumerate(_list(nodes, "proof.json, nodes")):
            place = f"proof.json, nodes[{k}]"
            if done:
                raise Refused(place, "comes after the end of the tree")
            if not isinstance(node, list) or len(node) not in (1, 3):
                raise Refused(place, "is neither [combinations] nor [combinations, column, k]")
            for terms in _list(node[0], place):
                inequality = self.combined(terms, place)
                if not box.empty:
                    box.shrink(inequality)
            if len(node) == 3:
                column, least = self._split(node, place)
                waiting.append((len(box.trail), box.empty, column, least))
                if not box.empty:
                    box.tighten(column, least - 1, upper=True)
                continue
            if not box.empty:
                raise Refused(place, "is a leaf that may contain better points")
            if not waiting:
                done = True
                continue
            length, box.empty, column, least = waiting.pop()
            box.undo(length)
            if not box.empty:
                box.tighten(column, least, upper=False)
        if not done:
            raise Refused("proof.json, nodes", "the tree ends before all of its parts are closed")

    def _split(self, node: list[Any], place: str) -> tuple[int, int]:
        """Return the column of a split, and the least value of this variable in the second part."""
        _, column, most = node
        if not _whole_list([column, most]) or not 0 <= column < len(self.model.integer):
            raise Refused(place, "does not split a column of the model at an integer")
        if not self.model.integer[column]:
            raise Refused(place, f"splits column {column}, which is not an integer column")
        return column, most + 1


def _whole_list(given: Any) -> bool:
    return isinstance(given, list) and all(type(number) is int for number in given)


def _list(given: Any, place: str) -> list[Any]:
    if not isinstance(given, list):
        raise Refused(place, "must be a list")
    return given


@dataclass(frozen=True)
class Proven:
    """The result of a valid proof, in the sense of the model."""

    bound: Number | None  # None: the model is infeasible
    objective: Number | None
    rows: int
    columns: int
    nodes: int
    cuts: int
    model_sha256: str

    @property
    def infeasible(self) -> bool:
        """Whether the model was proven to have no feasible point."""
        return self.bound is None

    @property
    def optimal(self) -> bool:
        """Whether bound and objective meet exactly."""
        return self.bound is not None and self.bound == self.objective

    def __str__(self) -> str:
        size = f"{self.rows} rows, {self.columns} columns, {self.nodes} nodes, {self.cuts} cuts"
        if self.infeasible:
            return f"PROVEN: the model has no feasible point ({size})"
        if self.optimal:
            return f"PROVEN: {text_of(self.objective)} is the optimum of the model ({size})"
        return (
            f"PROVEN: no solution is better than {text_of(self.bound)}; the solution has "
            f"{text_of(self.objective)} ({size})"
        )


def text_of(number: Number | None) -> str:
    """Return a number as text: exactly if this is short, else rounded."""
    if number is None:
        return "no solution"
    text = str(number)
    return text if len(text) <= 24 else f"about {float(number)!r}"


def verify(folder: str | os.PathLike[str]) -> Proven:
    """Return the result that the proof in a folder proves, or raise `Refused`."""
    folder = Path(folder)
    text = contents(folder, "model.mps")
    proof = json_document(contents(folder, "proof.json"), "proof.json")
    solution = None
    if proof.get("bound") is not None:
        solution = json_document(contents(folder, "solution.json"), "solution.json")
    proven = verified(text, proof, solution)
    if solution is None and os.path.lexists(folder / "solution.json"):
        raise Refused("solution.json", "must be missing, because the proof is of infeasibility")
    return proven


def verified(text: bytes, proof: dict[str, Any], solution: dict[str, Any] | None) -> Proven:
    """Return the result that a proof proves for a model and a solution, or raise `Refused`."""
    digest = hashlib.sha256(text).hexdigest()
    keys = {"format", "version", "model_sha256", "bound", "root", "nodes"}
    stated = (proof.get("format"), proof.get("version"), type(proof.get("version")))
    if set(proof) != keys or stated != ("optgap-proof", 1, int):
        raise Refused("proof.json", f"must be an optgap-proof of version 1, keys: {sorted(keys)}")
    if proof["model_sha256"] != digest:
        raise Refused("proof.json", "is the proof of another model: model_sha256 differs")
    try:
        model = MpsReader(text.decode("ascii")).model
    except UnicodeDecodeError as error:
        raise Refused("model.mps", f"has a byte that is not ASCII at {error.start}") from None
    sign = -1 if model.maximise else 1
    bound = objective = None
    if proof["bound"] is not None:
        bound = sign * fraction(proof["bound"], "proof.json, bound")
        if solution is None:
            raise Refused("solution.json", "is missing")
        objective = objective_of(model, solution)
        if objective < bound:
            raise Refused("proof.json, bound", "the solution is better than the bound")
    check = Proof(model, bound)
    check.root(proof["root"])
    check.nodes(proof["nodes"])
    return Proven(
        None if bound is None else sign * bound,
        None if objective is None else sign * objective,
        len(model.rows),
        len(model.integer),
        len(proof["nodes"]),
        len(check.rows) - len(model.rows),
        digest,
    )


def main(arguments: list[str]) -> int:
    """Verify the named folders; return 0 if all are proven, 5 if one is refused, 2 without any."""
    if not arguments or not all(Path(folder).is_dir() for folder in arguments):
        print("usage: python verify_proof.py FOLDER ...", file=sys.stderr)
        return 2
    code = 0
    for folder in arguments:
        if not (Path(folder) / "model.mps").exists() and any(Path(folder).glob("program-*")):
            print(f"{folder}: has one proof per program; name {folder}/program-*", file=sys.stderr)
            return 2
        before = f"{folder}: " if len(arguments) > 1 else ""
        try:
            print(f"{before}{verify(folder)}")
        except Refused as refused:
            print(f"{before}REFUSED: {refused}", file=sys.stderr)
            code = 5
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
