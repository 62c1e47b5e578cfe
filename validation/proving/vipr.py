"""Convert proofs of optgap to VIPR certificates, which independent programs check.

VIPR 1.1 (Cheung, Gleixner, Steffy: "Verifying integer programming results", IPCO 2017) lists
inequalities, each with the reason why it holds: a linear combination of others (``lin``), a rounded
one (``rnd``), an assumption (``asm``), or a consequence of both sides of a split (``uns``).

A proof of optgap assumes that a point is better than the bound, and therefore tightens bounds of
variables.  VIPR cannot assume this if the objective need not be integral.  So here each tightened
bound keeps its share of the objective z, as in x - 2z <= 3.  Where an integer variable is rounded,
``x <= k or z is beyond the bound`` becomes a split, whose part with x >= k + 1 is closed
immediately.  A leaf then derives, under its splits, that z is beyond the bound.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ...core.faults import input_error
from ...core.files import write_text
from ..judge import Refused, contents, json_document
from ..judge.verify_proof import GRID, MOST_BITS, Model, MpsReader, Proof, fraction, verify

Number: TypeAlias = int | Fraction
Terms: TypeAlias = dict[int, Number]
Parts: TypeAlias = dict[int, Number]  # multipliers of lines, by their numbers


def vipr_of(folder: Path) -> str:
    """Return the proof in a folder as the text of a VIPR certificate."""
    proven = verify(folder)
    model = MpsReader(contents(folder, "model.mps").decode("ascii")).model
    proof = json_document(contents(folder, "proof.json"), "proof.json")
    solution = {}
    if proof["bound"] is not None:
        solution = json_document(contents(folder, "solution.json"), "solution.json")["values"]
    if proven.cuts:
        raise Refused("proof.json", "has cuts by mixed-integer rounding, which VIPR does not know")
    point = {model.columns[name]: fraction(value, name) for name, value in solution.items()}
    bound = None if proven.bound is None else (-1 if model.maximise else 1) * proven.bound
    return _Certificate(model, bound).text(
        proof, point, f"sha256 of the MPS file: {proven.model_sha256}"
    )


class DerivedLine(NamedTuple):
    """One line, Σ terms[j] x[j] <=, >= or = side: the reason for it and the lines it assumes."""

    terms: Terms
    sense: str
    side: Number
    reason: str
    uses: tuple[int, ...] = ()
    assumes: frozenset[int] = frozenset()


class ShareBound(NamedTuple):
    """A bound x - share · z <= value or x + share · z >= value, and the line that states it."""

    line: int
    share: Number
    value: Number


class LineSum(NamedTuple):
    """A weighted sum of lines: terms - share · z <= side; ``parts`` has the weight of each line."""

    parts: Parts
    share: Number
    side: Number


@dataclass
class OpenSplit:
    """A split of the proof whose second part is pending or in progress."""

    column: int
    most: int
    length: int  # of the trail before it
    closed: int | None  # the line that closes everything below
    opened: list[tuple[int, int, int]]  # splits that rounding has made above it
    low: int
    high: int = -1
    left: int = -1


@dataclass
class _Certificate:
    """The lines of a certificate, and the bounds of variables that they prove so far."""

    model: Model
    bound: Number | None
    lines: list[DerivedLine] = field(default_factory=list)
    sides: list[dict[str, int]] = field(default_factory=list)  # the lines of each row
    lower: list[ShareBound | None] = field(default_factory=list)
    upper: list[ShareBound | None] = field(default_factory=list)
    trail: list[tuple[int, bool, ShareBound | None]] = field(default_factory=list)
    closed: int | None = None  # the line that closes the part at hand
    opened: list[tuple[int, int, int]] = field(default_factory=list)  # its splits by rounding

    def __post_init__(self) -> None:
        self.cost: Terms = dict(self.model.cost)
        if self.bound is not None:
            below = Proof(self.model, self.bound).below
            assert below is not None
            denominators = (number.denominator for number in self.cost.values())
            self.strict, self.clear = below.strict, lcm(*denominators)
            self.target: Number = Fraction(below.side, self.clear)  # a better point is at most here
            self.unit = Fraction(gcd(*below.terms.values()) or 1, self.clear)
            self.goal = self.bound - self.model.constant
        self._write_bounds()
        self.bounds = len(self.lines)
        self._write_rows()
        self.given = len(self.lines)
        for j in range(len(self.model.integer)):
            if self.model.integer[j]:
                self._make_whole(j)

    # The model

    def _write_bounds(self) -> None:
        for into, given, sense in (
            (self.lower, self.model.lower, "G"),
            (self.upper, self.model.upper, "L"),
        ):
            for j, end in enumerate(given):
                line = None if end is None else self._add(DerivedLine({j: 1}, sense, end, ""))
                into.append(None if line is None or end is None else ShareBound(line, 0, end))

    def _write_rows(self) -> None:
        for row in self.model.rows:
            terms: Terms = dict(zip(row.columns, row.coefficients, strict=True))
            ends: dict[str, int] = {}
            if row.lower is not None and row.lower == row.upper:
                ends["G"] = ends["L"] = self._add(DerivedLine(terms, "E", row.lower, ""))
            else:
                for sense, end in (("G", row.lower), ("L", row.upper)):
                    if end is not None:
                        ends[sense] = self._add(DerivedLine(terms, sense, end, ""))
            self.sides.append(ends)

    def _make_whole(self, j: int) -> None:
        """Round the fractional bounds of an integer variable to integers."""
        for bounds, sense, whole in ((self.lower, "G", ceil), (self.upper, "L", floor)):
            bound = bounds[j]
            if bound is not None and whole(bound.value) != bound.value:
                line = self._combine({bound.line: 1}, {j: 1}, sense, whole(bound.value), "rnd")
                bounds[j] = ShareBound(line, 0, whole(bound.value))
        self._close_if_crossed(j)

    # Lines

    def _add(self, line: DerivedLine) -> int:
        self.lines.append(line)
        return len(self.lines) - 1

    def _combine(
        self, parts: Parts, terms: Terms, sense: str, side: Number, reason: str = "lin"
    ) -> int:
        kept = {number: times for number, times in parts.items() if times}
        if reason == "rnd" and all(self.lines[number].sense == "E" for number in kept):
            value = sum((times * self.lines[n].side for n, times in kept.items()), Fraction(0))
            kept = {self._combine(kept, terms, sense, value): 1}  # an equation is not rounded
        words = " ".join(f"{number} {times}" for number, times in kept.items())
        assumes = frozenset[int]().union(*(self.lines[number].assumes for number in kept))
        text = f"{reason} {len(kept)} {words}".strip()
        return self._add(DerivedLine(terms, sense, side, text, tuple(kept), assumes))

    def _assume(self, j: int, side: int, *, upper: bool) -> int:
        number = len(self.lines)
        line = DerivedLine({j: 1}, "L" if upper else "G", side, "asm", (), frozenset({number}))
        return self._add(line)

    def _unsplit(self, left: int, low: int, right: int, high: int) -> int:
        """Return a line that holds without a split, from the lines that its two parts imply."""
        if low not in self.lines[left].assumes:
            return left
        if high not in self.lines[right].assumes:
            return right
        terms, sense, side = self._aim()
        uses = (left, low, right, high)
        assumes = (self.lines[left].assumes - {low}) | (self.lines[right].assumes - {high})
        text = f"uns {left} {low} {right} {high}"
        return self._add(DerivedLine(terms, sense, side, text, uses, assumes))

    def _aim(self) -> tuple[Terms, str, Number]:
        """Return the line that each leaf derives: z is beyond the bound, rounded if possible."""
        if self.bound is None:
            return {}, "G", 1
        if self.strict:
            return self.cost, "G", self.target
        terms: Terms = {j: each / self.unit for j, each in self.cost.items()}
        return terms, "G", floor(self.target / self.unit) + 1

    def _close(self, parts: Parts, share: Number, side: Number) -> int:
        """Return the line that ends a part: a weighted sum of lines with -share · z <= side."""
        if not share:
            return self._combine(_scaled(parts, Fraction(1) / side), {}, "G", 1)
        terms, sense, least = self._aim()
        unit = 1 if self.strict else self.unit
        kind = "lin" if self.strict else "rnd"
        return self._combine(_scaled(parts, Fraction(-1) / share / unit), terms, sense, least, kind)

    # Bounds

    def _end(self, j: int, *, upper: bool) -> Number | None:
        """Return the value of a bound of x[j] for points better than the proof's bound."""
        bound = (self.upper if upper else self.lower)[j]
        if bound is None or not bound.share:
            return None if bound is None else bound.value
        return bound.value + (1 if upper else -1) * bound.share * self.target

    def _set(self, j: int, bound: ShareBound, *, upper: bool) -> None:
        bounds = self.upper if upper else self.lower
        self.trail.append((j, upper, bounds[j]))
        bounds[j] = bound
        self._close_if_crossed(j)

    def _close_if_crossed(self, j: int) -> None:
        low, high = self._end(j, upper=False), self._end(j, upper=True)
        if self.closed is None and low is not None and high is not None and low > high:
            below, above = self.lower[j], self.upper[j]
            assert below is not None and above is not None
            parts: Parts = {below.line: -1, above.line: 1}
            self.closed = self._close(parts, below.share + above.share, above.value - below.value)

    def _undo(self, length: int) -> None:
        while len(self.trail) > length:
            j, upper, bound = self.trail.pop()
            (self.upper if upper else self.lower)[j] = bound

    # The proof

    def step(self, given: list[int]) -> None:
        """Convert a combination, which ends the current part of the tree or tightens bounds."""
        if self.closed is not None:
            return
        parts: Parts = {}
        rest: dict[int, int] = {}  # what the rows alone sum up to
        side: Number = 0
        for r, times in zip(given[1::2], given[2::2], strict=True):
            row = self.model.rows[r]
            line = self.sides[r]["L" if times > 0 else "G"]
            parts[line] = parts.get(line, 0) + times
            side += times * self.lines[line].side
            for j, a in zip(row.columns, row.coefficients, strict=True):
                rest[j] = rest.get(j, 0) + times * a
        share = given[0] * self.clear if given[0] else 0
        terms = dict(rest)
        for j, each in self.cost.items() if share else ():
            terms[j] = terms.get(j, 0) + int(each * share)
        terms = {j: a for j, a in terms.items() if a}
        first = {j: (self.lower if a > 0 else self.upper)[j] for j, a in terms.items()}
        least = {
            j: None if first[j] is None else a * self._end(j, upper=a < 0)  # type: ignore[operator]
            for j, a in terms.items()
        }
        without = [j for j, start in least.items() if start is None]
        if len(without) > 1:
            return
        spare = side + share * (self.target if share else 0)
        spare -= sum(start for start in least.values() if start is not None)
        rows_only = LineSum(parts, share, side)
        if not without and (spare < 0 or (share and self.strict and spare == 0)):
            self.closed = self._close(*_with_bounds(rows_only, terms, first))
            return
        ends = {j: self._end(j, upper=a > 0) for j, a in terms.items()}
        for j, a in terms.items():
            start, end = least[j], ends[j]
            if without and start is not None:
                continue
            most = spare if start is None else spare + start
            if self.closed is None and (start is None or end is None or a * end >= most):
                others = {i: each for i, each in first.items() if i != j}
                self._limit(j, a, _with_bounds(rows_only, terms, others))

    def _limit(self, j: int, a: int, of: LineSum) -> None:
        """Tighten the bound of x[j] by a sum of lines, which is a x[j] - share · z <= side."""
        upper, sign = a > 0, 1 if a > 0 else -1
        size = Fraction(1, abs(a))
        of = LineSum(_scaled(of.parts, size), of.share * size, of.side * size)
        reached = of.side + of.share * (self.target if of.share else 0)  # sign · x[j] is at most it
        if max(reached.numerator.bit_length(), reached.denominator.bit_length()) > MOST_BITS:
            return
        sense = "L" if upper else "G"
        if self.model.integer[j]:
            most = ceil(reached) - 1 if of.share and self.strict else floor(reached)
            known = self._end(j, upper=upper)
            if known is not None and sign * known <= most:
                return
            if of.share:
                line = self._round_by_split(j, sign, of, sign * most)
            else:
                line = self._combine(_scaled(of.parts, sign), {j: 1}, sense, sign * most, "rnd")
            self._set(j, ShareBound(line, 0, sign * most), upper=upper)
            return
        value = of.side if of.side.denominator <= GRID else Fraction(ceil(of.side * GRID), GRID)
        terms: Terms = {j: sign}
        for i, each in self.cost.items() if of.share else ():
            terms[i] = terms.get(i, 0) - of.share * each
        terms = {i: sign * each for i, each in terms.items() if each}
        line = self._combine(_scaled(of.parts, sign), terms, sense, sign * value)
        self._set(j, ShareBound(line, of.share, sign * value), upper=upper)

    def _round_by_split(self, j: int, sign: int, of: LineSum, most: int) -> int:
        """Split x[j] at ``most`` and end the part beyond it; return the line of the other part."""
        beyond = self._assume(j, most + sign, upper=sign < 0)
        leaf = self._close(of.parts | {beyond: -sign}, of.share, of.side - sign * (most + sign))
        inside = self._assume(j, most, upper=sign > 0)
        self.opened.append((leaf, beyond, inside))
        return inside

    def tree(self, proof: dict[str, Any]) -> int:
        """Convert the proof tree; return the line that excludes all better points."""
        for given in proof["root"]:
            self.step(given)
        open_splits: list[OpenSplit] = []
        for combinations, *split in proof["nodes"]:
            if open_splits:
                self.opened = []
            for given in combinations:
                self.step(given)
            if split:
                column, most = split
                low = self._assume(column, most, upper=True)
                length = len(self.trail)
                open_splits.append(OpenSplit(column, most, length, self.closed, self.opened, low))
                if self.closed is None:
                    self._set(column, ShareBound(low, 0, most), upper=True)
                continue
            assert self.closed is not None
            found = self._without_splits(self.closed, self.opened)
            while open_splits and open_splits[-1].left >= 0:
                done = open_splits.pop()
                found = self._unsplit(done.left, done.low, found, done.high)
                found = self._without_splits(found, done.opened)
            if not open_splits:
                return found
            last = open_splits[-1]
            last.left, last.high = found, self._assume(last.column, last.most + 1, upper=False)
            self._undo(last.length)
            self.closed = last.closed
            if self.closed is None:
                self._set(last.column, ShareBound(last.high, 0, last.most + 1), upper=False)
        raise AssertionError("a verified tree ends")

    def _without_splits(self, found: int, opened: list[tuple[int, int, int]]) -> int:
        """Return the line after the splits made for rounding are removed, the last one first."""
        for leaf, beyond, inside in reversed(opened):
            found = self._unsplit(found, inside, leaf, beyond)
        return found

    # The file

    def text(self, proof: dict[str, Any], point: dict[int, Number], comment: str) -> str:
        """Return the text of the certificate."""
        last = self.tree(proof)
        if self.bound is not None and (self.lines[last].terms or not self.cost):
            sense, sign = ("L", -1) if self.model.maximise else ("G", 1)
            times = sign * (1 if self.strict else self.unit)
            last = self._combine({last: times}, self._objective, sense, sign * self.goal)
        return "\n".join(self._sections(last, point, comment)) + "\n"

    @property
    def _objective(self) -> Terms:
        """The objective of the file, which may be a maximum."""
        return {j: -each if self.model.maximise else each for j, each in self.cost.items()}

    def _sections(self, last: int, point: dict[int, Number], comment: str) -> Iterator[str]:
        sign = -1 if self.model.maximise else 1
        yield f"% {comment}"
        if self.bound is not None and self.model.constant:
            constant = sign * self.model.constant
            yield f"% the objective of the model is that of this file plus {constant}"
        yield from self.model_sections()
        if self.bound is None:
            yield "RTP infeas"
            yield "SOL 0"
        else:
            value = sum((each * point.get(j, 0) for j, each in self.cost.items()), Fraction(0))
            ends = (value, self.goal) if self.model.maximise else (self.goal, value)
            yield "RTP range {} {}".format(*(sign * end for end in ends))
            yield "SOL 1"
            yield f"solution {_terms({j: value for j, value in point.items() if value})}"
        kept = self._needed(last)
        renumbered = dict(zip(kept, range(self.given, self.given + len(kept)), strict=True))
        yield f"DER {len(kept)}"
        for number in kept:
            yield self._line(renumbered[number], self.lines[number], renumbered)

    def model_sections(self) -> Iterator[str]:
        """Yield the lines of the certificate that state the model."""
        model, sign = self.model, -1 if self.model.maximise else 1
        yield "VER 1.1"
        yield f"VAR {len(model.integer)}"
        yield from (name.replace("%", "_") for name in model.columns)  # % begins a comment
        whole = [str(j) for j, integer in enumerate(model.integer) if integer]
        yield f"INT {len(whole)}"
        yield " ".join(whole)
        yield f"OBJ {'max' if model.maximise else 'min'}"
        yield _terms({j: sign * each for j, each in self.cost.items()})
        yield f"CON {self.given} {self.bounds}"
        for number in range(self.given):
            yield self._line(number, self.lines[number], {})

    def _needed(self, last: int) -> list[int]:
        """Return, in order, the derived lines on which the last one depends."""
        needed, waiting = set[int](), [last]
        while waiting:
            number = waiting.pop()
            if number >= self.given and number not in needed:
                needed.add(number)
                waiting.extend(self.lines[number].uses)
        return sorted(needed)

    def _line(self, number: int, line: DerivedLine, renumbered: dict[int, int]) -> str:
        terms, sense, side = line.terms, line.sense, line.side
        name = f"{'B' if number < self.bounds else 'C' if number < self.given else 'D'}{number}"
        is_bound = line is self.lines[-1] and self.bound is not None and terms == self._objective
        text = f"{name} {sense} {side} {'OBJ' if is_bound else _terms(terms)}"
        if number < self.given:
            return text
        kind, *words = line.reason.split()
        if kind == "uns":
            words = [str(renumbered.get(int(word), int(word))) for word in words]
        elif kind != "asm":
            places = range(1, len(words), 2)
            for k in places:
                words[k] = str(renumbered.get(int(words[k]), int(words[k])))
        return f"{text} {{ {' '.join([kind, *words])} }} -1"


def _with_bounds(
    of: LineSum, terms: dict[int, int], first: dict[int, ShareBound | None]
) -> LineSum:
    """Return a sum of lines plus the bounds of variables that ``first`` has for its terms."""
    parts, share, side = dict(of.parts), of.share, of.side
    for j, bound in first.items():
        if bound is not None:
            parts[bound.line] = parts.get(bound.line, 0) - terms[j]
            share += abs(terms[j]) * bound.share
            side -= terms[j] * bound.value
    return LineSum(parts, share, side)


def _scaled(parts: Parts, by: Number) -> Parts:
    return {line: times * by for line, times in parts.items()}


def _terms(terms: Terms) -> str:
    return " ".join([str(len(terms)), *(f"{j} {each}" for j, each in sorted(terms.items()))])


def states_model(text: str, mps: str) -> bool:
    """Return whether a certificate contains the model of an MPS file written by optgap."""
    words = " ".join(_Certificate(MpsReader(mps).model, None).model_sections()).split()
    lines = (line for line in text.split("\n") if not line.startswith("%"))
    stated = " ".join(lines).partition(" RTP ")[0].split()
    return stated == words


def write_vipr(source: Path, into: Path, name: str) -> list[Path]:
    """Write the proofs in a folder as certificates; a front has one per program."""
    programs = sorted(source.glob("program-*")) or [source]
    if not (programs[0] / "proof.json").is_file():
        raise input_error(str(source), "has no proof of a model; prove by the method exact", name)
    texts = [(program, vipr_of(program)) for program in programs]
    into.mkdir(parents=True, exist_ok=True)
    written = []
    for program, text in texts:
        suffix = "" if program == source else f"-{program.name}"
        written.append(into / f"{name}{suffix}.vipr")
        write_text(written[-1], text)
    return written
