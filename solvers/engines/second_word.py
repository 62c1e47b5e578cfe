"""What an engine calls infeasible is asked again: presolve has called feasible programs so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...core.faults import InputError
from ...core.installed import is_installed
from ...core.outcome import SolverVersion
from ...core.run import Run
from .engine import solve_form
from .engine_result import Engine, EngineResult, cross_checked
from .engine_table import engine_named, highs_without_presolve
from .forms import StandardForm

_SECONDS = 5.0  # that every second opinion may take at least


def ask_again(result: EngineResult, run: Run) -> EngineResult:
    """Return the result; where it is `infeasible`, with what another engine says of it.

    It is cross-checked where an unrelated engine agrees.  A solution that another engine has
    takes its place, and the message says so.  Otherwise it stays the word of one engine.
    """
    form = result.form
    if result.status != "infeasible" or form is None or form.infeasible is not None:
        return result
    seconds = max(_SECONDS, run.timing.get("engine", 0.0))
    name = result.solver.name
    for engine in _others(name):
        if run.should_stop():
            break
        inner = run.inner(seconds=seconds)
        with run.timed("asked again"):
            other = _answer(form, engine, inner)
        if other is None:
            continue
        if other.x is not None:
            words = f"{name} calls the model infeasible; {other.solver.name} has this solution"
            return replace(other, message=words)
        if cross_checked([result, other]):
            both = SolverVersion(
                name=f"{name},{other.solver.name}",
                version=f"{result.solver.version},{other.solver.version}",
            )
            words = f"infeasible, by {name} and {other.solver.name}"
            return replace(result, solver=both, message=words, bound_kind="cross-checked")
        if other.status == "infeasible":
            return replace(result, message=f"infeasible, by {name} alone, asked twice")
    return replace(result, message=f"infeasible, by {name} alone")


def _others(name: str) -> Iterator[Engine]:
    """Yield an unrelated engine, if one is installed, then HiGHS without presolve."""
    if name == "SCIP" or is_installed("ortools"):
        yield engine_named("highs" if name == "SCIP" else "scip")
    yield highs_without_presolve()


def _answer(form: StandardForm, engine: Engine, run: Run) -> EngineResult | None:
    """Return what an engine says; nothing, where it does not take the model."""
    try:
        return solve_form(form, engine, run)
    except InputError:
        return None
