"""Models of macrow: (4)-(28), its relaxation, TopLevelMILP and BottomLevelILP (5.2.3).

TopLevelMILP chooses a cluster of nodes for each PE (processing element), and BottomLevelILP the
candidate nodes within one cluster.  v_pn is 1 if node n is a candidate of PE p.  A *unit* is a set
of colocated PEs, which the models treat as one PE.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pyomo.core as pyo
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.outcome import Decision
from ...instances.macrow import NO_LIMIT, MacroArrays, MacroW, arrays_of
from ..algebra import (
    Indices,
    Relation,
    Variables,
    dot,
    family,
    model_builder,
    set_values,
    total,
    values,
)
from .limits import add_limits, add_lists, add_sums
from .network import (
    add_network,
    add_sides,
    add_steps,
    at_least_nodes,
    crossings_of,
    network_matters,
    reachable,
    touches_of,
)


@model_builder
def top_level_model(name: str, arrays: MacroArrays) -> pyo.ConcreteModel:
    """Build TopLevelMILP: v is fractional, and each PE is in one cluster.

    Of the limits (13)-(26) and (28) it has only those of `add_sums`. Because v is fractional,
    interchangeable nodes are merged to one column.
    """
    merged = arrays.interchangeable()
    model = base_model(name, merged, pyo.NonNegativeReals)
    add_sums(model, merged)
    add_network(model, merged, _one_cluster)
    add_objective(model, merged)
    return model


def set_clusters(model: pyo.ConcreteModel, home: IntArray) -> None:
    """Set w of TopLevelMILP to the cluster ``home[u]`` of each unit u, as a warm start."""
    set_values(model.w, np.eye(model.w.layout.shape[1])[home])


def clusters_of(model: pyo.ConcreteModel) -> IntArray:
    """Return the cluster of each unit in a solved TopLevelMILP."""
    clusters: IntArray = np.nan_to_num(values(model.w)).argmax(axis=1)
    return clusters


def fractions_of(model: pyo.ConcreteModel) -> FloatArray:
    """Return v of a solved model (units x nodes); interchangeable nodes share one column."""
    return np.nan_to_num(values(model.v))


def set_candidates(model: pyo.ConcreteModel, chosen: BoolArray) -> None:
    """Set the variables of BottomLevelILP to candidates (units x nodes), as a warm start."""
    set_values(model.v, chosen)


def candidates_at(model: pyo.ConcreteModel, value: Mapping[int, float]) -> BoolArray:
    """Return the candidates (units x nodes) at a point; ``value`` is indexed by ``id(variable)``.

    Models that are solved in parallel do not store values in their variables.
    """
    layout = model.v.layout
    chosen = np.zeros(layout.shape, dtype=bool)
    chosen[layout >= 0] = [value.get(id(v), 0.0) > 0.5 for v in model.v.members]
    return chosen


@model_builder
def relaxed_model(name: str, arrays: MacroArrays) -> pyo.ConcreteModel:
    """Build a relaxation whose optimum bounds every plan; only the steps (`add_steps`) are integer.

    It has the rows of `top_level_model` except one cluster per PE, and more valid rows.  Streams of
    PEs that could all run in one cluster are dropped, as they load no link in the relaxation.
    """
    merged = arrays.interchangeable()
    keep = parted_streams(merged)
    merged = replace(
        merged, stream_ends=merged.stream_ends[keep], stream_rate=merged.stream_rate[keep]
    )
    model = base_model(name, merged, pyo.NonNegativeReals)
    add_sums(model, merged)
    at_least_nodes(model, merged)
    add_steps(model, merged)
    if network_matters(merged):
        add_network(model, merged, add_sides)
    add_objective(model, merged)
    return model


def parted_streams(arrays: MacroArrays) -> BoolArray:
    """Return a mask of the streams whose two PEs can never be in the same cluster."""
    units = len(arrays.units)
    ends = arrays.stream_ends
    joined = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(units, units))
    _, component = connected_components(joined, directed=False)
    common = np.ones((component.max() + 1, len(arrays.clusters)), dtype=bool)
    np.logical_and.at(common, component, reachable(arrays))
    parted = np.logical_not(common.any(axis=1))
    return np.asarray(parted[component[ends[:, 0]]], dtype=bool)


@model_builder
def bottom_level_model(name: str, part: MacroArrays) -> pyo.ConcreteModel:
    """Build BottomLevelILP for ``part``: one cluster's PEs and nodes, with its quotas as limits."""
    model = base_model(name, part, pyo.Binary)
    add_limits(model, part)
    add_objective(model, part)
    return model


def _one_cluster(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    for variable in model.w.values():
        variable.domain = pyo.Binary
    w, side = model.w, dict(zip(arrays.links, arrays.first_side, strict=True))

    # (29): Σ_κ w_pκ = 1
    @model.Constraint(model.PES)
    def one_cluster(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE is in one cluster."""
        return total(w[p]) == 1

    # (30)-(33) and (11), which (29) turns into y >= |Σ_{κ in k_e1} w_{p1 κ} - Σ w_{p2 κ}|
    @model.Constraint(
        [(*key, sign) for key in model.CROSSINGS if key[0] != key[1] for sign in (1, -1)]
    )
    def link_used(model: pyo.ConcreteModel, p: str, q: str, e: str, sign: int) -> Relation:
        """A stream between PEs on different sides of a link uses the link."""
        apart = total(w[p, side[e]]) - total(w[q, side[e]])
        return model.y[p, q, e] >= sign * apart


@model_builder
def build_model(
    instance: MacroW, *, tightened: bool = False, every: bool = False
) -> pyo.ConcreteModel:
    """Build the program (4)-(28), with the constraints in force.

    ``tightened`` adds valid rows that raise the bound of the relaxation.  With ``every`` (for
    `explain`) all pairs have a variable, colocated PEs are not merged, and (12) and (27) are rows.
    Utilisations are omitted then, because they exclude no plan.
    """
    if every:
        return _with_all_pairs(instance)
    arrays = arrays_of(instance)
    model = base_model(instance.name, arrays, pyo.Binary)
    add_limits(model, arrays)
    if tightened:
        at_least_nodes(model, arrays)
        add_steps(model, arrays)
    if network_matters(arrays):
        add_network(model, arrays, add_sides if tightened else None)
    add_objective(model, arrays)
    return model


def _with_all_pairs(instance: MacroW) -> pyo.ConcreteModel:
    own = arrays_of(instance.model_copy(update={"colocated": ()}))
    arrays = replace(own, allowed=np.ones_like(own.allowed))
    model = base_model(instance.name, arrays, pyo.Binary)
    add_limits(model, arrays)
    add_lists(model, instance, own)
    return model


def base_model(name: str, arrays: MacroArrays, domain: pyo.Set) -> pyo.ConcreteModel:
    """Build the common part: v on allowed pairs, utilisations α of nodes, and their rows (4)."""
    model = pyo.ConcreteModel(name=name)
    model.arrays = arrays
    model.PES = pyo.Set(initialize=arrays.units)
    model.NODES = pyo.Set(initialize=arrays.nodes)
    # (12): v_pn is defined where A_pn = 1
    model.v = Variables(
        model.PES,
        model.NODES,
        where=arrays.allowed,
        domain=domain,
        lower=0,
        upper=arrays.copies,
        doc="v_pn: node n is a candidate of p",
    )
    model.alpha = Variables(model.NODES, doc="α_n: utilisation of node n")
    model.busiest_node = pyo.Var(doc="the largest α_n")
    load = dict(zip(arrays.nodes, (arrays.load / arrays.copies).T, strict=True))

    # (4): α_n = Σ_p H_pn v_pn / H_n
    @model.Constraint(model.NODES)
    def node_utilization(model: pyo.ConcreteModel, n: str) -> Relation:
        """The utilisation of a node is the sum of its PEs' usable MIPS divided by its MIPS."""
        return dot(load[n], model.v[:, n]) == model.alpha[n]

    # max_n α_n, the second summand of the objective
    @family(model, model.alpha)
    def no_node_is_busier(n: Indices) -> Relation:
        """The maximum utilisation is at least that of every node."""
        return model.alpha[n] <= model.busiest_node

    return model


def add_objective(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Add the weighted means and maxima of the utilisations as the objective."""
    W1, W2, W3, W4 = arrays.weights
    copies, N, E = arrays.copies, int(arrays.copies.sum()), len(arrays.links)
    has_network = E > 0 and model.component("beta") is not None

    # min W1/N Σ_n α_n + W2 max_n α_n + W3/E Σ_e β_e + W4 max_e β_e
    @model.Objective(sense=pyo.minimize)
    def balance(model: pyo.ConcreteModel) -> pyo.Expression:
        """Minimise the mean and the maximum utilisation of nodes and links."""
        nodes = W1 / N * dot(copies, model.alpha) + W2 * model.busiest_node
        if not has_network:
            return nodes
        return nodes + W3 / E * total(model.beta) + W4 * model.busiest_link


def values_of(model: pyo.ConcreteModel) -> FloatArray:
    """Return the values of v (units x nodes)."""
    return np.nan_to_num(values(model.v))


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    decision: Decision = model.arrays.decision(values_of(model) > 0.5)
    return decision


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the candidates of a decision, as a warm start."""
    arrays: MacroArrays = model.arrays
    set_values(model.v, arrays.chosen(decision))


def model_size(
    instance: MacroW, *, tightened: bool = False, every: bool = False
) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of `build_model`."""
    if every:
        pairs = len(instance.pes) * len(instance.nodes)
        return 4 * pairs, 8 * pairs
    return _size_of(arrays_of(instance), tightened)


def relaxation_size(arrays: MacroArrays) -> tuple[int, int]:
    """Return upper bounds on variables and nonzeros of the relaxation and of TopLevelMILP."""
    merged = arrays.interchangeable()
    homes = len(merged.units) * len(merged.clusters)  # (29)
    variables, nonzeros = _size_of(merged, tightened=True)
    return variables + homes, nonzeros + 2 * homes


def _size_of(arrays: MacroArrays, tightened: bool) -> tuple[int, int]:
    pairs, nodes = int(arrays.allowed.sum()), len(arrays.nodes)
    parts = [
        (pairs + nodes + 1, pairs + 3 * nodes),  # (4) and the busiest node
        (0, _sums(arrays)),
        _integrity(arrays),
        _colors(arrays),
        (0, _changes_and_crowding(arrays)),
    ]
    if network_matters(arrays):
        parts.append(_network(arrays, tightened))
    if tightened:
        parts.append((nodes, pairs + 4 * nodes))  # fewest candidates, and steps
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def _sums(arrays: MacroArrays) -> int:
    """Return the number of nonzeros of the rows that `add_sums` adds."""
    row = arrays.allowed.sum(axis=1)
    licensed = int(row @ (arrays.license_use > 0).sum(axis=1))
    risky = int(row.sum()) if np.isfinite(arrays.risk_limit) else 0
    least = int(row[arrays.min_nodes > 0].sum())
    return licensed + risky + int(row[arrays.need_unit].sum()) + least + int(row.sum())


def _integrity(arrays: MacroArrays) -> tuple[int, int]:
    """Return the numbers of variables and nonzeros for integrity levels, (14) and (15)."""
    leveled = np.isfinite(arrays.least_integrity)[:, None]
    watched = arrays.allowed & leveled & (arrays.integrity_range != NO_LIMIT)
    return int(watched.any(axis=0).sum()), 4 * int(watched.sum())


def _colors(arrays: MacroArrays) -> tuple[int, int]:
    """Return the numbers of variables and nonzeros for the colors of nodes, (17) and (18)."""
    holders = arrays.color.T.astype(np.int64) @ arrays.allowed
    watched = np.zeros(holders.shape, dtype=np.bool_)
    n, one, other = arrays.rivals.T
    watched[one, n] = watched[other, n] = True
    return int(watched.sum()), 2 * int(holders[watched].sum()) + 2 * len(n)


def _changes_and_crowding(arrays: MacroArrays) -> int:
    """Return the number of nonzeros for changes (22, 23), PEs per node (24), exlocation (28)."""
    row = arrays.allowed.sum(axis=1)
    changes = int(row.sum()) if arrays.total_change != NO_LIMIT else 0
    changes += int(row[arrays.change_unit].sum())
    crowded = int(arrays.allowed[:, arrays.max_pes != NO_LIMIT].sum())
    one, other = arrays.exlocated.T
    return changes + crowded + 2 * int((arrays.allowed[one] & arrays.allowed[other]).sum())


def _network(arrays: MacroArrays, tightened: bool) -> tuple[int, int]:
    """Return the numbers of variables and nonzeros of the network rows (5)-(11) or `add_sides`."""
    p, q, link, _ = crossings_of(arrays)
    crossings, links = len(p), len(arrays.links)
    touching = touches_of(arrays).sum(axis=(2, 3))
    variables = int(reachable(arrays).sum()) + crossings + links + 1
    nonzeros = crossings + 3 * links + 2 * int(arrays.allowed.sum())
    if tightened:
        sides = 2 * len(arrays.units) * links
        return variables + sides, nonzeros + 2 * int(touching.sum()) + sides + 12 * crossings
    reached = int(touching[p, link].sum() + touching[q, link].sum())
    return variables + 2 * crossings, nonzeros + 3 * crossings + 2 * reached
