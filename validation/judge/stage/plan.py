"""Decisions of stage: recomputed latency and cost, and the loads of machines."""

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, TypeAlias

import numpy as np
from pydantic import Strict

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.decimals import as_written
from ....core.schema import NonNegative, Part, Positive
from ....instances.stage import Stage, WorkLatency
from ..forms import Certificate, Decision, Whole, WholeNumbers, index_faults
from ..judging import Judge
from ..proofs.claims import UnprovenError
from ..tolerances import ROUNDING
from ..verdict import Violation, malformation

# a resource, and its unit
PriceRow: TypeAlias = Annotated[tuple[Whole, Positive | None], Strict(False)]


class PriceTable(Part):
    """A latency threshold (null: none), and prices: groups of machines x resources in ``rows``."""

    latency: float | None
    price: list[list[NonNegative]]

    @property
    def threshold(self) -> float:
        """The latency threshold in seconds; infinite if the prices are for all plans."""
        return math.inf if self.latency is None else self.latency


class PriceTables(Certificate):
    """A certificate: prices of machine groups' resources, one table per latency threshold.

    ``none_up_to`` has the latency that no plan attains.  The thresholds increase; null, which only
    the last may be, means all plans.
    """

    AXES: ClassVar = {"group": ("machines",)}
    kind: Literal["prices"] = "prices"
    group: WholeNumbers
    rows: list[PriceRow]
    none_up_to: PriceTable | None
    steps: list[PriceTable]

    @property
    def tables(self) -> list[tuple[str, PriceTable]]:
        """The tables with their places in the document, in the order of their thresholds."""
        none = [] if self.none_up_to is None else [("none_up_to", self.none_up_to)]
        return [*none, *((f"steps[{s}]", step) for s, step in enumerate(self.steps))]

    @property
    def groups(self) -> int:
        """The number of groups with prices in the first table."""
        return len(self.tables[0][1].price) if self.tables else 0

    @property
    def thresholds(self) -> FloatArray:
        """The latency that no plan attains (or minus infinity), then the thresholds of `steps`."""
        none = -math.inf if self.none_up_to is None else self.none_up_to.threshold
        return np.array([none, *(step.threshold for step in self.steps)])

    @property
    def price(self) -> FloatArray:
        """The prices, thresholds x groups x rows; the first are 0 if no latency is excluded."""
        price = np.zeros((1 + len(self.steps), self.groups, len(self.rows)))
        price[1 + len(self.steps) - len(self.tables) :] = [table.price for _, table in self.tables]
        return price

    def faults(self, instance: Stage) -> Iterator[Violation]:
        """Yield faults: unknown rows or groups, tables of wrong size, thresholds out of order."""
        yield from super().faults(instance)
        yield from index_faults("rows", [row for row, _ in self.rows], resources_of(instance))
        if self.groups == 0:
            yield malformation("steps", "must state prices")
            return
        yield from index_faults("group", self.group, self.groups)
        for place, table in self.tables:
            if len(table.price) != self.groups:
                yield malformation(
                    f"{place}.price", f"must have {self.groups} entries, one per group"
                )
            for g, prices in enumerate(table.price):
                if len(prices) != len(self.rows):
                    words = f"must have {len(self.rows)} entries, one per row"
                    yield malformation(f"{place}.price[{g}]", words)
        if self.none_up_to is not None and self.none_up_to.latency is None:
            yield malformation("none_up_to.latency", "must be a finite number")
        for before, after in itertools.pairwise(table.threshold for _, table in self.tables):
            if not before < after:
                yield malformation(
                    "steps", f"thresholds must rise, but {after!r} comes after {before!r}"
                )


def resources_of(instance: Stage) -> int:
    """Return the number of priced resources; limited places on machines are the last one."""
    return int(instance.available.shape[1]) + (instance.max_per_machine is not None)


class StagePlan(Decision):
    """A decision: the machine and the configuration of each instance."""

    AXES: ClassVar = {"machine": ("instances",), "configuration": ("instances",)}
    INDICES: ClassVar = {"machine": "machines", "configuration": "configurations"}
    machine: WholeNumbers
    configuration: WholeNumbers


def check(instance: Stage, decision: StagePlan, judge: Judge) -> dict[str, float]:
    """Check a plan; the objectives are the latency of the slowest instance and the cost."""
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
        words = f"runs {load[j]} instances, but at most {alpha} are allowed"
        judge.over("places", f"machine {j}", load[j] - alpha, words)
    cost = math.fsum(latency * (instance.configurations @ instance.weights)[configuration])
    return {"latency": float(latency.max()), "cost": cost}


def _seconds(instance: Stage, machine: IntArray, configuration: IntArray) -> FloatArray:
    """Return each instance's latency in seconds; NaN if it cannot run on its machine."""
    rows = np.arange(len(machine))
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        return terms.fixed[machine] + terms.per_work[machine] * terms.work[rows, configuration]
    seconds: FloatArray = instance.latency[rows, configuration, machine]
    return seconds


def _capacity(instance: Stage, machine: IntArray, configuration: IntArray) -> Iterator[Violation]:
    """Yield a violation for each machine and resource whose load exceeds the capacity."""
    for r in range(instance.available.shape[1]):
        taken = instance.configurations[configuration, r]
        load = np.bincount(machine, weights=taken, minlength=instance.machines)
        room = instance.available[:, r]
        for j in np.flatnonzero(load > room * (1 - ROUNDING)).tolist():
            # decimals are added only if a rounding error could decide
            over = sum_as_written(taken[machine == j]) - as_written(room[j])
            if over > 0:
                message = f"its instances take {load[j]:.15g}, which is {float(over):.3g} too much"
                yield Violation("capacity", f"machine {j}, resource {r}", float(over), message)


def sum_as_written(amounts: FloatArray) -> Fraction:
    """Return the exact sum of numbers, each of which counts as the decimal it prints as."""
    values, counts = np.unique(amounts, return_counts=True)
    pairs = zip(values.tolist(), counts.tolist(), strict=True)
    return sum((as_written(value) * count for value, count in pairs), Fraction(0))


def demand_and_room(instance: Stage) -> tuple[FloatArray, FloatArray]:
    """Return demands by configuration and capacities by machine; places are the last resource."""
    demand, room = instance.configurations, instance.available
    if instance.max_per_machine is not None:
        places = np.full(len(room), float(instance.max_per_machine))
        demand = np.column_stack([demand, np.ones(len(demand))])
        room = np.column_stack([room, places])
    return demand, room


def fits_alone(instance: Stage) -> BoolArray:
    """Return, as an array configurations x machines, whether one instance fits on the machine."""
    demand, room = demand_and_room(instance)
    fits: BoolArray = np.all(demand[:, None, :] <= room[None, :, :], axis=2)
    return fits


class Demand(Certificate):
    """A certificate of infeasibility: some instances need more of a resource than there is.

    The index after the last resource means the places on machines.
    """

    INDICES: ClassVar = {"instances": "instances"}
    kind: Literal["demand"] = "demand"
    resource: Whole
    instances: WholeNumbers

    def faults(self, instance: Stage) -> Iterator[Violation]:
        """Yield faults: a resource or instances that the instance does not have."""
        yield from super().faults(instance)
        yield from index_faults("resource", self.resource, resources_of(instance))
        if len(self.instances) == 0 or len(np.unique(self.instances)) < len(self.instances):
            yield malformation("instances", "must be different instance numbers")


def certified(instance: Stage, certificate: Demand | PriceTables) -> None:
    """Return ``None`` (no plan exists) if the demand exceeds the supply; else raise an error.

    Only machines on which one of the instances can run count, and each instance counts with the
    minimum demand over the choices that fit.
    """
    if isinstance(certificate, PriceTables):
        raise UnprovenError("prices bound a front; they do not prove infeasibility")
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
            f"the instances need only {float(needed):.15g}; the machines have {has.sum():.15g}"
        )
