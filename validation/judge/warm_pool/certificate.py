"""Proofs of warm_pool, re-checked in whole units and without a solver.

``inevitable``: more ticks than allowed need more machines than can be configured by then.
``envelope``: the plan that is least in every tick, in two passes.  ``table``: the least cost by
machines and short ticks left, run backwards.  ``price``: the same without counting short ticks, at
a price for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

import numpy as np

from ....core.decimals import as_written, common_unit
from ....core.schema import NonNegative
from ....instances.warm_pool import WarmPool
from ..forms import Certificate
from ..proofs.claims import Numbers, UnprovenError

MOST_ENTRIES = 100_000_000
_NEVER = 2**61


class ShortTicks(Certificate):
    """More ticks than allowed are short, whatever is decided."""

    kind: Literal["inevitable"] = "inevitable"


class LeastPlan(Certificate):
    """The plan that is least in every tick, where no other ticks may be short."""

    kind: Literal["envelope"] = "envelope"


class PoolTable(Certificate):
    """The least cost by a table; the judge computes it itself."""

    kind: Literal["table"] = "table"


class TickPrice(Certificate):
    """The price of a short tick; the table then need not count them."""

    kind: Literal["price"] = "price"
    price: NonNegative


@dataclass(frozen=True)
class _Units:
    """The instance in whole numbers: memory and costs in units of their own."""

    used: Numbers
    needed: Numbers
    size: int
    start: int
    unit: Fraction  # of costs
    warm: int
    configure: int
    short: int


def certified(
    instance: WarmPool, certificate: ShortTicks | LeastPlan | PoolTable | TickPrice
) -> Fraction | None:
    """Return the bound that a certificate proves; none where nothing is feasible."""
    match certificate:
        case ShortTicks():
            _too_many_are_short(instance)
            return None
        case LeastPlan():
            return _enveloped(instance)
        case PoolTable():
            units = _units(instance, Fraction(0))
            return _backwards(instance, units, instance.max_short) * units.unit
        case TickPrice():
            return _less_price(instance, as_written(certificate.price))


def _less_price(instance: WarmPool, price: Fraction) -> Fraction:
    """Return the least cost with a price per short tick, less the price of all that may be."""
    if instance.max_short is None and price:
        raise UnprovenError("without a limit on short ticks a price proves nothing")
    units = _units(instance, price)
    least = _backwards(instance, units, None) * units.unit
    proven = least - price * (instance.max_short or 0)
    unit = _units(instance, Fraction(0)).unit  # every cost is a whole number of these
    return ceil(proven / unit) * unit


def _too_many_are_short(instance: WarmPool) -> None:
    """Refuse a proof of infeasibility where no more ticks are short than may be."""
    found = len(_inevitable(instance, _units(instance, Fraction(0))))
    if instance.max_short is None or found <= instance.max_short:
        raise UnprovenError(f"{found} ticks are inevitably short, {instance.max_short} may be")


def _inevitable(instance: WarmPool, units: _Units) -> Numbers:
    """Return the ticks that need more machines than can be configured by then."""
    ticks = np.arange(len(units.needed))
    if instance.max_up is None:
        return ticks[(ticks < instance.lead) & (units.needed > units.start)]
    reach = units.start + instance.max_up * np.maximum(0, ticks - instance.lead + 1)
    return ticks[units.needed > reach]


def _units(instance: WarmPool, price: Fraction) -> _Units:
    """Return the instance in whole numbers, with a price added to the cost of a short tick."""
    memory = [as_written(number) for number in instance.allocated.tolist()]
    size = as_written(instance.machine_size)
    part = common_unit([size, *memory])
    costs = [
        part,
        as_written(instance.configure_cost),
        as_written(instance.short_cost) + price,
    ]
    unit = common_unit(costs)
    warm, configure, short = (int(cost / unit) for cost in costs)
    whole = [int(number / part) for number in memory]
    each = int(size / part)
    needed = [-(-number // each) for number in whole]
    start = needed[0] if instance.configured is None else instance.configured
    most = max(start, *needed)
    if len(whole) * (most * (warm * each + configure) + short) >= _NEVER:
        raise UnprovenError("its numbers are too large to be re-checked")
    arrays = (np.array(whole, dtype=np.int64), np.array(needed, dtype=np.int64))
    return _Units(*arrays, each, start, unit, warm, configure, short)


def _enveloped(instance: WarmPool) -> Fraction:
    """Return the cost of the plan that has the fewest machines in every tick."""
    units = _units(instance, Fraction(0))
    inevitable = set(_inevitable(instance, units).tolist())
    if instance.configure_cost or instance.max_short != len(inevitable):
        raise UnprovenError("an envelope proves nothing where other ticks may be short")
    needed, lead = units.needed.tolist(), instance.lead
    machines = [units.start] * len(needed)
    for t in range(lead, len(needed)):
        before = machines[t - 1]
        least = min(before, needed[t - 1])
        if instance.max_down is not None:
            least = max(least, before - instance.max_down)
        machines[t] = least if t in inevitable else max(least, needed[t])
    for t in range(len(needed) - 2, lead - 1, -1):
        if instance.max_up is not None:
            machines[t] = max(machines[t], machines[t + 1] - instance.max_up)
    left = units.size * np.array(machines, dtype=np.int64) - units.used
    total = units.warm * int(left[left > 0].sum()) + units.short * int((left < 0).sum())
    return total * units.unit


def _backwards(instance: WarmPool, units: _Units, most_short: int | None) -> int:
    """Return the least cost from the last tick back, by machines and short ticks still allowed.

    Machines in use stay, so that there are never fewer than any tick needs or were there at first;
    and none are worth having beyond all that is ever needed.
    """
    low = min(units.start, int(units.needed.min()))
    machines = np.arange(low, max(units.start, int(units.needed.max())) + 1)
    ticks = len(units.needed)
    rows = 1 if most_short is None else min(most_short, ticks) + 1
    if ticks * rows * len(machines) > MOST_ENTRIES:
        raise UnprovenError("its table is too large to be re-checked")
    rise = len(machines) if instance.max_up is None else instance.max_up
    fall = len(machines) if instance.max_down is None else instance.max_down
    left = np.zeros((rows, len(machines)), dtype=np.int64)
    for t in range(ticks - 1, -1, -1):
        warm = units.warm * (units.size * machines - units.used[t])
        ahead = left + units.short
        if most_short is not None:
            ahead = np.vstack([np.full((1, len(machines)), _NEVER), ahead[:-1]])
        left = np.minimum(np.where(machines < units.needed[t], ahead, left + warm), _NEVER)
        if t >= instance.lead:
            left = _chosen(left, machines, int(units.needed[t - 1]), rise, fall, units.configure)
    return int(left[-1, units.start - low])


def _chosen(
    left: Numbers, machines: Numbers, needed: int, rise: int, fall: int, price: int
) -> Numbers:
    """Return the least cost before a choice: up within the ramp, down to machines in use."""
    up = _window_least(left + price * machines, rise) - price * machines
    down = left.copy()
    first = max(0, needed - int(machines[0]))
    idle = left[:, first:]
    if idle.shape[1]:
        down[:, first:] = _window_least(idle[:, ::-1], fall)[:, ::-1]
    least: Numbers = np.minimum(np.minimum(up, down), _NEVER)
    return least


def _window_least(values: Numbers, reach: int) -> Numbers:
    """Return, at every place, the least of it and the next ``reach`` values, by doubling."""
    least, covered = values.copy(), 1
    reach = min(reach, values.shape[1] - 1)
    while covered <= reach:
        step = min(covered, reach + 1 - covered)
        least[:, :-step] = np.minimum(least[:, :-step], least[:, step:])
        covered += step
    return least
