"""utility: allocate the cores of a cluster to approximate jobs for one epoch.

Stafman, "Utility Scheduling for Multi-Tenant Clusters", 2019 (SLAQ, section 3.3; ReLAQS,
section 4.3).
"""

from collections.abc import Iterator
from functools import cached_property
from operator import attrgetter
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.faults import Fault, check_range, repeated_names
from ...core.memory import check_size
from ...core.schema import (
    Count,
    Instance,
    Many,
    Name,
    NonNegative,
    Part,
    Positive,
    PositiveCount,
    Rule,
)
from .loss_curves import (
    FEWEST_POINTS,
    EstimatedProgress,
    FittedProgress,
    GroupedProgress,
    MeanProgress,
    Progress,
    batches_in,
    fit,
)

History = Annotated[FloatArray, *number_array(2)]


class ColumnGroup(Part):
    """A group of a column: its rows per mini-batch, and its history of values."""

    rows: Positive
    history: History


class Column(Part):
    """An approximate column of a query, with its own history or those of its groups."""

    weight: Positive = 1.0
    history: History | None = None
    groups: Annotated[Many[ColumnGroup], Field(min_length=1)] | None = None


class PlacedHistory(NamedTuple):
    """A history of values, with its place in the job's document and its name in reports."""

    place: str
    name: str
    history: FloatArray


class Job(Part):
    """A job: its gain (max-sum) or remaining loss (max-min) by cores, from 0 cores on.

    Alternatively the history of its losses, or one for each column, from which gain and loss are
    predicted.
    """

    name: Name
    weight: Positive = 1.0
    min_cores: Count = 1
    max_cores: Count
    gain: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    loss: Annotated[FloatArray, *number_array(1, at_least=0)] | None = None
    history: History | None = None
    columns: Annotated[Many[Column], Field(min_length=1)] | None = None
    batches: PositiveCount | None = None
    iteration_cpu_seconds: Positive | None = None
    iteration_growth: NonNegative = 0.0
    iteration_overhead: NonNegative = 0.0
    convergence: Literal["sublinear", "superlinear", "aggregation", "estimate"] | None = None

    @cached_property
    def histories(self) -> tuple[PlacedHistory, ...]:
        """All histories of the job: its own, or those of its columns and their groups."""
        return tuple(self._histories())

    def _histories(self) -> Iterator[PlacedHistory]:
        if self.history is not None:
            yield PlacedHistory("history", self.name, self.history)
        for c, column in enumerate(self.columns or ()):
            place, name = f"columns[{c}]", f"{self.name}/column {c + 1}"
            if column.history is not None:
                yield PlacedHistory(f"{place}.history", name, column.history)
            for g, group in enumerate(column.groups or ()):
                grouped = f"{place}.groups[{g}].history"
                yield PlacedHistory(grouped, f"{name}/group {g + 1}", group.history)

    @cached_property
    def done(self) -> float:
        """The number of iterations that the job has completed."""
        return float(self.histories[0].history[-1, 0])

    @cached_property
    def progress_of(self) -> dict[str, FittedProgress | EstimatedProgress]:
        """The progress that is predicted from each history, by the history's name."""
        return {history.name: self._fit_history(history.history) for history in self.histories}

    def _fit_history(self, history: FloatArray) -> FittedProgress | EstimatedProgress:
        assert self.convergence is not None
        if self.convergence == "estimate":
            return EstimatedProgress(history, self.batches)
        return FittedProgress(history, fit(history, self.convergence))

    def progress(self, min_rows: float) -> Progress:
        """Return the job's predicted progress; a group counts once it has ``min_rows`` rows."""
        if self.columns is None:
            return self.progress_of[self.name]
        read = iter(self.progress_of.values())
        columns: list[Progress] = []
        for column in self.columns:
            if column.groups is None:
                columns.append(next(read))
                continue
            enters = [
                max(float(group.history[0, 0]), np.ceil(min_rows / group.rows))
                for group in column.groups
            ]
            own = tuple(next(read) for _ in column.groups)
            columns.append(GroupedProgress(own, np.array(enters), self.done))
        return MeanProgress(tuple(columns), np.array([column.weight for column in self.columns]))

    def later(self, seconds: float, *, whole: bool) -> FloatArray:
        """Return the iteration reached after ``seconds`` by cores; ``whole`` omits fractions."""
        assert self.iteration_cpu_seconds is not None
        cost = self.iteration_cpu_seconds, self.iteration_growth, self.iteration_overhead
        counted = batches_in(seconds, np.arange(self.max_cores + 1.0), self.done, cost)
        if whole:
            counted = np.floor(counted + 1e-9)
        reached = self.done + counted
        return reached if self.batches is None else np.minimum(reached, self.batches)

    @property
    def fewest_points(self) -> int:
        """The least number of points of a history: `FEWEST_POINTS`, or 2 for estimates."""
        return 2 if self.convergence == "estimate" else FEWEST_POINTS


UtilityGoal = Literal["max-sum", "max-min"]
_ONLY_WITH_HISTORY = {
    "iteration_cpu_seconds": None,
    "convergence": None,
    "batches": None,
    "iteration_growth": 0.0,
    "iteration_overhead": 0.0,
}
_NO_HISTORY = (None, None, *_ONLY_WITH_HISTORY.values())
_of_history = attrgetter("history", "columns", *_ONLY_WITH_HISTORY)
_REQUIRED_WITH_HISTORY = ("iteration_cpu_seconds", "convergence")


def distinct_jobs(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """Jobs have distinct names."""
    yield from repeated_names("jobs", (job.name for job in jobs))


def ordered_cores(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """The maximum cores of a job are not below its minimum."""
    for i, job in enumerate(jobs):
        if job.max_cores < job.min_cores:
            rule = f"must be >= min_cores ({job.min_cores})"
            yield Fault.of(f"jobs[{i}].max_cores", rule, job.max_cores)


def one_source(jobs: tuple[Job, ...], objective: UtilityGoal) -> Iterator[Fault]:
    """A job has the curve that the objective needs, or histories to predict it from."""
    wanted, other = ("gain", "loss") if objective == "max-sum" else ("loss", "gain")
    for i, job in enumerate(jobs):
        is_curve = getattr(job, wanted) is not None and getattr(job, other) is None
        if is_curve and job.history is None and _of_history(job) == _NO_HISTORY:
            continue
        sources = ("gain", "loss", "history", "columns")
        stated = [key for key in sources if getattr(job, key) is not None]
        if other in stated:
            yield Fault(f"jobs[{i}].{other}", f"objective {objective!r} needs {wanted!r} instead")
        elif len(stated) != 1:
            rule = f"give exactly one of {wanted!r}, 'history' and 'columns'"
            yield Fault.of(f"jobs[{i}]", rule, stated)
        predicted = job.history is not None or job.columns is not None
        for key, absent in _ONLY_WITH_HISTORY.items():
            is_absent = getattr(job, key) == absent
            if predicted and is_absent and key in _REQUIRED_WITH_HISTORY:
                yield Fault(f"jobs[{i}].{key}", "required key is missing")
            elif not predicted and not is_absent:
                yield Fault(f"jobs[{i}].{key}", "needs a history")


def one_value_per_amount(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A curve has one value for each number of cores from 0 to the maximum."""
    for i, job in enumerate(jobs):
        for key in ("gain", "loss"):
            curve = getattr(job, key)
            if curve is not None and len(curve) != job.max_cores + 1:
                rule = f"must have {job.max_cores + 1} entries, for 0 to max_cores cores"
                yield Fault.of(f"jobs[{i}].{key}", rule, len(curve))


def one_history_per_column(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A column has its own history or those of its groups."""
    for i, job in enumerate(jobs):
        for c, column in enumerate(job.columns or ()):
            stated = [key for key in ("history", "groups") if getattr(column, key) is not None]
            if len(stated) != 1:
                rule = "give exactly one of 'history' and 'groups'"
                yield Fault.of(f"jobs[{i}].columns[{c}]", rule, stated)


def _with_history(jobs: tuple[Job, ...]) -> Iterator[tuple[int, Job]]:
    for i, job in enumerate(jobs):
        if job.history is not None or job.columns is not None:
            yield i, job


def usable_history(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A history has enough (iteration, value) pairs, with iterations increasing from 0.

    An estimate exists only from the first mini-batch on.
    """
    for i, job in _with_history(jobs):
        first = 1 if job.convergence == "estimate" else 0
        for place, _, history in job.histories:
            yield from _history_faults(f"jobs[{i}].{place}", history, job.fewest_points, first)


def _history_faults(place: str, history: FloatArray, fewest: int, first: int) -> Iterator[Fault]:
    iterations = history[:, 0]
    if history.shape[1] != 2:
        yield Fault.of(place, "must hold pairs of iteration and value", history.shape[1])
    elif len(history) < fewest:
        yield Fault.of(place, f"must have at least {fewest} points to predict from", len(history))
    elif (np.diff(iterations) <= 0).any() or iterations[0] < first:
        k = int(np.argmax(np.diff(iterations, prepend=first - 1.0) <= 0))
        rule = f"iterations must increase, beginning at {first} or later"
        yield Fault.of(f"{place}[{k}]", rule, float(iterations[k]))


def same_last_iteration(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """All histories of a query (of columns and groups) end at the same mini-batch."""
    for i, job in _with_history(jobs):
        for place, _, history in job.histories[1:]:
            if history[-1, 0] != job.done:
                rule = f"must end at iteration {job.done:.15g}, as the previous histories do"
                yield Fault.of(f"jobs[{i}].{place}", rule, float(history[-1, 0]))


def enough_batches(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A job has at least as many mini-batches as it has completed."""
    for i, job in enumerate(jobs):
        if job.batches is not None and job.histories and job.batches < job.done:
            rule = f"must be >= the last iteration ({job.done:.15g})"
            yield Fault.of(f"jobs[{i}].batches", rule, job.batches)


class Utility(Instance):
    """Cores, an epoch, and jobs with the gain or the remaining loss by number of cores."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_jobs,
        ordered_cores,
        one_source,
        one_value_per_amount,
        one_history_per_column,
        usable_history,
        same_last_iteration,
        enough_batches,
    )

    problem: Literal["utility"] = "utility"
    cores: Count
    epoch: Positive
    objective: UtilityGoal
    whole_iterations: bool = False
    min_rows: NonNegative = 0.0
    jobs: Annotated[Many[Job], Field(min_length=1)]

    @cached_property
    def least(self) -> IntArray:
        """The minimum cores of each job."""
        return np.array([job.min_cores for job in self.jobs], dtype=np.int64)

    @cached_property
    def most(self) -> IntArray:
        """The maximum cores of each job."""
        return np.array([job.max_cores for job in self.jobs], dtype=np.int64)

    @property
    def extra(self) -> int:
        """The cores beyond the sum of all minima; negative if infeasible."""
        return self.cores - int(self.least.sum())

    @cached_property
    def values(self) -> list[FloatArray]:
        """Each job's weighted gain (max-sum) or weighted loss (max-min), from 0 cores on."""
        return [job.weight * self.predicted(job) for job in self.jobs]

    def predicted(self, job: Job) -> FloatArray:
        """Return a job's unweighted gains or losses by cores: as given, or predicted."""
        curve = job.gain if self.objective == "max-sum" else job.loss
        if curve is not None:
            return curve
        progress = job.progress(self.min_rows)
        later = job.later(self.epoch, whole=self.whole_iterations)
        return progress.gain(later) if self.objective == "max-sum" else progress.loss(later)

    def decision(self, cores: IntArray) -> dict[str, dict[str, int]]:
        """Return the decision that allocates the given numbers of cores to the jobs."""
        names = (job.name for job in self.jobs)
        return {"cores": dict(zip(names, cores.tolist(), strict=True))}


GainShape = Literal["concave", "steps", "rough"]


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
    ``steps`` only completed ones; ``rough`` adds noise.  Values are multiples of 1/1024, the
    ``concave`` ones from sorted differences.
    """
    check_range(jobs=(jobs, 1), cores=(cores, 0), max_cores=(max_cores, 1))
    check_size(parts=jobs, numbers=jobs * max_cores)
    rng = np.random.default_rng(seed)
    drawn = [_draw_job(rng, shape, max_cores) for _ in range(jobs)]
    loss = _loss_by_cores(drawn, shape, max_cores)
    summed = objective == "max-sum"
    by_cores = np.maximum(0.0, loss[:, :1] - loss) if summed else loss
    made = [
        Job(
            name=f"j{i + 1}",
            weight=job.weight,
            max_cores=max_cores,
            gain=by_cores[i] if summed else None,
            loss=None if summed else by_cores[i],
        )
        for i, job in enumerate(drawn)
    ]
    name = f"utility-{jobs}x{cores}-{objective}-{shape}-s{seed}"
    return Utility(name=name, cores=cores, epoch=3.0, objective=objective, jobs=tuple(made))


class _DrawnJob(NamedTuple):
    age: float  # number of iterations done
    speed: float  # iterations per core
    decay: float  # the rate μ of a loss like μ^k
    is_hyperbolic: bool  # the loss is like 1/k
    noise: FloatArray | float
    weight: float


def _draw_job(rng: np.random.Generator, shape: GainShape, most: int) -> _DrawnJob:
    age, speed, decay = rng.exponential(12.0), rng.uniform(0.3, 3.0), rng.uniform(0.6, 0.97)
    is_hyperbolic = bool(rng.random() < 0.5)
    noise = rng.lognormal(0.0, 0.1, most + 1) if shape == "rough" else 1.0
    weight = float(rng.choice([1.0, 1.0, 1.0, 2.0]))
    return _DrawnJob(age, speed, decay, is_hyperbolic, noise, weight)


def _loss_by_cores(drawn: list[_DrawnJob], shape: GainShape, most: int) -> FloatArray:
    """Return the loss of each job after an epoch with 0, 1, … cores: jobs x cores."""
    age, speed, decay = np.array([job[:3] for job in drawn]).T[:, :, None]
    iterations = speed * np.arange(most + 1)
    if shape == "steps":
        iterations = np.floor(iterations)
    now = age + iterations
    is_hyperbolic = np.array([[job.is_hyperbolic] for job in drawn])
    loss = np.where(is_hyperbolic, 1.0 / (1.0 + 0.5 * now), decay**now)
    if shape == "rough":
        loss = loss * np.array([job.noise for job in drawn])
    ticks = np.round(1024 * loss)
    if shape == "concave":
        drops = np.sort(np.maximum(0, -np.diff(ticks, axis=1)), axis=1)[:, ::-1]
        ticks = ticks[:, :1] - np.pad(drops.cumsum(axis=1), ((0, 0), (1, 0)))
    return np.asarray(np.maximum(0.0, ticks) / 1024)
