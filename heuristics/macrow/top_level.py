"""The first stage of Figure 11: TopLevelMILP gives each unit a cluster."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from pyomo.core import ConcreteModel

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.run import Run
from ...instances.macrow import MacroArrays
from ...solvers.engines import EngineResult, solve_model


class Levels(Protocol):
    """The models of the two levels, and how they are read; the formulation offers it."""

    def top_level_model(self, name: str, arrays: MacroArrays) -> ConcreteModel:
        """Return TopLevelMILP."""

    def set_clusters(self, model: ConcreteModel, home: IntArray) -> None:
        """Give TopLevelMILP one cluster for each unit, to start from."""

    def clusters_of(self, model: ConcreteModel) -> IntArray:
        """Return the cluster of each unit in a solved TopLevelMILP."""

    def fractions_of(self, model: ConcreteModel) -> FloatArray:
        """Return v of a solved model."""

    def bottom_level_model(self, name: str, part: MacroArrays) -> ConcreteModel:
        """Return BottomLevelILP of one cluster."""

    def set_candidates(self, model: ConcreteModel, chosen: BoolArray) -> None:
        """Give BottomLevelILP candidates, to start from."""

    def candidates_at(self, model: ConcreteModel, value: Mapping[int, float]) -> BoolArray:
        """Return the candidates at a point."""


@dataclass(frozen=True)
class Top:
    """The result of TopLevelMILP: a cluster for each unit, and the quotas of the clusters."""

    result: EngineResult
    home: IntArray | None = None
    risk: FloatArray | None = None
    tokens: FloatArray | None = None
    changes: FloatArray | None = None


def solve_top(levels: Levels, arrays: MacroArrays, run: Run, start: IntArray | None = None) -> Top:
    """Solve TopLevelMILP, from a start with one cluster per unit if there is one."""
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
