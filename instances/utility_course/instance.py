"""utility_course: cores of a cluster to approximate jobs, over all epochs of a horizon.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), sections 3.3, 3.5 and 4.3
to 4.5: SLAQ and ReLAQS decide epoch by epoch; here a decision covers all epochs together.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.decimals import as_written
from ...core.schema import (
    Count,
    Instance,
    Many,
    Name,
    NonNegative,
    Part,
    Positive,
    PositiveCount,
    Rule,
)
from .rules import arrivals_within, distinct_jobs, enough_errors, ordered_cores

Objective = Literal["mean-loss", "time-to"]
_ROUNDING = 1e-12  # relative


class MiniBatch(Part):
    """A mini-batch: core seconds, core seconds more for each one before, seconds on any cores."""

    base: Positive
    growth: NonNegative = 0.0
    overhead: NonNegative = 0.0


class CourseJob(Part):
    """A job: when it arrives, how many cores it takes, its errors after 0 … M mini-batches."""

    name: Name
    arrives: Count = 0
    weight: Positive = 1.0
    min_cores: Count = 0
    max_cores: PositiveCount | None = None
    error: Annotated[FloatArray, *number_array(1, at_least=0)]
    batch: MiniBatch

    @cached_property
    def work(self) -> FloatArray:
        """The core seconds until 0 … M mini-batches have ended, without overhead."""
        each = self.batch.base + self.batch.growth * np.arange(1, len(self.error))
        return np.concatenate([[0.0], each.cumsum()])

    @property
    def batches(self) -> int:
        """M, the number of mini-batches."""
        return len(self.error) - 1


class UtilityCourse(Instance):
    """C cores, H epochs of T seconds, and the jobs that arrive in them."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_jobs,
        enough_errors,
        arrivals_within,
        ordered_cores,
    )

    problem: Literal["utility_course"] = "utility_course"
    cores: PositiveCount
    epoch: Positive
    epochs: PositiveCount
    objective: Objective = "mean-loss"
    level: Annotated[float, Field(gt=0, lt=1)] = 0.9
    whole_cores: bool = True
    whole_batches: bool = False
    jobs: Annotated[Many[CourseJob], Field(min_length=1)]

    @cached_property
    def most(self) -> IntArray:
        """The most cores of each job."""
        most = [self.cores if job.max_cores is None else job.max_cores for job in self.jobs]
        return np.minimum(np.array(most, dtype=np.int64), self.cores)

    @cached_property
    def least(self) -> IntArray:
        """The least cores of each job while it runs."""
        return np.array([job.min_cores for job in self.jobs], dtype=np.int64)

    @cached_property
    def arrives(self) -> IntArray:
        """The epoch in which each job arrives."""
        return np.array([job.arrives for job in self.jobs], dtype=np.int64)

    @cached_property
    def share(self) -> FloatArray:
        """How much the error of each job counts at the end of an epoch, for the mean loss."""
        weight = np.array([job.weight for job in self.jobs])
        return weight / float(weight @ (self.epochs - self.arrives))

    @property
    def has_overhead(self) -> bool:
        """Whether some mini-batch takes time on any number of cores."""
        return any(job.batch.overhead > 0 for job in self.jobs)

    def threshold(self, job: CourseJob) -> float:
        """Return the error at which a job has reached the level, of the decimals of the file."""
        return float((1 - as_written(self.level)) * as_written(float(job.error[0])))

    def reached(self, job: CourseJob) -> int | None:
        """Return after how many mini-batches a job first has the level; ``None`` if it never has.

        Errors and level are compared as the file writes them.
        """
        near = np.flatnonzero(job.error <= self.threshold(job) * (1 + _ROUNDING))
        level = (1 - as_written(self.level)) * as_written(float(job.error[0]))
        return next((int(i) for i in near if as_written(float(job.error[i])) <= level), None)

    @cached_property
    def within(self) -> FloatArray:
        """The largest error of each job that counts as within its level, but for rounding.

        Where the file has an error just above the level, rounding must not take it for less.
        """
        levels = []
        for job in self.jobs:
            level = self.threshold(job)
            exact = (1 - as_written(self.level)) * as_written(float(job.error[0]))
            near = job.error[np.abs(job.error - level) <= level * _ROUNDING]
            above = any(as_written(float(error)) > exact for error in near)
            levels.append(level * (1 - _ROUNDING if above else 1 + _ROUNDING))
        return np.array(levels)

    def decision(self, cores: IntArray | FloatArray) -> dict[str, dict[str, list[float]]]:
        """Return the decision with these cores per job and epoch."""
        return {"cores": {job.name: cores[q].tolist() for q, job in enumerate(self.jobs)}}
