"""From a solution of `consolidation` to steps that a cluster can take."""

from __future__ import annotations

from .api import AnyInstance, Solution, check, decision_of, loaded
from .core.faults import Fault, InputError
from .solvers.rollout import (
    Order,
    OwnerPlan,
    Replay,
    Scoring,
    Stays,
    WavePlan,
    Without,
    owner_plan,
    replayed,
    up_to_the_last_gain,
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
    all stops on third machines.  What moves for nothing is left out.
    Raises `InputError` where the solution is not feasible.
    """
    cluster = with_moves(loaded(instance))
    verdict = check(cluster, solution)
    if verdict.violations:
        faults = [Fault("solution", str(violation)) for violation in verdict.violations]
        raise InputError("bad input", faults)
    decision = decision_of(solution)
    waves = wave_plan(cluster, decision, order=order, most_moves=most_moves)
    return up_to_the_last_gain(cluster, decision, waves)


def simulate(instance: AnyInstance, plan: WavePlan, scoring: Scoring = "default") -> Replay:
    """Return what becomes of a plan when Kubernetes' scheduler chooses the nodes."""
    return replayed(with_moves(loaded(instance)), plan, scoring)


def steps(instance: AnyInstance, plan: WavePlan, replay: Replay | None = None) -> OwnerPlan:
    """Return a plan without stops by nodes and owners, as ``plan --format json`` prints it."""
    return owner_plan(with_moves(loaded(instance)), plan, replay)


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
