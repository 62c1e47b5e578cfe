"""From a solution of `consolidation` to steps that a cluster can take."""

from __future__ import annotations

from .api import AnyInstance, Solution, check, decision_of, loaded
from .core.faults import Fault, InputError
from .instances.consolidation import empty_machines
from .solvers.rollout import (
    NewNodes,
    Order,
    OwnerPlan,
    Replay,
    Scoring,
    Stays,
    WavePlan,
    Without,
    new_nodes,
    owner_plan,
    replayed,
    wave_plan,
    what_frees,
    why_stays,
)
from .validation.catalogue import problem_of
from .validation.instances_by_name import with_moves
from .validation.solve import solve


def plan(
    instance: AnyInstance,
    solution: Solution,
    *,
    order: Order = "waves",
    most_moves: int | None = None,
) -> WavePlan:
    """Return the moves to a solution of `consolidation` in waves, and what becomes free when.

    ``order`` may be ``drain``: one machine after the other.  ``most_moves`` limits the moves with
    all stops on third machines.  Raises `InputError` where the solution is not feasible.
    """
    cluster = with_moves(loaded(instance))
    verdict = check(cluster, solution)
    if verdict.violations:
        faults = [Fault("solution", str(violation)) for violation in verdict.violations]
        raise InputError("bad input", faults)
    return wave_plan(cluster, decision_of(solution), order=order, most_moves=most_moves)


def simulate(instance: AnyInstance, plan: WavePlan, scoring: Scoring = "default") -> Replay:
    """Return what becomes of a plan when Kubernetes' scheduler chooses the nodes."""
    return replayed(with_moves(loaded(instance)), plan, scoring)


def steps(instance: AnyInstance, plan: WavePlan, replay: Replay | None = None) -> OwnerPlan:
    """Return a plan without stops by nodes and owners, as ``plan --format json`` prints it."""
    return owner_plan(with_moves(loaded(instance)), plan, replay)


def empty(instance: AnyInstance, plan: WavePlan | None = None) -> tuple[str, ...]:
    """Return the machines on which nothing runs today, nor after a plan, and that nothing keeps."""
    targets = {move.target for move in plan.steps} if plan is not None else set()
    return empty_machines(with_moves(loaded(instance)), targets)


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
    return why_stays(with_moves(loaded(instance)), decision_of(solution))


def frees(
    instance: AnyInstance, solution: Solution, time_limit: float | None = None
) -> list[Without]:
    """Return what a cluster could do without each rule, fixed item or kept machine that holds it.

    Each is left out alone, and the instance solved again from the solution.
    """
    cluster, decision = with_moves(loaded(instance)), decision_of(solution)
    now = problem_of(cluster).check(cluster, decision).objective
    assert isinstance(now, (int, float))
    return list(what_frees(cluster, decision, now, solve, time_limit))
