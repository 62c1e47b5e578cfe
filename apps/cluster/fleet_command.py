"""The command `fleet`: it reports on each cluster, and stores the reports of each run."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Literal

from ...cli.layout import say
from ...cli.shared import emit, refuse_overwriting, refuse_unwritable
from ...core.faults import InputError, input_error, repeated_names
from ...core.files import write_text
from ...core.workers import LostBlockError, Workers
from ...validation import study
from .fleet import (
    ClusterReport,
    FleetTask,
    read_present_cluster,
    read_task,
    report_of_task,
    show,
    total_of,
    write_page,
)
from .fleet_records import (
    changes,
    metrics,
    open_records,
    record,
    refuse_parquet,
    write_parquet,
)


@dataclass(frozen=True)
class FleetOptions:
    """The options of the command `fleet`."""

    action: Literal["report", "watch"]
    dumps: Sequence[Path]
    prices: Path | None
    offers: Path | None
    usage: Sequence[str]
    limits: tuple[float, int]  # seconds and seed
    page: Path | None
    database: Path
    metrics: Path | None
    parquet: Path | None = None
    schedulers: Sequence[Path] = ()
    eviction_price: float | None = None
    executor: str | None = None
    workers: int | None = None


def run_fleet(options: FleetOptions, json: bool) -> None:
    """Report on each cluster; with a database also record the run and print the changes."""
    for path in (options.page, options.metrics):
        refuse_unwritable(path)
    if options.action == "report" and options.parquet is not None:
        raise input_error("--parquet", "is a table of records, only valid with fleet watch")
    refuse_parquet(options.parquet)
    written = [options.page, options.metrics, options.parquet]
    refuse_overwriting(written, list(options.dumps))
    if options.action == "watch":
        refuse_unwritable(options.database)
        if options.database.exists():  # refused before the work if it is not a database
            with open_records(options.database):
                pass
    names = cluster_names(options.dumps) if options.dumps else ["cluster"]
    with TemporaryDirectory() as folder, study.workers(options.executor, options.workers) as hands:
        if not options.dumps:
            read_present_cluster(Path(folder))
        dumps = options.dumps or [Path(folder)]
        tasks = (_read(options, *each) for each in zip(dumps, names, strict=True))
        made = list(_made_here(tasks) if hands is None else made_by_workers(tasks, hands))
    reports = [report for report, _ in made]
    total = [total_of(reports)] if len(reports) > 1 else []
    news = []
    if options.action == "watch":
        for report, seconds in made:
            news.append(list(changes(record(options.database, report, seconds), report)))
    if options.parquet is not None:
        write_parquet(options.database, options.parquet)
    if options.metrics is not None:
        write_text(options.metrics, metrics(made))
    if options.page is not None:
        write_page(options.page, [*reports, *total], [*news, *([()] if news and total else [])])
    if json:
        documents = [report.as_document() for report in reports]
        for document, changed in zip(documents, news, strict=False):
            document["changes"] = changed
        emit(documents)
        return
    for number, report in enumerate(reports):
        show(report)
        for line in (
            (news[number] or ["nothing has changed since the previous run"]) if news else ()
        ):
            say(line)
    for each in total:
        show(each)
    if options.page is not None:
        say(f"wrote {options.page}")


def cluster_names(dumps: Sequence[Path]) -> list[str]:
    """Return the name of each cluster: its file's name, with the folder if names are equal."""
    names = [dump.stem for dump in dumps]
    if len(set(names)) < len(names):
        names = [f"{dump.resolve().parent.name}-{dump.stem}" for dump in dumps]
    if faults := list(repeated_names("DUMP", names)):
        raise InputError("clusters, by folder and file", faults)
    return names


Made = tuple[ClusterReport, float]  # with the seconds that it took, reading included


def _read(options: FleetOptions, dump: Path, name: str) -> FleetTask:
    seconds, seed = options.limits
    return read_task(
        [dump],
        name,
        seconds,
        seed=seed,
        prices=options.prices,
        offers=options.offers,
        usage=options.usage,
        schedulers=options.schedulers,
        eviction_price=options.eviction_price,
    )


def _made_here(tasks: Iterable[FleetTask]) -> Iterator[Made]:
    for task in tasks:
        yield timed_report(None, task)


def timed_report(_: None, task: FleetTask) -> Made:
    """Return the report of a cluster and its seconds; also the work of a block at a worker."""
    begun = perf_counter()
    report = report_of_task(task)
    return report, task.reading + perf_counter() - begun


def made_by_workers(tasks: Iterable[FleetTask], workers: Workers) -> Iterator[Made]:
    """Yield the reports in order; a cluster that all its workers have lost is reported on here."""
    sender = workers.blocks(timed_report, None)
    sent: list[tuple[FleetTask, Future[Made]]] = []
    try:
        sent += [(task, sender.submit(task, 2 * task.time_limit)) for task in tasks]
        for task, future in sent:
            try:
                yield future.result()
            except LostBlockError:
                yield timed_report(None, task)
    finally:
        sender.cancel()
