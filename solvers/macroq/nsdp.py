"""Graphs on a grid: labels for every list of jobs that streams join, then all waterlines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import as_written
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macroq import MacroQ
from .by_waterline import Best, WaterlineMarket, best_of, party_table
from .grid import Grid, TooManyUnitsError, grid_of, plain_table
from .infeasible import impossible
from .labels import LabelTable, TooManyLabelsError, label_table
from .lists import Chosen, legal_lists, weak_components

_MOST_LISTS = 4096  # of jobs that streams join
_UNITS = 100  # of a grid where nothing asks for another


class _TooManyListsError(Exception):
    """The lists of jobs that streams join are too many to be tried."""


@dataclass(frozen=True, eq=False)
class ListTable:
    """A list of joined jobs: its importance over units, and its parts to read a plan from."""

    chosen: Chosen
    worth: FloatArray
    curve: tuple[int, FloatArray, FloatArray] | None = None
    labels: LabelTable | None = None


def nsdp(instance: MacroQ, run: Run, *, unit: float | None = None) -> Answer:
    """Return the best plan on a grid, and without a granularity a bound from a wider grid.

    The wider grid lets PEs have ⌈m⌉ to ⌈M⌉ units, and the system as many more as there are PEs
    less one.  On the grid of a granularity the plan is optimal.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    on_grid = instance.granularity is not None
    if not on_grid and unit is None:
        unit = instance.mips / _UNITS
    try:
        grid = grid_of(instance, unit)
        found = _solve(instance, grid, run)
        above = None
        if not on_grid or as_written(instance.granularity or 0.0) != grid.unit:
            above = _solve(instance, _wider(instance, grid), run)
    except TooManyLabelsError:
        message = f"{float(grid.unit):g} mips are too fine for labels; take a larger unit"
        return Answer(message=message)
    except (TooManyUnitsError, _TooManyListsError) as error:
        return Answer(message=str(error))
    exact = on_grid and grid.unit == as_written(instance.granularity or 0.0)
    top = found if exact else above
    if found is None:
        return Answer(
            stopped=run.stopped,
            message="no plan on this grid; take a smaller unit",
            bound=None if top is None else top[0].bound,
            bound_kind=None if top is None else "solver",
        )
    decision = _decision(instance, grid, *found)
    run.report(None, None, decision)
    return Answer(
        decision=decision,
        bound=None if top is None else top[0].bound,
        bound_kind=None if top is None else "solver",
        stopped="time_limit" if run.should_stop() else "complete",
        details={"granularity": float(grid.unit)},
    )


def _wider(instance: MacroQ, grid: Grid) -> Grid:
    """Return the grid on which every plan has a plan of units that is worth no less."""
    graph = instance.graph
    most = sum(
        max(max(1, len(graph.alternatives[a].pes)) for a in numbers) for numbers in graph.of_job
    )
    whole = int(-(-as_written(instance.mips) // grid.unit))
    return replace(grid, rounding="above", room=whole + most - 1)


def _solve(
    instance: MacroQ, grid: Grid, run: Run
) -> tuple[Best, dict[int, list[list[ListTable]]]] | None:
    groups = weak_components(instance)
    known: dict[Chosen, ListTable] = {}
    tables: dict[int, list[list[ListTable]]] = {}
    markets: dict[int, WaterlineMarket | None] = {}
    for rank in instance.ranks:
        per_group, parties = [], []
        for group in groups:
            lists = legal_lists(instance, group, rank, _MOST_LISTS)
            if lists is None:
                raise _TooManyListsError(
                    f"more than {_MOST_LISTS} lists of {len(group)} joined jobs; take a larger unit"
                )
            made = [_list_table(instance, chosen, grid, run, known) for chosen in lists]
            if any(each is None for each in made):
                return None
            per_group.append([each for each in made if each is not None])
            parties.append(
                party_table([each.worth for each in per_group[-1]], may_be_left_out=False)
            )
        tables[rank] = per_group
        markets[rank] = WaterlineMarket.of(rank, parties, grid.room)
    best = best_of(markets, run)
    return None if best is None else (best, tables)


def _list_table(
    instance: MacroQ, chosen: Chosen, grid: Grid, run: Run, known: dict[Chosen, ListTable]
) -> ListTable | None:
    if chosen in known:
        return known[chosen]
    graph = instance.graph
    if not chosen:
        made = ListTable(chosen, np.zeros(1))
    elif len(chosen) == 1 and graph.alternatives[chosen[0]].template.is_curve:
        curve = grid.curve(graph.alternatives[chosen[0]].template)
        made = ListTable(chosen, plain_table(*curve[:2], grid.room), curve=curve)
    else:
        labels = label_table(graph, list(chosen), grid, run)
        if labels is None:
            return None
        made = ListTable(chosen, labels.worth, labels=labels)
    known[chosen] = made
    return made


def _decision(
    instance: MacroQ, grid: Grid, best: Best, tables: dict[int, list[list[ListTable]]]
) -> dict[str, Any]:
    picked: dict[str, tuple[str, Any]] = {}
    for lists, units in zip(tables[best.waterline], best.units.tolist(), strict=True):
        at = [float(each.worth[min(units, len(each.worth) - 1)]) for each in lists]
        picked |= plan_of(instance, grid, lists[int(np.argmax(at))], units)
    return instance.decision(picked)


def plan_of(
    instance: MacroQ, grid: Grid, table: ListTable, units: int
) -> dict[str, tuple[str, Any]]:
    """Return template and mips of the jobs of a list, given so many units."""
    graph = instance.graph
    if table.curve is not None:
        alternative = graph.alternatives[table.chosen[0]]
        low, worth, mips = table.curve
        place = int(np.argmax(worth[: max(1, units - low + 1)]))
        return {instance.jobs[alternative.job].name: (alternative.name, float(mips[place]))}
    if table.labels is None:
        return {}
    given = table.labels.units(units)
    picked: dict[str, tuple[str, Any]] = {}
    for a in table.chosen:
        alternative = graph.alternatives[a]
        names = [pe.name for pe in alternative.template.pes or ()]
        mips_of = [grid.mips(graph.pes[p], given[p]) for p in alternative.pes]
        picked[instance.jobs[alternative.job].name] = (
            alternative.name,
            dict(zip(names, mips_of, strict=True)),
        )
    return picked
