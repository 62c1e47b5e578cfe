"""The judge of eviction: who may leave, room in every resource, and the temperature."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....core.decimals import as_written
from ....core.faults import near_miss
from ....instances.eviction import Eviction, Resident
from ..verdict import Verdict, Violation, key_faults, malformed, rejected
from .certificate import check_certificate, temperature_of

__all__ = ["check", "check_certificate"]


def check(instance: Eviction, decision: Any) -> Verdict:
    """Judge a decision: ``{"evict": [names]}``."""
    faults = key_faults(decision, ["evict"])
    if not faults:
        faults = _name_faults(instance, decision["evict"])
    if faults:
        return rejected(faults)
    named = {resident.name: resident for resident in instance.residents}
    evicted = [named[name] for name in decision["evict"]]
    violations = [*_kept(evicted), *_room(instance, evicted)]
    if violations:
        return rejected(violations)
    heat = [temperature_of(instance, resident) for resident in evicted]
    details = {
        "evicted": len(evicted),
        "hottest": float(max(heat, default=Fraction(0))),
        "free_afterwards": {name: float(left) for name, left in _left(instance, evicted).items()},
    }
    return Verdict(objective=float(sum(heat, Fraction(0))), details=details)


def _name_faults(instance: Eviction, names: Any) -> list[Violation]:
    if not isinstance(names, list):
        return [malformed("evict", "must be a list of names")]
    known = [resident.name for resident in instance.residents]
    faults = []
    for k, name in enumerate(names):
        if not isinstance(name, str):
            faults.append(malformed(f"evict[{k}]", f"must be a name, is {name!r}"))
        elif name not in known:
            message = f"is no resident of the file {near_miss(name, known)}"
            faults.append(malformed(f"evict[{k}]", message))
        elif name in names[:k]:
            faults.append(malformed(f"evict[{k}]", f"{name!r} is evicted already"))
    return faults


def _kept(evicted: list[Resident]) -> list[Violation]:
    """Nobody leaves who must stay."""
    return [
        Violation("keep", resident.name, None, "must stay") for resident in evicted if resident.keep
    ]


def _left(instance: Eviction, evicted: list[Resident]) -> dict[str, Fraction]:
    """Return the room that is left in every resource once the growing instance has its request."""
    free = instance.free or (0.0,) * len(instance.resources)
    return {
        name: as_written(free[r])
        + sum((as_written(resident.demand[r]) for resident in evicted), Fraction(0))
        - as_written(instance.request[r])
        for r, name in enumerate(instance.resources)
    }


def _room(instance: Eviction, evicted: list[Resident]) -> list[Violation]:
    """Free room and the room of those who leave cover the request in every resource."""
    return [
        Violation("room", name, float(-left), f"{float(-left):g} of {name} are still missing")
        for name, left in _left(instance, evicted).items()
        if left < 0
    ]
