"""Non-serial dynamic programming: labels of units, importance and the rates still to be read.

PEs are taken in topological order.  A label is a way to give units to the PEs so far: how many in
all, the importance of their streams, and the rates of those streams that PEs to come will read.  A
label that another one beats in all three is dropped; since more input and more mips never hurt,
what remains contains an optimum for every number of units.  In trees that lead together one rate is
open at a time, as in Ibaraki and Katoh's scheme.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.macroq import StreamGraph
from .grid import Grid

MOST_LABELS = 20_000
_OPTIONS = 40  # labels of one step before those that are beaten are dropped, per label kept


class TooManyLabelsError(Exception):
    """The grid is too fine for labels."""


@dataclass(frozen=True, eq=False)
class _Step:
    """One PE: the label before each label, and the units that the PE was given."""

    pe: int
    before: IntArray
    given: IntArray


@dataclass(frozen=True, eq=False)
class LabelTable:
    """The importance of a list's PEs for 0, 1, … units at most; -inf where these do not suffice."""

    worth: FloatArray
    label: IntArray
    steps: tuple[_Step, ...]

    def units(self, total: int) -> dict[int, int]:
        """Return the units of each PE in the best plan of so many units."""
        at = int(self.label[min(total, len(self.label) - 1)])
        found = {}
        for step in reversed(self.steps):
            found[step.pe] = int(step.given[at])
            at = int(step.before[at])
        return found


def label_table(
    graph: StreamGraph, alternatives: list[int], grid: Grid, run: Run, most: int = MOST_LABELS
) -> LabelTable | None:
    """Return the table of the PEs of some alternatives; ``None`` when time runs out.

    More labels than ``most`` are refused.
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
    """Return the PEs, each after those it reads and soon after, so that few rates are open."""
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
    """Return the labels that no other one beats."""
    order = np.lexsort((*(-rate for rate in rates), -worth, total))
    if not rates:
        best = np.maximum.accumulate(worth[order])
        first = np.ones(len(order), dtype=np.bool_)
        first[1:] = worth[order][1:] > best[:-1]
        return order[first]
    columns = np.stack([worth, *rates], axis=1)[order]
    return order[_unbeaten(np.ascontiguousarray(columns), most)]


@kernel
def _unbeaten(columns: FloatArray, most: int) -> BoolArray:
    """Mark the rows that no row before them reaches in every column; stop beyond the most."""
    count, width = columns.shape
    keep = np.zeros(count, dtype=np.bool_)
    kept = np.empty(count, dtype=np.int64)
    size = 0
    for i in range(count):
        beaten = False
        # kept[:size] are unbeaten; the latest are the likeliest to beat row i
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
