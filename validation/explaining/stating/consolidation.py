"""The statements of consolidation: items are placed, machines have room, lists, and the budget.

Rules that bind several items, and devices, are rows of the exact model on all pairs.
"""

import numpy as np
import pyomo.core as pyo

from ....core.arrays import BoolArray, IntArray
from ....core.decimals import as_written
from ....formulations import consolidation as formulation
from ....instances.consolidation import Consolidation
from ....solvers.conflicts import StatedForm, refuse_large, stated_rows
from .placement_rules import devices_said, rules_said
from .words import Said, StatementBuilder, more, names, number, simply

_RULES = {"apart", "with", "not_with", "spread"}


def stated(instance: Consolidation, closed: BoolArray | None = None) -> StatedForm:
    """Return x_ij for all pairs; those that are closed are background."""
    refuse_large(len(instance.items) * len(instance.sites) * (2 + len(instance.resources)))
    if closed is None:
        closed = np.zeros((len(instance.items), len(instance.sites)), dtype=np.bool_)
    if instance.devices or {rule.kind for rule in instance.rules or ()} & _RULES:
        return _of_the_model(instance, closed)
    builder = StatementBuilder()
    column = np.array(
        [[builder.column(0, float(not shut), integer=True) for shut in row] for row in closed]
    )
    _rooms(builder, instance, column)
    for i, banned in enumerate(_forbidden(instance)):
        if banned.any():
            terms = [(int(c), 1.0) for c in column[i, banned]]
            builder.say_rows(_say_list(instance, i, banned), [(terms, -np.inf, 0.0)])
    _budget(builder, instance, column)
    for i in range(len(instance.items)):
        terms = [(int(c), 1.0) for c in column[i]]
        builder.say_rows(_say_item(instance, i), [(terms, 1.0, np.inf)])
    return builder.stated()


def _of_the_model(instance: Consolidation, closed: BoolArray) -> StatedForm:
    """Return the exact model, with a row for the list of each item."""
    refuse_large(formulation.model_size(instance)[1])
    model = formulation.build_model(instance, np.ones_like(closed))
    for i, j in np.argwhere(closed).tolist():
        model.x[i, j].fix(0)
    banned = dict(enumerate(_forbidden(instance)))
    listed = [i for i, row in banned.items() if row.any()]
    model.listed = pyo.Constraint(
        listed, rule=lambda m, i: sum(m.x[i, j] for j in np.flatnonzero(banned[i])) <= 0
    )
    model.once = pyo.Constraint(
        range(len(banned)), rule=lambda m, i: sum(m.x[i, j] for j in m.MACHINES) <= 1
    )
    sizes = formulation.scales(instance.demand, instance.usable)
    costs = formulation.scales(instance.cost[:, None], np.array([[instance.budget]]))
    return stated_rows(
        model,
        {
            "capacity": lambda at: _say_room(instance, at[0], at[1], sizes[at[1]]),
            **devices_said(instance),
            "listed": lambda i: _say_list(instance, i, banned[i]),
            **rules_said(instance),
            "budget": lambda _: _say_budget(instance, costs[0]),
            "assignment": lambda i: _say_item(instance, i),
        },
    )


def _forbidden(instance: Consolidation) -> BoolArray:
    """Return where each item may not be."""
    masks, row_of = instance.masks
    allowed: BoolArray = masks[row_of].copy()
    residents = np.flatnonzero(instance.home >= 0)
    allowed[residents, instance.home[residents]] = True
    return ~allowed


def _rooms(builder: StatementBuilder, instance: Consolidation, column: IntArray) -> None:
    for j in range(len(instance.sites)):
        for r in range(len(instance.resources)):
            need = instance.demand[:, r]
            most = int(instance.usable[j, r])
            if int(need.sum()) > most:
                terms = [(int(column[i, j]), float(need[i])) for i in np.flatnonzero(need)]
                builder.say_rows(_say_room(instance, j, r), [(terms, -np.inf, float(most))])


def _budget(builder: StatementBuilder, instance: Consolidation, column: IntArray) -> None:
    if instance.migration_budget is None:
        return
    terms = [
        (int(column[i, j]), float(instance.cost[i]))
        for i in np.flatnonzero(instance.cost)
        for j in range(len(instance.sites))
        if j != instance.home[i]
    ]
    if terms:
        builder.say_rows(_say_budget(instance), [(terms, -np.inf, float(instance.budget))])


def _say_room(instance: Consolidation, j: int, r: int, scale: int = 1) -> Said:
    member = f"{instance.sites[j].name} {instance.resources[r]}"
    share = as_written(float(instance.limit[j, r]))
    usable = as_written(float(instance.capacity[j, r])) * share
    unit = instance.units[r]
    change = more(f"{member} has ", int(instance.usable[j, r]) * unit)
    return Said("room", member, number(usable), change, unit * scale)


def _say_list(instance: Consolidation, i: int, banned: BoolArray) -> Said:
    """Return to which machines an item may go."""
    name = instance.items[i].name
    there = [site.name for site, shut in zip(instance.sites, banned, strict=True) if not shut]
    words = names(there, "machines", "no machine")
    return Said("may be on", name, words, simply(f"{name} may be elsewhere"))


def _say_budget(instance: Consolidation, scale: int = 1) -> Said:
    budget, unit = float(instance.migration_budget or 0.0), instance.cost_unit
    change = more("a budget of ", instance.budget * unit)
    return Said("budget", "", number(budget), change, unit * scale)


def _say_item(instance: Consolidation, i: int) -> Said:
    name = instance.items[i].name
    return Said("placed", name, "", simply(f"{name} is left out"))
