"""warm_pool on series from real clusters: hindsight beside the best parameters of each rule.

Run ``python benchmarks/eigen_real.py DATA`` where DATA is a folder with ``k8s_pod_memory`` (memory
of 500 pods, minute by minute) and ``openb_gpu_2023`` (pods of a GPU cluster); what is not there is
left out.  ``--smoke`` measures the first hour of what is there.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import time
from pathlib import Path

import numpy as np

import optgap
from optgap.core.arrays import FloatArray
from optgap.instances.warm_pool import WarmPool

USUAL = Path(__file__).parents[2] / "shared" / "data"
GRID = {
    "dp": {},
    "best-constant-margin": {"alpha": [0.5, 0.8, 1.0]},
    "best-adaptive-margin": {"alpha": [0.5, 0.8, 1.0], "gamma": [0.25, 1.0]},
    "best-smoothed-margin": {"alpha": [0.5, 0.8, 1.0], "gamma": [0.25, 1.0], "beta": [0.5, 0.9]},
}


def pod_memory(folder: Path) -> FloatArray:
    """Return the memory of all pods together in every minute, in whole GiB."""
    with gzip.open(folder / "pods.json.gz") as stream:
        pods = json.load(stream)
    memory = [[value or 0 for value in pod["Memory"]] for pod in pods]
    return np.round(np.array(memory, dtype=float).sum(axis=0) / 2**30)


def openb_memory(folder: Path) -> FloatArray:
    """Return the memory of the pods alive in every ten minutes of days 115 to 149, in GiB."""
    with (folder / "openb_pod_list_default.csv").open() as stream:
        pods = list(csv.DictReader(stream))
    change = np.zeros(150 * 144 + 1)
    for pod in pods:
        if pod["creation_time"] and pod["deletion_time"]:
            begin, end = (int(pod[key]) // 600 for key in ("creation_time", "deletion_time"))
            if begin < end:
                change[min(begin, len(change) - 1)] += int(pod["memory_mib"])
                change[min(end, len(change) - 1)] -= int(pod["memory_mib"])
    return np.cumsum(change)[115 * 144 : 150 * 144] / 1024


SERIES = {
    "k8s_pod_memory": (pod_memory, 32.0, 5),
    "openb_gpu_2023": (openb_memory, 64.0, 40),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, default=USUAL)
    parser.add_argument("--smoke", action="store_true", help="the first hour of each series")
    arguments = parser.parse_args()
    for name, (read, size, most_short) in SERIES.items():
        folder = arguments.data / name
        if not folder.is_dir():
            print(f"{name}: not there")
            continue
        series = read(folder)[: 60 if arguments.smoke else None]
        pool = WarmPool(
            name=name,
            allocated=series,
            machine_size=size,
            max_up=2,
            max_down=2,
            max_short=most_short,
        )
        print(f"\n{name}: {pool.ticks} ticks, {pool.needed.min()} to {pool.needed.max()} machines")
        for method, options in GRID.items():
            begun = time.perf_counter()
            found = optgap.solve(pool, method, options=options)
            took = time.perf_counter() - begun
            print(f"  {method:24}{took:8.2f} s  {found.objective}  {found.status}", flush=True)


if __name__ == "__main__":
    main()
