"""Relaxations of microq, and the bounds that their node prices prove.

Wolf et al., "SODA", section 5.3.3, (44)-(46) and Figure 13: a network flow without pacing.
Pacing assigns MIPS to each PE of a component as a function of the component's MIPS.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ..core.arrays import FloatArray
from ..core.clock import paused_clock
from ..core.outcome import Answer
from ..core.run import Run
from ..instances.microq import Component, MicroQ
from .engines import EngineResult, FormBuilder, engine_named, solve_form

_ACCEPTED = 3.1e-6  # relative to a PE's largest mips: above the checker's tolerance
_ROUNDING = 1e-3  # share of _ACCEPTED: above the error of a point
_ROUNDED = 1e-13  # relative to all terms of a bound: above the error of their sum
_MIXED = 1e-7  # smaller shares of a component do not belong to its mixture


@dataclass(frozen=True)
class Preprocessed:
    """The result of a relaxation: MIPS of every component, and a certified bound."""

    mips: list[float]
    bound: float
    certificate: dict[str, object]


def relaxation(instance: MicroQ, run: Run) -> Answer:
    """Return the bound of a flow over concave envelopes; pacing and MIPS limits are relaxed."""
    result = solve_flow(instance, run)
    if isinstance(result, EngineResult):
        message = result.message
        if result.status == "infeasible":
            message = "the nodes have too few mips for the first breakpoints of the components"
        infeasible = result.status == "infeasible"
        return Answer(stopped=result.stopped, message=message, infeasible=infeasible)
    run.report(bound=result.bound)
    names = [component.name for component in instance.components]
    return Answer(
        bound=result.bound,
        bound_kind="certified",
        certificate=result.certificate,
        message="this method ignores pacing, so it proves a bound without a decision",
        details={"mips": dict(zip(names, result.mips, strict=True))},
    )


def solve_flow(instance: MicroQ, run: Run) -> Preprocessed | EngineResult:
    """Solve the flow of Figure 13; return the engine's result instead if there is no flow."""
    form = FormBuilder("maximize")
    on_node: dict[str, list[tuple[int, float]]] = {node.name: [] for node in instance.nodes}
    filled = []
    for component in instance.components:
        rests = component.envelope()
        x, value = component.mips[rests], component.importance[rests]
        widths, slopes = np.diff(x), np.diff(value) / np.diff(x)
        arcs = [
            form.column(upper=float(width), cost=float(slope))
            for width, slope in zip(widths, slopes, strict=True)
        ]
        near = sorted({n for pe in component.pes for n in pe.nodes})
        flows = [(form.column(), 1.0) for _ in near]
        for n, flow in zip(near, flows, strict=True):
            on_node[n].append(flow)
        # (44)
        first = float(x[0])
        form.row([*flows, *((arc, -1.0) for arc in arcs)], first, first)
        filled.append((first, arcs))
    # (45)
    rows = {
        node.name: form.row(on_node[node.name], upper=node.mips)
        for node in instance.nodes
        if on_node[node.name]
    }
    inner = run.inner()
    result = solve_form(form.form(), engine_named("highs"), inner)
    if result.x is None or result.row_duals is None:
        return result
    prices = {
        node.name: max(0.0, float(result.row_duals[rows[node.name]])) if node.name in rows else 0.0
        for node in instance.nodes
    }
    mips = [first + float(result.x[arcs].sum()) for first, arcs in filled]
    return Preprocessed(mips, bound_of_prices(instance, prices), {"kind": "prices", "node": prices})


def load_program(form: FormBuilder) -> Any:
    """Return a HiGHS instance with the program; HiGHS is imported at the first use."""
    with paused_clock():
        from .engines import load_highs

    return load_highs(form.form())


def solve_mixtures(instance: MicroQ, run: Run) -> Preprocessed | None:
    """Solve the relaxation with pacing, in which components mix points of their curves.

    Its duals are the node prices that prove the best bound.  The mips of a component are those of
    its mixture if that is within a segment, or else those of the lowest point in the mixture.
    Return ``None`` if the program has no solution in time.
    """
    near, unit, worth = instance.near_one()
    form = FormBuilder("maximize")
    on_node: dict[str, list[tuple[int, float]]] = {node.name: [] for node in near.nodes}
    mixtures = []
    for component in near.components:
        points = reachable(component)
        shares = [form.column(cost=importance) for importance, _, *_ in points]
        form.row([(share, 1.0) for share in shares], 1.0, 1.0)
        mixtures.append((shares, np.array(points)[:, 1]))
        for p, pe in enumerate(component.pes, 2):
            used = [(share, point[p]) for share, point in zip(shares, points, strict=True)]
            flows = [form.column() for _ in pe.nodes]
            form.row([*used, *((flow, -1.0) for flow in flows)], 0.0, 0.0)
            for n, flow in zip(pe.nodes, flows, strict=True):
                on_node[n].append((flow, 1.0))
    capacity = [form.row(on_node[node.name], upper=node.mips) for node in near.nodes]
    highs = load_program(form)
    highs.setOptionValue("solver", "ipm")  # takes a fifth of the time of the simplex method
    if run.remaining is not None:
        highs.setOptionValue("time_limit", run.remaining)
    highs.run()
    if highs.modelStatusToString(highs.getModelStatus()) != "Optimal":
        return None
    solution = highs.getSolution()
    x = np.array(solution.col_value)
    duals = -np.array(solution.row_dual)[capacity] * worth / unit
    names = [node.name for node in instance.nodes]
    prices = dict(zip(names, np.maximum(duals, 0.0).tolist(), strict=True))
    mips = [
        unit * _mixed_mips(component, at, x[shares])
        for component, (shares, at) in zip(near.components, mixtures, strict=True)
    ]
    bound = bound_of_prices(instance, prices)
    return Preprocessed(mips, bound, {"kind": "prices", "node": prices})


def _mixed_mips(component: Component, at: FloatArray, shares: FloatArray) -> float:
    """Return the mips of a mixture of points, or of its lowest points (see `solve_mixtures`)."""
    used = at[shares > _MIXED]
    after = component.mips[component.mips > used.min() + _MIXED * component.mips[-1]]
    within = len(after) > 0 and used.max() <= after[0] + _MIXED * component.mips[-1]
    return float(at @ shares if within else used.min())


def reachable(component: Component) -> list[list[float]]:
    """Return the ends (importance, mips, mips per PE) of the curve's parts within MIPS limits (40).

    If the limits of the PEs exclude the whole curve, return its breakpoints.
    """
    curves = [component.importance, component.mips, *(pe.pacing for pe in component.pes)]
    points = [list(point) for point in zip(*(curve.tolist() for curve in curves), strict=True)]
    limits = []
    for p, pe in enumerate(component.pes, 2):
        if pe.min_mips > 0 or pe.max_mips is not None:
            slack = _ACCEPTED * max(float(pe.pacing.max()), pe.min_mips)
            most = math.inf if pe.max_mips is None else pe.max_mips
            limits.append((p, pe.min_mips - slack, most + slack, slack * _ROUNDING))
    kept = [] if limits else points
    for a, b in pairwise(points if limits else ()):
        at = {0.0, 1.0}
        for p, *pair, _ in limits:
            at |= {
                (y - a[p]) / (b[p] - a[p]) for y in pair if min(a[p], b[p]) < y < max(a[p], b[p])
            }
        for t in sorted(at):
            point = [x + t * (y - x) for x, y in zip(a, b, strict=True)] if t < 1 else b
            if all(low - error <= point[p] <= most + error for p, low, most, error in limits):
                kept.append(point)
    return kept or points


def bound_of_prices(instance: MicroQ, prices: dict[str, float]) -> float:
    """Return the upper bound that prices of nodes prove, rounded up."""
    terms = [prices[node.name] * node.mips for node in instance.nodes]
    size = sum(terms)
    for component in instance.components:
        points = np.array(reachable(component))
        paid = points[:, 2:] * [
            min((prices[n] for n in pe.nodes), default=0.0) for pe in component.pes
        ]
        terms.append(float((points[:, 0] - paid.sum(axis=1)).max()))
        size += float((np.abs(points[:, 0]) + paid.sum(axis=1)).max())
    return math.fsum(terms) + _ROUNDED * size


def impossible(instance: MicroQ, is_infeasible: Callable[[MicroQ], bool]) -> str | None:
    """Return a message: a component cannot be served alone or with the components before it."""
    for component in instance.components:
        if is_infeasible(instance.model_copy(update={"components": (component,)})):
            return f"component {component.name} cannot be served, even alone"
    for count in range(2, len(instance.components) + 1):
        served = instance.components[:count]
        if is_infeasible(instance.model_copy(update={"components": served})):
            before = ", ".join(component.name for component in served[:-1])
            return f"component {served[-1].name} cannot be served together with {before}"
    return None
