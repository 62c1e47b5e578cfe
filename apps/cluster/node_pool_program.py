"""Warm and cold machines in one program, as far as machines are only counted.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 3.2, decides one layer after the other.  Packing
is left out: the non-empty machines of every tick are given.  Numbers are those of warm_pool and
cold_stock.
"""

import numpy as np
import pyomo.core as pyo

from ...core.arrays import IntArray
from ...formulations.algebra import Relation, Variables, model_builder, total, values
from .node_pool import PoolLayers


@model_builder
def build_model(layers: PoolLayers) -> pyo.ConcreteModel:
    """Return the program over configured machines, orders and removals."""
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
        """(2): warm machines are configured and empty."""
        return model.w[t] >= model.c[t] - needed[t]

    @model.Constraint(model.TICKS)
    def enough_or_short(model: pyo.ConcreteModel, t: int) -> Relation:
        """(3): a tick has the machines that it needs, or it is short."""
        return model.c[t] + needed[t] * model.z[t] >= needed[t]

    model.DECIDED = pyo.RangeSet(1, len(needed) - 1)

    @model.Constraint(model.DECIDED)
    def ramp(model: pyo.ConcreteModel, t: int) -> Relation:
        """(4), (5): machines are configured and given back within the ramps."""
        return (-layers.max_down, model.c[t] - model.c[t - 1], layers.max_up)

    @model.Constraint(model.DECIDED)
    def in_use(model: pyo.ConcreteModel, t: int) -> Relation:
        """(6): after a tick with enough machines, those in use stay."""
        return model.c[t] + needed[t - 1] * model.z[t - 1] >= needed[t - 1]

    @model.Constraint(model.DECIDED)
    def all_in_use_when_short(model: pyo.ConcreteModel, t: int) -> Relation:
        """(6): after a short tick all machines stay."""
        idle = max(0, most - needed[t - 1])
        return model.c[t] - model.c[t - 1] >= idle * model.z[t - 1] - idle

    @model.Constraint(model.DECIDED)
    def configured(model: pyo.ConcreteModel, t: int) -> Relation:
        """(7): machines more than in the tick before have been configured."""
        return model.u[t] >= model.c[t] - model.c[t - 1]

    @model.Constraint()
    def max_short(model: pyo.ConcreteModel) -> Relation:
        """(8): no more ticks are short than may be."""
        return total(model.z) <= layers.max_short


def _cold_layer(model: pyo.ConcreteModel, layers: PoolLayers) -> None:
    last = len(layers.needed) - 1
    stock = layers.total - layers.configured

    @model.Constraint(model.TICKS)
    def balance(model: pyo.ConcreteModel, t: int) -> Relation:
        """(2): the machines that the warm layer configures come from the cold stock, which is never
        short.
        """
        before = model.s[t - 1] + model.c[t - 1] if t > 0 else stock + layers.configured
        ordered = t - layers.lead
        comes = model.q[ordered] if ordered in model.REVIEWS else 0
        goes = model.r[t] if t in model.REVIEWS else 0
        return model.s[t] + model.c[t] == before + comes - goes

    @model.Constraint(model.REVIEWS)
    def removed_from_stock(model: pyo.ConcreteModel, k: int) -> Relation:
        """(3): only machines that the day before left in the cold stock are given back."""
        return model.r[k] <= (model.s[k - 1] if k > 0 else stock)

    @model.Constraint(model.REVIEWS)
    def in_time(model: pyo.ConcreteModel, k: int) -> Relation:
        """Nothing is ordered that would come after the last tick."""
        return model.q[k] <= (0 if k + layers.lead > last else model.q[k].ub)


def machines_of(model: pyo.ConcreteModel) -> IntArray:
    """Return the configured machines of a solved model."""
    return np.rint(values(model.c)).astype(np.int64)
