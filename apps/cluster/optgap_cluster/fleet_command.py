"""The command `fleet`: it reports on each cluster, and stores the reports of each run."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Literal

from optgap.commands import emit, refuse_overwriting, refuse_unwritable, say
from optgap.faults import InputError, input_error, repeated_names
from optgap.files import replacement_of, write_text
from optgap.reports import figure, refuse_parquet_without_package
from optgap.running import LostBlockError, Workers, workers

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

# The stored runs: database, changes since the last run, Prometheus text, Parquet.

_TABLE = """create table if not exists runs (
    time text not null, cluster text not null, nodes integer, used integer, best integer,
    money real, best_money real, bound real, bound_kind text, seconds real, report text not null
)"""


def record(
    database: Path, report: ClusterReport, seconds: float, time: datetime | None = None
) -> dict[str, Any] | None:
    """Store a cluster's run in the database; return the record of its previous run, or None."""
    time = time or datetime.now(UTC)
    now = report.rows[0]
    query = "select * from runs where cluster = ? order by time desc, rowid desc limit 1"
    values = (
        *(time.isoformat(timespec="seconds"), report.name, report.nodes),
        *(now.nodes, report.best.nodes, now.money, report.best.money),
        *(report.bound, report.bound_kind, round(seconds, 3)),
        json.dumps(report.as_document()),
    )
    marks = ", ".join("?" * len(values))
    with open_records(database) as connection:
        before = connection.execute(query, (report.name,)).fetchone()
        connection.execute(f"insert into runs values ({marks})", values)
        connection.commit()
    return None if before is None else dict(before)


@contextmanager
def open_records(database: Path) -> Iterator[sqlite3.Connection]:
    """Context manager: the database of runs, whose table is created if it is missing."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute(_TABLE)
            connection.row_factory = sqlite3.Row
            yield connection
    except sqlite3.Error as error:
        raise input_error("--database", f"cannot be used: {error}", str(database)) from None


def changes(before: Mapping[str, Any] | None, report: ClusterReport) -> Iterator[str]:
    """Yield sentences on what has changed since the previous run."""
    if before is None:
        yield "this is the first run of this cluster"
        return
    old = json.loads(before["report"])
    now: dict[str, tuple[str, float | None]] = {
        "nodes": ("nodes", report.nodes),
        "used": ("nodes in use", report.rows[0].nodes),
        "best": ("nodes of the best plan", report.best.nodes),
    }
    if (old["bound_counts"], old.get("currency")) == (report.counts, report.currency):
        now["money"] = (report.month, report.rows[0].money)
        now["best_money"] = (f"{report.month}, best plan", report.best.money)
        is_money = not report.counts.startswith("nodes")
        now["bound"] = (f"bound ({report.month if is_money else report.counts})", report.bound)
    else:
        yield "money and bound are not compared: the kind or currency of prices changed"
    for key, (words, value) in now.items():
        if before[key] != value:
            yield f"{words}: {figure(before[key])} → {figure(value)} since {before['time']}"


_GAUGES = {
    "nodes": "Nodes of the cluster.",
    "nodes_in_use": "Nodes with pods other than DaemonSet and static pods.",
    "nodes_best": "Nodes in use under the best plan found.",
    "bound": "Lower bound: nodes, or money per month.",
    "gap": "Gap between bound and best plan, as a share of the plan.",
    "waste": "Nodes in use now, minus nodes in use under the best plan.",
    "evictions": "Evictions of the best plan.",
    "report_seconds": "Seconds that the report took.",
    "report_timestamp_seconds": "Unix time of the report.",
}


def metrics(reports: Sequence[tuple[ClusterReport, float]], time: datetime | None = None) -> str:
    """Return the figures of the reports in Prometheus' text format."""
    stamp = (time or datetime.now(UTC)).timestamp()
    figures = [(report.name, _figures(report, seconds, stamp)) for report, seconds in reports]
    lines = []
    for key, words in _GAUGES.items():
        lines += [f"# HELP optgap_{key} {words}", f"# TYPE optgap_{key} gauge"]
        for name, known in figures:
            label = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            if (value := known[key]) is not None:
                lines.append(f'optgap_{key}{{cluster="{label}"}} {value}')
    return "\n".join(lines) + "\n"


def _figures(report: ClusterReport, seconds: float, stamp: float) -> dict[str, float | None]:
    """Return the report's figures by the name of the Prometheus gauge."""
    used, best = report.rows[0].nodes or 0, report.best
    return {
        "nodes": report.nodes,
        "nodes_in_use": used,
        "nodes_best": best.nodes or 0,
        "bound": report.bound,
        "gap": report.gap,
        "waste": used - (best.nodes or 0),
        "evictions": best.evictions,
        "report_seconds": round(seconds, 3),
        "report_timestamp_seconds": round(stamp),
    }


def write_parquet(database: Path, path: Path) -> None:
    """Write all runs in a database to a Parquet file, ordered by time."""
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kinds = {"integer": arrow.int64(), "real": arrow.float64(), "text": arrow.string()}
    with open_records(database) as connection:
        columns = connection.execute("pragma table_info(runs)").fetchall()
        runs = connection.execute("select * from runs order by time, rowid").fetchall()
    schema = arrow.schema([(each["name"], kinds[each["type"].lower()]) for each in columns])
    with replacement_of(path) as whole:
        parquet.write_table(arrow.Table.from_pylist([dict(run) for run in runs], schema), whole)


# The command.


@dataclass(frozen=True)
class FleetOptions:
    """The options of the command `fleet`."""

    action: Literal["report", "watch"]
    dumps: Sequence[Path]
    reading: Mapping[str, Any]  # keywords of `read_task`
    time_limit: float
    page: Path | None
    database: Path
    metrics: Path | None
    parquet: Path | None
    executor: str | None
    workers: int | None


def run_fleet(options: FleetOptions, json: bool) -> None:
    """Report on each cluster; with a database also record the run and print the changes."""
    written = [options.page, options.metrics, options.parquet]
    if options.action == "report" and options.parquet is not None:
        raise input_error("--parquet", "contains records: only valid with fleet watch")
    if options.parquet is not None:
        refuse_parquet_without_package(options.parquet)
    for path in written:
        refuse_unwritable(path)
    refuse_overwriting(written, list(options.dumps))
    if options.action == "watch":
        refuse_unwritable(options.database)
        if options.database.exists():  # refused before the work if it is not a database
            with open_records(options.database):
                pass
    names = cluster_names(options.dumps) if options.dumps else ["cluster"]
    with TemporaryDirectory() as folder, workers(options.executor, options.workers) as hands:
        if not options.dumps:
            read_present_cluster(Path(folder), options.time_limit)
        dumps = options.dumps or [Path(folder)]
        tasks = (
            read_task([dump], name, options.time_limit, **options.reading)
            for dump, name in zip(dumps, names, strict=True)
        )
        here = (timed_report(None, task) for task in tasks)
        made = list(here if hands is None else made_by_workers(tasks, hands))
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


def timed_report(_: None, task: FleetTask) -> Made:
    """Return the report of a cluster and the seconds spent on it; workers call this function."""
    begun = perf_counter()
    report = report_of_task(task)
    return report, task.reading + perf_counter() - begun


def made_by_workers(tasks: Iterable[FleetTask], hands: Workers) -> Iterator[Made]:
    """Yield the reports in order of tasks; if a worker dies, this process makes its report."""
    sender = hands.blocks(timed_report, None)
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
