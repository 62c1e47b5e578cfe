"""The engine for any solver that Pyomo supports, such as ``pyomo:gurobi`` and ``pyomo:cbc``.

Status and bound are the solver's claims, as with every engine; its point is verified.
"""

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import version
from io import TextIOBase
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr.numeric_expr import LinearExpression
from pyomo.opt import TerminationCondition

from ...core.arrays import FloatArray
from ...core.faults import Fault, input_error
from ...core.outcome import SolverVersion, Stopped
from ...core.run import Run
from .engine_result import PYOMO, Claim, EngineProgress, Finding, Halt, finite
from .standard_form import StandardForm


def model_of_form(form: StandardForm) -> pyo.ConcreteModel:
    """Convert a form to a Pyomo model with variables ``x`` and rows ``row``."""
    model = pyo.ConcreteModel()
    rows, columns = form.shape
    with PauseGC():
        model.x = pyo.Var(range(columns))
        x = [model.x[j] for j in range(columns)]
        for j, variable in enumerate(x):
            variable.setlb(finite(float(form.lower[j])))
            variable.setub(finite(float(form.upper[j])))
            variable.domain = pyo.Integers if form.integer[j] else pyo.Reals
        if form.start is not None:
            for j in np.flatnonzero(~np.isnan(form.start)).tolist():
                x[j].set_value(float(form.start[j]), skip_validation=True)
        model.row = pyo.ConstraintList()
        starts, entries = form.by_row.indptr.tolist(), form.by_row.indices.tolist()
        values = form.by_row.data.tolist()
        for i in range(rows):
            part = slice(starts[i], starts[i + 1])
            body = _sum(values[part], [x[j] for j in entries[part]])
            low, high = finite(float(form.row_lower[i])), finite(float(form.row_upper[i]))
            if low is not None or high is not None:
                model.row.add((low, body, high) if low != high else body == low)
        used = np.flatnonzero(form.cost).tolist()
        cost = _sum([float(form.cost[j]) for j in used], [x[j] for j in used])
        model.cost = pyo.Objective(expr=cost + form.constant)
    return model


def _sum(coefficients: list[float], variables: list[Any]) -> Any:
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=variables)


_CLAIMS: dict[Any, Claim] = {
    TerminationCondition.optimal: "optimal",
    TerminationCondition.globallyOptimal: "optimal",
    TerminationCondition.infeasible: "infeasible",
    TerminationCondition.unbounded: "unbounded",
    TerminationCondition.infeasibleOrUnbounded: "infeasible_or_unbounded",
}
_LIMITED = (
    TerminationCondition.maxTimeLimit,
    TerminationCondition.feasible,
    TerminationCondition.noSolution,
    TerminationCondition.unknown,
)
# The options for gap, threads and seed of families of solvers; others keep their defaults.
_OPTIONS = {
    "gurobi": {"gap": "MIPGap", "threads": "Threads", "seed": "Seed"},
    "highs": {"gap": "mip_rel_gap", "threads": "threads", "seed": "random_seed"},
    "cbc": {"gap": "ratioGap", "threads": "threads", "seed": "randomCbcSeed"},
    "glpk": {"gap": "mipgap"},
    "xpress": {"gap": "miprelstop", "threads": "threads"},
}


class AnyPyomo:
    """Any solver that Pyomo supports, given by its name in ``SolverFactory``."""

    exact = False

    def __init__(self, name: str) -> None:
        self._name = name
        self._opt = _interface(name)
        self.solver = SolverVersion(name=f"{PYOMO}{name}", version=_version(self._opt))

    def refusals(self, form: StandardForm) -> list[Fault]:
        """Return no fault: every linear form is tried, and a solver may report an error."""
        return []

    def solve(self, form: StandardForm, run: Run, progress: EngineProgress, halt: Halt) -> Finding:
        """Build a Pyomo model from the form, and solve it through Pyomo's interface."""
        model = model_of_form(form)
        given: dict[str, Any] = {"load_solutions": False, "options": self._options(run)}
        if run.remaining is not None:
            given["timelimit"] = max(1, ceil(run.remaining))  # some accept only integral seconds
        if form.start is not None and _starts_warm(self._opt):
            given["warmstart"] = True
        halt.by(_end_of_children())
        try:
            with _hear(run.log):
                results = self._opt.solve(model, tee=run.log is not None, **given)
        except Exception as error:  # interfaces of Pyomo raise arbitrary exceptions
            stopped: Stopped = "interrupted" if halt.asked else "error"
            words = f"{self.solver.name}: {type(error).__name__}: {error}"
            return Finding(stopped=stopped, message=words.splitlines()[0])
        return _finding(form, model, results, run, self.solver.name)

    def _options(self, run: Run) -> dict[str, Any]:
        known = next((names for part, names in _OPTIONS.items() if part in self._name), {})
        asked = {"gap": run.gap, "threads": run.threads, "seed": run.seed % 2**31}
        return {
            option: asked[limit]
            for limit, option in known.items()
            if asked[limit] is not None and not (limit == "seed" and run.seed == 0)
        }


def _interface(name: str) -> Any:
    """Return Pyomo's interface to a solver; raise an error if it is unknown or not installed."""
    subject = f"{PYOMO}{name}"
    with _silent():
        opt = pyo.SolverFactory(name) if name else None
        if opt is None or type(opt).__name__ in ("UnknownSolver", "NoneType"):
            raise input_error("solver", "is not a solver that Pyomo knows", subject)
        try:
            ready = bool(opt.available(exception_flag=False))
        except Exception:  # the interface's library is missing
            ready = False
    if not ready:
        rule = "is known to Pyomo, but it is not installed or has no licence"
        raise input_error("solver", rule, subject)
    return opt


@contextmanager
def _silent() -> Iterator[None]:
    logger = logging.getLogger("pyomo")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)


def _version(opt: Any) -> str:
    """Return the version of a solver, or Pyomo's version if the solver reports none."""
    try:
        with _silent():
            parts = opt.version()
    except Exception:  # the interface has no version
        parts = None
    if isinstance(parts, tuple) and parts:
        return ".".join(map(str, parts))
    return str(parts or f"Pyomo {version('pyomo')}")


def _starts_warm(opt: Any) -> bool:
    capable = getattr(opt, "warm_start_capable", None)
    return bool(capable()) if callable(capable) else False


def _finding(
    form: StandardForm, model: pyo.ConcreteModel, results: Any, run: Run, name: str
) -> Finding:
    end = results.solver.termination_condition
    claim = _CLAIMS.get(end, "none")
    stopped: Stopped = "complete"
    if claim == "none":
        late = end == TerminationCondition.maxTimeLimit or run.should_stop()
        stopped = "time_limit" if late and end in _LIMITED else "error"
    point = _point(model, results)
    bound = finite(_as_float(results.problem.lower_bound))
    if claim == "optimal" and bound is None and point is not None:
        bound = form.value(point)
    return Finding(
        claim=claim,
        stopped=stopped,
        point=point,
        bound=bound if claim in ("optimal", "none") else None,
        message=f"{name}: {end}" if stopped == "error" else None,
    )


def _as_float(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")


def _point(model: pyo.ConcreteModel, results: Any) -> FloatArray | None:
    """Return the values of the solution (0 where missing), or ``None`` without a solution."""
    if len(results.solution) == 0:
        return None
    for variable in model.x.values():
        variable.set_value(None, skip_validation=True)
    with _silent():
        model.solutions.load_from(results)
    values = [variable.value for variable in model.x.values()]
    if all(value is None for value in values):
        return None
    return np.array([value or 0.0 for value in values])


def _end_of_children() -> Callable[[], None]:
    """Return a function that ends the child processes of this thread (on Linux)."""
    listed = Path(f"/proc/self/task/{threading.get_native_id()}/children")

    def end() -> None:
        try:
            for child in listed.read_text().split():
                os.kill(int(child), signal.SIGTERM)
        except OSError:
            return  # another system, or the program has ended meanwhile

    return end


class _Words(TextIOBase):
    """A text stream that forwards everything to another stream."""

    def __init__(self, log: Callable[[str], object]) -> None:
        self._log = log

    def write(self, text: str) -> int:
        self._log(text)
        return len(text)


@contextmanager
def _hear(log: Callable[[str], object] | None) -> Iterator[None]:
    """Send a solver's output to the log, and nothing to stdout."""
    if log is None:
        with _silent():
            yield
        return
    with redirect_stdout(_Words(log)):
        yield
