"""Methods of consolidation with fewest moves as their second objective.

The objectives of every method are, in this order: machines or their price, the cost of migrations,
and the number of moves.  Heuristics and baselines free the machines that they choose; exact methods
may free others, as many or as dear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import numpy as np

from ....core.arrays import IntArray
from ....core.clock import uncounted
from ....core.outcome import DEFAULT_GAP, Answer, gap
from ....core.run import Run
from ....heuristics.consolidation import with_more_at_home
from ....instances.consolidation import (
    Consolidation,
    RuleBook,
    overfull,
    rules_hold,
    with_fewest_moves,
)
from ....solvers.consolidation import (
    FewestMoves,
    cost_of,
    fewest_moves,
    moves_of,
    spends_the_least,
    spent_at_least,
)

_FIRST = 0.9  # of the time, for the first objective
_SECONDS = 10.0  # without a proof of the first objective


def moving_less(function: Callable[..., Answer], *, proves: bool) -> Callable[..., Answer]:
    """Return a method whose plan moves as few items as its objective allows.

    ``proves`` says that it looks at all plans with this objective, and proves how few moves will do
    where the objective is proven.
    """

    @wraps(function)
    def method(instance: Consolidation, run: Run, **options: Any) -> Answer:
        if run.first_objective_only or not (instance.home >= 0).any():
            return function(instance, run, **options)
        with run.first_part(_FIRST):
            answer = function(instance, run, **options)
        if answer.decision is None or answer.stopped == "interrupted":
            return answer
        try:
            with run.timed("moves"):
                return _with_fewer_moves(instance, run, answer, proves)
        except KeyboardInterrupt:
            return replace(answer, stopped="interrupted")

    return method


def _with_fewer_moves(instance: Consolidation, run: Run, answer: Answer, proves: bool) -> Answer:
    assert answer.decision is not None
    book = instance.rule_book
    machine = _nearest(instance, book, instance.numbers(answer.decision), run)
    objective = instance.value_of(instance.units_of(machine))
    reached = gap(objective, answer.bound, "minimize")
    proven = proves and reached is not None and reached <= DEFAULT_GAP
    spent = spent_at_least(instance, machine)
    if proven:
        spent = fewest_moves(instance, book, machine, run.inner(), everywhere=True)
    if not spent.stages and not spends_the_least(instance, spent):
        nearer = _on_the_same_machines(instance, book, spent.machine, run)
        spent = replace(spent, machine=nearer.machine, stopped=nearer.stopped)
    if spent.stopped == "interrupted":
        answer = replace(answer, stopped="interrupted")
    details = {**answer.details, **(_bounds(instance, spent, run) if proves else {})}
    return replace(answer, decision=instance.decision(spent.machine), details=details)


def _nearest(instance: Consolidation, book: RuleBook, machine: IntArray, run: Run) -> IntArray:
    """Return a plan as good with items alike exchanged, and items back home.

    Nothing moves where no move is worth it.
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
    return nearer if moves_of(instance, nearer) < moves_of(instance, machine) else machine


def _on_the_same_machines(
    instance: Consolidation, book: RuleBook, machine: IntArray, run: Run
) -> FewestMoves:
    """Let a program look, unless all that moves has to leave its machine."""
    used = np.bincount(machine, minlength=len(instance.sites)) > 0
    away = (instance.home >= 0) & (machine != instance.home)
    if not used[instance.home[away]].any() or run.should_stop():
        return FewestMoves(machine)
    return fewest_moves(instance, book, machine, run.inner(seconds=_SECONDS), everywhere=False)


def _bounds(instance: Consolidation, found: FewestMoves, run: Run) -> dict[str, Any]:
    """Return what is proven of cost and moves, for all plans with this objective, and by whom."""
    if found.cost_bound is None:
        return {}
    bounds: dict[str, Any] = {"cost_bound": float(found.cost_bound * instance.cost_unit)}
    by_engines = bool(found.stages)
    reached = found.cost_bound == cost_of(instance, found.machine)
    if found.moves_bound is not None and (reached or not by_engines):
        bounds["moves_bound"] = found.moves_bound
    if by_engines and found.moves_bound != moves_of(instance, found.machine):
        return bounds | {"moves_bound_kind": "solver"}
    with uncounted():
        from .trust_in_moves import trust_in_moves  # with the engine of its linear programs
    trust = trust_in_moves(instance, found, run)
    return {} if trust is None else bounds | {"moves_bound_kind": trust.kind, **trust.details}
