"""How large the program of utility_course becomes, part by part, without building it."""

from __future__ import annotations

import numpy as np

from ...instances.utility_course import UtilityCourse
from .objectives import keeps_order
from .rising import rises


def model_size(instance: UtilityCourse) -> tuple[int, int]:
    """Return the most variables and nonzeros that the model has, without building it."""
    epochs = instance.epochs - instance.arrives  # of each job
    batches = np.array([job.batches for job in instance.jobs])
    rising = np.array([rises(job) for job in instance.jobs])
    pairs, rising_pairs = int(epochs.sum()), int(epochs[rising].sum())
    parts, rising_parts = int(epochs @ batches), int(epochs[rising] @ batches[rising])
    variables, nonzeros = 2 * pairs, 4 * pairs  # a, y: (5), (6)
    if instance.has_overhead:
        counts = epochs * instance.most.astype(int)
        variables += int(counts.sum())  # u: (5), (11)
        nonzeros += pairs + 3 * int(counts.sum()) + int(counts[rising].sum())
    if rising.any() or (instance.least > 0).any():
        variables += pairs  # d: (9)
        nonzeros += 4 * pairs + 4 * rising_pairs
    if instance.objective == "mean-loss":
        ordered = np.array([keeps_order(instance, job) for job in instance.jobs])
        whole = int(epochs[ordered] @ batches[ordered])
        variables += parts + whole  # δ, z: (4), (11)
        nonzeros += pairs + parts + 4 * whole + rising_pairs + 3 * rising_parts
    else:
        variables += pairs + rising_parts  # r, s: (10)
        nonzeros += 2 * pairs + rising_pairs + 5 * rising_parts
    return variables, nonzeros
