"""The practical constraints (12)-(28) of macrow: limits on candidate nodes of PEs, and texts.

A PE is a processing element.  v_pn is 1 if node n is a candidate of PE p.  There are no rows for
limits that the instance does not have.
"""

import numpy as np
import pyomo.core as pyo

from ...core.words import Said, Words, demand, limit, names, number, simply
from ...instances.macrow import NO_LIMIT, MacroArrays, MacroW
from ..algebra import Indices, Relation, Variables, dot, family, total


def add_limits(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add the practical constraints (13)-(28), except for (27), which `add_lists` adds."""
    add_sums(model, arrays)
    _add_integrity(model, arrays)
    _add_colors(model, arrays)
    _add_changes(model, arrays)
    _limit_sharing(model, arrays)


def add_lists(model: pyo.ConcreteModel, instance: MacroW, arrays: MacroArrays) -> None:
    """Add rows for allowed nodes (12) and colocation (27), which only `explain` needs."""
    banned = {p: np.flatnonzero(~row) for p, row in zip(arrays.units, arrays.allowed, strict=True)}
    pairs = instance.colocated

    # (12): Σ_n v_pn = 0 over the nodes n with A_pn = 0
    @model.Constraint([p for p, nodes in banned.items() if len(nodes)])
    def allowed_nodes(model: pyo.ConcreteModel, p: str) -> Relation:
        """The candidates of a PE are allowed nodes."""
        return total(model.v[p, banned[p]]) <= 0

    # (27): v_{p1 n} = v_{p2 n}
    @model.Constraint(range(len(pairs)), model.NODES)
    def colocated(model: pyo.ConcreteModel, k: int, n: str) -> Relation:
        """Colocated PEs have the same candidates."""
        return model.v[pairs[k][0], n] == model.v[pairs[k][1], n]


def add_sums(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add rows for licenses, risk, fairness and node counts, which also hold for fractional v."""
    units, v = np.array(arrays.units), model.v
    holders, use, tokens = {}, {}, {}
    for name, needed, most in zip(
        arrays.licenses, arrays.license_use.T, arrays.tokens, strict=True
    ):
        holders[name], tokens[name] = np.flatnonzero(needed), most
        use[name] = needed[holders[name]][:, None]

    # (13): Σ_{p in π_l} Σ_n v_pn <= λ_l
    @model.Constraint(list(arrays.licenses))
    def licenses(model: pyo.ConcreteModel, name: str) -> Relation:
        """Every candidate of a PE with a license takes one token of the license."""
        return dot(use[name], v[holders[name]]) <= tokens[name]

    R = arrays.risk_limit
    if np.isfinite(R):
        # (16): Σ_p Σ_n r_pn v_pn <= R
        @model.Constraint()
        def risk(model: pyo.ConcreteModel) -> Relation:
            """The risks of all chosen candidates sum to at most the limit."""
            return dot(arrays.risk, v) <= R

    unit_of, need, usable = arrays.need_unit, arrays.need, arrays.need_mips

    # (19): Σ_n H_pn v_pn >= φ_p g_p, one row per PE, also for each of several merged PEs
    @model.Constraint(range(len(need)))
    def fairness(model: pyo.ConcreteModel, k: int) -> Relation:
        """The candidates of a PE offer at least its goal times its fairness in usable MIPS."""
        return dot(usable[k], v[unit_of[k]]) >= need[k]

    fewest = dict(zip(arrays.units, arrays.min_nodes, strict=True))
    most = dict(zip(arrays.units, arrays.max_nodes, strict=True))
    capped = arrays.max_nodes < arrays.allowed @ arrays.copies

    # (25): m_p <= Σ_n v_pn
    @model.Constraint(units[arrays.min_nodes > 0].tolist())
    def min_nodes(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE has at least its minimum number of candidates."""
        return total(v[p]) >= fewest[p]

    # (26): Σ_n v_pn <= M_p
    @model.Constraint(units[capped].tolist())
    def max_nodes(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE has at most its maximum number of candidates."""
        return total(v[p]) <= most[p]


def _add_integrity(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    leveled = np.isfinite(arrays.least_integrity)
    guarded = arrays.integrity_range != NO_LIMIT
    watched = arrays.allowed & leveled[:, None] & guarded
    if not watched.any():
        return
    least, largest, within = arrays.least_integrity, arrays.most_integrity, arrays.integrity_range
    low, high = float(least[leveled].min()), float(largest[leveled].max())
    model.u = Variables(
        model.NODES,
        where=watched.any(axis=0),
        lower=low,
        upper=high,
        doc="u_n: highest level on node n",
    )
    v, u = model.v, model.u

    # (14): i_p v_pn >= u_n - Δ_n - (i_max - Δ_n)(1 - v_pn)
    @family(model, v, where=watched)
    def integrity_from(p: Indices, n: Indices) -> Relation:
        """A PE's integrity level is at least its node's highest level minus the node's range."""
        return least[p] * v[p, n] >= u[n] - within[n] - (high - within[n]) * (1 - v[p, n])

    # (15): (1 - v_pn)(i_min - i_p) <= u_n - i_p
    @family(model, v, where=watched)
    def integrity_to(p: Indices, n: Indices) -> Relation:
        """The integrity level of a PE is at most the highest level on its node."""
        return (low - largest[p]) * (1 - v[p, n]) <= u[n] - largest[p]


def _add_colors(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    can_be = arrays.color.T.astype(np.int64) @ arrays.allowed > 0
    n, one, other = np.unique(arrays.rivals, axis=0).T
    matter = can_be[one, n] & can_be[other, n]
    if not matter.any():
        return
    n, one, other = n[matter], one[matter], other[matter]
    watched = np.zeros(can_be.shape, dtype=np.bool_)
    watched[one, n] = watched[other, n] = True
    model.COLORS = pyo.Set(initialize=[str(c) for c in range(len(can_be))])
    model.x = Variables(
        model.COLORS,
        model.NODES,
        where=watched,
        lower=0,
        upper=1,
        doc="x_cn: node n has a PE of color c",
    )
    painted = arrays.color[:, :, None] & arrays.allowed[:, None, :] & watched

    # (17): v_pn <= x_{c_p n}
    @family(model, model.PES, model.COLORS, model.NODES, where=painted)
    def color_present(p: Indices, c: Indices, n: Indices) -> Relation:
        """A node has the color of every PE that it is a candidate for."""
        return model.v[p, n] <= model.x[c, n]

    # (18): x_{c1 n} + x_{c2 n} <= 1 for (c1, c2) in X_n
    @family(model, model.COLORS, model.COLORS, model.NODES, where=(one, other, n))
    def incompatible_colors(c: Indices, d: Indices, n: Indices) -> Relation:
        """A node has at most one of two incompatible colors."""
        return model.x[c, n] + model.x[d, n] <= 1


def _add_changes(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Limit the changes Δ_pn = |v_pn - v̂_pn| of (20) and (21) from the former candidates v̂.

    Δ_pn is v̂_pn + (1 - 2 v̂_pn) v_pn, so it needs no variable. Former candidates that are not
    allowed now are omitted.
    """
    v = model.v
    if arrays.total_change != NO_LIMIT:
        slope = arrays.size[:, None] - 2 * arrays.before
        base = arrays.total_base + int((arrays.before @ arrays.copies).sum())

        # (22): Σ_pn Δ_pn <= Δ
        @model.Constraint()
        def total_change(model: pyo.ConcreteModel) -> Relation:
            """All PEs together change at most the allowed number of candidates."""
            return base + dot(slope, v) <= arrays.total_change

    unit_of, had, limit = arrays.change_unit, arrays.change_before, arrays.change_limit
    bases = arrays.change_base + had @ arrays.copies

    # (23): Σ_n Δ_pn <= Δ_p
    @model.Constraint(range(len(limit)))
    def pe_change(model: pyo.ConcreteModel, k: int) -> Relation:
        """A PE changes at most the allowed number of candidates."""
        return bases[k] + dot(1 - 2 * had[k], v[unit_of[k]]) <= limit[k]


def _limit_sharing(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Limit the PEs per candidate node (24), and forbid common candidates of exlocated PEs (28)."""
    size, room = arrays.size, arrays.max_pes * arrays.copies
    crowded = (arrays.max_pes != NO_LIMIT) & (size @ arrays.allowed > arrays.max_pes)
    most = dict(zip(arrays.nodes, room, strict=True))
    v, copies = model.v, arrays.copies

    # (24): Σ_p v_pn <= V_n
    @model.Constraint(np.array(arrays.nodes)[crowded].tolist())
    def max_pes(model: pyo.ConcreteModel, n: str) -> Relation:
        """A node is a candidate of at most the allowed number of PEs."""
        return dot(size, v[:, n]) <= most[n]

    one, other = np.unique(np.sort(arrays.exlocated, axis=1), axis=0).T
    pair, n = np.nonzero(arrays.allowed[one] & arrays.allowed[other])

    # (28): v_{p1 n} + v_{p2 n} <= 1; printed as v_{p1 n} ≠ v_{p2 n}
    @family(model, model.PES, model.PES, model.NODES, where=(one[pair], other[pair], n))
    def exlocated(p: Indices, q: Indices, n: Indices) -> Relation:
        """Exlocated PEs share no candidate."""
        return v[p, n] + v[q, n] <= copies[n]


def words(instance: MacroW) -> Words:
    """Return the texts of the constraints for `explain`."""
    return {**_of_nodes(instance), **_of_all(instance), **_of_pes(instance)}


def _of_nodes(instance: MacroW) -> Words:
    """Return the texts of the limits of nodes."""
    nodes = {node.name: node for node in instance.nodes}
    colors = list(dict.fromkeys([
        *(pe.color for pe in instance.pes if pe.color is not None),
        *(c for node in instance.nodes for pair in node.incompatible_colors for c in pair),
    ]))  # fmt: skip

    def integrity(at: tuple[str, str]) -> Said:
        n = at[1]
        return limit("integrity_range", n, nodes[n].integrity_range, f"integrity range of {n}: ")

    def apart(at: tuple[str, str, str]) -> Said:
        both, n = " and ".join(sorted(colors[int(c)] for c in at[:2])), at[2]
        return Said("incompatible_colors", f"{n} {both}", "", simply(f"{n} may have {both}"))

    return {
        "max_pes": lambda n: limit("max_pes", n, nodes[n].max_pes, f"{n} takes ", " PEs"),
        "integrity_from": integrity,
        "incompatible_colors": apart,
    }


def _of_all(instance: MacroW) -> Words:
    """Return the texts of licenses, risk, pairs of PEs, and the limit on the sum of all changes."""
    tokens = {held.name: held.tokens for held in instance.licenses}
    risk = 0.0 if instance.risk is None else instance.risk.limit
    changes = instance.max_total_change

    def licenses(name: str) -> Said:
        own = tokens[name]
        return limit("licenses", name, own, f"{name} has ", " tokens", f"{own} tokens")

    def exlocated(at: tuple[str, str, str]) -> Said:
        both = f"{at[0]} and {at[1]}"
        return Said("exlocated", both, "", simply(f"{both} may share nodes"))

    def colocated(at: tuple[int, str]) -> Said:
        both = " and ".join(instance.colocated[at[0]])
        return Said("colocated", both, "", simply(f"{both} may use different nodes"))

    return {
        "licenses": licenses,
        "risk": lambda _: limit("risk", "", risk, "a risk of "),
        "exlocated": exlocated,
        "colocated": colocated,
        "total_change": lambda _: limit("max_total_change", "", changes, "", " changes"),
    }


def _of_pes(instance: MacroW) -> Words:
    """Return the texts of the lists and limits of PEs."""
    pes = {pe.name: pe for pe in instance.pes}
    limited = [pe for pe in instance.pes if pe.max_change is not None]
    needy = [pe for pe in instance.pes if pe.fairness * pe.goal > 0]

    def allowed(p: str) -> Said:
        listed = names(pes[p].allowed_nodes or (), "nodes", "no node")
        return Said("allowed_nodes", p, listed, simply(f"{p} may be on other nodes"))

    def change(k: int) -> Said:
        p, most = limited[k].name, limited[k].max_change
        return limit("max_change", p, most, f"{p} may change ", " candidates")

    def fairness(k: int) -> Said:
        p, need = needy[k].name, needy[k].fairness * needy[k].goal
        words = f"{number(need)} mips"
        return demand("fairness", p, need, f"{p} needs only ", " mips", words)

    return {
        "allowed_nodes": allowed,
        "max_nodes": lambda p: limit("max_nodes", p, pes[p].max_nodes, f"{p} may have ", " nodes"),
        "pe_change": change,
        "fairness": fairness,
        "min_nodes": lambda p: demand(
            "min_nodes", p, pes[p].min_nodes, f"{p} needs only ", " nodes"
        ),
    }
