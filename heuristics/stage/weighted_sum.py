"""The baseline WS(Sample): random choices, and those with the least weighted sums.

Lyu et al., PVLDB 15(11), 2022, appendix A.2, method 2.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.stage import Stage
from .random_plans import Archive, evaluate

_CELLS = 2_000_000  # instances times choices that are evaluated at once


def weighted_sum(
    instance: Stage, run: Run, machine: IntArray | None, samples: int, weights: int
) -> Answer:
    """Return the feasible ones among random choices that minimise some weighted sum."""
    rng = np.random.default_rng(run.seed)
    archive = Archive(instance, run)
    m = instance.instances
    size = max(1, min(samples, _CELLS // m))
    while archive.seen < samples and not (archive.seen and run.should_stop()):
        rows = min(size, samples - archive.seen)
        configuration = rng.integers(0, len(instance.configurations), (rows, m))
        places = rng.integers(0, instance.machines, (rows, m))
        if machine is not None:
            places = np.broadcast_to(machine, (rows, m))
        archive.add(places, configuration, evaluate(instance, places, configuration))
    chosen: set[int] = set()
    if len(archive.values):
        span = np.ptp(archive.values, axis=0)
        scaled = (archive.values - archive.values.min(axis=0)) / np.where(span > 0, span, 1.0)
        for weight in np.linspace(0.0, 1.0, weights):
            chosen.add(int(np.argmin(scaled @ np.array([weight, 1.0 - weight]))))
    return archive.answer(np.array(sorted(chosen), dtype=np.int64), {"weights": weights})
