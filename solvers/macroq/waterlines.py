"""The method waterline for curves: per waterline (a rank), an allocation certified by prices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import LARGEST, as_written, unit_of
from ...core.faults import Fault, InputError
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macroq import MacroQ, PeVertex, Template
from ..allocation import Curves, Fill, LeastCost, dual_value, fill, least_amounts, nearest_float
from .lists import impossible


@dataclass(frozen=True, eq=False)
class WaterlineMarket:
    """The allocation of units of MIPS at a waterline to parties (jobs, or connected jobs).

    A party is a job, or jobs that streams may join.  For a waterline W its table holds the most
    importance of its legal lists; the parties share the units, which `solvers.allocation` solves
    with prices, their core, or tables.
    """

    waterline: int
    least: IntArray
    curves: Curves
    room: int
    start: Fill
    dual: Fraction

    @staticmethod
    def of(waterline: int, tables: list[FloatArray], room: int) -> WaterlineMarket | None:
        """Return the problem from a table of importance per party; ``None`` if infeasible.

        Entry u of a table is for at most u units; -inf marks numbers of units that are too low.
        """
        least = np.array([int(np.isneginf(table).sum()) for table in tables], dtype=np.int64)
        if any(low == len(table) for low, table in zip(least.tolist(), tables, strict=True)):
            return None
        left = room - int(least.sum())
        if left < 0:
            return None
        curves = Curves.of([-table[low:] for low, table in zip(least, tables, strict=True)])
        start = fill(curves, left)
        return WaterlineMarket(
            waterline, least, curves, left, start, dual_value(curves, left, start.price)
        )

    @property
    def bound(self) -> float:
        """The Lagrangian upper bound on the importance at the price."""
        return -nearest_float(self.dual)

    @property
    def price(self) -> float:
        """The price of a unit of MIPS."""
        return self.start.price


@dataclass(frozen=True, eq=False)
class Best:
    """The best allocation over all waterlines, the bound, and the price of every waterline."""

    waterline: int
    units: IntArray
    importance: float
    bound: float
    certified: bool
    prices: dict[int, float | None]
    duals: tuple[float, ...]
    finished: bool

    def is_close(self, margin: float) -> bool:
        """Return whether some price alone proves the bound, up to a relative ``margin``."""
        return any(abs(dual - self.bound) <= margin * abs(self.bound) for dual in self.duals)


def best_fill(markets: dict[int, WaterlineMarket | None]) -> Best | None:
    """Return the best allocation along the hulls, and the bound that prices alone prove."""
    known = [market for market in markets.values() if market is not None]
    if not known:
        return None
    worths = [-market.curves.total(market.start.amounts) for market in known]
    k = int(np.argmax(worths))
    prices = {w: None if m is None else m.price for w, m in markets.items()}
    duals = tuple(market.bound for market in known)
    units, bound = known[k].least + known[k].start.amounts, max(*duals, worths[k])
    return Best(known[k].waterline, units, worths[k], bound, True, prices, duals, finished=False)


def best_of(markets: dict[int, WaterlineMarket | None], run: Run) -> Best | None:
    """Solve waterlines' problems by falling bound, until no other can have a better optimum."""
    filled = best_fill(markets)
    if filled is None:
        return None
    open_ones = sorted((m for m in markets.values() if m is not None), key=lambda m: -m.bound)
    best: tuple[float, WaterlineMarket, IntArray] | None = None
    bounds, certified = [], True
    for market in open_ones:
        if best is not None and market.bound <= best[0]:
            bounds.append(market.bound)
            continue
        least: LeastCost = least_amounts(market.curves, market.room, run)
        worth = -market.curves.total(least.amounts)
        bounds.append(-least.bound)
        certified &= least.proof != "tables"
        if best is None or worth > best[0]:
            best = (worth, market, least.amounts)
    assert best is not None
    worth, market, amounts = best
    return replace(
        filled,
        waterline=market.waterline,
        units=market.least + amounts,
        importance=worth,
        bound=max(*bounds, worth),
        certified=certified,
        finished=not run.should_stop(),
    )


def party_table(tables: list[FloatArray], *, may_be_left_out: bool) -> FloatArray:
    """Return the maximum of tables per number of units (at least 0 if ``may_be_left_out``)."""
    size = max((len(table) for table in tables), default=1)
    best = np.full(size, -np.inf)
    for table in tables:
        wide = np.concatenate([table, np.full(size - len(table), table[-1])])
        np.maximum(best, wide, out=best)
    return np.maximum(best, 0.0) if may_be_left_out else best


Tables = Callable[[int], list[FloatArray]]


Rounding = Literal["legal", "printed", "above"]
MOST_UNITS = 5_000_000


class TooManyUnitsError(Exception):
    """Raised if the grid has too many units for tables."""


@dataclass(frozen=True)
class Grid:
    """A grid: a unit of MIPS, and the rounding of the PEs' minimum m and maximum M to units.

    ``legal``: ⌈m⌉ to ⌊M⌋ units, all feasible.  ``printed``: ⌊m⌋ to ⌈M⌉, as printed in SODA's 5.1.3.
    ``above``: ⌈m⌉ to ⌈M⌉ with additional room, so that the optimum on the grid is an upper bound.
    """

    instance: MacroQ
    unit: Fraction
    room: int
    rounding: Rounding = "legal"

    def span(self, pe: PeVertex) -> tuple[int, int]:
        """Return the minimum and the maximum number of units of a PE."""
        least, most = as_written(pe.least) / self.unit, as_written(pe.most) / self.unit
        if self.rounding == "printed":
            return int(least // 1), int(-(-most // 1))
        low = int(-(-least // 1))
        high = int(-(-most // 1)) if self.rounding == "above" else int(most // 1)
        return low, max(low, high)

    def mips(self, pe: PeVertex, units: int) -> float:
        """Return the MIPS of a PE that gets ``units`` units."""
        given = float(self.unit * units)
        return given if self.rounding == "printed" else min(given, pe.most)

    def curve(self, template: Template) -> tuple[int, FloatArray, FloatArray]:
        """Return a curve's least units; importance and MIPS for this and each larger number."""
        assert template.mips is not None
        assert template.importance is not None
        given = [as_written(value) for value in template.mips.tolist()]
        worth = template.importance
        on_grid = self.instance.granularity is not None
        if self.instance.curves == "points":
            keep = [k for k, mips in enumerate(given) if not on_grid or mips % self.unit == 0]
            units = [int(-(-given[k] // self.unit)) for k in keep]
            low = units[0]
            value = np.full(units[-1] - low + 1, -np.inf)
            mips = np.zeros(len(value))
            for k, u in zip(keep, units, strict=True):
                value[u - low], mips[u - low] = worth[k], template.mips[k]
            return low, value, mips
        low, most = int(-(-given[0] // self.unit)), given[-1] / self.unit
        high = int(-(-most // 1)) if self.rounding == "above" else int(most // 1)
        mips = np.minimum(self._rounded_mips(low, max(low, high)), template.mips[-1])
        return low, np.interp(mips, template.mips, worth), mips

    def _rounded_mips(self, low: int, high: int) -> FloatArray:
        """Return the closest floating-point numbers to the MIPS of ``low`` to ``high`` units."""
        parts, whole = self.unit.numerator, self.unit.denominator
        if max(parts * high, whole) <= LARGEST:  # one rounding, of the quotient
            return np.arange(low, high + 1) * parts / whole
        return np.array([float(self.unit * k) for k in range(low, high + 1)])


def grid_of(instance: MacroQ, unit: float | None = None) -> Grid:
    """Return the grid of ``unit`` (default: the granularity or a divisor of all curves' MIPS)."""
    if instance.granularity is not None:
        step = as_written(instance.granularity)
        if unit is not None and as_written(unit) % step:
            rule = f"must be a multiple of the granularity ({instance.granularity:g})"
            raise InputError("bad input", [Fault.of("unit", rule, unit)])
        step = step if unit is None else as_written(unit)
    else:
        step = _common_unit(instance) if unit is None else as_written(unit)
    room = int(as_written(instance.mips) // step)
    if room > MOST_UNITS:
        raise TooManyUnitsError(
            f"{room:,} units of {float(step):g} mips are too many; choose a larger unit"
        )
    return Grid(instance, step, room)


def _common_unit(instance: MacroQ) -> Fraction:
    curves = [t.mips for job in instance.jobs for t in job.choices if t.mips is not None]
    whole = [] if instance.curves == "points" else [np.array([instance.mips])]
    return unit_of(np.concatenate([*curves, *whole]))


def plain_table(low: int, worth: FloatArray, room: int) -> FloatArray:
    """Return the maximum importance for at most 0, 1, …, room units; -inf below ``low``."""
    table = np.full(min(room, low + len(worth) - 1) + 1, -np.inf)
    count = max(0, len(table) - low)
    table[low : low + count] = worth[:count]
    return np.maximum.accumulate(table)


_MARGIN = 5e-13  # relative: importance between breakpoints and prices of mips are rounded


def waterline(instance: MacroQ, run: Run) -> Answer:
    """Return the optimal MIPS of every job, for instances whose templates are curves.

    At each waterline, jobs of better ranks are admitted, jobs of its rank may be, and a Lagrangian
    price allocates most units; the other choices are enumerated, or tabulated as in SODA's 5.1.3.
    """
    refused = _graphs(instance) or impossible(instance)
    if refused is not None:
        return refused
    try:
        grid = grid_of(instance)
    except TooManyUnitsError as error:
        return Answer(message=str(error))
    tables = _tables(instance, grid)
    markets = _markets(instance, tables, grid.room)
    filled = best_fill(markets)
    if filled is not None:
        run.report(
            filled.importance,
            filled.bound + _MARGIN * abs(filled.bound),
            _decision(instance, grid, tables, filled),
            lambda: _certificate(grid, filled),
        )
    best = best_of(markets, run)
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
    """Return an answer that refuses the instance if any template is a graph, else ``None``."""
    for j, job in enumerate(instance.jobs):
        for t, template in enumerate(job.templates):
            if not template.is_curve:
                words = (
                    "is a graph, but waterline accepts only curves; nsdp and exact accept graphs"
                )
                return Answer(message=f"jobs[{j}].templates[{t}] {words}")
    return None


def _tables(instance: MacroQ, grid: Grid) -> list[list[FloatArray]]:
    """Return per job and alternative the maximum importance for at most 0, 1, … units."""
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
