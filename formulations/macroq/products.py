"""Resource functions that multiply mips and rates, on a grid: A m R by the bits of m."""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...instances.macroq import Limit, MacroQ
from ..algebra import Indices, Relation, Variables, dot, family
from .grid import units_of


def add_products(
    model: pyo.ConcreteModel, instance: MacroQ, products: dict[tuple[str, int], tuple[int, Limit]]
) -> None:
    """Add A m R = Σ A u 2^k z_k: the units of m in bits b_k, and z_k = R where b_k = 1."""
    streams, terms = instance.graph.streams, list(products.values())
    pe = np.array([streams[s].pe for s, _ in terms])
    low, high = units_of(instance)
    bits = np.array([int(units).bit_length() for units in high - low])
    width = int(bits[pe].max())
    has_bit = np.arange(width) < bits[:, None]
    has_bit[np.setdiff1d(np.arange(len(bits)), pe)] = False
    model.PRODUCTS = pyo.Set(initialize=[f"{name}/{k}" for name, k in products])
    model.BITS = pyo.RangeSet(0, width - 1)
    model.bit = Variables(
        model.PES, model.BITS, where=has_bit, domain=pyo.Binary, doc="b_k: a bit of g_p in units"
    )
    model.read = Variables(model.PRODUCTS, lower=0, doc="R: what is read")
    model.part = Variables(
        model.PRODUCTS, model.BITS, where=has_bit[pe], lower=0, doc="z_k: R where b_k = 1"
    )
    power, owner = 2.0 ** np.arange(width), [each.alternative for each in instance.graph.pes]

    @model.Constraint(np.unique(pe).tolist())
    def mips_in_bits(model: pyo.ConcreteModel, p: int) -> Relation:
        """The units beyond the least are a number of bits."""
        return model.units[p] == dot(low[p], model.y[owner[p]]) + dot(power, model.bit[p])

    @model.Constraint(range(len(terms)))
    def rate_of_product(model: pyo.ConcreteModel, n: int) -> Relation:
        """The rate of a stream is no more than A m R."""
        s, limit = terms[n]
        units = dot(low[pe[n]], model.read[n]) + dot(power, model.part[n])
        return model.r[s] <= limit.mips * float(instance.granularity or 0.0) * units

    _add_parts(model, instance, terms)


def _add_parts(model: pyo.ConcreteModel, instance: MacroQ, terms: list[tuple[int, Limit]]) -> None:
    graph = instance.graph
    pe = np.array([graph.streams[s].pe for s, _ in terms])
    most = np.array(
        [
            limit.primal + sum(c * float(graph.bound[i]) for i, c in limit.inputs)
            for _, limit in terms
        ]
    )

    @model.Constraint(range(len(terms)))
    def all_read(model: pyo.ConcreteModel, n: int) -> Relation:
        """What a PE reads is what its inputs carry, and nothing if its job is left out."""
        s, limit = terms[n]
        primal = dot(limit.primal, model.y[graph.streams[s].alternative])
        inputs = [source for source, _ in limit.inputs]
        return model.read[n] <= primal + dot([c for _, c in limit.inputs], model.r[inputs])

    @family(model, model.part)
    def part_of_read(n: Indices, k: Indices) -> Relation:
        """z_k <= R."""
        return model.part[n, k] <= model.read[n]

    @family(model, model.part)
    def part_of_bit(n: Indices, k: Indices) -> Relation:
        """z_k <= U b_k."""
        return model.part[n, k] <= most[n] * model.bit[pe[n], k]
