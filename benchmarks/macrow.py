"""macrow at the size of SODA's applications: gap over time, speed of moves, prices, growth.

Run ``python benchmarks/macrow.py`` (ten minutes) or with ``--smoke`` (seconds).  ``--write FILE``
keeps the figures for the page.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import pyomo.environ as pyo

import optgap
from optgap.core.run import Run
from optgap.formulations.macrow import build_model
from optgap.instances.macrow import MacroW, generate
from optgap.instances.macrow.instance import FAMILIES, Weights, drop_family, in_force
from optgap.solvers.engines import solve_model

METHODS: dict[str, dict[str, Any]] = {
    "components": {},
    "exact": {"tightened": True, "start": False},
    "hierarchical": {},
    "miniw": {},
    "round-robin": {},
    "random": {},
}


def weighted(instance: MacroW, traffic: float) -> MacroW:
    weights = Weights(mean_link=traffic, max_link=traffic)
    return instance.model_copy(update={"weights": weights})


def over_time(instance: MacroW, label: str, limit: float) -> dict[str, Any]:
    """Print the gap of each method to the best bound known, and return their traces."""
    print(f"\n{label}")
    bound = 0.0
    runs: dict[str, Any] = {}
    for method, options in METHODS.items():
        begun = time.perf_counter()
        outcome = optgap.solve(instance, method, time_limit=limit, options=options)
        took = time.perf_counter() - begun
        value = outcome.objective
        bound = max(bound, outcome.bound or 0.0)  # of `components`, which is first
        gap = "none found" if value is None else f"{value:.6g}, {1 - bound / value:6.1%} above it"
        moves = outcome.details.get("evaluated", 0) / took
        print(f"{method:14s} {took:6.1f} s  {gap}  {moves:,.0f} evaluated moves a second")
        trace = [[t, v] for t, v, _ in outcome.trace if v is not None]
        runs[method] = {"seconds": took, "objective": value, "trace": trace, "moves": moves}
        if method == "components":
            runs[method] |= {"bound": outcome.bound, "status": outcome.status}
    return {"bound": bound, "runs": runs}


def prices(count: int, limit: float) -> dict[str, float]:
    """Print how much lower the optimum is without a family, on small feasible epochs."""
    savings: dict[str, list[float]] = {}
    done = 0

    def optimum(epoch: MacroW) -> float | None:
        options = {"tightened": True}
        return optgap.solve(epoch, time_limit=limit, gap=1e-4, options=options).objective

    for seed in range(100):
        epoch = generate(
            seed, jobs=2, pes=8, nodes=5, clusters=2, restricted=0.25, pinned=0.3, change=0.8
        )
        best = optimum(epoch)
        if best is None:
            continue
        for family in in_force(epoch):
            freed = optimum(drop_family(epoch, family)) or 0.0
            savings.setdefault(FAMILIES[family].equations, []).append(1 - freed / best)
        done += 1
        if done == count:
            break
    means = {family: sum(some) / len(some) for family, some in savings.items()}
    print("\nmean saving without a family of constraints, small epochs")
    for family, mean in means.items():
        print(f"{family:10s} {mean:6.1%} of the optimum, {len(savings[family])} epochs")
    return means


def single_cluster(seeds: range, limit: float) -> list[float]:
    """Print what one cluster per PE costs on small epochs, as ratios of optima."""
    ratios = []
    for seed in seeds:
        epoch = generate(seed, shape="dac", jobs=2, pes=6, nodes=6, clusters=3)
        model = build_model(epoch, tightened=True)
        values = []
        for bound in (False, True):
            if bound:
                model.one_cluster = pyo.Constraint(
                    model.PES,
                    rule=lambda model, p: sum(w for (q, _), w in model.w.items() if q == p) == 1,
                )
                for w in model.w.values():
                    w.domain = pyo.Binary
            run = Run("minimize", time_limit=limit)
            values.append(solve_model(model, "highs", run))
        if all(result.status == "optimal" for result in values):
            ratios.append(values[1].objective / values[0].objective)
    print(f"\none cluster per PE, optimum as a ratio, {len(ratios)} epochs: {sorted(ratios)}")
    return ratios


def growth(sizes: tuple[int, ...], limit: float) -> dict[str, list[list[float | None]]]:
    """Print the seconds of each method on more and more PEs and nodes."""
    jobs = {
        "exact": {"tightened": True},
        "relaxation": {},
        "top-level": {},
        "hierarchical": {"rounds": 0},
        "miniw": {"rounds": 0},
    }
    found: dict[str, list[list[float | None]]] = {method: [] for method in jobs}
    for size in sizes:
        sizes_of = {"jobs": max(1, size // 7), "pes": size, "nodes": max(6, size // 10)}
        epoch = generate(1, **sizes_of, clusters=3, restricted=0.02, pinned=0.02)
        for method, options in jobs.items():
            begun = time.perf_counter()
            outcome = optgap.solve(epoch, method, time_limit=limit, gap=0.01, options=options)
            took = time.perf_counter() - begun
            proven = outcome.stopped == "complete" or method == "hierarchical"
            found[method].append([size, took if proven else None])
            print(f"{size:6d} PEs {method:14s} {took:7.2f} s {outcome.status} {outcome.stopped}")
    return found


def of_components(smoke: bool, limit: float) -> list[dict[str, Any]]:
    """Print and return plan and certified bound of `components` on applications of many sizes."""
    sizes = (20, 40) if smoke else (50, 100, 200, 400, 737, 1000, 2000)
    rows = []
    for size in sizes:
        for traffic in (0.0, 1.0, 10.0):
            given = {"jobs": max(1, size // 7), "pes": size, "nodes": max(6, size // 10)}
            clusters = min(8, max(2, size // 100))
            epoch = generate(1, **given, clusters=clusters, traffic=traffic)
            outcome = optgap.solve(epoch, "components", time_limit=limit)
            row = {
                **{"pes": size, "traffic": traffic, "seconds": outcome.seconds},
                **{"gap": outcome.gap, "status": outcome.status, "trace": outcome.trace},
                "check": outcome.timing["check"],
            }
            rows.append(row)
            print(
                f"{size:6d} PEs, traffic {traffic:4.0f}: {row['seconds']:6.1f} s, "
                f"gap {row['gap'] or 0:.4%}, {outcome.status}, checked in {row['check']:.1f} s",
                flush=True,
            )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--write", type=Path, help="keep the figures in this file")
    parser.add_argument("--components", action="store_true", help="only growth of `components`")
    given = parser.parse_args()
    limit = 1.0 if given.smoke else 25.0
    lsd = optgap.load("macrow/lsd-737x70")
    if given.smoke:
        lsd = generate(1, jobs=4, pes=20, nodes=8, clusters=2)
    optgap.solve(optgap.load("macrow/two-clusters"), "miniw", options={"rounds": 1})  # compiles
    components = of_components(given.smoke, 5.0 if given.smoke else limit)
    if given.components:
        if given.write is not None:
            given.write.write_text(json.dumps(components, indent=1) + "\n")
        return
    labels = {"utilisation only": 0.0, "traffic as nodes": 1.0, "traffic-heavy": 10.0}
    study: dict[str, Any] = {
        "components": components,
        "over_time": {
            label: over_time(weighted(lsd, traffic), label, limit)
            for label, traffic in labels.items()
        },
        "prices": prices(1 if given.smoke else 8, 5.0),
        "single_cluster": single_cluster(range(2 if given.smoke else 12), 10.0),
        "growth": growth((10, 20) if given.smoke else (25, 50, 100, 200, 400), 8.0),
    }
    if given.write is not None:
        given.write.write_text(json.dumps(study, indent=1) + "\n")


if __name__ == "__main__":
    main()
