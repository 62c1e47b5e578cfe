"""Published vector packing instances drawn at random: how many are proven in a minute.

Run ``python benchmarks/packing_draw.py FOLDER --seed SEED``, where FOLDER is a copy of the
Vectorpack project's repository (see `published_packings`). Of the files with at least
120 items it draws 24 of all classes, and 14 of the classes 1, 2, 5 and 6 of the set New; those that
were open by one machine have their records and are left out. Every figure goes to
``docs/data/packing_draw.json``; killed and started again, it goes on. ``--smoke`` solves a packing
that is written for it.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from published_packings import SETS, open_ones, read, smoke_file, unpacked

import optgap
from optgap.core.faults import InputError

DRAWN = Path(__file__).parents[1] / "docs" / "data" / "packing_draw.json"
FEWEST = 120  # items
ANY, HARD = 24, 14  # instances of all classes, and of the hard ones
CLASSES = tuple(f"New/class{number}_" for number in (1, 2, 5, 6))


def drawn(names: list[str], known: set[str], seed: int) -> dict[str, list[str]]:
    """Return the instances of both draws, none twice and none that is known."""
    rng = random.Random(seed)
    large = [n for n in sorted(names) if n not in known and int(n.split("_")[1]) >= FEWEST]
    of_all = rng.sample(large, min(ANY, len(large)))
    hard = [name for name in large if name.startswith(CLASSES) and name not in of_all]
    return {"all": of_all, "hard": rng.sample(hard, min(HARD, len(hard)))}


def published(folder: Path) -> dict[str, dict[str, int]]:
    """Return the best published bound and plan of every instance, and the optimum (-1: open)."""
    figures = {}
    for name in SETS:
        with (folder / "results_data" / f"{name}_summary_known.csv").open() as file:
            for row in csv.DictReader(file, delimiter="\t"):
                bound, optimum, plan = (int(row[key]) for key in ("LB", "OPT", "best_overall"))
                figures[f"{name}/{row['instance_name']}.vbp"] = {
                    "bound": bound, "optimum": optimum, "plan": plan
                }  # fmt: skip
    return figures


def row(path: Path, limit: float) -> dict[str, Any]:
    """Return what column generation finds; a file with sizes below 0 is refused."""
    try:
        instance = read(path)
    except InputError as error:
        return {"refused": str(error.faults[0])}
    begun = time.process_time()
    found = optgap.solve(instance, "column-generation", time_limit=limit, gap=0)
    return {
        "bound": found.bound,
        "plan": found.objective,
        "kind": found.bound_kind,
        "relaxation": found.details.get("relaxation"),
        "seconds": round(found.seconds, 1),
        "processor": round(time.process_time() - begun, 1),
    }


def measure(folder: Path, seed: int, limit: float, part: int, parts: int) -> None:
    """Measure every ``parts``-th instance of the draws that the file does not have yet."""
    optgap.solve(optgap.load("consolidation/classical-56"), "column-generation")
    figures, known = published(folder), {name for name, _, _ in open_ones(folder, at_most=1)}
    with TemporaryDirectory() as room:
        files = unpacked(folder, Path(room))
        order = [(of, n) for of, names in drawn(list(files), known, seed).items() for n in names]
        for of, name in order[part::parts]:
            if name in kept(seed, limit)["rows"]:
                continue
            found = {"draw": of, "published": figures[name], **row(files[name], limit)}
            results = kept(seed, limit)
            results["rows"][name] = found
            DRAWN.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
            print(name, found, flush=True)


def kept(seed: int, limit: float) -> dict[str, Any]:
    """Return what is measured already with this seed and limit."""
    empty: dict[str, Any] = {"seed": seed, "limit": limit, "rows": {}}
    results: dict[str, Any] = json.loads(DRAWN.read_text()) if DRAWN.exists() else empty
    return results if (results["seed"], results["limit"]) == (seed, limit) else empty


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="a copy of experiments_vector_paper")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each")
    parser.add_argument("--part", type=int, default=0, help="of several runs at the same time")
    parser.add_argument("--parts", type=int, default=1, help="runs at the same time")
    parser.add_argument("--smoke", action="store_true", help="a packing written for it")
    arguments = parser.parse_args()
    if arguments.smoke or arguments.folder is None:
        with TemporaryDirectory() as room:
            print(row(smoke_file(Path(room)), 10.0))
        return
    measure(arguments.folder, arguments.seed, arguments.limit, arguments.part, arguments.parts)


if __name__ == "__main__":
    main()
