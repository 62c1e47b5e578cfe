"""Relaxation of microq without pacing: SODA's network-flow preprocessor, and its bound.

Wolf et al., "SODA", section 5.3.3, (44)-(46) and Figure 13.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..core.outcome import Answer
from ..core.run import Run
from ..instances.microq import MicroQ
from .engines import EngineResult, FormBuilder, engine_named, solve_form


@dataclass(frozen=True)
class Preprocessed:
    """The result of the preprocessor: MIPS per component, and a certified bound."""

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
    """Solve the flow of Figure 13; if there is no flow, return the engine's result."""
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


def bound_of_prices(instance: MicroQ, prices: dict[str, float]) -> float:
    """Return the upper bound that prices of nodes prove, rounded up."""
    exact = {n: Fraction(price) for n, price in prices.items()}
    total = sum((exact[node.name] * Fraction(node.mips) for node in instance.nodes), Fraction(0))
    for component in instance.components:
        worth = [Fraction(float(value)) for value in component.importance]
        for pe in component.pes:
            lowest = min((exact[n] for n in pe.nodes), default=Fraction(0))
            worth = [w - lowest * Fraction(float(r)) for w, r in zip(worth, pe.pacing, strict=True)]
        total += max(worth)
    bound = float(total)
    return bound if Fraction(bound) >= total else math.nextafter(bound, math.inf)


def impossible(instance: MicroQ, is_infeasible: Callable[[MicroQ], bool]) -> str | None:
    """Return a message about a component that cannot be served alone, or with earlier ones."""
    for component in instance.components:
        if is_infeasible(instance.model_copy(update={"components": (component,)})):
            return f"component {component.name} cannot be served, not even alone"
    for count in range(2, len(instance.components) + 1):
        served = instance.components[:count]
        if is_infeasible(instance.model_copy(update={"components": served})):
            before = ", ".join(component.name for component in served[:-1])
            return f"component {served[-1].name} cannot be served together with {before}"
    return None
