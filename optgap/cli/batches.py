"""The commands for many runs: `hunt`, `bench` and `report`."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

import optgap

from ..core.faults import Fault, InputError, input_error
from ..validation import study
from .comparisons import split_methods, write_report
from .layout import say
from .options import (
    CompiledOption,
    CsvOption,
    ExecutorOption,
    JsonOption,
    LatexOption,
    MethodOption,
    OutputOption,
    ParquetOption,
    ProblemArgument,
    SeedOption,
    SetOption,
    WorkersOption,
)
from .shared import (
    DONE,
    INTERRUPTED,
    emit,
    files_of_methods,
    given_settings,
    refuse_overwriting,
    refuse_unwritable,
)

if TYPE_CHECKING:
    from ..validation.study import Batch, Find, Hunt, Result

# the kinds of figures
KINDS = (
    "per problem: bars, performance-profile, gap-profile, gap-over-time, heat-map; "
    "per instance: objective, front, loads"
)
Tables: TypeAlias = tuple[Path | None, Path | None, Path | None]  # CSV, LaTeX, Parquet


def hunt(
    problem: ProblemArgument,
    method: Annotated[str, MethodOption],
    seed: SeedOption = 0,
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", min=0, metavar="S", help="Limit the total seconds."),
    ] = 60.0,
    evaluations: Annotated[
        int | None,
        typer.Option("--evaluations", min=1, metavar="N", help="Limit the number of instances."),
    ] = None,
    restarts: Annotated[
        int, typer.Option("--restarts", min=1, metavar="N", help="Run N searches within the time.")
    ] = 1,
    compiled: CompiledOption = "auto",
    settings: SetOption = None,
    executor: ExecutorOption = None,
    workers: WorkersOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Search for a small instance that maximises the gap of a method."""
    from ..core.files import document_of, document_text
    from ..core.kernels import checked_choice
    from ..progress import ProgressLine, hunt_state

    refuse_unwritable(output)
    refuse_overwriting([output], files_of_methods([method]))
    with study.workers(executor, workers) as hands:
        search = study.Hunt(
            problem,
            method,
            options=given_settings(settings or []),
            seed=seed,
            time_limit=time_limit,
            evaluations=evaluations,
            restarts=restarts,
            compiled=checked_choice(compiled),
            workers=hands,
        )
        with ProgressLine(f"{method} on {problem}", lambda: hunt_state(search)):
            find = search.run()
    facts = _facts(find, search)
    if find is not None and find.loss > 0:
        stem = "hunted" if output is None else output.stem
        instance = find.instance(optgap.problem_named(problem), stem, search.command)
        facts["instance"] = document_of(instance)
        if output is not None:
            optgap.save(instance, output)
    if json:
        emit(facts)
    else:
        say(facts["message"])
        if output is not None and facts["instance"] is not None:
            say(f"wrote {output}")
        elif facts["instance"] is not None:
            say(document_text(facts["instance"]))
    raise typer.Exit(INTERRUPTED if search.interrupted else DONE)


def _facts(find: "Find | None", search: "Hunt") -> dict[str, Any]:
    return {
        "tried": search.tried,
        "judged": search.judged,
        "nothing_found_on": search.stranded,
        "loss": None if find is None else find.loss,
        "ratio": None if find is None else find.ratio,
        "message": search.words,
        "instance": None,
    }


def bench(
    suite: Annotated[Path, typer.Argument(metavar="SUITE", help="TOML file of the suite.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Write to F; default: beside the suite."),
    ] = None,
    executor: Annotated[
        str,
        typer.Option("--executor", metavar="E", help="Run locally (local) or on Dask (tcp://…)."),
    ] = "local",
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Set the number of processes; default: all cores."),
    ] = None,
    compiled: CompiledOption = "auto",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write a page with charts.")
    ] = None,
    csv: CsvOption = None,
    latex: LatexOption = None,
    parquet: ParquetOption = None,
    shard: Annotated[
        str | None,
        typer.Option("--shard", metavar="I/N", help="Run part I of N and write a separate file."),
    ] = None,
    again: Annotated[
        list[str] | None,
        typer.Option("--again", metavar="LABEL", help="Repeat the runs of a method; repeatable."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a suite of instances and methods; resume an interrupted one."""
    from ..core.kernels import checked_choice
    from ..progress import BatchProgress
    from . import gap_tables

    tables = (csv, latex, parquet)
    part = study.shard_named(shard)
    results = study.results_path(suite, output, part)
    _refuse_outputs([results, report], tables, [suite])
    tasks = study.tasks_of(suite, checked_choice(compiled))
    with study.executor(executor, workers) as pool:
        batch = study.run_batch(tasks, results, pool, BatchProgress(suite.stem), again or [], part)
    mine = study.results_of(tasks, results, part)
    _write_tables(mine, *tables)
    if report is not None:
        write_report(report, mine, f"optgap bench: {suite.stem}")
    summary = study.summaries(mine)
    facts = {
        "results": str(results),
        "runs": batch.total,
        "known_before": batch.known,
        "failed": sum(result["row"]["stopped"] == "error" for result in mine),
        "torn_line_dropped": batch.torn,
    }
    if json:
        emit({**facts, "summary": summary})
    else:
        gap_tables.summaries(summary)
        _say_batch(batch, mine, results)
    raise typer.Exit(DONE)


def _say_batch(batch: "Batch", found: Sequence["Result"], path: Path) -> None:
    for result in found:
        if result["row"]["stopped"] == "error":
            say(f"{result['source']}, {result['label']}: {result['row']['message']}")
    if batch.torn:
        say("the last line of the results was incomplete after a kill; its run was repeated")
    say(f"{batch.total} runs in {path}; draw them with: optgap report {path}")


def _refuse_outputs(outputs: Sequence[Path | None], tables: Tables, inputs: Sequence[Path]) -> None:
    """Raise an error, before the work, for outputs that cannot be written."""
    study.refuse_parquet_without_package(tables[2])
    for path in (*outputs, *tables):
        refuse_unwritable(path)
    refuse_overwriting([*outputs, *tables], inputs)


def _write_tables(
    found: Sequence["Result"], csv: Path | None, latex: Path | None, parquet: Path | None
) -> None:
    from ..core.files import write_text
    from . import gap_tables

    if csv is not None:
        write_text(csv, gap_tables.results_as_csv(found))
    if latex is not None:
        write_text(latex, gap_tables.as_latex(study.summaries(found)))
    if parquet is not None:
        study.write_parquet(found, parquet)


def report(
    results: Annotated[
        list[Path], typer.Argument(metavar="RESULTS", help="Results file of bench.")
    ],
    merge: Annotated[
        bool, typer.Option("--merge", help="Join several results files into one.")
    ] = False,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OLD", help="Compare with older results.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Write the page, or the merged results."),
    ] = None,
    csv: CsvOption = None,
    latex: LatexOption = None,
    parquet: ParquetOption = None,
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="FOLDER", help="Write figures as PDF and CSV."),
    ] = None,
    figure: Annotated[
        list[str] | None, typer.Option("--figure", metavar="KIND", help=f"{KINDS}; repeatable.")
    ] = None,
    methods: Annotated[
        str | None, typer.Option("--methods", metavar="A,B", help="Draw only these methods.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="WxH", help="Set the size in inches (3.3x2.2).")
    ] = None,
    font: Annotated[
        float | None,
        typer.Option("--font", metavar="PT", min=4, max=40, help="Set the font size in points."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Draw the report from stored results, compare two files of results, or join several."""
    from . import gap_tables

    tables = (csv, latex, parquet)
    if merge:
        unused = {"--against": against, "--csv": csv, "--latex": latex, "--parquet": parquet}
        _merge(results, output, {**unused, "--figures": figures}, json)
        return
    chosen = split_methods(methods) if methods else None
    look: dict[str, Any] = {"kinds": figure, "methods": chosen, "size": _size(size), "font": font}
    if figures is None and any(look.values()):
        raise input_error("--figures", "must name the folder of the figures to draw")
    file = _one_file(results)
    _refuse_outputs([output], tables, [file] if against is None else [file, against])
    rows = study.latest(study.read_results(file))
    lines: list[dict[str, Any]] = []
    if against is not None:
        lines = study.pair_runs(study.read_results(against), rows)
    _write_tables(rows, *tables)
    drawn = [] if figures is None else study.write_figures(rows, figures, **look)
    if output is not None:
        write_report(output, rows, f"optgap report: {file.stem}", comparison=lines)
    if json:
        emit({"summary": study.summaries(rows), "comparison": lines})
        return
    gap_tables.summaries(study.summaries(rows))
    if against is not None:
        gap_tables.print_pairs(lines)
    if drawn:
        say(f"wrote into {figures}: {', '.join(path.name for path in drawn)}")
    if output is not None:
        say(f"wrote {output}")


def _one_file(results: Sequence[Path]) -> Path:
    """Return the single results file in a list; refuse a suite and several files."""
    if len(results) > 1:
        raise input_error(
            "RESULTS", "only one file can be drawn; join several with --merge -o F.jsonl"
        )
    file = results[0]
    if file.suffix == ".toml":
        stored = file.with_suffix(".jsonl")
        rule = f"is a suite: run it with optgap bench {file}, then optgap report {stored}"
        raise input_error(str(file), rule)
    return file


def _size(text: str | None) -> tuple[float, float] | None:
    """Return (width, height) in inches from a text such as ``3.3x2.2``."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9.]+)x([0-9.]+)", text)
    try:
        width, height = (float(part) for part in match.groups()) if match else (0.0, 0.0)
    except ValueError:
        width, height = 0.0, 0.0
    if not (1 <= width <= 40 and 1 <= height <= 40):
        raise input_error("--size", "must be WIDTHxHEIGHT, each from 1 to 40 inches", text)
    return width, height


def _merge(
    files: Sequence[Path], output: Path | None, unused: dict[str, Path | None], json: bool
) -> None:
    """Merge results files into one file."""
    faults = [
        Fault(option, "is not valid with --merge: first merge, then draw the merged file")
        for option, path in unused.items()
        if path is not None
    ]
    if output is None:
        faults.append(Fault("--merge", "needs a file of results to write: -o F.jsonl"))
    elif output.suffix == ".html":
        faults.append(Fault.of("-o", "must be a results file (.jsonl) with --merge", str(output)))
    if faults or output is None:
        raise InputError("bad input", faults)
    refuse_unwritable(output)
    refuse_overwriting([output], files)
    merged = study.merge(files, output)
    if json:
        emit({"results": str(output), **merged._asdict()})
        return
    say(f"{merged.lines} lines in {output}; draw them with: optgap report {output}")
    if merged.replaced or merged.copies:
        say(
            f"{merged.replaced} lines were replaced by later lines of the same run, "
            f"{merged.copies} lines were copies"
        )
