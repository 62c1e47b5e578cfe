"""From a solution of `consolidation` to steps that a cluster can take."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from .api import Solution, check, decision_of, order_without_pins
from .core.faults import Fault, InputError, agreeing, counted, input_error
from .core.files import read_json
from .core.run import Run
from .instances.consolidation import (
    Consolidation,
    empty_machines,
    with_awaited_kept,
    without_left_out,
)
from .solvers.consolidation import FrontPlan, moves_front
from .solvers.rollout import (
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
    new_nodes,
    owner_plan,
    pods_to_pin,
    replay_in_many_orders,
    up_to_the_last_gain,
    wave_plan,
    what_frees,
    why_stays,
    without_pins,
)
from .validation.catalogue import problem_of
from .validation.judge import Check
from .validation.running import AnyInstance, loaded, solve, with_moves


def plan(
    instance: AnyInstance,
    solution: Solution,
    *,
    order: Order = "waves",
    most_moves: int | None = None,
    close_empty: bool = False,
) -> WavePlan:
    """Return the moves to a solution of `consolidation` in waves, and what becomes free when.

    ``order`` may be ``drain``: one machine after the other, or ``largest-first``.  ``close_empty``
    also closes machines that are empty, as plans without pins ask.  ``most_moves`` limits the
    moves with all stops on third machines.  What moves for nothing is left out.  Raises
    `InputError` where the solution is not feasible.
    """
    cluster = with_moves(loaded(instance))
    verdict = verdict_on(cluster, solution)
    if verdict.violations:
        faults = [Fault("solution", str(violation)) for violation in verdict.violations]
        raise InputError("bad input", faults)
    decision = decision_of(solution)
    cluster, out = without_left_out(cluster, decision)
    waves = wave_plan(cluster, decision, order=order, most_moves=most_moves)
    planned = up_to_the_last_gain(cluster, decision, waves)
    if out:
        waiting = f"{counted(len(out), 'item')} left out: {', '.join(out)}"
        planned = replace(planned, notes=(*planned.notes, waiting))
    if pods := pods_to_pin(cluster, planned):
        words = "move, tolerate cordons and may come back to a closed node unless pinned elsewhere"
        back = f"{counted(len(pods), 'pod')} {agreeing(len(pods), words)}"
        planned = replace(planned, notes=(*planned.notes, f"{back}: {', '.join(pods)}"))
    if not close_empty:
        return planned
    empty = (~cluster.occupied & ~cluster.kept & ~cluster.offered).tolist()
    names = (site.name for site, is_empty in zip(cluster.sites, empty, strict=True) if is_empty)
    return replace(planned, cordoned=(*planned.cordoned, *names))


def verdict_on(instance: AnyInstance, solution: Solution) -> Check:
    """Judge where a solution puts items; its bound, which no plan needs, is not looked at."""
    cluster = with_moves(loaded(instance))
    document = read_json(Path(solution)) if isinstance(solution, (str, Path)) else solution
    known = document.get("instance") if isinstance(document, Mapping) else None
    if isinstance(known, Mapping) and known.get("sha256", cluster.sha256) != cluster.sha256:
        rule = f"is of another instance than {cluster.name}"
        raise input_error("solution", rule, str(known.get("name")))
    return check(cluster, decision_of(solution))


def simulate(
    instance: AnyInstance,
    plan: WavePlan,
    scoring: Scoring = "default",
    *,
    order: EvictionOrder = "any",
    replays: int = 1_000,
    time_limit: float | None = None,
) -> Replay:
    """Return what becomes of a plan when Kubernetes' scheduler chooses the nodes.

    A plan that needs no pins is replayed in random orders: ``order`` says in which ones.
    """
    cluster = _without_unplanned(instance, plan)
    return replay_in_many_orders(
        cluster, plan, scoring, order=order, replays=replays, time_limit=time_limit
    )


def unpinned(
    instance: AnyInstance,
    solution: Solution,
    order: EvictionOrder = "largest-first",
    *,
    replays: int = 1_000,
    time_limit: float | None = None,
) -> WithoutPins:
    """Return the machines that become free without pins, beginning with those of a solution."""
    decision = decision_of(solution)
    cluster = with_awaited_kept(with_moves(loaded(instance)), decision)
    start = cluster.numbers(decision)
    run = Run("minimize", time_limit=time_limit)
    return without_pins(cluster, start, order, run, replays=replays)


def trade_offs(
    instance: AnyInstance, solution: Solution, time_limit: float | None = None
) -> Iterator[FrontPlan]:
    """Yield plans from a solution on with ever fewer moves, until nothing moves: a front."""
    cluster, decision = _without_left_out(instance, solution)
    run = Run("minimize", time_limit=time_limit)
    yield from moves_front(cluster, cluster.numbers(decision), run)


def steps(instance: AnyInstance, plan: WavePlan, replay: Replay | None = None) -> OwnerPlan:
    """Return a plan without stops by nodes and owners, as ``plan --format json`` prints it."""
    return owner_plan(_without_unplanned(instance, plan), plan, replay)


def empty(instance: AnyInstance, plan: WavePlan | None = None) -> tuple[str, ...]:
    """Return the machines on which nothing runs today, nor after a plan, and that nothing keeps."""
    named = set() if plan is None else {move.target for move in plan.steps} | {*plan.cordoned}
    return empty_machines(with_moves(loaded(instance)), named)


def wave_seconds(instance: AnyInstance, plan: WavePlan) -> list[float | None]:
    """Return how long every wave takes: as long as its longest move, if all of them are known."""
    items = with_moves(loaded(instance)).items
    takes = {item.name: item.seconds for item in items}
    seconds: list[float | None] = []
    for wave in plan.waves:
        known = [takes[move.item] for move in wave.moves]
        seconds.append(None if None in known else max(s for s in known if s is not None))
    return seconds


def new_machines(instance: AnyInstance, plan: WavePlan) -> list[NewNodes]:
    """Return the machines of offers to create before a plan begins."""
    return list(new_nodes(with_moves(loaded(instance)), plan.steps))


def stays(instance: AnyInstance, solution: Solution) -> list[Stays]:
    """Return why each machine that a solution of `consolidation` uses stays in use."""
    pinless = order_without_pins(solution) is not None
    return why_stays(*_without_left_out(instance, solution), without_pins=pinless)


def frees(
    instance: AnyInstance, solution: Solution, time_limit: float | None = None
) -> list[Without]:
    """Return what a cluster could do without each rule, fixed item or kept machine that holds it.

    Each is left out alone, and the instance solved again from the solution.
    """
    cluster, decision = _without_left_out(instance, solution)
    now = problem_of(cluster).judge(cluster, decision).objective
    assert isinstance(now, (int, float))
    return list(what_frees(cluster, decision, now, solve, time_limit))


def _without_left_out(
    instance: AnyInstance, solution: Solution
) -> tuple[Consolidation, dict[str, dict[str, str]]]:
    """Return the cluster without the items that a solution leaves out, and the decision."""
    decision = decision_of(solution)
    cluster, _ = without_left_out(with_moves(loaded(instance)), decision)
    return cluster, decision


def _without_unplanned(instance: AnyInstance, plan: WavePlan) -> Consolidation:
    """Return the cluster without the items that a plan leaves out."""
    placed = {"machine": {move.item: move.target for move in plan.steps}}
    return without_left_out(with_moves(loaded(instance)), placed)[0]
