"""The judge of utility_course: simulates courses in fractions, and checks certificates."""

import heapq
import math
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.decimals import LARGEST, as_written, common_unit
from ...core.kernels import kernel
from ...core.schema import NonNegative
from ...instances.utility_course import CourseJob, UtilityCourse
from .forms import Certificate, Decision
from .judging import Judge
from .proofs.claims import UnprovenError
from .tolerances import LAST_DIGIT
from .verdict import Violation, excess, malformation

__all__ = ["CourseCores", "certified", "check"]

_LEVELS = (0.5, 0.8, 0.9, 0.95)


class CourseCores(Decision):
    """A decision: the cores of each job in each epoch."""

    NAMES: ClassVar = {"cores": ("jobs",)}
    COMPLETE: ClassVar = ("cores",)
    cores: dict[str, list[NonNegative]]

    def faults(self, instance: UtilityCourse) -> Iterator[Violation]:
        """Yield faults of form, such as fractional cores where integers are needed."""
        yield from super().faults(instance)
        for name, counts in self.cores.items():
            place, epochs = f"cores.{name}", instance.epochs
            if len(counts) != epochs:
                yield malformation(
                    place, f"must have {epochs} entries (epochs) (found {len(counts)})"
                )
            for t, count in enumerate(counts if instance.whole_cores else ()):
                if count % 1:
                    yield malformation(f"{place}[{t}]", f"must be an integer (found {count!r})")


def check(instance: UtilityCourse, decision: CourseCores, judge: Judge) -> Fraction:
    """Check the courses of all jobs; the objective is the mean loss, or the mean time."""
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
    last = {name: runs[-1][0] for name, runs in errors.items()}
    judge.details = {
        "mean_loss": float(loss),
        "time_to": {f"{level:g}": float(mean) for level, mean in times.items()},
        "never_reached": [q for q in last if last[q] > exact[q].error_at(instance.level)],
    }
    return loss if instance.objective == "mean-loss" else times[instance.level]


@lru_cache(maxsize=1)  # each job of a certificate needs it
def total_weight(instance: UtilityCourse) -> Fraction:
    """Return the sum of the weights of all jobs over the epochs after their arrivals."""
    epochs = (as_written(job.weight) * (instance.epochs - job.arrives) for job in instance.jobs)
    return sum(epochs, Fraction(0))


def _cluster(instance: UtilityCourse, cores: dict[str, list[float]]) -> Iterator[Violation]:
    """Yield violations of (6): epochs in which the jobs get more cores than the cluster has."""
    for t, counts in enumerate(zip(*(cores[job.name] for job in instance.jobs), strict=True)):
        used = Fraction(sum(counts) if instance.whole_cores else sum(map(Fraction, counts)))
        message = f"the jobs get {float(used):.15g} cores, but the cluster has {instance.cores}"
        yield from excess("cores", f"epoch {t}", used - instance.cores, message)


def _cores_of(
    instance: UtilityCourse, job: CourseJob, cores: list[float], courses: dict[str, list[Fraction]]
) -> Iterator[Violation]:
    """Yield violations of (7), (9): cores of a job outside its limits, or while it does not run."""
    most = instance.cores if job.max_cores is None else job.max_cores
    for t, count in enumerate(cores):
        where = f"job {job.name}, epoch {t}"
        before = courses[job.name][t - 1] if t else Fraction(0)
        if t < job.arrives or before >= job.batches:
            if count:
                message = f"gets {count:.15g} cores although it does not run"
                yield Violation("idle", where, float(count), message)
        elif count > most:
            message = f"gets {count:.15g} cores, but its maximum is {most}"
            yield Violation("max_cores", where, float(count - most), message)
        elif count < job.min_cores:
            message = f"gets {count:.15g} cores, but its minimum is {job.min_cores}"
            yield Violation("min_cores", where, float(job.min_cores - count), message)


class ExactJob:
    """A job in exact fractions: its mini-batches, errors, and the length of an epoch."""

    def __init__(self, instance: UtilityCourse, job: CourseJob) -> None:
        most = instance.cores if job.max_cores is None else job.max_cores
        self.most = min(most, instance.cores)
        self.batches, self.whole_batches = job.batches, instance.whole_batches
        self.base, self.growth = as_written(job.batch.base), as_written(job.batch.growth)
        self.overhead = as_written(job.batch.overhead)
        self.errors = tuple(as_written(error) for error in job.error.tolist())
        self.epoch = as_written(instance.epoch)
        self.unit = common_unit([self.epoch, self.base, self.growth])
        self.step, base, growth = (
            int(amount / self.unit) for amount in (self.epoch, self.base, self.growth)
        )
        # the core seconds of the first mini-batches, without their overhead, in units
        self.works = [base * i + growth * (i * (i + 1) // 2) for i in range(job.batches + 1)]

    def error_at(self, level: float) -> Fraction:
        """Return the job's initial error, reduced by the share ``level``."""
        return (1 - as_written(level)) * self.errors[0]

    def after(self, x: Fraction, cores: Fraction) -> Fraction:
        """Return the progress of the job, in mini-batches, one epoch after the progress ``x``.

        Mini-batch number i takes (base + growth i) / cores + overhead seconds.
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
        """Return the error after x mini-batches: interpolated, or that of the last complete one."""
        i = math.floor(x)
        first = self.errors[i]
        if x == i or self.whole_batches:
            return first
        return first + (x - i) * (self.errors[i + 1] - first)

    def course(self, cores: list[int | float]) -> list[Fraction]:
        """Return the mini-batches completed by the end of each epoch, without overhead by work."""
        x, course, done, works = Fraction(0), [], Fraction(0), self.works
        for count in cores:
            if count > 0 and x < self.batches:
                done += (int(count) if count == int(count) else Fraction(count)) * self.step
                i = min(bisect_right(works, done), self.batches)  # of the unfinished batch
                part = min(Fraction(1), (done - works[i - 1]) / max(1, works[i] - works[i - 1]))
                x = self.after(x, Fraction(count)) if self.overhead else i - 1 + part
            course.append(x)
        return course


MOST_STEPS = 3_000_000  # states times cores that a table may look at
MOST_ADDITIVE = 1_000_000_000  # the same, in compiled loops
FEW_CHOICES = 40  # mini-batches times cores: a table in fractions is quick


class EpochPrices(Certificate):
    """A certificate: a price of a core in each epoch; any prices λ_t >= 0 prove a bound.

    The bound is Σ_q min over the job's own courses of Σ_t (w_q error + λ_t a_qt) - C Σ_t λ_t.
    """

    AXES: ClassVar = {"price": ("epochs",)}
    kind: Literal["epoch-prices"] = "epoch-prices"
    price: list[NonNegative]

    def proven(self, instance: UtilityCourse) -> Fraction:
        if not instance.whole_cores:
            raise UnprovenError("a table over whole cores proves nothing about fractions of cores")
        total = -instance.cores * sum(map(Fraction, self.price), Fraction(0))
        if instance.objective == "time-to":  # the epoch in which a level is reached counts as well
            total += as_written(instance.epoch)
        for job in instance.jobs:
            exact = ExactJob(instance, job)
            is_long = exact.overhead == 0 and len(job.error) * exact.most > FEW_CHOICES
            least_course = _additive_course if is_long else _stepwise_course
            total += least_course(instance, job, exact, self.price)
        return total


class CountByDueDates(Certificate):
    """A certificate: for each epoch, a limit on the jobs that have reached the level by its end.

    The judge computes the limit by the rule of Moore and Hodgson in reversed time: all cores are
    one machine, and a job that arrived s epochs ago has the due date s.
    """

    kind: Literal["counting"] = "counting"

    def proven(self, instance: UtilityCourse) -> Fraction:
        if instance.objective != "time-to":
            raise UnprovenError("counting bounds only the objective time-to")
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
    """A certificate of infeasibility: in some epoch the running jobs need more cores than exist."""

    kind: Literal["least-cores"] = "least-cores"

    def proven(self, instance: UtilityCourse) -> Fraction | None:
        exact = [(job, ExactJob(instance, job)) for job in instance.jobs]
        for t in range(instance.epochs):
            least = 0  # of the jobs that surely run
            for job, its in exact:
                ran = its.most * its.epoch * (t - job.arrives)
                least += job.min_cores if job.arrives <= t and ran < its.works[-1] * its.unit else 0
            if least > instance.cores:
                return None
        raise UnprovenError("the minimum cores of the running jobs fit into every epoch")


def certified(
    instance: UtilityCourse, certificate: EpochPrices | CountByDueDates | LeastCoresOfRunningJobs
) -> Fraction | None:
    """Return the bound that a certificate proves, or ``None`` if it proves infeasibility."""
    return certificate.proven(instance)


def _core_seconds(instance: UtilityCourse, exact: ExactJob) -> Fraction | None:
    """Return the core seconds until a job first reaches the level, without overhead.

    They are rounded up to whole epochs of a core if cores are integers.  ``None``: the job never
    reaches the level.
    """
    level = exact.error_at(instance.level)
    i = next((i for i, error in enumerate(exact.errors) if error <= level), None)
    if i is None:
        return None
    need = exact.works[i] * exact.unit
    if i and not exact.whole_batches:
        before, after = exact.errors[i - 1], exact.errors[i]
        need -= (level - after) / (before - after) * (need - exact.works[i - 1] * exact.unit)
    return math.ceil(need / exact.epoch) * exact.epoch if instance.whole_cores else need


def _stepwise_course(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, price: list[float]
) -> Fraction:
    """Return a job's minimum cost at prices of cores, in fractions, by recursion over progress."""
    count, is_loss = 0, instance.objective == "mean-loss"
    weight = as_written(job.weight) / total_weight(instance)
    level, each = exact.error_at(instance.level), exact.epoch / len(instance.jobs)
    paid = {Fraction(0): Fraction(0)}
    for t in range(job.arrives, instance.epochs):
        following: dict[Fraction, Fraction] = {}
        for x, spent in paid.items():
            ended = x >= job.batches
            choices = range(1) if ended else range(job.min_cores, exact.most + 1)
            count += len(choices)
            if count > MOST_STEPS:
                raise UnprovenError("its tables are too large to be re-checked")
            for cores in choices:
                then = exact.after(x, Fraction(cores))
                error = exact.error(then)
                cost = weight * error if is_loss else each * (error > level)
                total = spent + Fraction(price[t]) * cores + cost
                following[then] = min(total, following.get(then, total))
                if then >= job.batches:
                    break  # more cores end it no sooner
        paid = following
    return min(paid.values())


def _additive_course(
    instance: UtilityCourse, job: CourseJob, exact: ExactJob, price: list[float]
) -> Fraction:
    """Return a lower bound on a job's minimum cost at prices of cores, by a table.

    The table is over the epochs of a core, on which alone progress depends without overhead.  All
    terms are >= 0, so the rounding error of a sum of n terms is at most the share n 2^-53 of the
    sum.
    """
    work, step, most = exact.works, exact.step, exact.most
    end = min(-(-work[-1] // step), most * instance.epochs)
    steps = end * (most - job.min_cores + 1) * instance.epochs
    if steps > MOST_ADDITIVE or work[-1] + step > LARGEST:
        raise UnprovenError("its tables are too large to be re-checked")
    done, reached = np.arange(end + 1) * step, np.array(work)
    i = np.minimum(np.searchsorted(reached, done, side="right") - 1, job.batches)
    then = np.minimum(i + 1, job.batches)
    width = np.where(then > i, reached[then] - reached[i], 1)
    part = np.where((then > i) & (not exact.whole_batches), done - reached[i], 0)
    error = ((width - part) * job.error[i] + part * job.error[then]) / width
    if instance.objective == "mean-loss":
        cost = float(as_written(job.weight) / total_weight(instance)) * error
    else:  # less than the level by rounding counts as reached
        cost = float(exact.epoch / len(instance.jobs)) * (
            error > float(exact.error_at(instance.level)) * (1 + LAST_DIGIT)
        )
    paid = _least_paid(
        cost, np.array(price), job.arrives, job.min_cores, most, work[-1] <= end * step
    )
    return Fraction(paid) * (1 - (2 * instance.epochs + 16) * Fraction(1, 2**53))


@kernel
def _least_paid(
    cost: FloatArray, price: FloatArray, arrives: int, least: int, most: int, ends: bool
) -> float:
    """Return the minimum over all courses of the cost, by core epochs used, plus the price paid."""
    end = len(cost) - 1  # enough core epochs for the whole job, if it ``ends``
    paid = np.full(end + 1, np.inf)
    paid[0] = 0.0
    for t in range(arrives, len(price)):
        following = np.full(end + 1, np.inf)
        if ends:
            following[end] = paid[end]
        for cores in range(least, min(most, end) + 1):
            worth = price[t] * cores
            for n in range(end - cores + 1):
                if paid[n] + worth < following[n + cores]:
                    following[n + cores] = paid[n] + worth
        for n in range(max(0, end - least + 1), end if ends else end + 1):  # more end it no sooner
            following[end] = min(following[end], paid[n] + price[t] * least)
        paid = following + cost
    return float(paid.min())
