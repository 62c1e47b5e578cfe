"""How far jobs come with some cores, and their errors; compiled, for all methods."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.compiled import kernel
from .instance import UtilityCourse

_CLOSE = 1e-12


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
    """Return the mini-batches that have ended an epoch later, parts of one included."""
    last = jobs.first[q + 1] - jobs.first[q] - 1
    left = jobs.epoch
    if cores <= 0:
        return x
    while x < last:
        # mini-batch i is being worked on; (i - x) of it is left
        i = np.floor(x + _CLOSE) + 1
        seconds = (jobs.base[q] + jobs.growth[q] * i) / cores + jobs.overhead[q]
        needed = (i - x) * seconds
        if needed > left * (1 + _CLOSE):
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
    i = int(np.floor(x + _CLOSE))
    if begin + i >= end:
        return float(jobs.error[end])
    if jobs.whole_batches:
        return float(jobs.error[begin + i])
    part = max(0.0, x - i)
    return float(jobs.error[begin + i] * (1 - part) + jobs.error[begin + i + 1] * part)


@kernel
def errors_of(jobs: Jobs, arrives: IntArray, cores: FloatArray) -> FloatArray:
    """Return the error of every job at the end of every epoch; cores of ended jobs are taken."""
    errors = np.zeros(cores.shape)
    for q in range(cores.shape[0]):
        x, last = 0.0, jobs.first[q + 1] - jobs.first[q] - 1
        for t in range(cores.shape[1]):
            if t < arrives[q] or x >= last - _CLOSE:
                cores[q, t] = 0
            x = after_epoch(jobs, q, x, float(cores[q, t]))
            errors[q, t] = error_at(jobs, q, x)
    return errors


@kernel(inner=True)
def is_over(jobs: Jobs, q: int, x: float) -> bool:
    """Return whether a job has ended its last mini-batch."""
    over: bool = x >= jobs.first[q + 1] - jobs.first[q] - 1 - _CLOSE
    return over


def value_of(instance: UtilityCourse, errors: FloatArray) -> float:
    """Return the objective of the errors at the ends of epochs."""
    active = np.arange(instance.epochs) >= instance.arrives[:, None]
    if instance.objective == "mean-loss":
        return float((instance.share[:, None] * errors * active).sum())
    late = (active & (errors > instance.within[:, None])).sum(axis=1)
    return float(instance.epoch * (1 + late).mean())
