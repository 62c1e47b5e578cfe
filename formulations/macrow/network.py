"""The network part of macrow's models, (5)-(11): the clusters that PEs use, and the load of links.

A *unit* is a PE (processing element), or several colocated PEs that the models treat as one.  Each
link divides the clusters into two sides.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, IntArray
from ...core.decimals import common_unit
from ...instances.macrow import MacroArrays
from ..algebra import Indices, Relation, Variables, dot, family, total

Sides = Callable[[pyo.ConcreteModel, MacroArrays], None]


def network_matters(arrays: MacroArrays) -> bool:
    """Return whether the utilisation of links counts in the objective."""
    return len(arrays.links) > 0 and max(arrays.weights[2:]) > 0


def reachable(arrays: MacroArrays) -> BoolArray:
    """Return a mask (units x clusters) of the clusters with an allowed node of the unit."""
    reached = np.zeros((len(arrays.units), len(arrays.clusters)), dtype=bool)
    for c in range(len(arrays.clusters)):
        reached[:, c] = arrays.allowed[:, arrays.cluster_of == c].any(axis=1)
    return reached


def add_network(
    model: pyo.ConcreteModel, arrays: MacroArrays, add_sides: Sides | None = None
) -> None:
    """Add the network's variables and (5)-(11); ``add_sides``, if given, replaces (7)-(11)."""
    touched = reachable(arrays)
    p, q, links, streams = crossings_of(arrays)
    units, named = np.array(arrays.units), np.array(arrays.links)
    keys = list(zip(units[p].tolist(), units[q].tolist(), named[links].tolist(), strict=True))
    model.CLUSTERS = pyo.Set(initialize=arrays.clusters)
    model.LINKS = pyo.Set(initialize=arrays.links)
    model.CROSSINGS = pyo.Set(dimen=3, initialize=keys)
    model.w = Variables(
        model.PES,
        model.CLUSTERS,
        where=touched,
        lower=0,
        upper=1,
        doc="w_pκ: cluster κ has candidates of p",
    )
    model.y = Variables(model.CROSSINGS, lower=0, doc="y_pqe: the stream uses link e")
    model.beta = Variables(model.LINKS, doc="β_e: utilisation of link e")
    model.busiest_link = pyo.Var(doc="the largest β_e")
    crossing = {name: np.flatnonzero(links == k) for k, name in enumerate(arrays.links)}
    share = arrays.stream_rate[streams] / arrays.capacity[links]
    cluster, copies = arrays.cluster_of, arrays.copies

    # (5): β_e = Σ t_{p1 p2} y_{p1 p2 e} / K_e
    @model.Constraint(model.LINKS)
    def link_utilization(model: pyo.ConcreteModel, e: str) -> Relation:
        """The utilisation of a link is the traffic of its streams divided by its capacity."""
        return dot(share[crossing[e]], model.y[crossing[e]]) == model.beta[e]

    # max_e β_e, the last summand of the objective
    @family(model, model.beta)
    def no_link_is_busier(e: Indices) -> Relation:
        """The maximum utilisation of links is at least that of every link."""
        return model.beta[e] <= model.busiest_link

    # (6): v_pn <= w_{p κ_n}; so w never drops below v, and the objective pushes it down to it
    @family(model, model.v)
    def cluster_touched(p: Indices, n: Indices) -> Relation:
        """A PE touches each cluster (w = 1) in which it has a candidate."""
        return model.v[p, n] <= copies[n] * model.w[p, cluster[n]]

    (add_sides or add_crossings)(model, arrays)


def crossings_of(arrays: MacroArrays) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """Return all pairs of a stream and a link that it may use, as arrays p, q, link, stream.

    Units p and q are the ends of the stream; together they can reach both sides of the link.
    """
    if not network_matters(arrays):
        none = np.zeros(0, dtype=np.int64)
        return none, none, none, none
    both = np.logical_or(*reachable(arrays)[arrays.stream_ends.T])
    first, second = (
        (both[:, None, :] & side).any(axis=2) for side in (arrays.first_side, ~arrays.first_side)
    )
    streams, links = np.nonzero(first & second & (arrays.stream_rate > 0)[:, None])
    p, q = arrays.stream_ends[streams].T
    return p, q, links, streams


def touches_of(arrays: MacroArrays) -> BoolArray:
    """Return which clusters on each side of a link have an allowed node of a unit.

    The mask has the axes unit, link, side and cluster.
    """
    on = np.stack([arrays.first_side, ~arrays.first_side], axis=1)
    return np.asarray(reachable(arrays)[:, None, None, :] & on)


def add_y_sides(model: pyo.ConcreteModel) -> None:
    """Add variables y_1, y_2 for streams on sides 1 and 2 of a link, and the rows (11)."""
    model.SIDES = pyo.Set(initialize=[1, 2])
    model.y_side = Variables(
        model.CROSSINGS,
        model.SIDES,
        lower=0,
        upper=1,
        doc="y_pqei: one of the PEs lies on side i of e",
    )

    # (11): y_{p1 p2 e} >= y_{p1 p2 e 1} + y_{p1 p2 e 2} - 1
    @family(model, model.y)
    def link_used(pqe: Indices) -> Relation:
        """A stream with PEs on both sides of a link uses the link."""
        return model.y[pqe] >= model.y_side[pqe, 1] + model.y_side[pqe, 2] - 1


def add_crossings(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add (7)-(11): a link carries a stream whose PEs touch clusters on both sides of the link."""
    add_y_sides(model)
    p, q, link, _ = crossings_of(arrays)
    touches = touches_of(arrays)
    k, i, c = np.nonzero(touches[p, link])
    k2, i2, c2 = np.nonzero(touches[q, link] & (p != q)[:, None, None])
    touching = (
        np.concatenate([k, k2]),
        np.concatenate([i, i2]),
        np.concatenate([p[k], q[k2]]),
        np.concatenate([c, c2]),
    )

    # (7)-(10): w_{p κ} <= y_{p1 p2 e i} for both PEs and the clusters κ in k_ei
    @family(model, model.CROSSINGS, model.SIDES, model.PES, model.CLUSTERS, where=touching)
    def side_touched(pqe: Indices, i: Indices, p: Indices, c: Indices) -> Relation:
        """A stream is on a side of a link if one of its PEs touches a cluster on that side."""
        return model.w[p, c] <= model.y_side[pqe, i]


_FINEST = 10_000  # the smallest step is this fraction of a node
_COARSE = Fraction(1, 100)  # smaller steps are ignored, because they hardly raise the bound
_SAME = 1e-12


def least_counts(arrays: MacroArrays) -> np.ndarray:
    """Return, per unit, the minimum number of candidates that provide its MIPS."""
    least = arrays.min_nodes.copy()
    for u, need, mips in zip(arrays.need_unit, arrays.need, arrays.need_mips, strict=True):
        best = np.cumsum(np.sort(mips[arrays.allowed[u]])[::-1])
        enough = best >= need * (1 - 1e-6)
        least[u] = max(least[u], int(np.argmax(enough)) + 1 if enough.any() else 1)
    return least


def at_least_nodes(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add valid rows: a PE has at least the number of candidates that its MIPS need."""
    least = least_counts(arrays)

    @model.Constraint(np.flatnonzero(least > arrays.min_nodes).tolist())
    def enough_nodes(model: pyo.ConcreteModel, p: int) -> Relation:
        """A PE has at least the number of candidates that its goal in MIPS needs."""
        return total(model.v[p]) >= least[p]


def add_sides(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add a variable per PE and side of a link, as a tighter model in place of (7)-(11).

    A PE that must run is on at least one side of every link.  The relaxation of (7)-(10) does not
    imply that: it divides a PE among many clusters and uses no link.  With this row the streams
    that use a link form a cut, so the relaxation finds the least cut between PEs fixed to a side.
    """
    p, q, e, _ = crossings_of(arrays)
    crosses = np.zeros((len(arrays.units), len(arrays.links)), dtype=np.bool_)
    crosses[p, e] = crosses[q, e] = True
    touches = touches_of(arrays) & crosses[:, :, None, None]
    reached = np.asarray(touches.any(axis=3), dtype=np.bool_)
    model.SIDES = pyo.Set(initialize=[1, 2])
    model.side = Variables(
        model.PES,
        model.LINKS,
        model.SIDES,
        where=reached,
        lower=0,
        upper=1,
        doc="p has candidates on side i of link e",
    )

    @family(model, model.PES, model.LINKS, model.SIDES, model.CLUSTERS, where=touches)
    def side_reached(p: Indices, e: Indices, i: Indices, c: Indices) -> Relation:
        """A PE that touches a cluster is on the side of a link on which the cluster lies."""
        return model.w[p, c] <= model.side[p, e, i]

    must = np.argwhere(crosses & arrays.must_run[:, None])

    @model.Constraint([(arrays.units[p], arrays.links[e]) for p, e in must])
    def somewhere(model: pyo.ConcreteModel, p: str, e: str) -> Relation:
        """A PE that must run is on at least one side of a link."""
        return total(model.side[p, e]) >= 1

    k = np.tile(np.arange(len(p)), 4)
    first, second = np.concatenate([p, q, p, q]), np.concatenate([p, q, q, p])
    both = reached[first, e[k], 0] & reached[second, e[k], 1]
    both &= (np.arange(len(k)) < len(p)) | (p != q)[k]  # the four cases coincide if p is q
    crossing = (k[both], first[both], second[both])

    @family(model, model.CROSSINGS, model.PES, model.PES, where=crossing)
    def link_used(pqe: Indices, first: Indices, second: Indices) -> Relation:
        """A stream with PEs on both sides of a link uses the link."""
        one, other = model.side[first, e[pqe], 1], model.side[second, e[pqe], 2]
        return model.y[pqe] >= one + other - 1


def step_sizes(arrays: MacroArrays) -> list[float | None]:
    """Return per node the greatest common divisor of its possible loads, or None if below 0.01."""
    sizes: list[float | None] = []
    for load, allowed in zip(arrays.load.T, arrays.allowed.T, strict=True):
        loads = np.unique(load[allowed]).tolist()
        near = [Fraction(value).limit_denominator(_FINEST) for value in loads]
        exact = all(abs(float(x) - value) <= _SAME for x, value in zip(near, loads, strict=True))
        step = common_unit(near) if exact and any(near) else 0
        sizes.append(float(step) if step >= _COARSE else None)
    return sizes


def add_steps(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add valid rows: a node's utilisation, rounded up to its step, is at most the maximum.

    Steps arise from cores: PEs of one thread load a node of four cores by quarters.
    """
    step = np.array([np.nan if size is None else size for size in step_sizes(arrays)])
    stepped = ~np.isnan(step)
    if not stepped.any():
        return
    sizes, kind = np.unique(step[stepped], return_inverse=True)
    kind_of = np.full(len(step), -1)
    kind_of[stepped] = kind
    most = float((arrays.load * arrays.allowed).sum(axis=0).max())
    model.steps = Variables(
        range(len(sizes)), domain=pyo.NonNegativeIntegers, upper=np.ceil(most / sizes)
    )

    @family(model, model.alpha, where=stepped)
    def whole_steps(n: Indices) -> Relation:
        """The utilisation of a node is at most its number of steps times their size."""
        return model.alpha[n] <= step[n] * model.steps[kind_of[n]]

    @family(model, model.steps)
    def steps_below_the_busiest(k: Indices) -> Relation:
        """The number of steps times their size is at most the utilisation of the busiest node."""
        return sizes[k] * model.steps[k] <= model.busiest_node
