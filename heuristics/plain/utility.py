"""utility in plain Python, for jobs with given curves of gain or loss."""

from typing import Any

from .allocation import Choice, by_change, one_by_one


def greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job that gains most by it (Algorithms 4 and 5)."""
    least = [job.min_cores for job in instance.jobs]
    return _decision(instance, by_change(least, _costs(instance), instance.cores, spend=True))


def max_min_greedy(instance: Any) -> dict[str, dict[str, int]]:
    """Allocate core by core to the job with the largest loss (3.3.3)."""
    costs = _costs(instance)
    return _one_by_one(instance, lambda i, cores: -costs[i][cores])


def fair(instance: Any) -> dict[str, dict[str, int]]:
    """Divide the cores equally, within each job's minimum and maximum."""
    return _one_by_one(instance, lambda _, cores: cores)


def _one_by_one(instance: Any, key: Choice) -> dict[str, dict[str, int]]:
    least, most = ([getattr(j, e) for j in instance.jobs] for e in ("min_cores", "max_cores"))
    return _decision(instance, one_by_one(least, most, instance.cores, key))


def _costs(instance: Any) -> list[list[Any]]:
    """Return the weighted losses, or minus the weighted gains, by job and cores."""
    if instance.objective == "max-sum":
        return [[-job.weight * gain for gain in job.gain] for job in instance.jobs]
    return [[job.weight * loss for loss in job.loss] for job in instance.jobs]


def _decision(instance: Any, cores: list[int]) -> dict[str, dict[str, int]]:
    return {"cores": {job.name: count for job, count in zip(instance.jobs, cores, strict=True)}}
