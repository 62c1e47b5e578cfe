"""Of all plans with the same objective the one that costs and moves least, with the bound on both.

The first program makes migrations as cheap as they can be.  Where items cost differently, a second
one keeps that cost and moves as few items as it can.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ....core.arrays import IntArray
from ....core.outcome import Stopped
from ....core.run import Run
from ....instances.consolidation import Consolidation, RuleBook, overfull, rules_hold
from ...engines import EngineResult, StandardForm
from .count_program import CountProgram, count_program, even_scale, solve_program
from .freed_machines import least_spent

_LAST_SECONDS = 60.0  # without a limit
_NOISE = 1e-6  # of an engine's bound
_SUMS = 1e-9  # what parts two sums of the same costs


@dataclass(frozen=True)
class ProvenStage:
    """A program that an engine calls solved, what it says, and the least that moves in it."""

    form: StandardForm
    result: EngineResult
    least: int


@dataclass(frozen=True)
class FewestMoves:
    """A plan, and how little a plan with this objective must cost and move, as far as is known.

    ``stages`` are the programs of which the engine says so.  Where there are none, the bounds are
    those of the machines that are freed (see `freed_machines`).
    """

    machine: IntArray
    cost_bound: int | None = None  # in whole units
    moves_bound: int | None = None  # of all plans with this objective and this cost
    stopped: Stopped = "complete"
    stages: tuple[ProvenStage, ...] = ()


def moves_of(instance: Consolidation, machine: IntArray) -> int:
    """Return how many items that run move."""
    return int(((instance.home >= 0) & (machine != instance.home)).sum())


def cost_of(instance: Consolidation, machine: IntArray) -> int:
    """Return what the moves cost, in whole units."""
    return int(instance.cost[machine != instance.home].sum())


def fewest_moves(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run, *, everywhere: bool
) -> FewestMoves:
    """Return the plan with fewest moves among those with the same objective.

    Among all of these ``everywhere``, with bounds; else among those on the same machines.
    """
    if moves_of(instance, machine) == 0:
        return FewestMoves(machine, cost_bound=0, moves_bound=0)
    if not everywhere:
        found = _solved_in_stages(instance, book, machine, run, None)
        return FewestMoves(found.machine, stopped=found.stopped)
    known = spent_at_least(instance, machine)
    if spends_the_least(instance, known):
        return known
    found = _solved_in_stages(instance, book, machine, run, instance.units_of(machine))
    if found.cost_bound is None or found.cost_bound < (known.cost_bound or 0):
        return replace(known, machine=found.machine, stopped=found.stopped)
    return found


def spent_at_least(instance: Consolidation, machine: IntArray) -> FewestMoves:
    """Return a plan with the bounds of the machines that plans as good free."""
    least = least_spent(instance, machine)
    return FewestMoves(machine, cost_bound=least.cost, moves_bound=least.moves)


def spends_the_least(instance: Consolidation, found: FewestMoves) -> bool:
    """Return whether a plan meets its bounds on cost and moves."""
    spent = cost_of(instance, found.machine), moves_of(instance, found.machine)
    return spent == (found.cost_bound, found.moves_bound)


def _solved_in_stages(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run, units: int | None
) -> FewestMoves:
    """Return what programs find: over all machines within some units, else on the same machines."""
    found = FewestMoves(machine)
    program = count_program(instance, book, units, _sites(instance, machine, units is not None))
    if program is None:
        return found
    found = _cheapest(program, book, found, run)
    movable = np.unique(instance.cost[instance.home >= 0])
    if len(movable) == 1 and movable[0] > 0:
        if found.cost_bound is not None:
            found = replace(found, moves_bound=-(-found.cost_bound // int(movable[0])))
    elif found.stopped == "complete" and found.cost_bound == cost_of(instance, found.machine):
        found = _fewest(program, book, found, run)
    return found


def _sites(instance: Consolidation, machine: IntArray, everywhere: bool) -> IntArray:
    """Return the sites of the program; of the offers no more than the objective could pay."""
    used = np.bincount(machine, minlength=len(instance.sites)) > 0
    if not everywhere:
        return np.flatnonzero(used | instance.kept)
    units = instance.units_of(machine)
    taken: dict[str, int] = {}
    for j in np.flatnonzero(instance.offered).tolist():
        stem = instance.sites[j].name.rpartition("#")[0]
        taken[stem] = taken.get(stem, 0) + 1
        price = int(instance.price[j])
        used[j] |= price == 0 or taken[stem] * price <= units
    used[: len(instance.machines)] = True
    return np.flatnonzero(used)


def _cheapest(program: CountProgram, book: RuleBook, found: FewestMoves, run: Run) -> FewestMoves:
    instance = program.instance
    best, bound, stage = _solve(program, book, instance.cost, found.machine, run)
    return replace(
        found, machine=best, cost_bound=bound, stopped=stage.result.stopped, stages=(stage,)
    )


def _fewest(program: CountProgram, book: RuleBook, found: FewestMoves, run: Run) -> FewestMoves:
    """Move as few items as this cost allows."""
    instance = program.instance
    kept = program.staying(instance.cost)
    total = int(instance.cost[instance.home >= 0].sum()) - cost_of(instance, found.machine)
    scale = even_scale(total)
    program.builder.row([(c, value / scale) for c, value in kept], lower=total / scale)
    worth = (instance.home >= 0).astype(np.int64)
    best, bound, stage = _solve(program, book, worth, found.machine, run)
    stages = (*found.stages, stage)
    return replace(
        found, machine=best, moves_bound=bound, stopped=stage.result.stopped, stages=stages
    )


def _solve(
    program: CountProgram, book: RuleBook, worth: IntArray, start: IntArray, run: Run
) -> tuple[IntArray, int | None, ProvenStage]:
    """Return the better of the start and what the engine has, the bound, and the stage."""
    instance = program.instance
    seconds = _LAST_SECONDS if run.time_limit is None else None
    inner = run.inner(seconds=seconds, gap=0.0, sense="minimize")
    machine, form, result = solve_program(program, worth, start, inner)
    bound = result.bound
    before = _rank(instance, start)
    if (
        machine is not None
        and _rank(instance, machine) < before
        and rules_hold(book, machine)
        and len(overfull(instance, machine)) == 0
    ):
        start = machine
    if bound is None:
        return start, None, ProvenStage(form, result, 0)
    value = int(worth[start != instance.home].sum())
    whole = int(np.ceil(bound - _NOISE * max(1.0, abs(bound))))
    reached = abs(value - bound) <= _SUMS * max(1, value)
    least = value if reached else min(value, whole)
    return start, least, ProvenStage(form, result, least)


def _rank(instance: Consolidation, machine: IntArray) -> tuple[int, int, int]:
    """Return the objectives in their order: the less the better."""
    return (
        instance.units_of(machine),
        cost_of(instance, machine),
        moves_of(instance, machine),
    )
