"""The command `fleet`: a report of each cluster, and the records of its runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Literal

from ...cli.layout import say
from ...cli.shared import emit, refuse_overwriting, refuse_unwritable
from ...core.files import write_text
from .fleet import ClusterReport, read_present_cluster, report_of, show, write_page
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
    """What the command was asked for."""

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


def run_fleet(options: FleetOptions, json: bool) -> None:
    """Report on each cluster; a watch also writes records and says what has changed."""
    for path in (options.page, options.metrics):
        refuse_unwritable(path)
    refuse_parquet(options.parquet)
    written = [options.page, options.metrics, options.parquet]
    refuse_overwriting(written, list(options.dumps))
    if options.action == "watch":
        refuse_unwritable(options.database)
        if options.database.exists():  # refused before the work if it is no database
            with open_records(options.database):
                pass
    made: list[tuple[ClusterReport, float]] = []
    if options.dumps:
        made += [_timed_report(options, dump, dump.stem) for dump in options.dumps]
    else:
        with TemporaryDirectory() as folder:
            read_present_cluster(Path(folder))
            made.append(_timed_report(options, Path(folder), "cluster"))
    reports = [report for report, _ in made]
    news = []
    if options.action == "watch":
        for report, seconds in made:
            news.append(list(changes(record(options.database, report, seconds), report)))
    if options.action == "watch" and options.parquet is not None:
        write_parquet(options.database, options.parquet)
    if options.metrics is not None:
        write_text(options.metrics, metrics(made))
    if options.page is not None:
        write_page(options.page, reports, news)
    if json:
        documents = [report.as_document() for report in reports]
        for document, changed in zip(documents, news, strict=False):
            document["changes"] = changed
        emit(documents)
        return
    for number, report in enumerate(reports):
        show(report)
        for line in news[number] if news else ():
            say(line)
    if options.page is not None:
        say(f"wrote {options.page}")


def _timed_report(options: FleetOptions, dump: Path, name: str) -> tuple[ClusterReport, float]:
    begun = perf_counter()
    seconds, seed = options.limits
    report = report_of(
        [dump],
        name,
        seconds,
        seed=seed,
        prices=options.prices,
        offers=options.offers,
        usage=options.usage,
        schedulers=options.schedulers,
    )
    return report, perf_counter() - begun
