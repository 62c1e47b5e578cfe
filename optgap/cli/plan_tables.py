"""Plans of moves for people: waves, what becomes free, what stays, and what replays say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..core.faults import agreeing, counted
from ..validation.study import figure
from .layout import say, show_table
from .plan_notes import incomplete_lines

if TYPE_CHECKING:
    from ..core.arrays import IntArray
    from ..instances.consolidation import Consolidation
    from ..solvers.consolidation import FrontPlan
    from ..solvers.rollout import Replay, Stays, WavePlan, Without, WithoutPins

_MOST_SHOWN = 20


def moves(plan: WavePlan) -> None:
    """Print a plan of moves in waves, what becomes free, what is saved, and what blocks it."""
    rows = [
        (str(number), move.item, move.origin or "–", move.target, figure(move.cost))
        for number, wave in enumerate(plan.waves, start=1)
        for move in wave.moves
    ]
    show_table(("wave", "item", "from", "to", "cost"), rows, numbers=("wave", "cost"))
    say(f"{counted(len(plan.steps), 'move')}, cost {figure(plan.cost)}")
    if plan.left_out:
        words = agreeing(plan.left_out, "gain nothing and are left out")
        say(f"{counted(plan.left_out, 'move')} of the solution {words}")
    if plan.detours:
        say(f"{plan.detours} of them are stops on the way to another machine")
    if plan.parking:
        named = ", ".join(plan.parking)
        say(f"stops also on {named}, which must stay open until the last of these stops")
    if plan.lenient:
        say(f"after {plan.lenient} of them an item waits for its mates to follow")
    for number, wave in enumerate(plan.waves, start=1):
        if wave.freed:
            say(f"free after wave {number}: {', '.join(wave.freed)}")
    if plan.freed:
        say(_become_free(len(plan.freed)))
        if plan.cordoned:
            say(f"take no new items (cordon) from now on: {', '.join(plan.cordoned)}")
    else:
        say("no machine becomes free")
    if plan.saved is not None:
        say(f"saved: {figure(plan.saved)} per hour, {figure(round(730 * plan.saved, 2))} per month")
    if plan.blocked:
        _blocked(plan)


def _blocked(plan: WavePlan) -> None:
    known = "block each other" if plan.proven else "are blocked in every order tried"
    moves = counted(len(plan.blocked), "move")
    say(f"{moves} {agreeing(len(plan.blocked), known)}:")
    for blocked in plan.blocked[:_MOST_SHOWN]:
        move = blocked.move
        waits = ", ".join(blocked.waits_for) or "room, or for its rules"
        say(f"  {move.item} from {move.origin or '–'} to {move.target} waits for {waits}")
    if len(plan.blocked) > _MOST_SHOWN:
        say(f"  and {len(plan.blocked) - _MOST_SHOWN} more (all of them: --json)")
    for line in incomplete_lines(plan):
        say(line)


def staying(nodes: Sequence[Stays]) -> None:
    """Print why machines stay in use."""
    known = {True: "every plan", False: "this plan"}
    rows = [(node.machine, node.why, known[node.in_every_plan]) for node in nodes]
    show_table(("stays", "why", "in"), rows)
    if not all(node.in_every_plan for node in nodes):
        say("in every plan, or only in this one: optgap explain INSTANCE SOLUTION --node NAME")


def print_freed(gains: Sequence[Without]) -> None:
    """Print what each thing that holds machines would free if it were left out."""
    if not gains:
        say("no rule, tie or kept machine is there to leave out: only smaller items free a machine")
        return
    rows = [(gain.dropped, ", ".join(gain.holds), gain.words) for gain in gains]
    show_table(("without", "which holds", "needs"), rows)


def replays(
    instance: Consolidation, plan: WavePlan, replay: Replay | None, loose: WithoutPins | None
) -> None:
    """Print what becomes of a plan when Kubernetes' scheduler chooses, and what holds anyway."""
    if replay is not None:
        _replay(replay)
    if loose is not None:
        _without_pins(instance, plan, loose, replay)


def _replay(replay: Replay) -> None:
    say(f"with Kubernetes' scheduler ({replay.scoring}) the plan {replay.claim}")
    say(f"  {replay.as_planned} items land as planned, {len(replay.elsewhere)} elsewhere")
    for name in replay.unplaced[:_MOST_SHOWN]:
        say(f"  {name} finds no place")
    for name in replay.refilled[:_MOST_SHOWN]:
        say(f"  {name} does not become free")
    if replay.pinned:
        more = ", …" if len(replay.pinned) > _MOST_SHOWN else ""
        named = ", ".join(replay.pinned[:_MOST_SHOWN])
        pinned = counted(len(replay.pinned), "item has", "items have")
        say(f"  where {pinned} a pin to the target: {named}{more}")
        words = (
            "without any one pin the plan does not hold, or a pod may come back to a closed node"
        )
        say(f"  {words if replay.minimal else 'fewer pins may do: the time was up'}")


def _without_pins(
    instance: Consolidation, plan: WavePlan, pinless: WithoutPins, replay: Replay | None
) -> None:
    """Print beside a plan what becomes free without pins, and the price of not pinning."""
    moves = counted(int(np.isin(instance.home, pinless.freed).sum()), "move")
    order = "with the largest pods first" if pinless.order == "largest-first" else "in any order"
    if replay is None:
        pins = "as planned, with as many pins as --simulate finds"
    else:
        pins = f"with {counted(len(replay.pinned), 'pin')}" if replay.pinned else "as planned"
    say(f"{pins}: {_become_free(len(plan.freed))}, {counted(len(plan.steps), 'move')}")
    say(f"without pins, {order}: {_become_free(len(pinless.freed))}, {moves}")
    if pinless.why:
        say(f"  {pinless.why}")
        return
    if len(pinless.freed):
        say(f"  {_names(instance, pinless.freed)}")
        most = f"{min(1.0, 3 / max(1, pinless.replays)):.2g}"
        many = pinless.replays
        say(f"  held in {many} of {many} random orders (failing: < {most} at 95%)")
    lost = len(plan.freed) - len(pinless.freed)
    say(f"the price of not pinning: {counted(lost, 'machine')}")


def _become_free(number: int) -> str:
    return counted(number, "machine becomes free", "machines become free")


def _names(instance: Consolidation, machines: IntArray) -> str:
    return ", ".join(instance.machines[j].name for j in machines.tolist())


def point(instance: Consolidation, plan: FrontPlan) -> dict[str, float | int | bool]:
    """Return a plan of the front as plain data."""
    return {
        "objective": instance.value_of(plan.units),
        "moves": plan.moves,
        "cost": float(plan.cost * instance.cost_unit),
        "proven": plan.proven,
    }


def front(instance: Consolidation, plans: Sequence[FrontPlan]) -> None:
    """Print what each machine more costs in moves."""
    if not plans:
        return
    rows = [
        (figure(known["objective"]), str(known["moves"]), figure(known["cost"]), words)
        for known in (point(instance, plan) for plan in plans)
        for words in ("yes" if known["proven"] else "no",)
    ]
    numbers = ("objective", "moves", "cost")
    show_table((*numbers, "proven"), rows, numbers=numbers)
    if plans[-1].moves:
        say("the front goes on: the time was up")
