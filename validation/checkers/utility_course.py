"""The judge of utility_course: cores, jobs' progress in exact fractions, errors and times."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...instances.utility_course import CourseJob, UtilityCourse
from ..proofs.decimal_sizes import as_written
from ..proofs.epoch_prices import check_counting, check_prices
from ..verdict import Verdict, Violation, key_faults, malformed, rejected

_LEVELS = (0.5, 0.8, 0.9, 0.95)


def check(instance: UtilityCourse, decision: Any) -> Verdict:
    """Judge ``{"cores": {job: [one per epoch]}}``."""
    faults = key_faults(decision, ["cores"]) or list(_form_faults(instance, decision["cores"]))
    if faults:
        return rejected(faults)
    cores = decision["cores"]
    courses = {job.name: progress(instance, job, cores[job.name]) for job in instance.jobs}
    violations = [
        *_cluster(instance, cores),
        *(v for job in instance.jobs for v in _cores_of(instance, job, cores[job.name], courses)),
    ]
    if violations:
        return rejected(violations)
    errors = {
        job.name: [error_at(instance, job, x) for x in courses[job.name]] for job in instance.jobs
    }
    loss = mean_loss(instance, errors)
    times = {level: _time_to(instance, errors, level) for level in {*_LEVELS, instance.level}}
    never = [
        job.name
        for job in instance.jobs
        if errors[job.name][-1] > (1 - as_written(instance.level)) * as_written(float(job.error[0]))
    ]
    objective = loss if instance.objective == "mean-loss" else times[instance.level]
    details = {
        "mean_loss": float(loss),
        "time_to": {f"{level:g}": float(times[level]) for level in sorted(times)},
        "never_reached": never,
    }
    return Verdict(objective=float(objective), details=details)


def check_certificate(
    instance: UtilityCourse, certificate: dict[str, Any], bound: float | None
) -> list[Violation]:
    """Re-check a bound by prices of epochs, or by counting (of infeasibility without one)."""
    if certificate.get("kind") == "counting":
        return check_counting(instance, certificate, bound)
    return check_prices(instance, certificate, bound)


def progress(instance: UtilityCourse, job: CourseJob, cores: list[int | float]) -> list[Fraction]:
    """Return the mini-batches that have ended at the end of every epoch."""
    x, course = Fraction(0), []
    for count in cores:
        x = one_epoch(instance, job, x, Fraction(count))
        course.append(x)
    return course


def one_epoch(instance: UtilityCourse, job: CourseJob, x: Fraction, cores: Fraction) -> Fraction:
    """Return where a job is an epoch later: x grows at 1 / ((base + growth i) / a + overhead)."""
    left = as_written(instance.epoch)
    base, growth = as_written(job.batch.base), as_written(job.batch.growth)
    overhead = as_written(job.batch.overhead)
    while cores > 0 and left > 0 and x < job.batches:
        i = math.floor(x) + 1
        seconds = (base + growth * i) / cores + overhead
        needed = (i - x) * seconds
        ends = needed <= left
        x, left = (Fraction(i), left - needed) if ends else (x + left / seconds, Fraction(0))
    return x


def error_at(instance: UtilityCourse, job: CourseJob, x: Fraction) -> Fraction:
    """Return the error after x mini-batches: linear in between, or that of the last whole one."""
    i = math.floor(x)
    first = as_written(float(job.error[i]))
    if x == i or instance.whole_batches:
        return first
    return first + (x - i) * (as_written(float(job.error[i + 1])) - first)


def mean_loss(instance: UtilityCourse, errors: dict[str, list[Fraction]]) -> Fraction:
    """Return the weighted mean of all errors at ends of epochs from each job's arrival on."""
    total, weights = Fraction(0), Fraction(0)
    for job in instance.jobs:
        weight = as_written(job.weight)
        total += weight * sum(errors[job.name][job.arrives :], Fraction(0))
        weights += weight * (instance.epochs - job.arrives)
    return total / weights


def _time_to(instance: UtilityCourse, errors: dict[str, list[Fraction]], level: float) -> Fraction:
    """Return the mean time until the error is within the level of its fall."""
    late = 0
    for job in instance.jobs:
        highest = (1 - as_written(level)) * as_written(float(job.error[0]))
        late += 1 + sum(error > highest for error in errors[job.name][job.arrives :])
    return as_written(instance.epoch) * late / len(instance.jobs)


def _form_faults(instance: UtilityCourse, cores: Any) -> Iterator[Violation]:
    if not isinstance(cores, dict):
        yield malformed("cores", "must be an object with a list for each job")
        return
    names = {job.name for job in instance.jobs}
    for name in sorted(names - set(cores)):
        yield malformed(f"cores.{name}", "the job is missing")
    for name, counts in cores.items():
        place = f"cores.{name}"
        if name not in names:
            yield malformed(place, "there is no such job")
        elif not isinstance(counts, list) or len(counts) != instance.epochs:
            yield malformed(place, f"must be a list of {instance.epochs} numbers, one per epoch")
        else:
            allowed = (int,) if instance.whole_cores else (int, float)
            for t, count in enumerate(counts):
                if type(count) not in allowed or not 0 <= count < math.inf:
                    kind = "a whole number" if instance.whole_cores else "a number"
                    yield malformed(f"{place}[{t}]", f"must be {kind} >= 0, is {count!r}")


def _cluster(instance: UtilityCourse, cores: dict[str, list[Any]]) -> Iterator[Violation]:
    """(6): all jobs together get no more cores than the cluster has."""
    for t in range(instance.epochs):
        used = sum(Fraction(cores[job.name][t]) for job in instance.jobs)
        if used > instance.cores:
            message = f"the jobs get {float(used):g} cores, the cluster has {instance.cores}"
            yield Violation("cores", f"epoch {t}", float(used - instance.cores), message)


def _cores_of(
    instance: UtilityCourse, job: CourseJob, cores: list[Any], courses: dict[str, list[Fraction]]
) -> Iterator[Violation]:
    """(7), (9): a running job has from its least to its most cores, any other has none."""
    most = instance.cores if job.max_cores is None else job.max_cores
    for t, count in enumerate(cores):
        where = f"job {job.name}, epoch {t}"
        before = courses[job.name][t - 1] if t else Fraction(0)
        if t < job.arrives or before >= job.batches:
            if count:
                message = f"gets {count} cores and does not run"
                yield Violation("idle", where, float(count), message)
        elif count > most:
            message = f"gets {count} cores, its most is {most}"
            yield Violation("max_cores", where, float(count - most), message)
        elif count < job.min_cores:
            message = f"gets {count} cores, its least is {job.min_cores}"
            yield Violation("min_cores", where, float(job.min_cores - count), message)
