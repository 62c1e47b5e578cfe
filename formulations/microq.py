"""microq as a mixed integer program: one segment per component, PEs paced along it.

Wolf et al., "SODA", section 5.3.2, (34)-(43).  A component's mips are the left end of its chosen
segment plus a way along it.  With a way of its own per segment, (35)-(37) become linear: what is
a product of y and an affine function there is a sum over segments here.
"""

from __future__ import annotations

import numpy as np
import pyomo.environ as pyo
from pyomo.common.gc_manager import PauseGC
from pyomo.core.expr import LinearExpression

from ..core.arrays import FloatArray
from ..core.outcome import Decision
from ..instances.microq import Component, MicroQ, Pe

_DIGITS = 12  # fractions are rounded once, before they are judged


def build_model(instance: MicroQ) -> pyo.ConcreteModel:
    """Return the program (34)-(43), with (36) and (37) as they are meant."""
    with PauseGC():
        return _model(instance)


def _model(instance: MicroQ) -> pyo.ConcreteModel:
    components = {component.name: component for component in instance.components}
    pes = {pe.name: (c, pe) for c in components for pe in components[c].pes}
    mips = {node.name: node.mips for node in instance.nodes}
    model = pyo.ConcreteModel(name=instance.name)
    model.COMPONENTS = pyo.Set(initialize=list(components))
    model.SEGMENTS = pyo.Set(
        dimen=2, initialize=[(c, r) for c in components for r in range(components[c].segments)]
    )
    model.PES = pyo.Set(initialize=list(pes))
    model.SHARES = pyo.Set(dimen=2, initialize=[(p, n) for p in pes for n in pes[p][1].nodes])
    # (41)
    model.y = pyo.Var(model.SEGMENTS, bounds=(0, 1), doc="y_rc: component c is in segment r")
    for c, r in model.SEGMENTS:
        model.y[c, r].domain = pyo.Reals if is_straight(components[c]) else pyo.Binary
    model.way = pyo.Var(model.SEGMENTS, domain=pyo.NonNegativeReals, doc="mips into the segment")
    # (40)
    model.g = pyo.Var(model.PES, domain=pyo.NonNegativeReals, doc="g_p: mips of PE p")
    for p, (_, pe) in pes.items():
        model.g[p].setlb(pe.min_mips)
        model.g[p].setub(pe.max_mips)
    # (42)
    model.f = pyo.Var(model.SHARES, domain=pyo.NonNegativeReals, doc="f_pn: fraction of node n")

    def along(c: str, curve: FloatArray) -> tuple[list[float], list[pyo.Var]]:
        """Return the value of a curve where component c is: coefficients and variables."""
        slopes = np.diff(curve) / np.diff(components[c].mips)
        segments = range(components[c].segments)
        variables = [model.y[c, r] for r in segments] + [model.way[c, r] for r in segments]
        return [*curve[:-1].tolist(), *slopes.tolist()], variables

    # max Σ_c I_c(G_c)
    @model.Objective(sense=pyo.maximize)
    def importance(model: pyo.ConcreteModel) -> LinearExpression:
        """The components are as important as possible, all together."""
        terms = [along(c, components[c].importance) for c in components]
        return _sum([a for part, _ in terms for a in part], [v for _, part in terms for v in part])

    # (34): Σ_r y_rc = 1
    @model.Constraint(model.COMPONENTS)
    def one_segment(model: pyo.ConcreteModel, c: str) -> tuple[int, LinearExpression, int]:
        """A component is in one of its segments."""
        chosen = [model.y[c, r] for r in range(components[c].segments)]
        return 1, _sum([1] * len(chosen), chosen), 1

    # (35) and (36), whose sum must run over i = 1 … r
    @model.Constraint(model.SEGMENTS)
    def within_segment(
        model: pyo.ConcreteModel, c: str, r: int
    ) -> tuple[None, LinearExpression, int]:
        """A component is between the ends of its segment, and nowhere in the others."""
        width = float(components[c].mips[r + 1] - components[c].mips[r])
        return None, _sum([1, -width], [model.way[c, r], model.y[c, r]]), 0

    # (37): g_p = Σ_r y_rc R_cpr(G_c)
    @model.Constraint(model.PES)
    def pacing(model: pyo.ConcreteModel, p: str) -> tuple[int, LinearExpression, int]:
        """A PE gets what the pacing of its component's segment gives it."""
        c, pe = pes[p]
        coefficients, variables = along(c, pe.pacing)
        return 0, _sum([-1, *coefficients], [model.g[p], *variables]), 0

    # (38): Σ_n H_n f_pn = g_p
    @model.Constraint(model.PES)
    def fractions(model: pyo.ConcreteModel, p: str) -> tuple[int, LinearExpression, int]:
        """The fractions of nodes that a PE uses give it its mips."""
        near = pes[p][1].nodes
        terms = [model.f[p, n] for n in near]
        return 0, _sum([-1, *(mips[n] for n in near)], [model.g[p], *terms]), 0

    on_node: dict[str, list[pyo.Var]] = {n: [] for n in mips}
    for (_, n), fraction in model.f.items():
        on_node[n].append(fraction)

    # (39): Σ_p f_pn <= 1
    @model.Constraint([n for n in mips if on_node[n]])
    def capacity(model: pyo.ConcreteModel, n: str) -> tuple[None, LinearExpression, int]:
        """The fractions of a node sum to 1 at most."""
        return None, _sum([1] * len(on_node[n]), on_node[n]), 1

    model.components = components
    return model


def is_straight(component: Component) -> bool:
    """Return whether no binaries are needed: importance concave, pacing one straight line."""

    def slopes(pe: Pe) -> FloatArray:
        return np.asarray(np.diff(pe.pacing) / np.diff(component.mips))

    concave = len(component.envelope()) == len(component.mips)
    return concave and all((slopes(pe) == slopes(pe)[0]).all() for pe in component.pes)


def _sum(coefficients: list[float], variables: list[pyo.Var]) -> LinearExpression:
    return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=variables)


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision that the values of a solved model stand for."""
    mips = dict.fromkeys(model.COMPONENTS, 0.0)
    for c, r in model.SEGMENTS:
        left = float(model.components[c].mips[r])
        mips[c] += left * (model.y[c, r].value or 0.0) + (model.way[c, r].value or 0.0)
    fraction: dict[str, dict[str, float]] = {p: {} for p in model.PES}
    for (p, n), variable in model.f.items():
        value = round(variable.value or 0.0, _DIGITS)
        if value > 0:
            fraction[p][n] = value
    rounded = {c: model.components[c].rounded(value) for c, value in mips.items()}
    return {"mips": rounded, "fraction": fraction}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Give the model the segments and fractions of a decision, to start from."""
    for c, component in model.components.items():
        breakpoints = component.mips
        mips = decision["mips"][c]
        last = len(breakpoints) - 2
        chosen = int(np.clip(np.searchsorted(breakpoints, mips, "right") - 1, 0, last))
        for r in range(last + 1):
            way = mips - float(breakpoints[r]) if r == chosen else 0.0
            model.y[c, r].set_value(int(r == chosen), skip_validation=True)
            model.way[c, r].set_value(way, skip_validation=True)
    for (p, n), variable in model.f.items():
        value = decision["fraction"].get(p, {}).get(n, 0.0)
        variable.set_value(value, skip_validation=True)
