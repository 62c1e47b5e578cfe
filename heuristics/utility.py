"""Heuristics of utility: SLAQ's and ReLAQS's allocations, a vectorised form, and fair shares.

Stafman, "Utility Scheduling for Multi-Tenant Clusters" (Princeton, 2019), 3.3.3 and 4.3.7.

`simulate` is a small version of the experiment of sections 3.5.2 and 4.5.2: jobs arrive by a
Poisson process, and each converges along a curve that the scheduler does not know.  In every epoch
the cores are allocated again, either equally or by the marginal gains that past losses predict.
"""

import heapq
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from ..core.arrays import FloatArray, IntArray
from ..core.outcome import Answer
from ..core.run import Run
from ..instances.utility import FEWEST_POINTS, Convergence, Fit, Utility, fit, normalised_gain
from ..solvers.allocation import Curves, dual_value, fill, nearest_float
from ..solvers.utility import counting, curves_of, impossible, lowest_level
from .cluster_ratio import one_by_one


def greedy(instance: Utility, run: Run) -> Answer:
    """Allocate core by core to the job that gains most by it (Algorithms 4 and 5).

    For max-sum a price proves a bound, which equals the objective if all gains are concave.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    return _answer(instance, run, one_by_one(curves.start, curves.cost, instance.extra, True))


def threshold(instance: Utility, run: Run) -> Answer:
    """Allocate cores by one sort of all gains; for max-min, find the level by counting cores.

    Several cores together count by their mean gain, so that gains that need several cores at once
    are found.
    """
    if instance.extra < 0:
        return impossible(instance)
    if instance.objective == "max-min":
        return lowest_level(instance, run)
    curves = curves_of(instance)
    equal = equal_shares(instance.least, instance.most, instance.cores)  # a plan before the sort
    run.report(-curves.total(equal), None, instance.decision(instance.least + equal))
    along_hulls = fill(curves, instance.extra)
    return _answer(instance, run, along_hulls.amounts, (curves, along_hulls.price))


def max_min_greedy(instance: Utility, run: Run) -> Answer:
    """Allocate core by core to the job with the largest loss (3.3.3, with arg max).

    It is optimal for max-min if losses fall with every core; then counting proves it.
    """
    if instance.extra < 0:
        return impossible(instance)
    curves = curves_of(instance)
    return _answer(instance, run, _fill_costliest_job(curves, instance.extra))


def fair(instance: Utility, run: Run) -> Answer:
    """Divide the cores equally, within each job's minimum and maximum."""
    if instance.extra < 0:
        return impossible(instance)
    return _answer(instance, run, equal_shares(instance.least, instance.most, instance.cores))


def equal_shares(least: IntArray, most: IntArray, cores: int) -> IntArray:
    """Return equal shares within bounds, minus ``least``; the first jobs get the remainder."""
    supply = min(cores, int(most.sum()))
    low, high = 0, int(most.max())
    while low < high:
        middle = (low + high + 1) // 2
        fits = int(np.clip(middle, least, most).sum()) <= supply
        low, high = (middle, high) if fits else (low, middle - 1)
    shares = np.clip(low, least, most)
    could_take = np.flatnonzero((shares < most) & (shares == low))
    shares[could_take[: supply - int(shares.sum())]] += 1
    return np.asarray(shares - least)


def _fill_costliest_job(curves: Curves, room: int) -> IntArray:
    """Return the units of each job; each unit goes to the job of highest cost that can take it."""
    amounts = np.zeros(curves.parties, dtype=np.int64)
    cost, start = curves.cost.tolist(), curves.start.tolist()
    heap = [(-cost[start[i]], i) for i in range(curves.parties)]
    heapq.heapify(heap)
    while room > 0 and heap:
        _, i = heapq.heappop(heap)
        if start[i] + amounts[i] + 1 < start[i + 1]:
            amounts[i] += 1
            room -= 1
            heapq.heappush(heap, (-cost[start[i] + amounts[i]], i))
    return amounts


def _answer(
    instance: Utility, run: Run, extra: IntArray, priced: tuple[Curves, float] | None = None
) -> Answer:
    """Return the answer for ``extra`` cores of each job beyond its minimum, with a quick bound."""
    decision = instance.decision(instance.least + extra)
    if instance.objective == "max-min":
        return _claim_level(instance, run, extra, decision)
    curves, price = priced or _curves_and_price(instance)
    bound = -nearest_float(dual_value(curves, instance.extra, price))
    run.report(-curves.total(extra), bound, decision)
    return Answer(
        decision=decision,
        bound=bound,
        bound_kind="certified",
        certificate={"kind": "multiplier", "price": price},
    )


def _curves_and_price(instance: Utility) -> tuple[Curves, float]:
    curves = curves_of(instance)
    return curves, fill(curves, instance.extra).price


def _claim_level(
    instance: Utility, run: Run, extra: IntArray, decision: dict[str, dict[str, int]]
) -> Answer:
    """Return the answer; its largest loss is also its bound if too few cores exist for less."""
    curves = curves_of(instance)
    level = float(curves.cost[curves.start[:-1] + extra].max())
    below = np.where(curves.cost < level, curves.units, np.inf)
    needed = float(np.minimum.reduceat(below, curves.start[:-1]).sum())
    if needed <= instance.extra:
        run.report(level, None, decision)
        return Answer(decision=decision)
    run.report(level, level, decision)
    return Answer(
        decision=decision, bound=level, bound_kind="certified", certificate=counting(level)
    )


EpochPolicy: TypeAlias = Literal["slaq", "fair"]
LAST_ITERATION = 100  # a job counts as converged then, as in section 3.5.2
_MOST_EPOCHS = 10_000


@dataclass(frozen=True)
class TrainingJob:
    """A job of the simulation: arrival, CPU seconds per iteration, and the true loss curve."""

    arrives: float
    iteration_cpu_seconds: float
    convergence: Convergence
    speed: float

    def loss(self, iteration: FloatArray) -> FloatArray:
        """Return the true loss, 1 before the first iteration and 0 after the last."""
        return (self._raw(iteration) - self._end) / (1.0 - self._end)

    def _raw(self, iteration: FloatArray) -> FloatArray:
        k = np.asarray(iteration, dtype=float)
        if self.convergence == "superlinear":
            return np.asarray(self.speed**k)
        return 1.0 / (1.0 + (1.0 - self.speed) * k)

    @property
    def _end(self) -> float:
        return float(self._raw(np.array(float(LAST_ITERATION))))

    def iteration_at(self, loss: float) -> float:
        """Return the (fractional) iteration at which the true loss reaches a value."""
        raw = self._end + loss * (1.0 - self._end)
        if self.convergence == "superlinear":
            return float(np.log(raw) / np.log(self.speed))
        return float((1.0 / raw - 1.0) / (1.0 - self.speed))


@dataclass(frozen=True, eq=False)
class SimulatedEpochs:
    """A simulated run: per epoch the time and the active jobs' mean loss; per job the progress.

    ``progress[j]`` holds (time, iteration) at the ends of the epochs in which job j was active.
    """

    jobs: list[TrainingJob]
    times: FloatArray
    mean_loss: FloatArray
    progress: list[FloatArray]

    def seconds_to(self, reduction: float) -> FloatArray:
        """Return per job the seconds from arrival until its loss has fallen by ``reduction``."""
        seconds = []
        for job, steps in zip(self.jobs, self.progress, strict=True):
            wanted = job.iteration_at(1.0 - reduction)
            seconds.append(np.interp(wanted, steps[:, 1], steps[:, 0]) - job.arrives)
        return np.array(seconds)


def training_jobs(seed: int, *, jobs: int, mean_gap: float) -> list[TrainingJob]:
    """Return random jobs that arrive by a Poisson process.

    An iteration takes lognormal CPU seconds (median 6); half of the jobs converge like 1/k, half
    like μ^k.
    """
    rng = np.random.default_rng(seed)
    arrivals = rng.exponential(mean_gap, jobs).cumsum()
    made = []
    for j in range(jobs):
        convergence: Convergence = "superlinear" if rng.random() < 0.5 else "sublinear"
        speed = rng.uniform(0.7, 0.95) if convergence == "superlinear" else rng.uniform(0.2, 0.8)
        cpu = float(rng.lognormal(np.log(6.0), 0.6))
        made.append(TrainingJob(float(arrivals[j]), cpu, convergence, float(speed)))
    return made


def simulate(
    jobs: list[TrainingJob], policy: EpochPolicy, *, cores: int, epoch: float
) -> SimulatedEpochs:
    """Return the simulated run of a cluster under a policy, until all jobs have converged."""
    done = np.zeros(len(jobs))
    steps: list[list[tuple[float, float]]] = [[(job.arrives, 0.0)] for job in jobs]
    times, losses = [], []
    fits: dict[int, tuple[int, Fit]] = {}
    for number in range(_MOST_EPOCHS):
        now = number * epoch
        active = [
            j for j, job in enumerate(jobs) if job.arrives <= now and done[j] < LAST_ITERATION
        ]
        if not active and (done >= LAST_ITERATION).all():
            break
        served = active[:cores]  # one core each prevents starvation; more jobs than cores wait
        cores_now = _share_cores(jobs, served, done, policy, cores, epoch, fits)
        for j, number_of_cores in zip(served, cores_now.tolist(), strict=True):
            if steps[j][-1][0] < now:
                steps[j].append((now, done[j]))
            done[j] += epoch * number_of_cores / jobs[j].iteration_cpu_seconds
            steps[j].append((now + epoch, done[j]))
        if active:
            times.append(now + epoch)
            reached = [jobs[j].loss(np.array(min(done[j], LAST_ITERATION))) for j in active]
            losses.append(float(np.mean(reached)))
    progress = [np.array(step) for step in steps]
    return SimulatedEpochs(jobs, np.array(times), np.array(losses), progress)


def _share_cores(
    jobs: list[TrainingJob],
    served: list[int],
    done: FloatArray,
    policy: EpochPolicy,
    cores: int,
    epoch: float,
    fits: dict[int, tuple[int, Fit]],
) -> IntArray:
    """Return the cores of each served job in the next epoch."""
    if not served:
        return np.zeros(0, dtype=np.int64)
    least, most = np.ones(len(served), dtype=np.int64), np.full(len(served), cores)
    equal = least + equal_shares(least, most, cores)
    if policy == "fair":
        return equal
    known = [k for k, j in enumerate(served) if int(done[j]) + 1 >= FEWEST_POINTS]
    if not known:
        return equal
    # 4.4: a job without a history gets its equal share
    supply = cores - int(np.delete(equal, known).sum())
    costs = [
        _predicted_cost(jobs[served[k]], done[served[k]], served[k], supply, epoch, fits)
        for k in known
    ]
    curves = Curves.of(costs)
    equal[known] = 1 + one_by_one(curves.start, curves.cost, supply - len(known), True)
    return equal


def _predicted_cost(
    job: TrainingJob,
    done: float,
    j: int,
    supply: int,
    epoch: float,
    fits: dict[int, tuple[int, Fit]],
) -> FloatArray:
    """Return minus a job's predicted gain, for 1, 2, … cores; new iterations refit its curve."""
    last = int(done)
    iterations = np.arange(last + 1, dtype=float)
    history = np.stack([iterations, job.loss(iterations)], axis=1)
    if j not in fits or fits[j][0] != last:
        fits[j] = last, fit(history, job.convergence, refined=False)
    rate = epoch / job.iteration_cpu_seconds
    following = np.asarray(done + rate * np.arange(supply + 1), dtype=np.float64)
    after = fits[j][1].loss(following)
    return -normalised_gain(history, np.maximum(0.0, after[0] - after))[1:]
