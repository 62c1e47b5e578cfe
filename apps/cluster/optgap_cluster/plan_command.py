"""The command `plan` and its output formats: table, kubectl commands, script, JSON, page."""

from pathlib import Path
from typing import Any, NamedTuple

import typer

from optgap.commands import (
    DONE,
    NOTHING,
    VIOLATIONS,
    emit,
    refuse_overwriting,
    refuse_unwritable,
    say,
    say_notes,
)
from optgap.consolidation import FrontPlan
from optgap.faults import printable
from optgap.files import write_text
from optgap.reports import show_check

from . import plan_tables
from .cluster_plan import ClusterPlan, risk_lines
from .kubectl import commands, script
from .plan_page import plan_page
from .plan_tables import creation_lines, empty_line, incomplete_lines, time_words
from .rollout import EvictionOrder, Order, Replay, Scoring, Without, WithoutPins

_SIMULATION, _SEARCH = 5.0, 60.0  # default time limits in seconds
_BY_OWNERS = ("sh", "json")  # formats of which the steps name owners, not pods


class PlanOptions(NamedTuple):
    """The options of the command `plan`."""

    order: Order | None
    most_moves: int | None
    simulate: Scoring | None
    text: str
    free_more: float | None
    no_pins: EvictionOrder | None = None
    time_limit: float | None = None
    front: float | None = None
    stop_after: int | None = None


class Studies(NamedTuple):
    """The results of the options that examine a plan; None for an option that is not given."""

    replay: Replay | None
    without_pins: WithoutPins | None
    frees: list[Without] | None
    front: list[FrontPlan]


def show_plan(
    source: str, solution: Path, options: PlanOptions, page: Path | None, json: bool
) -> None:
    """Print the waves of moves to a solution, the freed machines, and why other machines stay."""
    refuse_unwritable(page)
    refuse_overwriting([page], [Path(source), solution])
    plan = ClusterPlan(
        source,
        solution,
        order=options.order,
        most_moves=0 if options.text in _BY_OWNERS else options.most_moves,  # 0: no stops
        judges_claims=page is not None,  # a page shows which claims are proven
        stop_after=options.stop_after,
        may_be_partial=options.text in _BY_OWNERS,
    )
    if plan.verdict.violations:
        emit(plan.verdict.as_document()) if json else show_check(plan.verdict)
        raise typer.Exit(VIOLATIONS)
    waves, _ = plan.waves, plan.stays  # which may refuse the solution, before anything is printed
    studies = _studies(plan, options)
    say_notes(plan.instance)
    for note in waves.notes[len(plan.instance.notes or ()) :]:
        typer.echo(printable(f"note: {note}"), err=True)
    if page is not None:
        points = [plan_tables.point(plan.without_price, point) for point in studies.front]
        write_text(page, plan_page(plan, studies.replay, points))
        typer.echo(printable(f"wrote {page}"), err=True)
    if json:
        emit(_document(plan, studies))
    elif options.text in _BY_OWNERS:
        _by_owners(plan, studies.replay, options.text)
    elif options.text == "kubectl":
        for line in commands(waves, plan.empty, plan.new_machines):
            typer.echo(printable(line))
    else:
        _as_tables(plan, studies)
    raise typer.Exit(NOTHING if waves.blocked else DONE)


def _studies(plan: ClusterPlan, options: PlanOptions) -> Studies:
    limit = options.time_limit
    replay = loose = frees = None
    if options.simulate is not None:
        seconds = _SIMULATION if limit is None else limit
        replay = plan.simulate(options.simulate, time_limit=seconds)
    if options.no_pins is not None:
        seconds = _SEARCH if limit is None else limit
        loose = plan.without_pins(options.no_pins, time_limit=seconds)
    if options.free_more is not None:
        frees = plan.frees(options.free_more)
    front = [] if options.front is None else [*plan.trade_offs(options.front)]
    return Studies(replay, loose, frees, front)


def _document(plan: ClusterPlan, studies: Studies) -> dict[str, Any]:
    replay, loose, frees, front = studies
    net = plan_tables.net_saving(plan.placed, plan.reached)
    return {
        **plan.waves.as_document(),
        "empty": list(plan.empty),
        "seconds": plan.wave_seconds,
        "create": [node.model_dump(mode="json") for node in plan.new_machines],
        "frees": None if frees is None else [vars(gain) for gain in frees],
        "risks": {risk: list(names) for risk, names in plan.risks.items()},
        "stays": [vars(node) for node in plan.stays],
        "net": None if net is None else net._asdict(),
        "simulation": None if replay is None else replay.as_document(),
        "without_pins": None if loose is None else loose.details(plan.instance),
        "front": [plan_tables.point(plan.without_price, point) for point in front],
    }


def _as_tables(plan: ClusterPlan, studies: Studies) -> None:
    for line in risk_lines(plan.risks):
        say(f"risk: {line}")
    for line in (*empty_line(plan.empty), *creation_lines(plan.new_machines)):
        say(line)
    plan_tables.moves(plan.waves, plan.instance.currency)
    plan_tables.print_net(plan_tables.net_saving(plan.placed, plan.reached))
    if words := time_words(plan.wave_seconds):
        say(f"expected duration: {words}, wave after wave")
    plan_tables.staying(plan.stays)
    if studies.frees is not None:
        plan_tables.print_freed(studies.frees)
    plan_tables.replays(plan.instance, plan.waves, studies.replay, studies.without_pins)
    if studies.front:
        plan_tables.front(plan.without_price, studies.front, plan.least_objective)


def _by_owners(plan: ClusterPlan, replay: Replay | None, text: str) -> None:
    """Print a plan by owners, as JSON or as a script; if moves are blocked there is no script."""
    steps = plan.steps(replay)
    if text == "json":
        emit(steps.model_dump(mode="json"))
    elif steps.complete:
        typer.echo(script(steps), nl=False)
    lines = (
        ()
        if steps.complete
        else ("no script can be written for this plan", *incomplete_lines(plan.waves))
    )
    for line in lines:
        typer.echo(printable(line), err=True)
