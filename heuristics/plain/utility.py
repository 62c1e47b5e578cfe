"""utility in plain Python, for jobs with given curves of gain or loss."""

from collections.abc import Callable
from typing import Any

from .allocation import one_by_one


def greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job that gains most by it (Algorithms 4 and 5)."""
    least = [job.min_cores for job in instance.jobs]
    costs = [_costs(instance, job) for job in instance.jobs]
    return _decision(instance, one_by_one(least, costs, instance.cores, spend=True))


def max_min_greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job with the largest loss (3.3.3)."""
    costs = [_costs(instance, job) for job in instance.jobs]
    return _one_by_one(instance, lambda i, cores: -costs[i][cores])


def fair(instance: Any) -> dict[str, dict[str, int]]:
    """Divide the cores equally, within each job's minimum and maximum."""
    return _one_by_one(instance, lambda _, cores: cores)


def _one_by_one(instance: Any, key: Callable[[int, int], Any]) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job with the smallest key, which depends on its cores."""
    cores = [job.min_cores for job in instance.jobs]
    while sum(cores) < instance.cores:
        able = [i for i, job in enumerate(instance.jobs) if cores[i] < job.max_cores]
        if not able:
            break
        cores[min(able, key=lambda i: key(i, cores[i]))] += 1
    return _decision(instance, cores)


def _costs(instance: Any, job: Any) -> list[Any]:
    """Return the weighted loss, or minus the weighted gain, by cores."""
    if instance.objective == "max-sum":
        return [-job.weight * gain for gain in job.gain]
    return [job.weight * loss for loss in job.loss]


def _decision(instance: Any, cores: list[int]) -> dict[str, dict[str, int]]:
    return {"cores": {job.name: count for job, count in zip(instance.jobs, cores, strict=True)}}
