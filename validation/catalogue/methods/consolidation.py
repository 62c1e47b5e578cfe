"""The exact methods of consolidation, and the minimisation of the number of moves.

The objectives of every method are, in this order: machines or their price, the cost of migrations,
and the number of moves.  Heuristics and baselines free the machines that they choose; exact methods
may free other machines, of the same number or price.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from ....core.arrays import IntArray
from ....core.gaps import DEFAULT_GAP, gap
from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import consolidation as formulation
from ....heuristics.consolidation import (
    LARGE,
    KarpenterParameters,
    drain_best_fit,
    fill_slots,
    karpenter,
    mend,
    price_guided,
    refill,
    solve_in_parts,
    with_more_at_home,
)
from ....instances.consolidation import (
    Consolidation,
    RuleBook,
    overfull,
    rules_hold,
    with_fewest_moves,
)
from ....solvers import consolidation as solvers
from ....solvers.consolidation import (
    BY_FREED_MACHINES,
    ColumnParameters,
    FewestMoves,
    cost_of,
    fewest_moves,
    moves_of,
    spends_the_least,
    spent_at_least,
)
from ..method import Finish
from .exact import solve_by_model


def exact(instance: Consolidation, run: Run) -> Answer:
    """Solve the integer program over items and machines in Pyomo."""
    bound = solvers.cheap_bound(instance)
    return (
        solvers.impossible(bound)
        if bound.units is None
        else solve_by_model(formulation, instance, run)
    )


def column_generation(instance: Consolidation, run: Run, parameters: ColumnParameters) -> Answer:
    """Column generation: patterns priced by knapsacks, a dive for plans, a certified bound.

    With running items it starts from a heuristic's plan. Plans that violate rules are repaired.
    With rules or prices, the machines of the best plan are refilled.
    """
    start = partial(_starts, parameters)
    refilled = partial(refill, parameters=parameters)
    return solvers.column_generation(
        instance,
        run,
        parameters,
        start=start,
        mend=mend,
        refill=refilled,
        few_sizes=has_few_sizes(instance),
    )


def report_present(instance: Consolidation, run: Run) -> None:
    """Report the present placement, if it is a feasible plan, and the bound by volume."""
    home = instance.home
    if (home < 0).any() or len(overfull(instance, home)) > 0:
        return
    if instance.rules and not rules_hold(instance.rule_book, home):
        return
    now = instance.decision(home)
    run.report(instance.value_of(instance.units_of(home)), decision=now)
    bound = solvers.volume_bound(instance)
    if bound is not None and bound.units is not None:
        run.report(bound=instance.value_of(bound.units), certificate=bound.certificate)


_IN_PARTS = 0.8  # of the time
_MACHINES_PER_SIZE, _MOST_SIZES = 10, 1_000  # sizes of items, or of machines


def _solve_part(part: Consolidation, run: Run) -> IntArray | None:
    """Return the machine of each item in a part of a large cluster, or ``None`` without a plan."""
    run.first_objective_only = True
    decision = column_generation(part, run, ColumnParameters()).decision
    return None if decision is None else part.numbers(decision)


def has_few_sizes(instance: Consolidation) -> bool:
    """Return whether a large instance has few distinct sizes, and neither rules nor move limits.

    Such an instance has few patterns per machine, so column generation needs no first plan.
    """
    if instance.rules or instance.limits_moves or len(instance.machines) < LARGE:
        return False
    return max(instance.sizes) <= min(_MOST_SIZES, len(instance.machines) // _MACHINES_PER_SIZE)


def _starts(parameters: ColumnParameters, instance: Consolidation, run: Run) -> Iterator[IntArray]:
    """Yield plans from which column generation starts.

    Under rules or prices they also come from an LP's prices (`price_guided`) and from the patterns
    of an integer program (`fill_slots`).
    """
    if run.start is not None:
        yield instance.numbers(run.start)
    if has_few_sizes(instance):
        return
    if len(instance.machines) >= LARGE:
        inner = run.inner(seconds=run.part_of_remaining(_IN_PARTS))
        machine = solve_in_parts(instance, inner, _solve_part)
        if machine is not None:
            yield machine
            return
    if run.start is not None and not instance.toll:
        return
    if not instance.occupied.any() and not instance.rules:
        return
    bound_by_rules = instance.rules or instance.priced
    follow_karpenter = partial(karpenter, parameters=KarpenterParameters())
    heuristics = (follow_karpenter, price_guided) if bound_by_rules else (drain_best_fit,)
    for heuristic in heuristics[: 1 if run.start is not None else None]:  # a start is price-guided
        plan = heuristic(instance, run.inner()).decision
        if plan is not None:
            yield instance.numbers(plan)
    machine = fill_slots(instance, run.inner(), parameters) if bound_by_rules else None
    if machine is not None:
        yield machine


_FIRST = 0.9  # of the time, for the first objective
_MANY = 50_000  # items: of more only identical ones are exchanged, which takes no search
_SECONDS = 10.0  # without a proof of the first objective


def _may_move_less(instance: Consolidation, run: Run) -> bool:
    """Return whether moves count in a run, and items are running that need not move."""
    return not run.first_objective_only and bool((instance.home >= 0).any())


def with_fewer_moves(instance: Consolidation, run: Run, answer: Answer, proves: bool) -> Answer:
    """Return the answer with a plan of equal objective and fewer moves.

    With ``proves`` the search covers all plans with this objective, and proves the minimum number
    of moves if the objective is proven.
    """
    assert answer.decision is not None
    book = instance.rule_book
    if len(instance.items) > _MANY and not instance.rules:
        machine = with_fewest_moves(instance, book, instance.numbers(answer.decision))
        return replace(answer, decision=instance.decision(machine))
    machine = _nearest(instance, book, instance.numbers(answer.decision), run)
    objective = instance.value_of(instance.units_of(machine))
    reached = gap(objective, answer.bound, "minimize")
    if instance.toll and reached is not None and reached <= DEFAULT_GAP:
        return answer  # moves are a part of what is proven
    proven = proves and reached is not None and reached <= DEFAULT_GAP
    spent = spent_at_least(instance, machine)
    if proven:
        spent = fewest_moves(instance, book, machine, run.inner(), everywhere=True)
    if not spent.by_engine and not spends_the_least(instance, spent):
        nearer = _on_the_same_machines(instance, book, spent.machine, run)
        spent = replace(spent, machine=nearer.machine, stopped=nearer.stopped)
    if spent.stopped == "interrupted":
        answer = replace(answer, stopped="interrupted")
    details = {**answer.details, **(_bounds(instance, spent) if proves else {})}
    return replace(answer, decision=instance.decision(spent.machine), details=details)


fewer_moves = Finish("moves", _FIRST, _may_move_less, with_fewer_moves)


def _nearest(instance: Consolidation, book: RuleBook, machine: IntArray, run: Run) -> IntArray:
    """Return a plan that is at least as good, with fewer moves if heuristics find one.

    They exchange identical items and undo moves, all of them if the present placement is as good.
    """
    home = instance.home
    stays = (home >= 0).all() and instance.units_of(home) <= instance.units_of(machine)
    if stays and len(overfull(instance, home)) == 0 and rules_hold(book, home):
        return home
    if moves_of(instance, machine) == 0:
        return machine
    exchanged = with_fewest_moves(instance, book, machine)
    nearer = with_more_at_home(instance, exchanged, run)
    nearer = with_fewest_moves(instance, book, nearer)
    rank = (instance.units_of(nearer), moves_of(instance, nearer))
    return nearer if rank < (instance.units_of(machine), moves_of(instance, machine)) else machine


def _on_the_same_machines(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run
) -> FewestMoves:
    """Minimise moves by a program on the used machines, if a moved item can return to one."""
    used = np.bincount(machine, minlength=len(instance.sites)) > 0
    away = (instance.home >= 0) & (machine != instance.home)
    if not used[instance.home[away]].any() or run.should_stop():
        return FewestMoves(machine)
    return fewest_moves(instance, book, machine, run.inner(seconds=_SECONDS), everywhere=False)


def _bounds(instance: Consolidation, found: FewestMoves) -> dict[str, Any]:
    """Return bounds, and their kind, on cost and moves of all plans with this objective.

    They are certified if they follow from the machines that the plan frees; otherwise an engine
    claims them.
    """
    if found.cost_bound is None:
        return {}
    bounds: dict[str, Any] = {"cost_bound": float(found.cost_bound * instance.cost_unit)}
    reached = found.cost_bound == cost_of(instance, found.machine)
    if found.moves_bound is not None and (reached or not found.by_engine):
        bounds["moves_bound"] = found.moves_bound
    if found.by_engine:
        return bounds | {"moves_bound_kind": "solver"}
    if found.cost_bound == 0 and found.moves_bound == 0:
        return (
            bounds | {"moves_bound_kind": "certified"}
            if moves_of(instance, found.machine) == 0
            else {}
        )
    if not _is_accepted(instance, found, BY_FREED_MACHINES):
        return {}
    return bounds | {"moves_bound_kind": "certified", "moves_certificate": BY_FREED_MACHINES}


def _is_accepted(instance: Consolidation, found: FewestMoves, certificate: dict[str, Any]) -> bool:
    """Return whether the judge accepts the certificate of the bounds on cost and moves."""
    from ..table import problem_of  # which knows this method

    assert found.cost_bound is not None
    claim = {
        "cost_bound": float(found.cost_bound * instance.cost_unit),
        "moves_bound": found.moves_bound,
        "moves_bound_kind": "certified",
        "moves_certificate": certificate,
    }
    objective = instance.value_of(instance.units_of(found.machine))
    return not problem_of(instance).claims_beside(instance, objective, claim)
