"""The statements of consolidation: items are placed, machines have room, lists, and the budget.

Rules that bind several items, and devices, are taken from the exact model, whose rows they are.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from ....core.arrays import BoolArray
from ....core.decimals import as_written
from ....formulations import consolidation as formulation
from ....instances.consolidation import Consolidation
from ....solvers.explaining import StatedForm, StatementBuilder, refuse_large, stated_model
from ....solvers.proving import Number

_FAMILIES = {"assignment": "placed", "capacity": "room"}
_HELPERS = ("opened", "in_order")  # rows that say nothing of the file


def stated(instance: Consolidation, closed: BoolArray | None = None) -> StatedForm:
    """Return x_ij for all pairs; those that are closed are background."""
    refuse_large(len(instance.items) * len(instance.sites) * (2 + len(instance.resources)))
    if closed is None:
        closed = np.zeros((len(instance.items), len(instance.sites)), dtype=np.bool_)
    if _binds_several(instance):
        return _of_the_model(instance, closed)
    builder = StatementBuilder()
    column = np.array(
        [[builder.column(0, float(not shut), integer=True) for shut in row] for row in closed]
    )
    _rooms(builder, instance, column)
    _lists(builder, instance, column)
    _budget(builder, instance, column)
    for i, item in enumerate(instance.items):
        terms = [(int(c), 1.0) for c in column[i]]
        builder.say("placed", item.name, "", terms, lower=1, change=_left_out(item.name))
    return builder.stated()


def _binds_several(instance: Consolidation) -> bool:
    """Return whether there are rules between items, or devices."""
    kinds = {rule.kind for rule in instance.rules or ()}
    return bool(kinds & {"apart", "with", "not_with", "spread"}) or bool(instance.devices)


def _of_the_model(instance: Consolidation, closed: BoolArray) -> StatedForm:
    model = formulation.build_model(instance)
    for i, j in np.argwhere(instance.pairs() & closed).tolist():
        model.x[i, j].fix(0)
    words = {f"assignment[{i}]": item.name for i, item in enumerate(instance.items)}
    for j, site in enumerate(instance.sites):
        for r, resource in enumerate(instance.resources):
            words[f"capacity[{j},{r}]"] = f"{site.name} {resource}"
    return stated_model(model, hard=_HELPERS, words=words, bounds=False, families=_FAMILIES)


def _rooms(builder: StatementBuilder, instance: Consolidation, column: np.ndarray) -> None:
    units = instance.units
    for j, site in enumerate(instance.sites):
        for r, resource in enumerate(instance.resources):
            need = instance.demand[:, r]
            most = int(instance.usable[j, r])
            if int(need.sum()) <= most:
                continue
            member = f"{site.name} {resource}"
            terms = [(int(column[i, j]), float(need[i])) for i in np.flatnonzero(need)]
            usable = as_written(float(instance.capacity[j, r])) * as_written(
                float(instance.limit[j, r])
            )
            words = f"{float(usable):.10g}"
            change = _more(member, most, units[r])
            builder.say("room", member, words, terms, upper=most, change=change)


def _lists(builder: StatementBuilder, instance: Consolidation, column: np.ndarray) -> None:
    """Say for every item to which machines it may go, if not to all."""
    masks, row_of = instance.masks
    for i, item in enumerate(instance.items):
        allowed: BoolArray = masks[row_of[i]].copy()
        if instance.home[i] >= 0:
            allowed[instance.home[i]] = True
        if not allowed.all():
            names = [site.name for site, may in zip(instance.sites, allowed, strict=True) if may]
            terms = [(int(c), 1.0) for c in column[i, ~allowed]]
            words = ", ".join(names) if len(names) < 6 else f"{len(names)} machines"
            change = _elsewhere(item.name)
            builder.say("may be on", item.name, words, terms, upper=0, change=change)


def _budget(builder: StatementBuilder, instance: Consolidation, column: np.ndarray) -> None:
    if instance.migration_budget is None:
        return
    terms = [
        (int(column[i, j]), float(instance.cost[i]))
        for i in np.flatnonzero(instance.cost)
        for j in range(len(instance.sites))
        if j != instance.home[i]
    ]
    if terms:
        unit, most = instance.cost_unit, instance.budget
        words = f"{instance.migration_budget:.10g}"
        builder.say(
            "budget",
            "",
            words,
            terms,
            upper=most,
            change=lambda amount: f"a budget of {_number((most + amount) * unit)}",
        )


def _number(value: Number) -> str:
    return f"{float(value):.10g}"


def _more(member: str, most: int, unit: Fraction) -> Callable[[Number], str]:
    return lambda amount: f"{member} has {_number((most + amount) * unit)}"


def _elsewhere(name: str) -> Callable[[Number], str]:
    return lambda _: f"{name} may be elsewhere"


def _left_out(name: str) -> Callable[[Number], str]:
    return lambda _: f"{name} is left out"
