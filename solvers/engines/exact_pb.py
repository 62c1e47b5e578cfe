"""The engine Exact, a pseudo-Boolean solver that shares no code with the other engines.

It can cross-check the other engines on 0-1 models. The extra ``optgap[proofs]`` installs it.
"""

import ctypes
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from importlib.metadata import version
from typing import Any

import numpy as np

from ...core.decimals import UNLIMITED
from ...core.faults import Fault, InputError, input_error
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from .engine_result import EngineProgress, Finding, Halt, column_faults
from .integral_form import IntegralForm, integral_form
from .model_files import column_labels
from .standard_form import StandardForm

# A 0-1 model as a pseudo-Boolean file (OPB), for solvers that count in integer arithmetic.


def opb(form: StandardForm, name: str) -> str:
    """Return the model as an OPB file: minimising, integer coefficients, variables x1, x2, …

    `InputError` names variables that are not 0 or 1, and numbers that cannot be made integral.
    """
    faults = pseudo_boolean_faults(form, "OPB")
    if faults:
        raise InputError(f"model {name}", faults)
    return "\n".join(_lines(form, name)) + "\n"


def pseudo_boolean_faults(form: StandardForm, needed_by: str) -> list[Fault]:
    """Return the reasons why a form is not an integral pseudo-Boolean program."""
    wide = ~form.integer | (form.lower < 0) | (form.upper > 1)
    faults = column_faults(form, np.flatnonzero(wide), f"is not binary, as {needed_by} requires")
    if faults:
        return faults
    try:
        integral_form(form)
    except InputError as error:
        return [Fault(f.place, f.rule.replace("CP-SAT", needed_by), f.value) for f in error.faults]
    return []


def _lines(form: StandardForm, name: str) -> Iterator[str]:
    whole = integral_form(form)
    rows = []
    for columns, coefficients, low, high in whole.rows(form):
        terms = list(zip(coefficients, columns, strict=True))
        if low == high:
            rows.append(f"{_sum(terms)} = {low} ;")
            continue
        if low != -UNLIMITED:
            rows.append(f"{_sum(terms)} >= {low} ;")
        if high != UNLIMITED:
            rows.append(f"{_sum([(-a, j) for a, j in terms])} >= {-high} ;")
    for j, (low, high) in enumerate(zip(whole.lower.tolist(), whole.upper.tolist(), strict=True)):
        if (low, high) != (0, 1):
            rows.append(f"+1 x{j + 1} >= {low} ;")
            rows.append(f"-1 x{j + 1} >= {-high} ;")
    yield f"* #variable= {form.shape[1]} #constraint= {len(rows)}"
    yield f"* {''.join(each if each.isprintable() else '_' for each in name)}"
    turned = "minus " if form.sense == "maximize" else ""
    yield f"* the objective of the model is {turned}(this one / {whole.denominator}"
    yield f"*   + {form.constant:.17g})"
    yield from (f"* x{j + 1} is {label}" for j, label in enumerate(column_labels(form)))
    used = np.flatnonzero(whole.cost).tolist()
    if used:
        yield f"min: {_sum([(int(whole.cost[j]), j) for j in used])} ;"
    yield from rows


def _sum(terms: list[tuple[int, int]]) -> str:
    return " ".join(f"{a:+d} x{j + 1}" for a, j in terms)


try:
    import exact
except ImportError as error:
    words = f"needs the package exact: pip install 'optgap[proofs]' ({error})"
    raise input_error("solver", words, "exact-pb") from None

_SIGNALS = ("SIGINT", "SIGTERM", "SIGXCPU") if os.name == "posix" else ()
_ROOM = 1024  # bytes: more than the size of a struct sigaction
_SLICE = 0.2  # seconds between two checks of the clock, during which Exact ignores interrupts


class ExactPb:
    """The engine Exact, for models whose variables are all 0 or 1."""

    solver = SolverVersion(name="Exact", version=version("exact"))
    exact = True

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return variables that are not 0 or 1, and numbers that cannot be made integral."""
        return pseudo_boolean_faults(form, self.solver.name)

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Solve in slices of time, so that limits and interrupts are checked between them."""
        whole = integral_form(form)
        names = [f"x{j}" for j in range(form.shape[1])]
        solver = _fill(form, whole, names)
        known: int | None = None
        while True:
            state = solver.runFull(True, _SLICE)
            if solver.hasSolution() and solver.getBestSoFar() != known:
                known = solver.getBestSoFar()
                progress.incumbent(_point(solver, names))
            bound = _value(solver.getDualBound(), whole, form)
            if state == "UNSAT":
                break
            progress.bound(bound)
            if halt.asked or run.should_stop():
                stopped: Stopped = "time_limit" if run.should_stop() else "interrupted"
                point = _point(solver, names) if solver.hasSolution() else None
                return Finding(stopped=stopped, point=point, bound=bound)
        if not solver.hasSolution():
            return Finding(claim="infeasible")
        point = _point(solver, names)
        return Finding(claim="optimal", point=point, bound=_value(known or 0, whole, form))


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Restore the signal handlers that every new solver of Exact replaces.

    Otherwise Ctrl-C would no longer end a Python program, and each later solve would fail.
    """
    kept = {}
    for name in _SIGNALS:
        kept[name] = ctypes.create_string_buffer(_ROOM)
        ctypes.CDLL(None).sigaction(getattr(signal, name), None, kept[name])
    yield
    for name, before in kept.items():
        ctypes.CDLL(None).sigaction(getattr(signal, name), before, None)


def _fill(form: StandardForm, whole: IntegralForm, names: list[str]) -> Any:
    """Return a solver instance of Exact that holds the model."""
    with _signals_kept():
        solver = exact.Exact()
    for name, low, high in zip(names, whole.lower.tolist(), whole.upper.tolist(), strict=True):
        solver.addVariable(name, low, high)
    for columns, coefficients, low, high in whole.rows(form):
        terms = [(factor, names[j]) for factor, j in zip(coefficients, columns, strict=True)]
        bounded = low != -UNLIMITED, high != UNLIMITED
        solver.addConstraint(
            terms, bounded[0], low if bounded[0] else 0, bounded[1], high if bounded[1] else 0
        )
    used = np.flatnonzero(whole.cost).tolist()
    solver.setObjective([(int(whole.cost[j]), names[j]) for j in used], True, 0)
    return solver


def _point(solver: Any, names: list[str]) -> Any:
    return np.array(solver.getLastSolutionFor(names), dtype=np.float64)


def _value(objective: int, whole: IntegralForm, form: StandardForm) -> float:
    return float(Fraction(int(objective), whole.denominator)) + form.constant
