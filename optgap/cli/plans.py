"""The command that plans the moves to a solution, and its forms: table, text, script, document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

import typer

from .. import api, cluster
from ..core.faults import Fault, InputError
from ..core.files import read_json, write_text
from ..core.printing import printable
from ..instances.consolidation import Consolidation
from ..solvers.rollout import (
    NewNodes,
    Order,
    OwnerPlan,
    Replay,
    Scoring,
    Stays,
    WavePlan,
    Without,
)
from ..validation.instances_by_name import with_moves
from . import tables
from .kubectl import commands
from .layout import say
from .notes import say_notes
from .plan_notes import creation_lines, empty_line, time_words
from .plan_page import PageOf, plan_page
from .shared import (
    DONE,
    NOTHING,
    VIOLATIONS,
    emit,
    refuse_overwriting,
    refuse_unwritable,
)
from .shell_script import script

_BY_OWNERS = ("sh", "json")  # formats of which the steps name owners, not pods


class PlanOptions(NamedTuple):
    """How a plan is made and shown."""

    order: str
    most_moves: int | None
    simulate: str | None
    text: str
    free_more: float | None

    def faults(self) -> Iterator[Fault]:
        """Yield what none of the options means."""
        for place, value, known in (
            ("--order", self.order, get_args(Order)),
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
    more: list[Without] | None


def plan(source: str, solution: Path, how: PlanOptions, page: Path | None, json: bool) -> None:
    """Print the waves of moves to a solution, what becomes free, and what stays and why."""
    refuse_unwritable(page)
    refuse_overwriting([page], [Path(source), solution])
    if faults := list(how.faults()):
        raise InputError("bad input", faults)
    instance = with_moves(api.load(source))
    verdict = api.check(instance, solution)
    if verdict.violations:
        emit(verdict.as_document()) if json else tables.check(verdict)
        raise typer.Exit(VIOLATIONS)
    shown = _shown(instance, solution, how)
    say_notes(instance)
    if page is not None:
        _write_page(page, instance, solution, shown, verdict.certificate == "valid")
    if json:
        emit(_document(shown))
    elif how.text in _BY_OWNERS:
        _by_owners(cluster.steps(instance, shown.plan, shown.replay), how.text)
    elif how.text == "kubectl":
        for line in commands(shown.plan, shown.empty, shown.new):
            typer.echo(printable(line))
    else:
        _as_tables(shown)
    raise typer.Exit(NOTHING if shown.plan.blocked else DONE)


def _shown(instance: Consolidation, solution: Path, how: PlanOptions) -> Shown:
    order = cast("Order", how.order)
    found = cluster.plan(instance, solution, order=order, most_moves=how.most_moves)
    if how.text in _BY_OWNERS and found.detours:
        straight = len(found.steps) - found.detours  # a stop is a move more than these
        found = cluster.plan(instance, solution, order=order, most_moves=straight)
    replay = None
    if how.simulate is not None:
        replay = cluster.simulate(instance, found, cast("Scoring", how.simulate))
    return Shown(
        found,
        cluster.empty(instance, found),
        cluster.new_machines(instance, found),
        cluster.wave_seconds(instance, found),
        cluster.stays(instance, solution),
        replay,
        None if how.free_more is None else cluster.frees(instance, solution, how.free_more),
    )


def _write_page(
    page: Path, instance: Consolidation, solution: Path, shown: Shown, proven: bool
) -> None:
    document = read_json(solution)
    text = plan_page(
        PageOf(
            instance=instance,
            decision=api.decision_of(document),
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


def _document(shown: Shown) -> dict[str, Any]:
    return {
        **shown.plan.as_document(),
        "empty": list(shown.empty),
        "seconds": list(shown.seconds),
        "create": [each.model_dump(mode="json") for each in shown.new],
        "frees": None if shown.more is None else [vars(each) for each in shown.more],
        "stays": [vars(each) for each in shown.staying],
        "simulation": None if shown.replay is None else shown.replay.as_document(),
    }


def _as_tables(shown: Shown) -> None:
    for line in (*empty_line(shown.empty), *creation_lines(shown.new)):
        say(line)
    tables.moves(shown.plan)
    if words := time_words(shown.seconds):
        say(f"it takes {words}, one wave after the other")
    tables.staying(shown.staying)
    if shown.more is not None:
        tables.freed(shown.more)
    if shown.replay is not None:
        tables.replay(shown.replay)


def _by_owners(plan: OwnerPlan, text: str) -> None:
    """Print a plan as a document, or as a script; of a blocked plan there is no script."""
    if text == "json":
        emit(plan.model_dump(mode="json"))
    elif plan.complete:
        typer.echo(script(plan), nl=False)
    else:
        rule = "moves need a stop on a third node, and such a plan has no script"
        typer.echo(f"{plan.blocked} {rule}; --format table names them", err=True)
