"""utility: give the cores of a cluster to approximate jobs for one epoch.

Stafman, "Utility Scheduling for Multi-Tenant Clusters", 2019 (SLAQ, section 3.3; ReLAQS,
section 4.3).
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.schema import Count, Instance, Many, NonNegative, Positive, Rule
from .jobs import Job
from .rules import (
    UtilityGoal,
    distinct_jobs,
    enough_batches,
    one_history_per_column,
    one_source,
    one_value_per_amount,
    ordered_cores,
    same_last_iteration,
    usable_history,
)


class Utility(Instance):
    """Cores, an epoch, and jobs with the gain or the remaining loss per number of cores."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_jobs,
        ordered_cores,
        one_source,
        one_value_per_amount,
        one_history_per_column,
        usable_history,
        same_last_iteration,
        enough_batches,
    )

    problem: Literal["utility"] = "utility"
    cores: Count
    epoch: Positive
    objective: UtilityGoal
    whole_iterations: bool = False
    min_rows: NonNegative = 0.0
    jobs: Annotated[Many[Job], Field(min_length=1)]

    @cached_property
    def least(self) -> IntArray:
        """The fewest cores of each job."""
        return np.array([job.min_cores for job in self.jobs], dtype=np.int64)

    @cached_property
    def most(self) -> IntArray:
        """The most cores of each job."""
        return np.array([job.max_cores for job in self.jobs], dtype=np.int64)

    @property
    def extra(self) -> int:
        """The cores beyond the least of all jobs; negative if they do not suffice."""
        return self.cores - int(self.least.sum())

    @cached_property
    def values(self) -> list[FloatArray]:
        """Each job's weighted gain (max-sum) or weighted loss (max-min) from 0 cores on."""
        return [job.weight * self.predicted(job) for job in self.jobs]

    def predicted(self, job: Job) -> FloatArray:
        """Return a job's gains or losses without its weight: as given, or from its histories."""
        curve = job.gain if self.objective == "max-sum" else job.loss
        if curve is not None:
            return curve
        progress = job.progress(self.min_rows)
        later = job.later(self.epoch, whole=self.whole_iterations)
        return progress.gain(later) if self.objective == "max-sum" else progress.loss(later)

    def decision(self, cores: IntArray) -> dict[str, dict[str, int]]:
        """Return the decision that gives each job a number of cores."""
        names = (job.name for job in self.jobs)
        return {"cores": dict(zip(names, cores.tolist(), strict=True))}
