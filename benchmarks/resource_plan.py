"""RAA path as one sort, beside Algorithm 3 written plainly with a heap; exact fronts by size.

Run with ``--smoke`` for a quick check that everything works.
"""

from __future__ import annotations

import argparse
import heapq
import resource
import time

import numpy as np

import optgap
from optgap.heuristics.resource_plan import raa_path


def options(instances: int, per_instance: int) -> np.ndarray:
    """Return options of which all are useful: the longest path that there can be."""
    rng = np.random.default_rng(1)
    units = np.arange(1, per_instance + 1)
    latency = (30 + rng.random((instances, 1))) / units**0.7
    return np.stack([latency, latency * units], axis=2)


def algorithm_3(table: list[list[list[float]]]) -> list[tuple[float, float]]:
    """Algorithm 3 with a heap: the points without their plans, which would take far longer."""
    fronts = []
    for each in table:
        best, front = float("inf"), []
        for latency, cost in sorted(each):
            if cost < best:
                best = cost
                front.append((latency, cost))
        fronts.append(front[::-1])
    state = [0] * len(fronts)
    cost = sum(front[0][1] for front in fronts)
    heap = [(-front[0][0], i) for i, front in enumerate(fronts)]
    heapq.heapify(heap)
    path, last = [], float("inf")
    while True:
        largest, i = heapq.heappop(heap)
        if -largest < last:
            path.append((-largest, cost))
            last = -largest
        state[i] += 1
        if state[i] >= len(fronts[i]):
            return path
        cost += fronts[i][state[i]][1] - fronts[i][state[i] - 1][1]
        heapq.heappush(heap, (-fronts[i][state[i]][0], i))


def compare_paths(instances: int, per_instance: int, repeats: int) -> None:
    """Print both times and their ratio."""
    cube = options(instances, per_instance)
    latency, cost = cube[:, :, 0].ravel(), cube[:, :, 1].ravel()
    start = np.arange(instances + 1) * per_instance
    raa_path(latency[: per_instance * 2], cost[: per_instance * 2], start[:3])
    raa_path(latency, cost, start)
    fast = []
    for _ in range(repeats):
        begun = time.perf_counter()
        path = raa_path(latency, cost, start)
        assert path is not None
        totals = path.sums(cost)
        fast.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    plain = algorithm_3(cube.tolist())
    slow = time.perf_counter() - begun
    assert np.allclose(np.array(plain), np.column_stack([path.latency, totals]))
    print(
        f"{instances} x {per_instance}: {len(path)} points, one sort {min(fast):.3f} s, "
        f"heap {slow:.2f} s, ratio {slow / min(fast):.0f}"
    )


def exact_fronts(sizes: list[int]) -> None:
    """Print how long the integer programs take beside the path."""
    for instances in sizes:
        stage = optgap.generate("resource_plan", 1, instances=instances, options=6)
        exact, path = (optgap.solve(stage, name, time_limit=60) for name in ("exact", "raa-path"))
        same = len(exact.front) == len(path.front)
        print(
            f"{instances} x 6: {len(path.front)} points, exact {exact.seconds:.2f} s "
            f"({exact.status}, same front: {same}), raa-path {path.seconds:.4f} s, "
            f"ratio {exact.seconds / path.seconds:.0f}"
        )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes only")
    smoke = parser.parse_args().smoke
    compare_paths(500 if smoke else 10_000, 20, 2)
    if not smoke:
        compare_paths(10_000, 200, 3)
        compare_paths(80_000, 20, 5)
    exact_fronts([10] if smoke else [10, 50, 200])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"largest memory {peak:.2f} GiB")


if __name__ == "__main__":
    main()
