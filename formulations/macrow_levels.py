"""The two levels of SODA's hierarchy: TopLevelMILP and BottomLevelILPs (5.2.3.1, 5.2.3.2)."""

from __future__ import annotations

import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC

from ..instances.macrow_arrays import MacroArrays
from .macrow import add_objective, base_model
from .macrow_limits import add_limits, add_sums
from .macrow_network import add_network, add_y_sides, sides_of
from .macrow_rows import Row, row, total


def top_level_model(name: str, arrays: MacroArrays) -> pyo.ConcreteModel:
    """Return TopLevelMILP: fractional v, every PE in one cluster, (14)-(15) etc. left out."""
    with PauseGC():
        model = base_model(name, arrays, pyo.NonNegativeReals)
        add_sums(model, arrays)
        add_network(model, arrays, _one_cluster)
        add_objective(model, arrays)
        return model


def bottom_level_model(name: str, part: MacroArrays) -> pyo.ConcreteModel:
    """Return BottomLevelILP: the PEs of a cluster on its nodes, with its quotas as limits."""
    with PauseGC():
        model = base_model(name, part, pyo.Binary)
        add_limits(model, part)
        add_objective(model, part)
        return model


def _one_cluster(model: pyo.ConcreteModel, arrays: MacroArrays) -> None:
    add_y_sides(model)
    sides = sides_of(arrays)
    for variable in model.w.values():
        variable.domain = pyo.Binary
    mine: dict[str, list[pyo.Var]] = {p: [] for p in arrays.units}
    for (p, _), variable in model.w.items():
        mine[p].append(variable)

    # (29): Σ_κ w_pκ = 1
    @model.Constraint(model.PES)
    def one_cluster(model: pyo.ConcreteModel, p: str) -> Row:
        """A PE lies in one cluster."""
        return 1, total(mine[p]), 1

    # (30)-(33): Σ_{κ in k_ei} w_pκ <= y_{p1 p2 e i}; (31) and (32) print the other side
    @model.Constraint(
        [
            (p, q, e, i, end)
            for p, q, e in model.CROSSINGS
            for i in (1, 2)
            for end in dict.fromkeys((p, q))
        ]
    )
    def side_touched(model: pyo.ConcreteModel, p: str, q: str, e: str, i: int, end: str) -> Row:
        """A stream lies on the side of a link on which one of its PEs lies."""
        here = [model.w[end, c] for c in sides[e][i - 1] if (end, c) in model.w]
        variables = [*here, model.y_side[p, q, e, i]]
        return None, row([*[1] * len(here), -1], variables), 0
