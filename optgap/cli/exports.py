"""The command `export`: a model for another solver, or a benchmark for Benchopt."""

import warnings
from pathlib import Path

import typer

from ..benchopt import DEFAULT_SECONDS, export_benchopt
from ..core.faults import Fault, InputError, input_error
from ..own_models import export as write_model
from .layout import say
from .shared import emit, refuse_overwriting, refuse_unwritable

BENCHOPT = "benchopt"


def export(
    source: str,
    problem: str | None,
    folder: Path | None,
    to: Path | None,
    time_limit: float | None,
    json: bool,
) -> None:
    """Write the exact model of an instance, or a problem as a benchmark."""
    if source == BENCHOPT and to is None:
        _benchmark(problem, folder, time_limit, json)
        return
    strangers = {"PROBLEM": problem, "DIR": folder, "--time-limit": time_limit}
    rule = "goes with: optgap export benchopt PROBLEM DIR"
    faults = [Fault.of(name, rule, value) for name, value in strangers.items() if value is not None]
    if to is None:
        faults.append(Fault("--to", "must name a file ending in .mps, .lp or .opb"))
    if faults:
        raise InputError("bad input", faults)
    assert to is not None
    _model(source, to, json)


def _model(source: str, to: Path, json: bool) -> None:
    if to.suffix not in (".mps", ".lp", ".opb"):
        raise input_error("--to", "must end in .mps, .lp or .opb", str(to))
    refuse_unwritable(to)
    refuse_overwriting([to], [source])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        facts = write_model(source, to)
    for warning in caught:
        typer.echo(str(warning.message), err=True)
    if json:
        emit(facts)
    else:
        size = f"{facts['variables']} variables, {facts['constraints']} constraints"
        say(f"wrote {to} ({size})")


def _benchmark(
    problem: str | None, folder: Path | None, time_limit: float | None, json: bool
) -> None:
    if problem is None or folder is None:
        raise input_error("export benchopt", "needs a problem and a folder: PROBLEM DIR")
    seconds = DEFAULT_SECONDS if time_limit is None else time_limit
    facts = export_benchopt(problem, folder, time_limit=seconds)
    if json:
        emit(facts)
        return
    say(f"wrote {folder}: {len(facts['instances'])} instances, {len(facts['methods'])} methods")
    if facts["infeasible"]:
        say(f"left out as proven infeasible: {', '.join(facts['infeasible'])}")
    say(f"run it: benchopt run {folder}")
