"""Reduction of a model on which two engines disagree, by delta debugging.

``python benchmarks/solver_truth/reduction.py MODEL --engine highs --against scip -o small.mps``
reduces an MPS or LP file, or the exact model of an instance.

Rows, columns and integrality are removed in halves, then in smaller and smaller parts, while the
two engines still contradict each other in the same way; then numbers are simplified.  The
remaining model is small enough for a bug report.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csc_array

import optgap
from optgap.core.arrays import FloatArray, IntArray
from optgap.core.faults import InputError
from optgap.core.outcome import SolverVersion
from optgap.core.run import Run
from optgap.solvers.engines import (
    EngineResult,
    StandardForm,
    decimal,
    engine_named,
    model_in_file,
    mps,
    solve_form,
    standard_form,
)
from optgap.validation.catalogue import problem_of

_TOLERANCE = 1e-6  # relative difference that counts as agreement of two engines
_MOST_POINTS = 200_000  # points that are enumerated to find the true optimum
_MOST_ROUNDS = 20
_SECONDS = 5.0  # seconds for each engine and each question


@dataclass(frozen=True)
class Disagreement:
    """A contradiction of two engines on a model: its kind, and each engine's result as text."""

    kind: str
    words: dict[str, str]


def disagreement(
    form: StandardForm, engines: tuple[str, str], run: Run, seconds: float = _SECONDS
) -> Disagreement | None:
    """Return the contradiction of two engines on a form; ``None`` if they do not disagree.

    `InputError` says that an engine does not accept the form.
    """
    results, given = [], [engine_named(name) for name in engines]
    for each in given:
        try:
            results.append(solve_form(form, each, run.inner(seconds=seconds)))
        except RuntimeError as error:
            version = SolverVersion(name=each.solver.name, version=each.solver.version)
            results.append(EngineResult("unknown", "error", version, message=str(error)))
    kinds = [_contradicts(one, other) for one, other in (results, reversed(results))]
    kind = next((kind for kind in kinds if kind is not None), None)
    if kind is None:
        return None
    said = {name: _words(result) for name, result in zip(engines, results, strict=True)}
    return Disagreement(kind, said)


def _contradicts(one: EngineResult, other: EngineResult) -> str | None:
    """Return how one result contradicts another's point or claim: a kind, or ``None``."""
    if one.stopped == "error" and other.status in ("optimal", "infeasible"):
        return "one engine ends with an error, the other with an answer"
    if one.status == "infeasible" and other.objective is not None:
        return "one engine calls the model infeasible, the other has a feasible point"
    if one.status == "infeasible" and other.status == "unbounded":
        return "one engine calls the model infeasible, the other unbounded"
    if one.status != "optimal" or one.objective is None or one.form is None:
        return None
    if other.status == "unbounded":
        return "one engine has an optimum, the other calls it unbounded"
    if other.objective is None:
        return None
    sign = one.form.sign
    missed = sign * (one.objective - other.objective)
    scale = max(1.0, abs(one.objective), abs(other.objective))
    return "one engine's point beats the other's optimum" if missed > _TOLERANCE * scale else None


def _words(result: EngineResult) -> str:
    value = "" if result.objective is None else f", {result.objective!r}"
    if result.stopped == "error" and result.message:
        return f"{result.message} ({result.solver.name} {result.solver.version})"
    return f"{result.status}{value} ({result.solver.name} {result.solver.version})"


@dataclass
class Reduction:
    """A stepwise reduction of a model on which two engines contradict each other."""

    form: StandardForm
    ask: Callable[[StandardForm], Disagreement | None]
    run: Run
    found: Disagreement | None = None
    questions: int = 0
    before: tuple[int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.size
        self.found = self.ask(self.form)

    @property
    def size(self) -> tuple[int, int, int]:
        """The numbers of rows, columns and nonzeros."""
        return *self.form.shape, int(self.form.matrix.nnz)

    def reduce(self) -> None:
        """Remove unnecessary parts and digits until no change is possible or time is up."""
        for _ in range(_MOST_ROUNDS):
            before = self.size, self._difficulty()
            self._take_away(lambda form: form.shape[0], lambda form, kept: form.with_rows(kept))
            self._take_away(lambda form: form.shape[1], _with_columns)
            self._take_away(lambda form: int(form.integer.sum()), _with_integers)
            for where in ("cost", "matrix", "row_lower", "row_upper", "lower", "upper"):
                self._make_plain(where)
            if (self.size, self._difficulty()) == before or self.run.should_stop():
                return

    def _still(self, form: StandardForm) -> bool:
        """Accept a form if the engines contradict each other on it too; return whether they do."""
        if self.run.should_stop() or self.found is None or form.crossing() is not None:
            return False
        self.questions += 1
        try:
            found = self.ask(form)
        except InputError:
            return False  # an engine does not accept the smaller form
        if found is None or found.kind != self.found.kind:
            return False
        self.form, self.found = form, found
        return True

    def _take_away(
        self,
        count: Callable[[StandardForm], int],
        keep: Callable[[StandardForm, IntArray], StandardForm],
    ) -> None:
        """Try to remove halves, quarters, … single parts; ``keep`` makes the form without them."""
        part = max(1, count(self.form) // 2)
        while True:
            place = 0
            while place < (total := count(self.form)):
                kept = np.r_[0:place, min(total, place + part) : total].astype(np.int64)
                if not self._still(keep(self.form, kept)):
                    place += part
                if self.run.should_stop():
                    return
            if part == 1:
                return
            part //= 2

    def _difficulty(self) -> int:
        """Return the total number of digits of all numbers in the model."""
        form = self.form
        arrays = (
            form.cost,
            form.matrix.data,
            form.row_lower,
            form.row_upper,
            form.lower,
            form.upper,
        )
        numbers = np.concatenate(arrays)
        return sum(len(repr(value)) for value in numbers[np.isfinite(numbers)].tolist())

    def _make_plain(self, where: str) -> None:
        """Replace the numbers of an array by simpler ones, one at a time."""
        k = 0
        while k < len(numbers := _numbers(self.form, where)):  # zeros are removed from the matrix
            for plain in _plainer(float(numbers[k]), where):
                if self.run.should_stop():
                    return
                changed = numbers.copy()
                changed[k] = plain
                if self._still(_with_numbers(self.form, where, changed)):
                    break
            k += 1

    def listing(self) -> str:
        """Return the model in readable form."""
        return "\n".join(_listed(self.form))


def _with_columns(form: StandardForm, kept: IntArray) -> StandardForm:
    """Return the form with only the columns ``kept``; others are 0, or their bound nearest to 0."""
    gone = np.setdiff1d(np.arange(form.shape[1]), kept)
    fixed = np.clip(0.0, form.lower[gone], form.upper[gone])
    moved = form.matrix[:, gone] @ fixed
    return replace(
        form.with_columns(kept),
        constant=form.constant + float(form.cost[gone] @ fixed),
        row_lower=form.row_lower - moved,
        row_upper=form.row_upper - moved,
    )


def _with_integers(form: StandardForm, kept: IntArray) -> StandardForm:
    integer = np.zeros_like(form.integer)
    integer[np.flatnonzero(form.integer)[kept]] = True
    return replace(form, integer=integer)


def _numbers(form: StandardForm, where: str) -> FloatArray:
    numbers: FloatArray = form.matrix.data if where == "matrix" else getattr(form, where)
    return numbers


def _with_numbers(form: StandardForm, where: str, numbers: FloatArray) -> StandardForm:
    if where != "matrix":
        changed: dict[str, Any] = {where: numbers}
        return replace(form, **changed)
    parts = (numbers, form.matrix.indices, form.matrix.indptr)
    matrix = csc_array(parts, shape=form.shape, copy=True)  # else zeros leave both matrices
    matrix.eliminate_zeros()
    return replace(form, matrix=matrix)


def _plainer(value: float, where: str) -> Iterator[float]:
    """Yield simpler replacements of a number, the simplest first."""
    # bounds of variables stay, so that all points can be tried
    if where in ("row_lower", "row_upper") and np.isfinite(value):
        yield -np.inf if where == "row_lower" else np.inf
    if not np.isfinite(value) or value == 0:
        return
    seen = set[float]()
    candidates = [0.0, float(np.sign(value)), float(round(value))]
    candidates += [float(f"{value:.{digits}g}") for digits in (1, 2, 3, 5)]
    for plain in candidates:
        if plain not in seen and len(repr(plain)) < len(repr(value)):
            seen.add(plain)
            yield plain


def _listed(form: StandardForm) -> Iterator[str]:
    names = [form.column_name(j) for j in range(form.shape[1])]
    yield f"{form.sense} {_sum(form.sign * form.cost, names) or '0'}" + (
        f" + {decimal(form.sign * form.constant)}" if form.constant else ""
    )
    dense = form.matrix.toarray()
    for i in range(form.shape[0]):
        yield "  " + _between(form.row_lower[i], _sum(dense[i], names) or "0", form.row_upper[i])
    for j, name in enumerate(names):
        whole = ", whole" if form.integer[j] else ""
        yield "  " + _between(form.lower[j], name, form.upper[j]) + whole


def _sum(coefficients: FloatArray, names: list[str]) -> str:
    terms = [
        f"{'-' if a < 0 else '+'} {'' if abs(a) == 1 else decimal(abs(a)) + ' '}{name}"
        for a, name in zip(coefficients.tolist(), names, strict=True)
        if a
    ]
    return " ".join(terms).removeprefix("+ ")


def _between(low: float, middle: str, high: float) -> str:
    if low == high:
        return f"{middle} = {decimal(low)}"
    left = f"{decimal(low)} <= " if np.isfinite(low) else ""
    right = f" <= {decimal(high)}" if np.isfinite(high) else ""
    return f"{left}{middle}{right}" if left or right else f"{middle} free"


def enumerated_optimum(form: StandardForm) -> Fraction | str | None:
    """Return the exact optimum of a small integer model, by enumeration of all points.

    ``"infeasible"`` if no point is feasible; ``None`` if there are too many points.
    """
    if not form.integer.all() or not np.isfinite([*form.lower, *form.upper]).all():
        return None
    ranges = [
        range(int(np.ceil(low)), int(np.floor(high)) + 1)
        for low, high in zip(form.lower.tolist(), form.upper.tolist(), strict=True)
    ]
    if prod(map(len, ranges)) > _MOST_POINTS:
        return None
    rows = [
        ([Fraction(a) for a in row], low, high)
        for row, low, high in zip(
            form.matrix.toarray().tolist(), form.row_lower, form.row_upper, strict=True
        )
    ]
    cost, constant = [Fraction(c) for c in form.cost.tolist()], Fraction(form.constant)
    best: Fraction | None = None
    for point in product(*ranges):
        if all(
            (low == -np.inf or Fraction(low) <= total)
            and (high == np.inf or total <= Fraction(high))
            for row, low, high in rows
            for total in [sum((a * x for a, x in zip(row, point, strict=True)), Fraction(0))]
        ):
            value = constant + sum((c * x for c, x in zip(cost, point, strict=True)), Fraction(0))
            best = value if best is None else min(best, value)
    return "infeasible" if best is None else Fraction(form.sign) * best


def main(arguments: list[str]) -> int:
    """Reduce the model that the command line names; 2 if an engine does not accept it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="an MPS or LP file, or an instance")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--against", required=True)
    parser.add_argument("-o", "--output", type=Path, help="write the reduced model as MPS")
    parser.add_argument("--time-limit", type=float, default=60.0)
    chosen = parser.parse_args(arguments)
    engines = chosen.engine, chosen.against
    try:
        form = model_form(chosen.model)
        run = Run(form.sense, time_limit=chosen.time_limit)
        found = Reduction(form, lambda each: disagreement(each, engines, run), run)
    except InputError as error:
        print(error)
        return 2
    if found.found is None:
        print(f"{' and '.join(engines)} do not contradict each other on this model")
        return 4
    found.reduce()
    (rows, columns, _), (rows_now, columns_now, _) = found.before, found.size
    print(f"{rows} rows, {columns} columns; reduced to {rows_now} rows, {columns_now} columns")
    print(found.listing())
    for name, words in found.found.words.items():
        print(f"{name}: {words}")
    optimum = enumerated_optimum(found.form)
    if optimum is not None:
        print(f"enumeration of all points in exact arithmetic: {optimum}")
    if chosen.output is not None:
        chosen.output.write_text(mps(found.form, "reduced"))
    return 0


def model_form(source: str) -> StandardForm:
    """Return the model in an MPS or LP file, or the exact model of an instance."""
    if source.removesuffix(".gz").endswith((".mps", ".lp")):
        return model_in_file(Path(source))
    instance = optgap.load(source)
    return standard_form(problem_of(instance).formulation.build_model(instance))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
