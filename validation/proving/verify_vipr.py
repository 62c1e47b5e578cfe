#!/usr/bin/env python3
"""Check a VIPR certificate without other files: ``python verify_vipr.py FILE.vipr ...``.

This file needs only Python 3.11.  It reads certificates of version 1.0 and 1.1, of optgap and of
other solvers.  It computes in fractions only, and trusts no solver.  A certificate proves a claim
about the model that it contains.  ``optgap verify`` of a proof folder also checks that this model
is that of the instance.

Each derived line is an assumption (``asm``), or follows from earlier lines: by a linear combination
(``lin``), by rounding one (``rnd``), or from both sides of a split (``uns``).  A line names the
assumptions on which it depends.  The last line depends on no assumption and is the claim.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

LARGEST_FILE = 256 * 2**20  # bytes
MOST_DIGITS = 20_000  # of one number
_NUMBER = re.compile(r"[+-]?(\d+(/\d+)?|\d*\.\d+|\d+\.)([eE][+-]?\d{1,3})?")
_INCOMPLETE = "is incomplete: only complete certificates are checked (viprcomp completes them)"


class RefusedFile(Exception):  # noqa: N818
    """A rejected certificate: the place and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason = place, reason


@dataclass(frozen=True)
class ProofLine:
    """Σ terms[j] x[j] >= side (sense 1), <= (-1) or = (0), if the lines that it assumes hold."""

    terms: dict[int, Fraction]
    sense: int
    side: Fraction
    assumes: frozenset[int] = frozenset()

    @property
    def is_absurd(self) -> bool:
        """Whether no point satisfies the line."""
        if self.terms:
            return False
        return self.side != 0 if self.sense == 0 else self.sense * self.side > 0

    def implies(self, other: ProofLine) -> bool:
        """Return whether all points of this line satisfy another one, by VIPR's simple test."""
        if self.is_absurd:
            return True
        if self.terms != other.terms:
            return False
        if other.sense == 0:
            return self.sense == 0 and self.side == other.side
        return self.sense in (0, other.sense) and other.sense * (self.side - other.side) >= 0


@dataclass(frozen=True)
class ProvenFile:
    """The result that a certificate proves about its model."""

    maximise: bool
    infeasible: bool
    bound: Fraction | None  # what no point is better than
    objective: Fraction | None  # of the best of its solutions
    variables: int
    constraints: int
    derivations: int

    def __str__(self) -> str:
        size = f"{self.constraints} constraints, {self.variables} variables"
        size += f", {self.derivations} derived lines"
        if self.infeasible:
            return f"PROVEN: the model in the file has no feasible point ({size})"
        if self.bound is not None and self.bound == self.objective:
            return f"PROVEN: {self.bound} is the optimum of the model in the file ({size})"
        found = "" if self.objective is None else f"; a solution has {self.objective}"
        beyond = f"no point is better than {self.bound}" if self.bound is not None else "no bound"
        return f"PROVEN: {beyond}{found} ({size})"


class Words:
    """The words of a file, and the line of each for messages."""

    def __init__(self, text: str) -> None:
        self.words = self._split(text)
        self.number = 0
        self.waiting: list[str] = []

    def _split(self, text: str) -> Iterator[str]:
        for number, line in enumerate(text.split("\n"), 1):
            self.number = number
            yield from line.partition("%")[0].split()

    @property
    def place(self) -> str:
        return f"line {self.number}"

    def word(self) -> str:
        word = self.waiting.pop() if self.waiting else next(self.words, None)
        if word is None:
            raise RefusedFile(self.place, "the file ends too early")
        return word

    def comes(self, *words: str) -> bool:
        """Return whether the next word is one of ``words``, and leave it to be read again."""
        word = self.word()
        self.waiting.append(word)
        return word in words

    def expect(self, *words: str) -> str:
        word = self.word()
        if word not in words:
            raise RefusedFile(self.place, f"must be {' or '.join(words)} (found {word[:40]!r})")
        return word

    def count(self, most: int = 10**8) -> int:
        word = self.word()
        if not word.isdecimal() or len(word) > 9 or int(word) > most:
            raise RefusedFile(
                self.place, f"must be an integer up to {most:,} (found {word[:40]!r})"
            )
        return int(word)

    def index(self, below: int) -> int:
        return self.count(below - 1)

    def value(self) -> Fraction:
        word = self.word()
        if len(word) > MOST_DIGITS or not _NUMBER.fullmatch(word) or word.endswith("/0"):
            raise RefusedFile(self.place, f"is not a number: {word[:40]!r}")
        try:
            return Fraction(word)
        except (ValueError, ZeroDivisionError):
            raise RefusedFile(self.place, f"is not a number: {word[:40]!r}") from None

    def pairs(self, below: int) -> dict[int, Fraction]:
        """Return a dictionary of indices and values, as in ``2  0 1  3 -1/2``, without zeros."""
        count = self.count()
        found: dict[int, Fraction] = {}
        for _ in range(count):
            index = self.index(below)
            if index in found:
                raise RefusedFile(self.place, f"the index {index} appears twice")
            found[index] = self.value()
        return {index: value for index, value in found.items() if value}


class CertificateFile:
    """A certificate, checked while it is read."""

    def __init__(self, text: str) -> None:
        self.reader = reader = Words(text)
        reader.expect("VER")
        reader.expect("1.0", "1.1")
        reader.expect("VAR")
        self.variables = reader.count()
        for _ in range(self.variables):
            reader.word()
        reader.expect("INT")
        self.whole = {reader.index(self.variables) for _ in range(reader.count(self.variables))}
        reader.expect("OBJ")
        self.maximise = reader.expect("min", "max") == "max"
        self.cost = reader.pairs(self.variables)
        reader.expect("CON")
        self.constraints = reader.count()
        reader.count(self.constraints)  # how many of them are bounds
        self.lines: list[ProofLine] = []
        for _ in range(self.constraints):
            self.lines.append(self._line())
        reader.expect("RTP")
        self.infeasible = reader.expect("infeas", "range") == "infeas"
        none: tuple[Fraction | None, Fraction | None] = (None, None)
        self.ends = none if self.infeasible else (self._end("-inf"), self._end("inf"))
        reader.expect("SOL")
        values = [self._solution(number) for number in range(reader.count())]
        self.objective = (max if self.maximise else min)(values, default=None)
        reader.expect("DER")
        self.derivations = reader.count()
        for _ in range(self.derivations):
            self.lines.append(self._derived())
            reader.word()  # the last line that uses it
        if next(reader.words, None) is not None:
            raise RefusedFile(reader.place, "stands after the end")

    def _end(self, without: str) -> Fraction | None:
        if self.reader.comes(without):
            self.reader.word()
            return None
        return self.reader.value()

    def _line(self) -> ProofLine:
        self.reader.word()  # its name
        sense = {"G": 1, "L": -1, "E": 0}[self.reader.expect("G", "L", "E")]
        side = self.reader.value()
        if self.reader.comes("OBJ"):
            self.reader.word()
            return ProofLine(self.cost, sense, side)
        return ProofLine(self.reader.pairs(self.variables), sense, side)

    def _solution(self, number: int) -> Fraction:
        self.reader.word()  # its name
        x = self.reader.pairs(self.variables)
        for j in self.whole:
            if x.get(j, Fraction(0)).denominator != 1:
                raise RefusedFile(f"solution {number}", f"variable {j} must be an integer")
        for k, line in enumerate(self.lines):
            total = sum((a * x.get(j, 0) for j, a in line.terms.items()), Fraction(0))
            beyond = total - line.side
            if beyond != 0 if line.sense == 0 else line.sense * beyond < 0:
                raise RefusedFile(f"solution {number}", f"breaks constraint {k}")
        return sum((c * x.get(j, 0) for j, c in self.cost.items()), Fraction(0))

    def _derived(self) -> ProofLine:
        number, reader = len(self.lines), self.reader
        said = self._line()
        reader.expect("{")
        reason = reader.expect("asm", "lin", "rnd", "uns", "sol")
        place = f"derived line {number} ({reader.place})"
        if reason == "asm":
            assumes = frozenset({number})
        elif reason == "uns":
            assumes = self._unsplit(said, number, place)
        elif reason == "sol":
            raise RefusedFile(
                place, "uses a solution as a cutoff, which this checker does not support"
            )
        else:
            found = self._combination(number, place)
            if reason == "rnd":
                found = self._round_side(found, place)
            if not found.implies(said):
                raise RefusedFile(place, "does not follow from its combination")
            assumes = found.assumes
        reader.expect("}")
        return ProofLine(said.terms, said.sense, said.side, assumes)

    def _combination(self, number: int, place: str) -> ProofLine:
        if self.reader.comes("weak", "incomplete"):
            raise RefusedFile(place, _INCOMPLETE)
        terms: dict[int, Fraction] = {}
        side, senses, assumes = Fraction(0), set[int](), set[int]()
        for k, times in self.reader.pairs(number).items():
            line = self.lines[k]
            senses.add(line.sense * (1 if times > 0 else -1))
            assumes |= line.assumes
            side += times * line.side
            for j, a in line.terms.items():
                terms[j] = terms.get(j, Fraction(0)) + times * a
        senses.discard(0)
        if len(senses) > 1:
            raise RefusedFile(place, "adds lines of opposite senses")
        sense = senses.pop() if senses else 0
        terms = {j: a for j, a in terms.items() if a}
        return ProofLine(terms, sense, side, frozenset(assumes))

    def _round_side(self, line: ProofLine, place: str) -> ProofLine:
        if any(j not in self.whole or a.denominator != 1 for j, a in line.terms.items()):
            raise RefusedFile(place, "is rounded, but not all of its terms are integers")
        if line.sense == 0:
            raise RefusedFile(place, "is rounded, but is an equation")
        side = math.ceil(line.side) if line.sense > 0 else math.floor(line.side)
        return ProofLine(line.terms, line.sense, Fraction(side), line.assumes)

    def _unsplit(self, said: ProofLine, number: int, place: str) -> frozenset[int]:
        first, low, second, high = (self.reader.index(number) for _ in range(4))
        if not (self.lines[first].implies(said) and self.lines[second].implies(said)):
            raise RefusedFile(place, "does not follow in both parts of its split")
        below, above = sorted((self.lines[low], self.lines[high]), key=lambda line: line.sense)
        is_split = (
            (below.sense, above.sense) == (-1, 1)
            and below.terms == above.terms
            and below.side.denominator == 1
            and above.side == below.side + 1
            and all(j in self.whole and a.denominator == 1 for j, a in below.terms.items())
        )
        if not is_split:
            raise RefusedFile(place, "its two parts do not cover all integers")
        return (self.lines[first].assumes - {low}) | (self.lines[second].assumes - {high})

    def proven(self) -> ProvenFile:
        """Return the result that the file proves, or raise `RefusedFile`."""
        last = self.lines[-1] if self.derivations else None
        bound = None
        if self.infeasible:
            if last is None or last.assumes or not last.is_absurd:
                raise RefusedFile("the last line", "does not show that there is no feasible point")
        else:
            low, high = self.ends
            bound, worst = (high, low) if self.maximise else (low, high)
            if bound is not None:
                claim = ProofLine(self.cost, -1 if self.maximise else 1, bound)
                candidates = self.lines[: self.constraints] if last is None else [last]
                if not any(not line.assumes and line.implies(claim) for line in candidates):
                    raise RefusedFile("the last line", f"does not show the bound {bound}")
            sign = -1 if self.maximise else 1
            if worst is not None and (
                self.objective is None or sign * (self.objective - worst) > 0
            ):
                raise RefusedFile("the solutions", f"none reaches {worst}")
        return ProvenFile(
            self.maximise,
            self.infeasible,
            bound,
            self.objective,
            self.variables,
            self.constraints,
            self.derivations,
        )


def verify_vipr(path: Path) -> ProvenFile:
    """Return the result that a certificate proves, or raise `RefusedFile`."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RefusedFile(path.name, f"is larger than {LARGEST_FILE >> 20} MiB")
        text = path.read_bytes().decode("utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RefusedFile(path.name, f"cannot be read: {reason}") from None
    return CertificateFile(text).proven()


def main(arguments: list[str]) -> int:
    """Verify the named files; return 0 if all are proven, 5 if one is refused, 2 for no file."""
    if not arguments or not all(Path(file).is_file() for file in arguments):
        print("usage: python verify_vipr.py FILE.vipr ...", file=sys.stderr)
        return 2
    code = 0
    for file in arguments:
        before = f"{file}: " if len(arguments) > 1 else ""
        try:
            print(f"{before}{verify_vipr(Path(file))}")
        except RefusedFile as refused:
            print(f"{before}REFUSED: {refused}", file=sys.stderr)
            code = 5
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
