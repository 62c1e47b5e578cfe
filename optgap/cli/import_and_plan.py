"""The commands for clusters: import the present state, and plan the moves to a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

import typer

from .. import api, cluster
from ..core.faults import Fault, InputError, input_error, near_miss
from ..core.files import document_of, read_json
from ..core.printing import printable
from ..instances.consolidation import Consolidation
from ..instances.importers import read_packing, read_roadef, read_trace
from ..instances.importers.kubernetes import Imported, NodePods, Unmodelled, read_cluster
from ..solvers.rollout import (
    EvictionOrder,
    Order,
    OwnerPlan,
    Replay,
    Scoring,
    WavePlan,
    WithoutPins,
)
from ..validation.instances_by_name import with_moves
from . import plan_tables, tables
from .kubectl import commands
from .layout import say
from .notes import say_notes
from .shared import DONE, NOTHING, VIOLATIONS, emit, refuse_overwriting, refuse_unwritable
from .shell_script import script

_SIMULATION, _SEARCH = 5.0, 60.0  # seconds, unless asked otherwise
_BY_OWNERS = ("sh", "json")  # formats of which the steps name owners, not pods
KINDS = ("kubernetes", "openb", "roadef", "vbp")


def import_cluster(
    kind: str,
    sources: Sequence[Path],
    name: str | None,
    node_pods: str,
    how: dict[str, Any],
    output: Path | None,
    json: bool,
) -> None:
    """Make an instance of another program's file; name on stderr the parts that it leaves out."""
    refuse_unwritable(output)
    refuse_overwriting([output], sources)
    imported = _imported(kind, sources, name or kind, node_pods, how)
    for warning in imported.warnings:
        typer.echo(printable(f"note: {warning}"), err=True)
    instance = imported.instance
    if output is None:
        emit(document_of(instance))
        return
    api.save(instance, output)
    facts = {
        "file": str(output),
        "name": instance.name,
        "sha256": instance.sha256,
        "warnings": list(imported.warnings),
    }
    size = f"{len(instance.machines)} machines, {len(instance.items)} items"
    if json:
        emit(facts)
        return
    rules = f", {len(instance.rules)} rules" if instance.rules else ""
    fixed = sum(bool(item.fixed) for item in instance.items)
    stay = f", {fixed} that stay" if fixed else ""
    say(f"wrote {output} ({size}{stay}{rules})")
    say(f"next: optgap compare {output}, or optgap solve {output} -o plan.json")


def _imported(
    kind: str, sources: Sequence[Path], name: str, node_pods: str, how: dict[str, Any]
) -> Imported:
    if kind not in KINDS:
        raise input_error("KIND", f"is no kind of source {near_miss(kind, KINDS)}", kind)
    if kind == "kubernetes":
        if node_pods not in get_args(NodePods):
            raise input_error("--node-pods", "must be keep or reserve", node_pods)
        if how["unmodelled"] not in get_args(Unmodelled):
            raise input_error("--unmodelled", "must be stay or ignore", how["unmodelled"])
        return read_cluster(sources, name=name, node_pods=cast("NodePods", node_pods), **how)
    if kind == "vbp":
        if len(sources) != 1:
            raise input_error("SOURCE", "vbp takes one file", len(sources))
        return read_packing(sources[0], name=name)
    if len(sources) != 2:
        two = "nodes and pods" if kind == "openb" else "model and assignment"
        raise input_error("SOURCE", f"{kind} takes two files: {two}", len(sources))
    return read_trace(*sources, name=name) if kind == "openb" else read_roadef(*sources, name=name)


class PlanOptions(NamedTuple):
    """How a plan is made and shown."""

    order: str | None
    most_moves: int | None
    simulate: str | None
    text: str
    free_more: float | None
    no_pins: str | None = None
    time_limit: float | None = None
    front: float | None = None

    def faults(self) -> Iterator[Fault]:
        """Yield what none of the options means."""
        for place, value, known in (
            ("--order", self.order, (None, *get_args(Order))),
            ("--no-pins", self.no_pins, (None, *get_args(EvictionOrder))),
            ("--simulate", self.simulate, (None, *get_args(Scoring))),
            ("--format", self.text, ("table", "kubectl", *_BY_OWNERS)),
        ):
            if value not in known:
                words = " or ".join(word for word in known if word)
                yield Fault.of(place, f"must be {words}", value)


def plan(source: str, solution: Path, how: PlanOptions, json: bool) -> None:
    """Print the waves of moves to a solution, what becomes free, and what stays and why."""
    if faults := list(how.faults()):
        raise InputError("bad input", faults)
    instance = with_moves(api.load(source))
    verdict = cluster.verdict_on(instance, solution)
    if verdict.violations:
        emit(verdict.as_document()) if json else tables.check(verdict)
        raise typer.Exit(VIOLATIONS)
    claimed = _order_claimed(solution)
    order = cast("Order", how.order or (claimed if claimed == "largest-first" else "waves"))
    asked = {"order": order, "close_empty": claimed is not None}
    found = cluster.plan(instance, solution, most_moves=how.most_moves, **asked)
    if how.text in _BY_OWNERS and found.detours:
        straight = len(found.steps) - found.detours  # a stop is a move more than these
        found = cluster.plan(instance, solution, most_moves=straight, **asked)
    staying = cluster.stays(instance, solution)
    replay = _replay(instance, found, order, how)
    loose = _without_pins(instance, solution, how)
    more = [] if how.free_more is None else cluster.frees(instance, solution, how.free_more)
    front = [] if how.front is None else [*cluster.trade_offs(instance, solution, how.front)]
    say_notes(instance)
    if json:
        document = found.as_document()
        document["frees"] = None if how.free_more is None else [vars(each) for each in more]
        document["stays"] = [vars(each) for each in staying]
        document["simulation"] = None if replay is None else replay.as_document()
        document["without_pins"] = None if loose is None else loose.details(instance)
        document["front"] = [plan_tables.point(instance, each) for each in front]
        emit(document)
    elif how.text == "table":
        plan_tables.moves(found)
        plan_tables.staying(staying)
        if how.free_more is not None:
            plan_tables.freed(more)
        plan_tables.replays(instance, found, replay, loose)
        plan_tables.front(instance, front)
    else:
        _as_text(instance, found, replay, how.text)
    raise typer.Exit(NOTHING if found.blocked else DONE)


def _as_text(instance: Consolidation, plan: WavePlan, replay: Replay | None, text: str) -> None:
    """Print a plan for programs: a document, a script, or single commands."""
    if text in _BY_OWNERS:
        _by_owners(cluster.steps(instance, plan, replay), text)
        return
    for line in commands(plan):
        typer.echo(printable(line))


def _order_claimed(solution: Path) -> str | None:
    """Return the order in which the pods of a plan without pins leave; None for other plans."""
    document = read_json(solution)
    details = document.get("details") if isinstance(document, dict) else None
    known = isinstance(details, dict) and "freed_without_pins" in details
    return str(details["order"]) if known and details is not None else None


def _replay(
    instance: Consolidation, plan: WavePlan, order: Order, how: PlanOptions
) -> Replay | None:
    if how.simulate is None:
        return None
    leaving: EvictionOrder = "largest-first" if order == "largest-first" else "any"
    limit = _SIMULATION if how.time_limit is None else how.time_limit
    scoring = cast("Scoring", how.simulate)
    return cluster.simulate(instance, plan, scoring, order=leaving, time_limit=limit)


def _without_pins(instance: Consolidation, solution: Path, how: PlanOptions) -> WithoutPins | None:
    if how.no_pins is None:
        return None
    limit = _SEARCH if how.time_limit is None else how.time_limit
    order = cast("EvictionOrder", how.no_pins)
    return cluster.unpinned(instance, solution, order, time_limit=limit)


def _by_owners(plan: OwnerPlan, text: str) -> None:
    """Print a plan as a document, or as a script; of a blocked plan there is no script."""
    if text == "json":
        emit(plan.model_dump(mode="json"))
    elif plan.complete:
        typer.echo(script(plan), nl=False)
    else:
        rule = "moves need a stop on a third node, and such a plan has no script"
        typer.echo(f"{plan.blocked} {rule}; --format table names them", err=True)
