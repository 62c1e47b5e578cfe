"""The rates of streams by their resource functions, and what rates are worth."""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...instances.macroq import Limit, MacroQ
from ..algebra import Indices, Linear, Relation, dot, family, row_sums, total
from .products import add_products
from .value_functions import add_values

Term = tuple[str, int]  # a stream, and the number of a term of its resource function


def terms_of(instance: MacroQ) -> dict[Term, tuple[int, Limit]]:
    """Return the terms of all resource functions, each with the number of its stream."""
    return {
        (stream.name, k): (s, limit)
        for s, stream in enumerate(instance.graph.streams)
        for k, limit in enumerate(stream.limits)
    }


def add_rates(model: pyo.ConcreteModel, instance: MacroQ) -> Linear:
    """Add what each stream is limited by, and return what all rates are worth."""
    graph = instance.graph
    if not graph.streams:
        return total()
    owner = np.array([stream.alternative for stream in graph.streams])

    @family(model, model.r)
    def stream_needs_template(s: Indices) -> Relation:
        """A stream flows only if its template is chosen."""
        return model.r[s] <= graph.bound[s] * model.y[owner[s]]

    terms = terms_of(instance)
    products = {term: given for term, given in terms.items() if given[1].product}
    if products:
        add_products(model, instance, products)
    _add_sums(
        model, instance, {term: given for term, given in terms.items() if term not in products}
    )
    plain = np.array([s.weight if s.rate is None else 0.0 for s in graph.streams])
    worth: Linear = dot(plain, model.r) + add_values(model, instance)
    return worth


def _add_sums(
    model: pyo.ConcreteModel, instance: MacroQ, sums: dict[Term, tuple[int, Limit]]
) -> None:
    streams, limits = instance.graph.streams, [limit for _, limit in sums.values()]
    s = np.array([stream for stream, _ in sums.values()], dtype=np.int64)
    pe = np.array([streams[k].pe for k in s], dtype=np.int64)
    owner = np.array([streams[k].alternative for k in s], dtype=np.int64)
    per_mips = np.array([limit.mips for limit in limits])
    primal = np.array([limit.primal for limit in limits])
    inputs = [[source for source, _ in limit.inputs] for limit in limits]
    shares = [[share for _, share in limit.inputs] for limit in limits]

    # 3: r_s <= each term of the resource function
    @family(model, list(sums))
    def resource(name: Indices, k: Indices) -> Relation:
        """The rate of a stream is no more than a term allows, by mips and by what is read."""
        read = row_sums(model.r, inputs, shares)
        return model.r[s] <= per_mips * model.g[pe] + primal * model.y[owner] + read
