"""The statements of queue_config: every job runs, under one setting of the grid.

Under every setting the jobs are simulated.  The grid itself and the containers are background.
"""

import numpy as np

from ....core.arrays import BoolArray
from ....instances.queue_config import GroupFields, QueueConfig, Simulator
from ....solvers.conflicts import StatedForm, refuse_large
from .words import StatementBuilder, simply

_CHUNK = 64  # settings that are simulated at once


def stated(instance: QueueConfig) -> StatedForm:
    """Return a column for each set of jobs that runs under a setting."""
    running = runs_of(instance, instance.containers)
    builder = StatementBuilder()
    chosen = [builder.column(0, 1, integer=True) for _ in running]
    builder.row([(c, 1.0) for c in chosen], 1, 1)
    for j, job in enumerate(instance.jobs):
        terms = [(c, 1.0) for c, own in zip(chosen, running, strict=True) if own[j]]
        words = f"queue {job.queue}"
        builder.say(
            "runs", job.name, words, terms, lower=1, change=simply(f"{job.name} never runs")
        )
    return builder.stated()


def runs_of(group: GroupFields, containers: int) -> BoolArray:
    """Return which jobs run under a setting, one row for each set of jobs.

    Where all jobs run under a setting, that is the only row.
    """
    jobs, size = len(group.jobs), group.grid_size
    simulator = Simulator.of_group(group, containers)
    for begin in range(0, size, _CHUNK):
        means = simulator.grid_latencies(group, np.arange(begin, min(begin + _CHUNK, size)))
        if np.isfinite(means).any():
            return np.ones((1, jobs), dtype=np.bool_)
    refuse_large(size * jobs)
    rows = [np.isfinite(simulator.completions(*group.setting(k))) for k in range(size)]
    distinct: BoolArray = np.unique(np.array(rows), axis=0)
    return distinct
