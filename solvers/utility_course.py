"""Bounds of utility_course: prices of epochs with a table per job, counting, least cores."""

from __future__ import annotations

import math

import numpy as np

from ..core.arrays import FloatArray
from ..core.outcome import Answer, CertifiedBound
from ..instances.utility_course import CourseJob, UtilityCourse
from ..instances.utility_course.progress import after_epoch, error_at, jobs_of

_SAFE = 1 - 1e-11
_ROUNDING = 1e-12  # relative
_DIGITS = 12  # of progress: equal sums of epochs in another order are one state
_MOST_STEPS = 600_000  # states times cores; the checker has room for more
_FEW_STEPS = 40_000


def impossible(instance: UtilityCourse) -> Answer | None:
    """Return the answer, with its proof, if running jobs need more cores than there are."""
    for t in range(instance.epochs):
        running = [
            job
            for job, most in zip(instance.jobs, instance.most.tolist(), strict=True)
            if job.arrives <= t and most * instance.epoch * (t - job.arrives) < job.work[-1]
        ]
        least = sum(job.min_cores for job in running)
        if least > instance.cores:
            message = (
                f"in epoch {t} the {len(running)} jobs that cannot have ended need {least} cores, "
                f"the cluster has {instance.cores}"
            )
            return Answer(infeasible=True, certificate={"kind": "least-cores"}, message=message)
    return None


def cheap_bound(instance: UtilityCourse) -> CertifiedBound | None:
    """Return a bound that costs little: counting, or every job alone; ``None`` if too large."""
    if instance.objective == "time-to":
        return CertifiedBound(counted(instance) * _SAFE, {"kind": "counting"})
    return priced(instance, np.zeros(instance.epochs), _FEW_STEPS)


def priced(
    instance: UtilityCourse, price: FloatArray, most_steps: int = _MOST_STEPS
) -> CertifiedBound | None:
    """Return the bound that prices of epochs prove; ``None`` if its tables are too large."""
    if not instance.whole_cores:
        return None
    paid, steps = instance.cores * math.fsum(price.tolist()), 0
    total = -paid
    for q, job in enumerate(instance.jobs):
        least, looked = _least_course(instance, q, job, price, most_steps - steps)
        if least is None:
            return None
        total, steps = total + least, steps + looked
    certificate = {"kind": "epoch-prices", "price": [float(p) for p in price]}
    return CertifiedBound(total - (1 - _SAFE) * (abs(total) + 2 * paid), certificate)


def _least_course(
    instance: UtilityCourse, q: int, job: CourseJob, price: FloatArray, most_steps: int
) -> tuple[float | None, int]:
    """Return what a job costs at the least, on its own, with cores at these prices."""
    jobs, most, steps = jobs_of(instance), int(instance.most[q]), 0
    mean_loss = instance.objective == "mean-loss"
    share = float(instance.share[q]) if mean_loss else instance.epoch / len(instance.jobs)
    level = instance.threshold(job) * (1 + _ROUNDING)
    states = {0.0: 0.0}
    for t in range(job.arrives, instance.epochs):
        following: dict[float, float] = {}
        for x, paid in states.items():
            low, high = (0, 0) if x >= job.batches else (job.min_cores, most)
            steps += high - low + 1
            if steps > most_steps:
                return None, steps
            for cores in range(low, high + 1):
                then = round(after_epoch(jobs, q, x, float(cores)), _DIGITS)
                error = error_at(jobs, q, then)
                cost = share * error if mean_loss else share * (error > level)
                value = paid + float(price[t]) * cores + cost
                if value < following.get(then, math.inf):
                    following[then] = value
                if then >= job.batches:
                    break
        states = following
    fixed = 0.0 if mean_loss else share
    return min(states.values()) + fixed, steps


def counted(instance: UtilityCourse) -> float:
    """Return the least mean time to the level: by Moore and Hodgson, at every epoch's end."""
    needs = [_core_seconds(instance, job) for job in instance.jobs]
    late = len(instance.jobs)
    for t in range(instance.epochs):
        arrived = [q for q, job in enumerate(instance.jobs) if job.arrives <= t]
        late += len(arrived) - _most_in_time(instance, arrived, needs, t)
    return instance.epoch * late / len(instance.jobs)


def _most_in_time(
    instance: UtilityCourse, arrived: list[int], needs: list[float | None], t: int
) -> int:
    kept: list[float] = []
    for q in sorted(arrived, key=lambda q: -instance.jobs[q].arrives):
        need, span = needs[q], t - instance.jobs[q].arrives + 1
        room = instance.epoch * span * (1 + 1e-12)
        if need is None or need > int(instance.most[q]) * room:
            continue
        kept.append(need)
        if math.fsum(kept) > instance.cores * room:
            kept.remove(max(kept))
    return len(kept)


def _core_seconds(instance: UtilityCourse, job: CourseJob) -> float | None:
    """Return the core seconds until a job first reaches the level, without overhead."""
    i, level = instance.reached(job), instance.threshold(job)
    if i is None or i == 0:
        return None if i is None else 0.0
    part = 1.0
    if not instance.whole_batches:
        part = float((job.error[i - 1] - level) / (job.error[i - 1] - job.error[i]))
    return float(job.work[i - 1] + part * (job.work[i] - job.work[i - 1]))
