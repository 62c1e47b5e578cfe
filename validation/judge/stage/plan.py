"""Plans of stage: latency and cost computed anew, and the load of each machine."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Literal

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.decimals import as_written
from ....instances.stage import Stage, WorkLatency
from ..forms import Certificate, Decision, Whole, WholeNumbers, index_faults
from ..judging import Judge
from ..proofs.claims import UnprovenError
from ..tolerances import ROUNDING
from ..verdict import Violation, malformed
from .price_document import PriceTables, resources_of


class StagePlan(Decision):
    """The machine and the configuration of every instance."""

    AXES: ClassVar = {"machine": ("instances",), "configuration": ("instances",)}
    INDICES: ClassVar = {"machine": "machines", "configuration": "configurations"}
    machine: WholeNumbers
    configuration: WholeNumbers


def check(instance: Stage, decision: StagePlan, judge: Judge) -> dict[str, float]:
    """Judge a plan; the objectives are the latency of the slowest instance and the cost."""
    machine, configuration = decision.machine, decision.configuration
    latency = _seconds(instance, machine, configuration)
    # Every instance can run on its machine with its configuration.
    for i in np.flatnonzero(np.isnan(latency)).tolist():
        words = f"cannot run on machine {machine[i]} with configuration {configuration[i]}"
        judge.fault("forbidden", f"instance {i}", words)
    judge.violations += _capacity(instance, machine, configuration)
    # A machine runs at most α instances.
    load, alpha = np.bincount(machine, minlength=instance.machines), instance.max_per_machine
    for j in np.flatnonzero(load > alpha).tolist() if alpha is not None else ():
        words = f"runs {load[j]} instances, {alpha} are allowed"
        judge.over("places", f"machine {j}", load[j] - alpha, words)
    cost = math.fsum(latency * (instance.configurations @ instance.weights)[configuration])
    return {"latency": float(latency.max()), "cost": cost}


def _seconds(instance: Stage, machine: IntArray, configuration: IntArray) -> FloatArray:
    """Return each instance's latency; NaN if it cannot run so."""
    rows = np.arange(len(machine))
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        return terms.fixed[machine] + terms.per_work[machine] * terms.work[rows, configuration]
    seconds: FloatArray = instance.latency[rows, configuration, machine]
    return seconds


def _capacity(instance: Stage, machine: IntArray, configuration: IntArray) -> Iterator[Violation]:
    """The instances on a machine take no more of a resource than it has."""
    for r in range(instance.available.shape[1]):
        taken = instance.configurations[configuration, r]
        load = np.bincount(machine, weights=taken, minlength=instance.machines)
        room = instance.available[:, r]
        for j in np.flatnonzero(load > room * (1 - ROUNDING)).tolist():
            # only if rounding could decide are decimals added
            over = sum_as_written(taken[machine == j]) - as_written(room[j])
            if over > 0:
                message = f"its instances take {load[j]:g}, it has {room[j]:g}"
                yield Violation("capacity", f"machine {j}, resource {r}", float(over), message)


def sum_as_written(amounts: FloatArray) -> Fraction:
    """Return a sum of numbers as the decimals that they are written as."""
    values, counts = np.unique(amounts, return_counts=True)
    pairs = zip(values.tolist(), counts.tolist(), strict=True)
    return sum((as_written(value) * count for value, count in pairs), Fraction(0))


def demand_and_room(instance: Stage) -> tuple[FloatArray, FloatArray]:
    """Return what configurations take and machines have of each resource; places are the last."""
    demand, room = instance.configurations, instance.available
    if instance.max_per_machine is not None:
        places = np.full(len(room), float(instance.max_per_machine))
        demand = np.column_stack([demand, np.ones(len(demand))])
        room = np.column_stack([room, places])
    return demand, room


def fits_alone(instance: Stage) -> BoolArray:
    """Return whether an instance fits on a machine alone: configurations x machines."""
    demand, room = demand_and_room(instance)
    fits: BoolArray = np.all(demand[:, None, :] <= room[None, :, :], axis=2)
    return fits


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
    demand, room = demand_and_room(instance)
    fits, taken = fits_alone(instance), demand[:, certificate.resource]
    chosen, times = certificate.instances.tolist(), 1
    if isinstance(instance.latency, WorkLatency):  # all instances have the same choices
        chosen, times = chosen[:1], len(chosen)
    usable = np.zeros(instance.machines, dtype=np.bool_)
    needed = Fraction(0)
    for i in chosen:
        able = fits
        if not isinstance(instance.latency, WorkLatency):
            able = fits & ~np.isnan(instance.latency[i])
        if not able.any():
            return  # it can run nowhere
        usable |= able.any(axis=0)
        needed += as_written(float(taken[able.any(axis=1)].min())) * times
    has = room[usable, certificate.resource]
    if needed <= sum_as_written(has):
        raise UnprovenError(
            f"the instances need {float(needed):g}, the machines have {has.sum():g}"
        )
