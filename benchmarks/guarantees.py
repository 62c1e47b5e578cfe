"""The table of guarantees: the exact worst ratio of each heuristic at small sizes, proven.

Run ``python benchmarks/guarantees.py`` (minutes; rows that have a result are kept).  For every row
the worst ratio is searched, its certificate is verified, and it is compared with 10,000 random
inputs.  The results are in ``docs/data/guarantees.json``.  ``--smoke`` runs three small rows with
100 random inputs and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import tomllib
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil, floor
from pathlib import Path
from typing import Any

import optgap
from optgap.core.ratio_claims import holds
from optgap.validation.guarantees import Guarantee, verify_document
from optgap.validation.guarantees.guarantee import subject_of

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "data" / "guarantees.json"
ROWS = Path(__file__).with_suffix(".toml")
PARTS = 60  # of a unit, of random inputs
Row = tuple[str, str, list[dict[str, Any]], str, str, list[str]]


def rows() -> Iterator[Row]:
    """Yield heuristic, size, instances, name of the method, free field, and assumptions."""
    for group in tomllib.loads(ROWS.read_text())["groups"]:
        sizes = group["sizes"].items()
        for (heuristic, method), (size, stated), assume in product(
            group["methods"], sizes, group["assume"]
        ):
            yield heuristic, size, instances_of(stated), method, group["free"], assume


def instances_of(stated: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a stated instance, or an eviction for all amounts that cover the need."""
    if "most" not in stated:
        return [stated]
    residents = [{"name": f"r{i}", "temperature": 1} for i in range(stated["residents"])]
    node = {"problem": "eviction", "resources": ["cpu"], "request": [stated["need"]]}
    every = combinations_with_replacement(range(1, stated["most"] + 1), len(residents))
    amounts = [each for each in every if sum(each) >= stated["need"]]
    return [
        node | {"residents": [r | {"demand": [a]} for r, a in zip(residents, each, strict=True)]}
        for each in amounts
    ]


def two_machines(instance: Any) -> list[Any]:
    """At most two machines are in use."""
    return [memory <= 2 for memory in instance.allocated]


def one_machine(instance: Any) -> list[Any]:
    """At most one machine is taken per day."""
    return [demand <= 1 for demand in instance.demand]


LIMITS = {
    "at most two machines are in use": two_machines,
    "at most one machine is taken per day": one_machine,
}


def search(row: Row, draws: int) -> dict[str, Any]:
    """Return the worst guarantee of a row's instances, verified and compared with random inputs."""
    heuristic, size, documents, method, free, stated = row
    assume = [LIMITS.get(each, each) for each in stated]
    begun, proofs = time.perf_counter(), list[Guarantee]()
    for document in documents:
        instance = optgap.load({**document, "version": 1, "name": size})
        proofs.append(optgap.guarantee(instance, method, free=[free], assume=assume))
        verify_document(proofs[-1].document)
    seconds = time.perf_counter() - begun
    worst = max(proofs, key=lambda each: (each.kind == "unbounded", each.ratio or 0))
    subject, _ = subject_of(worst.worst_instance or instance, method, [free], assume)
    highest = max(ratios(subject, draws), default=Fraction(1))
    if worst.kind == "exact" and highest > worst.ratio:
        raise AssertionError(f"{heuristic}, {size}: {highest} is above {worst.ratio}")
    shown = {key: worst.document[key] for key in ("kind", "ratio", "attained", "ray")}
    return {
        "heuristic": heuristic,
        "problem": documents[0]["problem"],
        "method": method,
        "size": size,
        "assumption": ", ".join(stated) or "any inputs",
        **shown,
        "inputs": [float(x) for x in subject.family.point(worst.document["worst_instance"])],
        "instances": len(documents),
        **{key: sum(each.document[key] for each in proofs) for key in ("paths", "programs")},
        "seconds": round(seconds, 2),
        "highest_of_random": f"{float(highest):.6g}",
        "draws": draws,
    }


def ratios(subject: Any, draws: int) -> Iterator[Fraction]:
    """Yield the ratio at inputs of a random walk in integral parts of a unit, by a seed."""
    rng, rows = random.Random(1), subject.family.rows
    point = [PARTS // 2] * len(subject.family.fields) + [PARTS]
    for _ in range(draws):
        for k in range(len(point) - 1):
            before, point[k] = point[k], 0
            lows, highs = [Fraction(0)], [Fraction(2 * PARTS)]
            for row, _ in rows:
                if row[k]:
                    limit = Fraction(-sum(a * x for a, x in zip(row, point, strict=True)), row[k])
                    (lows if row[k] > 0 else highs).append(limit)
            point[k] = rng.randint(ceil(max(lows)), floor(min(highs)))
            point[k] = point[k] if all(holds(*row, point) for row in rows) else before
        costs = subject.costs_at(point)
        if costs[1] > 0:
            yield costs[0] / costs[1]


def main() -> None:
    """Search all rows that have no result yet."""
    optgap.load_problem(ROOT / "examples" / "makespan.py")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small rows, few random inputs")
    parser.add_argument("--draws", type=int, default=10_000, help="random inputs of each row")
    arguments = parser.parse_args()
    if arguments.smoke:
        for row in list(rows())[:3]:
            print(search(row, 100))
        return
    done = {
        (row["heuristic"], row["size"], row["assumption"]): row
        for row in (json.loads(TARGET.read_text())["rows"] if TARGET.exists() else ())
    }
    keys = [(row[0], row[1], ", ".join(row[5]) or "any inputs") for row in rows()]
    for key, row in zip(keys, rows(), strict=True):
        if key not in done:
            done[key] = search(row, arguments.draws)
            print(done[key], flush=True)
            document = {
                "date": date.today().isoformat(),
                "rows": [done[k] for k in keys if k in done],
            }
            TARGET.write_text(json.dumps(document).replace('{"heur', '\n{"heur') + "\n")
    programs, seconds = (sum(row[key] for row in done.values()) for key in ("programs", "seconds"))
    print(f"{programs / seconds:,.0f} programs per second")


if __name__ == "__main__":
    main()
