"""What a fleet could give back: today, what policies would reach, and what nobody can beat.

One row per policy and cluster: nodes in use, money per month where prices are known, and
evictions.  The last row is a certified bound: no plan uses fewer nodes, or costs less.
"""

import json
import re
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ... import api
from ...cli.layout import say, show_table
from ...core.arrays import IntArray
from ...core.faults import Fault, InputError, input_error, printable, quantity
from ...core.files import write_text
from ...core.outcome import Outcome
from ...instances.consolidation import Consolidation, empty_machines
from ...validation.study import figure, page_template
from .descheduler import high_node_utilization, profiles_of
from .kubernetes import read_cluster
from .rollout import HOURS

POLICIES = {  # the methods of a row, and what it is called
    "karpenter": "Karpenter",
    "karpenter-balanced": "Karpenter, Balanced",
    "cluster-autoscaler": "cluster autoscaler",
    "drain-best-fit": "drain the emptiest node, pack tightly",
    "no-pins": "optgap, wherever the scheduler puts the pods",
    "auto": "optgap, with a target for each pod",
}
_SHARES = {"no-pins": 0.4, "auto": 0.4}  # of the time; the policies share the rest
_BY_OPTGAP = len(_SHARES)  # rows at the end
_KINDS = "nodes,pods,pdb,pv,pvc,ns"


@dataclass(frozen=True)
class FleetRow:
    """What one policy reaches on one cluster."""

    policy: str
    nodes: int | None
    money: float | None  # per month
    evictions: int | None
    pools: dict[str, int] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class ClusterReport:
    """A cluster today, what policies reach, and the bound."""

    name: str
    nodes: int
    empty: tuple[str, ...]
    rows: list[FleetRow]
    bound: float | None
    bound_kind: str | None
    counts: str  # what the bound counts: nodes, or money per month
    by_use: int | None = None  # nodes in use, if requests were what the pods use
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> FleetRow:
        """The row with the least money, or the fewest nodes."""
        rows = [row for row in self.rows if row.nodes is not None]
        return min(rows, key=lambda row: (row.money or 0.0, row.nodes or 0))

    def as_document(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "cluster": self.name,
            "nodes": self.nodes,
            "empty": list(self.empty),
            "rows": [vars(row) for row in self.rows],
            "bound": self.bound,
            "bound_kind": self.bound_kind,
            "bound_counts": self.counts,
            "nodes_by_use": self.by_use,
            "notes": list(self.notes),
        }


def report_of(
    sources: Sequence[Path],
    name: str,
    time_limit: float,
    *,
    seed: int = 0,
    prices: Path | None = None,
    usage: Path | None = None,
    schedulers: Sequence[Path] = (),
) -> ClusterReport:
    """Return the report of one cluster; ``time_limit`` is for all policies together.

    ``schedulers`` are KubeSchedulerConfiguration files: the descheduler has a row with each.
    """
    profiles = profiles_of(schedulers)
    imported = read_cluster(sources, name=name, prices=prices)
    instance = imported.instance
    rows = [fleet_row(instance, "today", instance.home, 0)]
    bounds: list[Outcome] = []
    for method, words in POLICIES.items():
        share = _SHARES.get(method, (1 - sum(_SHARES.values())) / (len(POLICIES) - len(_SHARES)))
        options = {"order": "any"} if method == "no-pins" else None
        outcome = api.solve(
            instance, method, time_limit=share * time_limit, seed=seed, options=options
        )
        rows.append(_reached(instance, words, outcome))
        bounds.append(outcome)
    scorings = {profile.scoring for profile in profiles}
    descheduled = {scoring: high_node_utilization(instance, scoring) for scoring in scorings}
    for profile in profiles:
        ended = descheduled[profile.scoring]
        words = f"descheduler, HighNodeUtilization ({profile.name})"
        row = fleet_row(instance, words, ended.places, ended.evictions, profile.note)
        rows.insert(-_BY_OPTGAP, row)
    certified = [each for each in bounds if each.bound is not None]
    certified.sort(key=lambda each: (each.bound_kind != "certified", -(each.bound or 0.0)))
    best = certified[0] if certified else None
    is_money = instance.objective == "price"
    return ClusterReport(
        name,
        len(instance.machines),
        empty_machines(instance),
        rows,
        None if best is None or best.bound is None else best.bound * (HOURS if is_money else 1),
        None if best is None else best.bound_kind,
        "money per month" if is_money else "nodes",
        None if usage is None else _nodes_by_use(instance, usage, time_limit, seed),
        imported.warnings,
    )


def _reached(instance: Consolidation, words: str, outcome: Outcome) -> FleetRow:
    """Return the row of a method's outcome."""
    if outcome.decision is None:
        return FleetRow(words, None, None, None, note=outcome.message or outcome.status)
    note = "" if outcome.stopped == "complete" else f"stopped: {outcome.stopped}"
    if outcome.method == "no-pins":
        note = ", ".join([*([note] if note else []), str(outcome.details.get("claim"))])
    places = instance.numbers(outcome.decision)
    return fleet_row(instance, words, places, outcome.details.get("moves"), note)


def fleet_row(
    instance: Consolidation, policy: str, places: IntArray, evictions: int | None, note: str = ""
) -> FleetRow:
    """Return the row of a placement: nodes with something on them, or that are kept.

    ``places`` has the site of each item, -1 for none.  An item that waits needs no node.
    """
    used = instance.in_use(places)
    used[instance.waits_at[instance.waits_at >= 0]] = False
    nodes = [instance.sites[j] for j in np.flatnonzero(used).tolist()]
    pools = Counter(node.pool or "no pool" for node in nodes)
    is_money = instance.objective == "price"
    return FleetRow(
        policy,
        len(nodes),
        round(HOURS * sum(node.price or 0.0 for node in nodes), 2) if is_money else None,
        evictions,
        dict(sorted(pools.items())) if set(pools) != {"no pool"} else {},
        note,
    )


# Requests replaced by what pods use


_CPU = re.compile(r"(\d+)(m|n|u)?")
_MEMORY = re.compile(r"(\d+)(Ki|Mi|Gi)?")
_CPU_UNITS = {"m": 1e-3, "u": 1e-6, "n": 1e-9, None: 1.0}
_MEMORY_UNITS = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, None: 1}


def read_usage(path: Path) -> dict[str, tuple[float, float]]:
    """Return cores and bytes of each pod, by namespace/name, from ``kubectl top pods -A``."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise input_error("--usage", f"cannot be read: {error}", str(path)) from None
    used, faults = {}, []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0] == "NAMESPACE":
            continue
        cpu = _CPU.fullmatch(words[2]) if len(words) == 4 else None
        memory = _MEMORY.fullmatch(words[3]) if len(words) == 4 else None
        if cpu is None or memory is None:
            rule = "must be namespace, pod, CPU and memory, as kubectl top pods -A prints them"
            faults.append(Fault.of(f"{path.name}, line {number}", rule, line))
            continue
        cores, amount = int(cpu[1]) * _CPU_UNITS[cpu[2]], int(memory[1]) * _MEMORY_UNITS[memory[2]]
        used[f"{words[0]}/{words[1]}"] = (round(cores, 3), float(amount))
    if faults:
        raise InputError("usage", faults)
    return used


def _nodes_by_use(instance: Consolidation, path: Path, time_limit: float, seed: int) -> int | None:
    """Return the nodes in use of a plan where every pod that is measured needs what it uses."""
    used = read_usage(path)
    places = {name: instance.resources.index(name) for name in ("cpu", "memory")}
    items = []
    for item in instance.items:
        demand = list(item.demand)
        if item.name in used:
            demand[places["cpu"]], demand[places["memory"]] = used[item.name]
        items.append(item.model_copy(update={"demand": tuple(demand)}))
    changed = instance.replaced(items=tuple(items))
    outcome = api.solve(changed, "auto", time_limit=0.4 * time_limit, seed=seed)
    return _reached(changed, "by use", outcome).nodes


# The table, the page, and the record of a run


def show(report: ClusterReport) -> None:
    """Print a report for people."""
    say(f"{report.name}: {quantity(report.nodes, 'node')}, {len(report.empty)} empty")
    head = ("policy", "nodes", "per month", "evictions", "note")
    table = [
        (row.policy, figure(row.nodes), figure(row.money), figure(row.evictions), row.note)
        for row in report.rows
    ]
    show_table(head, table, numbers=head[1:4], words=("note",))
    say(bound_words(report))
    if report.by_use is not None:
        say(f"if requests were what the pods use: {quantity(report.by_use, 'node')}")
    for note in report.notes:
        say(printable(f"note: {note}"))


def bound_words(report: ClusterReport) -> str:
    """Return what nobody can beat, in one sentence."""
    if report.bound is None:
        return "no bound is known"
    how = {"certified": "certified", "solver": "by one solver's word"}
    kind = how.get(report.bound_kind or "", str(report.bound_kind))
    unit = "nodes" if report.counts == "nodes" else "per month"
    return f"nobody can do with less than {figure(report.bound)} {unit} ({kind})"


def page(reports: Sequence[ClusterReport]) -> str:
    """Return the reports as one page."""
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return page_template(__package__, "fleet.html.j2", figure=figure, printable=printable).render(
        reports=reports, made=made, bound_words=bound_words, widest=_widest
    )


def _widest(report: ClusterReport) -> int:
    return max([report.nodes, *(row.nodes or 0 for row in report.rows)])


def read_present_cluster(folder: Path) -> Path:
    """Write the objects of the present cluster, as kubectl lists them; return the file."""
    command = ["kubectl", "get", _KINDS, "-A", "-o", "json", "--request-timeout=60s"]
    try:
        ended = subprocess.run(command, capture_output=True, check=False, timeout=600)
    except FileNotFoundError:
        raise input_error("DUMP", "is missing, and there is no kubectl to ask", None) from None
    if ended.returncode:
        words = ended.stderr.decode(errors="replace").strip().splitlines()
        raise input_error("kubectl", f"failed: {words[-1] if words else 'without a word'}")
    path = folder / "cluster.json"
    path.write_bytes(ended.stdout)
    return path


_TABLE = """create table if not exists runs (
    time text not null, cluster text not null, nodes integer, used integer, best integer,
    money real, best_money real, bound real, bound_kind text, seconds real, report text not null
)"""


def record(database: Path, report: ClusterReport, seconds: float) -> dict[str, Any] | None:
    """Write a run into the database; return the run before it, if there was one."""
    now = report.rows[0]
    query = "select * from runs where cluster = ? order by time desc, rowid desc limit 1"
    values = (
        *(datetime.now(UTC).isoformat(timespec="seconds"), report.name, report.nodes),
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
    """Open the database of runs, and make its table where there is none."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            connection.execute(_TABLE)
            connection.row_factory = sqlite3.Row
            yield connection
    except sqlite3.Error as error:
        raise input_error("--database", f"cannot be used: {error}", str(database)) from None


def changes(before: Mapping[str, Any] | None, report: ClusterReport) -> Iterator[str]:
    """Yield what is different from the run before."""
    if before is None:
        yield "the first run of this cluster"
        return
    now: dict[str, tuple[str, float | None]] = {
        "nodes": ("nodes", report.nodes),
        "used": ("nodes in use", report.rows[0].nodes),
        "best": ("nodes of the best plan", report.best.nodes),
        "bound": (f"bound ({report.counts})", report.bound),
    }
    for key, (words, value) in now.items():
        if before[key] != value:
            yield f"{words}: {figure(before[key])} → {figure(value)} since {before['time']}"


def metrics(reports: Sequence[tuple[ClusterReport, float]]) -> str:
    """Return the figures in the text format of Prometheus."""
    help_of = {
        "nodes": "Nodes of the cluster.",
        "nodes_in_use": "Nodes with pods that are not of the node.",
        "nodes_best": "Nodes in use of the best plan found.",
        "bound": "What no plan is below: nodes, or money per month.",
        "waste": "Nodes in use beyond the best plan.",
        "report_seconds": "Seconds that the report took.",
    }
    lines = []
    for key, words in help_of.items():
        lines += [f"# HELP optgap_{key} {words}", f"# TYPE optgap_{key} gauge"]
        for report, seconds in reports:
            used, best = report.rows[0].nodes or 0, report.best.nodes or 0
            value = {
                "nodes": report.nodes,
                "nodes_in_use": used,
                "nodes_best": best,
                "bound": report.bound,
                "waste": used - best,
                "report_seconds": round(seconds, 3),
            }[key]
            label = report.name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            if value is not None:
                lines.append(f'optgap_{key}{{cluster="{label}"}} {value}')
    return "\n".join(lines) + "\n"


def write_page(path: Path, reports: Sequence[ClusterReport]) -> None:
    """Write the page of some reports."""
    write_text(path, page(reports))
