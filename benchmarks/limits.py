"""How far every method overruns a time limit, on the largest bundled instance of its problem.

Run ``python benchmarks/limits.py`` (about half an hour; rewrites docs/limits.json, from which the
page on limits draws) or with ``--smoke`` (seconds, writes nothing).  Seconds are those of the whole
call, reading excluded: what it overruns a limit by is at most a fifth of the limit and a second.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import optgap
from optgap.core.clock import standstill

TARGET = Path(__file__).parents[1] / "docs" / "limits.json"
LARGEST = {
    "placement": "placement/stage-20000x3000",
    "resource_plan": "resource_plan/stage-200x10",
    "stage": "stage/stage-60x20x6",
    "macrow": "macrow/lsd-737x70",
    "microq": "microq/lsd-104x70",
    "microw": "microw/lsd-737x70",
    "cluster_ratio": "cluster_ratio/groups-100x9600",
    "queue_config": "queue_config/group-50x4",
    "consolidation": "consolidation/ecs-150",
    "utility": "utility/slaq-160x640",
    "warm_pool": "warm_pool/three-days",
    "cold_stock": "cold_stock/turning-91",
    "eviction": "eviction/factors",
    "macroq": "macroq/table-vii-100",
    "adaptive_config": "adaptive_config/cluster-40",
    "utility_course": "utility_course/geometric-12x60",
}
SMALL = {"placement": "placement/fig6", "microq": "microq/two-components"}
ALLOWED = 1.0  # seconds, and a fifth of the limit


def measured(instances: dict[str, str], limits: list[float]) -> list[dict[str, Any]]:
    """Return and print the seconds of every method under each limit."""
    rows = []
    for problem, source in instances.items():
        instance = optgap.load(source)
        for method in optgap.problem(problem).methods:
            for limit in limits:
                rows.append(_row(instance, source, method.name, limit))
                print("{instance:32} {method:28} {limit:5} {seconds:7.2f}".format(**rows[-1]))
                sys.stdout.flush()
    return rows


def _row(instance: optgap.Instance, source: str, method: str, limit: float) -> dict[str, Any]:
    begun, stood = time.perf_counter(), standstill()
    row: dict[str, Any] = {"instance": source, "method": method, "limit": limit}
    try:
        outcome = optgap.solve(instance, method, time_limit=limit)
        said = {"status": outcome.status, "stopped": outcome.stopped}
    except optgap.InputError:
        said = {"status": "unknown", "stopped": "does not fit"}
    seconds = time.perf_counter() - begun - (standstill() - stood)
    return {**row, "seconds": round(seconds, 2), **said}


def main() -> None:
    """Measure; the exit code is 1 where a limit is overrun by more than may be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small instances, writes nothing")
    smoke = parser.parse_args().smoke
    rows = measured(SMALL if smoke else LARGEST, [0.1] if smoke else [0.1, 1.0, 5.0])
    if not smoke:
        TARGET.write_text(json.dumps(rows, indent=0) + "\n")
    late = [row for row in rows if row["seconds"] > 1.2 * row["limit"] + ALLOWED]
    for row in late:
        print(f"overrun: {row}")
    sys.exit(1 if late else 0)


if __name__ == "__main__":
    main()
