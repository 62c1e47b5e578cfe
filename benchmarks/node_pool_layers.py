"""Eigen's three layers in a chain: the result of each layer is the demand of the next one.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 3.2: packing determines the non-empty machines,
the warm layer the configured ones, the cold layer all machines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyomo.core as pyo

from optgap.core.arrays import FloatArray, IntArray
from optgap.core.faults import input_error
from optgap.core.outcome import Decision
from optgap.formulations.algebra import Relation, Variables, model_builder, total, values
from optgap.instances.cold_stock import ColdStock
from optgap.instances.warm_pool import WarmPool


def warm_pool_of(name: str, occupied: IntArray, machine_size: float, **settings: Any) -> WarmPool:
    """Return the warm layer's instance, whose demand is the ``occupied`` machines of each tick."""
    memory: FloatArray = occupied.astype(np.float64) * machine_size
    return WarmPool(name=name, allocated=memory, machine_size=machine_size, **settings)


def daily_peaks(machines: IntArray, per_day: int) -> IntArray:
    """Return the maximum number of configured machines of each day; the last day may be shorter."""
    starts = np.arange(0, len(machines), per_day)
    return np.asarray(np.maximum.reduceat(machines, starts), dtype=np.int64)


def cold_stock_of(
    name: str,
    machines: IntArray,
    *,
    per_day: int,
    configured: int,
    total: int,
    **settings: Any,
) -> ColdStock:
    """Return the cold layer's instance, given the configured machines of each tick.

    The demand of a day is the rise of its peak over the previous day's; ``configured`` is the peak
    before the first day.  The initial cold stock is ``total`` less this peak.
    """
    if total < configured:
        rule = f"must not be below the configured machines ({configured})"
        raise input_error("total", rule, total)
    peaks = daily_peaks(machines, per_day)
    return ColdStock(
        name=name,
        demand=np.diff(peaks, prepend=configured).astype(float),
        stock=total - configured,
        allocated=float(configured),
        **settings,
    )


def machines_in_all(instance: ColdStock, decision: Decision, configured: int) -> IntArray:
    """Return the number of all machines, configured or in cold stock, at the end of each day."""
    change = instance.due // instance.parts
    for day, ordered, removed in zip(
        instance.reviews, decision["order"], decision["remove"], strict=True
    ):
        change[day] -= removed
        if day + instance.lead < instance.days:
            change[day + instance.lead] += ordered
    total: IntArray = configured + instance.stock + np.cumsum(change)
    return total


@dataclass(frozen=True, eq=False)
class Ratios:
    """Used memory as a share of three sets of machines, and shares of late requests (Table 2)."""

    nonempty: float
    configured: float
    total: float
    delayed: float  # share of the requests that come in a tick with too few configured machines
    failed: float  # share of the requests that come on a day with too few machines in all

    @classmethod
    def of(
        cls,
        used: FloatArray,
        requests: IntArray,
        occupied: IntArray,
        machines: IntArray,
        in_all: IntArray,
        per_day: int,
        machine_size: float,
    ) -> Ratios:
        """Return the ratios; ``in_all`` counts machines per day, the other arrays are per tick."""
        everywhere = np.repeat(in_all, per_day)[: len(used)]
        short_day = np.repeat(in_all < daily_peaks(machines, per_day), per_day)[: len(used)]
        asked = max(1, int(requests.sum()))
        return cls(
            nonempty=float(used.sum() / (occupied.sum() * machine_size)),
            configured=float(used.sum() / (machines.sum() * machine_size)),
            total=float(used.sum() / (everywhere.sum() * machine_size)),
            delayed=float(requests[machines < occupied].sum() / asked),
            failed=float(requests[short_day].sum() / asked),
        )


@dataclass(frozen=True, eq=False)
class PoolLayers:
    """The warm and the cold layer as one problem: one tick a day, and the costs of both.

    ``needed`` are the non-empty machines of each tick.  Before tick 0, ``configured`` of ``total``
    machines are configured.  A configured empty machine costs ``warm_cost`` per tick, and a machine
    in cold stock ``holding_cost``.
    """

    needed: IntArray
    configured: int
    total: int
    max_up: int
    max_down: int
    period: int = 1
    lead: int = 0
    first_review: int = 0
    warm_cost: float = 1.0
    configure_cost: float = 0.0
    holding_cost: float = 1.0
    order_cost: float = 0.0
    removal_cost: float = 0.0
    max_short: int = 0

    def warm(self) -> WarmPool:
        """Return the instance of the warm layer alone."""
        return warm_pool_of(
            "warm",
            self.needed,
            self.warm_cost,
            configured=self.configured,
            max_up=self.max_up,
            max_down=self.max_down,
            configure_cost=self.configure_cost,
            max_short=self.max_short,
        )

    def cold(self, machines: IntArray) -> ColdStock:
        """Return the instance of the cold layer, given the warm layer's plan."""
        return cold_stock_of(
            "cold",
            machines,
            per_day=1,
            configured=self.configured,
            total=self.total,
            period=self.period,
            lead=self.lead,
            first_review=self.first_review,
            holding_cost=self.holding_cost,
            order_cost=self.order_cost,
            removal_cost=self.removal_cost,
            max_short=0,
        )


@model_builder
def build_model(layers: PoolLayers) -> pyo.ConcreteModel:
    """Build the program of both layers; it decides configured machines, orders and removals."""
    model = _variables(layers)
    _warm_layer(model, layers)
    _cold_layer(model, layers)
    return model


def _variables(layers: PoolLayers) -> pyo.ConcreteModel:
    ticks = len(layers.needed)
    reviews = range(layers.first_review, ticks, layers.period)
    whole, most = pyo.NonNegativeIntegers, max(layers.total, int(layers.needed.max()))
    first = np.arange(ticks) == 0
    model = pyo.ConcreteModel(name="layers")
    model.TICKS = pyo.RangeSet(0, ticks - 1)
    model.REVIEWS = pyo.Set(initialize=list(reviews))
    model.c = Variables(
        model.TICKS,
        domain=whole,
        lower=np.where(first, layers.configured, 0),
        upper=np.where(first, layers.configured, most),
    )
    model.z = Variables(model.TICKS, domain=pyo.Binary)
    model.w = Variables(model.TICKS, domain=pyo.NonNegativeReals)
    model.u = Variables(model.TICKS, domain=pyo.NonNegativeReals)
    model.s = Variables(model.TICKS, domain=whole)
    model.q = Variables(model.REVIEWS, domain=whole, upper=most)
    model.r = Variables(model.REVIEWS, domain=whole, upper=most)

    @model.Objective(sense=pyo.minimize)
    def cost(model: pyo.ConcreteModel) -> pyo.Expression:
        """The cost of both layers together."""
        return (
            layers.warm_cost * total(model.w)
            + layers.configure_cost * total(model.u)
            + layers.holding_cost * total(model.s)
            + layers.order_cost * total(model.q)
            + layers.removal_cost * total(model.r)
        )

    return model


def _warm_layer(model: pyo.ConcreteModel, layers: PoolLayers) -> None:
    needed = layers.needed.tolist()
    most = max(layers.total, layers.configured, *needed)

    @model.Constraint(model.TICKS)
    def warm_machines(model: pyo.ConcreteModel, t: int) -> Relation:
        """(2): w[t] is at least the number of configured machines that are empty in tick t."""
        return model.w[t] >= model.c[t] - needed[t]

    @model.Constraint(model.TICKS)
    def enough_or_short(model: pyo.ConcreteModel, t: int) -> Relation:
        """(3): a tick has at least the configured machines that it needs, or it counts as short."""
        return model.c[t] + needed[t] * model.z[t] >= needed[t]

    model.DECIDED = pyo.RangeSet(1, len(needed) - 1)

    @model.Constraint(model.DECIDED)
    def ramp(model: pyo.ConcreteModel, t: int) -> Relation:
        """(4), (5): the numbers of configured and of returned machines are limited per tick."""
        return (-layers.max_down, model.c[t] - model.c[t - 1], layers.max_up)

    @model.Constraint(model.DECIDED)
    def in_use(model: pyo.ConcreteModel, t: int) -> Relation:
        """(6): after a tick with enough machines, the machines in use stay configured."""
        return model.c[t] + needed[t - 1] * model.z[t - 1] >= needed[t - 1]

    @model.Constraint(model.DECIDED)
    def all_in_use_when_short(model: pyo.ConcreteModel, t: int) -> Relation:
        """(6): after a short tick (with too few machines) all machines stay configured."""
        idle = max(0, most - needed[t - 1])
        return model.c[t] - model.c[t - 1] >= idle * model.z[t - 1] - idle

    @model.Constraint(model.DECIDED)
    def configured(model: pyo.ConcreteModel, t: int) -> Relation:
        """(7): u[t] is at least the increase of the configured machines since the previous tick."""
        return model.u[t] >= model.c[t] - model.c[t - 1]

    @model.Constraint()
    def max_short(model: pyo.ConcreteModel) -> Relation:
        """(8): at most ``max_short`` ticks are short of machines."""
        return total(model.z) <= layers.max_short


def _cold_layer(model: pyo.ConcreteModel, layers: PoolLayers) -> None:
    last = len(layers.needed) - 1
    stock = layers.total - layers.configured

    @model.Constraint(model.TICKS)
    def balance(model: pyo.ConcreteModel, t: int) -> Relation:
        """(2): the stock and the configured machines change only by deliveries and returns."""
        before = model.s[t - 1] + model.c[t - 1] if t > 0 else stock + layers.configured
        ordered = t - layers.lead
        comes = model.q[ordered] if ordered in model.REVIEWS else 0
        goes = model.r[t] if t in model.REVIEWS else 0
        return model.s[t] + model.c[t] == before + comes - goes

    @model.Constraint(model.REVIEWS)
    def removed_from_stock(model: pyo.ConcreteModel, k: int) -> Relation:
        """(3): at most the cold stock of the end of the previous tick is given back."""
        return model.r[k] <= (model.s[k - 1] if k > 0 else stock)

    @model.Constraint(model.REVIEWS)
    def in_time(model: pyo.ConcreteModel, k: int) -> Relation:
        """Nothing is ordered that would come after the last tick."""
        return model.q[k] <= (0 if k + layers.lead > last else model.q[k].ub)


def machines_of(model: pyo.ConcreteModel) -> IntArray:
    """Return the configured machines of each tick in a solved model."""
    return np.rint(values(model.c)).astype(np.int64)
