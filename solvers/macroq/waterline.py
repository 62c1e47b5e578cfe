"""The dynamic program of curves by waterline, certified by a price for each waterline."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.arrays import FloatArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macroq import MacroQ
from .by_waterline import Best, WaterlineMarket, best_of, party_table
from .grid import Grid, TooManyUnitsError, grid_of, plain_table
from .infeasible import impossible

_MARGIN = 5e-13  # relative: importance between breakpoints and prices of mips are rounded


def waterline(instance: MacroQ, run: Run) -> Answer:
    """Return the best mips of every job, for instances whose templates are curves.

    For each waterline jobs of better ranks are in, jobs of its rank may be, and the units go where
    a price sends them; what the price leaves open is enumerated, or tabulated as in SODA's 5.1.3.
    """
    refused = _graphs(instance) or impossible(instance)
    if refused is not None:
        return refused
    try:
        grid = grid_of(instance)
    except TooManyUnitsError as error:
        return Answer(message=str(error))
    tables = _tables(instance, grid)
    best = best_of(_markets(instance, tables, grid.room), run)
    if best is None:
        return Answer(stopped=run.stopped)
    decision = _decision(instance, grid, tables, best)
    run.report(best.importance, None, decision)
    rounds = instance.curves == "linear" or best.is_close(_MARGIN)
    return Answer(
        decision=decision,
        bound=best.bound + rounds * _MARGIN * abs(best.bound),
        bound_kind="certified" if best.certified else "solver",
        certificate=_certificate(grid, best) if best.certified else None,
        stopped="complete" if best.finished else "time_limit",
    )


def _graphs(instance: MacroQ) -> Answer | None:
    """Return the answer where a template is no curve."""
    for j, job in enumerate(instance.jobs):
        for t, template in enumerate(job.templates):
            if not template.is_curve:
                words = "is a graph, and waterline takes curves; nsdp and exact take graphs"
                return Answer(message=f"jobs[{j}].templates[{t}] {words}")
    return None


def _tables(instance: MacroQ, grid: Grid) -> list[list[FloatArray]]:
    """Return for each alternative of each job its importance over 0, 1, … units at most."""
    graph = instance.graph
    return [
        [plain_table(*grid.curve(graph.alternatives[a].template)[:2], grid.room) for a in numbers]
        for numbers in graph.of_job
    ]


def _markets(
    instance: MacroQ, tables: list[list[FloatArray]], room: int
) -> dict[int, WaterlineMarket | None]:
    must = [party_table(each, may_be_left_out=False) for each in tables]
    may = [np.maximum(table, 0.0) for table in must]
    markets: dict[int, WaterlineMarket | None] = {}
    for rank in instance.ranks:
        chosen = [
            must[j] if instance.is_forced(job, rank) else may[j]
            for j, job in enumerate(instance.jobs)
            if job.required or job.rank <= rank
        ]
        markets[rank] = WaterlineMarket.of(rank, chosen, room)
    return markets


def _decision(
    instance: MacroQ, grid: Grid, tables: list[list[FloatArray]], best: Best
) -> dict[str, Any]:
    graph = instance.graph
    picked: dict[str, tuple[str, Any]] = {}
    parties = [
        j for j, job in enumerate(instance.jobs) if job.required or job.rank <= best.waterline
    ]
    for j, units in zip(parties, best.units.tolist(), strict=True):
        job = instance.jobs[j]
        at = [float(table[min(units, len(table) - 1)]) for table in tables[j]]
        number = int(np.argmax(at))
        forced = instance.is_forced(job, best.waterline)
        if not forced and (at[number] <= 0 or np.isneginf(at[number])):
            continue
        alternative = graph.alternatives[graph.of_job[j][number]]
        low, worth, mips = grid.curve(alternative.template)
        place = int(np.argmax(worth[: units - low + 1] >= at[number]))
        picked[job.name] = (alternative.name, float(mips[place]))
    return instance.decision(picked)


def _certificate(grid: Grid, best: Best) -> dict[str, Any]:
    unit = float(grid.unit)
    given: dict[str, Any] = {}
    for rank, price in best.prices.items():
        given[str(rank)] = {} if price is None else {"mips": price / unit, "rates": {}}
    return {"kind": "waterline-prices", "waterlines": given}
