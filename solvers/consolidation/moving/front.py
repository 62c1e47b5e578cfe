"""What each machine more costs in moves: the front of the objective against migrations.

From a plan with the least objective on, migrations get cheaper by one unit at least: the best plan
within that, then the fewest moves of all plans as good.  It ends where nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ....core.arrays import IntArray
from ....core.run import Run
from ....instances.consolidation import Consolidation, overfull, rules_hold
from ...engines import engine_named, solve_form
from .count_program import count_program, even_scale
from .least_moving import cost_of, fewest_moves, moves_of


@dataclass(frozen=True)
class FrontPlan:
    """A plan of the front; ``proven``: none with this objective costs less, by an engine's word.

    Neither has a plan with a better objective so few moves, but for the first, of which this is up
    to whoever found it.
    """

    machine: IntArray
    units: int
    cost: int
    moves: int
    proven: bool


def moves_front(instance: Consolidation, machine: IntArray, run: Run) -> Iterator[FrontPlan]:
    """Yield plans with ever fewer moves, from a plan on, until nothing moves or the time is up."""
    book, proven = instance.rule_book, True
    while not run.should_stop():
        found = fewest_moves(instance, book, machine, run.inner(), everywhere=True)
        machine, cost = found.machine, cost_of(instance, found.machine)
        units, moves = instance.units_of(machine), moves_of(instance, machine)
        yield FrontPlan(machine, units, cost, moves, proven and found.cost_bound == cost)
        if cost == 0:
            return
        cheaper, proven = _best_within(instance, cost - 1, run)
        if cheaper is None or not rules_hold(book, cheaper) or len(overfull(instance, cheaper)):
            return
        machine = cheaper


def _best_within(instance: Consolidation, budget: int, run: Run) -> tuple[IntArray | None, bool]:
    """Return the best plan of which the migrations cost so much at most, and whether it is that."""
    every = int(instance.price.sum())
    program = count_program(instance, instance.rule_book, every, np.arange(len(instance.sites)))
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
    return machine, result.status == "optimal"
