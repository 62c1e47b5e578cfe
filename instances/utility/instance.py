"""utility: give the cores of a cluster to approximate jobs for one epoch.

Stafman, "Utility Scheduling for Multi-Tenant Clusters", 2019 (SLAQ, section 3.3; ReLAQS,
section 4.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.faults import Fault, check_range, repeated_names
from ...core.schema import Count, Instance, Many, Name, Part, Positive, Rule
from .loss_curves import FEWEST_POINTS, Convergence, Fit, fit

UtilityGoal = Literal["max-sum", "max-min"]
GainShape = Literal["concave", "steps", "rough"]


class Job(Part):
    """A job: its gain (max-sum) or remaining loss (max-min) with 0, 1, 2, … cores.

    Instead of either, the history of its losses, from which both are predicted.
    """

    name: Name
    weight: Positive = 1.0
    min_cores: Count = 1
    max_cores: Count
    gain: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    loss: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    history: Annotated[FloatArray, *number_array(2)] | None = None
    iteration_cpu_seconds: Positive | None = None
    convergence: Convergence | None = None

    @cached_property
    def fit(self) -> Fit | None:
        """The curve through the history, if there is one."""
        if self.history is None or self.convergence is None:
            return None
        return fit(self.history, self.convergence)


def distinct_jobs(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """No two jobs share a name."""
    yield from repeated_names("jobs", (job.name for job in jobs))


def ordered_cores(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """The most cores of a job are not fewer than its least."""
    for i, job in enumerate(jobs):
        if job.max_cores < job.min_cores:
            rule = f"must be >= min_cores ({job.min_cores})"
            yield Fault.of(f"jobs[{i}].max_cores", rule, job.max_cores)


def one_source(jobs: tuple[Job, ...], objective: UtilityGoal) -> Iterator[Fault]:
    """A job gives the curve that the objective asks for, or a history of losses."""
    wanted, other = ("gain", "loss") if objective == "max-sum" else ("loss", "gain")
    for i, job in enumerate(jobs):
        given = [key for key in ("gain", "loss", "history") if getattr(job, key) is not None]
        if other in given:
            yield Fault(f"jobs[{i}].{other}", f"objective {objective!r} asks for {wanted!r}")
        elif len(given) != 1:
            rule = f"give one of {wanted!r} and 'history'"
            yield Fault.of(f"jobs[{i}]", rule, given)
        for key in ("iteration_cpu_seconds", "convergence"):
            if (getattr(job, key) is None) == (job.history is not None):
                rule = "required key is missing" if job.history is not None else "needs a history"
                yield Fault(f"jobs[{i}].{key}", rule)


def one_value_per_amount(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A curve has one value for each number of cores from 0 to the most."""
    for i, job in enumerate(jobs):
        for key in ("gain", "loss"):
            curve = getattr(job, key)
            if curve is not None and len(curve) != job.max_cores + 1:
                rule = f"must have {job.max_cores + 1} entries, for 0 to max_cores cores"
                yield Fault.of(f"jobs[{i}].{key}", rule, len(curve))


def usable_history(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A history has enough pairs of iteration and loss, the iterations growing from 0 on."""
    for i, job in enumerate(jobs):
        if job.history is None:
            continue
        place = f"jobs[{i}].history"
        if job.history.shape[1] != 2:
            yield Fault.of(place, "must hold pairs of iteration and loss", job.history.shape[1])
        elif len(job.history) < FEWEST_POINTS:
            rule = f"must have at least {FEWEST_POINTS} points to fit a curve to"
            yield Fault.of(place, rule, len(job.history))
        elif (np.diff(job.history[:, 0]) <= 0).any() or job.history[0, 0] < 0:
            k = int(np.argmax(np.diff(job.history[:, 0], prepend=-1.0) <= 0))
            rule = "iterations must grow, from 0 or later"
            yield Fault.of(f"{place}[{k}]", rule, float(job.history[k, 0]))


class Utility(Instance):
    """Cores, an epoch, and jobs with the gain or the remaining loss per number of cores."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_jobs,
        ordered_cores,
        one_source,
        one_value_per_amount,
        usable_history,
    )

    problem: Literal["utility"] = "utility"
    cores: Count
    epoch: Positive
    objective: UtilityGoal
    whole_iterations: bool = False
    jobs: Annotated[Many[Job], Field(min_length=1)]

    @cached_property
    def least(self) -> IntArray:
        """The fewest cores of each job."""
        return np.array([job.min_cores for job in self.jobs], dtype=np.int64)

    @cached_property
    def most(self) -> IntArray:
        """The most cores of each job."""
        return np.array([job.max_cores for job in self.jobs], dtype=np.int64)

    @property
    def extra(self) -> int:
        """The cores beyond the least of all jobs; negative if they do not suffice."""
        return self.cores - int(self.least.sum())

    @cached_property
    def values(self) -> list[FloatArray]:
        """Each job's weighted gain (max-sum) or weighted loss (max-min) from 0 cores on."""
        return [job.weight * self.predicted(job) for job in self.jobs]

    def predicted(self, job: Job) -> FloatArray:
        """Return a job's gains or losses without its weight: as given, or from its history."""
        given = job.gain if self.objective == "max-sum" else job.loss
        if given is not None:
            return given
        curve, history = job.fit, job.history
        assert curve is not None and history is not None and job.iteration_cpu_seconds is not None
        # section 3.3.2: an iteration takes c·S/N seconds on N cores
        iterations = self.epoch * np.arange(job.max_cores + 1) / job.iteration_cpu_seconds
        if self.whole_iterations:
            iterations = np.floor(iterations + 1e-9)
        after = curve.loss(history[-1, 0] + iterations)
        if self.objective == "max-sum":
            return normalised_gain(history, after)
        return normalised_loss(history, after, curve.limit)

    def decision(self, cores: IntArray) -> dict[str, dict[str, int]]:
        """Return the decision that gives each job a number of cores."""
        names = (job.name for job in self.jobs)
        return {"cores": dict(zip(names, cores.tolist(), strict=True))}


def normalised_gain(history: FloatArray, after: FloatArray) -> FloatArray:
    """Return predicted loss reductions as shares of the largest change so far (3.3.1)."""
    changes = np.abs(np.diff(history[:, 1])) / np.diff(history[:, 0])
    largest = float(changes.max())
    reduction: FloatArray = np.maximum(0.0, after[0] - after)
    return reduction / largest if largest > 0 else np.zeros_like(reduction)


def normalised_loss(history: FloatArray, after: FloatArray, limit: float) -> FloatArray:
    """Return predicted losses on a scale from 1, the first one, to 0, the fitted limit."""
    span = float(history[0, 1]) - limit
    return np.maximum(0.0, (after - limit) / span) if span > 0 else np.ones_like(after)


def generate(
    seed: int,
    *,
    jobs: int = 12,
    cores: int = 48,
    objective: UtilityGoal = "max-sum",
    shape: GainShape = "concave",
    max_cores: int = 16,
) -> Utility:
    """Return a random cluster.

    Jobs of random age converge like 1/k or μ^k.  ``concave`` gains count fractional iterations,
    ``steps`` whole ones only; ``rough`` adds noise.  Values are multiples of 1/1024, the
    ``concave`` ones from sorted differences.
    """
    check_range(jobs=(jobs, 1), cores=(cores, 0), max_cores=(max_cores, 1))
    rng = np.random.default_rng(seed)
    made = []
    for i in range(jobs):
        loss = _loss_by_cores(rng, shape, max_cores)
        summed = objective == "max-sum"
        made.append(
            Job(
                name=f"j{i + 1}",
                weight=float(rng.choice([1.0, 1.0, 1.0, 2.0])),
                max_cores=max_cores,
                gain=np.maximum(0.0, loss[0] - loss) if summed else None,
                loss=None if summed else loss,
            )
        )
    name = f"utility-{jobs}x{cores}-{objective}-{shape}-s{seed}"
    return Utility(name=name, cores=cores, epoch=3.0, objective=objective, jobs=tuple(made))


def _loss_by_cores(rng: np.random.Generator, shape: GainShape, most: int) -> FloatArray:
    age, speed = rng.exponential(12.0), rng.uniform(0.3, 3.0)
    iterations = speed * np.arange(most + 1)
    if shape == "steps":
        iterations = np.floor(iterations)
    decay = rng.uniform(0.6, 0.97)
    now = age + iterations
    loss = 1.0 / (1.0 + 0.5 * now) if rng.random() < 0.5 else decay**now
    if shape == "rough":
        loss = loss * rng.lognormal(0.0, 0.1, most + 1)
    ticks = np.round(1024 * loss)
    if shape == "concave":
        drops = np.sort(np.maximum(0, -np.diff(ticks)))[::-1]
        ticks = ticks[0] - np.concatenate([[0.0], drops.cumsum()])
    return np.asarray(np.maximum(0.0, ticks) / 1024)
