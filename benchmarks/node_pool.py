"""Eigen's three layers in one replay: packing, warm machines, offline machines (Table 2, Fig. 13).

Run ``python benchmarks/node_pool.py`` (minutes; rewrites docs/data/node_pool_study.json, from which
the page draws) or with ``--smoke`` (seconds, writes nothing).
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from node_pool_layers import (
    Ratios,
    cold_stock_of,
    daily_peaks,
    machines_in_all,
    warm_pool_of,
)
from node_pool_replay import MACHINE, PER_DAY, Course, Trace, made_trace, replayed

import optgap
from optgap.core.arrays import IntArray

TARGET = Path(__file__).parents[1] / "docs" / "data" / "node_pool_study.json"
LEAD, PERIOD = 21, 7
WARM_UP = 28  # days that fill the cluster and are history for what comes after
RAMP = 4
SPARE = 20  # machines in the cold stock at the start

Methods = tuple[str, dict[str, Any]]
ROWS: dict[str, tuple[str, Methods, Methods]] = {
    "before": (
        "best-fit",
        ("constant-percentage", {"percent": 5.0}),
        ("constant-percentage", {"percent": 10.0}),
    ),
    "Eigen": ("vro", ("es-smoothed-margin", {}), ("minimum-stock", {"forecast": "seasonal"})),
    "Eigen, best parameters, future known": (
        "vro",
        ("best-smoothed-margin", {"alpha": [1.0], "gamma": [0.25, 1.0], "beta": [0.5, 0.9]}),
        ("minimum-stock", {"forecast": "perfect"}),
    ),
    "Eigen, packing perfect": (
        "bound",
        ("es-smoothed-margin", {}),
        ("minimum-stock", {"forecast": "seasonal"}),
    ),
    "Eigen, warm exact": ("vro", ("dp", {}), ("minimum-stock", {"forecast": "seasonal"})),
    "Eigen, cold exact": ("vro", ("es-smoothed-margin", {}), ("dp", {})),
    "cascade": ("vro", ("dp", {}), ("dp", {})),
    "lower bound": ("bound", ("dp", {}), ("dp", {})),
}


def layered(
    course: Course, occupied: IntArray, warm_method: Methods, cold_method: Methods
) -> tuple[Ratios, dict[str, Any]]:
    """Return the ratios of a row, and its daily means."""
    begin = WARM_UP * PER_DAY
    warm = warm_pool_of(
        "warm",
        occupied[begin:],
        MACHINE,
        history=occupied[:begin] * MACHINE,
        configured=int(occupied[begin - 1]) + RAMP,
        max_up=RAMP,
        max_down=RAMP,
        short_cost=40 * MACHINE,
    )
    run = optgap.solve(warm, warm_method[0], options=warm_method[1])
    machines = np.array(run.decision["machines"])
    configured = warm.at_start
    past = daily_peaks(occupied[:begin], PER_DAY)
    cold = cold_stock_of(
        "cold",
        machines,
        per_day=PER_DAY,
        configured=configured,
        total=configured + SPARE,
        period=PERIOD,
        lead=LEAD,
        order_cost=float(LEAD),
        short_cost=200.0,
        history=np.diff(past, prepend=past[0]).astype(float),
    )
    stocked = optgap.solve(cold, cold_method[0], options=cold_method[1])
    in_all = machines_in_all(cold, stocked.decision, configured)
    used = course.used[begin:]
    arrived = course.requests[begin:]
    found = Ratios.of(used, arrived, occupied[begin:], machines, in_all, PER_DAY, MACHINE)
    daily = {
        "in use": _daily(used / MACHINE),
        "not empty": _daily(occupied[begin:]),
        "configured": _daily(machines),
        "in all": in_all.tolist(),
    }
    cost = {
        "warm": run.objective,
        "warm bound": run.bound,
        "cold": stocked.objective,
        "cold bound": stocked.bound,
    }
    return found, {"daily": daily, "cost": cost}


def _daily(values: Any) -> list[float]:
    means = np.asarray(values, dtype=float).reshape(-1, PER_DAY).mean(axis=1)
    return [round(mean, 2) for mean in means.tolist()]


def study(trace: Trace) -> dict[str, Any]:
    """Return and print all rows of a trace."""
    begun = time.perf_counter()
    courses = {policy: replayed(trace, policy) for policy in ("best-fit", "vro")}
    took = time.perf_counter() - begun
    vro = courses["vro"]
    print(f"\n{trace.name}: {len(trace.arrival)} requests, {len(vro.used)} ticks, {took:.1f} s")
    print(f"  moved {vro.moved}, evicted {vro.evicted}; {asdict_of(vro)}")
    rows = {}
    for name, (packing, warm, cold) in ROWS.items():
        course = vro if packing == "bound" else courses[packing]
        occupied = vro.least if packing == "bound" else course.occupied
        ratios, drawn = layered(course, occupied, warm, cold)
        rows[name] = {"ratios": asdict(ratios), **drawn}
        listed = "  ".join(f"{key} {value:6.2%}" for key, value in asdict(ratios).items())
        print(f"  {name:38} {listed}", flush=True)
    facts = {"requests": len(trace.arrival), "moved": vro.moved, "evicted": vro.evicted}
    return {"rows": rows, **facts, "replay_seconds": round(took, 1)}


def asdict_of(course: Course) -> str:
    """Return the mean machines of a course in words."""
    return f"mean non-empty {course.occupied.mean():.1f}, at least {course.least.mean():.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    found = {}
    for shape in ("falling", "wavering", "rising"):
        trace = made_trace(1, shape, WARM_UP + (35 if smoke else 91), 12 if smoke else 200)
        found[shape] = study(trace)
        if smoke:
            return
    TARGET.write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
