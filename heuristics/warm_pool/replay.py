"""A rule of warm_pool replayed: wishes for machines, within ramps and never below those in use."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.warm_pool import WarmPool
from ...solvers.warm_pool import cheap_bound, cost_of, impossible, in_money

_DIGITS = 9  # of machines: a target that rounding puts just above a whole number is that number
_SHIFT = 1e9  # the power of ten with so many digits
_MOST = 2.0**40  # machines


def wishes(target: FloatArray, machine_size: float) -> IntArray:
    """Return x, the machines that target memory needs."""
    machines = np.ceil(np.round(target / machine_size, _DIGITS))
    return np.clip(machines, -_MOST, _MOST).astype(np.int64)


@kernel
def follow_wishes(
    wished: IntArray, needed: IntArray, start: int, lead: int, rise: int, fall: int
) -> IntArray:
    """Return the machines of each tick; ``wished[t]`` is decided at t for tick t + lead."""
    machines = np.full(len(needed), start)
    for t in range(lead, len(needed)):
        before, used = machines[t - 1], needed[t - 1]
        least = max(before - fall, min(before, used))
        machines[t] = max(min(wished[t - lead], before + rise), least)
    return machines


def machines_of(instance: WarmPool, target: FloatArray) -> IntArray:
    """Return the machines that follow from targets: of tick t + lead, as decided at tick t."""
    wished = wishes(target[: instance.ticks - instance.lead], instance.machine_size)
    return follow_wishes(wished, instance.needed, *_ramps(instance))


@kernel
def _short_with(
    margin: float,
    smooth: FloatArray,
    stretch: FloatArray,
    machine_size: float,
    needed: IntArray,
    ramps: tuple[int, int, int, int],
    machines: IntArray,
) -> int:
    """Return the ticks that are short, after writing the machines that follow into ``machines``.

    They are `follow_wishes` of the `wishes` for targets ``smooth + stretch x margin``, in one loop.
    ``ramps`` are start, lead, rise and fall; ``machines[:t]`` is final when t is reached.
    """
    start, lead, rise, fall = ramps
    short = 0
    for t in range(len(needed)):
        if t < lead:
            machines[t] = start
        else:
            target = smooth[t - lead] + stretch[t - lead] * margin
            # Rounded to whole parts first, so that rounding in the target adds no machine.
            wish = np.ceil(np.rint(target / machine_size * _SHIFT) / _SHIFT)
            wished = int(min(max(wish, -_MOST), _MOST))
            before, used = machines[t - 1], needed[t - 1]
            least = max(before - fall, min(before, used))  # machines in use are not given back
            machines[t] = max(min(wished, before + rise), least)
        short += machines[t] < needed[t]
    return short


@kernel
def _halve(
    margins: FloatArray,
    bits: IntArray,
    allowed: int,
    smooth: FloatArray,
    stretch: FloatArray,
    machine_size: float,
    needed: IntArray,
    ramps: tuple[int, int, int, int],
    machines: IntArray,
) -> None:
    """Move two Margins together until they are neighbours: the first leaves too many ticks short.

    ``bits`` are those of ``margins``: low, high and the one that is tried.  The bits of numbers
    that are not negative have the order of the numbers.
    """
    while bits[1] - bits[0] > 1:
        bits[2] = bits[0] + (bits[1] - bits[0]) // 2
        short = _short_with(margins[2], smooth, stretch, machine_size, needed, ramps, machines)
        bits[int(short <= allowed)] = bits[2]


def least_margin(
    instance: WarmPool,
    smooth: FloatArray,
    stretch: FloatArray,
    between: tuple[float, float],
    allowed: int,
) -> tuple[float, IntArray] | None:
    """Return the least Margin between two that leaves few enough ticks short, and its machines."""
    machines = np.empty(instance.ticks, dtype=np.int64)
    rule = (smooth, stretch, instance.machine_size, instance.needed, _ramps(instance), machines)
    low, high = between
    if _short_with(low, *rule) <= allowed:
        return low, machines
    if _short_with(high, *rule) > allowed:
        return None
    margins = np.array([low, high, low])
    _halve(margins, margins.view(np.int64), allowed, *rule)
    least = float(margins[1])
    _short_with(least, *rule)
    return least, machines


def _ramps(instance: WarmPool) -> tuple[int, int, int, int]:
    """Return the machines at the start, the lead, and the steepest rise and fall."""
    rise = instance.ticks * instance.most if instance.max_up is None else instance.max_up
    fall = 2**40 if instance.max_down is None else instance.max_down
    return instance.at_start, instance.lead, rise, fall


def answer_with(instance: WarmPool, run: Run, target: FloatArray) -> Answer:
    """Return the decision that follows from targets, with a proven bound; too many short ticks are
    no plan.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    machines = machines_of(instance, target)
    short = int((machines < instance.needed).sum())
    if instance.max_short is None or short <= instance.max_short:
        cost = in_money(instance, cost_of(instance, machines))
        run.report(cost, None, instance.decision(machines))
    bound = cheap_bound(instance)
    if instance.max_short is not None and short > instance.max_short:
        message = f"the rule leaves {short} ticks short, at most {instance.max_short} may be"
        return bound.answer(None, message=message)
    return bound.answer(instance.decision(machines), stopped=run.stopped)
