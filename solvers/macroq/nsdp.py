"""The method nsdp for graph templates on a grid: labels per list of connected jobs.

A label is a partial plan: the units of MIPS of the first PEs, the importance that these reach, and
the rates that later PEs read.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import as_written
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.macroq import MacroQ, StreamGraph
from .lists import Chosen, impossible, legal_lists, weak_components
from .waterlines import (
    Best,
    Grid,
    TooManyUnitsError,
    WaterlineMarket,
    best_of,
    grid_of,
    party_table,
    plain_table,
)

MOST_LABELS = 20_000
_OPTIONS = 40  # labels of one step before dominated ones are dropped, per label kept


class TooManyLabelsError(Exception):
    """Raised if the grid needs too many labels."""


@dataclass(frozen=True, eq=False)
class _Step:
    """The labels after one PE: the index of each label's predecessor, and the units of the PE."""

    pe: int
    before: IntArray
    given: IntArray


@dataclass(frozen=True, eq=False)
class LabelTable:
    """The maximum importance of a list for at most 0, 1, … units, -inf where it is infeasible."""

    worth: FloatArray
    label: IntArray
    steps: tuple[_Step, ...]

    def units(self, total: int) -> dict[int, int]:
        """Return the units of each PE in the best plan with at most ``total`` units."""
        at = int(self.label[min(total, len(self.label) - 1)])
        found = {}
        for step in reversed(self.steps):
            found[step.pe] = int(step.given[at])
            at = int(step.before[at])
        return found


def label_table(
    graph: StreamGraph, alternatives: list[int], grid: Grid, run: Run, most: int = MOST_LABELS
) -> LabelTable | None:
    """Return the table for the PEs of some alternatives; ``None`` if the time is up.

    Raises `TooManyLabelsError` if there are more than ``most`` labels.

    PEs are processed in topological order.  A label describes an allocation to the PEs so far by
    the total number of units, the importance of their streams, and the rates of the streams that
    later PEs read.  Labels dominated in all three are dropped.  More input and more mips never
    hurt, so the remaining labels contain an optimum for every number of units.  In trees whose
    streams join, one rate is open at a time, as in Ibaraki and Katoh's scheme.
    """
    chosen = set(alternatives)
    order = [s for s in graph.order if graph.streams[s].alternative in chosen]
    pes = _depth_first(graph, order)
    place = {p: k for k, p in enumerate(pes)}
    last_read = {s: max((place.get(q, -1) for q in graph.readers[s]), default=-1) for s in order}
    units, worth = np.zeros(1, dtype=np.int64), np.zeros(1)
    open_rates: dict[int, FloatArray] = {}
    steps = []
    for k, p in enumerate(pes):
        if run.should_stop():
            return None
        low, high = grid.span(graph.pes[p])
        options = np.arange(low, high + 1)
        mips = np.array([grid.mips(graph.pes[p], int(x)) for x in options])
        if len(units) * len(options) > _OPTIONS * most:
            raise TooManyLabelsError
        before = np.repeat(np.arange(len(units)), len(options))
        given = np.tile(options, len(units))
        total = units[before] + given
        fits = total <= grid.room
        before, given, total = before[fits], given[fits], total[fits]
        power = np.tile(mips, len(units))[fits]
        gained = worth[before]
        rates = {s: values[before] for s, values in open_rates.items()}
        for s in (s for s in order if graph.streams[s].pe == p):
            rate = _rate(graph, s, power, rates)
            gained = gained + _worth(graph, s, rate)
            rates[s] = rate
        rates = {s: values for s, values in rates.items() if last_read[s] > k}
        kept = _unbeaten_labels(total, gained, list(rates.values()), most)
        if len(kept) > most:
            raise TooManyLabelsError
        units, worth = total[kept], gained[kept]
        open_rates = {s: values[kept] for s, values in rates.items()}
        steps.append(_Step(p, before[kept], given[kept]))
    return _table(units, worth, tuple(steps))


def _depth_first(graph: StreamGraph, order: list[int]) -> list[int]:
    """Return the PEs in a topological order in which few rates are read much later."""
    within = {graph.streams[s].pe for s in order}
    rank = {p: k for k, p in enumerate(dict.fromkeys(graph.streams[s].pe for s in order))}
    sources: dict[int, set[int]] = {p: set() for p in within}
    for s in order:
        for q in graph.readers[s]:
            if q in within:
                sources[q].add(graph.streams[s].pe)
    taken: dict[int, None] = {}

    def take(p: int) -> None:
        waiting = [p]
        while waiting:
            missing = [q for q in sources[waiting[-1]] if q not in taken]
            if missing:
                waiting.append(min(missing, key=rank.__getitem__))
            else:
                taken.setdefault(waiting.pop())

    read = {graph.streams[s].pe for s in order if any(q in within for q in graph.readers[s])}
    for p in sorted(within, key=rank.__getitem__):
        if p not in read:
            take(p)
    return list(taken)


def _rate(graph: StreamGraph, s: int, mips: FloatArray, rates: dict[int, FloatArray]) -> FloatArray:
    found: FloatArray | None = None
    for limit in graph.streams[s].limits:
        read = limit.primal + sum(c * rates[i] for i, c in limit.inputs if i in rates)
        value = limit.mips * mips * read if limit.product else limit.mips * mips + read
        found = value if found is None else np.minimum(found, value)
    assert found is not None
    return np.asarray(np.broadcast_to(found, mips.shape), dtype=np.float64)


def _worth(graph: StreamGraph, s: int, rate: FloatArray) -> FloatArray:
    stream = graph.streams[s]
    if stream.rate is None or stream.value is None:
        return stream.weight * rate
    return np.asarray(np.interp(rate, stream.rate, stream.value))


def _unbeaten_labels(
    total: IntArray, worth: FloatArray, rates: list[FloatArray], most: int
) -> IntArray:
    """Return the indices of labels not dominated in units, importance and the rates read later."""
    order = np.lexsort((*(-rate for rate in rates), -worth, total))
    if not rates:
        best = np.maximum.accumulate(worth[order])
        first = np.ones(len(order), dtype=np.bool_)
        first[1:] = worth[order][1:] > best[:-1]
        return order[first]
    columns = np.stack([worth, *rates], axis=1)[order]
    return order[_mark_unbeaten(np.ascontiguousarray(columns), most)]


@kernel
def _mark_unbeaten(columns: FloatArray, most: int) -> BoolArray:
    """Return a mask of rows that no earlier row dominates; stop after more than ``most``."""
    count, width = columns.shape
    keep = np.zeros(count, dtype=np.bool_)
    kept = np.empty(count, dtype=np.int64)
    size = 0
    for i in range(count):
        beaten = False
        # kept[:size] are not dominated; the latest ones most likely dominate row i
        for k in range(size - 1, -1, -1):
            j = kept[k]
            beaten = True
            for c in range(width):
                if columns[j, c] < columns[i, c]:
                    beaten = False
                    break
            if beaten:
                break
        if not beaten:
            keep[i] = True
            kept[size] = i
            size += 1
            if size > most:
                break
    return keep


def _table(units: IntArray, worth: FloatArray, steps: tuple[_Step, ...]) -> LabelTable:
    size = int(units.max()) + 1 if len(units) else 1
    best, label = np.full(size, -np.inf), np.zeros(size, dtype=np.int64)
    for k, (total, value) in enumerate(zip(units.tolist(), worth.tolist(), strict=True)):
        if value > best[total]:
            best[total], label[total] = value, k
    for total in range(1, size):
        if best[total] <= best[total - 1]:
            best[total], label[total] = best[total - 1], label[total - 1]
    return LabelTable(best, label, steps)


_MOST_LISTS = 4096  # lists of jobs that streams connect
_UNITS = 100  # units of the grid by default


class _TooManyListsError(Exception):
    """Raised if there are too many lists of connected jobs to try."""


@dataclass(frozen=True, eq=False)
class ListTable:
    """A list of connected jobs: its importance per number of units, and a curve or labels."""

    chosen: Chosen
    worth: FloatArray
    curve: tuple[int, FloatArray, FloatArray] | None = None
    labels: LabelTable | None = None


GridUnit = Annotated[
    float | None,
    Field(description="mips of a grid step; default: the granularity, or a hundredth of all mips"),
]


def nsdp(instance: MacroQ, run: Run, *, unit: GridUnit = None) -> Answer:
    """Return the best plan on a grid; without a granularity also a bound, from a wider grid.

    On the wider grid a PE with limits m and M gets ⌈m⌉ to ⌈M⌉ units, and the system has (number of
    PEs - 1) additional units.  If the instance has a granularity, the plan is optimal on its grid.
    """
    if (refused := impossible(instance)) is not None:
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
        message = f"{float(grid.unit):g} mips per unit give too many labels; choose a larger unit"
        return Answer(message=message)
    except (TooManyUnitsError, _TooManyListsError) as error:
        return Answer(message=str(error))
    exact = on_grid and grid.unit == as_written(instance.granularity or 0.0)
    top = found if exact else above
    if found is None:
        return Answer(
            stopped=run.stopped,
            message="found no plan; choose a smaller unit",
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
    """Return a wider grid, on which every plan has a counterpart that is at least as good."""
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
                    f"{len(group)} connected jobs have more than {_MOST_LISTS} lists, "
                    "too many for nsdp; use exact or fig10"
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
    """Return the template and MIPS of each job of a list, by name, for a total of ``units``."""
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
