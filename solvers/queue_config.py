"""Exhaustive search of `queue_config`: a simulation of every setting on the grid."""

import math
from typing import Any

import numpy as np

from ..core.outcome import Answer
from ..core.run import Run
from ..instances.queue_config import QueueConfig, Simulator

_CHUNK = 256
_MOST_GRID_WORK = 20_000  # settings times tasks that the checker simulates again


def exhaustive(instance: QueueConfig, run: Run) -> Answer:
    """Simulate every setting of the grid; the best one is optimal, because the grid is complete.

    If the grid is small, the checker can simulate it again, and the bound is certified.
    """
    simulator = Simulator.of(instance)
    best, least = -1, math.inf
    chunk = min(_CHUNK, simulator.settings_at_once)
    for begin in range(0, instance.grid_size, chunk):
        if run.should_stop():
            return answer_for(instance, simulator, best, stopped=True)
        numbers = np.arange(begin, min(begin + chunk, instance.grid_size))
        means = simulator.grid_latencies(instance, numbers)
        k = int(np.argmin(means))
        if means[k] < least:
            best, least = int(numbers[k]), float(means[k])
            run.report(mean_latency(instance, simulator, best), None, instance.decision(best))
    certified = instance.grid_work <= _MOST_GRID_WORK
    proof: dict[str, Any] | None = {"kind": "grid"} if certified else None
    if best < 0:
        message = why_infeasible(instance)
        return Answer(infeasible=True, certificate=proof, message=message)
    return Answer(
        decision=instance.decision(best),
        bound=mean_latency(instance, simulator, best),
        bound_kind="certified" if certified else "solver",
        certificate=proof,
        details={"simulated": instance.grid_size},
    )


def mean_latency(instance: QueueConfig, simulator: Simulator, number: int) -> float:
    """Return the mean latency under one setting, summed without rounding errors."""
    ends = simulator.completions(*instance.setting(number)).tolist()
    latencies = [end - job.submitted for end, job in zip(ends, instance.jobs, strict=True)]
    return math.fsum(latencies) / len(latencies)


def answer_for(
    instance: QueueConfig,
    simulator: Simulator,
    number: int,
    *,
    stopped: bool = False,
    details: dict[str, Any] | None = None,
) -> Answer:
    """Return the answer for a setting; its bound is the mean latency of jobs that each run alone.

    A negative number means that no setting was found.
    """
    alone = simulator.alone().tolist()
    return Answer(
        decision=None if number < 0 else instance.decision(number),
        bound=math.fsum(alone) / len(alone),
        bound_kind="certified",
        certificate={"kind": "alone"},
        stopped="time_limit" if stopped else "complete",
        message=why_infeasible(instance) if number < 0 and not stopped else None,
        details=details or {},
    )


def why_infeasible(instance: QueueConfig) -> str:
    """Return a message that explains why no setting runs every job."""
    busy = {job.queue for job in instance.jobs}
    return (
        f"under every setting of the grid, one of the {len(busy)} queues with jobs gets none of "
        f"the {instance.containers} containers"
    )
