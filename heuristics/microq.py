"""SODA's microQ: repeated linear programs with the pacing of the components' segments.

Wolf et al., "SODA", section 5.3.3, Figures 12 and 14.  The pacing divides a component's MIPS among
its PEs; it is linear in each segment, between two breakpoints of the component's MIPS.
"""

from typing import Annotated

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray
from ..core.outcome import Answer, Decision
from ..core.run import Run
from ..instances.microq import Component, MicroQ
from ..solvers.engines import FormBuilder
from ..solvers.microq import (
    Preprocessed,
    load_program,
    reachable,
    relaxation,
    solve_flow,
    solve_mixtures,
)

_SLACK = 1e-7  # of mips, as a share of the last breakpoint: this close is in the segment
_DIGITS = 12
_STALE, _GAIN = 2, 1e-7  # rounds without a relative gain of so much end the rounding


class PacedFlow:
    """The linear program of Figure 14 for given segments of the components, kept in HiGHS."""

    def __init__(self, instance: MicroQ) -> None:
        self.original = instance
        self.instance, self.unit, self.worth = instance.near_one()
        self.total: list[int] = []
        self.pes: list[list[tuple[int, int]]] = []
        self.arcs: dict[tuple[str, str], int] = {}
        self.highs = load_program(self._form())
        self.segments: list[int] = []

    def _form(self) -> FormBuilder:
        form = FormBuilder("maximize")
        on_node: dict[str, list[tuple[int, float]]] = {n.name: [] for n in self.instance.nodes}
        for component in self.instance.components:
            total = self._importance(form, component)
            self.total.append(total)
            rows = []
            for pe in component.pes:
                most = np.inf if pe.max_mips is None else pe.max_mips
                mips = form.column(pe.min_mips, most)
                # g_p = intercept + slope · G_c; `pace` fills in the segment
                rows.append((form.row([(mips, 1.0), (total, -1.0)], 0.0, 0.0), total))
                flows = [(form.column(), 1.0) for _ in pe.nodes]
                form.row([*flows, (mips, -1.0)], 0.0, 0.0)
                for n, flow in zip(pe.nodes, flows, strict=True):
                    on_node[n].append(flow)
                    self.arcs[pe.name, n] = flow[0]
            self.pes.append(rows)
        for node in self.instance.nodes:
            form.row(on_node[node.name], upper=node.mips)
        return form

    @staticmethod
    def _importance(form: FormBuilder, component: Component) -> int:
        """Add a column of a component's MIPS, priced by the concave envelope, and return it."""
        rests = component.envelope()
        x, value = component.mips[rests], component.importance[rests]
        slopes = np.diff(value) / np.diff(x)
        total = form.column(float(x[0]), float(x[-1]))
        arcs = [
            (form.column(upper=float(width), cost=float(slope)), -1.0)
            for width, slope in zip(np.diff(x), slopes, strict=True)
        ]
        form.row([(total, 1.0), *arcs], float(x[0]), float(x[0]))
        return total

    def pace(self, segments: list[int]) -> None:
        """Set the pacing of all PEs to that in the given segments, one segment per component."""
        for c, (component, r) in enumerate(zip(self.instance.components, segments, strict=True)):
            if self.segments and self.segments[c] == r:
                continue
            width = float(component.mips[r + 1] - component.mips[r])
            for pe, (row, total) in zip(component.pes, self.pes[c], strict=True):
                slope = float(pe.pacing[r + 1] - pe.pacing[r]) / width
                start = float(pe.pacing[r]) - slope * float(component.mips[r])
                self.highs.changeCoeff(row, total, -slope)
                self.highs.changeRowBounds(row, start, start)
        self.segments = list(segments)

    def solve(self, run: Run, *, inside: bool) -> FloatArray | None:
        """Return the solution or None; if ``inside``, each component's MIPS stay in its segment."""
        for component, total, r in zip(
            self.instance.components, self.total, self.segments, strict=True
        ):
            low, high = (r, r + 1) if inside else (0, -1)
            ends = float(component.mips[low]), float(component.mips[high])
            self.highs.changeColBounds(total, *ends)
        if run.remaining is not None:
            spent = self.highs.getRunTime()
            self.highs.setOptionValue("time_limit", spent + run.remaining)
        self.highs.run()
        if self.highs.modelStatusToString(self.highs.getModelStatus()) != "Optimal":
            return None
        return np.array(self.highs.getSolution().col_value)

    def decision(self, x: FloatArray) -> Decision:
        """Return the decision of a solution in which every component is within its segment."""
        power = {node.name: node.mips for node in self.instance.nodes}
        pes = [pe.name for component in self.instance.components for pe in component.pes]
        fraction: dict[str, dict[str, float]] = {p: {} for p in pes}
        for (p, n), arc in self.arcs.items():
            value = round(float(x[arc]) / power[n], _DIGITS)
            if value > 0:
                fraction[p][n] = value
        mips = {
            component.name: component.rounded(float(x[total]) * self.unit)
            for component, total in zip(self.original.components, self.total, strict=True)
        }
        return {"mips": mips, "fraction": fraction}


def iterative(
    instance: MicroQ,
    run: Run,
    *,
    inside: Annotated[
        bool, Field(description="solve again with each component kept inside its last segment")
    ] = True,
) -> Answer:
    """Solve repeatedly; after each solution, components move towards the segments of their mips.

    This ends when no segment changes.  A solution outside its segments is not a decision, because
    pacing is extrapolated; then the same segments are solved again with the components kept inside.
    For programs without a solution, which the paper leaves open, see `step_towards`.
    """
    start = solve_flow(instance, run)
    if not isinstance(start, Preprocessed):
        return relaxation(instance, run)
    run.report(bound=start.bound, certificate=start.certificate)
    flow = PacedFlow(instance)
    segments = [
        segment_at(component, mips, None)
        for component, mips in zip(instance.components, start.mips, strict=True)
    ]
    seen: set[tuple[int, ...]] = set()
    best: tuple[float, Decision | None] = (-np.inf, None)
    ending = "time is up"
    while not run.should_stop():
        if tuple(segments) in seen:
            ending = "the segments cycle"
            break
        seen.add(tuple(segments))
        flow.pace(segments)
        x = flow.solve(run, inside=False)
        moved = step_towards(flow, x, segments)
        legal = x if moved == segments else flow.solve(run, inside=True) if inside else None
        if legal is not None:
            best = max(best, _value(instance, flow, legal), key=lambda pair: pair[0])
            run.report(best[0], None, best[1])
        if moved == segments:
            ending = "no segment moves" if x is not None else "no flow is possible with this pacing"
            break
        segments = moved
    return Answer(
        decision=best[1],
        bound=start.bound,
        bound_kind="certified",
        certificate=start.certificate,
        stopped=run.stopped if ending == "time is up" else "complete",
        message=None if best[1] is not None else f"no decision was found: {ending}",
        details={"iterations": len(seen), "ending": ending},
    )


def round_mixtures(instance: MicroQ, run: Run) -> Answer:
    """Round a relaxation in which components mix points of their curves, then improve the plan.

    A component starts in the segment of the lowest point in its mixture.  A component at an end
    of its segment then changes to the adjacent segment; the plan stays feasible, because both
    segments contain this end.
    """
    flow = PacedFlow(instance)
    best: tuple[float, Decision | None] = (-np.inf, None)
    lowest = [reachable(component)[0][1] for component in flow.original.components]
    x, segments = _within(flow, lowest, run)
    if x is not None:
        best = _value(instance, flow, x)
        run.report(best[0], None, best[1])
    mixture = solve_mixtures(instance, run)
    if mixture is not None:
        run.report(bound=mixture.bound, certificate=mixture.certificate)
        mixed, there = _within(flow, mixture.mips, run)
        x, segments = (x, segments) if mixed is None else (mixed, there)
    rounds, stale = 0, 0
    while x is not None and stale < _STALE and not run.should_stop():
        found = _value(instance, flow, x)
        stale = 0 if found[0] > best[0] + _GAIN * abs(best[0]) else stale + 1
        best = max(best, found, key=lambda pair: pair[0])
        run.report(best[0], None, best[1])
        segments, rounds = step_at_ends(flow, x, segments), rounds + 1
        flow.pace(segments)
        x = flow.solve(run, inside=True)
    return Answer(
        decision=best[1],
        bound=None if mixture is None else mixture.bound,
        bound_kind=None if mixture is None else "certified",
        certificate=None if mixture is None else mixture.certificate,
        stopped=run.stopped,
        message=None if best[1] is not None else "no decision was found by rounding",
        details={"rounds": rounds},
    )


def _within(flow: PacedFlow, mips: list[float], run: Run) -> tuple[FloatArray | None, list[int]]:
    """Return the best solution inside the segments that contain ``mips``, and these segments."""
    pairs = zip(flow.original.components, mips, strict=True)
    segments = [segment_at(component, value, None) for component, value in pairs]
    flow.pace(segments)
    return flow.solve(run, inside=True), segments


def step_at_ends(flow: PacedFlow, x: FloatArray, segments: list[int]) -> list[int]:
    """Return new segments: a component at an end of its segment gets the adjacent segment."""
    moved = []
    for component, total, r in zip(flow.instance.components, flow.total, segments, strict=True):
        slack = _SLACK * float(component.mips[-1])
        up = x[total] >= component.mips[r + 1] - slack
        down = x[total] <= component.mips[r] + slack
        moved.append(min(max(r + int(up) - int(down and not up), 0), component.segments - 1))
    return moved


def segment_at(component: Component, mips: float, current: int | None) -> int:
    """Return the segment that contains ``mips``; at a breakpoint prefer the current segment."""
    slack = _SLACK * float(component.mips[-1])
    if current is not None:
        low, high = component.mips[current], component.mips[current + 1]
        if low - slack <= mips <= high + slack:
            return current
    segment = int(np.searchsorted(component.mips, mips - slack, "left")) - 1
    return min(max(segment, 0), component.segments - 1)


def step_towards(flow: PacedFlow, x: FloatArray | None, segments: list[int]) -> list[int]:
    """Return the segments, each moved by one towards its component's solution (lines 12 to 20).

    If the program has no solution, every component moves down by one.
    """
    if x is None:
        return [max(0, r - 1) for r in segments]
    moved = []
    for component, total, r in zip(flow.instance.components, flow.total, segments, strict=True):
        moved.append(r + int(np.sign(segment_at(component, float(x[total]), r) - r)))
    return moved


def _value(instance: MicroQ, flow: PacedFlow, x: FloatArray) -> tuple[float, Decision]:
    decision = flow.decision(x)
    value = sum(
        component.value(decision["mips"][component.name]) for component in instance.components
    )
    return value, decision
