"""Random clusters of converging jobs, and of queries that refine estimates."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import check_range
from ...core.memory import check_size
from .instance import Utility
from .jobs import Job
from .rules import UtilityGoal

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
    ``steps`` whole ones only; ``rough`` adds noise.  Values are multiples of 1/1024, the
    ``concave`` ones from sorted differences.
    """
    check_range(jobs=(jobs, 1), cores=(cores, 0), max_cores=(max_cores, 1))
    check_size(parts=jobs, numbers=jobs * max_cores)
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
