"""Eigen's Table 1 and Figure 9 (a) with proven optima, on generated clusters of the paper's sizes.

Run ``python benchmarks/consolidation_table1.py`` (minutes): every figure is written to
``docs/data/consolidation_table1.json`` as soon as it is known, and what is there is not measured
again. ``--smoke`` measures one small cluster and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from consolidation import CLUSTERS, COLUMNS

import optgap
from optgap.core.run import Run
from optgap.heuristics.consolidation.policies import MOST_ALLOCATED, RTCR, Cluster, PackingPolicy
from optgap.heuristics.consolidation.repair import migrate
from optgap.instances.consolidation import Consolidation
from optgap.instances.consolidation.generate import MachineKind, generate

FILE = Path(__file__).parents[1] / "docs" / "data" / "consolidation_table1.json"
SHARES = tuple(round(0.02 * k, 2) for k in range(12))
BUDGETED = (2, 8)  # the clusters of Figure 9 (a)
FEW = ("FF", "BF", "Bott", "Bott+")
DRAINS = {"MostAllocated": MOST_ALLOCATED, "RTCR": RTCR}


def cluster(number: int, budget: float | None = None) -> Consolidation:
    """Return one of the ten clusters."""
    kind, machines, load = CLUSTERS[number - 1]
    return generate(number, machines=machines, kind=kind, load=load, budget=budget)


def row(instance: Consolidation, columns: tuple[str, ...], limit: float) -> dict[str, Any]:
    """Return emptied machines and seconds per policy, and the best plan and bound."""
    total = int(instance.occupied.sum())
    emptied: dict[str, int] = {}
    seconds: dict[str, float] = {}
    best = None
    for name in columns:
        begun = time.perf_counter()
        if name in DRAINS:
            start = Cluster.of(instance, instance.home)
            found = migrate(start, PackingPolicy(DRAINS[name]), Run(sense="minimize"))[0]
            used, decision = float(found.key[0]), instance.decision(found.machine)
        else:
            outcome = optgap.solve(instance, COLUMNS[name], time_limit=limit)
            used, decision = outcome.objective, outcome.decision
        seconds[name] = round(time.perf_counter() - begun, 2)
        emptied[name] = total - int(used)
        if best is None or used < best[0]:
            best = used, decision
    assert best is not None
    exact = optgap.solve(instance, "column-generation", time_limit=limit, start=best[1])
    return {
        "machines": total,
        "items": len(instance.items),
        "emptied": emptied,
        "exact": {
            "emptied": total - int(exact.objective),
            "at_most": total - int(exact.bound),
            "status": exact.status,
            "bound_kind": exact.bound_kind,
        },
        "seconds": seconds | {"column-generation": round(exact.seconds, 2)},
    }


def shown(label: str, found: dict[str, Any]) -> None:
    """Print a row."""
    numbers = "".join(f"{value:6d}" for value in found["emptied"].values())
    exact = found["exact"]
    kind = f"{exact['status']}, {exact['bound_kind']}"
    print(f"{label:18s} {numbers} | {exact['emptied']:5d} of at most {exact['at_most']:5d}, {kind}")


def measure(limit: float, clusters: range) -> None:
    """Measure what the file does not have yet."""
    results = json.loads(FILE.read_text()) if FILE.exists() else {"table": {}, "budgets": {}}
    columns = (*list(COLUMNS)[:2], *DRAINS, *list(COLUMNS)[2:])
    print(" " * 18, "".join(f"{name[:6]:>6s}" for name in columns))
    for number in clusters:
        if str(number) not in results["table"]:
            found = row(cluster(number), columns, limit)
            results["table"][str(number)] = {"kind": CLUSTERS[number - 1][0], **found}
            FILE.write_text(json.dumps(results, indent=1) + "\n")
        shown(f"{number} {CLUSTERS[number - 1][0]}", results["table"][str(number)])
    for number in BUDGETED:
        for share in SHARES:
            key = f"{number}/{share}"
            if key not in results["budgets"]:
                results["budgets"][key] = row(cluster(number, share), FEW, limit)
                FILE.write_text(json.dumps(results, indent=1) + "\n")
            shown(f"{number}, {share:.0%}", results["budgets"][key])


def smoke() -> None:
    """Measure one small cluster."""
    kind: MachineKind = "ecs"
    instance = generate(1, machines=20, kind=kind, load=0.6, budget=0.3)
    shown("smoke", row(instance, (*COLUMNS, *DRAINS), 20.0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds per method")
    parser.add_argument("--first", type=int, default=1, help="the first cluster to measure")
    arguments = parser.parse_args()
    if arguments.smoke:
        smoke()
    else:
        measure(arguments.limit, range(arguments.first, len(CLUSTERS) + 1))


if __name__ == "__main__":
    main()
