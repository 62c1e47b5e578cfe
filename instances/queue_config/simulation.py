"""The latency function L of Algorithm 1, for one instance under many settings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from .events import completions, mean_latencies
from .instance import QueueConfig
from .state import Workload, begin_tasks


@dataclass(frozen=True, eq=False)
class Simulator:
    """An instance made ready to be simulated under many settings."""

    workload: Workload
    order: IntArray
    containers: int
    elastic: bool
    caps: IntArray

    @staticmethod
    def of(instance: QueueConfig, containers: int | None = None) -> Simulator:
        """Return the simulator of an instance, with another number of containers if given."""
        total = instance.containers if containers is None else containers
        numbers = {queue.name: q for q, queue in enumerate(instance.queues)}
        order = sorted(range(len(instance.jobs)), key=lambda j: instance.jobs[j].submitted)
        jobs = [instance.jobs[j] for j in order]
        most = np.array([min(job.max_containers, len(job.tasks)) for job in jobs], dtype=np.int64)
        workload = Workload(
            queue=np.array([numbers[job.queue] for job in jobs], dtype=np.int64),
            submitted=np.array([job.submitted for job in jobs], dtype=np.float64),
            first=np.cumsum([0, *(len(job.tasks) for job in jobs)]).astype(np.int64),
            tasks=np.concatenate([job.tasks for job in jobs]).astype(np.float64),
            most=most,
            slot=np.concatenate([[0], most.cumsum()]).astype(np.int64),
            # DRF: the larger share of a container's resources, a container being 1 core and 2 GB
            dominant=np.array([max(job.cores, job.memory / 2048.0) for job in jobs]),
        )
        caps = [max(1, int(queue.max_share * total + 1e-9)) for queue in instance.queues]
        elastic = instance.scheduler == "fair"
        return Simulator(workload, np.array(order), total, elastic, np.array(caps, dtype=np.int64))

    def completions(self, shares: FloatArray, policies: IntArray) -> FloatArray:
        """Return when each job ends, in the order of the file; infinite if it never runs."""
        ends = np.empty(len(self.order))
        ends[self.order] = completions(
            self.workload, self.containers, self.elastic, self.caps, shares, policies
        )
        return ends

    def mean_latencies(self, shares: FloatArray, policies: IntArray) -> FloatArray:
        """Return the mean latency of all jobs under every row of shares and policies."""
        return mean_latencies(
            self.workload, self.containers, self.elastic, self.caps, shares, policies
        )

    def alone(self) -> FloatArray:
        """Return each job's latency with all containers that it can use, from the first moment.

        No setting gives it less: a list schedule on more containers, or earlier ones, never ends
        later.
        """
        latencies = np.empty(len(self.order))
        for j, place in enumerate(self.order.tolist()):
            work = self.workload
            begin = max(0.0, float(work.submitted[j]))
            count = min(int(work.most[j]), self.containers)
            free_at = np.full(count, begin)
            first, last = int(work.first[j]), int(work.first[j + 1])
            begin_tasks(free_at, 0, count, work.tasks, first, last, np.inf)
            latencies[place] = free_at.max() - work.submitted[j]
        return latencies

    def grid_latencies(self, instance: QueueConfig, numbers: IntArray) -> FloatArray:
        """Return the mean latency under settings of the instance's grid."""
        rows, columns = np.divmod(numbers, len(instance.policy_grid))
        return self.mean_latencies(instance.share_grid[rows], instance.policy_grid[columns])
