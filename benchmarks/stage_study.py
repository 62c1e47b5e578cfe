"""The joint optimum of `stage` against the paper's two steps and its baselines.

Every run is one line of a JSONL file; what stands there already is not run again, so that an
interrupted study goes on where it stopped.  ``--summary FILE`` writes what the docs page reads.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.validation.running.compare import measures

SIZES = [(8, 4, 4), (12, 6, 5), (20, 8, 5)]
METHODS = [
    "exact",
    "exact-two-step",
    "ipa-raa",
    "ipa-raa-general",
    "nsga2",
    "ipa+nsga2",
    "weighted-sum",
    "ipa+weighted-sum",
    "progressive-frontier",
    "ipa+progressive-frontier",
]
TIME_LIMIT = 60.0


def stages(smoke: bool, seeds: int) -> Iterator[dict[str, Any]]:
    """Yield the parameters of all stages."""
    for instances, machines, configurations in [(5, 3, 3)] if smoke else SIZES:
        for slack in (1.3, 2.5):
            for column_order in (True, False):
                for seed in range(1 if smoke else seeds):
                    yield {
                        "seed": seed,
                        "instances": instances,
                        "machines": machines,
                        "configurations": configurations,
                        "slack": slack,
                        "column_order": column_order,
                    }


def run(parameters: dict[str, Any], method: str) -> dict[str, Any]:
    """Return the record of one method on one stage."""
    options = {key: value for key, value in parameters.items() if key != "seed"}
    stage = optgap.generate("stage", parameters["seed"], **options)
    outcome = optgap.solve(stage, method, seed=1, time_limit=TIME_LIMIT)
    front = [list(point.objectives.values()) for point in outcome.front or []]
    return {
        **parameters,
        "method": method,
        "front": front,
        "complete": outcome.front_complete,
        "stopped": outcome.stopped,
        "message": outcome.message,
        "seconds": round(outcome.seconds, 4),
        "details": outcome.details,
    }


def rows(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each record with its measures against the exact front, where that is complete.

    The reference point is a tenth of the range beyond the worst values of the exact front, so
    that it does not depend on who is compared.
    """
    keys = ("seed", "instances", "machines", "configurations", "slack", "column_order")
    exact = {
        tuple(r[k] for k in keys): np.array(r["front"])
        for r in records
        if r["method"] == "exact" and r["complete"]
    }
    table = []
    for record in records:
        reference = exact.get(tuple(record[k] for k in keys))
        row = {k: record[k] for k in (*keys, "method", "complete", "seconds")}
        row |= {"points": len(record["front"]), "feasible": bool(record["front"])}
        for name in ("path_points", "path_points_overloaded", "repaired", "dropped"):
            row[name] = record["details"].get(name)
        if reference is not None and record["front"]:
            front = np.array(record["front"])
            span = np.where(np.ptp(reference, axis=0) > 0, np.ptp(reference, axis=0), 1.0)
            point = reference.max(axis=0) + 0.1 * span
            found = measures(front, reference, point, ["latency", "cost"])
            best = front.min(axis=0) / reference.min(axis=0)
            row |= {
                "hypervolume": round(found.hypervolume_ratio or 0.0, 4),
                "epsilon": round(found.additive_epsilon, 4),
                "found": round(found.share_found, 4),
                "latency": round(float(best[0]), 4),
                "cost": round(float(best[1]), 4),
            }
        elif reference is not None:
            row |= {"hypervolume": 0.0, "found": 0.0}
        table.append(row)
    return table


def main() -> None:
    """Run what is missing, print a summary, and write it where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="one tiny stage per kind")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--results", type=Path, default=Path("stage_study.jsonl"))
    parser.add_argument("--summary", type=Path)
    arguments = parser.parse_args()
    results = Path("stage_study_smoke.jsonl") if arguments.smoke else arguments.results
    lines = results.read_text().splitlines() if results.exists() else []
    records = [json.loads(line) for line in lines]
    keys = ("seed", "instances", "slack", "column_order", "method")
    done = {tuple(record[k] for k in keys) for record in records}
    with results.open("a") as stream:
        for parameters in stages(arguments.smoke, arguments.seeds):
            for method in METHODS:
                if tuple({**parameters, "method": method}[k] for k in keys) in done:
                    continue
                records.append(run(parameters, method))
                stream.write(json.dumps(records[-1]) + "\n")
                stream.flush()
    table = rows(records)
    for method in METHODS:
        mine = [row for row in table if row["method"] == method and "hypervolume" in row]
        shares = [row["hypervolume"] for row in mine]
        seconds = [row["seconds"] for row in mine]
        if mine:
            feasible = sum(row["feasible"] for row in mine)
            print(
                f"{method:26} hypervolume {np.mean(shares):.3f}  feasible {feasible}/{len(mine)}  "
                f"seconds {np.mean(seconds):.3f}"
            )
    if arguments.smoke:
        results.unlink()
    if arguments.summary is not None:
        machine = {
            "cores": 2,
            "python": platform.python_version(),
            **{name: version(name) for name in ("highspy", "pymoo", "pyomo", "numpy")},
        }
        arguments.summary.write_text(json.dumps({"machine": machine, "rows": table}) + "\n")


if __name__ == "__main__":
    main()
