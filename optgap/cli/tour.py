"""The tour: one bundled instance per problem, with the paper's method and the proven optimum."""

from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

import optgap

from ..validation import study
from .comparisons import until_interrupted, write_report
from .layout import say, say_wrapped, show_table
from .options import CompiledOption, JsonOption
from .shared import DONE, INTERRUPTED, emit, refuse_outputs

if TYPE_CHECKING:
    from ..validation.study import Result

DEMO_SECONDS = 30.0
NEXT = {
    "a Kubernetes cluster": "optgap import kubernetes dump.json -o now.json",
    "a heuristic to test": "optgap compare placement/fig6 --methods bottleneck,my.py:plan",
    "models and proofs": "optgap prove macrow/two-clusters -o proof",
    "a course": "optgap generate placement --seed 1 -o stage.json",
    "another problem": "optgap contract my_problem.py",
}


def demo(
    report: Annotated[
        Path, typer.Option("--report", metavar="F.html", help="Write the page to this file.")
    ] = Path("optgap-demo.html"),
    full: Annotated[
        bool, typer.Option("--full", help="Print the table of all methods for each problem.")
    ] = False,
    compiled: CompiledOption = "auto",
    json: JsonOption = False,
) -> None:
    """Take the tour: one bundled instance per problem, exact beside heuristic."""
    # The tour takes about half a minute; each problem gets an equal share of the remaining time.
    from ..progress import ProgressLine
    from ..validation import running

    refuse_outputs([report])
    begun = perf_counter()
    table: list[dict[str, Any]] = []
    results: list[Result] = []
    interrupted = False
    names = optgap.problem_names()
    for k, name in enumerate(names):
        entry = optgap.problem_named(name)
        source = f"{name}/{entry.demo}"
        instance = optgap.load(source)
        left = max(0.0, DEMO_SECONDS - (perf_counter() - begun))
        limit = max(1.0, left / (len(names) - k) / 2)
        with ProgressLine(f"{name}: {entry.title}"):
            found, interrupted = until_interrupted(
                running.outcomes(instance, time_limit=limit, compiled=compiled)
            )
        table += running.rows(found) if found else []
        results += [study.result(instance, outcome, source) for outcome in found]
        if interrupted:
            break
    lines = summary(table)
    title = "optgap demo: one instance per problem"
    write_report(report, results, title, tour=lines, doors=NEXT)
    if json:
        emit(table)
    else:
        _print(table if full else [], lines)
        say(f"The tour took {perf_counter() - begun:.0f} s, imports and compiling included.")
        say(f"wrote {report}: these results as a chart, and all {len(table)} runs")
        say("Next, if you have")
        for who, command in NEXT.items():
            say(f"  {who + ':':22}{command}")
    raise typer.Exit(INTERRUPTED if interrupted else DONE)


def summary(table: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a line per problem: the paper's heuristic beside the proven optimum.

    The gap of a front is the missing share of the hypervolume.
    """
    lines = []
    for name in dict.fromkeys(row["problem"] for row in table):
        rows = [row for row in table if row["problem"] == name]
        mine = next(
            (row for row in rows if row["method"] == optgap.problem_named(name).demo_method), None
        )
        proof = min((row for row in rows if _proves(row)), key=_trust_and_time, default=None)
        if mine is None:
            continue
        measures = mine["front_measures"]
        lacking = measures and 1 - measures["hypervolume_ratio"]
        lines.append(
            {
                "system": optgap.problem_named(name).paper.split(" (")[0].split(",")[0],
                "problem": name,
                "heuristic": mine["method"],
                "objective": _value(mine),
                "optimum": "–" if proof is None else _value(proof),
                "gap": lacking if measures else mine["gap_to_best_bound"],
                "proof": "–" if proof is None else proof["bound_kind"] or "complete front",
                "by": "–" if proof is None else proof["method"],
                "seconds": mine["seconds"],
                "seconds_of_proof": None if proof is None else proof["seconds"],
            }
        )
    return lines


def _proves(row: dict[str, Any]) -> bool:
    """Return whether an exact method that is not the paper's heuristic proves the optimum."""
    exact = optgap.problem_named(row["problem"]).method_named(row["method"]).kind == "exact"
    return (
        exact
        and row["status"] == "optimal"
        and row["method"] != optgap.problem_named(row["problem"]).demo_method
    )


def _trust_and_time(row: dict[str, Any]) -> tuple[int, float]:
    kinds = ("certified", "model-certified", "cross-checked", "solver", None)
    return kinds.index(row["bound_kind"]), row["seconds"]


def _value(row: dict[str, Any]) -> str:
    return f"{len(row['front'])} points" if row["front"] else study.figure(row["objective"])


def _print(table: Sequence[dict[str, Any]], lines: Sequence[dict[str, Any]]) -> None:
    from . import gap_tables

    gap_tables.comparison(table)
    columns = (
        *("system", "problem", "heuristic", "objective", "optimum", "gap", "proof", "by"),
        *("s", "s exact"),
    )
    rows = [
        (
            *(line[key] for key in columns[:5]),
            study.percent(line["gap"]),
            line["proof"],
            line["by"],
            *(
                "–" if seconds is None else f"{seconds:.3f}"
                for seconds in (line["seconds"], line["seconds_of_proof"])
            ),
        )
        for line in lines
    ]
    numbers = ("objective", "optimum", "gap", "s", "s exact")
    show_table(columns, rows, numbers=numbers, spare=("by", "system", "s", "s exact"))
    say_wrapped(
        "heuristic: the method that the paper proposes; gap: to the proven optimum; of a front, "
        "the missing share of the hypervolume; s: seconds. These instances are small."
    )
