"""What the jobs of a utility instance must obey."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import Fault, repeated_names
from .jobs import Job

UtilityGoal = Literal["max-sum", "max-min"]
_ONLY_WITH_HISTORY = {
    "iteration_cpu_seconds": None,
    "convergence": None,
    "batches": None,
    "iteration_growth": 0.0,
    "iteration_overhead": 0.0,
}
_REQUIRED_WITH_HISTORY = ("iteration_cpu_seconds", "convergence")


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
    """A job gives the curve that the objective asks for, or histories to predict it from."""
    wanted, other = ("gain", "loss") if objective == "max-sum" else ("loss", "gain")
    for i, job in enumerate(jobs):
        sources = ("gain", "loss", "history", "columns")
        stated = [key for key in sources if getattr(job, key) is not None]
        if other in stated:
            yield Fault(f"jobs[{i}].{other}", f"objective {objective!r} asks for {wanted!r}")
        elif len(stated) != 1:
            rule = f"give one of {wanted!r}, 'history' and 'columns'"
            yield Fault.of(f"jobs[{i}]", rule, stated)
        predicted = job.history is not None or job.columns is not None
        for key, absent in _ONLY_WITH_HISTORY.items():
            is_absent = getattr(job, key) == absent
            if predicted and is_absent and key in _REQUIRED_WITH_HISTORY:
                yield Fault(f"jobs[{i}].{key}", "required key is missing")
            elif not predicted and not is_absent:
                yield Fault(f"jobs[{i}].{key}", "needs a history")


def one_value_per_amount(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A curve has one value for each number of cores from 0 to the most."""
    for i, job in enumerate(jobs):
        for key in ("gain", "loss"):
            curve = getattr(job, key)
            if curve is not None and len(curve) != job.max_cores + 1:
                rule = f"must have {job.max_cores + 1} entries, for 0 to max_cores cores"
                yield Fault.of(f"jobs[{i}].{key}", rule, len(curve))


def one_history_per_column(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A column has a history of its own or those of its groups."""
    for i, job in enumerate(jobs):
        for c, column in enumerate(job.columns or ()):
            stated = [key for key in ("history", "groups") if getattr(column, key) is not None]
            if len(stated) != 1:
                rule = "give one of 'history' and 'groups'"
                yield Fault.of(f"jobs[{i}].columns[{c}]", rule, stated)


def usable_history(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A history has enough pairs of iteration and value, the iterations growing from 0 on.

    An estimate is there from the first mini-batch on.
    """
    for i, job in enumerate(jobs):
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
        rule = f"iterations must grow, from {first} or later"
        yield Fault.of(f"{place}[{k}]", rule, float(iterations[k]))


def same_last_iteration(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """The columns of a query, and their groups, were read up to the same mini-batch."""
    for i, job in enumerate(jobs):
        for place, _, history in job.histories[1:]:
            if history[-1, 0] != job.done:
                rule = f"must end at iteration {job.done:g} as the histories before"
                yield Fault.of(f"jobs[{i}].{place}", rule, float(history[-1, 0]))


def enough_batches(jobs: tuple[Job, ...]) -> Iterator[Fault]:
    """A job does not have fewer mini-batches than it has done."""
    for i, job in enumerate(jobs):
        if job.batches is not None and job.histories and job.batches < job.done:
            rule = f"must be >= the last iteration ({job.done:g})"
            yield Fault.of(f"jobs[{i}].batches", rule, job.batches)
