"""The printed form of a plan: waves, freed machines, machines that stay, and replays."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from optgap.commands import say, show_table
from optgap.consolidation import Consolidation
from optgap.faults import agreeing, quantity
from optgap.problem import IntArray
from optgap.reports import figure

from .kubernetes import CAPACITY_TYPE, ZONE
from .rollout import (
    ESTIMATE,
    HOURS,
    SIMULATION,
    STEPS_AT_ONCE,
    Move,
    NewNodes,
    Replay,
    Stays,
    WavePlan,
    Without,
    WithoutPins,
)

ENDING = (
    "kubectl delete node stops the machine only if Karpenter created the node and is running.",
    "In an autoscaled group it removes only the Node object: delete the instance by its providerID",
    "(kubectl get node NAME -o jsonpath='{.spec.providerID}') in the cloud to stop its bill.",
)
_HOW_TO_CREATE = (
    "to create a node, raise the size of the node group of this type; Karpenter creates one only "
    "if a NodePool allows the type and a waiting pod needs it"
)


def empty_line(empty: Sequence[str]) -> Iterator[str]:
    """Yield a line on the nodes that are empty and can be deleted immediately."""
    if empty:
        yield f"step 0: {quantity(len(empty), 'node')} already empty: {', '.join(empty)}"


def stops(plan: WavePlan) -> str:
    """Return the number of a plan's stops in words; each is a move, and an eviction."""
    one, many = "is a stop on a third node", "are stops on a third node"
    return f"{plan.detours} of them {one if plan.detours == 1 else many}"


def incomplete_lines(plan: WavePlan) -> Iterator[str]:
    """Yield lines on a plan with blocked moves: their number, and another method."""
    if not plan.detours:
        known = "" if plan.proven else " in every tested order"
        are = agreeing(len(plan.blocked), "would be blocked without stops on a third node")
        yield f"{quantity(len(plan.blocked), 'move')} {are}{known} (--format table lists them)"
    words = "optgap solve INSTANCE --method no-pins --set order=any"
    yield f"to look for a plan without stops and pins: {words}"


def time_words(known: Sequence[float | None], estimated: Sequence[float | None]) -> str:
    """Return in words how long all waves take with five parallel steps."""
    whole = duration(sum(each or 0.0 for each in estimated))
    return f"about {whole} with {STEPS_AT_ONCE} steps at once{estimate_words(known)}"


def estimate_words(known: Sequence[float | None]) -> str:
    """Return in words that a duration is assumed for some steps; "" if all are known."""
    words = f" ({ESTIMATE:g} s are assumed for each step of unknown duration)"
    return words if None in known else ""


def duration(seconds: float) -> str:
    """Return seconds in words, such as minutes or hours."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{n} {unit}" for n, unit in ((hours, "h"), (minutes, "min"), (rest, "s")) if n]
    return " ".join(parts[:2]) or "0 s"


def creation_lines(new: Iterable[NewNodes]) -> Iterator[str]:
    """Yield lines on the nodes to create before the first eviction."""
    lines = [f"create {_describe(node)} and wait for Ready before any eviction" for node in new]
    yield from lines
    if lines:
        yield _HOW_TO_CREATE


def _describe(new: NewNodes) -> str:
    zone, paid = new.labels.get(ZONE), new.labels.get(CAPACITY_TYPE)
    parts = [f"{new.count} {new.type}"]
    parts += [f"({paid})"] if paid else []
    parts += [f"in zone {zone}"] if zone else []
    parts += [f"(offer {new.offer})"] if new.offer != new.type else []
    return " ".join(parts)


_MOST_SHOWN = 20


def steps_words(steps: Sequence[Move]) -> str:
    """Return in words the number of moves, and of pending items that the steps place."""
    placements = sum(step.origin is None for step in steps)
    moves = quantity(len(steps) - placements, "move")
    return f"{moves} and {quantity(placements, 'placement')}" if placements else moves


def money(amount: float | None) -> str:
    """Return an amount of money without decimals, or with decimals if it is small."""
    is_large = amount is not None and abs(amount) >= 1000
    return f"{amount:,.0f}" if is_large else figure(amount)


def summary(instance: Consolidation, plan: WavePlan) -> None:
    """Print the number of freed machines, the moves, and the saving."""
    freed = _become_free(len(plan.freed))
    say(f"{freed}: {steps_words(plan.steps)}, cost {figure(plan.cost)}")
    if plan.saved is not None:
        used = np.flatnonzero(instance.in_use(instance.home)).tolist()
        today = sum(instance.sites[j].price or 0.0 for j in used)
        hourly = (plan.saved, today - plan.saved, today)
        currency = f" {instance.currency}" if instance.currency else ""
        saved, then, now = (money(round(HOURS * each, 2)) for each in hourly)
        say(f"saved: {saved}{currency} a month ({then} instead of {now})")


def moves(plan: WavePlan) -> None:
    """Print the waves of moves, the freed machines, and blocked moves."""
    rows = [
        (str(number), move.item, move.origin or "–", move.target, figure(move.cost))
        for number, wave in enumerate(plan.waves, start=1)
        for move in wave.moves
    ]
    show_table(("wave", "item", "from", "to", "cost"), rows, numbers=("wave", "cost"))
    left_out = agreeing(plan.left_out, "gain nothing and are left out")
    _say_known(
        (plan.left_out, f"{quantity(plan.left_out, 'move')} of the solution {left_out}"),
        (plan.detours, f"{quantity(len(plan.steps), 'move')}, {stops(plan)}"),
        (
            plan.parking,
            f"items stop on {', '.join(plan.parking)}, which must stay open until the last stop",
        ),
        (
            plan.lenient,
            f"after {quantity(plan.lenient, 'move')}, a rule is violated until other items follow",
        ),
        *(
            (wave.freed, f"free after wave {number}: {', '.join(wave.freed)}")
            for number, wave in enumerate(plan.waves, start=1)
        ),
        (
            plan.freed and plan.cordoned,
            f"take no new items (cordon) from now on: {', '.join(plan.cordoned)}",
        ),
    )
    if plan.blocked:
        _blocked(plan)


def _blocked(plan: WavePlan) -> None:
    known = "block each other" if plan.proven else "are blocked in every tested order"
    say(f"{quantity(len(plan.blocked), 'move')} {agreeing(len(plan.blocked), known)}:")
    for blocked in plan.blocked[:_MOST_SHOWN]:
        move = blocked.move
        waits = ", ".join(blocked.waits_for) or "room, or for its rules"
        say(f"  {move.item} from {move.origin or '–'} to {move.target} waits for {waits}")
    if len(plan.blocked) > _MOST_SHOWN:
        say(f"  and {len(plan.blocked) - _MOST_SHOWN} more (all of them: --json)")
    for line in incomplete_lines(plan):
        say(line)


class NetSaving(NamedTuple):
    """A plan's saving, the cost of its evictions, the difference, and the unit of all three."""

    saved: float
    paid: float
    net: float
    unit: str


def net_saving(instance: Consolidation, machine: IntArray) -> NetSaving | None:
    """Return the saving of a placement net of its evictions; ``None`` if they have no price."""
    if not instance.toll:
        return None
    used = (instance.full_price[instance.in_use(each)].sum() for each in (instance.home, machine))
    saved = int(next(used) - next(used))
    paid = instance.toll * int(instance.cost[machine != instance.home].sum())
    save, pay, net = (float(u * instance.price_unit) for u in (saved, paid, saved - paid))
    money = f"{instance.currency or 'money'} per hour"
    return NetSaving(save, pay, net, money if instance.objective == "price" else "nodes")


def print_net(net: NetSaving | None) -> None:
    """Print the saving net of the cost of evictions."""
    if net is not None:
        sums = f"{figure(net.saved)} - {figure(net.paid)} = {figure(net.net)}"
        say(f"net of evictions: {sums} {net.unit}")


def staying(nodes: Sequence[Stays]) -> None:
    """Print why machines stay in use."""
    known = {True: "every plan", False: "this plan"}
    rows = [(node.machine, node.why, known[node.in_every_plan]) for node in nodes]
    show_table(("stays", "why", "in"), rows, words=("why",))
    if not all(node.in_every_plan for node in nodes):
        say("to see whether every plan keeps NAME: optgap stays INSTANCE SOLUTION --node NAME")


def print_freed(gains: Sequence[Without]) -> None:
    """Print the gain from dropping each rule, item or machine that keeps machines in use."""
    if not gains:
        say(
            "no rule, no restriction of an item and no `keep` holds a machine in use: "
            "only smaller items would free one"
        )
        return
    rows = [(gain.dropped, ", ".join(gain.holds), gain.words) for gain in gains]
    show_table(("without", "which holds", "needs"), rows)


def replays(
    instance: Consolidation, plan: WavePlan, replay: Replay | None, loose: WithoutPins | None
) -> None:
    """Print the result of a replay and the plan without pins, as far as they are given."""
    if replay is not None:
        _replay(replay)
    if loose is not None:
        _without_pins(instance, plan, loose, replay)


def _say_known(*lines: tuple[object, str]) -> None:
    """Print each line whose condition holds."""
    for holds, line in lines:
        if holds:
            say(line)


def _replay(replay: Replay) -> None:
    unpinnable = quantity(len(replay.unpinnable), "pod", "pods")
    pinned = quantity(len(replay.pinned), "item is", "items are")
    more = ", …" if len(replay.pinned) > _MOST_SHOWN else ""
    lost = ((), ()) if replay.corridors else (replay.unplaced, replay.refilled)
    _say_known(
        (True, f"with Kubernetes' scheduler ({replay.scoring}) the plan {replay.claim}"),
        (True, f"  {replay.as_planned} items land as planned, {len(replay.elsewhere)} elsewhere"),
        (
            replay.corridors,
            "  corridor: while a wave runs, the script cordons all nodes but its targets; other "
            "pods created meanwhile can go to the targets only, or wait",
        ),
        *((True, f"  {name} finds no place") for name in lost[0][:_MOST_SHOWN]),
        *((True, f"  {name} does not become free") for name in lost[1][:_MOST_SHOWN]),
        (
            replay.unpinnable and not replay.holds,
            f"  {unpinnable} cannot be pinned, because a node affinity leaves fewer domains than "
            f"minDomains: {', '.join(replay.unpinnable[:_MOST_SHOWN])}",
        ),
        (
            replay.pinned,
            f"  {pinned} pinned to the target: {', '.join(replay.pinned[:_MOST_SHOWN])}{more}",
        ),
        (
            replay.pinned and replay.minimal,
            "  each pin is needed: without it the plan fails, or a pod may come back to a closed "
            "node",
        ),
        (
            replay.pinned and not replay.minimal,
            "  fewer pins may suffice: the time limit was reached",
        ),
    )


def _without_pins(
    instance: Consolidation, plan: WavePlan, pinless: WithoutPins, replay: Replay | None
) -> None:
    """Print the freed machines and moves of a plan and of the plan without pins, side by side."""
    moves = quantity(int(np.isin(instance.home, pinless.freed).sum()), "move")
    order = "with the largest pods first" if pinless.order == "largest-first" else "in any order"
    pins = "with the pins that --simulate finds"
    if replay is not None:
        pins = f"with {quantity(len(replay.pinned), 'pin')}" if replay.pinned else "as planned"
    share, many = pinless.failing_at_most(instance), pinless.replays
    sure = "" if share is None else f" (95% confidence: a share < {min(1.0, share):.2g} fails)"
    names = ", ".join(instance.machines[j].name for j in pinless.freed.tolist())
    lost = len(plan.freed) - len(pinless.freed)
    _say_known(
        (True, f"{pins}: {_become_free(len(plan.freed))}, {quantity(len(plan.steps), 'move')}"),
        (True, f"without pins, {order}: {_become_free(len(pinless.freed))}, {moves}"),
        (pinless.why, f"  {pinless.why}"),
        (names, f"  {names}"),
        (names, f"  held in {many} of {many} random orders of {SIMULATION}{sure}"),
        *((names, f"  the simulation leaves out: {line}") for line in pinless.doubts(instance)),
        (not pinless.why, f"machines that become free only with pins: {lost}"),
    )


def _become_free(number: int) -> str:
    return quantity(number, "machine becomes free", "machines become free")


def front(
    instance: Consolidation,
    points: Sequence[dict[str, Any]],
    least: tuple[float | None, str | None],
) -> None:
    """Print the front of machines against moves, and the bound on the objective."""
    unit = instance.currency or "money"
    keys = {"nodes": "nodes", "moves": "evictions", "moves_at_least": "at least", "cost": "cost"}
    if instance.objective == "price":
        keys = {"objective": f"{unit} an hour", "per_month": f"{unit} a month"} | keys
    keys |= {"pins": "pins"} if "pins" in points[0] else {}
    rows = [
        (
            *(money(point[key]) if key == "per_month" else figure(point[key]) for key in keys),
            "no"
            if not point["proven"]
            else "certified"
            if point["moves"] == point["moves_at_least"]
            else "by one engine",
        )
        for point in points
    ]
    show_table((*keys.values(), "proven"), rows, numbers=tuple(keys.values()))
    if points[-1]["moves"]:
        say("the front is incomplete: the time limit was reached")
    say(end_words(*least))
    say("at least: no plan as good has fewer, because all items of a freed machine must move")
    say("a plan of the front: --take EVICTIONS, nodes=N or money=M, with -o FILE to keep it")


def end_words(bound: float | None, kind: str | None) -> str:
    """Return in words the bound on the objective, and the bound's kind."""
    return "no bound is known" if bound is None else f"no plan is below {figure(bound)} ({kind})"
