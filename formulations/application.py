"""SODA's admission, placement and fractions in one program, for one list of jobs with templates.

This is macroQ's program for a fixed list, with nodes in place of the limit (1) on MIPS.  PE p
(processing element) gets the fraction f_pn of node n.  Node n has H_n MIPS, of which p can use
H_pn; H_n f_pn <= H_pn v_pn allows candidates only (v_pn = 1).  The candidates obey macroW's rows
(12)-(28), where the goals in the fairness rows (19) are the MIPS.  The objective is the importance.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyomo.core as pyo

from ..core.outcome import Decision
from ..instances.application import short_name
from ..instances.macroq import MacroQ
from ..instances.macrow import MacroW, arrays_of
from . import macroq, macrow
from .algebra import Relation, model_builder


@model_builder
def joint_model(
    instance: MacroQ,
    chosen: list[int],
    placement: MacroW,
    candidates: Decision | None = None,
) -> pyo.ConcreteModel:
    """Build the joint program of the list ``chosen``; ``candidates``, if given, fix v.

    ``chosen`` has indices of alternatives (job, template).  Goals in ``placement`` must be 0.
    """
    model = macroq.build_model(instance)
    for a, variable in enumerate(model.y.members):
        variable.fix(1.0 if a in chosen else 0.0)
    model.mips.deactivate()
    model.place = macrow.build_model(placement)
    model.place.balance.deactivate()
    if candidates is not None:
        macrow.set_start(model.place, candidates)
        for variable in model.place.v.members:
            variable.fix(round(variable.value))
    _add_fractions(model, instance, chosen, placement)
    return model


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The pairs of a PE of the list and an allowed node, with usable MIPS and the variables v."""

    model: pyo.ConcreteModel
    placement: MacroW

    @cached_property
    def usable(self) -> dict[tuple[str, str], float]:
        """The maximum MIPS that a PE can use of a node, for each pair of their names."""
        return {
            (pe.name, node.name): pe.usable(node)
            for pe in self.placement.pes
            for node in self.placement.nodes
            if self._place(pe.name, node.name) >= 0
        }

    @cached_property
    def _numbers(self) -> tuple[dict[str, int], dict[str, int]]:
        members = arrays_of(self.placement).members
        unit = {name: u for u, names in enumerate(members) for name in names}
        return unit, {node.name: k for k, node in enumerate(self.placement.nodes)}

    def _place(self, p: str, n: str) -> int:
        unit, nodes = self._numbers
        return int(self.model.place.v.layout[unit[p], nodes[n]])

    def candidate(self, p: str, n: str) -> pyo.Var:
        """Return the variable v_pn."""
        return self.model.place.v.members[self._place(p, n)]


def _add_fractions(
    model: pyo.ConcreteModel, instance: MacroQ, chosen: list[int], placement: MacroW
) -> None:
    graph = instance.graph
    numbers = {short_name(instance, p): p for a in chosen for p in graph.alternatives[a].pes}
    pairs = _Pairs(model, placement)
    power = {node.name: node.mips for node in placement.nodes}
    fair = {pe.name: pe.fairness for pe in placement.pes}
    model.share = pyo.Var(list(pairs.usable), bounds=(0, 1))

    # (1), node by node: Σ_n H_n f_pn = g_p
    @model.Constraint(list(fair))
    def given(model: pyo.ConcreteModel, p: str) -> Relation:
        """The fractions of nodes give a PE its MIPS."""
        mine = sum(power[n] * model.share[q, n] for q, n in pairs.usable if q == p)
        return mine == model.g.members[numbers[p]]

    @model.Constraint(list(power))
    def capacity(model: pyo.ConcreteModel, n: str) -> Relation:
        """The fractions of a node sum to at most 1."""
        own = [model.share[p, m] for p, m in pairs.usable if m == n]
        return sum(own) <= 1 if own else pyo.Constraint.Skip

    @model.Constraint(list(pairs.usable))
    def on_candidates(model: pyo.ConcreteModel, p: str, n: str) -> Relation:
        """A PE uses only its candidate nodes, and of each at most the usable MIPS."""
        return power[n] * model.share[p, n] <= pairs.usable[p, n] * pairs.candidate(p, n)

    # (19): Σ_n H_pn v_pn >= fairness g_p
    @model.Constraint(list(fair))
    def fairness(model: pyo.ConcreteModel, p: str) -> Relation:
        """The candidates of a PE offer at least its MIPS times its fairness."""
        mine = [(q, n) for q, n in pairs.usable if q == p]
        usable = sum(pairs.usable[q, n] * pairs.candidate(q, n) for q, n in mine)
        return usable >= fair[p] * model.g.members[numbers[p]]


def fractions_of(model: pyo.ConcreteModel) -> dict[str, dict[str, float]]:
    """Return the fractions of a solved program, by PE and node."""
    fractions: dict[str, dict[str, float]] = {}
    for (p, n), variable in model.share.items():
        if variable.value is not None and variable.value > 1e-12:
            fractions.setdefault(p, {})[n] = float(np.round(variable.value, 12))
    return fractions
