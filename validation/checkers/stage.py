"""The judge of stage: recomputes latency and cost, and the load of each machine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.stage import Stage
from ..proofs.decimal_sizes import as_written
from ..verdict import Verdict, Violation, index_faults, key_faults, rejected

_ROUNDING = 1e-9  # relative: what sums in floating point may be wrong by


def check(instance: Stage, decision: Any) -> Verdict:
    """Judge ``{"machine": […], "configuration": […]}``, both 0-based, one per instance."""
    faults = key_faults(decision, ["machine", "configuration"])
    if not faults:
        kinds = len(instance.configurations)
        for key, below in (("machine", instance.machines), ("configuration", kinds)):
            faults += index_faults(decision[key], key, instance.instances, below)
    if faults:
        return rejected(faults)
    machine = np.array(decision["machine"], dtype=np.int64)
    configuration = np.array(decision["configuration"], dtype=np.int64)
    latency = instance.latency[np.arange(instance.instances), configuration, machine]
    violations = [
        *_forbidden(machine, configuration, latency),
        *_capacity(instance, machine, configuration),
        *_places(instance, machine),
    ]
    if violations:
        return rejected(violations)
    cost = math.fsum(latency * (instance.configurations @ instance.weights)[configuration])
    return Verdict(objectives={"latency": float(latency.max()), "cost": cost})


def _forbidden(
    machine: IntArray, configuration: IntArray, latency: FloatArray
) -> Iterator[Violation]:
    """Every instance can run on its machine with its configuration."""
    for i in np.flatnonzero(np.isnan(latency)).tolist():
        message = f"cannot run on machine {machine[i]} with configuration {configuration[i]}"
        yield Violation("forbidden", f"instance {i}", None, message)


def _capacity(instance: Stage, machine: IntArray, configuration: IntArray) -> Iterator[Violation]:
    """The instances on a machine take no more of a resource than it has."""
    for r in range(instance.available.shape[1]):
        taken = instance.configurations[configuration, r]
        load = np.bincount(machine, weights=taken, minlength=instance.machines)
        room = instance.available[:, r]
        for j in np.flatnonzero(load > room * (1 - _ROUNDING)).tolist():
            # only if rounding could decide are decimals added
            over = _sum(taken[machine == j]) - as_written(room[j])
            if over > 0:
                message = f"its instances take {load[j]:g}, it has {room[j]:g}"
                yield Violation("capacity", f"machine {j}, resource {r}", float(over), message)


def _sum(amounts: FloatArray) -> Fraction:
    """Return a sum of numbers as the decimals that they are written as."""
    values, counts = np.unique(amounts, return_counts=True)
    pairs = zip(values.tolist(), counts.tolist(), strict=True)
    return sum((as_written(value) * count for value, count in pairs), Fraction(0))


def _places(instance: Stage, machine: IntArray) -> Iterator[Violation]:
    """A machine runs at most α instances."""
    alpha = instance.max_per_machine
    if alpha is None:
        return
    load = np.bincount(machine, minlength=instance.machines)
    for j in np.flatnonzero(load > alpha).tolist():
        message = f"runs {load[j]} instances, {alpha} are allowed"
        yield Violation("places", f"machine {j}", float(load[j] - alpha), message)


def check_certificate(
    instance: Stage, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check that some instances together need more of a resource than there is for them.

    Only machines count on which one of them can run, and each instance counts with the least
    that it takes in any choice that fits.  The resource after the last one is the places.
    """
    faults = _certificate_faults(instance, certificate, bound)
    if faults:
        return [Violation("certificate", "certificate", None, fault) for fault in faults]
    chosen, resource = certificate["instances"], certificate["resource"]
    usable = np.zeros(instance.machines, dtype=np.bool_)
    demand, room = instance.configurations[:, None, :], instance.available[None, :, :]
    fits = np.all(demand <= room, axis=2) & (instance.max_per_machine != 0)
    needed = Fraction(0)
    for i in chosen:
        able = ~np.isnan(instance.latency[i]) & fits
        usable |= able.any(axis=0)
        takes = _takes(instance, resource)[able.any(axis=1)]
        if not len(takes):
            return []  # one of them can run nowhere
        needed += as_written(float(takes.min()))
    has = _has(instance, resource)[usable]
    if needed > _sum(has):
        return []
    message = f"the instances need {float(needed):g}, the machines have {has.sum():g}"
    return [Violation("certificate", "certificate", None, message)]


def _takes(instance: Stage, resource: int) -> FloatArray:
    if resource == instance.available.shape[1]:
        return np.ones(len(instance.configurations))
    return instance.configurations[:, resource]


def _has(instance: Stage, resource: int) -> FloatArray:
    if resource == instance.available.shape[1]:
        return np.full(instance.machines, float(instance.max_per_machine or 0))
    return instance.available[:, resource]


def _certificate_faults(
    instance: Stage, certificate: dict[str, Any], bound: float | None
) -> list[str]:
    if certificate.get("kind") != "demand" or set(certificate) != {"kind", "resource", "instances"}:
        return ["is no demand {kind, resource, instances}"]
    if bound is not None:
        return ["a demand proves that there is no plan, and no bound"]
    resources = instance.available.shape[1] + (instance.max_per_machine is not None)
    if type(certificate["resource"]) is not int or not 0 <= certificate["resource"] < resources:
        return ["its resource must be the number of a resource"]
    listed = certificate["instances"]
    if not isinstance(listed, list) or not listed:
        return ["its instances must be a list"]
    faults = index_faults(listed, "instances", len(listed), instance.instances)
    if faults or len(set(listed)) != len(listed):
        return ["its instances must be distinct numbers of instances"]
    return []
