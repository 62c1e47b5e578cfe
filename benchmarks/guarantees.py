"""The table of guarantees: the exact worst ratio of each heuristic at small sizes, proven.

Run ``python benchmarks/guarantees.py`` (minutes; an interrupted run resumes).  For every row the
worst ratio is searched, its certificate is verified, and it is compared with 10,000 random inputs.
The results are in ``docs/data/guarantees.json``.  ``--smoke`` runs three small rows with 100 random
inputs and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from itertools import accumulate, combinations_with_replacement
from pathlib import Path
from typing import Any

import optgap
from optgap.validation.guarantees import Guarantee, verify_document
from optgap.validation.guarantees.guarantee import subject_of

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "data" / "guarantees.json"
MAKESPAN = optgap.load_problem(ROOT / "examples" / "makespan.py")
Row = tuple[str, str, list[dict[str, Any]], str, str, list[str]]


def placement(instances: int, machines: int) -> list[dict[str, Any]]:
    """Return a stage with room for one instance on each machine."""
    latency = [[1.0] * machines for _ in range(instances)]
    return [{"problem": "placement", "latency": latency, "capacity": [1] * machines}]


def eviction(need: int, amounts: list[tuple[int, ...]]) -> list[dict[str, Any]]:
    """Return a node for each choice of amounts that covers the need."""
    return [
        {
            "problem": "eviction",
            "resources": ["cpu"],
            "request": [need],
            "residents": [
                {"name": f"r{i}", "demand": [amount], "temperature": 1}
                for i, amount in enumerate(each)
            ],
        }
        for each in amounts
        if sum(each) >= need
    ]


def utility(objective: str, jobs: int, cores: int) -> list[dict[str, Any]]:
    """Return jobs that may each have all cores."""
    curve = {"gain" if objective == "max-sum" else "loss": [0.0] * (cores + 1)}
    listed = [{"name": f"j{i}", "min_cores": 0, "max_cores": cores, **curve} for i in range(jobs)]
    stated = {"problem": "utility", "objective": objective, "epoch": 1, "cores": cores}
    return [{**stated, "jobs": listed}]


def cluster_ratio(groups: int, containers: int) -> list[dict[str, Any]]:
    """Return groups that may each have all containers."""
    curve = {"lower": 0, "upper": containers, "latency": [1.0] * (containers + 1)}
    listed = [{"name": f"g{i}", **curve} for i in range(groups)]
    return [{"problem": "cluster_ratio", "containers": containers, "groups": listed}]


def consolidation(items: int) -> list[dict[str, Any]]:
    """Return requests of one resource, and a machine of size 1 for each."""
    machines = [{"name": f"m{i}", "capacity": [1]} for i in range(items)]
    listed = [{"name": f"i{i}", "demand": [0.5]} for i in range(items)]
    stated = {"problem": "consolidation", "resources": ["cpu"]}
    return [{**stated, "machines": machines, "items": listed}]


def makespan(jobs: int, machines: int) -> list[dict[str, Any]]:
    """Return jobs on equal machines."""
    return [{"problem": "makespan", "machines": machines, "times": [1.0] * jobs}]


def rows() -> Iterator[Row]:
    """Yield method, size, instances, name of the method, free field, and assumptions."""
    longest = "longest processing time first"
    for jobs, machines in ((4, 2), (5, 2), (6, 2), (5, 3), (6, 3), (7, 3)):
        size = f"{jobs} jobs, {machines} machines"
        yield longest, size, makespan(jobs, machines), "lpt", "times", ["sorted"]
    for method in ("ipa", "fuxi", "bottleneck"):
        for side, assume in ((2, []), (2, ["column-order"]), (3, []), (3, ["column-order"])):
            if (method, side, assume) != ("bottleneck", 3, []):
                size = f"{side} instances, {side} machines"
                yield method, size, placement(side, side), method, "latency", assume
    for objective, method, field, assume in (
        *(("max-sum", m, "gain", [a]) for m in ("greedy", "fair") for a in ("concave", "rising")),
        *(("max-min", m, "loss", ["sorted"]) for m in ("max-min-greedy", "fair")),
        ("max-min", "max-min-greedy", "loss", []),
    ):
        instances = utility(objective, 3, 3)
        name = f"{method} ({objective})"
        yield name, "3 jobs, 3 cores", instances, method, f"jobs[].{field}", assume
    for assume in (["convex"], ["sorted"]):
        size, instances = "3 groups, 3 containers", cluster_ratio(3, 3)
        yield "greedy by latency", size, instances, "greedy", "groups[].latency", assume
    temperatures = "residents[].temperature"
    for residents in (2, 3, 4):
        amounts = list(combinations_with_replacement(range(1, 5), residents))
        size = f"{residents} residents, need 4, all whole amounts"
        yield "coldest first", size, eviction(4, amounts), "coldest-first", temperatures, []
    for need in range(2, 10):
        amounts = list(combinations_with_replacement(range(1, need + 1), 3))
        size = f"3 residents, need {need}, all whole amounts"
        yield "primal-dual", size, eviction(need, amounts), "primal-dual", temperatures, []
    for method in ("first-fit", "best-fit", "worst-fit"):
        for items, assume in ((4, []), (5, []), (4, ["sorted"]), (5, ["sorted"]), (6, ["sorted"])):
            decreasing = f"{method} decreasing" if assume else method
            size, instances = f"{items} items", consolidation(items)
            yield decreasing, size, instances, method, "items[].demand[0]", assume


def search(row: Row, draws: int) -> dict[str, Any]:
    """Return the worst guarantee of a row's instances, verified and compared with random inputs."""
    heuristic, size, documents, method, free, assume = row
    begun, paths, programs, worst = time.perf_counter(), 0, 0, None
    for document in documents:
        instance = optgap.load({**document, "version": 1, "name": size})
        found = optgap.guarantee(instance, method, free=[free], assume=assume, progress=False)
        verify_document(found.document)
        paths, programs = paths + found.document["paths"], programs + found.document["programs"]
        if worst is None or _rank(found) > _rank(worst):
            worst = found
    seconds = time.perf_counter() - begun
    assert worst is not None
    subject, _ = subject_of(worst.worst_instance or instance, method, [free], assume)
    highest = max(ratios(subject, assume, draws), default=Fraction(1))
    if worst.kind == "exact" and highest > worst.ratio:
        raise AssertionError(f"{heuristic}, {size}: {highest} is above {worst.ratio}")
    shown = {key: worst.document[key] for key in ("kind", "ratio", "attained", "ray")}
    return {
        "heuristic": heuristic,
        "problem": documents[0]["problem"],
        "method": method,
        "size": size,
        "assumption": ", ".join(assume) or "any inputs",
        **shown,
        "inputs": [float(x) for x in subject.family.point(worst.document["worst_instance"])],
        "instances": len(documents),
        "paths": paths,
        "programs": programs,
        "seconds": round(seconds, 2),
        "highest_of_random": f"{float(highest):.6g}",
        "draws": draws,
    }


def _rank(found: Guarantee) -> tuple[bool, Fraction]:
    return found.kind == "unbounded", found.ratio or Fraction(0)


def ratios(subject: Any, assume: list[str], draws: int) -> Iterator[Fraction]:
    """Yield the ratio at random inputs that satisfy the assumptions, by a seed."""
    rng, family = random.Random(1), subject.family
    width = _width(family.document([Fraction(1)] * len(family.fields)), family.free[0])
    for _ in range(draws):
        values = [rng.randint(1, 60) for _ in family.fields]
        lists = [values[k : k + width] for k in range(0, len(values), width)]
        for name in assume:
            lists = SHAPES[name](lists)
        point: list[Any] = [value for each in lists for value in each]
        costs = subject.costs_at([*point, 60])  # homogeneous: sixtieths as integers
        if costs is not None and costs[1] > 0:
            yield costs[0] / costs[1]


def _width(document: Any, field: str) -> int:
    """Return the length of the innermost lists of a field."""
    inside = document[field.partition("[")[0]]
    *_, name = field.replace("[]", "").split(".")
    if isinstance(inside[0], dict):
        inside = inside[0][name] if "[" not in name else inside
    elif isinstance(inside[0], list):
        inside = inside[0]
    return len(inside) if isinstance(inside, list) else 1


def _cumulated(lists: list[list[int]], sign: int) -> list[list[int]]:
    """Return lists whose steps never grow: rising for sign 1, else falling."""
    steps = [sorted(each, reverse=True) for each in lists]
    risen = [list(accumulate(each)) for each in steps]
    return risen if sign > 0 else [[each[-1] - value for value in each] for each in risen]


SHAPES: dict[str, Callable[[list[list[int]]], list[list[int]]]] = {
    "column-order": lambda lists: [
        list(row)
        for row in zip(*(sorted(column) for column in zip(*lists, strict=True)), strict=True)
    ],
    "concave": lambda lists: _cumulated(lists, 1),
    "convex": lambda lists: _cumulated(lists, -1),
    "rising": lambda lists: [sorted(each) for each in lists],
    "sorted": lambda lists: [sorted(each, reverse=True) for each in lists],
}


def main() -> None:
    """Search all rows that have no result yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small rows, few random inputs")
    parser.add_argument("--draws", type=int, default=10_000, help="random inputs of each row")
    arguments = parser.parse_args()
    if arguments.smoke:
        for row in list(rows())[:3]:
            print(search(row, 100))
        return
    known = json.loads(TARGET.read_text())["rows"] if TARGET.exists() else []
    done = {(row["heuristic"], row["size"], row["assumption"]): row for row in known}
    for row in rows():
        key = row[0], row[1], ", ".join(row[5]) or "any inputs"
        if key not in done:
            done[key] = search(row, arguments.draws)
            print(done[key], flush=True)
            document = {"date": date.today().isoformat(), "rows": list(done.values())}
            TARGET.write_text(json.dumps(document).replace('{"heur', '\n{"heur') + "\n")


if __name__ == "__main__":
    main()
