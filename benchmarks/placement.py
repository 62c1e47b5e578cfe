"""placement at size: the bottleneck algorithm, IPA and clustered IPA, beside plain ones.

Run ``python benchmarks/placement.py`` (some minutes, 4 GB), with names of sections for only
these (``flow``, ``matrix``, ``ipa``, ``linear``), or with ``--smoke`` (seconds).
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from ortools.graph.python.max_flow import SimpleMaxFlow

from optgap.core.arrays import FloatArray, IntArray
from optgap.core.files import instance_from_document, read_json, save_instance
from optgap.core.run import Run
from optgap.heuristics.placement import fuxi, ipa, ipa_clustered
from optgap.instances.placement import Placement
from optgap.solvers.placement import bottleneck

T = TypeVar("T")
KINDS = ("uniform", "one order", "noisy order", "alike")


def latencies(kind: str, m: int, n: int) -> FloatArray:
    """Return a latency matrix; in all kinds but the first all prefer the same machines.

    One order: rows times machine speeds.  Noisy order: with a factor of up to a fifth.  Alike:
    every instance has the latencies of the machines, up to a thousandth.
    """
    rng = np.random.default_rng(m + n)
    matrix = rng.random((m, n))
    spread = {"uniform": 0.9, "one order": 0.0, "noisy order": 0.2, "alike": 0.001}[kind]
    matrix *= 2 * spread
    matrix += 1 - spread
    if kind != "uniform":
        matrix *= rng.uniform(1, 10, n)
    if "order" in kind:
        matrix *= rng.uniform(1, 10, (m, 1))
    return matrix


def stage(latency: Any, capacity: IntArray, name: str = "stage") -> Placement:
    return Placement(name=name, latency=latency, capacity=capacity)


def linear_stage(m: int, n: int, room: int) -> Placement:
    rng = np.random.default_rng(m)
    terms = {
        "rows": np.ceil(rng.lognormal(10, 1, m)),
        "per_row": rng.uniform(1e-4, 1e-3, n),
        "fixed": rng.uniform(1, 5, n),
    }
    return stage({"linear": terms}, np.full(n, room), f"linear-{m}x{n}")


def timed(method: Callable[..., Any], instance: Placement) -> tuple[float, Run, Any]:
    """Return the seconds that one run of a method took, and what came of it."""
    run = Run("minimize")
    answer = method(instance, run)
    return run.seconds, run, answer


def warm_up() -> None:
    """Compile what the sections use."""
    for kind in KINDS:
        small = stage(latencies(kind, 300, 300), np.full(300, 1))
        for method in (bottleneck, ipa, ipa_clustered, fuxi):
            method(small, Run("minimize"))
    for method in (bottleneck, ipa, ipa_clustered, fuxi):
        method(linear_stage(50, 10, 6), Run("minimize"))


def row(label: str, seconds: float, slow: float | None = None, note: str = "") -> None:
    ratio = "" if slow is None else f"{slow / seconds:9.1f} ×"
    print(f"  {label:42s} {seconds:9.4f} s {ratio:>11s}  {note}", flush=True)


def flow_search(instance: Placement) -> float:
    """Return the optimum by binary search over all values, a new maximum flow at each."""
    values = np.unique(instance.dense_latency())
    low, high = 0, len(values) - 1
    while low < high:
        middle = (low + high) // 2
        if flow_fits(instance, values[middle]):
            high = middle
        else:
            low = middle + 1
    return float(values[low])


def flow_fits(instance: Placement, threshold: float) -> bool:
    m, n, flow = instance.instances, instance.machines, SimpleMaxFlow()
    i, j = np.nonzero(instance.dense_latency() <= threshold)
    flow.add_arcs_with_capacity(i + 1, j + m + 1, np.ones(len(i), dtype=np.int64))
    flow.add_arcs_with_capacity(np.zeros(m), np.arange(1, m + 1), np.ones(m, dtype=np.int64))
    flow.add_arcs_with_capacity(np.arange(m + 1, m + n + 1), np.full(n, m + n + 1), instance.beta)
    flow.solve(0, m + n + 1)
    return bool(flow.optimal_flow() == m)


def flow_section(smoke: bool) -> None:
    """The bottleneck algorithm beside a binary search with OR-Tools' maximum flow."""
    m, n, room = (600, 50, 13) if smoke else (20_000, 500, 41)
    for kind in KINDS:
        instance = stage(latencies(kind, m, n), np.full(n, room))
        begun = time.perf_counter()
        value = flow_search(instance)
        slow = time.perf_counter() - begun
        seconds, run, answer = timed(bottleneck, instance)
        assert value == run.objective == answer.bound
        print(f"{m} x {n}, {kind}: optimum {value:.6f}")
        row("binary search, maximum flows", slow)
        row("bottleneck", seconds, slow)


def stored(folder: Path, kind: str, m: int, n: int, room: int) -> Path:
    """Write an instance with its matrix beside it."""
    path = folder / f"{kind.replace(' ', '-')}.json"
    save_instance(stage(latencies(kind, m, n), np.full(n, room), path.stem), path)
    return path


def measured(method: Callable[..., Any], path: Path) -> tuple[float, float | None, float]:
    """Return seconds, objective, and the peak memory over the size of the matrix."""
    warm_up()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    instance = instance_from_document(read_json(path), Placement, str(path), path.parent)
    seconds, run, _ = timed(method, instance)
    grown = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    return seconds, run.objective, grown / (8 * instance.instances * instance.machines)


def alone(function: Callable[..., T], *arguments: Any) -> T:
    """Call a function in a process of its own, so that the peak memory is its own, too."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(function, *arguments).result()


def measured_at(
    method: Callable[..., Any], kind: str, m: int, n: int, room: int
) -> tuple[float, float | None, float]:
    """Measure a method on a matrix beside its instance file."""
    with tempfile.TemporaryDirectory() as folder:
        path = alone(stored, Path(folder), kind, m, n, room)
        return alone(measured, method, path)


def matrix_section(smoke: bool) -> None:
    """The bottleneck algorithm on matrices that lie beside the instance file."""
    sizes = [(300, 200, 2), (400, 400, 1)] if smoke else [(5000, 3000, 2), (10_000, 10_000, 1)]
    for m, n, room in sizes:
        print(f"{m} x {n}, room {room}, memory-mapped")
        for kind in KINDS:
            seconds, value, peak = measured_at(bottleneck, kind, m, n, room)
            memory = "" if smoke else f", memory {peak:.2f} × matrix"
            row(f"bottleneck, {kind}", seconds, None, f"optimum {value:.6f}{memory}")


def ipa_plain(latency: FloatArray, beta: IntArray, prefer_larger_rows: bool) -> list[int]:
    """Algorithm 1 in plain numpy: all BPLs are computed again whenever a machine closes."""
    latency, room = latency.copy(), beta.copy()
    waiting = np.arange(len(latency))
    if prefer_larger_rows:
        waiting = np.lexsort((-latency).T[::-1])
    machine = np.empty(len(latency), dtype=np.int64)
    machines = np.flatnonzero(room)
    remaining = latency[np.ix_(waiting, machines)]
    bpl, nearest = remaining.min(axis=1), remaining.argmin(axis=1)
    while len(waiting):
        k = int(np.argmax(bpl))
        j = machines[nearest[k]]
        machine[waiting[k]] = j
        room[j] -= 1
        waiting, bpl, nearest = (np.delete(array, k) for array in (waiting, bpl, nearest))
        if room[j] == 0 and len(waiting):
            machines = machines[machines != j]
            remaining = latency[np.ix_(waiting, machines)]
            bpl, nearest = remaining.min(axis=1), remaining.argmin(axis=1)
    return machine.tolist()


def ipa_section(smoke: bool) -> None:
    """IPA beside Algorithm 1 in plain numpy, in seconds per cell of the matrix."""
    small, large = (120, 300) if smoke else (1500, 10_000)
    for kind in KINDS:
        latency, ones = latencies(kind, small, small), np.ones(small, dtype=np.int64)
        begun = time.perf_counter()
        plain = ipa_plain(latency, ones, prefer_larger_rows=True)
        slow = (time.perf_counter() - begun) / small**2
        assert ipa(stage(latency, ones), Run("minimize")).decision == {"machine": plain}
        seconds, _, peak = measured_at(ipa, kind, large, large, 1)
        per_cell = seconds / large**2
        print(f"{kind}, room 1")
        row(f"Algorithm 1 in numpy, {small} x {small}", slow * small**2, None, f"{slow:.1e} s/cell")
        memory = "" if smoke else f", memory {peak:.2f} × matrix"
        note = f"{per_cell:.1e} s/cell, {slow / per_cell:.0f} × faster per cell{memory}"
        row(f"ipa, {large} x {large}", seconds, None, note)


def linear_section(smoke: bool) -> None:
    """All methods on the linear form, which is never written out; the best of three runs."""
    m, n = (800, 100) if smoke else (80_000, 10_000)
    for room in (8, 12):
        instance = linear_stage(m, n, room)
        print(f"{m} x {n}, linear, room {room}")
        best = None
        for method in (bottleneck, ipa, ipa_clustered, fuxi):
            seconds, run, answer = min((timed(method, instance) for _ in range(3)), key=first)
            best = best or run.objective
            assert best is not None
            assert run.objective is not None
            note = f"{run.objective:.3f} s, {run.objective / best:.3f} × optimum"
            row(method.__name__, seconds, None, f"{note} {answer.details or ''}")


def first(result: tuple[float, Run, Any]) -> float:
    return result[0]


SECTIONS = {
    "flow": flow_section,
    "matrix": matrix_section,
    "ipa": ipa_section,
    "linear": linear_section,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], help="default: all")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, to see that all runs")
    arguments = parser.parse_args()
    warm_up()
    for name in arguments.sections or SECTIONS:
        print(f"\n{name}: {SECTIONS[name].__doc__}")
        SECTIONS[name](arguments.smoke)


if __name__ == "__main__":
    main()
