"""The plain statements of heuristics return the decisions of the compiled ones, ties included."""

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import optgap
from optgap.heuristics.plain import PLAIN_METHODS

Draw = Callable[[np.random.Generator], dict[str, Any]]


def placement(rng: np.random.Generator) -> dict[str, Any]:
    """A stage with few different latencies, so that many are equal."""
    m, n = rng.integers(1, 6), rng.integers(1, 5)
    room = rng.integers(0, 3, n)
    room[rng.integers(n)] += max(0, m - room.sum())
    return {
        "latency": rng.integers(1, 5, (m, n)).tolist(),
        "capacity": room.tolist(),
        "utilization": (rng.integers(0, 3, n) / 2).tolist(),
    }


def eviction(rng: np.random.Generator) -> dict[str, Any]:
    """A node of one resource whose need can be covered."""
    held = rng.integers(0, 5, rng.integers(1, 7))
    held[0] += 1
    residents = [
        {"name": f"r{i}", "demand": [int(size)], "temperature": int(rng.integers(0, 4))}
        for i, size in enumerate(held)
    ]
    request = int(rng.integers(1, held.sum() + 1))
    return {"resources": ["cpu"], "request": [request], "residents": residents}


def utility(objective: str, key: str) -> Draw:
    """Jobs whose curves may rise and fall, with bounds on their cores."""

    def draw(rng: np.random.Generator) -> dict[str, Any]:
        jobs = []
        for i in range(rng.integers(1, 5)):
            least = int(rng.integers(0, 2))
            most = least + int(rng.integers(0, 4))
            curve = rng.integers(0, 4, most + 1).tolist()
            cores = {"min_cores": least, "max_cores": most}
            jobs.append({"name": f"j{i}", **cores, key: curve, "weight": int(rng.integers(1, 3))})
        cores = sum(job["min_cores"] for job in jobs) + int(rng.integers(0, 6))
        return {"objective": objective, "epoch": 1, "cores": max(1, cores), "jobs": jobs}

    return draw


def cluster_ratio(rng: np.random.Generator) -> dict[str, Any]:
    """Groups with latencies that may rise and fall."""
    groups = []
    for i in range(rng.integers(1, 5)):
        lower, width = int(rng.integers(0, 3)), int(rng.integers(0, 4))
        latency = rng.integers(0, 5, width + 1).tolist()
        groups.append({"name": f"g{i}", "lower": lower, "upper": lower + width, "latency": latency})
    lower = sum(group["lower"] for group in groups)
    return {"containers": lower + int(rng.integers(0, 7)), "groups": groups}


def consolidation(rng: np.random.Generator) -> dict[str, Any]:
    """Requests of one resource for equal, empty machines."""
    sizes = rng.integers(1, 7, rng.integers(1, 8)).tolist()
    return {
        "resources": ["cpu"],
        "machines": [{"name": f"m{k}", "capacity": [8]} for k in range(len(sizes))],
        "items": [{"name": f"i{k}", "demand": [size]} for k, size in enumerate(sizes)],
    }


def cold_stock(rng: np.random.Generator) -> dict[str, Any]:
    """Demands in quarters of a machine, with machines returned now and then."""
    days = int(rng.integers(1, 9))
    return {
        "demand": (rng.integers(-4, 13, days) / 4).tolist(),
        "stock": int(rng.integers(0, 6)),
        "period": int(rng.integers(1, 4)),
        "lead": int(rng.integers(0, 4)),
        "first_review": int(rng.integers(0, days)),
        "pipeline": rng.integers(0, 3, rng.integers(0, days + 1)).tolist(),
        "short_cost": 10,
    }


def warm_pool(rng: np.random.Generator) -> dict[str, Any]:
    """Memory in use that is often a whole number of machines."""
    lead = int(rng.integers(1, 3))
    ticks = lead + int(rng.integers(1, 7))
    drawn: dict[str, Any] = {
        "allocated": rng.integers(0, 50, ticks).tolist(),
        "machine_size": 10,
        "lead": lead,
        "short_cost": 100,
    }
    for key, high in (("configured", 5), ("max_up", 3), ("max_down", 3)):
        if rng.random() < 0.5:
            drawn[key] = int(rng.integers(0, high))
    return drawn


def macroq(rng: np.random.Generator) -> dict[str, Any]:
    """Jobs with one concave curve each, with equal steps."""
    steps = rng.integers(0, 4, (rng.integers(1, 5), 4))
    worth = np.cumsum(np.insert(-np.sort(-steps, axis=1), 0, 0, axis=1), axis=1).tolist()
    curves = [{"name": "t", "mips": [0, 2, 4, 6, 8], "importance": each} for each in worth]
    jobs = [{"name": f"j{i}", "rank": 1, "templates": [curve]} for i, curve in enumerate(curves)]
    return {"mips": int(rng.integers(1, 20)), "curves": "points", "jobs": jobs}


def in_fractions(instance: Any) -> SimpleNamespace:
    """A node whose temperatures are fractions, so that no quotient is rounded."""
    residents = [
        SimpleNamespace(
            name=resident.name,
            keep=resident.keep,
            demand=resident.demand,
            temperature=Fraction(resident.temperature),
        )
        for resident in instance.residents
    ]
    fields = {name: getattr(instance, name) for name in ("request", "free", "resources")}
    return SimpleNamespace(**fields, residents=residents, need=instance.need, frees=instance.frees)


DRAWS: dict[tuple[str, str], Draw] = {
    ("utility", "max-min-greedy"): utility("max-min", "loss"),
}
DRAW: dict[str, Draw] = {
    "placement": placement,
    "eviction": eviction,
    "utility": utility("max-sum", "gain"),
    "cluster_ratio": cluster_ratio,
    "consolidation": consolidation,
    "cold_stock": cold_stock,
    "warm_pool": warm_pool,
    "macroq": macroq,
}


@pytest.mark.parametrize(("problem", "method"), PLAIN_METHODS)
def test_plain_and_compiled_decisions_are_equal(problem: str, method: str) -> None:
    """On random instances with many ties; optimal decisions may differ, their values not."""
    plain = PLAIN_METHODS[problem, method]
    options = {"forecast": "perfect"} if problem == "cold_stock" else None
    compared = 0
    for seed in range(150):
        document = {"problem": problem, "version": 1, "name": f"drawn-{seed}"}
        instance = optgap.load(
            document | DRAWS.get((problem, method), DRAW[problem])(np.random.default_rng(seed))
        )
        outcome = optgap.solve(instance, {"fox": "waterline"}.get(method, method), options=options)
        if outcome.decision is None:
            continue
        compared += 1
        decision = plain(in_fractions(instance) if problem == "eviction" else instance)
        if method in ("bottleneck", "fox"):
            assert optgap.check(instance, decision).objective == outcome.objective, seed
        else:
            assert decision == outcome.decision, seed
    assert compared > 100
