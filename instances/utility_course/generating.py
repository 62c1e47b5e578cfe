"""Random jobs that arrive over time."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.faults import check_range
from ...core.memory import check_size
from .instance import CourseJob, MiniBatch, Objective, UtilityCourse


def generate(
    seed: int,
    *,
    jobs: int = 12,
    epochs: int = 60,
    cores: int = 64,
    epoch: float = 3.0,
    batches: int = 40,
    max_cores: int | None = None,
    min_cores: int = 0,
    gap: float = 2.0,
    curve: Literal["geometric", "estimate"] = "geometric",
    overhead: float = 0.0,
    objective: Objective = "mean-loss",
) -> UtilityCourse:
    """Return a random horizon.

    Jobs arrive by a Poisson process, ``gap`` epochs apart in the mean.  A ``geometric`` error falls
    by a factor of its own with every mini-batch; an ``estimate`` is that of a mean of i of M
    mini-batches, sqrt(1/i - 1/M), as a share of the error after the first.
    """
    check_range(jobs=(jobs, 1), epochs=(epochs, 1), cores=(cores, 1), batches=(batches, 1))
    check_range(gap=(gap, 0.0), overhead=(overhead, 0.0), min_cores=(min_cores, 0, cores))
    check_size(parts=jobs, numbers=jobs * batches)
    rng = np.random.default_rng(seed)
    arrivals = np.minimum(epochs - 1, np.floor(rng.exponential(gap, jobs).cumsum() - gap / 2))
    made = []
    for q in range(jobs):
        count = int(rng.integers(max(1, batches // 2), batches + 1))
        if curve == "geometric":
            error = rng.uniform(0.6, 0.95) ** np.arange(count + 1)
        else:
            i = np.arange(1, count + 2)
            error = np.sqrt(1 / i - 1 / (count + 1))
            error /= error[0]
        made.append(
            CourseJob(
                name=f"q{q + 1}",
                arrives=int(max(0, arrivals[q])),
                min_cores=min_cores,
                max_cores=max_cores,
                error=np.round(error, 6),
                batch=MiniBatch(base=float(np.round(rng.uniform(4, 40), 1)), overhead=overhead),
            )
        )
    return UtilityCourse(
        name=f"utility-course-{jobs}x{epochs}-s{seed}",
        cores=cores,
        epoch=epoch,
        epochs=epochs,
        objective=objective,
        jobs=tuple(made),
    )
