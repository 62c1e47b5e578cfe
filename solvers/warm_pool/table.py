"""The table of warm_pool: least cost by configured machines and by short ticks so far.

More machines may be configured within the ramp at their price; fewer may be kept within the ramp
down to those in use.  Both are minima over sliding windows, so that a tick costs the same whatever
the ramps are.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.warm_pool import WarmPool

NEVER = np.int64(2**61)  # the cost of what cannot be


@dataclass(frozen=True, eq=False)
class Ticks:
    """An instance in whole numbers; the table's columns are ``low``, ``low + 1``, … machines."""

    used: IntArray
    needed: IntArray
    size: int
    low: int
    count: int
    start: int
    lead: int
    rise: int
    fall: int
    warm: int
    configure: int
    short: int

    @classmethod
    def of(cls, instance: WarmPool, scale: int = 1, price: int = 0) -> Ticks:
        """Return the ticks of an instance, costs scaled, with a price added per short tick."""
        low = min(instance.at_start, int(instance.needed.min()))
        warm, configure, short = (cost * scale for cost in instance.costs)
        return cls(
            used=instance.used,
            needed=instance.needed,
            size=instance.size,
            low=low,
            count=instance.most - low + 1,
            start=instance.at_start,
            lead=instance.lead,
            rise=instance.rise,
            fall=instance.fall,
            warm=warm,
            configure=configure,
            short=short + price,
        )

    def first(self, most_short: int | None) -> IntArray:
        """Return the table before tick 0."""
        rows = 1 if most_short is None else most_short + 1
        table = np.full((rows, self.count), NEVER)
        table[0, self.start - self.low] = 0
        return table

    def step(self, table: IntArray, tick: int, counted: bool) -> IntArray:
        """Return the table after a tick."""
        moved = table
        if tick >= self.lead:
            least = int(self.needed[tick - 1]) - self.low
            moved = _move(table, least, self.rise, self.fall, self.configure)
        needed, used = int(self.needed[tick]) - self.low, int(self.used[tick])
        base = self.size * self.low - used
        return _pay_tick(moved, needed, base, self.size, self.warm, self.short, counted)


@kernel
def _move(table: IntArray, least: int, rise: int, fall: int, price: int) -> IntArray:
    """Return the table after machines are configured or given back, down to ``least`` only."""
    rows, count = table.shape
    after = np.empty((rows, count), dtype=np.int64)
    queue = np.empty(count, dtype=np.int64)
    for j in range(rows):
        row, new = table[j], after[j]
        # queue[head:tail]: places up to ``rise`` below c, the best one first
        head = tail = 0
        for c in range(count):
            while tail > head and row[queue[tail - 1]] - price * queue[tail - 1] >= (
                row[c] - price * c
            ):
                tail -= 1
            queue[tail] = c
            tail += 1
            if queue[head] < c - rise:
                head += 1
            best = row[queue[head]]
            new[c] = min(NEVER, best + price * (c - queue[head]))
        head = tail = 0
        # the same from above: down costs nothing
        for c in range(count - 1, max(least, 0) - 1, -1):
            while tail > head and row[queue[tail - 1]] >= row[c]:
                tail -= 1
            queue[tail] = c
            tail += 1
            if queue[head] > c + fall:
                head += 1
            new[c] = min(new[c], row[queue[head]])
    return after


@kernel
def _pay_tick(
    table: IntArray, needed: int, base: int, size: int, warm: int, short: int, counted: bool
) -> IntArray:
    """Return the table after warm memory is paid; a short tick moves one row down if counted."""
    rows, count = table.shape
    after = np.empty((rows, count), dtype=np.int64)
    edge = min(max(needed, 0), count)
    for j in range(rows):
        for c in range(edge, count):
            after[j, c] = min(NEVER, table[j, c] + warm * (base + size * c))
        for c in range(edge):
            if not counted:
                after[j, c] = min(NEVER, table[j, c] + short)
            elif j > 0:
                after[j, c] = min(NEVER, table[j - 1, c] + short)
            else:
                after[j, c] = NEVER
    return after


def least_cost(ticks: Ticks) -> int:
    """Return the least cost, in cost units, whatever the number of short ticks."""
    table = ticks.first(None)
    for tick in range(len(ticks.used)):
        table = ticks.step(table, tick, False)
    return int(table.min())


@dataclass(frozen=True, eq=False)
class Machines:
    """A plan, its cost in cost units, and the least cost with at most 0, 1, 2, … short ticks."""

    machines: IntArray
    cost: int
    front: IntArray


def least_machines(ticks: Ticks, most_short: int | None, run: Run | None = None) -> Machines | None:
    """Return the cheapest plan with at most so many short ticks; ``None`` if stopped or none.

    Only every so many-th table is kept; those between are computed again on the way back.
    """
    total, block = len(ticks.used), isqrt(len(ticks.used)) + 1
    counted = most_short is not None
    table, kept = ticks.first(most_short), []
    for tick in range(total):
        if tick % block == 0:
            kept.append(table)
        if run is not None and run.should_stop():
            return None
        table = ticks.step(table, tick, counted)
    least = table.min(axis=1)
    row = int(least.argmin())
    if least[row] >= NEVER:
        return None
    front = np.minimum.accumulate(least)
    cell = (row, int(table[row].argmin()))
    machines = np.empty(total, dtype=np.int64)
    for number in range(len(kept) - 1, -1, -1):
        begin, end = number * block, min(total, (number + 1) * block)
        tables = [kept[number]]
        for tick in range(begin, end - 1):
            tables.append(ticks.step(tables[-1], tick, counted))
        for tick in range(end - 1, begin - 1, -1):
            machines[tick] = ticks.low + cell[1]
            cell = _before(ticks, tables[tick - begin], tick, cell, counted)
    return Machines(machines, int(front[-1]), front)


def _before(
    ticks: Ticks, table: IntArray, tick: int, cell: tuple[int, int], counted: bool
) -> tuple[int, int]:
    """Return the cell of the table before a tick from which a cell after it comes."""
    row, c = cell
    if counted and c < int(ticks.needed[tick]) - ticks.low:
        row -= 1
    if tick < ticks.lead:
        return row, c
    lowest = max(0, c - ticks.rise)
    rising = table[row, lowest : c + 1] + ticks.configure * np.arange(c - lowest, -1, -1)
    best = c - int(rising[::-1].argmin())
    value = table[row, best] + ticks.configure * (c - best)
    if c >= int(ticks.needed[tick - 1]) - ticks.low:
        falling = table[row, c : c + ticks.fall + 1]
        if falling.min() < value:
            best = c + int(falling.argmin())
    return row, best
