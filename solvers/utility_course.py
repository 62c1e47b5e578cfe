"""Bounds of utility_course, from prices of cores per epoch, and from counts of core seconds."""

import math

import numpy as np

from ..core.arrays import FloatArray
from ..core.kernels import kernel
from ..core.outcome import Answer, CertifiedBound
from ..core.run import Run
from ..instances.utility_course import (
    CourseJob,
    Jobs,
    UtilityCourse,
    after_epoch,
    error_at,
    jobs_of,
)

_SAFE = 1 - 1e-11
_ROUNDING = 1e-12  # relative rounding error
_DIGITS = 12  # digits of progress, so that sums in another order are the same state
_MOST_STEPS = 600_000  # states times cores; the checker accepts more
_FEW_STEPS = 40_000
_STEPS_OF_ONE_BOUND = 10**9
_CHECKED = 10**9  # core epochs times cores times epochs of a job; the checker rejects more
_STEPS_IN_VAIN = 20
_COMPILED = 1000  # compiled loops process this many times as many states in the same time


def impossible(instance: UtilityCourse) -> Answer | None:
    """Return a proof of infeasibility if the jobs that run in an epoch need too many cores."""
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
                f"but the cluster has {instance.cores}"
            )
            return Answer(infeasible=True, certificate={"kind": "least-cores"}, message=message)
    return None


def cheap_bound(instance: UtilityCourse) -> CertifiedBound | None:
    """Return a quick bound, by counting or by each job alone; ``None`` if tables are too large."""
    if instance.objective == "time-to":
        return CertifiedBound(bound_by_counting(instance) * _SAFE, {"kind": "counting"})
    return bound_of_prices(instance, np.zeros(instance.epochs), _FEW_STEPS)


def rising_bound(instance: UtilityCourse, run: Run, target: float) -> CertifiedBound | None:
    """Return the best bound of core prices that subgradient steps find; ``None`` if none in time.

    At given prices each job is optimised separately.  A step raises the prices of those epochs in
    which the jobs then take more cores in total than there are.  Its length assumes that the bound
    can reach ``target``, the value of a plan.
    """
    price, best, in_vain = np.zeros(instance.epochs), None, 0
    while in_vain < _STEPS_IN_VAIN and not run.should_stop():
        usage = np.zeros(instance.epochs)
        bound = bound_of_prices(instance, price, _STEPS_OF_ONE_BOUND, usage, run)
        if bound is None:
            break
        in_vain += 1
        if best is None or bound.value > best.value:
            best, in_vain = bound, 0
            run.report(bound=best.value, certificate=best.certificate)
        slope = usage - instance.cores
        slope[(price == 0) & (slope < 0)] = 0.0
        if best.value >= target - run.gap * abs(target) or not slope.any():
            break
        price = np.maximum(0.0, price + (target - bound.value) / (slope @ slope) * slope)
    return best


def bound_of_prices(
    instance: UtilityCourse,
    price: FloatArray,
    most_steps: int = _MOST_STEPS,
    usage: FloatArray | None = None,
    run: Run | None = None,
) -> CertifiedBound | None:
    """Return the bound that prices of cores per epoch prove, ``None`` if tables are too large.

    The cores that the jobs without overhead take at these prices are added to ``usage``, per epoch.
    """
    usage = np.zeros(instance.epochs) if usage is None else usage
    if not instance.whole_cores:
        return None
    paid, steps = instance.cores * math.fsum(price.tolist()), 0
    total = -paid
    jobs = jobs_of(instance)
    mean_loss = instance.objective == "mean-loss"
    for q, job in enumerate(instance.jobs):
        if run is not None and run.should_stop():
            return None
        share = float(instance.share[q]) if mean_loss else instance.epoch / len(instance.jobs)
        if job.batch.overhead == 0:
            above = -1.0 if mean_loss else instance.threshold(job) * (1 + _ROUNDING)
            most = float(instance.most[q] * instance.epochs)
            units = min(float(job.work[-1]) / instance.epoch + 1, most)  # core epochs, rounded up
            steps += int(units * min(units, instance.most[q]) * instance.epochs) // _COMPILED
            if steps > most_steps or units * instance.most[q] * instance.epochs > _CHECKED:
                return None
            least = float(
                _additive_course(jobs, q, _limits(instance, q), price, share, above, usage)
            )
        else:
            cost, looked = _stepwise_course(instance, q, job, price, share, most_steps - steps)
            if cost is None:
                return None
            least, steps = cost, steps + looked
        total += least + (0.0 if mean_loss else share)
    certificate = {"kind": "epoch-prices", "price": [float(p) for p in price]}
    return CertifiedBound(total - (1 - _SAFE) * (abs(total) + 2 * paid), certificate)


def _limits(instance: UtilityCourse, q: int) -> tuple[int, int, int]:
    job = instance.jobs[q]
    return job.arrives, job.min_cores, int(instance.most[q])


@kernel
def _additive_course(
    jobs: Jobs,
    q: int,
    limits: tuple[int, int, int],
    price: FloatArray,
    share: float,
    above: float,
    usage: FloatArray,
) -> float:
    """Return the minimum cost of a job without overhead, whose progress depends on core epochs.

    An epoch costs its cores, plus ``share`` times the error. If ``above`` >= 0, an error beyond it
    counts as 1 and any other as 0. The cores are added to ``usage`` per epoch.
    """
    arrives, least, most = limits
    epochs, last = len(price), jobs.first[q + 1] - jobs.first[q] - 1
    work = jobs.base[q] * last + jobs.growth[q] * last * (last + 1) / 2
    cost = np.zeros(min(most * epochs, int(work / jobs.epoch) + 3) + 2)
    x, end = 0.0, 0
    # cost[n]: what an epoch costs after n core epochs; ``end`` are enough
    while True:
        error = error_at(jobs, q, x)
        if above >= 0:
            error = 1.0 if error > above else 0.0
        cost[end] = share * error
        if x >= last - 1e-12 or end > most * epochs:
            break
        x, end = after_epoch(jobs, q, x, 1.0), end + 1
    paid, following = np.full(end + 1, np.inf), np.full(end + 1, np.inf)
    paid[0] = 0.0
    taken = np.zeros((epochs, end + 1), dtype=np.int32)  # the cores before n core epochs
    falls = bool((np.diff(cost[: end + 1]) <= 0).all())
    # paid[n]: the least cost before epoch t of a course with n core epochs
    for t in range(arrives, epochs):
        following[:] = np.inf
        following[end] = paid[end]  # a job that has ended takes no cores
        for n in range(min(end, most * (t - arrives) + 1)):
            if paid[n] < np.inf:
                for cores in range(least, most + 1):
                    then = min(end, n + cores)
                    value = paid[n] + price[t] * cores
                    if value < following[then]:
                        following[then], taken[t, then] = value, cores
                    if then == end:
                        break
        least_beyond = np.inf
        for n in range(end, -1, -1):
            paid[n] = following[n] + cost[n]
            if falls and paid[n] >= least_beyond:
                paid[n] = np.inf  # more core epochs cost no more, now or later
            least_beyond = min(least_beyond, paid[n])
    n = int(paid.argmin())
    cheapest: float = paid[n]
    for t in range(epochs - 1, arrives - 1, -1):
        usage[t] += taken[t, n]
        n -= int(taken[t, n])
    return cheapest


def _stepwise_course(
    instance: UtilityCourse,
    q: int,
    job: CourseJob,
    price: FloatArray,
    share: float,
    most_steps: int,
) -> tuple[float | None, int]:
    """Return the minimum cost of a job, by a table over reachable progress, and the steps taken."""
    jobs, most, steps = jobs_of(instance), int(instance.most[q]), 0
    mean_loss = instance.objective == "mean-loss"
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
    return min(states.values()), steps


def bound_by_counting(instance: UtilityCourse) -> float:
    """Return a lower bound on the mean time to the level, by Moore and Hodgson's rule per epoch."""
    needs = [_whole_need(instance, job) for job in instance.jobs]
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


def _whole_need(instance: UtilityCourse, job: CourseJob) -> float | None:
    """Return the core seconds to the level, rounded up to core epochs if cores are integral."""
    need = core_seconds(instance, job)
    if need is None or not instance.whole_cores:
        return need
    return math.ceil(need / instance.epoch * (1 - _ROUNDING)) * instance.epoch


def core_seconds(instance: UtilityCourse, job: CourseJob) -> float | None:
    """Return the core seconds in which a job reaches the level without overhead, None if never."""
    i, level = instance.reached(job), instance.threshold(job)
    if i is None or i == 0:
        return None if i is None else 0.0
    part = 1.0
    if not instance.whole_batches:
        part = float((job.error[i - 1] - level) / (job.error[i - 1] - job.error[i]))
    return float(job.work[i - 1] + part * (job.work[i] - job.work[i - 1]))
