"""The command that plans the moves to a solution, and its forms: table, text, script, document."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

import typer

from .. import api, cluster
from ..core.faults import Fault, InputError, printable
from ..core.files import read_json, write_text
from ..instances.consolidation import Consolidation, without_left_out
from ..solvers.consolidation import FrontPlan
from ..solvers.rollout import (
    EvictionOrder,
    NewNodes,
    Order,
    OwnerPlan,
    Replay,
    Scoring,
    Stays,
    WavePlan,
    Without,
    WithoutPins,
)
from ..validation.running import with_moves
from . import plan_tables, tables
from .kubectl import commands
from .layout import say
from .notes import say_notes
from .plan_notes import creation_lines, empty_line, incomplete_lines, time_words
from .plan_page import PageOf, plan_page
from .shared import DONE, NOTHING, VIOLATIONS, emit, refuse_overwriting, refuse_unwritable
from .shell_script import script

_SIMULATION, _SEARCH = 5.0, 60.0  # seconds, unless asked otherwise
_BY_OWNERS = ("sh", "json")  # formats of which the steps name owners, not pods


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


class Shown(NamedTuple):
    """A plan, and what is said beside its moves."""

    plan: WavePlan
    empty: tuple[str, ...]
    new: list[NewNodes]
    seconds: list[float | None]
    staying: list[Stays]
    replay: Replay | None
    loose: WithoutPins | None
    more: list[Without] | None
    front: list[FrontPlan]


def plan(source: str, solution: Path, how: PlanOptions, page: Path | None, json: bool) -> None:
    """Print the waves of moves to a solution, what becomes free, and what stays and why."""
    refuse_unwritable(page)
    refuse_overwriting([page], [Path(source), solution])
    if faults := list(how.faults()):
        raise InputError("bad input", faults)
    instance = with_moves(api.load(source))
    judge = cluster.verdict_on if page is None else api.check  # a page says what is proven
    verdict = judge(instance, solution)
    if verdict.violations:
        emit(verdict.as_document()) if json else tables.check(verdict)
        raise typer.Exit(VIOLATIONS)
    shown = _what_to_show(instance, solution, how)
    say_notes(instance)
    for note in shown.plan.notes[len(instance.notes or ()) :]:
        typer.echo(printable(f"note: {note}"), err=True)
    if page is not None:
        _write_page(page, instance, solution, shown, verdict.certificate == "valid")
    if json:
        emit(_document(instance, shown))
    elif how.text in _BY_OWNERS:
        _by_owners(cluster.steps(instance, shown.plan, shown.replay), shown.plan, how.text)
    elif how.text == "kubectl":
        for line in commands(shown.plan, shown.empty, shown.new):
            typer.echo(printable(line))
    else:
        _as_tables(instance, shown)
    raise typer.Exit(NOTHING if shown.plan.blocked else DONE)


def _what_to_show(instance: Consolidation, solution: Path, how: PlanOptions) -> Shown:
    claimed = api.order_without_pins(solution)
    order = cast("Order", how.order or (claimed if claimed == "largest-first" else "waves"))
    asked: dict[str, Any] = {"order": order, "close_empty": claimed is not None}
    most_moves = 0 if how.text in _BY_OWNERS else how.most_moves  # 0: no stops
    found = cluster.plan(instance, solution, most_moves=most_moves, **asked)
    return Shown(
        found,
        cluster.empty(instance, found),
        cluster.new_machines(instance, found),
        cluster.wave_seconds(instance, found),
        cluster.stays(instance, solution),
        _replay(instance, found, order, how),
        _without_pins(instance, solution, how),
        None if how.free_more is None else cluster.frees(instance, solution, how.free_more),
        [] if how.front is None else [*cluster.trade_offs(instance, solution, how.front)],
    )


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


def _write_page(
    page: Path, instance: Consolidation, solution: Path, shown: Shown, proven: bool
) -> None:
    document = read_json(solution)
    decision = api.decision_of(document)
    placed, _ = without_left_out(instance, decision)
    text = plan_page(
        PageOf(
            instance=placed,
            decision=decision,
            solution=document if isinstance(document, dict) and "status" in document else {},
            proven=proven,
            plan=shown.plan,
            empty=shown.empty,
            new=shown.new,
            seconds=shown.seconds,
            staying=shown.staying,
            replay=shown.replay,
        )
    )
    write_text(page, text)
    typer.echo(printable(f"wrote {page}"), err=True)


def _document(instance: Consolidation, shown: Shown) -> dict[str, Any]:
    return {
        **shown.plan.as_document(),
        "empty": list(shown.empty),
        "seconds": list(shown.seconds),
        "create": [node.model_dump(mode="json") for node in shown.new],
        "frees": None if shown.more is None else [vars(gain) for gain in shown.more],
        "stays": [vars(node) for node in shown.staying],
        "simulation": None if shown.replay is None else shown.replay.as_document(),
        "without_pins": None if shown.loose is None else shown.loose.details(instance),
        "front": [plan_tables.point(instance, point) for point in shown.front],
    }


def _as_tables(instance: Consolidation, shown: Shown) -> None:
    for line in (*empty_line(shown.empty), *creation_lines(shown.new)):
        say(line)
    plan_tables.moves(shown.plan)
    if words := time_words(shown.seconds):
        say(f"it takes {words}, one wave after the other")
    plan_tables.staying(shown.staying)
    if shown.more is not None:
        plan_tables.print_freed(shown.more)
    plan_tables.replays(instance, shown.plan, shown.replay, shown.loose)
    plan_tables.front(instance, shown.front)


def _by_owners(steps: OwnerPlan, waves: WavePlan, text: str) -> None:
    """Print a plan as a document, or as a script; of a blocked plan there is no script."""
    if text == "json":
        emit(steps.model_dump(mode="json"))
    elif steps.complete:
        typer.echo(script(steps), nl=False)
    for line in () if steps.complete else ("such a plan has no script", *incomplete_lines(waves)):
        typer.echo(printable(line), err=True)
