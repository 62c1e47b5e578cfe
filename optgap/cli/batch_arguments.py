"""The commands for many runs: their arguments."""

from pathlib import Path
from typing import Annotated

import typer

from .options import (
    CompiledOption,
    CsvOption,
    JsonOption,
    LatexOption,
    MethodOption,
    OutputOption,
    ParquetOption,
    ProblemArgument,
    SeedOption,
    SetOption,
)


def hunt(
    problem: ProblemArgument,
    method: Annotated[str, MethodOption],
    seed: SeedOption = 0,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, metavar="S", help="Seconds in all.")
    ] = 60.0,
    evaluations: Annotated[
        int | None,
        typer.Option("--evaluations", min=1, metavar="N", help="Instances tried, at most."),
    ] = None,
    restarts: Annotated[
        int, typer.Option("--restarts", min=1, metavar="N", help="Searches that share the time.")
    ] = 1,
    compiled: CompiledOption = "auto",
    settings: SetOption = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Search for a small instance on which a method is as far from the optimum as can be."""
    from . import hunt_bench_report as batches

    limits = {
        "seed": seed,
        "time_limit": time_limit,
        "evaluations": evaluations,
        "restarts": restarts,
        "compiled": compiled,
    }
    batches.hunt(problem, method, limits, settings or [], output, json)


def bench(
    suite: Annotated[Path, typer.Argument(metavar="SUITE", help="A TOML file.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Results; default: beside the suite."),
    ] = None,
    executor: Annotated[
        str, typer.Option("--executor", metavar="E", help="local, tcp://… (Dask) or submitit:…")
    ] = "local",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Local processes; default: all cores.")
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
        typer.Option("--shard", metavar="I/N", help="Run the share I of N, into its own file."),
    ] = None,
    again: Annotated[
        list[str] | None,
        typer.Option("--again", metavar="LABEL", help="Run a method anew; repeatable."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run a suite of instances and methods; killed and started again, it goes on."""
    from . import hunt_bench_report as batches

    where = (executor, workers)
    tables = (csv, latex, parquet)
    batches.bench(suite, (output, shard), where, compiled, report, tables, again or [], json)


def report(
    results: Annotated[
        list[Path], typer.Argument(metavar="RESULTS", help="A file that bench wrote.")
    ],
    merge: Annotated[
        bool, typer.Option("--merge", help="Join several files, of shards, to one: -o F.jsonl.")
    ] = False,
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OLD", help="Older results to compare with.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="F", help="Write a page; with --merge all results."),
    ] = None,
    csv: CsvOption = None,
    latex: LatexOption = None,
    parquet: ParquetOption = None,
    figures: Annotated[
        Path | None, typer.Option("--figures", metavar="FOLDER", help="Write its charts as PDF.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Draw the report from stored results, compare two files of results, or join several."""
    from . import hunt_bench_report as batches

    if merge:
        unused = {"--against": against, "--csv": csv, "--latex": latex, "--parquet": parquet}
        batches.merge_results(results, output, {**unused, "--figures": figures}, json)
    else:
        tables = (csv, latex, parquet)
        batches.report(batches.only(results), against, output, tables, figures, json)
