"""The rates of streams by their resource functions, and what rates are worth."""

from __future__ import annotations

import numpy as np
import pyomo.environ as pyo

from ...core.arrays import FloatArray
from ...core.linear import Linear, Term
from ...instances.macroq import Limit, MacroQ
from ..algebra import Indices, Relation, Variables, dot, family
from .curves import is_concave


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
    _add_values(model, instance)


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
        _add_products(model, instance, products)
    sums = [key for key, (_, limit) in limits.items() if not limit.product]

    # 3: r_s <= each term of the resource function
    @model.Constraint(sums)
    def resource(model: pyo.ConcreteModel, name: str, k: int) -> Relation:
        """The rate of a stream is no more than a term allows, by mips and by what is read."""
        s, limit = limits[name, k]
        stream = graph.streams[s]
        parts = [
            _one(model.r, s, 1.0),
            *([_one(model.g, stream.pe, -limit.mips)] if limit.mips else []),
            *([_one(model.y, stream.alternative, -limit.primal)] if limit.primal else []),
            *_read(model, limit, -1.0),
        ]
        return Linear(parts) <= 0

    model.limits = limits


def _one(owner: Variables, place: int, coefficient: float) -> Term:
    return Term(owner, np.array([place]), np.array([coefficient]))


def _read(model: pyo.ConcreteModel, limit: Limit, sign: float) -> list[Term]:
    if not limit.inputs:
        return []
    places, coefficients = zip(*limit.inputs, strict=True)
    return [Term(model.r, np.array(places), sign * np.array(coefficients, dtype=np.float64))]


def _add_products(
    model: pyo.ConcreteModel, instance: MacroQ, products: dict[tuple[str, int], tuple[int, Limit]]
) -> None:
    """Add A m R = Σ A u 2^k z_k: the units of m in bits b_k, and z_k = R where b_k = 1."""
    graph = instance.graph
    unit = float(instance.granularity or 0.0)
    pes = sorted({graph.streams[s].pe for s, _ in products.values()})
    span = {p: int(model.high_units[p] - model.low_units[p]) for p in pes}
    bits = {p: span[p].bit_length() for p in pes}
    names = list(model.PES)
    model.bit = pyo.Var([(names[p], k) for p in pes for k in range(bits[p])], domain=pyo.Binary)

    @model.Constraint(pes)
    def in_bits(model: pyo.ConcreteModel, p: int) -> Relation:
        """The units beyond the least are a number of bits."""
        a = graph.pes[p].alternative
        low = int(model.low_units[p]) * model.y.variables[a]
        return model.units.variables[p] == low + sum(
            2**k * model.bit[names[p], k] for k in range(bits[p])
        )

    model.read = pyo.Var(list(products), domain=pyo.NonNegativeReals)
    keys = [(*key, k) for key, (s, _) in products.items() for k in range(bits[graph.streams[s].pe])]
    model.part = pyo.Var(keys, domain=pyo.NonNegativeReals)

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

    @model.Constraint(list(products))
    def product(model: pyo.ConcreteModel, name: str, j: int) -> Relation:
        """The rate of a stream is no more than A m R."""
        s, limit = products[name, j]
        p = graph.streams[s].pe
        units = int(model.low_units[p]) * model.read[name, j] + sum(
            2**k * model.part[name, j, k] for k in range(bits[p])
        )
        return model.r.variables[s] <= limit.mips * unit * units


def _add_values(model: pyo.ConcreteModel, instance: MacroQ) -> None:
    """Add the values of rates, stretch by stretch of their value functions."""
    graph = instance.graph
    valued = [
        s for s, stream in enumerate(graph.streams) if stream.rate is not None and stream.weight
    ]
    if not valued:
        return
    curves = [_from_zero(graph.streams[s].rate, graph.streams[s].value) for s in valued]
    shape = (len(valued), max(1, *(len(rate) - 1 for rate, _ in curves)))
    width, slope, there = np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=np.bool_)
    bent = there.copy()
    for row, (rate, value) in enumerate(curves):
        count = len(rate) - 1
        width[row, :count], there[row, :count] = np.diff(rate), True
        slope[row, :count] = np.diff(value) / np.diff(rate)
        bent[row, 1:count] = not is_concave(rate, value)
    names = list(model.STREAMS)
    model.VALUED = pyo.Set(initialize=[names[s] for s in valued])
    model.PIECES = pyo.RangeSet(0, shape[1] - 1)
    model.piece = Variables(
        model.VALUED, model.PIECES, where=there, lower=0, upper=width, doc="rate in a stretch"
    )
    owner = np.array([graph.streams[s].alternative for s in valued])
    start = np.array([value[0] for _, value in curves])
    model.worth.append(dot(slope, model.piece) + dot(start, model.y[owner]))

    @model.Constraint(range(len(valued)))
    def pieces(model: pyo.ConcreteModel, row: int) -> Relation:
        """The stretches together are no more than the rate."""
        count = len(curves[row][0]) - 1
        mine = dot(np.ones(count), model.piece[row, :count]) if count else 0.0
        return mine <= Linear([_one(model.r, valued[row], 1.0)])

    model.over = Variables(
        model.VALUED, model.PIECES, where=bent, domain=pyo.Binary, doc="1 beyond a breakpoint"
    )

    @family(model, model.over)
    def filled(v: Indices, k: Indices) -> Relation:
        """Beyond a breakpoint the stretch before is full."""
        return model.piece[v, k - 1] >= width[v, k - 1] * model.over[v, k]

    @family(model, model.over)
    def not_begun(v: Indices, k: Indices) -> Relation:
        """A stretch counts only beyond its first breakpoint."""
        return model.piece[v, k] <= width[v, k] * model.over[v, k]


def _from_zero(rate: FloatArray | None, value: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Return the breakpoints of a value function from rate 0 on."""
    assert rate is not None
    assert value is not None
    if rate[0] == 0:
        return rate, value
    return np.concatenate([[0.0], rate]), np.concatenate([value[:1], value])
