"""The judge of utility_course: cores, jobs' progress in exact fractions, errors and times."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import ClassVar, NamedTuple

from ....core.decimals import as_written
from ....core.schema import NonNegative
from ....instances.utility_course import CourseJob, UtilityCourse
from ..forms import Decision
from ..judging import Judge
from ..verdict import Violation, malformed, over

_LEVELS = (0.5, 0.8, 0.9, 0.95)


class SameError(NamedTuple):
    """Epochs one after the other at whose ends a job has the same error."""

    error: Fraction
    epochs: int


class CourseCores(Decision):
    """The cores of every job in every epoch."""

    NAMES: ClassVar = {"cores": ("jobs",)}
    COMPLETE: ClassVar = ("cores",)
    cores: dict[str, list[NonNegative]]

    def faults(self, instance: UtilityCourse) -> Iterator[Violation]:
        """Yield what does not fit the instance; parts of cores where it has whole ones."""
        yield from super().faults(instance)
        for name, counts in self.cores.items():
            place, epochs = f"cores.{name}", instance.epochs
            if len(counts) != epochs:
                yield malformed(place, f"must have {epochs} entries (epochs), has {len(counts)}")
            for t, count in enumerate(counts if instance.whole_cores else ()):
                if count % 1:
                    yield malformed(f"{place}[{t}]", f"must be a whole number, is {count!r}")


def check(instance: UtilityCourse, decision: CourseCores, judge: Judge) -> Fraction:
    """Judge the courses of all jobs; the objective is the mean loss, or the mean time."""
    cores = decision.cores
    exact = {job.name: ExactJob.of(instance, job) for job in instance.jobs}
    courses = {name: exact[name].course(cores[name]) for name in exact}
    judge.violations += _cluster(instance, cores)
    for job in instance.jobs:
        judge.violations += _cores_of(instance, job, cores[job.name], courses)
    errors = {
        job.name: _runs(exact[job.name], courses[job.name][job.arrives :]) for job in instance.jobs
    }
    loss = mean_loss(instance, errors)
    times = {level: _time_to(instance, errors, level) for level in {*_LEVELS, instance.level}}
    never = [
        name
        for name, runs in errors.items()
        if runs[-1].error > (1 - as_written(instance.level)) * exact[name].errors[0]
    ]
    judge.details = {
        "mean_loss": float(loss),
        "time_to": {f"{level:g}": float(times[level]) for level in sorted(times)},
        "never_reached": never,
    }
    return loss if instance.objective == "mean-loss" else times[instance.level]


def _runs(exact: ExactJob, course: list[Fraction]) -> list[SameError]:
    """Return the errors at the ends of epochs from the arrival on."""
    grouped = ((x, sum(1 for _ in same)) for x, same in groupby(course))
    return [SameError(exact.error(x), epochs) for x, epochs in grouped]


def mean_loss(instance: UtilityCourse, errors: dict[str, list[SameError]]) -> Fraction:
    """Return the weighted mean of all errors at ends of epochs from each job's arrival on."""
    total, weights = Fraction(0), Fraction(0)
    for job in instance.jobs:
        weight = as_written(job.weight)
        total += weight * sum((run.error * run.epochs for run in errors[job.name]), Fraction(0))
        weights += weight * (instance.epochs - job.arrives)
    return total / weights


def _time_to(instance: UtilityCourse, errors: dict[str, list[SameError]], level: float) -> Fraction:
    """Return the mean time until the error is within the level of its fall."""
    late = 0
    for job in instance.jobs:
        highest = (1 - as_written(level)) * as_written(float(job.error[0]))
        late += 1 + sum(run.epochs for run in errors[job.name] if run.error > highest)
    return as_written(instance.epoch) * late / len(instance.jobs)


def _cluster(instance: UtilityCourse, cores: dict[str, list[float]]) -> Iterator[Violation]:
    """(6): all jobs together get no more cores than the cluster has."""
    for t in range(instance.epochs):
        used = sum(Fraction(cores[job.name][t]) for job in instance.jobs)
        message = f"the jobs get {float(used):g} cores, the cluster has {instance.cores}"
        yield from over("cores", f"epoch {t}", used - instance.cores, message)


def _cores_of(
    instance: UtilityCourse, job: CourseJob, cores: list[float], courses: dict[str, list[Fraction]]
) -> Iterator[Violation]:
    """(7), (9): a running job has from its least to its most cores, any other has none."""
    most = instance.cores if job.max_cores is None else job.max_cores
    for t, count in enumerate(cores):
        where = f"job {job.name}, epoch {t}"
        before = courses[job.name][t - 1] if t else Fraction(0)
        if t < job.arrives or before >= job.batches:
            if count:
                message = f"gets {count:g} cores and does not run"
                yield Violation("idle", where, float(count), message)
        elif count > most:
            message = f"gets {count:g} cores, its most is {most}"
            yield Violation("max_cores", where, float(count - most), message)
        elif count < job.min_cores:
            message = f"gets {count:g} cores, its least is {job.min_cores}"
            yield Violation("min_cores", where, float(job.min_cores - count), message)


class ExactJob(NamedTuple):
    """A job's mini-batches and errors as fractions, and the length of an epoch."""

    batches: int
    base: Fraction
    growth: Fraction
    overhead: Fraction
    errors: tuple[Fraction, ...]
    epoch: Fraction
    whole_batches: bool

    @classmethod
    def of(cls, instance: UtilityCourse, job: CourseJob) -> ExactJob:
        """Return a job as the file writes it."""
        return cls(
            batches=job.batches,
            base=as_written(job.batch.base),
            growth=as_written(job.batch.growth),
            overhead=as_written(job.batch.overhead),
            errors=tuple(as_written(error) for error in job.error.tolist()),
            epoch=as_written(instance.epoch),
            whole_batches=instance.whole_batches,
        )

    def after(self, x: Fraction, cores: Fraction) -> Fraction:
        """Return where the job is an epoch later.

        Its progress x grows at 1 / ((base + growth i) / a + overhead).
        """
        left = self.epoch
        while cores > 0 and left > 0 and x < self.batches:
            i = math.floor(x) + 1
            seconds = (self.base + self.growth * i) / cores + self.overhead
            needed = (i - x) * seconds
            ends = needed <= left
            x, left = (Fraction(i), left - needed) if ends else (x + left / seconds, Fraction(0))
        return x

    def error(self, x: Fraction) -> Fraction:
        """Return the error after x mini-batches: linear in between, or of the last whole one."""
        i = math.floor(x)
        first = self.errors[i]
        if x == i or self.whole_batches:
            return first
        return first + (x - i) * (self.errors[i + 1] - first)

    def course(self, cores: list[int | float]) -> list[Fraction]:
        """Return the mini-batches that have ended at the end of every epoch."""
        x, course = Fraction(0), []
        for count in cores:
            if count > 0 and x < self.batches:
                x = self.after(x, Fraction(count))
            course.append(x)
        return course
