"""Decisions of warm_pool: lead, ramps, machines in use, short ticks, and the cost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import ClassVar

from ....core.decimals import as_written
from ....core.schema import Count
from ....instances.warm_pool import WarmPool
from ..forms import Decision
from ..judging import Judge


class WarmMachines(Decision):
    """The machines that are configured in every tick."""

    AXES: ClassVar[Mapping[str, tuple[str, ...]]] = {"machines": ("allocated",)}
    machines: list[Count]


def check(instance: WarmPool, decision: WarmMachines, judge: Judge) -> Fraction:
    """Judge the machines; the objective is what warm memory, configuring and short ticks cost."""
    machines = decision.machines
    size = as_written(instance.machine_size)
    used = [as_written(memory) for memory in instance.allocated.tolist()]
    needed = [ceil(memory / size) for memory in used]
    start = needed[0] if instance.configured is None else instance.configured
    _lead(instance, machines, start, judge)
    _ramps(instance, machines, start, judge)
    _in_use(instance, machines, needed, judge)
    short = sum(now < need for now, need in zip(machines, needed, strict=True))
    if instance.max_short is not None and short > instance.max_short:
        message = f"{short} ticks are short, at most {instance.max_short} may be"
        judge.fault("max_short", "all ticks", message, float(short - instance.max_short))
    return _cost(instance, machines, used, start, judge)


def _lead(instance: WarmPool, machines: list[int], start: int, judge: Judge) -> None:
    """Before the first decision takes effect, the machines configured before stay."""
    for t, now in enumerate(machines[: instance.lead]):
        if now != start:
            message = (
                f"{now} machines before any can be configured or given back, {start} there are"
            )
            judge.fault("lead", f"tick {t}", message, float(abs(now - start)))


def _ramps(instance: WarmPool, machines: list[int], start: int, judge: Judge) -> None:
    """No more machines are configured or given back in a tick than can be."""
    for t, (now, before) in enumerate(zip(machines, [start, *machines[:-1]], strict=True)):
        for change, most, word in (
            (now - before, instance.max_up, "configured"),
            (before - now, instance.max_down, "given back"),
        ):
            if most is not None and change > most:
                message = f"{change} machines are {word}, at most {most} can be"
                judge.fault("ramp", f"tick {t}", message, float(change - most))


def _in_use(instance: WarmPool, machines: list[int], needed: list[int], judge: Judge) -> None:
    """Only empty machines are given back."""
    for t in range(instance.lead, len(machines)):
        busy = min(machines[t - 1], needed[t - 1])
        if machines[t] < busy:
            message = f"{machines[t]} machines stay, {busy} were in use"
            judge.fault("in-use", f"tick {t}", message, float(busy - machines[t]))


def _cost(
    instance: WarmPool, machines: list[int], used: list[Fraction], start: int, judge: Judge
) -> Fraction:
    size = as_written(instance.machine_size)
    left = [size * now - memory for now, memory in zip(machines, used, strict=True)]
    warm = sum((each for each in left if each > 0), Fraction(0))
    short = sum(each < 0 for each in left)
    steps = zip(machines, [start, *machines[:-1]], strict=True)
    ups = sum(max(0, now - before) for now, before in steps)
    ratios = [size * now / memory for now, memory in zip(machines, used, strict=True) if memory]
    mean = round(float(sum(map(float, ratios)) / len(ratios)), 6) if ratios else None
    judge.details = {
        "short_ticks": short,
        "warm_memory": float(warm),
        "machine_ticks": sum(machines),
        "configured_over_used": mean,
    }
    cost = warm + as_written(instance.configure_cost) * ups
    return cost + as_written(instance.short_cost) * short
