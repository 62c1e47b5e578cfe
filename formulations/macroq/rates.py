"""The rates of streams by their resource functions, and what rates are worth."""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...core.linear import Linear, Term, single
from ...instances.macroq import Limit, MacroQ
from ..algebra import Indices, Relation, dot, family
from .products import add_products
from .values import add_values


def add_rates(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    """Add what each stream is limited by, and what it is worth."""
    graph = instance.graph
    if not graph.streams:
        return
    owner = np.array([stream.alternative for stream in graph.streams])

    @family(model, model.r)
    def made_by(s: Indices) -> Relation:
        """A stream flows only if its template is chosen."""
        return model.r[s] <= graph.bound[s] * model.y[owner[s]]

    _add_limits(model, instance)
    plain = np.array([s.weight if s.rate is None else 0.0 for s in graph.streams])
    if plain.any():
        model.worth.append(dot(plain, model.r))
    add_values(model, instance)


def _add_limits(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    graph = instance.graph
    terms = [
        (s, k, limit)
        for s, stream in enumerate(graph.streams)
        for k, limit in enumerate(stream.limits)
    ]
    names = list(model.STREAMS)
    limits = {(names[s], k): (s, limit) for s, k, limit in terms}
    products = {key: given for key, given in limits.items() if given[1].product}
    if products:
        add_products(model, instance, products)
    sums = [key for key, (_, limit) in limits.items() if not limit.product]

    # 3: r_s <= each term of the resource function
    @model.Constraint(sums)
    def resource(model: pyo.ConcreteModel, name: str, k: int) -> Relation:
        """The rate of a stream is no more than a term allows, by mips and by what is read."""
        s, limit = limits[name, k]
        stream = graph.streams[s]
        parts = [
            single(model.r.variables[s]),
            *([single(model.g.variables[stream.pe], -limit.mips)] if limit.mips else []),
            *(
                [single(model.y.variables[stream.alternative], -limit.primal)]
                if limit.primal
                else []
            ),
            *_read(model, limit, -1.0),
        ]
        return Linear(parts) <= 0

    model.limits = limits


def _read(model: pyo.ConcreteModel, limit: Limit, sign: float) -> list[Term]:
    if not limit.inputs:
        return []
    places, coefficients = zip(*limit.inputs, strict=True)
    return [Term(model.r, np.array(places), sign * np.array(coefficients, dtype=np.float64))]
