"""The commands `solve`, `check` and `export`."""

import ctypes
import gc
import warnings
from collections.abc import Mapping
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

import optgap

from ..core.faults import input_error
from ..validation import study
from .layout import say, show_table
from .options import (
    InstanceArgument,
    JsonOption,
    LimitOptions,
    MethodOption,
    Options,
    OutputOption,
    SetOption,
    WorkerOptions,
    printed,
    with_options,
)
from .shared import (
    BAD,
    DEFECT,
    DONE,
    INFEASIBLE,
    INTERRUPTED,
    NOTHING,
    VIOLATIONS,
    emit,
    files_of_methods,
    given_settings,
    refuse_outputs,
    say_notes,
    write_or_say,
)

if TYPE_CHECKING:
    from ..core.outcome import Outcome


class SolveOptions(Options):
    """The options of the command `solve`."""

    method: Annotated[str | None, MethodOption] = None
    solver: Annotated[
        str | None,
        typer.Option(
            "--solver",
            metavar="S",
            help="Use this engine; a,b compares two engines; pyomo:NAME is a solver of Pyomo.",
        ),
    ] = None
    start: Annotated[
        Path | None, typer.Option("--start", metavar="SOLUTION", help="Start from this solution.")
    ] = None
    limits: LimitOptions
    verbose: Annotated[bool, typer.Option("--verbose", help="Show the engine's log on stderr.")] = (
        False
    )
    settings: SetOption = None
    pool: Annotated[
        int | None,
        typer.Option("--pool", metavar="K", help="Return the K best decisions (method exact)."),
    ] = None
    place: WorkerOptions
    output: OutputOption = None
    json: JsonOption = False


@with_options
def solve(instance: InstanceArgument, options: SolveOptions) -> None:
    """Solve an instance by one method."""
    if options.pool is not None:
        _solve_pool(instance, options, options.pool)
        return
    method, start = options.method, options.start
    settings = given_settings(options.settings or [])
    files = [instance, *files_of_methods([method] if method else [])]
    refuse_outputs([options.output], [*files, start])
    with study.workers(options.place.executor, options.place.workers) as hands:
        begun = perf_counter()
        from ..progress import ProgressLine
        from ..validation import running

        reading = perf_counter()
        loaded = optgap.load(instance)
        default = running.default_method(options.solver, settings)
        with ProgressLine(f"{method or default} on {loaded.name}") as progress:
            outcome = running.solve(
                loaded,
                method,
                solver=options.solver,
                start=None if start is None else _decision_in(start),
                options=settings,
                listener=progress,
                log=printed if options.verbose else None,
                workers=hands,
                timing={"read": perf_counter() - reading},
                begun=begun,
                **vars(options.limits),
            )
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(loaded))  # freeing its parts takes seconds
        gc.freeze()
        say_notes(loaded)
        _end(outcome, options.output, options.json, instance)


def _end(outcome: "Outcome", output: Path | None, json: bool, source: str = "") -> None:
    """Write and print an outcome, and exit with its exit code."""
    from . import tables

    lost = write_or_say(None if output is None else lambda: optgap.save(outcome, output))
    if json or lost:
        typer.echo(outcome.model_dump_json())
    else:
        tables.outcome(outcome, source)
        if "executor" in outcome.details:
            say(_words_of_executor(outcome.details["executor"]))
        _show_decisions(outcome)
    raise typer.Exit(BAD if lost else exit_code(outcome))


def _words_of_executor(done: Mapping[str, Any]) -> str:
    if not done["blocks"]:
        return "executor: the search had no parts for workers and ran in this process"
    again = f"; repeated because a worker was lost: {done['repeated']}" if done["repeated"] else ""
    return f"executor: {done['workers']} workers computed {done['blocks']} parts{again}"


def exit_code(outcome: "Outcome") -> int:
    """Return the exit code that corresponds to the outcome of a solve."""
    from ..validation.outside import is_outside

    if outcome.stopped == "interrupted":
        return INTERRUPTED
    if "defects" in outcome.details:
        return DEFECT
    if outcome.status == "infeasible":
        return INFEASIBLE
    if outcome.decision is not None or outcome.front:
        return DONE
    violations = outcome.details.get("violations", [])
    if is_outside(outcome.method) and all(v["constraint"] == "decision" for v in violations):
        return BAD
    return VIOLATIONS if violations else NOTHING


def _decision_in(path: Path) -> dict[str, Any]:
    from ..core.files import read_json
    from ..validation.judge import outcome_from_document

    decision = outcome_from_document(read_json(path), str(path)).decision
    if decision is None:
        raise input_error("--start", "the solution contains no decision", str(path))
    return decision


def _solve_pool(source: str, options: SolveOptions, count: int) -> None:
    """Solve an instance, print its best decisions, and whether the optimum is unique."""
    refused: dict[str, Any] = {
        "--method": options.method,
        "--solver": options.solver,
        "--start": options.start,
        "--set": options.settings,
        **{f"--{name}": value for name, value in vars(options.place).items()},
    }
    for option, value in refused.items():
        if value not in (None, [], "exact"):
            raise input_error(option, "cannot be combined with --pool, which uses the method exact")
    refuse_outputs([options.output], [source])
    instance, limits = optgap.load(source), options.limits
    outcome = optgap.pool(instance, count, time_limit=limits.time_limit, seed=limits.seed)
    _end(outcome, options.output, options.json)


def _show_decisions(outcome: "Outcome") -> None:
    entries = outcome.pool or []
    rows = [
        (str(k), f"{entry.objective:.10g}", dumps(entry.decision))
        for k, entry in enumerate(entries, 1)
    ]
    if entries:
        show_table(
            ("", "objective", "decision"),
            rows,
            numbers=("", "objective"),
            words=("decision",),
            caption=f"the {len(rows)} best decisions",
        )


def check(
    instance: InstanceArgument,
    solution: Annotated[Path | None, typer.Argument(help="Solution file.")] = None,
    sol: Annotated[
        Path | None,
        typer.Option(
            "--sol", metavar="F.sol", help="Check a solver's solution of the exported model."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Judge a solution file: recompute its objective, and check all constraints and claims."""
    from . import tables

    if (solution is None) == (sol is None):
        raise input_error("SOLUTION", "give either a solution file, or a solver's file with --sol")
    result = optgap.check(instance, solution, sol=sol)
    emit(result.as_document()) if json else tables.check(result)
    raise typer.Exit(VIOLATIONS if result.violations else DONE)


def export(
    instance: InstanceArgument,
    to: Annotated[Path, typer.Option("--to", metavar="F", help="Write to this .mps or .lp file.")],
    objective: Annotated[
        str | None,
        typer.Option("--objective", metavar="NAME", help="Write the model with this objective."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write the exact model for any other solver."""
    if to.suffix not in (".mps", ".lp"):
        raise input_error("--to", "must end in .mps or .lp", str(to))
    refuse_outputs([to], [instance])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        facts = optgap.export(instance, to, objective=objective)
    for warning in caught:
        typer.echo(str(warning.message), err=True)
    if json:
        emit(facts)
    else:
        size = f"{facts['variables']} variables, {facts['constraints']} constraints"
        say(f"wrote {to} ({size})")
        if facts["others"]:
            others = ", ".join(facts["others"])
            say(f"its objective is {facts['objective']}; others for --objective: {others}")
