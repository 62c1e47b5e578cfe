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
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil, floor
from pathlib import Path
from typing import Any

import optgap
from optgap.core.ratio_claims import holds
from optgap.validation.guarantees import Guarantee, verify_document
from optgap.validation.guarantees.guarantee import subject_of

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs" / "data" / "guarantees.json"
MAKESPAN = optgap.load_problem(ROOT / "examples" / "makespan.py")
PARTS = 60  # of a unit, of random inputs
Row = tuple[str, str, list[dict[str, Any]], str, str, list[Any]]


def placement(instances: int, machines: int) -> list[dict[str, Any]]:
    """Return a stage with room for one instance per machine, and for all others on the first."""
    latency = [[1.0] * machines for _ in range(instances)]
    capacity = [max(1, instances - machines + 1), *[1] * (machines - 1)]
    return [{"problem": "placement", "latency": latency, "capacity": capacity}]


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


def macroq(jobs: int, units: int) -> list[dict[str, Any]]:
    """Return required jobs that may each have all MIPS."""
    steps = [*range(units + 1)]
    templates = [{"name": "t", "mips": steps, "importance": steps}]
    listed = [
        {"name": f"j{i}", "rank": 1, "required": True, "templates": templates} for i in range(jobs)
    ]
    return [{"problem": "macroq", "mips": units, "curves": "points", "jobs": listed}]


def two_machines(instance: Any) -> list[Any]:
    """At most two machines are in use."""
    return [memory <= 2 for memory in instance.allocated]


def one_machine(instance: Any) -> list[Any]:
    """At most one machine is taken per day."""
    return [demand <= 1 for demand in instance.demand]


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
        for items, assume in (
            *((items, []) for items in (4, 5)), *((items, ["sorted"]) for items in (4, 5, 6, 7)),
        ):  # fmt: skip
            decreasing = f"{method} decreasing" if assume else method
            size, instances = f"{items} items", consolidation(items)
            yield decreasing, size, instances, method, "items[].demand[0]", assume
    curves = "jobs[].templates[].importance"
    for assume in (["concave"], ["rising"]):
        yield "marginal allocation (Fox)", "3 jobs, 3 units", macroq(3, 3), "fox", curves, assume
    for cost in (0, 1):
        pool = {"problem": "warm_pool", "allocated": [1, 1, 1], "machine_size": 1, "configured": 1}
        prices = {"short_cost": 1, "configure_cost": cost}
        size = f"3 ticks, short tick 1, configuring {cost}"
        method = "constant-percentage"
        yield "5% margin", size, [pool | prices], method, "allocated", [two_machines]
    for method in ("minimum-stock", "base-stock"):
        for order, remove in ((0, 0), (0, 1), (1, 2)):
            stock = {
                "problem": "cold_stock",
                "demand": [1, 1, 1],
                "stock": 3,
                "period": 2,
                "lead": 1,
            }
            prices = {"max_short": 0, "order_cost": order, "removal_cost": remove}
            size = f"3 days, 2 reviews, 3 machines, order {order}, removal {remove}"
            yield method, size, [stock | prices], method, "demand", [one_machine]


def in_words(assume: list[Any]) -> str:
    """Return the names of assumptions, or the sentences of functions."""
    return ", ".join(getattr(each, "__doc__", each) if callable(each) else each for each in assume)


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
    highest = max(ratios(subject, draws), default=Fraction(1))
    if worst.kind == "exact" and highest > worst.ratio:
        raise AssertionError(f"{heuristic}, {size}: {highest} is above {worst.ratio}")
    shown = {key: worst.document[key] for key in ("kind", "ratio", "attained", "ray")}
    return {
        "heuristic": heuristic,
        "problem": documents[0]["problem"],
        "method": method,
        "size": size,
        "assumption": in_words(assume) or "any inputs",
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
    keys = [(row[0], row[1], in_words(row[5]) or "any inputs") for row in rows()]
    for key, row in zip(keys, rows(), strict=True):
        if key not in done:
            done[key] = search(row, arguments.draws)
            print(done[key], flush=True)
            listed = [done[each] for each in keys if each in done]
            document = {"date": date.today().isoformat(), "rows": listed}
            TARGET.write_text(json.dumps(document).replace('{"heur', '\n{"heur') + "\n")
    programs, seconds = (sum(row[key] for row in done.values()) for key in ("programs", "seconds"))
    print(f"{programs / seconds:,.0f} programs per second")


if __name__ == "__main__":
    main()
