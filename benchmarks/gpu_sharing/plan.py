"""A plan of a scheduler that knows all pods and may refuse any of them.

The program's optimum says how often the nodes of a class use each way to share a GPU.  GPUs are
filled in these ways and put onto the nodes: pods with many GPUs first, those with much work for
processors next.  What is left over goes wherever it fits.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from .bound import sizes_of
from .workload import GPU, Workload


@dataclass
class Node:
    """A node: its class, what is free, and the pods on each of its GPUs."""

    of_class: int
    cpu: int
    memory: int
    gpus: list[list[int]] = field(default_factory=list)
    alone: list[tuple[int, int]] = field(default_factory=list)  # kind and GPUs of a whole pod


class Plan:
    """Pods on nodes, one after another; it never overfills a node or a GPU."""

    def __init__(self, load: Workload) -> None:
        self.load = load
        self.kinds = load.kinds.to_dict("records")
        self.left = Counter(dict(enumerate(load.drawn)))
        self.nodes = [
            Node(c, int(row.cpu_milli), int(row.memory_mib), [[] for _ in range(int(row.gpu))])
            for c, row in enumerate(load.nodes.itertuples())
            for _ in range(int(row.number))
        ]
        self.free = np.array([[node.cpu, node.memory, len(node.gpus)] for node in self.nodes])
        self.classes = np.array([node.of_class for node in self.nodes])

    def put_whole(self, bundle: tuple[int, ...], of_class: int | None = None) -> bool:
        """Give free GPUs to pods that share one, or to a pod of its own; false if nowhere.

        Among the nodes of a class the one with most processors per free GPU is taken, else the one
        with fewest.
        """
        pods = [self.kinds[k] for k in bundle]
        need = np.array(
            [
                sum(pod["cpu_milli"] for pod in pods),
                sum(pod["memory_mib"] for pod in pods),
                max(pod["num_gpu"] for pod in pods),
            ]
        )
        fits = (self.free >= need).all(axis=1) & self.load.usable[self.classes][:, bundle].all(
            axis=1
        )
        if of_class is not None:
            fits &= self.classes == of_class
        if not fits.any() or any(self.left[k] < often for k, often in Counter(bundle).items()):
            return False
        spare = self.free[:, 0] / np.maximum(self.free[:, 2], 1)
        ranked = np.where(fits, spare if of_class is None else -spare, np.inf)
        chosen = int(ranked.argmin())
        self.free[chosen] -= need
        node = self.nodes[chosen]
        if pods[0]["gpu_milli"] < GPU:
            node.gpus[node.gpus.index([])].extend(bundle)
        else:
            node.alone.append((bundle[0], int(need[2])))
            for _ in range(int(need[2])):
                node.gpus.remove([])
        self.left.subtract(bundle)
        return True

    def put_beside(self, k: int) -> bool:
        """Put a pod beside others on a GPU; false if nowhere."""
        pod = self.kinds[k]
        for at in np.flatnonzero(self.load.usable[self.classes, k]):
            if self.free[at, 0] < pod["cpu_milli"] or self.free[at, 1] < pod["memory_mib"]:
                continue
            for gpu in self.nodes[at].gpus:
                used = sum(self.kinds[other]["gpu_milli"] for other in gpu)
                if gpu and used + pod["gpu_milli"] <= GPU:
                    gpu.append(k)
                    self.free[at] -= [pod["cpu_milli"], pod["memory_mib"], 0]
                    self.left[k] -= 1
                    return True
        return False

    def given(self) -> int:
        """Return the GPUs that pods have, in thousandths, after counting all nodes anew."""
        total = 0
        for node in self.nodes:
            row = self.load.nodes.iloc[node.of_class]
            pods = [k for gpu in node.gpus for k in gpu] + [k for k, _ in node.alone]
            assert sum(self.kinds[k]["cpu_milli"] for k in pods) <= row.cpu_milli
            assert sum(self.kinds[k]["memory_mib"] for k in pods) <= row.memory_mib
            assert len(node.gpus) + sum(count for _, count in node.alone) == row.gpu
            assert all(sum(self.kinds[k]["gpu_milli"] for k in gpu) <= GPU for gpu in node.gpus)
            assert all(self.load.usable[node.of_class, k] for k in pods)
            total += sum(int(self.load.gains[k]) for k in pods)
        assert min(self.left.values()) >= 0
        return total


def planned(load: Workload, runs: np.ndarray, shares: np.ndarray, ways: np.ndarray) -> Plan:
    """Return a plan that follows an optimum: runs by class and kind, shares by class and way."""
    plan = Plan(load)
    sizes = sizes_of(load)
    rest: list[tuple[int, ...]] = []
    for c in range(len(load.nodes)):
        work = _bundles(plan, sizes, runs[c], shares[c], ways)
        rest += [bundle for bundle in work if not plan.put_whole(bundle, c)]
    for bundle in rest:
        plan.put_whole(bundle)
    for k in sorted(plan.left, key=lambda k: -load.gains[k]):
        while plan.left[k] > 0 and (
            (load.shared[k] and plan.put_beside(k)) or plan.put_whole((k,))
        ):
            pass
    return plan


def _bundles(
    plan: Plan, sizes: list[int], runs: np.ndarray, shares: np.ndarray, ways: np.ndarray
) -> list[tuple[int, ...]]:
    """Return the pods of a class, those that share a GPU together, large ones first."""
    load = plan.load
    whole = [k for k in np.flatnonzero(~load.shared) for _ in range(int(runs[k] + 1e-6))]
    bundles = [(int(k),) for k in whole]
    waiting = {
        size: [
            int(k)
            for k in np.flatnonzero(load.kinds.gpu_milli == size)
            for _ in range(int(np.ceil(runs[k] - 1e-6)))
        ]
        for size in sizes
    }
    for way, often in zip(ways, np.ceil(shares - 1e-6).astype(int), strict=True):
        for _ in range(often):
            bundle = [
                waiting[size].pop()
                for size, count in zip(sizes, way, strict=True)
                for _ in range(min(count, len(waiting[size])))
            ]
            if bundle:
                bundles.append(tuple(bundle))

    def work(bundle: tuple[int, ...]) -> tuple[int, int]:
        pods = [plan.kinds[k] for k in bundle]
        return -max(pod["num_gpu"] for pod in pods), -sum(pod["cpu_milli"] for pod in pods)

    return sorted(bundles, key=work)
