"""How far POP is from the optimum of `fair_share`: jobs split over k parts of a cluster.

Jobs are drawn from Gavel's one-worker types.  A part is drawn for each job, as POP's
``partitioned_problem.py`` does, or jobs are dealt in turn, as its ``figure2.py`` does.  With
``-o FILE`` the losses are written as JSON for the page.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import sys
from pathlib import Path

import numpy as np

import optgap

ROOT = Path(__file__).parents[1]
TYPES = ("ResNet-18", "ResNet-50", "Transformer", "LM", "Recommendation", "A3C", "CycleGAN")
PARTS = (2, 4, 8, 16, 32, 64)
KINDS = ("v100", "p100", "k80")


def one_worker_rates() -> np.ndarray:
    """Return the rates of the job types with one worker, in the order of Gavel's JobTable."""
    with (ROOT / "examples/gavel/throughputs.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["workers"] == "1"]

    def place(row: dict[str, str]) -> tuple[int, int]:
        name = row["job_type"]
        batch = int(name.partition("batch size ")[2].rstrip(")") or 0)
        return next(k for k, kind in enumerate(TYPES) if name.startswith(kind)), batch

    rows.sort(key=place)
    return np.array([[float(row[kind]) for kind in KINDS] for row in rows])


def cluster(problem, rates: np.ndarray, types: list[int], gpus: int):
    """Return the instance of jobs of these types on ``gpus`` accelerators of each kind."""
    return problem.instance(
        name=f"gavel-{len(types)}-{gpus}",
        accelerators=dict.fromkeys(KINDS, gpus),
        jobs=[{"name": f"j{i}"} for i in range(len(types))],
        rate=rates[types],
    )


def loss(problem, rates, types: list[int], gpus: int, part: list[int], k: int, best: float):
    """Return the share of the optimum that is lost when every part is solved alone."""
    levels = []
    for q in range(k):
        mine = [t for t, p in zip(types, part, strict=True) if p == q]
        if mine:
            levels.append(optgap.solve(cluster(problem, rates, mine, gpus // k)).objective)
    return 1 - min(levels) / best


def study(jobs: int, seeds: int) -> dict[str, dict[str, list[float]]]:
    """Return the losses by way of splitting and number of parts, one for each seed."""
    problem = optgap.load_problem(ROOT / "examples/fair_share.py")
    rates, gpus = one_worker_rates(), jobs // 4
    losses: dict[str, dict[str, list[float]]] = {"drawn": {}, "dealt": {}}
    for seed in range(seeds):
        rng = random.Random(seed)
        types = [rng.randrange(len(rates)) for _ in range(jobs)]
        best = optgap.solve(cluster(problem, rates, types, gpus)).objective
        for k in PARTS:
            drawn = [rng.randint(0, k - 1) for _ in range(jobs)]
            rng.shuffle(list(range(jobs)))
            dealt = [i % k for i in range(jobs)]
            if k > gpus:
                continue
            for way, part in (("drawn", drawn), ("dealt", dealt)):
                found = loss(problem, rates, types, gpus, part, k, best)
                losses[way].setdefault(str(k), []).append(round(found, 6))
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="a small size, to see that it runs")
    parser.add_argument("-o", "--output", type=Path, help="write the losses into this file")
    given = parser.parse_args()
    sizes, seeds = ((64,), 1) if given.smoke else ((256, 2048), 10)
    found = {str(jobs): study(jobs, seeds) for jobs in sizes}
    for jobs, ways in found.items():
        for way, by_parts in ways.items():
            for k, losses in by_parts.items():
                mean, worst = 100 * np.mean(losses), 100 * max(losses)
                print(f"{jobs} jobs, {way}, k = {k}: mean {mean:.1f}%, worst {worst:.1f}%")
    if given.output is not None:
        given.output.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
