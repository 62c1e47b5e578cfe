"""warm_pool, cold_stock and eviction at size: tables, models and a plain scipy formulation.

Run ``python benchmarks/eigen_layers.py`` (minutes) or with ``--smoke`` (seconds).  Growth is over
days, ticks, machines, short days and residents; the peer is the model that a user would write with
`scipy.optimize.milp`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import diags_array, eye_array, hstack, vstack

import optgap
from optgap.core.outcome import Outcome
from optgap.core.schema import Instance
from optgap.instances import cold_stock, eviction, warm_pool

LIMIT = 60.0


def timed(action: Callable[[], Any]) -> tuple[Any, float]:
    """Return what an action returns, and its seconds."""
    begun = time.perf_counter()
    found = action()
    return found, time.perf_counter() - begun


def line(label: str, outcome: Outcome, took: float) -> None:
    """Print one outcome."""
    value = "-" if outcome.objective is None else f"{outcome.objective:.6g}"
    print(f"  {label:44}{took:9.3f} s  {value:>12}  {outcome.status} ({outcome.bound_kind})")


def compared(title: str, instance: Instance, methods: tuple[str, ...]) -> None:
    """Print seconds and what is proven for some methods on one instance."""
    print(f"\n{title}")
    for method in methods:
        outcome, took = timed(lambda m=method: optgap.solve(instance, m, time_limit=LIMIT))
        line(method, outcome, took)


def cold(days: int, most_short: int) -> Instance:
    """Return a course of demand of which the future is known."""
    return cold_stock.generate(
        1, days=days, forecasts=False, max_short=most_short, short_cost=0.0, stock=60
    )


def warm(ticks: int, machines: int, most_short: int) -> Instance:
    """Return a course of memory in use."""
    ramp = max(2, machines // 30)
    return warm_pool.generate(
        1,
        ticks=ticks,
        machines=machines,
        max_up=ramp,
        max_down=ramp,
        max_short=most_short,
        short_cost=0.0,
    )


def peer(instance: Any) -> float:
    """Return the optimum of warm_pool by a plain model in scipy."""
    ticks, needed = instance.ticks, instance.needed.astype(float)
    one, before = eye_array(ticks, format="csr"), eye_array(ticks, k=-1, format="csr")
    none, step = 0 * one, (one - before)[1:]
    idle = np.maximum(0, instance.most - needed)
    rows = vstack(
        [
            hstack([-instance.machine_size * one, one, none]),
            hstack([one, none, diags_array(needed)]),
            hstack([step, none[1:], none[1:]]),
            hstack([one[1:], none[1:], (before @ diags_array(needed))[1:]]),
            hstack([step, none[1:], -(before @ diags_array(idle))[1:]]),
            hstack([none[:1], none[:1], np.ones((1, ticks))]),
        ]
    )
    ramp = np.full(ticks - 1, -instance.max_down)
    low = [-instance.allocated, needed, ramp, needed[:-1], -idle[:-1], [0]]
    high = [np.full(2 * ticks, np.inf), np.full(ticks - 1, instance.max_up)]
    high += [np.full(2 * (ticks - 1), np.inf), [instance.max_short]]
    fixed = np.arange(ticks) < instance.lead
    least = np.where(fixed, instance.at_start, 0)
    most = np.where(fixed, instance.at_start, instance.most)
    zeros, ones = np.zeros(ticks), np.ones(ticks)
    result = milp(
        np.concatenate([zeros, ones, zeros]),
        constraints=LinearConstraint(rows.tocsr(), np.concatenate(low), np.concatenate(high)),
        integrality=np.concatenate([ones, zeros, ones]),
        bounds=Bounds(
            np.concatenate([least, zeros, zeros]), np.concatenate([most, np.inf * ones, ones])
        ),
        options={"time_limit": LIMIT, "mip_rel_gap": 0},
    )
    return float(result.fun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, to see that it runs")
    smoke = parser.parse_args().smoke
    optgap.solve(cold(30, 1), "dp")  # compiles
    optgap.solve(warm(60, 5, 1), "dp")
    optgap.solve(eviction.generate(1, residents=8), "dp")
    for days, short in ((60, 2),) if smoke else ((365, 0), (365, 3), (365, 10), (4000, 20)):
        methods = ("dp", "minimum-stock", "rolling", "exact")
        instance = cold(days, short)
        compared(f"cold_stock, {days} days, K = {short}", instance, methods[: 3 + (days < 1000)])
    sizes = ((100, 10, 1),) if smoke else ((1008, 60, 0), (1008, 60, 2), (1008, 60, 10))
    for ticks, machines, short in sizes:
        instance = warm(ticks, machines, short)
        compared(f"warm_pool, {ticks} ticks, K = {short}", instance, ("dp", "exact"))
        value, took = timed(lambda i=instance: peer(i))
        print(f"  {'scipy.optimize.milp':44}{took:9.3f} s  {value!s:>12.12}")
    if not smoke:
        large = warm(4464, 1800, 10)
        compared(f"warm_pool, 4464 ticks, up to {large.most} machines, K = 10", large, ("dp",))
    nodes = ((10, 2, 0.15),) if smoke else ((40, 2, 0.15), (200, 3, 0.03), (200, 3, 0.15))
    for residents, resources, share in nodes:
        node = eviction.generate(1, residents=residents, resources=resources, need=share)
        need = "x".join(map(str, (node.need + 1).tolist()))
        methods = ("dp", "exact", "greedy", "coldest-first")
        compared(f"eviction, {residents} residents, {need} states", node, methods)


if __name__ == "__main__":
    main()
