"""The judge of warm_pool: decisions, and certificates of bounds, in exact arithmetic.

A tick is short if it needs more machines than are configured.  ``envelope``: the plan with the
fewest machines in each tick, found in two passes.  The other kinds of certificates are those of
`lagrange_multiplier`; their tables are short ticks still allowed x machines.
"""

from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from ...core.arrays import IntArray
from ...core.decimals import as_written, common_unit
from ...core.kernels import kernel
from ...core.schema import Count
from ...instances.warm_pool import WarmPool
from .forms import Certificate, Decision
from .judging import Judge
from .proofs import lagrange_multiplier
from .proofs.claims import UnprovenError
from .proofs.lagrange_multiplier import NEVER, CostTable, InevitablyShort, ShortPrice


class WarmMachines(Decision):
    """A decision: the number of configured machines in each tick."""

    AXES: ClassVar = {"machines": ("allocated",)}
    machines: list[Count]


def check(instance: WarmPool, decision: WarmMachines, judge: Judge) -> Fraction:
    """Check the machines; the objective is the cost of warm memory, configuring and short ticks."""
    machines = decision.machines
    part, size, used = _memory_in_parts(instance)
    needed = [-(-memory // size) for memory in used]
    start = needed[0] if instance.configured is None else instance.configured
    _changes(instance, machines, [start, *machines[:-1]], needed, judge)
    short = sum(now < need for now, need in zip(machines, needed, strict=True))
    lagrange_multiplier.note_short(judge, short, instance.max_short, "ticks")
    left = (size * now - memory for now, memory in zip(machines, used, strict=True))
    warm = part * sum(each for each in left if each > 0)
    ups = sum(max(0, now - before) for before, now in pairwise([start, *machines]))
    ratios = [size * now / memory for now, memory in zip(machines, used, strict=True) if memory]
    judge.details = {
        "short_ticks": short,
        "warm_memory": float(warm),
        "machine_ticks": sum(machines),
        "configured_over_used": round(sum(ratios) / len(ratios), 6) if ratios else None,
    }
    cost = warm + as_written(instance.configure_cost) * ups
    return cost + as_written(instance.short_cost) * short


def _memory_in_parts(instance: WarmPool) -> tuple[Fraction, int, list[int]]:
    """Return a unit of memory, and in this unit the size of a machine and the use in each tick."""
    memory = instance.allocated.tolist()
    amounts = {number: as_written(number) for number in {instance.machine_size, *memory}}
    part = common_unit(amounts.values())
    parts = {number: int(amount / part) for number, amount in amounts.items()}
    return part, parts[instance.machine_size], [parts[number] for number in memory]


def _changes(
    instance: WarmPool, machines: list[int], before: list[int], needed: list[int], judge: Judge
) -> None:
    """Report changes before the lead time, or above the ramps, and removals of used machines."""
    for t, now in enumerate(machines[: instance.lead]):
        there = f"the plan has {now} machines, but the initial {before[0]} cannot change yet"
        judge.over("lead", f"tick {t}", abs(now - before[0]), there)
    for t, (now, had) in enumerate(zip(machines, before, strict=True)):
        for change, most, word in (
            (now - had, instance.max_up, "configured"),
            (had - now, instance.max_down, "given back"),
        ):
            if most is not None and change > most:
                message = f"{change} machines are {word}, but at most {most} can be"
                judge.over("ramp", f"tick {t}", change - most, message)
    for t in range(instance.lead, len(machines)):
        busy = min(before[t], needed[t - 1])
        if busy > machines[t]:
            message = f"only {machines[t]} machines remain, but {busy} were in use"
            judge.over("in-use", f"tick {t}", busy - machines[t], message)


MOST_ENTRIES = 100_000_000
_Ints: TypeAlias = tuple[int, ...]


class LeastPlan(Certificate):
    """A certificate: the plan with the fewest machines, with short ticks only where inevitable."""

    kind: Literal["envelope"] = "envelope"


class _Units:
    """The instance in integers, which are multiples of units of memory and of cost."""

    def __init__(self, instance: WarmPool, price: Fraction = Fraction(0)) -> None:
        """Convert the instance; ``price`` is added to the cost of a short tick."""
        part, self.size, used = _memory_in_parts(instance)
        short_cost = as_written(instance.short_cost) + price
        costs = [part, as_written(instance.configure_cost), short_cost]
        self.unit = common_unit(costs)
        self.warm, self.configure, self.short = (int(cost / self.unit) for cost in costs)
        needed = [-(-number // self.size) for number in used]
        self.start = needed[0] if instance.configured is None else instance.configured
        of_tick = max(self.start, *needed) * (self.warm * self.size + self.configure) + self.short
        if len(used) * of_tick >= NEVER:
            raise UnprovenError("its numbers are too large to be re-checked")
        self.used, self.needed = np.array(used, dtype=np.int64), np.array(needed, dtype=np.int64)


def certified(
    instance: WarmPool, certificate: InevitablyShort | LeastPlan | CostTable | ShortPrice
) -> Fraction | None:
    """Return the bound that a certificate proves, or ``None`` if it proves infeasibility."""
    if isinstance(certificate, LeastPlan):
        return _envelope_cost(instance)

    def least_cost(price: Fraction, most_short: int | None) -> Fraction:
        priced = _Units(instance, price)
        return _backwards(instance, priced, most_short) * priced.unit

    units = _Units(instance)
    short, most = len(_inevitable(instance, units)), instance.max_short
    return lagrange_multiplier.proven_by(certificate, short, least_cost, units.unit, most, "ticks")


def _inevitable(instance: WarmPool, units: _Units) -> IntArray:
    """Return the ticks whose need exceeds the machines that can be configured by then."""
    ticks = np.arange(len(units.needed))
    if instance.max_up is None:
        return ticks[(ticks < instance.lead) & (units.needed > units.start)]
    reach = units.start + instance.max_up * np.maximum(0, ticks - instance.lead + 1)
    return ticks[units.needed > reach]


def _envelope_cost(instance: WarmPool) -> Fraction:
    """Return the cost of the plan that has the fewest machines in every tick."""
    units = _Units(instance)
    inevitable = set(_inevitable(instance, units).tolist())
    if instance.configure_cost or instance.max_short != len(inevitable):
        raise UnprovenError("an envelope needs configure_cost 0 and only inevitably short ticks")
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
    """Return the minimum cost by backward recursion over machines and short ticks still allowed.

    There are at least min(start, smallest need) machines, because machines in use stay, and at most
    max(start, largest need), because more are never useful.
    """
    low = min(units.start, int(units.needed.min()))
    columns = max(units.start, int(units.needed.max())) + 1 - low
    left = lagrange_multiplier.empty_table(len(units.needed), columns, most_short, MOST_ENTRIES)
    ramps = (columns if most is None else most for most in (instance.max_up, instance.max_down))
    shape = (low, units.size, instance.lead, *ramps)
    prices = (units.warm, units.configure, units.short)
    left = _least_ahead(left, units.needed, units.used, shape, prices, most_short is not None)
    return int(left[-1, units.start - low])


@kernel
def _least_ahead(
    left: IntArray, needed: IntArray, used: IntArray, shape: _Ints, prices: _Ints, counted: bool
) -> IntArray:
    """Return the minimum cost from tick 0 on, as a table: short ticks still allowed x machines.

    ``shape``: the fewest machines, a machine's size, the lead, and the ramps up and down;
    ``prices``: of warm memory, of configuring a machine, and of a short tick.
    """
    (low, size, lead, rise, fall), (warm, price, short) = shape, prices
    rows, columns = left.shape
    for t in range(len(used) - 1, -1, -1):
        after = np.full((rows, columns), NEVER, dtype=np.int64)
        for row in range(rows):
            for c in range(columns):
                if low + c >= needed[t]:
                    after[row, c] = min(NEVER, left[row, c] + warm * (size * (low + c) - used[t]))
                elif row or not counted:
                    after[row, c] = min(NEVER, left[row - counted, c] + short)
        left = after.copy()
        in_use = needed[t - 1] - low  # as many machines stay
        for row in range(rows if t >= lead else 0):
            for c in range(columns):
                for up in range(1, min(rise, columns - 1 - c) + 1):
                    left[row, c] = min(left[row, c], after[row, c + up] + price * up)
                for down in range(1, min(fall, c - max(0, in_use)) + 1):
                    left[row, c] = min(left[row, c], after[row, c - down])
    return left
