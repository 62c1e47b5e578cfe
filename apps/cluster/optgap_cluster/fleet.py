"""The report of a fleet: present use, what each policy would save, and a certified bound.

Each cluster has one row per policy: nodes in use, money per month if prices are known, and
evictions.  The last row is a certified bound: no plan uses fewer nodes, or costs less.
"""

import math
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import optgap
from optgap import Outcome
from optgap.commands import say, show_table
from optgap.consolidation import Consolidation
from optgap.faults import input_error, printable, quantity
from optgap.problem import IntArray
from optgap.reports import figure, page_template
from optgap.running import Run, gap

from .descheduler import LOWEST_COST, SCORINGS, deschedule
from .descheduler import POLICIES as EVICTING
from .kubernetes import read_cluster
from .plan_tables import money
from .rollout import HOURS, empty_machines

POLICIES = {  # the method of each row, and the row's name
    "karpenter": "Karpenter",
    "karpenter-balanced": "Karpenter, Balanced",
    "cluster-autoscaler": "cluster autoscaler",
    "drain-best-fit": "drain the emptiest node, pack tightly",
    "no-pins": "optgap, for every choice of the scheduler",
    "auto": "optgap, with a target for each pod",
}
_SHARES = {"no-pins": 0.4, "auto": 0.4}  # shares of the time; the other policies share the rest
_EVICTING = 0.2  # share of the time for the policies that only evict pods
_LATE = "not tried: the time limit was reached"
_ASSUMED = (
    "all rows assume that pods restart where the policy wants them, except those that name a score "
    "of the scheduler and the row 'for every choice of the scheduler'"
)
_KINDS = "nodes,pods,pdb,pv,pvc,ns"
_KARPENTER = "karpenter.sh"  # its NodePools are listed where the cluster has this API


@dataclass(frozen=True)
class FleetRow:
    """One row: the nodes, money and evictions that a policy reaches on a cluster."""

    policy: str
    nodes: int | None
    money: float | None  # money per month
    evictions: int | None
    net: float | None = None  # nodes, or money per month, with the price of evictions
    pools: dict[str, int] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class ClusterReport:
    """The report of one cluster: its present state, a row per policy, and the bound."""

    name: str
    nodes: int
    empty: tuple[str, ...]
    rows: list[FleetRow]
    bound: float | None
    bound_kind: str | None
    counts: str  # what the bound counts: nodes, or money per month; evictions, if they are priced
    notes: tuple[str, ...] = ()
    currency: str | None = None  # currency of all money
    has_offers: bool = False  # plans may add nodes

    @property
    def best(self) -> FleetRow:
        """The row with the least money or, without prices, the fewest nodes; then fewest evictions.

        If evictions have a price, their cost is added to the money or nodes of each row.
        """
        rows = [row for row in self.rows if row.nodes is not None]
        return min(
            rows,
            key=lambda row: (row.net or 0.0, row.money or 0.0, row.nodes or 0, row.evictions or 0),
        )

    @property
    def is_net(self) -> bool:
        """Whether evictions have a price, which the rows then include."""
        return self.rows[0].net is not None

    @property
    def gap(self) -> float | None:
        """The relative gap between the bound and the best row, as a fraction of that row's cost."""
        value = self._value(self.best)
        return None if self.bound is None else gap(float(value or 0), self.bound, "minimize")

    def _value(self, row: FleetRow) -> float | None:
        return row.net if self.is_net else row.nodes if self.counts == "nodes" else row.money

    def above(self, row: FleetRow) -> dict[str, float | None]:
        """Return the distances of a row from the best plan and from the bound, as their fractions.

        A distance is unknown if the row or the bound is.
        """
        value, least = self._value(row), {"best": self._value(self.best), "bound": self.bound}
        return {
            f"above_{name}": value / each - 1 if value is not None and each else None
            for name, each in least.items()
        }

    @property
    def month(self) -> str:
        """The heading of the column of money: per month, with the currency."""
        return f"{self.currency} a month" if self.currency else "a month"

    @property
    def freed_words(self) -> str:
        """Return a sentence on the nodes that the best plan frees or uses."""
        today, best = self.rows[0].nodes or 0, self.best.nodes or 0
        if best <= today and not self.has_offers:
            return f"by requests, the best plan frees {quantity(today - best, 'node')}"
        return f"by requests, the best plan uses {quantity(best, 'node')} instead of {today}"

    def as_document(self) -> dict[str, Any]:
        """Return the report as a JSON document."""
        return {
            "cluster": self.name,
            "nodes": self.nodes,
            "empty": list(self.empty),
            "rows": [{**vars(row), **self.above(row)} for row in self.rows],
            "bound": self.bound,
            "bound_kind": self.bound_kind,
            "bound_counts": self.counts,
            "currency": self.currency,
            "has_offers": self.has_offers,
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class FleetTask:
    """A task for a worker: a cluster as read from its dump, and the limits of its report."""

    name: str
    instance: Consolidation
    unpriced: Consolidation  # without the price of evictions
    warnings: tuple[str, ...]
    time_limit: float  # in seconds for all policies together, and for reading the dump
    seed: int
    reading: float  # seconds that reading the dump took


def read_task(
    sources: Sequence[Path],
    name: str,
    time_limit: float,
    *,
    seed: int = 0,
    prices: Path | None = None,
    offers: Path | None = None,
    eviction_price: float | None = None,
) -> FleetTask:
    """Return the task of one cluster; ``time_limit`` is in seconds for all policies together."""
    begun = perf_counter()
    known: dict[str, Any] = {"name": name, "prices": prices, "offers": offers}
    imported = read_cluster(sources, **known, eviction_price=eviction_price)
    plain = imported if eviction_price is None else read_cluster(sources, **known)
    read = (imported.instance, plain.instance, (*imported.warnings, _ASSUMED))
    return FleetTask(name, *read, time_limit, seed, perf_counter() - begun)


def report_of_task(task: FleetTask) -> ClusterReport:
    """Return the report of a cluster that has been read.

    If evictions have a price, policies other than optgap's own ignore this price, and the report
    uses no bound of theirs.
    """
    instance, time_limit, seed = task.instance, task.time_limit, task.seed
    clock = Run("minimize", time_limit=max(0.0, time_limit - task.reading))
    rows = [fleet_row(instance, "today", instance.home, 0)]
    bounds, evicting = list[Outcome](), list[FleetRow]()
    with clock.first_part(_EVICTING):
        for policy, (name, scoring) in product(EVICTING, SCORINGS.items()):
            if policy != LOWEST_COST or len({*task.unpriced.cost.tolist()}) > 1:
                row = FleetRow(f"{policy} ({name})", None, None, None, note=_LATE)
                if not clock.should_stop():
                    ended = deschedule(task.unpriced, policy, scoring)
                    row = fleet_row(instance, row.policy, ended.places, ended.evictions)
                evicting.append(row)
    for method, words in POLICIES.items():
        if len(rows) > 1 and clock.should_stop():  # reading and judging take time as well
            rows.append(FleetRow(words, None, None, None, note=_LATE))
            continue
        share = _SHARES.get(method, (1 - sum(_SHARES.values())) / (len(POLICIES) - len(_SHARES)))
        options = {"order": "any"} if method == "no-pins" else None
        asked = instance if method in _SHARES else task.unpriced
        seconds = max(0.01, min(share * time_limit, clock.remaining or 0.0))
        outcome = optgap.solve(asked, method, time_limit=seconds, seed=seed, options=options)
        rows.append(reached(instance, words, outcome))
        if asked is instance:
            bounds.append(outcome)
    rows[-len(_SHARES) : -len(_SHARES)] = evicting
    certified = sorted(
        (each for each in bounds if each.bound is not None),
        key=lambda each: (each.bound_kind != "certified", -(each.bound or 0.0)),
    )
    best = certified[0] if certified else None
    is_money = instance.objective == "price"
    least = None if best is None else best.bound
    return ClusterReport(
        task.name,
        len(instance.machines),
        empty_machines(instance),
        rows,
        math.floor(HOURS * least * 100 + 1e-6) / 100 if is_money and least is not None else least,
        None if best is None else best.bound_kind,
        ("money per month" if is_money else "nodes") + (" and evictions" if instance.toll else ""),
        task.warnings,
        instance.currency,
        bool(instance.offers),
    )


def reached(instance: Consolidation, policy: str, outcome: Outcome) -> FleetRow:
    """Return the row of a policy, made from the outcome of its method."""
    if outcome.decision is None:
        return FleetRow(policy, None, None, None, note=outcome.message or outcome.status)
    details = outcome.details
    parts = [] if outcome.stopped == "complete" else [f"stopped: {outcome.stopped}"]
    if outcome.method == "no-pins":
        parts.append(str(details.get("claim")))
    if (least := details.get("moves_bound")) is not None:  # of all plans as good
        words = "fewest evictions" if least == details["moves"] else f"at least {least} evictions"
        parts.append(f"{words} ({details['moves_bound_kind']})")
    places = instance.numbers(outcome.decision)
    return fleet_row(instance, policy, places, details.get("moves"), ", ".join(parts))


def fleet_row(
    instance: Consolidation, policy: str, places: IntArray, evictions: int | None, note: str = ""
) -> FleetRow:
    """Return the row of a placement; its nodes are the nodes with items and the kept nodes.

    ``places`` contains the site of each item, -1 for none.  Waiting items use no node.
    """
    used = instance.in_use(places)
    used[instance.waits_at[instance.waits_at >= 0]] = False
    nodes = [instance.sites[j] for j in np.flatnonzero(used).tolist()]
    net = instance.value_of(instance.units_of(places)) if instance.toll else None
    pools = Counter(node.pool or "no pool" for node in nodes)
    is_money = instance.objective == "price"
    return FleetRow(
        policy,
        len(nodes),
        round(HOURS * sum(node.price or 0.0 for node in nodes), 2) if is_money else None,
        evictions,
        None if net is None else round(HOURS * net, 2) if is_money else net,
        dict(sorted(pools.items())) if set(pools) != {"no pool"} else {},
        note,
    )


def total_of(reports: Sequence[ClusterReport]) -> ClusterReport:
    """Return the totals over clusters; a total is None if the figure of some cluster is unknown.

    Money and bounds in different currencies or units are not added.
    """
    currencies = {report.currency for report in reports}
    alike = len({report.counts for report in reports}) == 1 and len(currencies) == 1
    kinds = {report.bound_kind for report in reports}
    rows = []
    for policy in dict.fromkeys(row.policy for report in reports for row in report.rows):
        each = [row for report in reports for row in report.rows if row.policy == policy]
        whole = len(each) == len(reports)
        nodes = _sum([row.nodes if whole else None for row in each])
        evictions = _sum([row.evictions if whole else None for row in each])
        money = _sum([row.money if whole and alike else None for row in each])
        net = _sum([row.net if whole and alike else None for row in each])
        counts = (None if n is None else int(n) for n in (nodes, evictions))
        rows.append(FleetRow(policy, next(counts), money, next(counts), net))
    return ClusterReport(
        f"all {len(reports)} clusters",
        sum(report.nodes for report in reports),
        tuple(name for report in reports for name in report.empty),
        rows,
        _sum([report.bound if alike else None for report in reports]),
        kinds.pop() if len(kinds) == 1 else "solver",
        reports[0].counts,
        currency=currencies.pop() if alike else None,
        has_offers=any(report.has_offers for report in reports),
    )


def _sum(numbers: Sequence[float | None]) -> float | None:
    """Return the sum of some numbers, or None if one of them is unknown."""
    known = [number for number in numbers if number is not None]
    return round(sum(known), 6) if len(known) == len(numbers) else None


def show(report: ClusterReport) -> None:
    """Print a report as text and tables."""
    say(f"{report.name}: {quantity(report.nodes, 'node')}, {len(report.empty)} empty")
    priced = ("with evictions",) if report.is_net else ()
    head = (
        "policy",
        "nodes",
        report.month,
        "evictions",
        *priced,
        "above best",
        "above bound",
        "note",
    )
    table = [
        (
            row.policy,
            *(figure(row.nodes), money(row.money), figure(row.evictions)),
            *(money(row.net) for _ in priced),
            *(figure(x) if x is None else f"{x:.1%}" for x in report.above(row).values()),
            row.note,
        )
        for row in report.rows
    ]
    show_table(head, table, numbers=head[1:-1], words=("policy", "note"), spare=("above best",))
    say(bound_words(report))
    say(report.freed_words)
    for note in report.notes:
        say(printable(f"note: {note}"))


def bound_words(report: ClusterReport) -> str:
    """Return a sentence that states the bound on nodes or money."""
    if report.bound is None:
        return "no bound is known"
    how = {"certified": "certified", "solver": "claimed by one solver"}
    kind = how.get(report.bound_kind or "", str(report.bound_kind))
    unit = "nodes" if report.counts.startswith("nodes") else report.month
    unit += ", evictions included," if report.is_net else ""
    where = "present and offered" if report.has_offers else "present"
    return f"no plan needs less than {money(report.bound)} {unit} on the {where} nodes ({kind})"


def page(
    reports: Sequence[ClusterReport],
    news: Sequence[Sequence[str]] = (),
    failed: Mapping[str, str] | None = None,
) -> str:
    """Return the reports as one HTML page; ``news`` lists the changes in each cluster.

    ``failed`` contains, by name, why clusters have no report.
    """
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    filters: dict[str, Any] = {"figure": figure, "printable": printable, "money": money}
    return page_template(__package__, "fleet.html.j2", **filters).render(
        reports=reports,
        failed=failed or {},
        news=news or [()] * len(reports),
        made=made,
        bound_words=bound_words,
        widest=lambda report: max([report.nodes, *(row.nodes or 0 for row in report.rows)]),
    )


def read_present_cluster(folder: Path, seconds: float) -> None:
    """Write the objects of kubectl's current cluster, as lists, into files of a folder.

    A call that has no answer after ``seconds`` in all is ended, with its own processes.
    """
    run = Run("minimize", time_limit=seconds)
    kinds = {"cluster": _KINDS}
    if _ask_kubectl("get", "--raw", f"/apis/{_KARPENTER}", run=run, absent="NotFound") is not None:
        kinds["karpenter"] = f"nodepools.{_KARPENTER},nodeclaims.{_KARPENTER}"
    for name, listed in kinds.items():
        (folder / f"{name}.json").write_bytes(
            _ask_kubectl("get", listed, "-A", "-o", "json", run=run) or b""
        )


def _ask_kubectl(*words: str, run: Run, absent: str | None = None) -> bytes | None:
    """Return kubectl's output; None if it fails with an error that contains ``absent``."""
    seconds = 60.0 if run.time_limit is None else run.time_limit
    command = ["kubectl", *words, f"--request-timeout={max(1, round(seconds))}s"]
    try:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        ) as asked:
            try:
                output, errors = asked.communicate(timeout=run.remaining)
            except BaseException:
                os.killpg(asked.pid, signal.SIGKILL)
                raise
    except FileNotFoundError:
        raise input_error("DUMP", "is missing, and kubectl is not installed", None) from None
    except subprocess.TimeoutExpired:
        rule = f"gave no answer within {seconds:g} s; a larger --time-limit waits longer"
        raise input_error("kubectl", rule, " ".join(words)) from None
    message = errors.decode(errors="replace").strip()
    if asked.returncode and absent is not None and absent in message:
        return None
    if asked.returncode:
        lines = message.splitlines()
        raise input_error("kubectl", f"failed: {lines[-1] if lines else 'without a message'}")
    return output
