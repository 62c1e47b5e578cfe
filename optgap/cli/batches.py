"""The commands for many runs: `hunt`, `bench` and `report`."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import optgap

from ..core.faults import Fault, InputError, input_error
from ..validation import study
from .comparisons import split_methods, write_report
from .layout import say
from .options import (
    CompiledOption,
    CsvOption,
    JsonOption,
    LatexOption,
    MethodOption,
    Options,
    OutputOption,
    ParquetOption,
    ProblemArgument,
    SeedOption,
    SetOption,
    WorkerOptions,
    with_options,
)
from .shared import (
    DONE,
    INTERRUPTED,
    emit,
    files_of_methods,
    given_settings,
    refuse_outputs,
)

if TYPE_CHECKING:
    from ..validation.study import Batch, Result

# the kinds of figures
KINDS = (
    "per problem: bars, performance-profile, gap-profile, gap-over-time, heat-map; "
    "per instance: objective, front, loads"
)


class Tables(Options):
    """The files of tables that a command writes."""

    csv: CsvOption = None
    latex: LatexOption = None
    parquet: ParquetOption = None

    def write(self, found: Sequence["Result"]) -> None:
        """Write stored results and their summary."""
        from ..core.files import write_text
        from . import gap_tables

        if self.csv is not None:
            write_text(self.csv, gap_tables.results_as_csv(found))
        if self.latex is not None:
            write_text(self.latex, gap_tables.as_latex(study.summaries(found)))
        if self.parquet is not None:
            study.write_parquet(found, self.parquet)


class HuntLimits(Options):
    """The limits of the command `hunt`, under the names of the fields of `Hunt`."""

    seed: SeedOption = 0
    time_limit: Annotated[
        float | None,
        typer.Option("--time-limit", min=0, metavar="S", help="Limit the total seconds."),
    ] = 60.0
    evaluations: Annotated[
        int | None,
        typer.Option("--evaluations", min=1, metavar="N", help="Limit the number of instances."),
    ] = None
    restarts: Annotated[
        int, typer.Option("--restarts", min=1, metavar="N", help="Run N searches within the time.")
    ] = 1
    compiled: CompiledOption = "auto"


class HuntOptions(Options):
    """The options of the command `hunt`."""

    limits: HuntLimits
    settings: SetOption = None
    place: WorkerOptions
    output: OutputOption = None
    json: JsonOption = False


@with_options
def hunt(
    problem: ProblemArgument, method: Annotated[str, MethodOption], options: HuntOptions
) -> None:
    """Search for a small instance that maximises the gap of a method."""
    from ..core.files import document_of, document_text
    from ..core.kernels import checked_choice
    from ..progress import ProgressLine, hunt_state

    output = options.output
    refuse_outputs([output], files_of_methods([method]))
    with study.workers(options.place.executor, options.place.workers) as hands:
        checked_choice(options.limits.compiled)
        settings = given_settings(options.settings or [])
        search = study.Hunt(
            problem, method, options=settings, workers=hands, **vars(options.limits)
        )
        with ProgressLine(f"{method} on {problem}", lambda: hunt_state(search)):
            find = search.run()
    facts: dict[str, Any] = {
        "tried": search.tried,
        "judged": search.judged,
        "nothing_found_on": search.stranded,
        "loss": None if find is None else find.loss,
        "ratio": None if find is None else find.ratio,
        "message": search.words,
        "instance": None,
    }
    if find is not None and find.loss > 0:
        stem = "hunted" if output is None else output.stem
        instance = find.instance(optgap.problem_named(problem), stem, search.command)
        facts["instance"] = document_of(instance)
        if output is not None:
            optgap.save(instance, output)
    if options.json:
        emit(facts)
    else:
        say(facts["message"])
        if output is not None and facts["instance"] is not None:
            say(f"wrote {output}")
        elif facts["instance"] is not None:
            say(document_text(facts["instance"]))
    raise typer.Exit(INTERRUPTED if search.interrupted else DONE)


class BenchOptions(Options):
    """The options of the command `bench`."""

    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Write to F; default: beside the suite."),
    ] = None
    executor: Annotated[
        str,
        typer.Option("--executor", metavar="E", help="Run locally (local) or on Dask (tcp://…)."),
    ] = "local"
    workers: Annotated[
        int | None,
        typer.Option("--workers", min=1, help="Set the number of processes; default: all cores."),
    ] = None
    compiled: CompiledOption = "auto"
    report: Annotated[
        Path | None, typer.Option("--report", metavar="F.html", help="Write a page with charts.")
    ] = None
    tables: Tables
    shard: Annotated[
        str | None,
        typer.Option("--shard", metavar="I/N", help="Run part I of N and write a separate file."),
    ] = None
    again: Annotated[
        list[str] | None,
        typer.Option("--again", metavar="LABEL", help="Repeat the runs of a method; repeatable."),
    ] = None
    json: JsonOption = False


@with_options
def bench(
    suite: Annotated[Path, typer.Argument(metavar="SUITE", help="TOML file of the suite.")],
    options: BenchOptions,
) -> None:
    """Run a suite of instances and methods; resume an interrupted one."""
    from ..core.kernels import checked_choice
    from ..progress import BatchProgress
    from . import gap_tables

    part = study.shard_named(options.shard)
    results = study.results_path(suite, options.output, part)
    _refuse_outputs([results, options.report], options.tables, [suite])
    tasks = study.tasks_of(suite, checked_choice(options.compiled))
    again, progress = options.again or [], BatchProgress(suite.stem)
    with study.executor(options.executor, options.workers) as pool:
        batch = study.run_batch(tasks, results, pool, progress, again, part)
    mine = study.results_of(tasks, results, part)
    options.tables.write(mine)
    if options.report is not None:
        write_report(options.report, mine, f"optgap bench: {suite.stem}")
    summary = study.summaries(mine)
    if options.json:
        facts = {
            "results": str(results),
            "runs": batch.total,
            "known_before": batch.known,
            "failed": sum(result["row"]["stopped"] == "error" for result in mine),
            "torn_line_dropped": batch.torn,
        }
        emit({**facts, "summary": summary})
    else:
        gap_tables.summaries(summary)
        _say_batch(batch, mine, results)


def _say_batch(batch: "Batch", found: Sequence["Result"], path: Path) -> None:
    for result in found:
        if result["row"]["stopped"] == "error":
            say(f"{result['source']}, {result['label']}: {result['row']['message']}")
    if batch.torn:
        say("the last line of the results was incomplete after a kill; its run was repeated")
    say(f"{batch.total} runs in {path}; draw them with: optgap report {path}")


def _refuse_outputs(outputs: Sequence[Path | None], tables: Tables, inputs: Sequence[Path]) -> None:
    """Raise an error, before the work, for outputs that cannot be written."""
    study.refuse_parquet_without_package(tables.parquet)
    refuse_outputs([*outputs, *vars(tables).values()], inputs)


class ReportOptions(Options):
    """The options of the command `report`."""

    merge: Annotated[bool, typer.Option("--merge", help="Join several results files into one.")] = (
        False
    )
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OLD", help="Compare with older results.")
    ] = None
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Write the page, or the merged results."),
    ] = None
    tables: Tables
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="FOLDER", help="Write figures as PDF and CSV."),
    ] = None
    figure: Annotated[
        list[str] | None, typer.Option("--figure", metavar="KIND", help=f"{KINDS}; repeatable.")
    ] = None
    methods: Annotated[
        str | None, typer.Option("--methods", metavar="A,B", help="Draw only these methods.")
    ] = None
    size: Annotated[
        str | None, typer.Option("--size", metavar="WxH", help="Set the size in inches (3.3x2.2).")
    ] = None
    font: Annotated[
        float | None,
        typer.Option("--font", metavar="PT", min=4, max=40, help="Set the font size in points."),
    ] = None
    json: JsonOption = False


@with_options
def report(
    results: Annotated[
        list[Path], typer.Argument(metavar="RESULTS", help="Results file of bench.")
    ],
    options: ReportOptions,
) -> None:
    """Draw the report from stored results, compare two files of results, or join several."""
    from . import gap_tables

    if options.merge:
        _merge(results, options)
        return
    against, figures, output = options.against, options.figures, options.output
    look: dict[str, Any] = {
        "kinds": options.figure,
        "methods": split_methods(options.methods) if options.methods else None,
        "size": _size(options.size),
        "font": options.font,
    }
    if figures is None and any(look.values()):
        raise input_error("--figures", "must name the folder of the figures to draw")
    file = _one_file(results)
    _refuse_outputs([output], options.tables, [file] if against is None else [file, against])
    rows = study.latest(study.read_results(file))
    lines: list[dict[str, Any]] = []
    if against is not None:
        lines = study.pair_runs(study.read_results(against), rows)
    options.tables.write(rows)
    drawn = [] if figures is None else study.write_figures(rows, figures, **look)
    if output is not None:
        write_report(output, rows, f"optgap report: {file.stem}", comparison=lines)
    if options.json:
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


def _merge(files: Sequence[Path], options: ReportOptions) -> None:
    """Merge results files into one file."""
    output = options.output
    unused = {"against": options.against, **vars(options.tables), "figures": options.figures}
    faults = [
        Fault(f"--{option}", "is not valid with --merge: first merge, then draw the merged file")
        for option, path in unused.items()
        if path is not None
    ]
    if output is None:
        faults.append(Fault("--merge", "needs a file of results to write: -o F.jsonl"))
    elif output.suffix == ".html":
        faults.append(Fault.of("-o", "must be a results file (.jsonl) with --merge", str(output)))
    if faults or output is None:
        raise InputError("bad input", faults)
    refuse_outputs([output], files)
    merged = study.merge(files, output)
    if options.json:
        emit({"results": str(output), **merged._asdict()})
        return
    say(f"{merged.lines} lines in {output}; draw them with: optgap report {output}")
    if merged.replaced or merged.copies:
        say(
            f"{merged.replaced} lines were replaced by later lines of the same run, "
            f"{merged.copies} lines were copies"
        )
