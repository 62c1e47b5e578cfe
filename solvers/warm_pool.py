"""Dedicated exact algorithms of warm_pool: an envelope, a table over machines, and prices.

A tick is short if it needs more machines than are configured.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from math import isqrt
from typing import NamedTuple

import numpy as np

from ..core.arrays import IntArray
from ..core.kernels import kernel
from ..core.outcome import Answer, CertifiedBound
from ..core.run import Run
from ..instances.warm_pool import WarmPool
from .best_price import FINEST, in_money, price_bound, table_answer

__all__ = [
    "cheap_bound",
    "cost_of",
    "dp",
    "envelope",
    "impossible",
    "in_money",
    "inevitable",
    "reach",
]


def reach(instance: WarmPool) -> IntArray:
    """Return the maximum number of machines that can be configured at each tick."""
    since = np.arange(instance.ticks) - instance.lead + 1
    return instance.at_start + instance.rise * np.maximum(0, since)


def inevitable(instance: WarmPool) -> int:
    """Return the number of ticks that are short in every plan."""
    return int((instance.needed > reach(instance)).sum())


def envelope(instance: WarmPool) -> IntArray:
    """Return the minimum number of machines per tick if only inevitable ticks are short.

    If configuring costs nothing and only inevitable ticks are short, the smaller of two plans in
    every tick is a plan again, so that one plan is least everywhere.
    """
    return _envelope(
        instance.needed,
        reach(instance),
        instance.at_start,
        instance.lead,
        instance.rise,
        instance.fall,
    )


@kernel
def _envelope(
    needed: IntArray, most: IntArray, start: int, lead: int, rise: int, fall: int
) -> IntArray:
    """Return the envelope, which falls at most ``fall`` per tick and rises before steep needs."""
    machines = np.full(len(needed), start)
    for t in range(lead, len(needed)):
        before = machines[t - 1]
        least = max(before - fall, min(before, needed[t - 1]))
        machines[t] = max(least, needed[t]) if needed[t] <= most[t] else least
    for t in range(len(needed) - 2, lead - 1, -1):
        machines[t] = max(machines[t], machines[t + 1] - rise)
    return machines


NEVER = np.int64(2**61)  # the cost of an impossible state
_BETWEEN_STOPS = 16  # ticks per call of a kernel, between two checks of the clock


class Ticks(NamedTuple):
    """An instance as integers for tables, with a column per number of machines from ``low`` on.

    More machines may be configured within the ramp at their price; fewer may be kept within the
    ramp down to those in use.  Both are minima over sliding windows, so that a tick costs the same
    whatever the ramps are.
    """

    used: IntArray
    needed: IntArray
    size: int
    low: int
    columns: int
    start: int
    lead: int
    rise: int
    fall: int
    warm: int
    configure: int
    short: int

    @classmethod
    def of(cls, instance: WarmPool, scale: int = 1, price: int = 0) -> Ticks:
        """Return the data of an instance, with scaled costs and a price added per short tick."""
        low = min(instance.at_start, int(instance.needed.min()))
        warm, configure, short = (cost * scale for cost in instance.costs)
        return cls(
            used=instance.used,
            needed=instance.needed,
            size=instance.size,
            low=low,
            columns=instance.most - low + 1,
            start=instance.at_start,
            lead=instance.lead,
            rise=instance.rise,
            fall=instance.fall,
            warm=warm,
            configure=configure,
            short=short + price,
        )

    def first(self, most_short: int | None) -> IntArray:
        """Return the table (short ticks x machines) before tick 0."""
        rows = 1 if most_short is None else most_short + 1
        table = np.full((rows, self.columns), NEVER)
        table[0, self.start - self.low] = 0
        return table


@kernel
def _table_after(table: IntArray, ticks: Ticks, begin: int, end: int, counted: bool) -> IntArray:
    """Return the table after the ticks from ``begin`` to ``end`` - 1."""
    for tick in range(begin, end):
        if tick >= ticks.lead:
            least = ticks.needed[tick - 1] - ticks.low
            table = _move(table, least, ticks.rise, ticks.fall, ticks.configure)
        needed, base = ticks.needed[tick] - ticks.low, ticks.size * ticks.low - ticks.used[tick]
        table = _pay_tick(table, needed, base, ticks.size, ticks.warm, ticks.short, counted)
    return table


@kernel
def _walk_back(
    table: IntArray,
    ticks: Ticks,
    begin: int,
    end: int,
    counted: bool,
    cell: tuple[int, int],
    machines: IntArray,
) -> tuple[int, int]:
    """Trace an optimal plan back through ticks ``begin`` to ``end`` - 1; write their ``machines``.

    ``table`` is the table before these ticks, ``cell`` the cell after them. Return the cell before.
    """
    row, column = cell
    tables = np.empty((end - begin, *table.shape), dtype=np.int64)
    tables[0] = table
    for tick in range(begin, end - 1):
        k = tick - begin
        tables[k + 1] = _table_after(tables[k], ticks, tick, tick + 1, counted)
    for tick in range(end - 1, begin - 1, -1):
        machines[tick] = ticks.low + column
        if counted and column < ticks.needed[tick] - ticks.low:
            row -= 1
        if tick < ticks.lead:
            continue
        before = tables[tick - begin, row]
        least, best = before[column], column
        for c in range(column - 1, max(0, column - ticks.rise) - 1, -1):
            risen = before[c] + ticks.configure * (column - c)
            if risen < least:
                least, best = risen, c
        if column >= ticks.needed[tick - 1] - ticks.low:
            for c in range(column + 1, min(len(before) - 1, column + ticks.fall) + 1):
                if before[c] < least:
                    least, best = before[c], c
        column = best
    return row, column


@kernel
def _move(table: IntArray, least: int, rise: int, fall: int, price: int) -> IntArray:
    """Return the table after machines are configured, or given back down to ``least``."""
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
        # the same from above, because giving back costs nothing
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
    """Return the table with a tick's cost; ``counted``: short ticks move costs to the next row."""
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
    """Return the minimum cost, in cost units, if the number of short ticks is unlimited."""
    return int(_table_after(ticks.first(None), ticks, 0, len(ticks.used), False).min())


@dataclass(frozen=True, eq=False)
class Machines:
    """A plan with its cost, and the minimum costs with at most 0, 1, 2, … short ticks."""

    machines: IntArray
    cost: int
    front: IntArray


def least_machines(ticks: Ticks, most_short: int | None, run: Run | None = None) -> Machines | None:
    """Return the cheapest plan with at most ``most_short`` short ticks, ``None`` if none in time.

    Only some tables are kept; the tables between these are recomputed for the trace back.
    """
    total, block = len(ticks.used), isqrt(len(ticks.used)) + 1
    counted = most_short is not None
    table, kept = ticks.first(most_short), []
    for begin in range(0, total, block):
        kept.append(table)
        for first in range(begin, min(total, begin + block), _BETWEEN_STOPS):
            if run is not None and run.should_stop():
                return None
            end = min(total, begin + block, first + _BETWEEN_STOPS)
            table = _table_after(table, ticks, first, end, counted)
    least = table.min(axis=1)
    row = int(least.argmin())
    if least[row] >= NEVER:
        return None
    front = np.minimum.accumulate(least)
    cell = (row, int(table[row].argmin()))
    machines = np.empty(total, dtype=np.int64)
    for number in range(len(kept) - 1, -1, -1):
        begin, end = number * block, min(total, (number + 1) * block)
        cell = _walk_back(kept[number], ticks, begin, end, counted, cell, machines)
    return Machines(machines, int(front[-1]), front)


def impossible(instance: WarmPool) -> Answer | None:
    """Return a proof of infeasibility if inevitable short ticks exceed the limit, else ``None``."""
    found = inevitable(instance)
    if instance.max_short is None or found <= instance.max_short:
        return None
    message = (
        f"{found} ticks need more machines than can be configured by then; "
        f"at most {instance.max_short} ticks may be short"
    )
    return Answer(infeasible=True, certificate={"kind": "inevitable"}, message=message)


@lru_cache(maxsize=4)  # all rules of a comparison ask for the bound of the same instance
def cheap_bound(instance: WarmPool) -> CertifiedBound:
    """Return a quick certified bound: the optimum if the number of short ticks is unlimited."""
    if instance.max_short is None:
        value = in_money(instance, least_cost(Ticks.of(instance)))
        return CertifiedBound(value, {"kind": "price", "price": 0.0})
    found = inevitable(instance)
    if instance.max_short == found and instance.configure_cost == 0:
        value = in_money(instance, cost_of(instance, envelope(instance)))
        return CertifiedBound(value, {"kind": "envelope"})
    most_short = instance.max_short

    def bound_at(price: int) -> int:
        return least_cost(Ticks.of(instance, FINEST, price)) - price * most_short

    whole = cost_of(instance, envelope(instance)) * FINEST
    return price_bound(bound_at, max(1, whole - bound_at(0)), instance.cost_unit)


def cost_of(instance: WarmPool, machines: IntArray) -> int:
    """Return the cost of a plan (machines per tick), in cost units."""
    warm, configure, short = instance.costs
    left = machines * instance.size - instance.used
    ups = np.diff(machines, prepend=instance.at_start)
    paid = warm * int(left[left > 0].sum()) + configure * int(ups[ups > 0].sum())
    return paid + short * int((left < 0).sum())


MOST_CHECKED = 100_000_000  # entries that the checker's own table may have


def dp(instance: WarmPool, run: Run) -> Answer:
    """Return the cheapest plan, and the minimum cost for each limit on short ticks.

    The state is the number of configured machines and of short ticks so far.  If only inevitable
    ticks may be short and configuring is free, the envelope is optimal without a table.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    if instance.max_short == inevitable(instance) and instance.configure_cost == 0:
        return _least_everywhere(instance, run)
    machines = envelope(instance)
    quick = instance.decision(machines)
    run.report(in_money(instance, cost_of(instance, machines)), None, quick)
    most_short = None if instance.max_short is None else min(instance.max_short, instance.ticks)
    ticks = Ticks.of(instance)
    found = least_machines(ticks, most_short, run)
    if found is None:
        return cheap_bound(instance).answer(quick, stopped=run.stopped)
    decision, cost = instance.decision(found.machines), in_money(instance, found.cost)
    run.report(cost, None, decision)
    least = found.front.tolist()  # with at most 0, 1, 2, … short ticks; None without a plan
    front = [None if each >= NEVER else in_money(instance, each) for each in least]
    details = {} if most_short is None else {"front": front}
    if most_short is None:
        return CertifiedBound(cost, {"kind": "price", "price": 0.0}).answer(decision)
    return table_answer(
        decision,
        cost,
        details,
        is_checkable=instance.ticks * (most_short + 1) * ticks.columns <= MOST_CHECKED,
        cheap_bound=partial(cheap_bound, instance),
    )


def _least_everywhere(instance: WarmPool, run: Run) -> Answer:
    """Return the answer whose plan is the envelope, for instances where it is optimal."""
    machines = envelope(instance)
    decision, cost = instance.decision(machines), in_money(instance, cost_of(instance, machines))
    run.report(cost, None, decision)
    front = [None] * inevitable(instance) + [cost]
    return CertifiedBound(cost, {"kind": "envelope"}).answer(decision, details={"front": front})
