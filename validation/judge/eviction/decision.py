"""Decisions of eviction: who may leave, room in every resource, and the temperature."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from ....core.decimals import as_written
from ....instances.eviction import Eviction, Resident
from ..forms import Decision
from ..judging import Judge
from .certificate import temperature_of


class Evictions(Decision):
    """The names of the residents that leave."""

    NAMES: ClassVar[Mapping[str, tuple[str, ...]]] = {"evict": ("residents",)}
    evict: list[str]


def check(instance: Eviction, decision: Evictions, judge: Judge) -> Fraction:
    """Judge who leaves; the objective is the sum of their temperatures."""
    named = {resident.name: resident for resident in instance.residents}
    evicted = [named[name] for name in decision.evict]
    for resident in evicted:
        if resident.keep:
            judge.fault("keep", resident.name, "must stay")
    left = _left(instance, evicted)
    for name, room in left.items():
        if room < 0:
            message = f"{float(-room):g} of {name} are still missing"
            judge.fault("room", name, message, float(-room))
    heat = [temperature_of(instance, resident) for resident in evicted]
    judge.details = {
        "evicted": len(evicted),
        "hottest": float(max(heat, default=Fraction(0))),
        "free_afterwards": {name: float(room) for name, room in left.items()},
    }
    return sum(heat, Fraction(0))


def _left(instance: Eviction, evicted: list[Resident]) -> dict[str, Fraction]:
    """Return the room that is left in every resource once the growing instance has its request."""
    free = instance.free or (0.0,) * len(instance.resources)
    return {
        name: as_written(free[r])
        + sum((as_written(resident.demand[r]) for resident in evicted), Fraction(0))
        - as_written(instance.request[r])
        for r, name in enumerate(instance.resources)
    }
