"""Epochs as a scheduler sees them: errors to come are predicted from those that it has seen.

SLAQ 3.3.2 and ReLAQS 4.3.4 fit a curve to what a job has shown; a job without a mini-batch has an
equal share (4.4).
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ...instances.utility import FEWEST_POINTS, fit
from ...instances.utility_course import Jobs
from ..utility import equal_shares
from .kernels import SharedCores, course

_DONE = 1e-12  # as much of a mini-batch may be missing


def predicted_course(jobs: Jobs, cluster: SharedCores, epochs: int, run: Run) -> IntArray:
    """Return the cores per job and epoch of a scheduler that knows what it has seen."""
    count = len(cluster.arrives)
    plan, x = np.zeros((count, epochs), dtype=np.int64), np.zeros(count)
    believed = jobs._replace(error=jobs.error.copy())
    seen, batches = np.zeros(count, dtype=np.int64), np.diff(jobs.first) - 1
    for t in range(epochs):
        if run.should_stop():
            break
        running = np.flatnonzero((cluster.arrives <= t) & (x < batches - _DONE)).tolist()
        done = np.floor(x + _DONE).astype(np.int64)
        for q in running:
            if done[q] > seen[q]:
                _believe(jobs, believed, q, int(done[q]))
                seen[q] = done[q]
        course(believed, _equal_for_new(cluster, running, done), plan, x, t, t + 1)
    return plan


def _believe(jobs: Jobs, believed: Jobs, q: int, done: int) -> None:
    """Write what is predicted of a job after its mini-batches that are done."""
    error = jobs.error[jobs.first[q] : jobs.first[q + 1]]
    later = np.arange(done + 1, len(error), dtype=np.float64)
    known = slice(jobs.first[q], jobs.first[q] + done + 1)
    believed.error[known] = error[: done + 1]
    believed.error[jobs.first[q] + done + 1 : jobs.first[q + 1]] = _continue_curve(
        error[: done + 1], later
    )


def _continue_curve(error: FloatArray, later: FloatArray) -> FloatArray:
    """Return the errors of the curve that is nearest to those seen, never above the last one."""
    history = np.stack([np.arange(len(error), dtype=np.float64), error], axis=1)
    curves = [fit(history, "superlinear", refined=False)]
    if len(error) >= FEWEST_POINTS:
        curves.append(fit(history, "sublinear", refined=False))
    nearest = min(curves, key=lambda curve: curve.error)
    return np.clip(nearest.loss(later), 0.0, error[-1])


def _equal_for_new(cluster: SharedCores, running: list[int], done: IntArray) -> SharedCores:
    """Return the cluster with equal shares for the jobs without a mini-batch."""
    new = [q for q in running if done[q] == 0]
    if not new:
        return cluster
    order = new + [q for q in running if done[q] > 0]
    least, most = cluster.least.copy(), cluster.most.copy()
    shares = cluster.least[order] + equal_shares(
        cluster.least[order], cluster.most[order], cluster.cores
    )
    least[new] = most[new] = shares[: len(new)]
    return cluster._replace(least=least, most=most)
