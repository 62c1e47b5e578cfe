"""The network of macrow: which clusters PEs touch, and which links their streams load, (5)-(11)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyomo.environ as pyo

from ...core.arrays import BoolArray
from ...instances.macrow.arrays import MacroArrays
from .rows import Row, row

Sides = Callable[[pyo.ConcreteModel, MacroArrays], None]


def network_matters(arrays: MacroArrays) -> bool:
    """Return whether the objective counts any link."""
    return len(arrays.links) > 0 and max(arrays.weights[2:]) > 0


def reachable(arrays: MacroArrays) -> BoolArray:
    """Return for each unit the clusters in which it has an allowed node."""
    reached = np.zeros((len(arrays.units), len(arrays.clusters)), dtype=bool)
    for c in range(len(arrays.clusters)):
        reached[:, c] = arrays.allowed[:, arrays.cluster_of == c].any(axis=1)
    return reached


def add_network(
    model: pyo.ConcreteModel, arrays: MacroArrays, add_sides: Sides | None = None
) -> None:
    """Add w, y and β; ``add_sides`` replaces (7)-(11) where it is given."""
    units, clusters = arrays.units, arrays.clusters
    touched = reachable(arrays)
    model.CLUSTERS = pyo.Set(initialize=clusters)
    model.LINKS = pyo.Set(initialize=arrays.links)
    model.REACHED = pyo.Set(
        dimen=2, initialize=[(units[u], clusters[c]) for u, c in np.argwhere(touched).tolist()]
    )
    model.CROSSINGS = pyo.Set(dimen=3, initialize=_crossings(arrays, touched))
    model.w = pyo.Var(model.REACHED, bounds=(0, 1), doc="cluster κ has candidates of p")
    model.y = pyo.Var(model.CROSSINGS, domain=pyo.NonNegativeReals, doc="the stream uses link e")
    model.beta = pyo.Var(model.LINKS, doc="β_e: utilisation of link e")
    model.busiest_link = pyo.Var(doc="the largest β_e")
    copies = dict(zip(arrays.nodes, arrays.copies.tolist(), strict=True))
    cluster_of = dict(zip(arrays.nodes, arrays.cluster_of.tolist(), strict=True))
    rate = {
        (units[a], units[b]): float(t)
        for (a, b), t in zip(arrays.stream_ends.tolist(), arrays.stream_rate, strict=True)
    }
    capacity = dict(zip(arrays.links, arrays.capacity.tolist(), strict=True))
    on_link: dict[str, list[tuple[str, str, str]]] = {e: [] for e in arrays.links}
    for p, q, e in model.CROSSINGS:
        on_link[e].append((p, q, e))

    # (5): β_e = Σ t_{p1 p2} y_{p1 p2 e} / K_e
    @model.Constraint(model.LINKS)
    def link_utilization(model: pyo.ConcreteModel, e: str) -> Row:
        """The utilisation of a link is the traffic of the streams that use it."""
        shares = [rate[p, q] / capacity[e] for p, q, _ in on_link[e]]
        return 0, row([*shares, -1], [*(model.y[key] for key in on_link[e]), model.beta[e]]), 0

    # max_e β_e, the last summand of the objective
    @model.Constraint(model.LINKS)
    def no_link_is_busier(model: pyo.ConcreteModel, e: str) -> Row:
        """No link is busier than the busiest."""
        return 0, row([1, -1], [model.busiest_link, model.beta[e]]), None

    # (6): v_pn <= w_{p κ_n}; so w never drops below v, and the objective pushes it down to it
    @model.Constraint(model.PAIRS)
    def cluster_touched(model: pyo.ConcreteModel, p: str, n: str) -> Row:
        """A PE with a candidate in a cluster touches the cluster."""
        return None, row([1, -copies[n]], [model.v[p, n], model.w[p, clusters[cluster_of[n]]]]), 0

    (add_sides or add_crossings)(model, arrays)


def _crossings(arrays: MacroArrays, touched: BoolArray) -> list[tuple[str, str, str]]:
    """Return the streams and links that can meet: the two PEs can touch both sides."""
    made: list[tuple[str, str, str]] = []
    if not network_matters(arrays):
        return made
    for (a, b), rate in zip(arrays.stream_ends.tolist(), arrays.stream_rate, strict=True):
        both = touched[a] | touched[b]
        for e, side in enumerate(arrays.first_side):
            if rate > 0 and both[side].any() and both[~side].any():
                made.append((arrays.units[a], arrays.units[b], arrays.links[e]))
    return made


def sides_of(arrays: MacroArrays) -> dict[str, tuple[list[str], list[str]]]:
    """Return the clusters on both sides of each link: k_e1 and k_e2."""
    names = np.array(arrays.clusters)
    return {
        e: (names[side].tolist(), names[~side].tolist())
        for e, side in zip(arrays.links, arrays.first_side, strict=True)
    }


def add_y_sides(model: pyo.ConcreteModel) -> None:
    """Add y_{p1 p2 e 1} and y_{p1 p2 e 2} and the row that joins them."""
    model.SIDES = pyo.Set(initialize=[1, 2])
    model.y_side = pyo.Var(
        model.CROSSINGS, model.SIDES, bounds=(0, 1), doc="one of the PEs lies on that side of e"
    )

    # (11): y_{p1 p2 e} >= y_{p1 p2 e 1} + y_{p1 p2 e 2} - 1
    @model.Constraint(model.CROSSINGS)
    def link_used(model: pyo.ConcreteModel, p: str, q: str, e: str) -> Row:
        """A stream with PEs on both sides of a link uses the link."""
        sides = [model.y_side[p, q, e, i] for i in (1, 2)]
        return -1, row([1, -1, -1], [model.y[p, q, e], *sides]), None


def add_crossings(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add (7)-(11), which let a PE lie in several clusters."""
    add_y_sides(model)
    sides = sides_of(arrays)
    index = [
        (p, q, e, i, end, c)
        for p, q, e in model.CROSSINGS
        for i in (1, 2)
        for end in dict.fromkeys((p, q))
        for c in sides[e][i - 1]
        if (end, c) in model.w
    ]

    # (7)-(10): w_{p κ} <= y_{p1 p2 e i} for both PEs and the clusters κ in k_ei
    @model.Constraint(range(len(index)))
    def side_touched(model: pyo.ConcreteModel, k: int) -> Row:
        """A stream lies on each side of a link on which one of its PEs touches a cluster."""
        p, q, e, i, end, c = index[k]
        return None, row([1, -1], [model.w[end, c], model.y_side[p, q, e, i]]), 0
