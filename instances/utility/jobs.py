"""The jobs of utility: a curve over cores, or histories from which it is predicted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, number_array
from ...core.schema import Count, Many, Name, NonNegative, Part, Positive, PositiveCount
from .loss_curves import FEWEST_POINTS, fit
from .progress import (
    EstimatedProgress,
    FittedProgress,
    GroupedProgress,
    MeanProgress,
    Progress,
    batches_in,
)

History = Annotated[FloatArray, *number_array(2)]


class ColumnGroup(Part):
    """A group of a column: its rows per mini-batch, and its history."""

    rows: Positive
    history: History


class Column(Part):
    """An approximate column of a query: its history, or those of its groups."""

    weight: Positive = 1.0
    history: History | None = None
    groups: Annotated[Many[ColumnGroup], Field(min_length=1)] | None = None


class PlacedHistory(NamedTuple):
    """A history, its place in the job, and its name in reports."""

    place: str
    name: str
    history: FloatArray


class Job(Part):
    """A job: its gain (max-sum) or remaining loss (max-min) with 0, 1, 2, … cores.

    Instead of either, the history of its losses, or one for each column, from which both are
    predicted.
    """

    name: Name
    weight: Positive = 1.0
    min_cores: Count = 1
    max_cores: Count
    gain: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    loss: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    history: History | None = None
    columns: Annotated[Many[Column], Field(min_length=1)] | None = None
    batches: PositiveCount | None = None
    iteration_cpu_seconds: Positive | None = None
    iteration_growth: NonNegative = 0.0
    iteration_overhead: NonNegative = 0.0
    convergence: Literal["sublinear", "superlinear", "aggregation", "estimate"] | None = None

    @cached_property
    def histories(self) -> tuple[PlacedHistory, ...]:
        """All histories of the job: its own, or those of its columns and their groups."""
        return tuple(self._histories())

    def _histories(self) -> Iterator[PlacedHistory]:
        if self.history is not None:
            yield PlacedHistory("history", self.name, self.history)
        for c, column in enumerate(self.columns or ()):
            place, name = f"columns[{c}]", f"{self.name}/column {c + 1}"
            if column.history is not None:
                yield PlacedHistory(f"{place}.history", name, column.history)
            for g, group in enumerate(column.groups or ()):
                grouped = f"{place}.groups[{g}].history"
                yield PlacedHistory(grouped, f"{name}/group {g + 1}", group.history)

    @cached_property
    def done(self) -> float:
        """The iterations that the job has behind it."""
        return float(self.histories[0].history[-1, 0])

    @cached_property
    def progress_of(self) -> dict[str, FittedProgress | EstimatedProgress]:
        """What each history says of later iterations, by the name of the history."""
        return {history.name: self._fit_history(history.history) for history in self.histories}

    def _fit_history(self, history: FloatArray) -> FittedProgress | EstimatedProgress:
        assert self.convergence is not None
        if self.convergence == "estimate":
            return EstimatedProgress(history, self.batches)
        return FittedProgress(history, fit(history, self.convergence))

    def progress(self, min_rows: float) -> Progress:
        """Return what all histories together say; groups count from ``min_rows`` rows on."""
        if self.columns is None:
            return self.progress_of[self.name]
        read = iter(self.progress_of.values())
        columns: list[Progress] = []
        for column in self.columns:
            if column.groups is None:
                columns.append(next(read))
                continue
            enters = [
                max(float(group.history[0, 0]), np.ceil(min_rows / group.rows))
                for group in column.groups
            ]
            own = tuple(next(read) for _ in column.groups)
            columns.append(GroupedProgress(own, np.array(enters), self.done))
        return MeanProgress(tuple(columns), np.array([column.weight for column in self.columns]))

    def later(self, seconds: float, *, whole: bool) -> FloatArray:
        """Return the iteration that is reached in some seconds with 0, 1, 2, … cores."""
        assert self.iteration_cpu_seconds is not None
        cost = self.iteration_cpu_seconds, self.iteration_growth, self.iteration_overhead
        counted = batches_in(seconds, np.arange(self.max_cores + 1.0), self.done, cost)
        if whole:
            counted = np.floor(counted + 1e-9)
        reached = self.done + counted
        return reached if self.batches is None else np.minimum(reached, self.batches)

    @property
    def fewest_points(self) -> int:
        """As many points as the curve has parameters; two estimates differ already."""
        return 2 if self.convergence == "estimate" else FEWEST_POINTS
