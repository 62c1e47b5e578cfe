"""The judge of utility_course: cores, jobs' progress in exact fractions, errors and times."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from ....core.decimals import as_written
from ....core.schema import NonNegative
from ....instances.utility_course import CourseJob, UtilityCourse
from ..forms import Decision
from ..judging import Judge
from ..verdict import Violation, malformed, over

_LEVELS = (0.5, 0.8, 0.9, 0.95)


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
    exact = {job.name: ExactJob(instance, job) for job in instance.jobs}
    courses = {name: exact[name].course(cores[name]) for name in exact}
    judge.violations += _cluster(instance, cores)
    for job in instance.jobs:
        judge.violations += _cores_of(instance, job, cores[job.name], courses)
    errors = {  # at the ends of epochs from the arrival on, and how many epochs have them
        job.name: [
            (exact[job.name].error(x), sum(1 for _ in same))
            for x, same in groupby(courses[job.name][job.arrives :])
        ]
        for job in instance.jobs
    }
    loss = sum(
        as_written(job.weight) * sum(error * epochs for error, epochs in errors[job.name])
        for job in instance.jobs
    ) / total_weight(instance)
    times = {}
    for level in sorted({*_LEVELS, instance.level}):
        late = len(instance.jobs)
        for name, runs in errors.items():
            highest = exact[name].error_at(level)
            late += sum(epochs for error, epochs in runs if error > highest)
        times[level] = as_written(instance.epoch) * late / len(instance.jobs)
    judge.details = {
        "mean_loss": float(loss),
        "time_to": {f"{level:g}": float(mean) for level, mean in times.items()},
        "never_reached": [
            name
            for name, runs in errors.items()
            if runs[-1][0] > exact[name].error_at(instance.level)
        ],
    }
    return loss if instance.objective == "mean-loss" else times[instance.level]


def total_weight(instance: UtilityCourse) -> Fraction:
    """Return the weights of all jobs in all epochs from their arrivals on."""
    epochs = (as_written(job.weight) * (instance.epochs - job.arrives) for job in instance.jobs)
    return sum(epochs, Fraction(0))


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


class ExactJob:
    """A job in fractions, as the file writes it: mini-batches, errors, the length of an epoch."""

    def __init__(self, instance: UtilityCourse, job: CourseJob) -> None:
        most = instance.cores if job.max_cores is None else job.max_cores
        self.most = min(most, instance.cores)
        self.batches, self.whole_batches = job.batches, instance.whole_batches
        self.base, self.growth = as_written(job.batch.base), as_written(job.batch.growth)
        self.overhead = as_written(job.batch.overhead)
        self.errors = tuple(as_written(error) for error in job.error.tolist())
        self.epoch = as_written(instance.epoch)

    def work(self, batches: int) -> Fraction:
        """Return the core seconds of the first mini-batches, without overhead."""
        return self.base * batches + self.growth * (batches * (batches + 1) // 2)

    def error_at(self, level: float) -> Fraction:
        """Return the error that a job has when it reaches a level of its fall."""
        return (1 - as_written(level)) * self.errors[0]

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
