"""Vector packing of the published classes: what is proven by class and size, beside other methods.

Run ``python benchmarks/packing_study.py`` (an hour for each seed): every figure is written to
``docs/data/packing_study.json`` as soon as it is known, and what is there is not measured again.
The engines on the assignment model are asked only where there are few items, and only on seed 1.
``--smoke`` measures two small instances and writes nothing.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import resource
import typing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import optgap
from optgap.core.outcome import Outcome
from optgap.instances.consolidation.generate import PackingClass

FILE = Path(__file__).parents[1] / "docs" / "data" / "packing_study.json"
CLASSES: tuple[PackingClass, ...] = typing.get_args(PackingClass)
SIZES = (60, 120, 249, 501)  # so that triplets have none left over
SEEDS = 3
RESOURCES = 5
ENGINES = {"cp-sat": 60, "highs": 60}  # on the assignment model, up to so many items
ASSIGNED: tuple[PackingClass, ...] = ("panigrahy-1", "panigrahy-6", "new-1", "new-3", "new-5")
QUICK = {"first-fit-decreasing": "ffd", "vro-online-dot-product": "vro"}


def measured(outcome: Outcome) -> dict[str, Any]:
    """Return the figures of an outcome."""
    return {
        "plan": outcome.objective,
        "bound": outcome.bound,
        "kind": outcome.bound_kind,
        "seconds": round(outcome.seconds, 2),
        "check": round(outcome.timing.get("check", 0.0), 2),
        "branches": outcome.details.get("branches", 0),
    }


def row(name: PackingClass, items: int, seed: int, limit: float) -> dict[str, Any]:
    """Return what all methods find on one instance."""
    instance = optgap.generate(
        "consolidation", seed, kind="packing", packing_class=name, items=items, resources=RESOURCES
    )
    found: dict[str, Any] = {"class": name, "items": len(instance.items), "seed": seed}
    for method, called in QUICK.items():
        found[called] = optgap.solve(instance, method, time_limit=limit).objective
    exact = optgap.solve(instance, "column-generation", time_limit=limit, gap=0)
    found["column-generation"] = measured(exact)
    for solver, most in ENGINES.items():
        if items <= most and name in ASSIGNED and seed == 1:
            outcome = optgap.solve(instance, "exact", solver=solver, time_limit=limit, gap=0)
            found[solver] = measured(outcome)
    return found


def shown(found: dict[str, Any]) -> None:
    """Print a row."""
    exact = found["column-generation"]
    words = f"{exact['bound']:g} / {exact['plan']:g} {exact['kind']} {exact['seconds']:.1f} s"
    others = {key: found[key] for key in ("ffd", "vro")}
    engines = {key: (found[key]["bound"], found[key]["plan"]) for key in ENGINES if key in found}
    key = f"{found['class']:20s} {found['items']:4d} {found['seed']:2d}"
    print(f"{key}  {words:32s} {others} {engines}", flush=True)


def measure(limit: float, seeds: int) -> None:
    """Measure what the file does not have yet."""
    results: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {"rows": {}}
    optgap.solve(optgap.load("consolidation/classical-56"), "column-generation")
    for seed, items, name in itertools.product(range(1, seeds + 1), SIZES, CLASSES):
        key = f"{name}/{items}/{seed}"
        if key not in results["rows"]:
            results["rows"][key] = row(name, items, seed, limit)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            results["peak_mib"] = max(peak, results.get("peak_mib", 0))
            results |= {"limit": limit, "resources": RESOURCES, "machine": machine()}
            FILE.write_text(json.dumps(results, indent=1) + "\n")
        shown(results["rows"][key])


def machine() -> str:
    """Return what it was measured with."""
    return f"{platform.machine()}, HiGHS {version('highspy')}, OR-Tools {version('ortools')}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="instances of a class and size")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds per method")
    arguments = parser.parse_args()
    if arguments.smoke:
        for name in ASSIGNED[:2]:
            shown(row(name, 12, 1, 10.0))
    else:
        measure(arguments.limit, arguments.seeds)


if __name__ == "__main__":
    main()
