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
from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar, Literal

import numpy as np

from ....core.decimals import as_written
from ....core.schema import NonNegative
from ....instances.utility_course import CourseJob, UtilityCourse
from ..forms import Certificate
from ..proofs.claims import UnprovenError
from .decision import ExactJob, total_weight

_MOST_STEPS = 3_000_000  # states times cores that a table may look at
_MOST_ADDITIVE = 1_000_000_000  # the same, in compiled loops
_FEW = 40  # mini-batches times cores: a table in fractions is quick


class EpochPrices(Certificate):
    """A price of a core in every epoch; whatever they are, they prove a bound.

    It is what every job costs at the least, alone, less the prices of all cores.
    """

    AXES: ClassVar = {"price": ("epochs",)}
    kind: Literal["epoch-prices"] = "epoch-prices"
    price: list[NonNegative]

    def proven(self, instance: UtilityCourse) -> Fraction:
        if not instance.whole_cores:
            raise UnprovenError("a table over whole cores proves nothing about parts of cores")
        total = -instance.cores * sum(map(Fraction, self.price), Fraction(0))
        if instance.objective == "time-to":  # the epoch in which a level is reached counts as well
            total += as_written(instance.epoch)
        for job in instance.jobs:
            exact = ExactJob(instance, job)
            is_long = exact.overhead == 0 and len(job.error) * exact.most > _FEW
            least_course = _additive_course if is_long else _stepwise_course
            total += least_course(instance, job, exact, self.price)
        return total


class CountByDueDates(Certificate):
    """By the end of no epoch more jobs have reached the level than due dates admit."""

    kind: Literal["counting"] = "counting"

    def proven(self, instance: UtilityCourse) -> Fraction:
        if instance.objective != "time-to":
            raise UnprovenError("counting bounds times to a level only")
        late = len(instance.jobs)
        exact = [ExactJob(instance, job) for job in instance.jobs]
        needs = [_core_seconds(instance, its) for its in exact]
        jobs = sorted(
            zip(instance.jobs, exact, needs, strict=True), key=lambda row: -row[0].arrives
        )
        for t in range(instance.epochs):
            total, kept = Fraction(0), list[Fraction]()  # the most jobs in time, Moore and Hodgson
            for job, its, need in jobs:
                span = (t - job.arrives + 1) * its.epoch
                late += span > 0
                if span <= 0 or need is None or need > its.most * span:
                    continue
                heapq.heappush(kept, -need)
                total += need
                if total > instance.cores * span:
                    total += heapq.heappop(kept)
            late -= len(kept)
        return as_written(instance.epoch) * late / len(instance.jobs)


class LeastCoresOfRunningJobs(Certificate):
    """In some epoch jobs that cannot have ended need more cores than the cluster has."""

    kind: Literal["least-cores"] = "least-cores"

    def proven(self, instance: UtilityCourse) -> Fraction | None:
        exact = [(job, ExactJob(instance, job)) for job in instance.jobs]
        for t in range(instance.epochs):
            least = 0  # of the jobs that surely run
            for job, its in exact:
                ran = its.most * its.epoch * (t - job.arrives)
                least += job.min_cores if job.arrives <= t and ran < its.work(its.batches) else 0
            if least > instance.cores:
                return None
        raise UnprovenError("the least cores of running jobs fit into every epoch")


def certified(
    instance: UtilityCourse, certificate: EpochPrices | CountByDueDates | LeastCoresOfRunningJobs
) -> Fraction | None:
    """Return the bound that prices or counting prove; nothing is feasible by least cores."""
    return certificate.proven(instance)


def _core_seconds(instance: UtilityCourse, exact: ExactJob) -> Fraction | None:
    """Return the core seconds until a job first reaches the level, without overhead.

    If cores are whole, they are whole cores for whole epochs.  ``None``: it never does.
    """
    level = exact.error_at(instance.level)
    i = next((i for i, error in enumerate(exact.errors) if error <= level), None)
    if i is None:
        return None
    need = exact.work(i)
    if i and not exact.whole_batches:
        before, after = exact.errors[i - 1], exact.errors[i]
        need -= (level - after) / (before - after) * (need - exact.work(i - 1))
    return math.ceil(need / exact.epoch) * exact.epoch if instance.whole_cores else need


def _stepwise_course(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, price: list[float]
) -> Fraction:
    """Return the least cost of a job on its own, by the progress reached, in fractions."""
    cost, count = _epoch_cost(instance, job, exact), 0
    paid = {Fraction(0): Fraction(0)}
    for t in range(job.arrives, instance.epochs):
        following: dict[Fraction, Fraction] = {}
        for x, spent in paid.items():
            ended = x >= job.batches
            choices = range(1) if ended else range(job.min_cores, exact.most + 1)
            count += len(choices)
            if count > _MOST_STEPS:
                raise UnprovenError("its tables are too large to be re-checked")
            for cores in choices:
                then = exact.after(x, Fraction(cores))
                total = spent + Fraction(price[t]) * cores + cost(then)
                following[then] = min(total, following.get(then, total))
                if then >= job.batches:
                    break  # more cores end it no sooner
        paid = following
    return min(paid.values())


def _additive_course(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, price: list[float]
) -> Fraction:
    """Return a least cost that surely holds, by a table over the core epochs received.

    Without overhead progress depends on their number only.  All terms are >= 0, so that the sums
    of at most n terms in floating point are within a share of n 2^-53 of the true ones.
    """
    most, cost_of = exact.most, _epoch_cost(instance, job, exact)
    x, costs = Fraction(0), []
    while True:
        costs.append(float(cost_of(x)))
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
    return Fraction(float(paid.min())) * surely


def _epoch_cost(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob
) -> Callable[[Fraction], Fraction]:
    """Return what an epoch costs a job, by the progress that it has at the end."""
    if instance.objective == "mean-loss":
        weight = as_written(job.weight) / total_weight(instance)
        return lambda x: weight * exact.error(x)
    level, each = exact.error_at(instance.level), exact.epoch / len(instance.jobs)
    return lambda x: each if exact.error(x) > level else Fraction(0)
