"""The judge of warm_pool: lead, ramps, machines in use, short ticks, and the cost."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from ....core.decimals import as_written
from ....instances.warm_pool import WarmPool
from ..verdict import Verdict, Violation, key_faults, malformed, rejected
from .certificate import check_certificate

__all__ = ["check", "check_certificate"]


def check(instance: WarmPool, decision: Any) -> Verdict:
    """Judge a decision: ``{"machines": […]}`` with one whole number per tick."""
    faults = key_faults(decision, ["machines"])
    if not faults:
        faults = _count_faults(decision["machines"], len(instance.allocated))
    if faults:
        return rejected(faults)
    machines: list[int] = decision["machines"]
    size = as_written(instance.machine_size)
    used = [as_written(memory) for memory in instance.allocated.tolist()]
    needed = [ceil(memory / size) for memory in used]
    start = needed[0] if instance.configured is None else instance.configured
    violations = [
        *_lead(instance, machines, start),
        *_ramps(instance, machines, start),
        *_in_use(instance, machines, needed),
        *_short_ticks(instance, machines, needed),
    ]
    return rejected(violations) if violations else _judged(instance, machines, used, size, start)


def _count_faults(machines: Any, ticks: int) -> list[Violation]:
    if not isinstance(machines, list):
        return [malformed("machines", "must be a list")]
    if len(machines) != ticks:
        message = f"must have {ticks} entries, one per tick, has {len(machines)}"
        return [malformed("machines", message)]
    return [
        malformed(f"machines[{t}]", f"must be a whole number >= 0, is {count!r}")
        for t, count in enumerate(machines)
        if type(count) is not int or count < 0
    ]


def _lead(instance: WarmPool, machines: list[int], start: int) -> list[Violation]:
    """Before the first decision takes effect, the machines configured before stay."""
    return [
        Violation(
            "lead",
            f"tick {t}",
            float(abs(machines[t] - start)),
            f"{machines[t]} machines before any can be configured or given back, {start} there are",
        )
        for t in range(instance.lead)
        if machines[t] != start
    ]


def _ramps(instance: WarmPool, machines: list[int], start: int) -> list[Violation]:
    """No more machines are configured or given back in a tick than can be."""
    violations = []
    for t, (now, before) in enumerate(zip(machines, [start, *machines[:-1]], strict=True)):
        for change, most, word in (
            (now - before, instance.max_up, "configured"),
            (before - now, instance.max_down, "given back"),
        ):
            if most is not None and change > most:
                message = f"{change} machines are {word}, at most {most} can be"
                violations.append(Violation("ramp", f"tick {t}", float(change - most), message))
    return violations


def _in_use(instance: WarmPool, machines: list[int], needed: list[int]) -> list[Violation]:
    """Only empty machines are given back."""
    return [
        Violation(
            "in-use",
            f"tick {t}",
            float(min(machines[t - 1], needed[t - 1]) - machines[t]),
            f"{machines[t]} machines stay, {min(machines[t - 1], needed[t - 1])} were in use",
        )
        for t in range(instance.lead, len(machines))
        if machines[t] < min(machines[t - 1], needed[t - 1])
    ]


def _short_ticks(instance: WarmPool, machines: list[int], needed: list[int]) -> list[Violation]:
    """No more ticks are short than may be."""
    short = sum(now < need for now, need in zip(machines, needed, strict=True))
    if instance.max_short is None or short <= instance.max_short:
        return []
    message = f"{short} ticks are short, at most {instance.max_short} may be"
    return [Violation("max_short", "all ticks", float(short - instance.max_short), message)]


def _judged(
    instance: WarmPool, machines: list[int], used: list[Fraction], size: Fraction, start: int
) -> Verdict:
    left = [size * now - memory for now, memory in zip(machines, used, strict=True)]
    warm = sum((each for each in left if each > 0), Fraction(0))
    short = sum(each < 0 for each in left)
    steps = zip(machines, [start, *machines[:-1]], strict=True)
    ups = sum(max(0, now - before) for now, before in steps)
    cost = warm + as_written(instance.configure_cost) * ups
    cost += as_written(instance.short_cost) * short
    ratios = [size * now / memory for now, memory in zip(machines, used, strict=True) if memory]
    details = {
        "short_ticks": short,
        "warm_memory": float(warm),
        "machine_ticks": sum(machines),
        "configured_over_used": round(float(sum(map(float, ratios)) / len(ratios)), 6)
        if ratios
        else None,
    }
    return Verdict(objective=float(cost), details=details)
