"""The judge of resource_plan: recomputes every objective of a decision from the raw options."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...instances.resource_plan import ResourcePlan
from .verdict import Verdict, Violation, key_faults, malformed, rejected


def check(instance: ResourcePlan, decision: Any) -> Verdict:
    """Judge a decision: ``{"option": [one 0-based option per instance]}``."""
    faults = key_faults(decision, ["option"])
    if not faults:
        faults = _one_option_each(instance, decision["option"])
    if faults:
        return rejected(faults)
    rows = instance.options.start[:-1] + np.array(decision["option"], dtype=np.int64)
    chosen = instance.options.values[rows]
    objectives = {
        each.name: float(chosen[:, k].max()) if each.aggregate == "max" else math.fsum(chosen[:, k])
        for k, each in enumerate(instance.objectives)
    }
    return Verdict(objectives=objectives)


def _one_option_each(instance: ResourcePlan, option: Any) -> list[Violation]:
    """Every instance uses one of its own options."""
    if not isinstance(option, list):
        return [malformed("option", "must be a list")]
    sizes = instance.options.sizes.tolist()
    if len(option) != len(sizes):
        return [malformed("option", f"must have {len(sizes)} entries, has {len(option)}")]
    return [
        malformed(f"option[{i}]", f"must be a whole number from 0 to {size - 1}, is {item!r}")
        for i, (item, size) in enumerate(zip(option, sizes, strict=True))
        if type(item) is not int or not 0 <= item < size
    ]


def check_certificate(
    _: ResourcePlan, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Reject every certificate: the problem knows none, and is never infeasible."""
    kind = certificate.get("kind")
    message = f"resource_plan knows no certificate (kind {kind!r}, bound {bound!r})"
    return [Violation("certificate", "certificate", None, message)]


def check_bound_front(
    instance: ResourcePlan,
    certificate: dict[str, Any],
    _: Sequence[Mapping[str, float | None]],
) -> list[Violation]:
    """Reject every certificate, also of bounds of a front."""
    return check_certificate(instance, certificate, None)


def least_above(
    instance: ResourcePlan,
    name: str,
    limits: Sequence[float],
    _: dict[str, Any] | None,
) -> list[float]:
    """Return, for each limit, a value of an objective that no plan above the limit is below.

    A maximum is the value of an option; a sum is at least the sum of the least values.
    """
    k = [each.name for each in instance.objectives].index(name)
    values = instance.options.values[:, k]
    least = np.minimum.reduceat(values, instance.options.start[:-1])
    if instance.objectives[k].aggregate == "sum":
        return [max(math.fsum(least), limit) for limit in limits]
    known = np.unique(values[values >= least.max()])
    places = np.searchsorted(known, np.array(limits), side="right")
    return [float(known[at]) if at < len(known) else math.inf for at in places.tolist()]
