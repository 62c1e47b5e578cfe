"""Plans with minimum migration cost and fewest moves at a given objective, with bounds on both.

The first program minimises the cost of migrations. If items have different costs, a second one
fixes this cost and minimises the number of moves.
"""

from dataclasses import dataclass, replace

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Stopped
from ...core.run import Run
from ...instances.consolidation import Consolidation, RuleBook, overfull, rules_hold
from ..engines import engine_named, solve_form
from .count_program import CountProgram, even_scale, solve_program
from .flavours import pinned_items

BY_FREED_MACHINES = {"kind": "budget"}  # the certificate


@dataclass(frozen=True)
class LeastSpent:
    """Lower bounds on the migration cost and on the moves of plans with a given objective."""

    cost: int
    moves: int


def least_spent(instance: Consolidation, machine: IntArray) -> LeastSpent:
    """Return lower bounds for plans as good as ``machine``, from the cost of emptying machines.

    Such a plan uses no more machines than ``machine``, so that it frees at least as many of those
    in use now, and the items on these move.  The cheapest of them are a bound, which needs no
    engine and no time.
    """
    if instance.objective == "price" or instance.toll:
        return LeastSpent(0, 0)
    freed = int(instance.occupied.sum()) - instance.units_of(machine)
    if freed <= 0:
        return LeastSpent(0, 0)
    stuck = instance.in_use(instance.home[pinned_items(instance)])
    residents = np.flatnonzero(instance.home >= 0)
    home, sites = instance.home[residents], len(instance.sites)
    cost, moves = np.zeros(sites, dtype=np.int64), np.bincount(home, minlength=sites)
    np.add.at(cost, home, instance.cost[residents])
    able = np.flatnonzero(instance.occupied & ~stuck)
    cheapest = able[np.lexsort((moves[able], cost[able]))][:freed]
    fewest = int(np.sort(moves[able])[:freed].sum())
    return LeastSpent(int(cost[cheapest].sum()), min(fewest, int(moves[cheapest].sum())))


_LAST_SECONDS = 60.0  # seconds if the run has no time limit
_NOISE = 1e-6  # rounding error of an engine's bound
_SUMS = 1e-9  # relative difference of two sums of the same costs


@dataclass(frozen=True)
class FewestMoves:
    """A plan, and lower bounds on the cost and moves of all plans with the plan's objective.

    ``by_engine`` is true if an engine claims the bounds; otherwise they follow from the machines
    that the plan frees (see `least_spent`).
    """

    machine: IntArray
    cost_bound: int | None = None  # in whole units
    moves_bound: int | None = None  # lower bound on moves, for plans of this objective and cost
    stopped: Stopped = "complete"
    by_engine: bool = False


def moves_of(instance: Consolidation, machine: IntArray) -> int:
    """Return the number of running items that an assignment moves."""
    return int(((instance.home >= 0) & (machine != instance.home)).sum())


def cost_of(instance: Consolidation, machine: IntArray) -> int:
    """Return the migration cost of an assignment, in integral units."""
    return int(instance.cost[machine != instance.home].sum())


def fewest_moves(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run, *, everywhere: bool
) -> FewestMoves:
    """Return the plan of minimum cost, then fewest moves, at the objective of ``machine``.

    With ``everywhere`` all plans of this objective count, and bounds are proven. Otherwise, or if
    moves have a price, only plans on the machines that ``machine`` uses count.
    """
    if moves_of(instance, machine) == 0:
        return FewestMoves(machine, cost_bound=0, moves_bound=0)
    if not everywhere or instance.toll:
        found = _solved_in_stages(instance, book, machine, run, None)
        return FewestMoves(found.machine, stopped=found.stopped)
    known = spent_at_least(instance, machine)
    if spends_the_least(instance, known):
        return known
    found = _solved_in_stages(instance, book, machine, run, instance.units_of(machine))
    known = replace(known, machine=found.machine, stopped=found.stopped)
    if found.cost_bound is None or found.cost_bound < (known.cost_bound or 0):
        return known
    return known if spends_the_least(instance, known) else found


def spent_at_least(instance: Consolidation, machine: IntArray) -> FewestMoves:
    """Return the plan ``machine`` itself, with the lower bounds of `least_spent`."""
    least = least_spent(instance, machine)
    return FewestMoves(machine, cost_bound=least.cost, moves_bound=least.moves)


def spends_the_least(instance: Consolidation, found: FewestMoves) -> bool:
    """Return whether a plan attains the lower bounds on its cost and moves."""
    spent = cost_of(instance, found.machine), moves_of(instance, found.machine)
    return spent == (found.cost_bound, found.moves_bound)


def _solved_in_stages(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run, units: int | None
) -> FewestMoves:
    """Find the plan of minimum cost and, among plans of this cost, of fewest moves.

    ``units`` is the maximum cost of the used machines; if it is ``None``, only the machines in use
    and kept ones are available.
    """
    found = FewestMoves(machine)
    program = CountProgram.on(instance, book, units, _sites(instance, machine, units is not None))
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
    """Return the sites that the program may use; new machines only if the objective allows them."""
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
    best, bound, stopped = _solve(program, book, instance.cost, found.machine, run)
    return replace(found, machine=best, cost_bound=bound, stopped=stopped, by_engine=True)


def _fewest(program: CountProgram, book: RuleBook, found: FewestMoves, run: Run) -> FewestMoves:
    """Minimise the number of moves at the migration cost of the plan ``found``."""
    instance = program.instance
    kept = program.staying(instance.cost)
    total = int(instance.cost[instance.home >= 0].sum()) - cost_of(instance, found.machine)
    scale = even_scale(total)
    program.builder.row([(c, value / scale) for c, value in kept], lower=total / scale)
    worth = (instance.home >= 0).astype(np.int64)
    best, bound, stopped = _solve(program, book, worth, found.machine, run)
    return replace(found, machine=best, moves_bound=bound, stopped=stopped)


def _solve(
    program: CountProgram, book: RuleBook, worth: IntArray, start: IntArray, run: Run
) -> tuple[IntArray, int | None, Stopped]:
    """Return the better of ``start`` and the engine's plan, the lower bound, and why it ended."""
    instance = program.instance
    seconds = _LAST_SECONDS if run.time_limit is None else None
    inner = run.inner(seconds=seconds, gap=0.0, sense="minimize")
    machine, _, result = solve_program(program, worth, start, inner)
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
        return start, None, result.stopped
    value = int(worth[start != instance.home].sum())
    whole = int(np.ceil(bound - _NOISE * max(1.0, abs(bound))))
    reached = abs(value - bound) <= _SUMS * max(1, value)
    least = value if reached else min(value, whole)
    return start, least, result.stopped


def _rank(instance: Consolidation, machine: IntArray) -> tuple[int, int, int]:
    """Return (units, migration cost, moves) of an assignment, to be minimised in this order."""
    return (
        instance.units_of(machine),
        cost_of(instance, machine),
        moves_of(instance, machine),
    )


@dataclass(frozen=True)
class FrontPlan:
    """A plan of the front of objective and migration cost.

    ``proven`` is true if an engine claims that no plan of this objective costs less, and no plan of
    this cost is better. For the first plan, the second claim is made by the method that found it.

    From a plan with the least objective on, migrations get cheaper by one unit at least: the best
    plan within that, then the fewest moves of all plans as good.  It ends if nothing moves.
    """

    machine: IntArray
    units: int
    cost: int
    moves: int
    proven: bool


def moves_front(
    instance: Consolidation, machine: IntArray, run: Run, *, proven: bool = True
) -> tuple[list[FrontPlan], bool]:
    """Return the plans of the front, sorted by falling moves, and whether the front is complete.

    The search ends if nothing moves, if no plan costs less, if the time is up, or if the program is
    too large.  ``proven``: the method that found the first plan claims that this plan is optimal.
    """
    book, plans = instance.rule_book, list[FrontPlan]()
    while not run.should_stop():
        found = fewest_moves(instance, book, machine, run.inner(), everywhere=True)
        machine, cost = found.machine, cost_of(instance, found.machine)
        units, moves = instance.units_of(machine), moves_of(instance, machine)
        plans.append(FrontPlan(machine, units, cost, moves, proven and found.cost_bound == cost))
        if cost == 0:
            return plans, True
        cheaper, proven = _best_within(instance, cost - 1, run)
        if cheaper is None:
            return plans, proven
        if not rules_hold(book, cheaper) or len(overfull(instance, cheaper)):
            break
        machine = cheaper
    return plans, False


def _best_within(instance: Consolidation, budget: int, run: Run) -> tuple[IntArray | None, bool]:
    """Return the best plan within a migration budget, and whether its optimality is proven.

    The plan is ``None`` if it is proven that there is none, or if the program is too large.
    """
    every = int(instance.price.sum())
    program = CountProgram.on(instance, instance.rule_book, every, np.arange(len(instance.sites)))
    if program is None:
        return None, False
    total = int(instance.cost[instance.home >= 0].sum())
    scale = even_scale(total)
    kept = [(column, value / scale) for column, value in program.staying(instance.cost)]
    program.builder.row(kept, lower=(total - budget) / scale)
    form = program.builder.form()
    cost, scale = np.zeros(form.shape[1]), even_scale(every)
    for j, column in program.used.items():
        cost[column] = instance.price[j] / scale
    inner = run.inner(gap=0.0, sense="minimize")
    result = solve_form(replace(form, cost=cost), engine_named("highs"), inner)
    machine = None if result.x is None else program.assignment(result.x)
    return machine, result.status in ("optimal", "infeasible")
