"""cluster_ratio at size: greedy, the dynamic program, the integer program and the naive table.

Run ``python benchmarks/cluster_ratio.py`` (a minute) or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import optgap
from optgap.core.arrays import FloatArray, IntArray
from optgap.core.kernels import kernel
from optgap.instances.cluster_ratio import ClusterRatio, Group, generate


@kernel
def naive_table(start: IntArray, saved: FloatArray, room: int) -> float:
    """Return the best saving by Eq. 5 over every amount and every supply: O(m R²)."""
    before = np.zeros(room + 1)
    for i in range(len(start) - 1):
        curve = saved[start[i] : start[i + 1]]
        now = np.empty(room + 1)
        for r in range(room + 1):
            best = -np.inf
            for x in range(r + 1):
                best = max(best, before[r - x] + curve[min(x, len(curve) - 1)])
            now[r] = best
        before = now
    return float(before[room])


def falling(seed: int, groups: int, containers: int) -> ClusterRatio:
    """Return a cluster whose curves fall by steps in random order: nothing convex to exploit."""
    base = generate(seed, groups=groups, containers=containers, curve="convex")
    rng = np.random.default_rng(seed)
    made = []
    for group in base.groups:
        steps = rng.permutation(group.latency[:-1] - group.latency[1:]) + 0.125
        latency = np.concatenate([steps[::-1].cumsum()[::-1], [0.0]]) + group.latency[-1]
        made.append(Group(name=group.name, lower=group.lower, upper=group.upper, latency=latency))
    return base.model_copy(update={"name": f"falling-{groups}x{containers}", "groups": tuple(made)})


def seconds(action: Callable[[], object], repeats: int = 3) -> float:
    """Return the least time of a few runs."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        action()
        times.append(time.perf_counter() - begun)
    return min(times)


def naive(instance: ClusterRatio) -> float:
    """Return the optimum by the naive table."""
    curves = [group.latency for group in instance.groups]
    start = np.concatenate([[0], np.cumsum([len(curve) for curve in curves])])
    saved = np.concatenate([curve[0] - curve for curve in curves])
    return sum(curve[0] for curve in curves) - naive_table(start, saved, instance.extra)


def row(label: str, took: float, than: float | None, note: str) -> None:
    ratio = "" if than is None else f"{than / took:10.1f} ×"
    print(f"{label:44s} {took:9.4f} s {ratio:>12s}  {note}")


def compare_with_naive(groups: int, containers: int) -> None:
    instance = falling(1, groups, containers)
    naive(falling(1, 2, 10))
    slow = seconds(lambda: naive(instance), 1)
    print(f"\n{groups} groups, {containers} containers, falling curves")
    row("naive O(m R²), compiled", slow, None, f"{naive(instance):.3f}" if slow < 5 else "")
    for options in ({}, {"pruned": False}):
        outcome = optgap.solve(instance, "dp", options=options)
        took = seconds(lambda options=options: optgap.solve(instance, "dp", options=options))
        row(f"dp {options or ''}", took, slow, f"{outcome.objective} {outcome.bound_kind}")
    outcome = optgap.solve(instance, "exact", time_limit=60)
    row("exact (highs)", outcome.seconds, slow, f"{outcome.objective} {outcome.status}")


def full_size(groups: int, containers: int) -> None:
    print(f"\n{groups} groups, {containers} containers")
    cases = {
        curve: generate(1, groups=groups, containers=containers, curve=curve)
        for curve in ("convex", "waves", "rough")
    }
    cases["falling"] = falling(1, groups, containers)
    for curve, instance in cases.items():
        for method, options in (("greedy", {}), ("dp", {}), ("dp", {"pruned": False})):
            solve = partial(optgap.solve, instance, method, options=options)
            outcome = solve()
            label = f"{curve}: {method} {options or ''}"
            note = f"{outcome.objective} {outcome.status} ({outcome.bound_kind})"
            row(label, seconds(solve), None, note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    compare_with_naive(*((5, 200) if smoke else (50, 4800)))
    full_size(*((20, 1000) if smoke else (500, 48000)))


if __name__ == "__main__":
    main()
