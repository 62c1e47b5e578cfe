"""Ten times the papers' sizes: what `auto` returns within five seconds.

Run ``python benchmarks/scale.py`` (ten minutes; rewrites docs/data/scale.json, from which
docs/scale.md is made), with ``--problems macroq,microq`` for some rows, with ``--limits 1`` for
the rows of another limit, or with ``--smoke``
(seconds; small sizes, writes nothing, fails if a plan or a certified bound is missing).  Each
instance is written by `optgap generate`.  Each solve is a separate process that reads the file; its
clock, like that of `optgap solve`, begins when the process starts.

With ``--growth`` it solves clusters of 1,000 to 100,000 machines, one with a million items, and a
placement of a million instances (half an hour; rewrites docs/data/scale_growth.json); ``--growth
auto,karpenter`` are some methods only, and ``--growth --smoke`` solves small ones.  ``pop-10`` is
POP with ten parts: D. Narayanan et al.: Solving Large-Scale Granular Resource Allocation Problems
Efficiently with POP, SOSP 2021.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from time import perf_counter, time
from typing import Any

import numpy as np
from problem_data import facts_of

import optgap
from optgap.core.gaps import gap
from optgap.validation.running import solve

TARGET = Path(__file__).parents[1] / "docs" / "data" / "scale.json"
GROWTH = TARGET.with_name("scale_growth.json")
LIMITS = (5.0,)

MACHINES = (1_000, 3_000, 10_000, 30_000, 100_000)
HEURISTICS = ("drain-first-fit", "drain-best-fit", "karpenter", "price-guided")
# seconds for each number of machines; the shortest rows are of the largest clusters only
GROWTH_LIMITS = {
    "auto": (10.0, 10.0, 20.0, 40.0, 90.0),
    "pop-10": (10.0, 10.0, 20.0, 40.0, 90.0),
    "pop-100": (20.0, 40.0, 90.0),
    **dict.fromkeys(HEURISTICS, (10.0, 10.0, 15.0, 20.0, 20.0)),
}
GOAL = 0.01  # the growth asks for plans within 1%
MILLION = {"machines": 100_000, "kind": "cloud", "load": 0.9}  # 1,001,241 items with seed 1
KEY = ("problem", "size", "method")
PLACEMENT = {"instances": 1_000_000, "machines": 100_000, "linear": True, "groups": 40}
PLACEMENT_METHODS = {"bottleneck": 60.0, "ipa": 60.0, "auto": 60.0}

SIZES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {  # large, and for --smoke
    name: (facts_of(name)["scale"], facts_of(name)["smoke"]) for name in optgap.problem_names()
}


def solved(
    name: str, size: dict[str, Any], limit: float, method: str | None, path: str, started: float
) -> dict[str, Any]:
    """Read an instance from its file, solve it within a limit, and return the row.

    The limit and all seconds begin at the time ``started``, when the process was started.
    """
    begun = perf_counter() - (time() - started)
    instance = optgap.load(path)
    row: dict[str, Any] = {"read": round(perf_counter() - begun, 2), "first_plan": None}
    known: list[Any] = [None]

    def listen(run: Any) -> None:
        now = round(perf_counter() - begun, 2)
        if row["first_plan"] is None and (run.decision is not None or run.front):
            row["first_plan"] = now
        if known[0] != (run.objective, run.bound):
            known[0] = run.objective, run.bound
            row["last_change"] = now

    limits = {"time_limit": limit, "seed": 0} | ({} if method is None else {"gap": GOAL})
    outcome = solve(instance, method, listener=listen, begun=begun, **limits)
    return {
        "problem": name,
        "size": size,
        "limit": limit,
        **row,
        "seconds": round(perf_counter() - begun, 2),
        "objective": outcome.objective,
        "points": None if outcome.front is None else len(outcome.front),
        "epsilon": outcome.epsilon,
        "bound": outcome.bound,
        "bound_kind": outcome.bound_kind,
        "gap": outcome.gap,
        **certified_bound(outcome),
        "status": outcome.status,
        "methods": outcome.details.get("methods"),
        "plan_by": outcome.details.get("plan_by") or outcome.details.get("front_by"),
        "bound_by": outcome.details.get("bound_by"),
        "message": outcome.message,
        "certificate": outcome.details.get("certificate"),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def certified_bound(outcome: optgap.Outcome) -> dict[str, Any]:
    """Return the tightest certified bound of an outcome, its method and its gap."""
    known = outcome.details.get("certified_bound") or {"bound": None, "by": None}
    if outcome.bound_kind == "certified":
        known = {"bound": outcome.bound, "by": outcome.details.get("bound_by")}
    return {
        "certified_bound": known["bound"],
        "certified_by": known["by"],
        "certified_gap": gap(outcome.objective, known["bound"], outcome.sense),
    }


def solved_in_parts(path: str, size: dict[str, Any], limit: float, parts: int) -> dict[str, Any]:
    """Solve a generated cluster by POP, and return the row; the bound is one of the whole cluster.

    The seconds of the row are those of the parts, one after the other, without their judge.
    """
    cluster = optgap.load(path)
    plan, seconds = plan_of_parts(cluster, parts, limit, seed=0)
    judged = optgap.check(cluster, {"machine": plan})
    proven = optgap.solve(cluster, "column-generation", gap=1.0)  # ends with its first bound
    return {
        "problem": "consolidation",
        "size": size,
        "limit": limit,
        "last_change": round(sum(seconds), 2),
        "seconds": round(sum(seconds), 2),
        "slowest_part": round(max(seconds), 2),
        "objective": judged.objective,
        "bound": proven.bound,
        "bound_kind": proven.bound_kind,
        "gap": gap(judged.objective, proven.bound, "minimize"),
        "status": "feasible" if judged.feasible else "rejected",
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def plan_of_parts(
    cluster: Any, parts: int, limit: float, seed: int
) -> tuple[dict[str, str], list[float]]:
    """Return POP's plan of a running cluster without rules or a budget, and the parts' seconds.

    Machines are dealt at random, with their items; each part gets an equal share of the limit.
    """
    rng = np.random.default_rng(seed)
    dealt = rng.permutation(np.arange(len(cluster.machines)) % parts).tolist()
    part_of = {machine.name: q for machine, q in zip(cluster.machines, dealt, strict=True)}
    machines: list[list[Any]] = [[] for _ in range(parts)]
    items: list[list[Any]] = [[] for _ in range(parts)]
    for machine in cluster.machines:
        machines[part_of[machine.name]].append(machine)
    for item in cluster.items:
        items[part_of[item.machine]].append(item)
    plan: dict[str, str] = {}
    seconds = list[float]()
    for few, its in zip(machines, items, strict=True):
        if its:
            part = cluster.model_copy(update={"machines": tuple(few), "items": tuple(its)})
            outcome = optgap.solve(part, time_limit=limit / parts, seed=seed, gap=GOAL)
            plan.update(outcome.decision["machine"])
            seconds.append(outcome.seconds)
    return plan, seconds


folder = cache(tempfile.TemporaryDirectory)  # of the generated files


@cache
def file_of(name: str, size: str) -> str:
    """Return the file of an instance that `optgap generate` writes for options in JSON."""
    path = f"{folder().name}/{name}-{sha256(size.encode()).hexdigest()[:8]}.json"
    settings = [f"--set={key}={json.dumps(value)}" for key, value in json.loads(size).items()]
    command = [sys.executable, "-m", "optgap", "generate", name, "--seed=1", *settings, "-o", path]
    subprocess.run(command, capture_output=True, check=True)
    return path


def row_in_a_process(
    name: str, size: dict[str, Any], limit: float, method: str | None = None
) -> dict[str, Any]:
    """Return the row that a separate process has computed."""
    path = file_of(name, json.dumps(size))
    program = [sys.executable, __file__, "--row"]
    program.append(json.dumps([name, size, limit, method, path, time()]))
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    if ended.returncode:
        row = {"problem": name, "size": size, "limit": limit, "status": "error"}
        return {**row, "message": (ended.stderr.strip().splitlines() or ["no message"])[-1]}
    return dict(json.loads(ended.stdout.splitlines()[-1]))


def line_of(row: dict[str, Any]) -> str:
    """Return a row for the terminal."""
    shown = {
        key: "-" if row.get(key) is None else f"{row[key]:.2%}" for key in ("gap", "certified_gap")
    }
    return (
        f"{row['problem']:16}{row['limit']:6g} s{row.get('seconds') or 0:9.2f} s"
        f"  read {row.get('read')!s:>6}  first {row.get('first_plan')!s:>6}  gap {shown['gap']:>8}"
        f"  certified {shown['certified_gap']:>8}"
        f"  {row['status']:10}{row.get('bound_kind')!s:10}{row.get('peak_mb') or 0:7,} MB"
        f"  {row.get('plan_by')}/{row.get('bound_by')}  {row.get('message') or ''}"
    )


def growth(methods: list[str], *, smoke: bool) -> None:
    """Solve clusters of growing size and a placement by several methods, and write the rows."""
    sizes = (20, 40) if smoke else MACHINES
    work: list[tuple[str, dict[str, Any], float, str]] = [
        ("consolidation", {"machines": machines, "kind": "cloud"}, limit, method)
        for method in methods
        for limits in [GROWTH_LIMITS.get(method, ())]
        for machines, limit in zip(sizes[-len(limits) :], limits, strict=False)
    ]
    if "million" in methods and not smoke:
        work.append(("consolidation", MILLION, 300.0, "auto"))
    if "placement" in methods:
        size = SIZES["placement"][1] if smoke else PLACEMENT
        work += [("placement", size, limit, each) for each, limit in PLACEMENT_METHODS.items()]
    rows = json.loads(GROWTH.read_text())["rows"] if GROWTH.exists() and not smoke else []
    for name, size, limit, method in work:
        row = {"method": method, **row_in_a_process(name, size, limit, method)}
        print(f"{method:16}{size['machines']:9,}  {line_of(row)}", flush=True)
        if smoke and row.get("bound_kind") != "certified":
            sys.exit(f"no certified bound: {name} by {method}")
        key = [row[field] for field in KEY]
        rows = [old for old in rows if [old[field] for field in KEY] != key] + [row]
        if not smoke:
            document = {"date": datetime.now(UTC).date().isoformat(), "rows": rows}
            GROWTH.write_text(json.dumps(document, indent=1) + "\n")


def main() -> None:
    """Print a row for each problem and limit, and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, one limit")
    parser.add_argument("--problems", default=",".join(SIZES))
    parser.add_argument("--limits", default=",".join(f"{limit:g}" for limit in LIMITS))
    every = ",".join([*GROWTH_LIMITS, "million", "placement"])
    parser.add_argument("--growth", nargs="?", const=every, help="clusters of growing size")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        name, size, limit, method, path, started = json.loads(options.row)
        _, is_pop, parts = (method or "").partition("pop-")
        print(
            json.dumps(
                solved_in_parts(path, size, limit, int(parts))
                if is_pop
                else solved(name, size, limit, method, path, started)
            )
        )
        return
    if options.growth:
        growth(options.growth.split(","), smoke=options.smoke)
        return
    names = options.problems.split(",")
    limits = [20.0] if options.smoke else [float(limit) for limit in options.limits.split(",")]
    rows = []
    for name, limit in product(names, limits):
        rows.append(row_in_a_process(name, SIZES[name][options.smoke], limit))
        print(line_of(rows[-1]), flush=True)
    if options.smoke:
        missing = [row["problem"] for row in rows if not has_plan_and_bound(row)]
        sys.exit(f"no plan or no certified bound: {missing}" if missing else 0)
    old = json.loads(TARGET.read_text())["rows"] if TARGET.exists() else []
    new = {(row["problem"], row["limit"]): row for row in [*old, *rows]}
    ordered = sorted(
        new.values(), key=lambda row: (list(SIZES).index(row["problem"]), row["limit"])
    )
    document = {"date": datetime.now(UTC).date().isoformat(), "rows": ordered}
    TARGET.write_text(json.dumps(document, indent=1) + "\n")


def has_plan_and_bound(row: dict[str, Any]) -> bool:
    """Return whether a row has a plan or points, and a certified bound or a proven front."""
    is_proven = row.get("certified_bound") is not None or row["status"] == "optimal"
    return is_proven and (row.get("objective") is not None or bool(row.get("points")))


if __name__ == "__main__":
    main()
