"""What must hold between the fields of a utility_course instance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.faults import Fault, repeated_names


def distinct_jobs(jobs: tuple[Any, ...]) -> Iterator[Fault]:
    """No two jobs share a name."""
    yield from repeated_names("jobs", (job.name for job in jobs))


def enough_errors(jobs: tuple[Any, ...]) -> Iterator[Fault]:
    """A job has an error before its first mini-batch, and at least one after."""
    for q, job in enumerate(jobs):
        if len(job.error) < 2:
            yield Fault.of(f"jobs[{q}].error", "must have at least 2 entries", len(job.error))


def arrivals_within(jobs: tuple[Any, ...], epochs: int) -> Iterator[Fault]:
    """Every job arrives in one of the epochs."""
    for q, job in enumerate(jobs):
        if job.arrives >= epochs:
            yield Fault.of(f"jobs[{q}].arrives", f"must be from 0 to {epochs - 1}", job.arrives)


def ordered_cores(jobs: tuple[Any, ...], cores: int) -> Iterator[Fault]:
    """The most cores of a job are not below its least."""
    for q, job in enumerate(jobs):
        most = cores if job.max_cores is None else job.max_cores
        if job.min_cores > most:
            yield Fault.of(f"jobs[{q}].min_cores", f"must be <= max_cores ({most})", job.min_cores)
