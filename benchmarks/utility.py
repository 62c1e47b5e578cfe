"""utility at size: heap, sorted threshold, dynamic program, integer program, and the simulation.

Run ``python benchmarks/utility.py`` (half a minute) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time

import optgap
from optgap.heuristics.utility import simulate, training_jobs
from optgap.instances.utility import generate


def judged(
    instance: optgap.Instance, method: str, repeats: int = 3
) -> tuple[float, optgap.Outcome]:
    """Return the least seconds of a few whole solves, and the outcome."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        outcome = optgap.solve(instance, method)
        times.append(time.perf_counter() - begun)
    return min(times), outcome


def allocations(jobs: int, cores: int, max_cores: int) -> None:
    """Compare the methods on concave gains and on steps."""
    for shape in ("concave", "steps"):
        instance = generate(1, jobs=jobs, cores=cores, shape=shape, max_cores=max_cores)
        print(f"\n{jobs} jobs, {cores} cores, {shape}")
        heap, _ = judged(instance, "greedy")
        for method in ("greedy", "threshold", "dp", "fair", "exact"):
            took, outcome = judged(instance, method, 1 if method == "exact" else 3)
            print(
                f"{method:12s} {took:8.4f} s {took / heap:8.2f} × heap   "
                f"{outcome.objective:.6f} {outcome.status} ({outcome.bound_kind})"
            )


def epochs(jobs: int) -> None:
    """Compare SLAQ and equal shares over the life of a cluster."""
    workload = training_jobs(1, jobs=jobs, mean_gap=8.0)
    print(f"\n{jobs} jobs by a Poisson process, 64 cores, epochs of 3 s")
    reached = {}
    for policy in ("slaq", "fair"):
        begun = time.perf_counter()
        course = simulate(workload, policy, cores=64, epoch=3.0)
        took = time.perf_counter() - begun
        reached[policy] = [course.seconds_to(share).mean() for share in (0.9, 0.95)]
        print(
            f"{policy:5s} {took:7.2f} s, 90% after {reached[policy][0]:.1f} s, "
            f"95% after {reached[policy][1]:.1f} s"
        )
    ratios = [s / f for s, f in zip(reached["slaq"], reached["fair"], strict=True)]
    print("slaq / fair: " + ", ".join(f"{ratio:.2f}" for ratio in ratios))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    allocations(*((40, 160, 8) if smoke else (4000, 16000, 16)))
    epochs(8 if smoke else 60)


if __name__ == "__main__":
    main()
