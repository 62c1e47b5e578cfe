"""The search for the worst ratio: all paths of a method, and programs for each of them.

The linear programs are about cones.  Each asks for the largest z that is at most the large forms of
a claim, while its small forms are at most 1 and its rows at least 0; the last column scales the
constants.  HiGHS solves them in floating point, and multipliers in integers prove the result.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

import highspy
import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import common_unit
from ...core.faults import InputError, input_error
from ...core.ratio_claims import Combination, Form, RatioClaim, holds, missing_side
from ...core.symbolic import Row, Rows, RunEnd, Tracer, opposite
from ...solvers.engines import QuietHighs
from ...solvers.proofs import solve_exactly
from ..judge.guarantees import Subject

_TINY, _CLOSE = 1e-9, 1e-7  # of multipliers, and of values of forms
_DENOMINATOR = 5000  # of numbers that are tried before equations are solved
_STATUS, _INFINITY = highspy.HighsModelStatus, highspy.kHighsInf


@dataclass(frozen=True)
class Optimum:
    """The exact value of a program, its multipliers, and the point in floating point."""

    value: Fraction
    proof: Combination
    point: list[float]


class ConePrograms:
    """One HiGHS object for many small programs."""

    def __init__(self) -> None:
        self._highs = QuietHighs()
        for option, value in (("presolve", "off"), ("threads", 1), ("output_flag", False)):
            self._highs.setOptionValue(option, value)

    def largest(self, claim: RatioClaim, cap: bool = False) -> Optimum | None:
        """Return the largest z; ``None`` if it is unbounded.

        With ``cap`` it is at most 1.  It is then 0, with a proof, or 1 without one.
        """
        forms, levels = claim.forms, claim.levels
        bounds = {
            next(j for j, a in enumerate(row) if a): i
            for i, (row, _) in enumerate(claim.rows)
            if i not in levels and sum(map(bool, row)) == 1 and max(row) > 0
        }
        listed = [i for i in range(len(forms)) if i not in set(bounds.values())]
        matrix = np.array([[*forms[i], -(i in levels)] for i in listed], dtype=float)
        sides = np.array([-1.0 * (i >= len(forms) - len(claim.small)) for i in listed])
        self._pass(matrix, sides, list(bounds), 1.0 if cap else _INFINITY)
        self._highs.run()
        status, solution = self._highs.getModelStatus(), self._highs.getSolution()
        if status in (_STATUS.kUnbounded, _STATUS.kUnboundedOrInfeasible) and not cap:
            return None
        if status != _STATUS.kOptimal:
            raise RuntimeError(f"HiGHS ends with {status}")
        *point, level = solution.col_value
        if cap and level > 0.5:
            return Optimum(Fraction(1), [], point)
        sizes = dict(zip(listed, solution.row_dual, strict=True))
        sizes |= {i: solution.col_dual[j] for j, i in bounds.items()}
        proof = _multipliers(claim, {i: size for i, size in sizes.items() if size > _TINY})
        return Optimum(claim.ratio(proof) or Fraction(0), proof, point)

    def _pass(self, matrix: FloatArray, sides: FloatArray, bounded: list[int], cap: float) -> None:
        """Pass the program that maximises the last column; all rows are at least their sides."""
        (rows, columns), entries, highs = matrix.shape, matrix != 0, self._highs
        lower, upper = np.full(columns, -_INFINITY), np.full(columns, _INFINITY)
        lower[bounded], upper[-1] = 0, cap
        highs.clearModel()
        highs.addVars(columns, lower, upper)
        highs.changeColCost(columns - 1, -1.0)
        starts = np.append(0, entries.sum(axis=1).cumsum())[:-1].astype(np.int32)
        places = np.nonzero(entries)[1].astype(np.int32)
        above = np.full(rows, _INFINITY)
        highs.addRows(rows, sides, above, len(places), starts, places, matrix[entries])


def _multipliers(claim: RatioClaim, sizes: Mapping[int, float]) -> Combination:
    """Return integral multipliers near the given sizes that prove a claim for some ratio."""
    near = {i: Fraction(size).limit_denominator(_DENOMINATOR) for i, size in sizes.items()}
    if claim.ratio(whole_multipliers(near)) is not None:
        return whole_multipliers(near)
    forms = claim.forms
    equations = [
        ({i: Fraction(forms[i][c]) for i in sizes if forms[i][c]}, Fraction(0))
        for c in range(len(forms[0]))
    ]
    unit = {i: Fraction(1) for i in sizes if i in claim.levels}
    exact = solve_exactly([*equations, (unit, Fraction(1))], near)
    proof = whole_multipliers(near | (exact or {}))
    if claim.ratio(proof) is None:
        raise input_error("method", "has a program that could not be solved exactly")
    return proof


def exact_point(point: Sequence[float], values: Sequence[tuple[Form, int]]) -> list[Fraction]:
    """Return the exact point near another one at which forms have the given integral values."""
    near = {j: Fraction(x).limit_denominator(_DENOMINATOR) for j, x in enumerate(point)}
    equations = [
        ({j: Fraction(a) for j, a in enumerate(form) if a}, Fraction(value))
        for form, value in values
        if abs(sum(a * x for a, x in zip(form, point, strict=True)) - value) < _CLOSE
    ]
    return list((near | (solve_exactly(equations, near) or {})).values())


def whole_multipliers(values: Mapping[int, Fraction]) -> Combination:
    """Return the coprime integers that are proportional to values."""
    unit = common_unit(values.values())
    whole = {i: int(value / unit) for i, value in values.items() if value}
    return [number for pair in whole.items() for number in pair]


@dataclass(frozen=True)
class Witness:
    """Inputs that show a ratio; without one, the ratio grows without limit along ``point``.

    ``inside`` is an input of the path, and ``point`` may be on its border or at infinity.
    """

    ratio: Fraction | None
    inside: list[Fraction]
    point: list[Fraction]
    competitor: Any


@dataclass
class SearchState:
    """The state of a search: paths done and open, programs, and the worst witness."""

    paths: int = 0
    open: int = 1
    programs: int = 0
    witness: Witness | None = None

    @property
    def ratio(self) -> Fraction:
        """The largest ratio so far; 0 before the first program."""
        return Fraction(0) if self.witness is None else self.witness.ratio or Fraction(0)


class StoppedError(BaseException):
    """An error: the time is over; a method, during whose run it is raised, does not catch it."""


class UnboundedError(Exception):
    """An error that ends a search: there is no largest ratio."""


@dataclass
class Open:
    """The beginning of paths that are not explored yet, and where they belong in the tree."""

    path: list[tuple[Row, bool]] = field(default_factory=list)
    parent: dict[str, Any] = field(default_factory=dict)
    side: str = "tree"


class Search:
    """A search through all paths of a subject."""

    def __init__(self, subject: Subject, state: SearchState, end: float = inf) -> None:
        self.subject, self.state, self.end = subject, state, end
        self._programs = ConePrograms()
        self._known: dict[Any, list[tuple[frozenset[Form], Any]]] = {}  # proofs by their forms
        subject.tick = self._check_time
        if self._inside(subject.family.rows)[1] or not subject.competitors:  # before endless paths
            raise input_error("--assume", "no input satisfies all assumptions")

    def run(self, start: Open, enough: int | None = None) -> list[Open]:
        """Explore all paths below a start; return those left once ``enough`` are open."""
        waiting = [start]
        while waiting and (enough is None or len(waiting) < enough):
            self._follow(waiting.pop(0 if enough else -1), waiting)
            self.state.open = len(waiting)
        return waiting

    def _follow(self, start: Open, waiting: list[Open]) -> None:
        """Run the method along one path, twice, and add the sides that it does not take."""
        path, tracer, decision = self._walk(start, waiting)
        failure = self.subject.failure
        again, _, other = self._walk(Open(path), None, name="another name", source="another source")
        if (again, other) != (path, decision):
            raise _is_no_function()
        proofs = [
            self._prove(claim, failure) for claim in self.subject.claims(tracer.rows, decision)
        ]
        start.parent[start.side] = {"decision": decision, "proofs": proofs}
        self.state.paths += 1

    def _walk(
        self, start: Open, waiting: list[Open] | None, **labels: str
    ) -> tuple[list[tuple[Row, bool]], Tracer, Any]:
        """Return the path, the tracer and the decision of a run; ``start`` moves to its leaf."""
        path: list[tuple[Row, bool]] = []

        def answer(row: Row, strict: bool, tie: bool) -> bool:
            expected, yes = start.path[len(path)] if len(path) < len(start.path) else (row, True)
            if expected != row or (waiting is None and len(path) >= len(start.path)):
                raise RunEnd(_is_no_function())
            if len(path) >= len(start.path) and waiting is not None:
                sides = ("yes", "no")
                claims = [missing_side(tracer.rows, row, strict, side, tie) for side in sides]
                proofs = [self._capped(claim).proof for claim in claims]
                node: dict[str, Any] = {"row": [*row], "strict": strict}
                node |= {side: {"cut": cut} for side, cut in zip(sides, proofs, strict=True) if cut}
                yes = "yes" not in node
                if yes and "no" not in node:
                    waiting.append(Open([*path, (row, False)], node, "no"))
                start.parent[start.side] = node
                start.parent, start.side = node, "yes" if yes else "no"
            path.append((row, yes))
            return yes

        tracer = self.subject.family.tracer(answer)
        return path, tracer, self.subject.decide(tracer, **labels)

    # Programs

    def _check_time(self) -> None:
        if time.monotonic() > self.end:
            raise StoppedError

    def _largest(self, claim: RatioClaim, **how: Any) -> Any:
        self._check_time()
        self.state.programs += 1
        return self._programs.largest(claim, **how)

    def _reused(self, claim: RatioClaim) -> Combination | None:
        """Return a proof of another path that has all of its rows here too."""
        proofs = self._known.get((claim.large, claim.small), ())
        index = {form: i for i, form in enumerate(claim.forms)} if proofs else {}
        for needed, proof in proofs:
            own = (
                [n for form, m in proof for n in (index[form], m)] if needed <= index.keys() else []
            )
            if own and claim.ratio(own) is not None:
                return own
        return None

    def _keep(self, claim: RatioClaim, proof: Combination) -> None:
        """Keep a proof for other paths."""
        forms, pairs = claim.forms, zip(proof[::2], proof[1::2], strict=True)
        own = [(forms[i], m) for i, m in pairs]
        known = self._known.setdefault((claim.large, claim.small), [])
        known.insert(0, (frozenset(form for form, _ in own), own))

    def _capped(self, claim: RatioClaim) -> Optimum:
        """Return the optimum, 0 with a proof or else 1, of a claim without small forms."""
        known = self._reused(claim)
        if known is not None:
            return Optimum(Fraction(0), known, [])
        optimum: Optimum = self._largest(claim, cap=True)
        if optimum.proof:
            self._keep(claim, optimum.proof)
        return optimum

    def _inside(self, rows: Rows) -> tuple[list[Fraction], Combination | None]:
        """Return an input that satisfies rows, strict ones strictly, and the proof if none does."""
        optimum = self._capped(RatioClaim(rows))
        if optimum.proof:
            return [], optimum.proof
        values = [(row, level) for row, strict in rows for level in (0, 1)[: 1 + strict]]
        point = exact_point(optimum.point, values)
        if not point[-1] or not all(holds(*row, point) for row in rows):
            raise input_error("method", "has a path whose inputs are not found exactly")
        return [x / point[-1] for x in point], None

    def _prove(self, claim: RatioClaim, failure: InputError | None) -> Combination:
        """Return the proof of a claim for the worst ratio, which may grow by it."""
        known = self._reused(claim)
        if known is not None:
            return known
        optimum = self._largest(claim) if claim.small else self._capped(claim)
        if optimum is not None and optimum.proof and optimum.value <= self.state.ratio:
            if claim.small:
                self._keep(claim, optimum.proof)
            return optimum.proof
        inside, empty = self._inside(claim.rows)
        if empty is not None:
            return empty
        if not claim.small:
            raise self._with_inputs(failure or input_error("method", "is infeasible"), inside)
        values = [(row, 0) for row, _ in claim.rows]
        if optimum is not None:
            point = exact_point(optimum.point, [*values, *((form, 1) for form in claim.small)])
            self.state.witness = Witness(optimum.value, inside, point, claim.competitor)
            self._keep(claim, optimum.proof)
            return optimum.proof
        against = [(opposite(form), False) for form in claim.small]
        optimum = self._largest(RatioClaim([*claim.rows, *against], claim.large), cap=True)
        values += [*((form, 0) for form in claim.small), *((form, 1) for form in claim.large)]
        point = exact_point(optimum.point, values)
        self.state.witness = Witness(None, inside, point, claim.competitor)
        raise UnboundedError

    def _with_inputs(self, failure: InputError, inside: list[Fraction]) -> InputError:
        """Return the error of a method that finds no plan although there is one."""
        document, free = self.subject.family.document(inside[:-1]), self.subject.family.free
        roots = sorted({field.split("[")[0].split(".")[0] for field in free})
        inputs = ", ".join(f"{root} = {document[root]}" for root in roots)
        fault = failure.faults[0]
        return input_error(fault.place, f"{fault.rule}, although there is a plan, for {inputs}")


def _is_no_function() -> InputError:
    rule = (
        "is not a function of the inputs: a second run on the same inputs, under another name, "
        "went another way (random numbers, the clock, or labels of the instance)"
    )
    return input_error("method", rule)
