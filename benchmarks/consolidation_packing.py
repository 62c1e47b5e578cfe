"""Vector packing without residents: column generation beside first-fit decreasing.

Run ``python benchmarks/consolidation_packing.py [FOLDER]``: few flavours of many requests, the
same items where first fit put them, with a budget, and, where the folder of vector packing
instances is given (``*.vbp`` in sets, ``opt.csv``), all of these.  ``--smoke`` packs little.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import statistics
import time
from pathlib import Path

import optgap
from optgap.core.faults import InputError
from optgap.instances.consolidation import Consolidation, read_packing
from optgap.instances.consolidation.generate import generate

SIZES = ((100, 36), (500, 40), (2000, 60), (10_000, 60), (1000, 290))
RUNNING = ((200, 80), (1000, 290))
SHARES = (0.1, 0.3)  # of the cost of moving everything


def flavours(sizes: tuple[tuple[int, int], ...], seeds: range, limit: float) -> None:
    """Print first-fit decreasing, the bound, the best plan and the seconds."""
    print(" items flavours seed   FFD bound  plan  FFD/plan  seconds  status")
    for items, kinds in sizes:
        for seed in seeds:
            instance = generate(seed, kind="flavours", items=items, flavours=kinds)
            ffd = optgap.solve(instance, "first-fit-decreasing")
            exact = optgap.solve(instance, "column-generation", time_limit=limit)
            print(
                f"{items:6d} {kinds:8d} {seed:4d} {ffd.objective:5g} {exact.bound:5g}"
                f" {exact.objective:5g} {ffd.objective / exact.objective:9.3f}"
                f" {exact.seconds:8.2f}  {exact.status}, {exact.bound_kind}"
            )


def running(packing: Consolidation, share: float) -> Consolidation:
    """Return the items running where first fit puts them, with a share of all costs as budget."""
    document = packing.model_dump(mode="json")
    home = optgap.solve(packing, "first-fit").decision["machine"]
    for item in document["items"]:
        item["machine"], item["migration_cost"] = home[item["name"]], item["demand"][1]
    total = sum(item["migration_cost"] for item in document["items"])
    return Consolidation.model_validate(document | {"migration_budget": round(share * total)})


def budgets(sizes: tuple[tuple[int, int], ...], seeds: range, limit: float) -> None:
    """Print what is found within budgets."""
    print(" items flavours seed  share  now bound  plan  seconds  status")
    for (items, kinds), seed, share in itertools.product(sizes, seeds, SHARES):
        instance = running(generate(seed, kind="flavours", items=items, flavours=kinds), share)
        exact = optgap.solve(instance, "column-generation", time_limit=limit)
        print(
            f"{items:6d} {kinds:8d} {seed:4d} {share:6.0%} {instance.occupied.sum():4d}"
            f" {exact.bound:5g} {exact.objective:5g} {exact.seconds:8.2f}  {exact.status},"
            f" {exact.bound_kind}"
        )


def known_optima(folder: Path, limit: float) -> None:
    """Print how many instances with known optima are solved, bounded, or contradicted."""
    with (folder / "opt.csv").open() as file:
        rows = list(csv.DictReader(file))
    seconds, solved, certified, wrong, ffd, best = [], 0, 0, 0, 0, 0
    for row in rows:
        try:
            path = folder / row["set"] / f"{row['instance']}.vbp"
            instance = read_packing(path, name=path.stem).instance
        except InputError as error:
            print(f"{row['instance']} is refused: {error.faults[0]}")
            continue
        begun = time.perf_counter()
        outcome = optgap.solve(instance, "column-generation", time_limit=limit, gap=0)
        seconds.append(time.perf_counter() - begun)
        optimum = int(row["OPT"])
        solved += outcome.objective == outcome.bound == optimum
        certified += outcome.bound_kind == "certified"
        wrong += outcome.objective < optimum or outcome.bound > optimum
        ffd += optgap.solve(instance, "first-fit-decreasing").objective > optimum
        best += int(row["best_heuristic"]) > optimum
        if outcome.objective != outcome.bound:
            print(f"{row['instance']}: {outcome.bound:g} to {outcome.objective:g}, is {optimum}")
    print(
        f"{len(seconds)} instances: {solved} solved, {wrong} wrong, {certified} certified; "
        f"missed by first-fit decreasing {ffd}, by the best of the published heuristics {best}; "
        f"seconds: median {statistics.median(seconds):.2f}, most {max(seconds):.1f}, "
        f"sum {sum(seconds):.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="vector packing instances")
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a published one")
    arguments = parser.parse_args()
    optgap.solve(generate(1, kind="flavours", items=20, flavours=5), "column-generation")
    if arguments.smoke:
        flavours(((100, 10),), range(1, 2), 20.0)
        budgets(((60, 20),), range(1, 2), 20.0)
    else:
        flavours(SIZES, range(1, 4), 120.0)
        budgets(RUNNING, range(1, 4), 120.0)
    if arguments.folder is not None:
        known_optima(arguments.folder, arguments.limit)


if __name__ == "__main__":
    main()
