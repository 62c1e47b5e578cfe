"""The command `fleet`: it reports on each cluster, and stores the reports of each run."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.request import Request, urlopen

import typer

from optgap.commands import (
    DONE,
    NOTHING,
    VIOLATIONS,
    emit,
    refuse_outputs,
    say,
)
from optgap.faults import InputError, input_error, printable, repeated_names
from optgap.files import write_text
from optgap.reports import figure, page_template
from optgap.running import LostBlockError, Workers, workers

from .fleet import (
    POLICIES,
    ClusterReport,
    FleetRow,
    FleetTask,
    page,
    read_present_cluster,
    read_task,
    report_of_task,
    show,
    total_of,
)
from .options import FleetOptions

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


def metrics(
    reports: Sequence[tuple[ClusterReport, float]],
    time: datetime | None = None,
    failed: Iterable[str] = (),
) -> str:
    """Return the figures of the reports in Prometheus' text format; ``failed`` have no report."""
    stamp = round((time or datetime.now(UTC)).timestamp())
    clusters = [
        {
            "cluster": report.name,
            "currency": report.currency,
            **figures_of(report),
            "report_seconds": round(seconds, 3),
            "success": 1,
            "report_timestamp_seconds": stamp,
        }
        for report, seconds in reports
    ]
    clusters += [{"cluster": name, "success": 0} for name in failed]
    template = page_template(__package__, "metrics.prom.j2", label=_label)
    return template.render(clusters=clusters).rstrip("\n") + "\n"


def _label(text: str) -> str:
    """Return a text as Prometheus writes the value of a label."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def figures_of(report: ClusterReport) -> dict[str, float | None]:
    """Return the report's figures by name; each name has one unit."""
    used, best = report.rows[0].nodes or 0, report.best
    money = {row.policy: row.money for row in report.rows}
    return {
        "nodes": report.nodes,
        "nodes_in_use": used,
        "nodes_best": best.nodes or 0,
        "nodes_bound": report.bound if report.counts == "nodes" else None,
        "money_in_use": report.rows[0].money,
        "money_karpenter": money.get(POLICIES["karpenter"]),
        "money_best": best.money,
        "money_bound": report.bound if report.counts == "money per month" else None,
        "gap": report.gap,
        "waste": used - (best.nodes or 0),
        "evictions": best.evictions,
    }


def _push(url: str, text: str) -> None:
    """Send metrics to a Pushgateway of Prometheus, instead of those of the previous run."""
    try:
        with urlopen(Request(url, text.encode(), method="PUT"), timeout=30):
            pass
    except (OSError, ValueError) as error:
        raise input_error("--push", f"failed: {error}", url) from None


def exceeded(reports: Sequence[ClusterReport], limits: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each figure that is above its limit, such as ``waste=3``."""
    for limit in limits:
        key, _, text = limit.partition("=")
        try:
            most = float(text)
            values = {report.name: figures_of(report)[key] for report in reports}
            above = {name: n for name, n in values.items() if n is not None and n > most}
        except (KeyError, ValueError):
            rule = "must be a metric and its limit, such as waste=3 or gap=0.2"
            raise input_error("--fail-if", rule, limit) from None
        yield from (f"{name}: {key} is {figure(n)}, above {text}" for name, n in above.items())


def run_fleet(action: str, dumps: Sequence[Path], options: FleetOptions) -> None:
    """Report on each cluster; `watch` also records the run and prints the changes."""
    limits, recorded = options.fail_if or (), action == "watch"
    blank = ClusterReport("", 0, (), [FleetRow("today", 0, None, 0)], None, None, "nodes")
    list(exceeded([blank], limits))  # refuses unknown metrics before the work
    refuse_outputs([options.page, options.metrics], dumps)
    if recorded:
        refuse_outputs([options.database])
        if options.database.exists():  # refused before the work if it is not a database
            with open_records(options.database):
                pass
    failed: dict[str, InputError] = {}
    with (
        TemporaryDirectory() as folder,
        workers(options.place.executor, options.place.workers) as hands,
    ):
        tasks = _tasks(dumps, options, Path(folder), failed)
        here = (timed_report(None, task) for task in tasks)
        made = list(here if hands is None else made_by_workers(tasks, hands))
    reports = [report for report, _ in made]
    total = [total_of(reports)] if len(reports) > 1 else []
    news = []
    if recorded:
        for report, seconds in made:
            news.append(list(changes(record(options.database, report, seconds), report)))
    text = metrics(made, failed=failed)
    if options.metrics is not None:
        write_text(options.metrics, text)
    if options.push is not None:
        _push(options.push, text)
    if failed and not made:
        raise next(iter(failed.values()))
    why = {
        name: f"failed: {error.subject}: {'; '.join(map(str, error.faults))}"
        for name, error in failed.items()
    }
    if options.page is not None:
        shown = [*news, *([()] if news and total else [])]
        write_text(options.page, page([*reports, *total], shown, why))
    above = list(exceeded(reports, limits))
    code = VIOLATIONS if above else NOTHING if failed else DONE
    if options.json:
        documents = [report.as_document() for report in reports]
        for document, changed in zip(documents, news, strict=False):
            document["changes"] = changed
        emit([*documents, *({"cluster": name, "failed": each} for name, each in why.items())])
        raise typer.Exit(code)
    _show_all([*reports, *total], news)
    for line in (*(f"{name}: {each}" for name, each in why.items()), *above):
        say(printable(line))
    if options.page is not None:
        say(f"wrote {options.page}")
    raise typer.Exit(code)


def _show_all(reports: Sequence[ClusterReport], news: Sequence[Sequence[str]]) -> None:
    """Print all reports; after each of the first ones its changes since the previous run."""
    for number, report in enumerate(reports):
        show(report)
        for line in news[number] or ["nothing has changed"] if number < len(news) else ():
            say(line)


def _tasks(
    dumps: Sequence[Path], options: FleetOptions, folder: Path, failed: dict[str, InputError]
) -> Iterator[FleetTask]:
    """Yield the tasks of all clusters that can be read; add the others to ``failed``."""
    names = options.names or (cluster_names(dumps) if dumps else ["cluster"])
    sources = dumps or [folder]
    if len(names) != len(sources) or len({*names}) < len(names):
        rule = f"must be given once for each of {len(sources)} clusters"
        raise input_error("--name", rule, names)
    reading: dict[str, Any] = {
        "prices": options.prices,
        "offers": options.offers,
        "eviction_price": options.eviction_price,
        "seed": options.seed,
    }
    for dump, name in zip(sources, names, strict=True):
        try:
            if not dumps:
                read_present_cluster(folder, options.time_limit)
            yield read_task([dump], name, options.time_limit, **reading)
        except InputError as error:
            place = str(dump) if dumps else error.subject
            failed[name] = InputError(place, error.faults)


def cluster_names(dumps: Sequence[Path]) -> list[str]:
    """Return each cluster's name: the stem of its file; if stems repeat, all get their folder's."""
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
        sent += [(task, sender.submit(task)) for task in tasks]
        for task, future in sent:
            try:
                yield future.result()
            except LostBlockError:
                yield timed_report(None, task)
    finally:
        sender.cancel()
