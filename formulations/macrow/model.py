"""macrow as a mixed integer program: candidate nodes that balance nodes and links.

Wolf et al., "SODA", section 5.2.2, (4)-(28).  Colocated PEs are merged (27), only allowed pairs
have variables (12), and only constraints in force are built.  All variables but v are continuous:
the objective pushes them down onto what v forces, or any value between their bounds serves.
"""

from __future__ import annotations

import numpy as np
import pyomo.core as pyo

from ...core.arrays import FloatArray
from ...core.outcome import Decision
from ...instances.macrow import MacroArrays, MacroW, arrays_of
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
from .limits import add_limits
from .network import add_network, network_matters
from .tightening import add_sides, add_steps, at_least_nodes


@model_builder
def build_model(instance: MacroW, *, tightened: bool = False) -> pyo.ConcreteModel:
    """Return the program (4)-(28) with the constraints that are in force.

    ``tightened`` adds rows that no plan breaks and that raise the bound of the relaxation.
    """
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


def base_model(name: str, arrays: MacroArrays, domain: pyo.Set) -> pyo.ConcreteModel:
    """Return a model with v on allowed pairs, α, and the constraints that every level of the
    hierarchy keeps.
    """
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
        doc="v_pn: node n is candidate of p",
    )
    model.alpha = Variables(model.NODES, doc="α_n: utilisation of node n")
    model.busiest_node = pyo.Var(doc="the largest α_n")
    load = dict(zip(arrays.nodes, (arrays.load / arrays.copies).T, strict=True))

    # (4): α_n = Σ_p H_pn v_pn / H_n
    @model.Constraint(model.NODES)
    def node_utilization(model: pyo.ConcreteModel, n: str) -> Relation:
        """The utilisation of a node is the share of it that its PEs may use."""
        return dot(load[n], model.v[:, n]) == model.alpha[n]

    # max_n α_n, the second summand of the objective
    @family(model, model.alpha)
    def no_node_is_busier(n: Indices) -> Relation:
        """No node is busier than the busiest."""
        return model.alpha[n] <= model.busiest_node

    return model


def add_objective(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Weigh means and maxima of the utilisations."""
    W1, W2, W3, W4 = arrays.weights
    copies, N, E = arrays.copies, int(arrays.copies.sum()), len(arrays.links)
    has_network = E > 0 and model.component("beta") is not None

    # min W1/N Σ_n α_n + W2 max_n α_n + W3/E Σ_e β_e + W4 max_e β_e
    @model.Objective(sense=pyo.minimize)
    def balance(model: pyo.ConcreteModel) -> pyo.Expression:
        """Nodes and links are used little, in the mean and at the busiest place."""
        nodes = W1 / N * dot(copies, model.alpha) + W2 * model.busiest_node
        if not has_network:
            return nodes
        return nodes + W3 / E * total(model.beta) + W4 * model.busiest_link


def values_of(model: pyo.ConcreteModel) -> FloatArray:
    """Return the values of v, one row per unit."""
    return np.nan_to_num(values(model.v))


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    decision: Decision = model.arrays.decision(values_of(model) > 0.5)
    return decision


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the candidates of a decision, to start from."""
    arrays: MacroArrays = model.arrays
    set_values(model.v, arrays.chosen(decision))
