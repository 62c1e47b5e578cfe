"""macrow as a mixed integer program: candidate nodes that balance nodes and links.

Wolf et al., "SODA", section 5.2.2, (4)-(28).  Colocated PEs are merged (27), only allowed pairs
have variables (12), and only constraints in force are built.  All variables but v are continuous:
the objective pushes them down onto what v forces, or any value between their bounds serves.
"""

from __future__ import annotations

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC

from ...core.arrays import FloatArray
from ...core.outcome import Decision
from ...instances.macrow import MacroW
from ...instances.macrow.arrays import MacroArrays, arrays_of
from .limits import add_limits
from .network import add_network, network_matters
from .rows import Row, row
from .tightening import add_sides, add_steps, at_least_nodes


def build_model(instance: MacroW, *, tightened: bool = False) -> pyo.ConcreteModel:
    """Return the program (4)-(28) with the constraints that are in force.

    ``tightened`` adds rows that no plan breaks and that raise the bound of the relaxation.
    """
    with PauseGC():
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
    """Return a model with v on allowed pairs, α, and what every level of the hierarchy keeps."""
    model = pyo.ConcreteModel(name=name)
    model.arrays = arrays
    units, nodes = arrays.units, arrays.nodes
    place = {name: k for k, name in enumerate(nodes)}
    pairs = [(units[u], nodes[n]) for u, n in np.argwhere(arrays.allowed).tolist()]
    model.PES = pyo.Set(initialize=units)
    model.NODES = pyo.Set(initialize=nodes)
    model.PAIRS = pyo.Set(dimen=2, initialize=pairs)
    # (12): v_pn is defined where A_pn = 1
    copies = arrays.copies.tolist()
    model.v = pyo.Var(model.PAIRS, domain=domain, bounds=(0, 1), doc="node n is candidate of p")
    for (_, n), variable in model.v.items():
        variable.setub(copies[place[n]])
    model.alpha = pyo.Var(model.NODES, doc="α_n: utilisation of node n")
    model.busiest_node = pyo.Var(doc="the largest α_n")
    load = arrays.load / arrays.copies

    # (4): α_n = Σ_p H_pn v_pn / H_n
    @model.Constraint(model.NODES)
    def node_utilization(model: pyo.ConcreteModel, n: str) -> Row:
        """The utilisation of a node is what its PEs may use of it."""
        k = place[n]
        here = np.flatnonzero(arrays.allowed[:, k]).tolist()
        terms = [model.v[units[u], n] for u in here]
        return 0, row([*(load[u, k] for u in here), -1], [*terms, model.alpha[n]]), 0

    # max_n α_n, the second summand of the objective
    @model.Constraint(model.NODES)
    def no_node_is_busier(model: pyo.ConcreteModel, n: str) -> Row:
        """No node is busier than the busiest."""
        return 0, row([1, -1], [model.busiest_node, model.alpha[n]]), None

    return model


def add_objective(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    """Weigh means and maxima of the utilisations."""
    mean_node, max_node, mean_link, max_link = arrays.weights
    share = mean_node / int(arrays.copies.sum())
    parts = [
        (share * c, [model.alpha[n]])
        for n, c in zip(arrays.nodes, arrays.copies.tolist(), strict=True)
    ]
    parts.append((max_node, [model.busiest_node]))
    if arrays.links and model.component("beta") is not None:
        parts.append((mean_link / len(arrays.links), list(model.beta.values())))
        parts.append((max_link, [model.busiest_link]))
    coefficients = [weight for weight, variables in parts for _ in variables]
    variables = [variable for _, some in parts for variable in some]

    # min W1/N Σ_n α_n + W2 max_n α_n + W3/E Σ_e β_e + W4 max_e β_e
    @model.Objective(sense=pyo.minimize)
    def balance(model: pyo.ConcreteModel) -> pyo.Expression:
        """Nodes and links are used little, in the mean and at the busiest place."""
        return row(coefficients, variables)


def values_of(model: pyo.ConcreteModel) -> FloatArray:
    """Return the values of v, one row per unit."""
    arrays: MacroArrays = model.arrays
    values = np.zeros(arrays.shape)
    values[arrays.allowed] = [variable.value or 0.0 for variable in model.v.values()]
    return values


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    decision: Decision = model.arrays.decision(values_of(model) > 0.5)
    return decision


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the candidates of a decision, to start from."""
    arrays: MacroArrays = model.arrays
    chosen = arrays.chosen(decision)[arrays.allowed].tolist()
    for variable, value in zip(model.v.values(), chosen, strict=True):
        variable.set_value(int(value), skip_validation=True)
