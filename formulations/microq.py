"""Model of microq: a mixed-integer program that chooses a segment per component and paces PEs.

Wolf et al., "SODA", section 5.3.2, (34)-(43).  A component's MIPS are the left end of its chosen
segment plus a distance along the segment.  The pacing of a component is the MIPS of each of its PEs
(processing elements) as a function of the component's MIPS.  With a distance variable per segment,
(35)-(37) become linear, because a sum over segments replaces each product of y and an affine
function.
"""

import numpy as np
import pyomo.core as pyo

from ..core.arrays import FloatArray
from ..core.decimals import slopes, steps
from ..core.outcome import Decision
from ..core.words import Said, Words, demand, limit, names, number, simply
from ..instances.microq import Component, MicroQ, Pe, rounded_mips
from .algebra import (
    Indices,
    Relation,
    Variables,
    dot,
    family,
    model_builder,
    padded,
    set_values,
    total,
    values,
)

_DIGITS = 12  # fractions are rounded once, before they are judged


def model_size(instance: MicroQ, *, every: bool = False) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    segments = sum(len(component.mips) - 1 for component in instance.components)
    paced = sum(len(component.pes) * (len(component.mips) - 1) for component in instance.components)
    pes = sum(len(component.pes) for component in instance.components)
    shares = sum(len(pe.nodes) for component in instance.components for pe in component.pes)
    shares = pes * len(instance.nodes) if every else shares
    return 2 * segments + pes + shares, 3 * segments + 2 * paced + 2 * pes + 3 * shares


@model_builder
def build_model(instance: MicroQ, *, every: bool = False) -> pyo.ConcreteModel:
    """Build the program (34)-(43), with (36) and (37) corrected.

    With ``every`` (for `explain`) rows, not bounds, enforce candidate nodes and MIPS limits.
    Distances are then shares of their segments, so that coefficients are numbers of the file.
    """
    components = {component.name: component for component in instance.components}
    pes = {pe.name: (c, pe) for c in components for pe in components[c].pes}
    breakpoints = padded([component.mips for component in instance.components])
    width = np.array([steps(row) for row in breakpoints])
    if every:
        width = np.ones_like(width)
    model = _variables(instance, breakpoints, every)

    def along(c: str, curve: FloatArray) -> Relation:
        """Return an expression: the value of a curve at the MIPS of component c."""
        last = len(curve) - 1
        slope = steps(curve) if every else slopes(curve, components[c].mips)
        return dot(curve[:-1], model.y[c, :last]) + dot(slope, model.way[c, :last])

    # max Σ_c I_c(G_c)
    @model.Objective(sense=pyo.maximize)
    def importance(model: pyo.ConcreteModel) -> pyo.Expression:
        """Maximise the total importance of the components."""
        return sum(along(c, components[c].importance) for c in model.COMPONENTS)

    # (34): Σ_r y_rc = 1
    @model.Constraint(model.COMPONENTS)
    def one_segment(model: pyo.ConcreteModel, c: str) -> Relation:
        """A component is in one of its segments."""
        return total(model.y[c]) == 1

    # (35) and (36), whose sum must run over i = 1 … r
    @family(model, model.way)
    def within_segment(c: Indices, r: Indices) -> Relation:
        """The distance along a segment is at most its length, and 0 if it is not chosen."""
        return model.way[c, r] <= width[c, r] * model.y[c, r]

    # (37): g_p = Σ_r y_rc R_cpr(G_c)
    @model.Constraint(model.PES)
    def pacing(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE has the MIPS that the pacing assigns to it at the MIPS of its component."""
        c, pe = pes[p]
        return along(c, pe.pacing) == model.g[p]

    _add_fractions(model, instance)
    if every:
        _add_limits(model, instance)
    return model


def _add_limits(model: pyo.ConcreteModel, instance: MicroQ) -> None:
    """Add rows that enforce the candidate nodes and the MIPS limits (40) of PEs, for `explain`."""
    pes = {pe.name: pe for component in instance.components for pe in component.pes}
    banned = {p: [n for n in model.NODES if n not in pes[p].nodes] for p in pes}

    # v_pn = 0
    @model.Constraint([p for p, nodes in banned.items() if nodes])
    def candidates_only(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE uses its candidate nodes only."""
        return total(model.f[p, np.array(banned[p])]) <= 0

    # (40): g_p <= M_p
    @model.Constraint([p for p, pe in pes.items() if pe.max_mips is not None])
    def most_mips(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE has at most its maximum MIPS."""
        return model.g[p] <= pes[p].max_mips

    # (40): g_p >= m_p
    @model.Constraint([p for p, pe in pes.items() if pe.min_mips > 0])
    def least_mips(model: pyo.ConcreteModel, p: str) -> Relation:
        """A PE has at least its minimum MIPS."""
        return model.g[p] >= pes[p].min_mips


def words(instance: MicroQ) -> Words:
    """Return the texts of the constraints for `explain`: nodes, MIPS of PEs, components.

    The pacing of PEs is the definition of a plan, and is never part of a conflict.
    """
    mips = {component.name: component.mips for component in instance.components}
    pes = {pe.name: pe for component in instance.components for pe in component.pes}
    power = {node.name: f"{number(node.mips)} mips" for node in instance.nodes}

    def candidates_only(p: str) -> Said:
        listed = names(pes[p].nodes, "nodes", "no node")
        return Said("nodes", p, listed, simply(f"{p} may use other nodes"))

    def most_mips(p: str) -> Said:
        most = pes[p].max_mips or 0.0
        words = f"at most {number(most)}"
        return limit("max_mips", p, most, f"{p} may have ", " mips", words)

    def least_mips(p: str) -> Said:
        least = pes[p].min_mips
        words = f"at least {number(least)}"
        return demand("min_mips", p, least, f"{p} needs only ", " mips", words)

    def runs(c: str) -> Said:
        words = f"{number(mips[c][0])} to {number(mips[c][-1])} mips"
        return Said("runs", c, words, simply(f"{c} does not run"), at_least=True)

    return {
        "capacity": lambda n: limit("node", n, 1.0, f"{n} has ", " times its mips", power[n]),
        "candidates_only": candidates_only,
        "most_mips": most_mips,
        "least_mips": least_mips,
        "one_segment": runs,
    }


def _add_fractions(model: pyo.ConcreteModel, instance: MicroQ) -> None:
    mips = np.array([node.mips for node in instance.nodes])

    # (38): Σ_n H_n f_pn = g_p
    @model.Constraint(model.PES)
    def fractions(model: pyo.ConcreteModel, p: str) -> Relation:
        """The fractions of nodes that a PE uses give it its MIPS."""
        return dot(mips, model.f[p]) == model.g[p]

    # (39): Σ_p f_pn <= 1
    @model.Constraint(model.NODES)
    def capacity(model: pyo.ConcreteModel, n: str) -> Relation:
        """The fractions of a node sum to at most 1."""
        return total(model.f[:, n]) <= 1


def _variables(instance: MicroQ, breakpoints: FloatArray, every: bool) -> pyo.ConcreteModel:
    segments = ~np.isnan(breakpoints[:, 1:])
    pes = [pe for component in instance.components for pe in component.pes]
    nodes = {node.name: n for n, node in enumerate(instance.nodes)}
    near = np.full((len(pes), len(nodes)), every)
    for row, pe in zip(near, pes, strict=True):
        row[[nodes[name] for name in pe.nodes]] = True
    model = pyo.ConcreteModel(name=instance.name)
    model.breakpoints = breakpoints
    model.COMPONENTS = pyo.Set(initialize=[component.name for component in instance.components])
    model.SEGMENTS = pyo.RangeSet(0, segments.shape[1] - 1)
    model.PES = pyo.Set(initialize=[pe.name for pe in pes])
    model.NODES = pyo.Set(initialize=list(nodes))
    # (41)
    model.y = Variables(
        model.COMPONENTS,
        model.SEGMENTS,
        where=segments,
        lower=0,
        upper=1,
        doc="y_rc: component c is in segment r",
    )
    for component in instance.components:
        if every or not is_straight(component):
            for r in range(component.segments):
                model.y[component.name, r].domain = pyo.Binary
    model.way = Variables(
        model.COMPONENTS, model.SEGMENTS, where=segments, lower=0, doc="mips into the segment"
    )
    # (40)
    model.g = Variables(
        model.PES,
        lower=[0.0 if every else pe.min_mips for pe in pes],
        upper=[np.inf if every or pe.max_mips is None else pe.max_mips for pe in pes],
        doc="g_p: mips of PE p",
    )
    # (42)
    model.f = Variables(
        model.PES,
        model.NODES,
        where=near,
        lower=0,
        upper=1.0 if every else np.inf,
        doc="f_pn: fraction of node n",
    )
    return model


def is_straight(component: Component) -> bool:
    """Return whether a component has concave importance and linear pacing, so needs no binaries."""

    def paces(pe: Pe) -> FloatArray:
        return slopes(pe.pacing, component.mips)

    concave = len(component.envelope()) == len(component.mips)
    return concave and all((paces(pe) == paces(pe)[0]).all() for pe in component.pes)


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    used = np.nansum(model.breakpoints[:, :-1] * values(model.y) + values(model.way), axis=1)
    mips = zip(model.COMPONENTS, used.tolist(), strict=True)
    fraction: dict[str, dict[str, float]] = {p: {} for p in model.PES}
    for (p, n), variable in model.f.items():
        value = round(variable.value or 0.0, _DIGITS)
        if value > 0:
            fraction[p][n] = value
    rounded = {
        c: rounded_mips(value, float(np.nanmax(breakpoints)))
        for (c, value), breakpoints in zip(mips, model.breakpoints, strict=True)
    }
    return {"mips": rounded, "fraction": fraction}


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to the segments and fractions of a decision, as a warm start."""
    y, way = np.zeros(model.y.layout.shape), np.zeros(model.way.layout.shape)
    for c, (name, breakpoints) in enumerate(zip(model.COMPONENTS, model.breakpoints, strict=True)):
        mips = decision["mips"][name]
        last = np.count_nonzero(~np.isnan(breakpoints)) - 2
        r = int(np.clip(np.searchsorted(breakpoints, mips, "right") - 1, 0, last))
        y[c, r], way[c, r] = 1, mips - breakpoints[r]
    set_values(model.y, y)
    set_values(model.way, way)
    fraction = decision["fraction"]
    set_values(model.f, [[fraction.get(p, {}).get(n, 0.0) for n in model.NODES] for p in model.PES])
