"""A cluster epoch by epoch: jobs arrive, are given cores, and lose their loss.

The experiment of sections 3.5.2 and 4.5.2 in small: jobs arrive by a Poisson process, each
converges along a curve that the scheduler does not know, and in every epoch the cores are shared
again, either equally or by the marginal gains that are predicted from the losses seen so far.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...instances.utility import FEWEST_POINTS, Convergence, Fit, fit, normalised_gain
from ...solvers.allocation import Curves
from ..allocation import one_by_one
from .greedy import equal_shares

EpochPolicy: TypeAlias = Literal["slaq", "fair"]
LAST_ITERATION = 100  # a job counts as converged then, as in section 3.5.2
_MOST_EPOCHS = 10_000


@dataclass(frozen=True)
class TrainingJob:
    """A job of the simulation: its arrival, the cost of an iteration, and its true convergence."""

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
        """Return the (fractional) iteration at which the true loss falls to a value."""
        raw = self._end + loss * (1.0 - self._end)
        if self.convergence == "superlinear":
            return float(np.log(raw) / np.log(self.speed))
        return float((1.0 / raw - 1.0) / (1.0 - self.speed))


@dataclass(frozen=True, eq=False)
class SimulatedEpochs:
    """The course: per epoch its time and the mean loss of active jobs; per job its progress.

    ``progress[j]`` holds (time, iteration) at the ends of the epochs in which job j was active.
    """

    jobs: list[TrainingJob]
    times: FloatArray
    mean_loss: FloatArray
    progress: list[FloatArray]

    def seconds_to(self, reduction: float) -> FloatArray:
        """Return for each job how long after its arrival its loss has fallen by a share."""
        seconds = []
        for job, steps in zip(self.jobs, self.progress, strict=True):
            wanted = job.iteration_at(1.0 - reduction)
            seconds.append(np.interp(wanted, steps[:, 1], steps[:, 0]) - job.arrives)
        return np.array(seconds)


def training_jobs(seed: int, *, jobs: int, mean_gap: float) -> list[TrainingJob]:
    """Return random jobs that arrive by a Poisson process.

    An iteration costs lognormal CPU seconds (median 6); half of the jobs converge like 1/k, half
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
    """Return the course of a cluster under a policy, until all jobs have converged."""
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
    """Return minus the predicted gain of a job with 1, 2, … cores, refitted where there is news."""
    last = int(done)
    iterations = np.arange(last + 1, dtype=float)
    history = np.stack([iterations, job.loss(iterations)], axis=1)
    if j not in fits or fits[j][0] != last:
        fits[j] = last, fit(history, job.convergence, refined=False)
    rate = epoch / job.iteration_cpu_seconds
    following = np.asarray(done + rate * np.arange(supply + 1), dtype=np.float64)
    after = fits[j][1].loss(following)
    return -normalised_gain(history, np.maximum(0.0, after[0] - after))[1:]
