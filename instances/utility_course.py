"""utility_course: allocate the cores of a cluster to approximate jobs over all epochs.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), sections 3.3, 3.5 and 4.3
to 4.5: SLAQ and ReLAQS decide epoch by epoch; here a decision covers all epochs together.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray, number_array
from ..core.decimals import as_written
from ..core.faults import Fault, check_range, repeated_names
from ..core.kernels import kernel
from ..core.memory import check_size
from ..core.schema import (
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

__all__ = [
    "CourseJob",
    "Jobs",
    "MiniBatch",
    "UtilityCourse",
    "after_epoch",
    "error_at",
    "errors_of",
    "generate",
    "is_over",
    "jobs_of",
    "value_of",
]


def distinct_jobs(jobs: tuple[Any, ...]) -> Iterator[Fault]:
    """Jobs have distinct names."""
    yield from repeated_names("jobs", (job.name for job in jobs))


def enough_errors(jobs: tuple[Any, ...]) -> Iterator[Fault]:
    """A job has an error before its first mini-batch, and at least one after."""
    for q, job in enumerate(jobs):
        if len(job.error) < 2:
            yield Fault.of(f"jobs[{q}].error", "must have at least 2 entries", len(job.error))


def arrivals_within(jobs: tuple[Any, ...], epochs: int) -> Iterator[Fault]:
    """Each job arrives in one of the epochs."""
    for q, job in enumerate(jobs):
        if job.arrives >= epochs:
            yield Fault.of(f"jobs[{q}].arrives", f"must be from 0 to {epochs - 1}", job.arrives)


def ordered_cores(jobs: tuple[Any, ...], cores: int) -> Iterator[Fault]:
    """The maximum cores of a job are not below its minimum."""
    for q, job in enumerate(jobs):
        most = cores if job.max_cores is None else job.max_cores
        if job.min_cores > most:
            yield Fault.of(f"jobs[{q}].min_cores", f"must be <= max_cores ({most})", job.min_cores)


Objective = Literal["mean-loss", "time-to"]
_ROUNDING = 1e-12  # relative rounding error


class MiniBatch(Part):
    """The duration of a mini-batch: core seconds, their growth per mini-batch, fixed seconds."""

    base: Positive
    growth: NonNegative = 0.0
    overhead: NonNegative = 0.0


class CourseJob(Part):
    """A job: its arrival, its minimum and maximum cores, its errors after 0 … M mini-batches."""

    name: Name
    arrives: Count = 0
    weight: Positive = 1.0
    min_cores: Count = 0
    max_cores: PositiveCount | None = None
    error: Annotated[FloatArray, *number_array(1, at_least=0)]
    batch: MiniBatch

    @cached_property
    def work(self) -> FloatArray:
        """The core seconds of the first 0 … M mini-batches, without overhead."""
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
        """The maximum cores of each job."""
        most = [self.cores if job.max_cores is None else job.max_cores for job in self.jobs]
        return np.minimum(np.array(most, dtype=np.int64), self.cores)

    @cached_property
    def least(self) -> IntArray:
        """The minimum cores of each job while it runs."""
        return np.array([job.min_cores for job in self.jobs], dtype=np.int64)

    @cached_property
    def arrives(self) -> IntArray:
        """The epoch in which each job arrives."""
        return np.array([job.arrives for job in self.jobs], dtype=np.int64)

    @cached_property
    def share(self) -> FloatArray:
        """The weight of each job's error at the end of an epoch in the objective mean loss."""
        weight = np.array([job.weight for job in self.jobs])
        return weight / float(weight @ (self.epochs - self.arrives))

    @property
    def has_overhead(self) -> bool:
        """Whether a mini-batch takes some seconds that more cores do not reduce."""
        return any(job.batch.overhead > 0 for job in self.jobs)

    def threshold(self, job: CourseJob) -> float:
        """Return the error at which a job reaches its level, computed in exact decimals."""
        return float((1 - as_written(self.level)) * as_written(float(job.error[0])))

    def reached(self, job: CourseJob) -> int | None:
        """Return the number of mini-batches after which a job reaches the level; None if never.

        Errors and level are compared as decimals of the file.
        """
        near = np.flatnonzero(job.error <= self.threshold(job) * (1 + _ROUNDING))
        level = (1 - as_written(self.level)) * as_written(float(job.error[0]))
        return next((int(i) for i in near if as_written(float(job.error[i])) <= level), None)

    @cached_property
    def within(self) -> FloatArray:
        """The largest error of each job that counts as reaching its level, despite rounding errors.

        If an error in the file lies just above the level, the limit is set below this error.
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
        """Return the decision with these cores: jobs x epochs."""
        return {"cores": {job.name: cores[q].tolist() for q, job in enumerate(self.jobs)}}


def generate(
    seed: int,
    *,
    jobs: int = 12,
    epochs: int = 60,
    cores: int = 64,
    epoch: float = 3.0,
    batches: int = 40,
    max_cores: int | None = None,
    min_cores: int = 0,
    gap: float = 2.0,
    curve: Literal["geometric", "estimate"] = "geometric",
    overhead: float = 0.0,
    objective: Objective = "mean-loss",
) -> UtilityCourse:
    """Return a random horizon.

    Jobs arrive by a Poisson process, ``gap`` epochs apart on average.  A ``geometric`` error falls
    by the job's own factor with each mini-batch; an ``estimate`` is that of a mean of i of M
    mini-batches, sqrt(1/i - 1/M), relative to the error after the first.
    """
    check_range(jobs=(jobs, 1), epochs=(epochs, 1), cores=(cores, 1), batches=(batches, 1))
    check_range(gap=(gap, 0.0), overhead=(overhead, 0.0), min_cores=(min_cores, 0, cores))
    check_size(parts=jobs, numbers=jobs * batches)
    rng = np.random.default_rng(seed)
    arrivals = np.minimum(epochs - 1, np.floor(rng.exponential(gap, jobs).cumsum() - gap / 2))
    made = []
    for q in range(jobs):
        count = int(rng.integers(max(1, batches // 2), batches + 1))
        if curve == "geometric":
            error = rng.uniform(0.6, 0.95) ** np.arange(count + 1)
        else:
            i = np.arange(1, count + 2)
            error = np.sqrt(1 / i - 1 / (count + 1))
            error /= error[0]
        made.append(
            CourseJob(
                name=f"q{q + 1}",
                arrives=int(max(0, arrivals[q])),
                min_cores=min_cores,
                max_cores=max_cores,
                error=np.round(error, 6),
                batch=MiniBatch(base=float(np.round(rng.uniform(4, 40), 1)), overhead=overhead),
            )
        )
    return UtilityCourse(
        name=f"utility-course-{jobs}x{epochs}-s{seed}",
        cores=cores,
        epoch=epoch,
        epochs=epochs,
        objective=objective,
        jobs=tuple(made),
    )


class Jobs(NamedTuple):
    """The jobs as arrays: job q has ``error[first[q] : first[q + 1]]``."""

    first: IntArray
    error: FloatArray
    base: FloatArray
    growth: FloatArray
    overhead: FloatArray
    epoch: float
    whole_batches: bool


def jobs_of(instance: UtilityCourse) -> Jobs:
    """Return the jobs of an instance as arrays."""
    return Jobs(
        first=np.cumsum([0, *(len(job.error) for job in instance.jobs)]).astype(np.int64),
        error=np.concatenate([job.error for job in instance.jobs]).astype(np.float64),
        base=np.array([job.batch.base for job in instance.jobs]),
        growth=np.array([job.batch.growth for job in instance.jobs]),
        overhead=np.array([job.batch.overhead for job in instance.jobs]),
        epoch=instance.epoch,
        whole_batches=instance.whole_batches,
    )


@kernel
def after_epoch(jobs: Jobs, q: int, x: float, cores: float) -> float:
    """Return the number of mini-batches (with fraction) of job q after one more epoch."""
    last = jobs.first[q + 1] - jobs.first[q] - 1
    left = jobs.epoch
    if cores <= 0:
        return x
    while x < last:
        # mini-batch i is being worked on; (i - x) of it is left
        i = np.floor(x + _ROUNDING) + 1
        seconds = (jobs.base[q] + jobs.growth[q] * i) / cores + jobs.overhead[q]
        needed = (i - x) * seconds
        if needed > left * (1 + _ROUNDING):
            reached: float = x + left / seconds
            return reached
        # it ends within the epoch
        x = i
        left -= needed
        if left <= 0:
            break
    end = float(last)
    return end if x > end else x


@kernel
def error_at(jobs: Jobs, q: int, x: float) -> float:
    """Return the error of a job after x mini-batches."""
    begin, end = jobs.first[q], jobs.first[q + 1] - 1
    i = int(np.floor(x + _ROUNDING))
    if begin + i >= end:
        return float(jobs.error[end])
    if jobs.whole_batches:
        return float(jobs.error[begin + i])
    part = max(0.0, x - i)
    return float(jobs.error[begin + i] * (1 - part) + jobs.error[begin + i + 1] * part)


@kernel
def errors_of(jobs: Jobs, arrives: IntArray, cores: FloatArray) -> FloatArray:
    """Return the jobs' errors at the ends of epochs (jobs x epochs) for given cores."""
    errors = np.zeros(cores.shape)
    for q in range(cores.shape[0]):
        x, last = 0.0, jobs.first[q + 1] - jobs.first[q] - 1
        for t in range(cores.shape[1]):
            if t < arrives[q] or x >= last - _ROUNDING:
                cores[q, t] = 0
            x = after_epoch(jobs, q, x, float(cores[q, t]))
            errors[q, t] = error_at(jobs, q, x)
    return errors


@kernel(inner=True)
def is_over(jobs: Jobs, q: int, x: float) -> bool:
    """Return whether a job has completed its last mini-batch."""
    over: bool = x >= jobs.first[q + 1] - jobs.first[q] - 1 - _ROUNDING
    return over


def value_of(instance: UtilityCourse, errors: FloatArray) -> float:
    """Return the objective for the jobs' errors at the ends of epochs (jobs x epochs)."""
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    if instance.objective == "mean-loss":
        return float((instance.share[:, None] * errors * active).sum())
    late = (active & (errors > instance.within[:, None])).sum(axis=1)
    return float(instance.epoch * (1 + late).mean())
