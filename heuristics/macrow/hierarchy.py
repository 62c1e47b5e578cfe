"""SODA's macroW in three stages: TopLevelMILP, parallel BottomLevelILPs, miniW (Figure 11)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from pydantic import Field
from pyomo.core import ConcreteModel

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import Count, NonNegative, Share
from ...instances.macrow import NO_LIMIT, MacroArrays, MacroW, arrays_of
from ...solvers.engines import (
    EngineResult,
    StandardForm,
    engine_named,
    solve_form,
    solve_model,
    standard_form,
)
from .mini_w import GREEDY, MiniWParameters, first_plan, search, stream_order
from .state import Data, PlanState, data_of, state_of, value


class Levels(Protocol):
    """The functions that build, warm-start and read the models of the two levels."""

    def top_level_model(self, name: str, arrays: MacroArrays) -> ConcreteModel:
        """Return the model TopLevelMILP."""

    def set_clusters(self, model: ConcreteModel, home: IntArray) -> None:
        """Set the start values of TopLevelMILP: one cluster for each unit."""

    def clusters_of(self, model: ConcreteModel) -> IntArray:
        """Return the cluster of each unit in a solved TopLevelMILP."""

    def fractions_of(self, model: ConcreteModel) -> FloatArray:
        """Return v, the fraction of each unit in each cluster, of a solved model."""

    def bottom_level_model(self, name: str, part: MacroArrays) -> ConcreteModel:
        """Return the model BottomLevelILP of one cluster."""

    def set_candidates(self, model: ConcreteModel, chosen: BoolArray) -> None:
        """Set the start values of BottomLevelILP: the candidates of each unit."""

    def candidates_at(self, model: ConcreteModel, value: Mapping[int, float]) -> BoolArray:
        """Return the mask of candidates (units x nodes) for given values of the variables."""


@dataclass(frozen=True)
class Top:
    """The result of TopLevelMILP: a cluster for each unit, and what clusters use of the limits."""

    result: EngineResult
    home: IntArray | None = None
    risk: FloatArray | None = None
    tokens: FloatArray | None = None
    changes: FloatArray | None = None


def solve_top(levels: Levels, arrays: MacroArrays, run: Run, start: IntArray | None = None) -> Top:
    """Solve TopLevelMILP, warm-started from ``start`` (the cluster of each unit) if given."""
    merged = arrays.interchangeable()
    model = levels.top_level_model("top-level", arrays)
    if start is not None:
        levels.set_clusters(model, start)
    result = solve_model(model, run.solver, run)
    if result.x is None:
        return Top(result)
    home, v = levels.clusters_of(model), levels.fractions_of(model)
    slope = merged.size[:, None] - 2 * merged.before
    changes = merged.before @ merged.copies + (slope * v).sum(axis=1)
    member = np.eye(len(arrays.clusters))[home].T
    return Top(
        result,
        home,
        risk=member @ (merged.risk * v).sum(axis=1),
        tokens=member @ (merged.license_use * v.sum(axis=1)[:, None]),
        changes=member @ changes,
    )


def apportion(used: FloatArray, limit: float) -> FloatArray:
    """Return quotas: each cluster's use in TopLevelMILP plus an equal part of the unused limit."""
    quota: FloatArray = np.maximum(used + (limit - used.sum()) / len(used), 0.0)
    total = quota.sum()
    return quota if total <= limit or total == 0 else quota * (limit / total)


def whole(quota: FloatArray, limit: int) -> IntArray:
    """Return quotas rounded down; the rest of ``limit`` goes to the largest remainders."""
    floor = np.floor(quota + 1e-9).astype(np.int64)
    left = max(0, limit - int(floor.sum()))
    order = np.argsort(floor - quota, kind="stable")
    floor += left // len(quota)
    floor[order[: left % len(quota)]] += 1
    return floor


@dataclass
class _Quotas:
    """The quotas of the clusters, which divide the limits that hold for all clusters together."""

    risk: FloatArray
    tokens: IntArray  # per cluster and license
    changes: IntArray

    @classmethod
    def of(cls, arrays: MacroArrays, top: Top) -> _Quotas:
        assert top.risk is not None and top.tokens is not None and top.changes is not None
        clusters = len(arrays.clusters)
        tokens = np.zeros((clusters, len(arrays.tokens)), dtype=np.int64)
        for k, limit in enumerate(arrays.tokens.tolist()):
            tokens[:, k] = whole(apportion(top.tokens[:, k], limit), limit)
        risk = np.full(clusters, np.inf)
        if np.isfinite(arrays.risk_limit):
            risk = apportion(top.risk, arrays.risk_limit)
        changes = np.full(clusters, NO_LIMIT)
        if arrays.total_change != NO_LIMIT:
            quota = apportion(top.changes, arrays.total_change)
            changes = whole(quota, arrays.total_change)
        return cls(risk, tokens, changes)

    def part(self, arrays: MacroArrays, home: IntArray, c: int) -> MacroArrays:
        """Return the problem of cluster c, in which the cluster's quotas are the limits."""
        return replace(
            arrays.part(*_place(arrays, home, c)),
            risk_limit=float(self.risk[c]),
            tokens=self.tokens[c].copy(),
            total_change=int(self.changes[c]),
        )

    def settle(self, c: int, part: MacroArrays, chosen: BoolArray, waiting: list[int]) -> None:
        """Divide the unused quotas of the solved cluster c among the ``waiting`` clusters."""
        taken = part.license_use.T @ chosen.sum(axis=1)
        slope = part.size[:, None] - 2 * part.before
        changed = part.total_base + int(part.before.sum()) + int((slope * chosen).sum())
        risked = float((part.risk * chosen).sum())
        for at, other in enumerate(waiting):
            left = len(waiting) - at
            token_share = (self.tokens[c] - taken) // left
            self.tokens[other] += token_share
            self.tokens[c] -= token_share
            if self.changes[c] != NO_LIMIT:
                change_share = (int(self.changes[c]) - changed) // left
                self.changes[other] += change_share
                self.changes[c] -= change_share
            if np.isfinite(self.risk[c]):
                risk_share = (float(self.risk[c]) - risked) / left
                self.risk[other] += risk_share
                self.risk[c] -= risk_share


@dataclass(frozen=True)
class _Bottom:
    """The model BottomLevelILP of a cluster, with its matrix form."""

    levels: Levels
    model: ConcreteModel
    form: StandardForm

    @classmethod
    def of(cls, levels: Levels, part: MacroArrays, start: BoolArray) -> _Bottom:
        model = levels.bottom_level_model("bottom-level", part)
        levels.set_candidates(model, start)
        return cls(levels, model, standard_form(model))

    def solve(self, run: Run) -> BoolArray | None:
        """Return the candidates (units x nodes); ``None`` if infeasible or not found in time."""
        result = solve_form(self.form, engine_named(run.solver), run)
        if result.x is None:
            return None
        value = dict(zip(map(id, self.form.columns), result.x.tolist(), strict=True))
        return self.levels.candidates_at(self.model, value)


def _place(arrays: MacroArrays, home: IntArray, c: int) -> tuple[IntArray, IntArray]:
    """Return the indices of the units in cluster c, and of its nodes."""
    return np.flatnonzero(home == c), np.flatnonzero(arrays.cluster_of == c)


def executor_width(run: Run) -> int:
    """Return the number of clusters that are solved in parallel."""
    return run.threads or os.cpu_count() or 1


def solve_bottoms(
    levels: Levels,
    arrays: MacroArrays,
    top: Top,
    start: BoolArray,
    run: Run,
    seconds: float,
    gap: float,
) -> tuple[BoolArray, list[int]]:
    """Solve all clusters in parallel; return the plan, and the clusters without a solution.

    Failed clusters are solved again one by one, with the unused quotas of the other clusters.
    """
    assert top.home is not None
    home = top.home
    quotas = _Quotas.of(arrays, top)
    clusters = [c for c in range(len(arrays.clusters)) if (home == c).any()]
    parts = {c: quotas.part(arrays, home, c) for c in clusters}
    plan = np.zeros(arrays.shape, dtype=bool)
    workers = executor_width(run)
    left = run.remaining
    each = (seconds if left is None else min(seconds, left / 2)) / -(-len(clusters) // workers)

    def part_run() -> Run:
        return run.inner(seconds=each, gap=gap)

    def bottom(c: int) -> _Bottom:
        return _Bottom.of(levels, parts[c], start[np.ix_(*_place(arrays, home, c))])

    # models are built one after the other; engines work outside Python and so side by side
    bottoms = [bottom(c) for c in clusters]
    with ThreadPoolExecutor(workers) as executor:
        plans = executor.map(lambda waiting: waiting.solve(part_run()), bottoms)
        found = dict(zip(clusters, plans, strict=True))
    failed = [c for c in clusters if found[c] is None]
    for c in clusters:
        chosen = found[c]
        if chosen is not None and failed:
            quotas.settle(c, parts[c], chosen, failed)
    for at, c in enumerate(failed):
        if not run.should_stop():
            parts[c] = quotas.part(arrays, home, c)
            chosen = found[c] = bottom(c).solve(part_run())
            if chosen is not None:
                quotas.settle(c, parts[c], chosen, failed[at + 1 :])
    for c in clusters:
        if found[c] is not None:
            plan[np.ix_(*_place(arrays, home, c))] = found[c]
    return plan, [c for c in clusters if found[c] is None]


class HierarchyParameters(Parameters):
    """The parameters of `hierarchical`; a share is a part of the time limit."""

    rounds: Count | None = Field(default=None, description="maximum perturbations of miniW")
    unlimited_seconds: NonNegative = Field(
        default=25.0, description="seconds for all stages if there is no time limit (SODA's limit)"
    )
    start_share: Share = Field(
        default=0.1, description="share of the time for improving miniW's first plan"
    )
    top_share: Share = Field(default=0.2, description="share of the time for TopLevelMILP")
    bottom_share: Share = Field(
        default=0.2, description="share of the time for all BottomLevelILPs"
    )
    top_gap: Share = Field(default=0.005, description="relative gap of TopLevelMILP")
    bottom_gap: Share = Field(default=0.002, description="relative gap of each BottomLevelILP")


def hierarchical(
    instance: MacroW, run: Run, levels: Levels, parameters: HierarchyParameters
) -> Answer:
    """Run the three stages of Figure 11; if a stage fails, continue with the next stage.

    miniW's first plan starts the first two stages, and the last stage if their plan is worse.
    """
    arrays = arrays_of(instance)
    data = data_of(arrays)
    limit = run.time_limit if run.time_limit is not None else parameters.unlimited_seconds
    order = stream_order(arrays)
    before = arrays.before > 0 if instance.previous is not None else None
    greedy = first_plan(arrays, data, run, GREEDY, order, before)
    start = None
    if not isinstance(greedy, str):
        inner = run.inner(seconds=parameters.start_share * limit)
        search(arrays, data, greedy, inner, MiniWParameters(rounds=0))
        run.report(value(data, greedy), None, arrays.decision(greedy.v))
        start = arrays.cluster_of[greedy.v.argmax(axis=1)]
    with run.timed("top-level"):
        inner = run.inner(seconds=parameters.top_share * limit, gap=parameters.top_gap)
        top = solve_top(levels, arrays, inner, start)
    details: dict[str, Any] = {
        "top_level": top.result.status,
        "single_cluster_bound": top.result.bound,
    }
    wanted = before
    if top.home is not None and not run.should_stop():
        with run.timed("bottom-level"):
            hint = np.zeros(arrays.shape, dtype=bool) if isinstance(greedy, str) else greedy.v
            seconds, gap = parameters.bottom_share * limit, parameters.bottom_gap
            plan, failed = solve_bottoms(levels, arrays, top, hint, run, seconds, gap)
        details["clusters_without_plan"] = [arrays.clusters[c] for c in failed]
        wanted = plan
        if not failed:
            state = state_of(data, plan)
            details["of_clusters"] = value(data, state)
            if not isinstance(greedy, str) and value(data, greedy) < details["of_clusters"]:
                state = greedy
            return _finish(arrays, data, state, run, parameters.rounds, details)
    completed = first_plan(arrays, data, run, GREEDY, order, wanted)
    rest = greedy if isinstance(completed, str) else completed
    if isinstance(rest, str):
        return Answer(stopped=run.stopped, message=f"no first plan: {rest}", details=details)
    return _finish(arrays, data, rest, run, parameters.rounds, details)


def _finish(
    arrays: MacroArrays,
    data: Data,
    state: PlanState,
    run: Run,
    rounds: int | None,
    details: dict[str, Any],
) -> Answer:
    details["before_miniw"] = value(data, state)
    run.report(details["before_miniw"], None, arrays.decision(state.v))
    answer = search(arrays, data, state, run, MiniWParameters(rounds=rounds))
    return replace(answer, details={**details, **answer.details})
