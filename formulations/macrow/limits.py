"""The practical constraints of macrow, (13)-(28), each built only where it is in force."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyomo.environ as pyo

from ...instances.macrow.arrays import NO_LIMIT, MacroArrays
from .rows import Row, row, total


def add_limits(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add all practical constraints."""
    add_sums(model, arrays)
    _add_integrity(model, arrays)
    _add_colors(model, arrays)
    _add_changes(model, arrays)
    _add_crowding(model, arrays)


def add_sums(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add what makes sense of fractions as well: (13), (16), (19), (25), (26)."""
    units, nodes = arrays.units, arrays.nodes
    pairs = {u: np.flatnonzero(arrays.allowed[u]).tolist() for u in range(len(units))}
    v = {(u, n): model.v[units[u], nodes[n]] for u, here in pairs.items() for n in here}

    # (13): Σ_{p in π_l} Σ_n v_pn <= λ_l
    @model.Constraint(list(arrays.licenses))
    def licenses(model: pyo.ConcreteModel, name: str) -> Row:
        """Every candidate of a PE with a license takes one of its tokens."""
        use = arrays.license_use[:, arrays.licenses.index(name)]
        taken = [(int(use[u]), v[u, n]) for u in np.flatnonzero(use).tolist() for n in pairs[u]]
        return None, _weighted(taken), float(arrays.tokens[arrays.licenses.index(name)])

    if np.isfinite(arrays.risk_limit):
        # (16): Σ_p Σ_n r_pn v_pn <= R
        @model.Constraint()
        def risk(model: pyo.ConcreteModel) -> Row:
            """The risks of all candidates stay within the limit in sum."""
            risky = np.argwhere((arrays.risk > 0) & arrays.allowed).tolist()
            return (
                None,
                _weighted([(arrays.risk[u, n], v[u, n]) for u, n in risky]),
                float(arrays.risk_limit),
            )

    # (19): Σ_n H_pn v_pn >= φ_p g_p, one row per PE, also of those that are merged
    @model.Constraint(range(len(arrays.need)))
    def fairness(model: pyo.ConcreteModel, k: int) -> Row:
        """A PE can use its goal, times its fairness, on its candidates."""
        u = int(arrays.need_unit[k])
        usable = [(float(arrays.need_mips[k, n]), v[u, n]) for n in pairs[u]]
        return float(arrays.need[k]), _weighted(usable), None

    # (25): m_p <= Σ_n v_pn
    @model.Constraint([units[u] for u in np.flatnonzero(arrays.min_nodes).tolist()])
    def min_nodes(model: pyo.ConcreteModel, p: str) -> Row:
        """A PE has as many candidates as asked for."""
        u = units.index(p)
        return int(arrays.min_nodes[u]), total(v[u, n] for n in pairs[u]), None

    # (26): Σ_n v_pn <= M_p
    most = arrays.max_nodes < arrays.allowed @ arrays.copies

    @model.Constraint([units[u] for u in np.flatnonzero(most).tolist()])
    def max_nodes(model: pyo.ConcreteModel, p: str) -> Row:
        """A PE has no more candidates than it may."""
        u = units.index(p)
        return None, total(v[u, n] for n in pairs[u]), int(arrays.max_nodes[u])


def _weighted(terms: Sequence[tuple[float, pyo.Var]]) -> pyo.Expression:
    return row([weight for weight, _ in terms], [variable for _, variable in terms])


def _add_integrity(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    leveled = np.isfinite(arrays.least_integrity)
    guarded = arrays.integrity_range != NO_LIMIT
    watched = np.argwhere(arrays.allowed & leveled[:, None] & guarded[None, :]).tolist()
    if not watched:
        return
    lowest = float(arrays.least_integrity[leveled].min())
    highest = float(arrays.most_integrity[leveled].max())
    named = [(arrays.units[u], arrays.nodes[n]) for u, n in watched]
    place = dict(zip(named, watched, strict=True))
    within = {arrays.nodes[n]: int(arrays.integrity_range[n]) for _, n in watched}
    model.GUARDED = pyo.Set(initialize=list(within))
    model.u = pyo.Var(model.GUARDED, bounds=(lowest, highest), doc="u_n: highest level on node n")

    # (14): i_p v_pn >= u_n - Δ_n - (i_max - Δ_n)(1 - v_pn)
    @model.Constraint(named)
    def integrity_from(model: pyo.ConcreteModel, p: str, n: str) -> Row:
        """No PE lies further below the highest level on its node than the node's range."""
        drop = highest - within[n] - float(arrays.least_integrity[place[p, n][0]])
        return None, row([1, drop], [model.u[n], model.v[p, n]]), highest

    # (15): (1 - v_pn)(i_min - i_p) <= u_n - i_p
    @model.Constraint(named)
    def integrity_to(model: pyo.ConcreteModel, p: str, n: str) -> Row:
        """No PE lies above the highest level on its node."""
        rise = float(arrays.most_integrity[place[p, n][0]]) - lowest
        return lowest, row([1, -rise], [model.u[n], model.v[p, n]]), None


def _add_colors(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    walls = [
        (n, one, other)
        for n, one, other in arrays.rivals.tolist()
        if arrays.color[arrays.allowed[:, n]][:, [one, other]].any(axis=0).all()
    ]
    if not walls:
        return
    watched = sorted({(c, n) for n, one, other in walls for c in (one, other)})
    name = {(c, n): (str(c), arrays.nodes[n]) for c, n in watched}
    painted = [
        (arrays.units[u], *name[c, n])
        for c, n in watched
        for u in np.flatnonzero(arrays.allowed[:, n] & arrays.color[:, c]).tolist()
    ]
    model.COLORS = pyo.Set(dimen=2, initialize=list(name.values()))
    model.x = pyo.Var(model.COLORS, bounds=(0, 1), doc="x_cn: node n has a PE of color c")

    # (17): v_pn <= x_{c_p n}
    @model.Constraint(painted)
    def color_present(model: pyo.ConcreteModel, p: str, c: str, n: str) -> Row:
        """A node has the colors of its PEs."""
        return None, row([1, -1], [model.v[p, n], model.x[c, n]]), 0

    # (18): x_{c1 n} + x_{c2 n} <= 1 for (c1, c2) in X_n
    @model.Constraint(range(len(walls)))
    def incompatible_colors(model: pyo.ConcreteModel, k: int) -> Row:
        """A node does not have both of two colors that it keeps apart."""
        n, one, other = walls[k]
        return None, total([model.x[name[one, n]], model.x[name[other, n]]]), 1


def _add_changes(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """(20) and (21) make Δ_pn = |v_pn - v̂_pn|, which is v̂_pn + (1 - 2 v̂_pn) v_pn here.

    So Δ needs no variables, and candidates that are not allowed any more are given up at once.
    """
    here = np.argwhere(arrays.allowed).tolist()
    if arrays.total_change != NO_LIMIT:
        # (22): Σ_pn Δ_pn <= Δ
        @model.Constraint()
        def total_change(model: pyo.ConcreteModel) -> Row:
            """All PEs together change no more candidates than allowed."""
            slope = arrays.size[:, None] - 2 * arrays.before
            base = arrays.total_base + int((arrays.before @ arrays.copies).sum())
            coefficients = [int(slope[u, n]) for u, n in here]
            return None, row(coefficients, list(model.v.values())), arrays.total_change - base

    # (23): Σ_n Δ_pn <= Δ_p
    @model.Constraint(range(len(arrays.change_limit)))
    def pe_change(model: pyo.ConcreteModel, k: int) -> Row:
        """A PE changes no more of its candidates than allowed."""
        u, had = int(arrays.change_unit[k]), arrays.change_before[k]
        own = np.flatnonzero(arrays.allowed[u]).tolist()
        base = int(arrays.change_base[k]) + int(had @ arrays.copies)
        terms = [(-1 if had[n] else 1, model.v[arrays.units[u], arrays.nodes[n]]) for n in own]
        return None, _weighted(terms), int(arrays.change_limit[k]) - base


def _add_crowding(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    units, nodes = arrays.units, arrays.nodes
    crowded = arrays.size @ arrays.allowed > arrays.max_pes
    limited = np.flatnonzero((arrays.max_pes != NO_LIMIT) & crowded).tolist()

    # (24): Σ_p v_pn <= V_n
    @model.Constraint([nodes[n] for n in limited])
    def max_pes(model: pyo.ConcreteModel, n: str) -> Row:
        """A node is candidate of no more PEs than it takes."""
        k = nodes.index(n)
        here = np.flatnonzero(arrays.allowed[:, k]).tolist()
        terms = [(int(arrays.size[u]), model.v[units[u], n]) for u in here]
        return None, _weighted(terms), int(arrays.max_pes[k] * arrays.copies[k])

    apart = [
        (units[one], units[other], nodes[n])
        for one, other in sorted({tuple(sorted(pair)) for pair in arrays.exlocated.tolist()})
        for n in np.flatnonzero(arrays.allowed[one] & arrays.allowed[other]).tolist()
    ]

    copies = dict(zip(nodes, arrays.copies.tolist(), strict=True))

    # (28): v_{p1 n} + v_{p2 n} <= 1; printed as v_{p1 n} ≠ v_{p2 n}
    @model.Constraint(apart)
    def exlocated(model: pyo.ConcreteModel, p: str, q: str, n: str) -> Row:
        """Exlocated PEs share no candidate."""
        return None, total([model.v[p, n], model.v[q, n]]), copies[n]
