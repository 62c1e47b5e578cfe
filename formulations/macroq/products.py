"""Resource functions that multiply mips and rates, on a grid: A m R by the bits of m."""

from __future__ import annotations

import pyomo.core as pyo

from ...instances.macroq import Limit, MacroQ
from ..algebra import Relation

Products = dict[tuple[str, int], tuple[int, Limit]]


def add_products(model: pyo.ConcreteModel, instance: MacroQ, products: Products) -> None:
    """Add A m R = Σ A u 2^k z_k: the units of m in bits b_k, and z_k = R where b_k = 1."""
    graph = instance.graph
    names = list(model.PES)
    pe_of = {key: graph.streams[s].pe for key, (s, _) in products.items()}
    bits = {
        p: int(model.high_units[p] - model.low_units[p]).bit_length()
        for p in sorted(set(pe_of.values()))
    }
    model.bit = pyo.Var([(names[p], k) for p in bits for k in range(bits[p])], domain=pyo.Binary)
    model.read = pyo.Var(list(products), domain=pyo.NonNegativeReals)
    keys = [(*key, k) for key in products for k in range(bits[pe_of[key]])]
    model.part = pyo.Var(keys, domain=pyo.NonNegativeReals)

    @model.Constraint(list(bits))
    def in_bits(model: pyo.ConcreteModel, p: int) -> Relation:
        """The units beyond the least are a number of bits."""
        low = int(model.low_units[p]) * model.y.variables[graph.pes[p].alternative]
        beyond = sum(2**k * model.bit[names[p], k] for k in range(bits[p]))
        return model.units.variables[p] == low + beyond

    @model.Constraint(list(products))
    def product(model: pyo.ConcreteModel, name: str, j: int) -> Relation:
        """The rate of a stream is no more than A m R."""
        s, limit = products[name, j]
        p = pe_of[name, j]
        parts = sum(2**k * model.part[name, j, k] for k in range(bits[p]))
        units = int(model.low_units[p]) * model.read[name, j] + parts
        return model.r.variables[s] <= limit.mips * float(instance.granularity or 0.0) * units

    _add_parts(model, instance, products, keys)


def _add_parts(
    model: pyo.ConcreteModel,
    instance: MacroQ,
    products: Products,
    keys: list[tuple[str, int, int]],
) -> None:
    graph = instance.graph
    names = list(model.PES)

    @model.Constraint(list(products))
    def all_read(model: pyo.ConcreteModel, name: str, j: int) -> Relation:
        """What a PE reads is what its inputs carry, and nothing if its job is left out."""
        s, limit = products[name, j]
        primal = limit.primal * model.y.variables[graph.streams[s].alternative]
        flows = sum(c * model.r.variables[i] for i, c in limit.inputs)
        return model.read[name, j] <= primal + flows

    @model.Constraint(keys)
    def part_of_read(model: pyo.ConcreteModel, name: str, j: int, k: int) -> Relation:
        """z_k <= R."""
        return model.part[name, j, k] <= model.read[name, j]

    @model.Constraint(keys)
    def part_of_bit(model: pyo.ConcreteModel, name: str, j: int, k: int) -> Relation:
        """z_k <= U b_k."""
        s, limit = products[name, j]
        most = limit.primal + sum(c * float(graph.bound[i]) for i, c in limit.inputs)
        return model.part[name, j, k] <= most * model.bit[names[graph.streams[s].pe], k]
