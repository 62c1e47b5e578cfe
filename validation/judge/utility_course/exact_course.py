"""The course of a job of utility_course in exact fractions, read from the file's decimals."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from ....core.decimals import as_written
from ....instances.utility_course import CourseJob, UtilityCourse


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
