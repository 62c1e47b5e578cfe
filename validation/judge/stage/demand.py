"""Certificates that a stage has no plan: instances that need more than there is for them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Literal

import numpy as np

from ....core.arrays import BoolArray
from ....core.decimals import as_written
from ....instances.stage import Stage, WorkLatency
from ..forms import Certificate, Whole, WholeNumbers, index_faults
from ..proofs.claims import UnprovenError
from ..verdict import Violation, malformed
from .plan import fits_alone, holds, sum_as_written, takes
from .price_document import PriceTables, resources_of


class Demand(Certificate):
    """Instances that together need more of a resource than there is for them.

    The resource after the last one is the places.
    """

    INDICES: ClassVar = {"instances": "instances"}
    kind: Literal["demand"] = "demand"
    resource: Whole
    instances: WholeNumbers

    def faults(self, instance: Stage) -> Iterator[Violation]:
        """Yield what does not fit the instance: a resource or instances that it does not have."""
        yield from super().faults(instance)
        yield from index_faults("resource", self.resource, resources_of(instance))
        if len(self.instances) == 0 or len(np.unique(self.instances)) < len(self.instances):
            yield malformed("instances", "must be distinct numbers of instances")


def certified(instance: Stage, certificate: Demand | PriceTables) -> None:
    """Return that no plan exists, if the demand exceeds what there is.

    Only machines count on which one of the instances can run, and each instance counts with the
    least that it takes in any choice that fits.
    """
    if isinstance(certificate, PriceTables):
        raise UnprovenError("prices bound a front, and prove no infeasibility")
    needs = _needs(instance, certificate.instances.tolist(), certificate.resource)
    if needs is None:
        return  # one of them can run nowhere
    needed, usable = needs
    has = holds(instance, certificate.resource)[usable]
    if needed <= sum_as_written(has):
        raise UnprovenError(
            f"the instances need {float(needed):g}, the machines have {has.sum():g}"
        )


def _needs(instance: Stage, chosen: list[int], resource: int) -> tuple[Fraction, BoolArray] | None:
    """Return the least that some instances take together, and the machines that they can use."""
    fits, taken = fits_alone(instance), takes(instance, resource)
    if isinstance(instance.latency, WorkLatency):  # all instances have the same choices
        if not fits.any():
            return None
        least = as_written(float(taken[fits.any(axis=1)].min()))
        return least * len(chosen), np.asarray(fits.any(axis=0))
    usable = np.zeros(instance.machines, dtype=np.bool_)
    needed = Fraction(0)
    for i in chosen:
        able = ~np.isnan(instance.latency[i]) & fits
        usable |= able.any(axis=0)
        if not able.any():
            return None
        needed += as_written(float(taken[able.any(axis=1)].min()))
    return needed, usable
