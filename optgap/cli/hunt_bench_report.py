"""The commands `hunt`, `bench` and `report`; `arguments` declares their arguments."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import typer

from .. import api
from ..core.faults import Fault, InputError, input_error
from ..core.files import document_of, document_text, write_text
from ..core.kernels import checked_choice
from ..validation.catalogue import problem
from ..validation.study import (
    Find,
    Hunt,
    Result,
    executor,
    latest,
    merge,
    pair_runs,
    read_results,
    refuse_parquet_without_package,
    results_of,
    results_path,
    run_batch,
    shard_named,
    summaries,
    tasks_of,
    write_figures,
    write_parquet,
)
from . import gap_tables as comparisons
from .demo_and_compare import write_report
from .layout import say
from .progress import BatchProgress, ProgressLine
from .shared import (
    DONE,
    INTERRUPTED,
    emit,
    files_of_methods,
    given_settings,
    refuse_overwriting,
    refuse_unwritable,
)

Tables: TypeAlias = tuple[Path | None, Path | None, Path | None]  # CSV, LaTeX, Parquet


def hunt(
    name: str,
    method: str,
    limits: dict[str, Any],
    settings: Sequence[str],
    output: Path | None,
    json: bool,
) -> None:
    """Search for the worst instance, show it and write it."""
    refuse_unwritable(output)
    refuse_overwriting([output], files_of_methods([method]))
    entry = problem(name)
    search = Hunt(name, method, options=given_settings(settings), **limits)
    with ProgressLine(f"{method} on {name}", lambda: _so_far(search)):
        find = search.run()
    facts: dict[str, Any] = {
        "tried": search.tried,
        "judged": search.judged,
        "nothing_found_on": search.stranded,
        "loss": None if find is None else find.loss,
        "message": _words(find, search),
        "instance": None,
    }
    if find is not None and find.loss > 0:
        stem = "hunted" if output is None else output.stem
        instance = find.instance(entry, stem, search.command)
        facts["instance"] = document_of(instance)
        if output is not None:
            api.save(instance, output)
    if json:
        emit(facts)
    else:
        say(facts["message"])
        if output is not None and facts["instance"] is not None:
            say(f"wrote {output}")
        elif facts["instance"] is not None:
            say(document_text(facts["instance"]))
    raise typer.Exit(INTERRUPTED if search.interrupted else DONE)


def _so_far(search: Hunt) -> list[str]:
    worst = 0.0 if search.best is None else search.best.loss
    return [f"{search.tried} instances tried", f"worst loss {worst:.1%}"]


def _words(find: Find | None, search: Hunt) -> str:
    counted = f"{search.judged} instances with a proven optimum"
    if search.tried == 0 and search.refused is not None:
        return (
            f"nothing measured: the generator gives no instance; the last time:\n{search.refused}"
        )
    if find is None:
        return f"nothing measured: {search.method} has no plan for any of {counted}"
    if find.loss == 0 and not search.stranded:
        return f"nothing found: {search.method} is as good as exact on {counted}"
    if find.loss == 0:
        words = f"nothing found: {search.method} is as good as exact where it has a plan"
        return f"{words}; on {search.stranded} of {counted} it has none"
    words = f"{find.words}: a loss of {find.loss:.1%}, the largest on {counted}"
    if search.stranded:
        words += f"; on {search.stranded} of them it finds nothing at all"
    return words


def bench(
    suite: Path,
    target: tuple[Path | None, str | None],
    where: tuple[str, int | None],
    compiled: str,
    report_path: Path | None,
    tables: Tables,
    again: Sequence[str],
    json: bool,
) -> None:
    """Run the methods and instances that have no result yet; a target is a file and a shard."""
    shard = shard_named(target[1])
    results = results_path(suite, target[0], shard)
    _refuse_outputs([results, report_path], tables, [suite])
    tasks = tasks_of(suite, checked_choice(compiled))
    with executor(*where) as pool:
        batch = run_batch(tasks, results, pool, BatchProgress(suite.stem), again, shard)
    mine = results_of(tasks, results, shard)
    _write_tables(mine, *tables)
    if report_path is not None:
        write_report(report_path, mine, f"optgap bench: {suite.stem}")
    facts = {
        "results": str(results),
        "runs": batch.total,
        "known_before": batch.known,
        "failed": sum(result["row"]["stopped"] == "error" for result in mine),
        "torn_line_dropped": batch.torn,
    }
    if json:
        emit({**facts, "summary": summaries(mine)})
    else:
        comparisons.summaries(summaries(mine))
        for result in mine:
            if result["row"]["stopped"] == "error":
                say(f"{result['source']}, {result['label']}: {result['row']['message']}")
        if batch.torn:
            say("the last line of the results was torn by a kill; its run was made again")
        say(f"{batch.total} runs in {results}; draw them with: optgap report {results}")
    raise typer.Exit(DONE)


def _refuse_outputs(outputs: Sequence[Path | None], tables: Tables, inputs: Sequence[Path]) -> None:
    """Say before the work that a result of it could not be written."""
    refuse_parquet_without_package(tables[2])
    for path in (*outputs, *tables):
        refuse_unwritable(path)
    refuse_overwriting([*outputs, *tables], inputs)


def _write_tables(
    found: Sequence[Result], csv: Path | None, latex: Path | None, parquet: Path | None
) -> None:
    if csv is not None:
        write_text(csv, comparisons.results_as_csv(found))
    if latex is not None:
        write_text(latex, comparisons.as_latex(summaries(found)))
    if parquet is not None:
        write_parquet(found, parquet)


def merge_results(
    files: Sequence[Path], output: Path | None, unused: dict[str, Path | None], json: bool
) -> None:
    """Join files of results to one."""
    faults = [
        Fault(option, "is for one file: merge first, then draw what the merge has written")
        for option, path in unused.items()
        if path is not None
    ]
    if output is None:
        faults.append(Fault("--merge", "needs a file of results to write: -o F.jsonl"))
    elif output.suffix == ".html":
        faults.append(Fault.of("-o", "is a file of results here, F.jsonl", str(output)))
    if faults or output is None:
        raise InputError("bad input", faults)
    refuse_unwritable(output)
    refuse_overwriting([output], files)
    merged = merge(files, output)
    if json:
        emit({"results": str(output), **merged._asdict()})
        return
    say(f"{merged.lines} lines in {output}; draw them with: optgap report {output}")
    if merged.replaced or merged.copies:
        say(f"{merged.replaced} have a later line of the same run, {merged.copies} were copies")


def only(files: Sequence[Path]) -> Path:
    """Return the one file that is drawn."""
    if len(files) > 1:
        raise input_error("RESULTS", "one file is drawn; join several with --merge -o F.jsonl")
    return files[0]


def report(
    results: Path,
    against: Path | None,
    output: Path | None,
    tables: Tables,
    figures: Path | None,
    json: bool,
) -> None:
    """Draw stored results, or compare them with older ones."""
    if results.suffix == ".toml":
        stored = results.with_suffix(".jsonl")
        rule = f"is a suite: run it with optgap bench {results}, then optgap report {stored}"
        raise input_error(str(results), rule)
    _refuse_outputs([output], tables, [results] if against is None else [results, against])
    rows = latest(read_results(results))
    lines: list[dict[str, Any]] = []
    if against is not None:
        lines = pair_runs(read_results(against), rows)
    _write_tables(rows, *tables)
    drawn = [] if figures is None else write_figures(rows, figures)
    if output is not None:
        write_report(output, rows, f"optgap report: {results.stem}", lines)
    if json:
        emit({"summary": summaries(rows), "comparison": lines})
        return
    comparisons.summaries(summaries(rows))
    if against is not None:
        comparisons.print_pairs(lines)
    if drawn:
        say(f"wrote {len(drawn)} figures into {figures}")
    if output is not None:
        say(f"wrote {output}")
