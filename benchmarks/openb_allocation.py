"""The GPUs that any scheduler must leave idle in the experiments of FGD (Weng et al., ATC 2023).

Run ``python benchmarks/openb_allocation.py DATA`` where DATA has the published tables: the nodes
with GPUs, the lists of pods, and the results of 1,020 runs of six schedulers.  ``--write FILE``
keeps what is measured for the page.  Without DATA a small cluster is drawn, to see that all runs.

In a run pods are drawn from a list until they ask for 130% of the cluster's GPUs.  They arrive one
by one; who finds no room leaves.  The bound of a list holds for the mean over all draws, and for
schedulers that know the future and refuse whom they want.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from gpu_sharing.bound import prices, proven, relaxation, ways_of
from gpu_sharing.plan import planned
from gpu_sharing.workload import NODES, Workload, one_draw, workload

from optgap.formulations.algebra import values
from optgap.solvers.engines.own_model import solve

ROOMS = (1.0, 0.95, 0.9)  # of processors and memory: what is kept back fills the corners
RUNS = "analysis_allo_discrete.csv"
LISTS = (
    ["default", "gpushare40", "gpushare60", "gpushare80", "gpushare100"]
    + [f"multigpu{share}" for share in (20, 30, 40, 50)]
    + [f"gpuspec{share}" for share in (10, 20, 25, 33)]
    + ["cpu050", "cpu100", "cpu200", "cpu250"]
)


def measured(folder: Path, name: str) -> dict[str, Any]:
    """Return the bound of a list and what a plan reaches, as shares of the cluster's GPUs."""
    begun = time.perf_counter()
    load = workload(folder, name)
    model = relaxation(load)
    solve(model)
    bound = proven(load, prices(model)) / load.gpus
    took = time.perf_counter() - begun
    plan = max(reached(load, room) for room in ROOMS) / load.gpus
    return {"list": name, "bound": float(bound), "plan": plan, "seconds": round(took, 1)}


def reached(load: Workload, room: float) -> int:
    """Return what a plan gives that follows an optimum on nodes with less room."""
    model = relaxation(one_draw(load, room))
    solve(model)
    runs, shares = (np.nan_to_num(values(variables)) for variables in (model.x, model.y))
    return planned(load, runs, shares, ways_of(load)).given()


def published(folder: Path, name: str) -> dict[str, float]:
    """Return the mean share of each published scheduler at the end of its runs."""
    runs = pd.read_csv(folder / RUNS)
    of_list = runs[runs.workload == f"openb_pod_list_{name}"]
    means = of_list.groupby("sc_policy")["130"].mean() / 100
    return {policy.partition("-")[2]: round(share, 6) for policy, share in means.items()}


def small_cluster(folder: Path) -> None:
    """Write a drawn cluster of 20 nodes and a list of 120 pods, to see that all runs."""
    random = np.random.default_rng(7)
    cpus = random.choice([32_000, 96_000], 20)
    nodes = {"cpu_milli": cpus, "memory_mib": 262_144, "gpu": 4, "model": "T4"}
    pd.DataFrame(nodes).to_csv(folder / NODES, index=False)
    share = random.choice([230, 460, 810, 1000], 120)
    pods = {"cpu_milli": share * 8, "memory_mib": 8_192, "num_gpu": 1, "gpu_milli": share}
    pd.DataFrame(pods).to_csv(folder / "openb_pod_list_small.csv", index=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, help="the folder of the published tables")
    parser.add_argument("--lists", default=",".join(LISTS), help="lists of pods")
    parser.add_argument("--write", type=Path, help="a file for the page")
    parser.add_argument("--smoke", action="store_true", help="a small cluster")
    arguments = parser.parse_args()
    if arguments.smoke or arguments.data is None:
        with tempfile.TemporaryDirectory() as folder:
            small_cluster(Path(folder))
            print(measured(Path(folder), "small"))
        return
    rows = []
    for name in arguments.lists.split(","):
        rows.append(measured(arguments.data, name) | published(arguments.data, name))
        print(rows[-1], flush=True)
    if arguments.write:
        arguments.write.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
