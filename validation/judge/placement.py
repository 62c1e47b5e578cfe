"""The judge of placement: checks decisions and Hall certificates against the raw instance."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isnan
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.placement import LinearLatency, Placement
from .verdict import Verdict, Violation, index_faults, key_faults, rejected


def check(instance: Placement, decision: Any) -> Verdict:
    """Judge a decision: ``{"machine": [one 0-based machine per instance]}``."""
    faults = key_faults(decision, ["machine"])
    if not faults:
        faults = index_faults(decision["machine"], "machine", instance.instances, instance.machines)
    if faults:
        return rejected(faults)
    machine = np.array(decision["machine"], dtype=np.int64)
    latency = instance.latency_of(machine)
    violations = [*_forbidden(machine, latency), *_capacity(instance, machine)]
    if violations:
        return rejected(violations)
    return Verdict(objective=float(latency.max()))


def _forbidden(machine: IntArray, latency: FloatArray) -> list[Violation]:
    """Every instance runs on a machine on which it can run."""
    return [
        Violation("forbidden", f"instance {i}", None, f"cannot run on machine {machine[i]}")
        for i in np.flatnonzero(np.isnan(latency)).tolist()
    ]


def _capacity(instance: Placement, machine: IntArray) -> list[Violation]:
    """Machine j takes at most β_j instances."""
    load = np.bincount(machine, minlength=instance.machines)
    beta = _places(instance)
    return [
        Violation(
            "capacity",
            f"machine {j}",
            float(load[j] - beta[j]),
            f"takes {load[j]} instances, its capacity is {beta[j]}",
        )
        for j in np.flatnonzero(load > beta).tolist()
    ]


def _places(instance: Placement) -> IntArray:
    """Return β_j of the raw fields: min over resources of floor(U_j / Θ0), in decimals, and α."""
    if instance.capacity is not None:
        beta = instance.capacity
    else:
        assert instance.default_plan is not None
        assert instance.available is not None
        plan = [Fraction(str(size)) for size in instance.default_plan.tolist()]
        known: dict[tuple[float, ...], int] = {}
        for room in map(tuple, instance.available.tolist()):
            if room not in known:
                pairs = zip(room, plan, strict=True)
                known[room] = min(floor(Fraction(str(has)) / takes) for has, takes in pairs)
        each = [min(known[tuple(room)], instance.instances) for room in instance.available.tolist()]
        beta = np.array(each, dtype=np.int64)
    if instance.max_per_machine is not None:
        beta = np.minimum(beta, instance.max_per_machine)
    return np.minimum(beta, instance.instances)


def check_certificate(
    instance: Placement, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check a Hall violator, comparing numbers exactly; no flow, no matching, no solver.

    The instances of the certificate have a latency below the threshold only on machines whose
    capacities sum to less than the number of those instances, so that no plan ends before the
    threshold.  Without a threshold (and without a bound) no plan exists at all.
    """
    try:
        threshold, chosen = _read_certificate(instance, certificate)
    except ValueError as error:
        return [_invalid(str(error))]
    if bound is None and threshold is not None:
        return [_invalid("a proof of infeasibility has no threshold")]
    if bound is not None and threshold is not None and bound > threshold:
        return [_invalid(f"it proves {threshold!r}, the claimed bound is {bound!r}")]
    fastest = _fastest(instance, chosen)
    below = ~np.isnan(fastest) if threshold is None else fastest < threshold
    room = int(_places(instance)[below].sum())
    if room < len(chosen):
        return []
    return [_invalid(f"the machines have room for {room} of its {len(chosen)} instances")]


def _read_certificate(
    instance: Placement, certificate: dict[str, Any]
) -> tuple[float | None, IntArray]:
    if certificate.get("kind") != "hall" or set(certificate) != {"kind", "threshold", "instances"}:
        raise ValueError("is no Hall violator {kind, threshold, instances}")
    threshold = certificate["threshold"]
    if threshold is not None and (type(threshold) not in (int, float) or isnan(threshold)):
        raise ValueError("its threshold must be a number or null")
    listed = certificate["instances"]
    faults = (
        index_faults(listed, "instances", len(listed), instance.instances)
        if isinstance(listed, list)
        else index_faults(listed, "instances", 0, 0)
    )
    if faults or not listed or len(set(listed)) != len(listed):
        raise ValueError("its instances must be distinct numbers of instances")
    return threshold, np.array(listed, dtype=np.int64)


def _fastest(instance: Placement, chosen: IntArray) -> FloatArray:
    """Return the least latency that the chosen instances have on each machine (NaN: none)."""
    if isinstance(instance.latency, LinearLatency):
        # per_row >= 0 and floating-point arithmetic is monotone: the smallest input decides
        terms = instance.latency.linear
        least: FloatArray = terms.rows[chosen].min() * terms.per_row + terms.fixed
        return least
    fastest = np.full(instance.machines, np.nan)
    step = max(1, (1 << 22) // instance.machines)
    for k in range(0, len(chosen), step):
        block = instance.latency[chosen[k : k + step]]
        fastest = np.fmin(fastest, np.fmin.reduce(block, axis=0))
    return fastest


def _invalid(message: str) -> Violation:
    return Violation("certificate", "certificate", None, message)
