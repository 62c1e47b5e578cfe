"""The study of the page "What does the split cost": metrics by nodes, lag, ranks, thinned curves.

Writes docs/data/soda_epochs_study.json.  ``--smoke`` runs the smallest sizes and writes nothing.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

import optgap
from optgap.core.run import Run
from optgap.instances.application import (
    Application,
    application_from,
    example,
    macroq_of,
    macrow_of,
    present_at,
)
from optgap.instances.application.handover import chosen_of
from optgap.instances.importers.soda_chain import microq_of
from optgap.validation.epochs import Settings, baseline_metrics, course, goals_of

NODES = {"srcsink": (1, 2, 3, 4), "dac": (4, 8, 12, 16, 20), "lsd": (20, 40, 60, 90)}
KEYS = ("importance", "ingest", "affinity", "affinity_without_traffic", "utilisation")
OUTPUT = Path(__file__).parents[1] / "docs" / "data" / "soda_epochs_study.json"


def settings(name: str, **more: Any) -> Settings:
    """Return quick settings: miniW for small applications, the hierarchy for the large one."""
    method = "hierarchical" if name == "lsd" else "miniw"
    seconds = {"srcsink": 0.5, "dac": 1.0, "lsd": 15.0}[name]
    return Settings(macrow=method, macrow_seconds=seconds, **more)


def by_nodes(name: str, counts: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return the metrics of SODA, RAND and RR at the first micro epoch, for numbers of nodes."""
    rows = []
    for count in counts:
        application = example(name, nodes=count, events=False)
        one = application.model_copy(update={"micro_epochs": 1})
        records = list(course(one, settings(name, macro_epochs=1)))
        found = {"SODA": records[1]["metrics"]}
        found["RAND"] = baseline_metrics(application, "random", seed=1)
        found["RR"] = baseline_metrics(application, "round-robin")
        for scheme, metrics in found.items():
            picked = {key: metrics.get(key) for key in KEYS}
            rows.append({"application": name, "nodes": count, "scheme": scheme, **picked})
            print(rows[-1], records[0]["message"], records[1]["message"])
    return rows


def with_lag(name: str, lag: int) -> list[dict[str, Any]]:
    """Return importance epoch by epoch: events come, and plans lag behind or do not."""
    application = example(name, nodes=8)
    given = application.model_dump(mode="json", exclude_none=True)
    last = given["macroq"]["jobs"][-1]["name"]
    given["events"] = [
        {"macro": 1, "arrive": [last]},
        {"macro": 2, "micro": 1, "primal": {"feed": 50.0}},
        {"macro": 3, "micro": 1, "primal": {"feed": 100.0}},
    ]
    changed = application_from({**given, "lag": lag}, "lag")
    rows = []
    for record in course(changed, settings(name)):
        if "micro" in record:
            epoch = record["macro"] + record["micro"] / changed.micro_epochs
            worth = record["metrics"].get("importance")
            rows.append(
                {"lag": lag, "epoch": epoch, "importance": worth, "status": record["status"]}
            )
    return rows


def budgets(by: str) -> list[dict[str, Any]]:
    """Return the shares of two budgets over epochs, a large user's and a small one's."""
    jobs = []
    for k in range(6):
        for owner, size in (("l", 10.0), ("s", 1.0)):
            pe = {"name": "p", "min_mips": size, "max_mips": size}
            stream = {"name": "out", "pe": "p", "resource": [{"mips": 1.0}], "weight": 1.0}
            graph = {"name": "t1", "pes": [pe], "streams": [stream]}
            jobs.append({"name": f"{owner}{k}", "rank": 1, "templates": [graph]})
    users = {
        "large": {"budget": 2000.0, "jobs": [f"l{k}" for k in range(6)]},
        "small": {"budget": 200.0, "jobs": [f"s{k}" for k in range(6)]},
    }
    application = application_from(
        {
            "application": 1,
            "name": "budgets",
            "macroq": {"jobs": jobs},
            "nodes": [{"name": "n1", "mips": 33.0, "cluster": "c"}],
            "ranks": {"manager": "budget", "by": by, "users": users},
            "micro_epochs": 1,
            "seconds": 10.0,
            "lag": 0,
        },
        "budgets",
    )
    quick = Settings(macrow="exact", macrow_seconds=5.0, microq="exact", macro_epochs=8)
    rows = []
    for record in course(application, quick):
        if "micro" not in record:
            shares = {u: record["left"][u] / users[u]["budget"] for u in users}
            rows.append({"by": by, "epoch": record["macro"], **shares})
    return rows


def thinned(application: Application) -> list[dict[str, Any]]:
    """Return what microQ reaches on curves of 2 and 4 segments, valued by the exact curves."""
    present = present_at(application, 0, 0)
    instance = macroq_of(application, present)
    assert instance is not None
    decision = optgap.solve(instance, time_limit=20).decision
    assert decision is not None
    chosen, _ = chosen_of(instance, decision)
    placement = macrow_of(application, present, instance, decision)
    assert placement is not None
    candidates = optgap.solve(placement, "miniw", time_limit=2).decision
    assert candidates is not None
    exact = goals_of(instance, chosen, Run("maximize"))
    assert exact is not None
    curves = {curve.name: curve for curve in exact.components}
    rows = []
    for segments in (None, 4, 2):
        goals = goals_of(instance, chosen, Run("maximize"), segments=segments)
        assert goals is not None
        outcome = optgap.solve(microq_of(placement, candidates, goals), "exact", time_limit=20)
        assert outcome.decision is not None
        given = outcome.decision["mips"]
        best = {name: np.interp(given[name], c.mips, c.importance) for name, c in curves.items()}
        label = "exact" if segments is None else f"{segments} segments"
        rows.append(
            {
                "curves": label,
                "microQ says": outcome.objective,
                "exact curves at these mips": float(sum(best.values())),
            }
        )
        print(rows[-1])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true")
    smoke = parser.parse_args().smoke
    names = ["srcsink"] if smoke else list(NODES)
    study: dict[str, Any] = {"nodes": []}
    for name in names:
        study["nodes"] += by_nodes(name, NODES[name][:1] if smoke else NODES[name])
    study["budgets"] = [row for by in ("left", "share", "least-spread") for row in budgets(by)]
    if not smoke:
        study["lag"] = [row for lag in (0, 1) for row in with_lag("dac", lag)]
        study["curves"] = thinned(example("dac", nodes=8, events=False))
        OUTPUT.write_text(json.dumps(study) + "\n")


if __name__ == "__main__":
    main()
