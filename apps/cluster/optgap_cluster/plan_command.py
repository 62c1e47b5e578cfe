"""The command `plan` and its output formats: table, kubectl commands, script, JSON, page."""

from pathlib import Path
from typing import Any, NamedTuple

import typer

import optgap
from optgap.commands import (
    DONE,
    NOTHING,
    VIOLATIONS,
    emit,
    refuse_outputs,
    say,
    say_notes,
)
from optgap.faults import input_error, printable
from optgap.files import write_text
from optgap.problem import Answer
from optgap.reports import show_check
from optgap.running import Run, judged_outcome, problem_of

from . import plan_tables
from .cluster_plan import ClusterPlan, risk_lines
from .eviction_front import front_point, point_within
from .kubectl import script
from .options import PlanOptions
from .plan_page import plan_page
from .plan_tables import creation_lines, empty_line, incomplete_lines
from .rebase import rebased
from .rollout import Replay, Without, WithoutPins

_SIMULATION, _SEARCH = 5.0, 60.0  # default time limits in seconds
Least = tuple[float | None, str | None]
_BY_OWNERS = ("kubectl", "sh", "json")  # formats of which the steps name owners, not pods


class Studies(NamedTuple):
    """The results of the options that examine a plan; None for an option that is not given."""

    replay: Replay | None
    without_pins: WithoutPins | None
    frees: list[Without] | None
    front: list[dict[str, Any]]
    least: Least  # the bound on the objective of the front, and the bound's kind


def show_plan(source: str, solution: Path, options: PlanOptions, json: bool) -> None:
    """Print the waves of moves to a solution, the freed machines, and why other machines stay."""
    refuse_outputs([options.page, options.output], [source, solution])
    if options.take is None and options.rebase is None and options.output is not None:
        raise input_error("--output", "needs --take or --rebase")
    if options.take is not None and options.front is None:
        raise input_error("--take", "needs --front")
    how: dict[str, Any] = {
        "order": options.order,
        "most_moves": 0 if options.text in _BY_OWNERS else None,  # 0: no stops
        "judges_claims": options.page is not None,  # a page shows which claims are proven
        "stop_after": options.stop_after,
        "may_be_partial": options.text in _BY_OWNERS,
    }
    start: Any = (source, solution)
    owners: list[dict[str, Any]] | None = None
    if options.rebase is not None:
        start, owners, notes = rebased(source, solution, options.rebase)
        for line in notes:
            typer.echo(printable(line), err=True)
    plan = ClusterPlan(*start, **how)
    if plan.verdict.violations:
        emit(plan.verdict.as_document()) if json else show_check(plan.verdict)
        raise typer.Exit(VIOLATIONS)
    front = _front(plan, options)
    least = plan.least_objective if front else (None, None)
    if options.take is not None:
        start = (plan.instance, _point_within(plan, front, options.take))
        plan = ClusterPlan(*start, **how)
    if options.output is not None:
        optgap.save(start[1], options.output)
    waves, _ = plan.waves, plan.stays  # which may refuse the solution, before anything is printed
    studies = _studies(plan, options, front, least)
    say_notes(plan.instance)
    for note in waves.notes[len(plan.instance.notes or ()) :]:
        typer.echo(printable(f"note: {note}"), err=True)
    if options.page is not None:
        write_text(options.page, plan_page(plan, studies.replay, front, least))
        typer.echo(printable(f"wrote {options.page}"), err=True)
    if json:
        emit({**_document(plan, studies), "rebase": owners})
    elif options.text in _BY_OWNERS:
        _by_owners(plan, studies.replay, options.text)
    else:
        _as_tables(plan, studies)
    raise typer.Exit(NOTHING if waves.blocked else DONE)


def _front(plan: ClusterPlan, options: PlanOptions) -> list[dict[str, Any]]:
    """Return the points of the front; with a replay each has its number of pins."""
    points = []
    for each in () if options.front is None else plan.trade_offs(options.front):
        point = front_point(plan.without_price, each)
        if options.simulate is not None:
            there = ClusterPlan(plan.instance, point["decision"], order=options.order)
            replay = there.simulate(options.simulate, time_limit=options.time_limit or _SIMULATION)
            point["pins"] = len(replay.pinned) if replay.holds else None
        points.append(point)
    return points


def _point_within(plan: ClusterPlan, front: list[dict[str, Any]], limit: str) -> optgap.Outcome:
    """Return the judged outcome of the plan of the front that a limit selects."""
    answer = Answer(decision=point_within(front, limit)["decision"])
    instance = plan.instance
    return judged_outcome(problem_of(instance), instance, "front", answer, Run("minimize"), {})


def _studies(
    plan: ClusterPlan, options: PlanOptions, front: list[dict[str, Any]], least: Least
) -> Studies:
    replay = loose = frees = None
    if options.simulate is not None:
        replay = plan.simulate(options.simulate, time_limit=options.time_limit or _SIMULATION)
    if options.no_pins is not None:
        loose = plan.without_pins(options.no_pins, time_limit=options.time_limit or _SEARCH)
    if options.free_more is not None:
        frees = plan.frees(options.free_more)
    return Studies(replay, loose, frees, front, least)


def _document(plan: ClusterPlan, studies: Studies) -> dict[str, Any]:
    replay, loose, frees, front, _ = studies
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
        "front": front,
    }


def _as_tables(plan: ClusterPlan, studies: Studies) -> None:
    plan_tables.summary(plan.placed, plan.waves)
    plan_tables.print_net(plan_tables.net_saving(plan.placed, plan.reached))
    if plan.waves.waves:
        say(f"expected duration: {plan.duration}, wave after wave")
    for line in risk_lines(plan.risks):
        say(f"risk: {line}")
    for line in (*empty_line(plan.empty), *creation_lines(plan.new_machines)):
        say(line)
    plan_tables.moves(plan.waves)
    plan_tables.staying(plan.stays)
    if studies.frees is not None:
        plan_tables.print_freed(studies.frees)
    plan_tables.replays(plan.instance, plan.waves, studies.replay, studies.without_pins)
    if studies.front:
        plan_tables.front(plan.without_price, studies.front, studies.least)


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
