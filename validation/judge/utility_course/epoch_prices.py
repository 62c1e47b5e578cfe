"""Proofs of utility_course: prices of epochs with a table per job, and counting by due dates.

**Prices.** For any price λ_t >= 0 of a core in epoch t, no plan costs less than

    Σ_q min over the job's own courses of Σ_t (w_q error + λ_t a_qt) - C Σ_t λ_t.

Every minimum is found by a table over whole cores, for any curve.  **Counting.** By the end of an
epoch no more jobs have reached the level than Moore and Hodgson's rule admits, with time reversed:
all cores are one machine, and a job that arrived s epochs ago is due within s epochs of it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ....core.decimals import as_written
from ....instances.utility_course import CourseJob, UtilityCourse
from ..proofs.claims import UnprovenError
from .decision import ExactJob

MOST_STEPS = 3_000_000  # states times cores that a table may look at
_MOST_ADDITIVE = 1_000_000_000  # the same, in compiled loops
_FEW = 40  # mini-batches times cores: a table in fractions is quick


def counting_bound(instance: UtilityCourse) -> Fraction:
    """Return the least mean time to the level that counting proves."""
    late = len(instance.jobs)
    needs = {job.name: _whole_need(instance, job) for job in instance.jobs}
    for t in range(instance.epochs):
        arrived = [job for job in instance.jobs if job.arrives <= t]
        late += len(arrived) - _most_in_time(instance, arrived, needs, t)
    return as_written(instance.epoch) * late / len(instance.jobs)


def _most_in_time(
    instance: UtilityCourse, jobs: list[CourseJob], needs: dict[str, Fraction | None], t: int
) -> int:
    """Return how many jobs can have reached the level by the end of an epoch (Moore, Hodgson)."""
    epoch = as_written(instance.epoch)
    by_due = sorted(jobs, key=lambda job: -job.arrives)
    total = Fraction(0)
    kept: list[Fraction] = []
    for job in by_due:
        need, span = needs[job.name], t - job.arrives + 1
        most = instance.cores if job.max_cores is None else min(job.max_cores, instance.cores)
        if need is None or need > most * span * epoch:
            continue
        heapq.heappush(kept, -need)
        total += need
        if total > instance.cores * span * epoch:
            total += heapq.heappop(kept)
    return len(kept)


def _whole_need(instance: UtilityCourse, job: CourseJob) -> Fraction | None:
    """Return the core seconds to the level; of whole cores for whole epochs, if cores are whole."""
    need, epoch = core_seconds(instance, job), as_written(instance.epoch)
    if need is None or not instance.whole_cores:
        return need
    return math.ceil(need / epoch) * epoch


def core_seconds(instance: UtilityCourse, job: CourseJob) -> Fraction | None:
    """Return the core seconds until a job first reaches the level, without overhead."""
    level = (1 - as_written(instance.level)) * as_written(float(job.error[0]))
    done, before = Fraction(0), as_written(float(job.error[0]))
    if before <= level:
        return done
    for i in range(1, job.batches + 1):
        after = as_written(float(job.error[i]))
        size = as_written(job.batch.base) + as_written(job.batch.growth) * i
        if after <= level:
            part = Fraction(1) if instance.whole_batches else (before - level) / (before - after)
            return done + part * size
        done, before = done + size, after
    return None


def overfull_epoch(instance: UtilityCourse) -> int | None:
    """Return the first epoch whose jobs surely run and need more cores than there are."""
    for t in range(instance.epochs):
        least = 0
        for job in instance.jobs:
            most = instance.cores if job.max_cores is None else min(job.max_cores, instance.cores)
            total = sum(
                as_written(job.batch.base) + as_written(job.batch.growth) * i
                for i in range(1, job.batches + 1)
            )
            ran = most * as_written(instance.epoch) * (t - job.arrives)
            least += job.min_cores if job.arrives <= t and ran < total else 0
        if least > instance.cores:
            return t
    return None


def proven_by_prices(instance: UtilityCourse, price: list[float]) -> Fraction:
    """Return the bound that prices of epochs prove: what every job costs at the least, alone."""
    if not instance.whole_cores:
        raise UnprovenError("a table over whole cores proves nothing about parts of cores")
    total = -instance.cores * sum(map(Fraction, price), Fraction(0))
    for job in instance.jobs:
        total += _least_course(instance, job, price)
    return total


def _least_course(instance: UtilityCourse, job: CourseJob, price: list[float]) -> Fraction:
    """Return what a job costs at the least, on its own, with cores at these prices."""
    exact = ExactJob.of(instance, job)
    if exact.overhead == 0 and len(job.error) * _most_cores(instance, job) > _FEW:
        return _additive_course(instance, job, exact, price)
    return _stepwise_course(instance, job, exact, price)


def _stepwise_course(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, price: list[float]
) -> Fraction:
    """Return the least cost of a job, from the last epoch back to its first, in fractions."""
    share, epochs = _share(instance, job), range(job.arrives, instance.epochs)
    moves = _moves_by_progress(instance, job, exact, len(epochs))
    ahead: dict[Fraction, Fraction] = {}  # what the epochs after this one cost from a progress on
    for t in reversed(epochs):
        ahead = {
            x: min(
                Fraction(price[t]) * cores
                + _epoch_cost(instance, exact, share, then)
                + ahead.get(then, Fraction(0))
                for cores, then in choices
            )
            for x, choices in moves[t - job.arrives].items()
        }
    return ahead.get(Fraction(0), Fraction(0)) + _fixed_part(instance)


def _moves_by_progress(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, epochs: int
) -> list[dict[Fraction, list[tuple[int, Fraction]]]]:
    """Return, for each epoch, the choices of cores at each progress that is reached by then."""
    most, count = _most_cores(instance, job), 0
    layers: list[dict[Fraction, list[tuple[int, Fraction]]]] = []
    reached = {Fraction(0)}
    for _ in range(epochs):
        layer = {}
        for x in reached:
            ended = x >= job.batches
            count += 1 if ended else most - job.min_cores + 1
            if count > MOST_STEPS:
                raise UnprovenError("its tables are too large to be re-checked")
            layer[x] = [(0, x)] if ended else list(_choices(job, exact, x, most))
        layers.append(layer)
        reached = {then for choices in layer.values() for _, then in choices}
    return layers


def _choices(
    job: CourseJob, exact: ExactJob, x: Fraction, most: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield numbers of cores and the progress after them, up to the first that ends the job."""
    for cores in range(job.min_cores, most + 1):
        then = exact.after(x, Fraction(cores))
        yield cores, then
        if then >= job.batches:
            return


def _additive_course(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, price: list[float]
) -> Fraction:
    """Return a least cost that surely holds, by a table over the core epochs received.

    Without overhead progress depends on their number only.  All terms are >= 0, so that the sums
    of at most n terms in floating point are within a share of n 2^-53 of the true ones.
    """
    most, share = _most_cores(instance, job), _share(instance, job)
    x, costs = Fraction(0), []
    while True:
        costs.append(float(_epoch_cost(instance, exact, share, x)))
        if x >= job.batches or len(costs) > most * instance.epochs:
            break
        x = exact.after(x, Fraction(1))
    end, cost = len(costs) - 1, np.array(costs)
    if end * (most - job.min_cores + 1) * instance.epochs > _MOST_ADDITIVE:
        raise UnprovenError("its tables are too large to be re-checked")
    paid = np.full(end + 1, np.inf)
    paid[0] = 0.0
    for t in range(job.arrives, instance.epochs):
        following = np.full(end + 1, np.inf)
        following[end] = paid[end] if x >= job.batches else np.inf
        running = paid[:end] if x >= job.batches else paid
        for cores in range(job.min_cores, most + 1):
            given = running + price[t] * cores
            fits = given[: max(0, end + 1 - cores)]
            into = following[cores : cores + len(fits)]
            np.minimum(into, fits, out=into)
            if len(fits) < len(given):  # what ends within the epoch
                following[end] = min(following[end], given[len(fits) :].min())
        paid = following + cost
    surely = 1 - (2 * instance.epochs + 8) * Fraction(1, 2**53)
    return Fraction(float(paid.min())) * surely + _fixed_part(instance)


def _most_cores(instance: UtilityCourse, job: CourseJob) -> int:
    return instance.cores if job.max_cores is None else min(job.max_cores, instance.cores)


def _fixed_part(instance: UtilityCourse) -> Fraction:
    """The epoch in which a level is reached counts as well."""
    if instance.objective == "mean-loss":
        return Fraction(0)
    return as_written(instance.epoch) / len(instance.jobs)


def _share(instance: UtilityCourse, job: CourseJob) -> Fraction:
    if instance.objective == "time-to":
        return as_written(instance.epoch) / len(instance.jobs)
    weights = sum(as_written(j.weight) * (instance.epochs - j.arrives) for j in instance.jobs)
    return as_written(job.weight) / weights


def _epoch_cost(instance: UtilityCourse, exact: ExactJob, share: Fraction, x: Fraction) -> Fraction:
    if instance.objective == "mean-loss":
        return share * exact.error(x)
    level = (1 - as_written(instance.level)) * exact.errors[0]
    return share if exact.error(x) > level else Fraction(0)
