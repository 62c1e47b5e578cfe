"""The two levels of SODA's hierarchy: TopLevelMILP and BottomLevelILPs (5.2.3.1, 5.2.3.2)."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pyomo.core as pyo
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...instances.macrow import MacroArrays
from ..algebra import Relation, model_builder, set_values, total, values
from .limits import add_limits, add_sums
from .model import add_objective, base_model
from .network import add_network, add_sides, add_steps, at_least_nodes, network_matters, reachable


@model_builder
def top_level_model(name: str, arrays: MacroArrays) -> pyo.ConcreteModel:
    """Return TopLevelMILP: fractional v, every PE in one cluster, (14)-(15) etc. left out.

    As v is fractional, indistinguishable nodes share one column.
    """
    merged = arrays.interchangeable()
    model = base_model(name, merged, pyo.NonNegativeReals)
    add_sums(model, merged)
    add_network(model, merged, _one_cluster)
    add_objective(model, merged)
    return model


def set_clusters(model: pyo.ConcreteModel, home: IntArray) -> None:
    """Give TopLevelMILP one cluster for each unit, to start from."""
    set_values(model.w, np.eye(model.w.layout.shape[1])[home])


def clusters_of(model: pyo.ConcreteModel) -> IntArray:
    """Return the cluster of each unit in a solved TopLevelMILP."""
    clusters: IntArray = np.nan_to_num(values(model.w)).argmax(axis=1)
    return clusters


def fractions_of(model: pyo.ConcreteModel) -> FloatArray:
    """Return v of a solved model: units and nodes, nodes that are alike in one column."""
    return np.nan_to_num(values(model.v))


def set_candidates(model: pyo.ConcreteModel, chosen: BoolArray) -> None:
    """Give BottomLevelILP candidates, to start from."""
    set_values(model.v, chosen)


def candidates_at(model: pyo.ConcreteModel, value: Mapping[int, float]) -> BoolArray:
    """Return the candidates at a point: the value of each variable by its identity.

    Models that are solved side by side hold no values of their own.
    """
    layout = model.v.layout
    chosen = np.zeros(layout.shape, dtype=bool)
    chosen[layout >= 0] = [value.get(id(v), 0.0) > 0.5 for v in model.v.members]
    return chosen


@model_builder
def relaxed_model(name: str, arrays: MacroArrays) -> pyo.ConcreteModel:
    """Return a program, linear except for a few steps, whose value bounds every plan.

    It keeps the constraints of `top_level_model` but (29), adds rows that no plan breaks, and drops
    the streams of PEs that could all run in one cluster: those load no link in the relaxation.
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
    """Return the streams of PEs that no single cluster can hold together."""
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
    """Return BottomLevelILP: the PEs of a cluster on its nodes, with its quotas as limits."""
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
