"""Certificates that a stage has no plan: instances that need more than there is for them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ....core.arrays import BoolArray, FloatArray
from ....core.decimals import as_written
from ....instances.stage import Stage, WorkLatency
from ..verdict import Violation, index_faults
from .plan import sum_as_written


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
    found = _needs(instance, chosen, resource)
    if found is None:
        return []  # one of them can run nowhere
    needed, usable = found
    has = _has(instance, resource)[usable]
    if needed > sum_as_written(has):
        return []
    message = f"the instances need {float(needed):g}, the machines have {has.sum():g}"
    return [Violation("certificate", "certificate", None, message)]


def _needs(instance: Stage, chosen: list[int], resource: int) -> tuple[Fraction, BoolArray] | None:
    """Return the least that some instances take together, and the machines that they can use."""
    demand, room = instance.configurations[:, None, :], instance.available[None, :, :]
    fits = np.all(demand <= room, axis=2) & (instance.max_per_machine != 0)
    takes = _takes(instance, resource)
    if isinstance(instance.latency, WorkLatency):  # all instances have the same choices
        if not fits.any():
            return None
        least = as_written(float(takes[fits.any(axis=1)].min()))
        return least * len(chosen), fits.any(axis=0)
    usable = np.zeros(instance.machines, dtype=np.bool_)
    needed = Fraction(0)
    for i in chosen:
        able = ~np.isnan(instance.latency[i]) & fits
        usable |= able.any(axis=0)
        if not able.any():
            return None
        needed += as_written(float(takes[able.any(axis=1)].min()))
    return needed, usable


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
