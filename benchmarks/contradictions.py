"""Every method of a problem on the same instances of medium size: no two may contradict each other.

Run ``python benchmarks/contradictions.py`` (200 instances per problem, some hours) or with
``--smoke`` (a minute).  Instances of this size have no brute force.  What can be compared is what
the methods say: no objective is better than another method's bound, nothing that is called
infeasible has a decision, and no point of a front lies beyond a complete front.  Objectives are
the checker's, so that a contradiction is a false bound.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import optgap
from optgap.core.gaps import gap
from optgap.core.outcome import Outcome

TOLERANCE = 1e-6  # of the objective, within which objective and bound agree
MEDIUM: dict[str, dict[str, Any]] = {
    "placement": {"instances": (10, 60), "machines": (6, 30), "slack": (1.0, 2.0),
                  "groups": (1, 8), "noise": (0.0, 0.5), "forbidden": (0.0, 0.3)},
    "resource_plan": {"instances": (6, 20), "options": (3, 6), "maxima": (1, 2), "sums": (1, 2),
                      "noise": (0.0, 0.5)},
    "stage": {"instances": (6, 14), "machines": (3, 6), "configurations": (2, 5),
              "slack": (1.1, 2.0), "pressure": (0.2, 1.0), "groups": [None, 2, 4]},
    "macroq": {"shape": ["curves", "dac"], "jobs": (6, 20), "pes": (20, 60), "templates": (1, 3),
               "ranks": (1, 5), "reads": (0.0, 0.3), "load": (1.1, 4.0), "points": (3, 20),
               "concave": [True, False], "granularity": [None, 0.5]},
    "macrow": {"jobs": (2, 8), "pes": (8, 40), "nodes": (4, 12), "clusters": (1, 3),
               "restricted": (0.0, 0.4), "pinned": (0.0, 0.3), "traffic": (0.0, 3.0)},
    "microq": {"components": (4, 12), "pes": (1, 4), "nodes": (3, 8), "segments": (2, 5),
               "load": (0.8, 2.5), "candidates": (1, 3), "rough": (0.0, 1.0)},
    "microw": {"pes": (15, 60), "nodes": (4, 12), "load": (0.6, 1.2), "candidates": (1, 3),
               "drift": (0.0, 1.0), "ranged": (0.0, 0.5), "fixed": (0.0, 0.2)},
    "cluster_ratio": {"groups": (4, 16), "containers": (24, 200), "demand": (1.0, 3.0),
                      "curve": ["waves", "convex", "rough"]},
    "queue_config": {"jobs": (6, 14), "queues": (2, 3), "containers": (4, 10),
                     "scheduler": ["fair", "capacity"], "mean_gap": (0.5, 5.0)},
    "adaptive_config": {"groups": (2, 5), "jobs": (4, 10), "containers": (6, 20), "upper": (4, 10),
                        "mean_gap": (0.5, 4.0), "objective": ["mean-job", "sum-of-means"]},
    "utility": {"jobs": (6, 24), "cores": (16, 96), "max_cores": (4, 16),
                "objective": ["max-sum", "max-min"], "shape": ["concave", "steps", "rough"]},
    "utility_course": {"jobs": (4, 10), "epochs": (8, 30), "cores": (4, 16), "batches": (4, 20),
                       "gap": (0.0, 2.0), "curve": ["geometric", "estimate"],
                       "objective": ["mean-loss", "time-to"]},
    "consolidation": {"machines": (6, 20), "kind": ["ecs", "physical"], "load": (0.2, 0.7),
                      "running": [True, False], "budget": [None, 0.2, 0.5]},
    "warm_pool": {"ticks": (30, 200), "per_day": [12, 24], "machines": (4, 30),
                  "machine_size": [8], "noise": (0.0, 0.1), "bursts": (0.0, 4.0),
                  "max_up": (1, 3), "max_down": (1, 3), "short_cost": (1, 1000)},
    "cold_stock": {"days": (16, 60), "forecasts": [False], "period": (1, 7), "lead": (0, 10),
                   "shape": ["turning", "increasing", "fluctuating", "decreasing"],
                   "weekly": (0.0, 2.0), "law": ["cauchy", "laplace", "normal"],
                   "stock": (0, 40), "order_cost": (0, 30)},
    "eviction": {"residents": (10, 60), "resources": (1, 3), "correlation": (0.0, 1.0),
                 "need": (0.1, 0.6), "keep": (0.0, 0.2)},
}  # fmt: skip


class Claim(NamedTuple):
    """What one method says of an instance; ``outcome`` is as the judge let it out."""

    method: str
    outcome: Outcome


def drawn(ranges: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return one value of every range: pairs are ends, lists are choices."""
    parameters = {}
    for name, values in ranges.items():
        if isinstance(values, list):
            parameters[name] = rng.choice(values)
        elif isinstance(values[0], int):
            parameters[name] = rng.randint(*values)
        else:
            parameters[name] = round(rng.uniform(*values), 3)
    return parameters


def claims_of(instance: optgap.Instance, limit: float) -> list[Claim]:
    """Return what every method of the catalogue says; a method that refuses says nothing."""
    claims = []
    for method in optgap.problem(instance.problem).methods:
        try:
            outcome = optgap.solve(instance, method.name, time_limit=limit, seed=1)
        except optgap.InputError:
            continue
        claims.append(Claim(method.name, outcome))
    return claims


def contradictions(claims: list[Claim]) -> list[str]:
    """Return a sentence for each pair of claims that cannot both be true."""
    said = []
    for one in claims:
        if one.outcome.stopped == "error":
            said.append(f"{one.method} ends with an error: {one.outcome.message}")
        for other in claims:
            said += _between(one, other)
    return said


def _between(one: Claim, other: Claim) -> list[str]:
    """Compare what one method has in hand with what another one proves."""
    has, proves = one.outcome, other.outcome
    if has.decision is not None and proves.status == "infeasible":
        return [f"{one.method} has a decision, {other.method} says infeasible"]
    distance = gap(has.objective, proves.bound, has.sense)
    if distance is not None and distance < -TOLERANCE:
        return [f"{one.method}: {has.objective!r} beats the bound {proves.bound!r} of "
                f"{other.method} ({proves.bound_kind})"]  # fmt: skip
    if not (has.front and proves.front_complete and proves.front):
        return []
    complete = [point.objectives for point in proves.front]
    beyond = [point.objectives for point in has.front if not _covered(point.objectives, complete)]
    return [f"{one.method}: {beyond[0]} lies beyond the front of {other.method}"] if beyond else []


def _covered(point: dict[str, float], front: list[dict[str, float]]) -> bool:
    """Return whether a point of a front is nowhere worse than the point; objectives are costs."""
    return any(
        all(other[k] <= value + TOLERANCE * max(abs(value), abs(other[k])) for k, value in
            point.items())
        for other in front
    )  # fmt: skip


def attacked(problem: str, seed: int, limit: float) -> dict[str, Any] | None:
    """Return one instance's row; ``None`` where the drawn parameters make no instance."""
    parameters = drawn(MEDIUM[problem], random.Random(f"{problem} {seed}"))
    try:
        instance = optgap.generate(problem, seed, **parameters)
    except optgap.InputError:
        return None
    claims = claims_of(instance, limit)
    return {
        "problem": problem,
        "seed": seed,
        "parameters": parameters,
        "methods": len(claims),
        "bounds": sum(claim.outcome.bound is not None for claim in claims),
        "proven": sum(claim.outcome.status == "optimal" for claim in claims),
        "contradictions": contradictions(claims),
    }


def table(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one row per problem: instances, answers, bounds, and the contradictions."""
    found = []
    for problem in dict.fromkeys(row["problem"] for row in rows):
        mine = [row for row in rows if row["problem"] == problem]
        totals = {key: sum(row[key] for row in mine) for key in ("methods", "bounds", "proven")}
        against = [{"seed": row["seed"], "said": row["contradictions"]} for row in mine
                   if row["contradictions"]]  # fmt: skip
        found.append({"problem": problem, "instances": len(mine), **totals,
                      "contradictions": against})  # fmt: skip
    return found


def main() -> None:
    """Attack; the exit code is 1 where two methods contradict each other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="instances per problem")
    parser.add_argument("--limit", type=float, default=1.0, help="seconds per method")
    parser.add_argument("--problem", choices=sorted(MEDIUM), action="append")
    parser.add_argument("--rows", type=Path, help="write the table to this JSON file")
    parser.add_argument("--smoke", action="store_true", help="one instance each")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for problem in given.problem or MEDIUM:
        begun, seed = time.perf_counter(), 0
        mine: list[dict[str, Any]] = []
        while len(mine) < (1 if given.smoke else given.count):
            row = attacked(problem, seed, 0.2 if given.smoke else given.limit)
            seed += 1
            mine += [row] if row else []
            for sentence in row["contradictions"] if row else ():
                print(f"{problem}, seed {seed - 1}: {sentence}")
        rows += mine
        print(f"{problem:16} {len(mine)} instances, {time.perf_counter() - begun:.0f} s")
        sys.stdout.flush()
    if given.rows is not None:
        given.rows.write_text(json.dumps(table(rows), indent=1) + "\n")
    sys.exit(1 if any(row["contradictions"] for row in rows) else 0)


if __name__ == "__main__":
    main()
