"""Random macroq instances: jobs are trees of PEs, as in `macrow`, or curves."""

import math
from typing import Any, Literal

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.faults import check_range
from ...core.memory import check_size
from .instance import MacroQ

Shape = Literal["lsd", "dac", "curves"]
_JOBS = {"lsd": 104, "dac": 6, "curves": 40}
_PES_PER_JOB = {"lsd": 737 / 104, "dac": 51 / 6, "curves": 0.0}
_LARGEST_STEP = 40  # units of a segment of a curve


def generate(
    seed: int,
    *,
    shape: Shape = "dac",
    jobs: int | None = None,
    pes: int | None = None,
    templates: int = 2,
    ranks: int = 4,
    required: float = 0.1,
    reads: float = 0.05,
    load: float = 2.0,
    points: int = 40,
    concave: bool = False,
    products: bool = False,
    granularity: float | None = None,
) -> MacroQ:
    """Return random jobs that together could use ``load`` times the available mips.

    ``lsd`` has 104 jobs of 737 light PEs, ``dac`` 6 jobs of 51 PEs of very different sizes: trees
    of streams.  A share ``reads`` of the jobs reads the last stream of the preceding job.  A job
    has up to ``templates`` templates, whose PEs need different mips.  ``curves`` has jobs that are
    curves of up to ``points`` breakpoints, ``concave`` or with steps in random order.  With
    ``products`` resource functions are as printed in SODA's 6.1, min(A r m, B r); ``exact`` needs a
    ``granularity`` for them.
    """
    count = _JOBS[shape] if jobs is None else jobs
    check_range(jobs=(count, 1), templates=(templates, 1), ranks=(ranks, 1), points=(points, 1))
    check_range(required=(required, 0, 1), reads=(reads, 0, 1), load=(load, 0.01))
    check_range(pes=(count if pes is None else pes, count), granularity=(granularity or 0, 0))
    check_size(parts=count * templates, numbers=count * templates * points)
    check_size(parts=3 * templates * (pes or count))
    rng = np.random.default_rng(seed)
    rank = np.sort(rng.integers(1, ranks + 1, count))
    made: list[dict[str, Any]] = []
    for j in range(count):
        offered = {"name": f"j{j + 1}", "rank": int(rank[j])}
        offered["required"] = bool(rank[j] == 1 and rng.random() < required)
        made.append(offered)
    if shape == "curves":
        for offered in made:
            number = int(rng.integers(1, templates + 1))
            drawn = [_curve(rng, points, concave, granularity or 1.0) for _ in range(number)]
            offered["templates"] = [{"name": f"t{t + 1}", **d} for t, d in enumerate(drawn)]
    else:
        most = round(_PES_PER_JOB[shape] * count) if pes is None else pes
        sizes = 1 + rng.multinomial(max(0, most - count), rng.dirichlet(np.full(count, 4.0)))
        _add_graphs(rng, made, sizes, shape == "dac", templates, reads, products, granularity)
    needed = sum(_least(each) for each in made if each["required"])
    unit = granularity or 1.0
    mips = max(needed, unit * round(sum(_most(each) for each in made) / load / unit), unit)
    return MacroQ.model_validate(
        {
            "name": f"macroq-{shape}-{count}-s{seed}",
            "mips": float(mips),
            "granularity": granularity,
            "primal": {"feed": 100.0},
            "jobs": made,
        }
    )


def _curve(
    rng: np.random.Generator, points: int, concave: bool, unit: float
) -> dict[str, list[float]]:
    count = int(rng.integers(max(1, points // 6), points + 1))
    widths = rng.integers(1, _LARGEST_STEP + 1, count)
    gains = np.round(widths * rng.exponential(1.0, count), 2)
    if concave:
        steepest = np.argsort(-gains / widths, kind="stable")
        widths, gains = widths[steepest], gains[steepest]
    mips = (int(rng.integers(1, 3 * _LARGEST_STEP)) + np.concatenate([[0], widths.cumsum()])) * unit
    worth = np.round(rng.uniform(0, 60) + np.concatenate([[0.0], gains.cumsum()]), 2)
    return {"mips": mips.tolist(), "importance": worth.tolist()}


def _add_graphs(
    rng: np.random.Generator,
    made: list[dict[str, Any]],
    sizes: IntArray,
    heavy: bool,
    templates: int,
    reads: float,
    products: bool,
    granularity: float | None,
) -> None:
    """Add to each job its templates: trees of PEs that need different mips."""
    for j, offered in enumerate(made):
        parent = _tree(rng, int(sizes[j]))
        source = f"j{j}/out" if j and rng.random() < reads else "feed"
        spread = 1.4 if heavy else 1.0
        needs = rng.lognormal(np.log(1500.0 if heavy else 300.0), spread, len(parent))
        shrink = np.round(rng.uniform(0.6, 1.0, len(parent)), 2)
        weights = np.round(rng.lognormal(0.0, 1.0, len(parent)), 2)
        offered["templates"] = []
        for t in range(int(rng.integers(1, templates + 1))):
            cost = needs * rng.uniform(0.8, 1.25, len(parent)) if t else needs
            graph = _graph(parent, source, cost, shrink, weights * (1.0 + 0.1 * t), products)
            if granularity is not None:
                _put_on_grid(graph, granularity)
            offered["templates"].append({"name": f"t{t + 1}", **graph})


def _tree(rng: np.random.Generator, count: int) -> list[int]:
    """Return for each PE the PE that it reads: mostly the preceding one, else an earlier one."""
    return [
        p - 1 if p == 0 or rng.random() < 0.7 else int(rng.integers(0, p)) for p in range(count)
    ]


def _graph(
    parent: list[int],
    source: str,
    needs: FloatArray,
    shrink: FloatArray,
    weights: FloatArray,
    products: bool,
) -> dict[str, list[dict[str, Any]]]:
    """Return the PEs and streams of a template; only streams that no PE reads have a value."""
    count = len(parent)
    rate = np.zeros(count)
    leaves = set(range(count)) - set(parent)
    name = [f"s{p + 1}" for p in range(count)]
    name[-1] = "out"
    pes, streams = [], []
    for p in range(count):
        reads = source if parent[p] < 0 else name[parent[p]]
        read = 100.0 if parent[p] < 0 else rate[parent[p]]
        rate[p] = read * shrink[p]
        full = float(max(2.0, round(needs[p])))
        made_per_mips = float(f"{rate[p] / full:.4g}")
        if products:
            first: dict[str, Any] = {
                "mips": float(f"{shrink[p] / full:.4g}"),
                "rates": {reads: 1.0},
                "product": True,
            }
        else:
            first = {"mips": made_per_mips}
        resource = [first, {"rates": {reads: float(shrink[p])}}]
        pes.append({"name": f"p{p + 1}", "min_mips": float(full // 10), "max_mips": full})
        stream: dict[str, Any] = {"name": name[p], "pe": f"p{p + 1}", "resource": resource}
        if p in leaves:
            top = float(f"{rate[p]:.4g}")
            worth = [0.0, float(f"{0.7 * top:.4g}"), top]
            stream["value"] = {"rate": [0.0, float(f"{0.5 * top:.4g}"), top], "value": worth}
            stream["weight"] = round(float(weights[p]), 3)
        streams.append(stream)
    return {"pes": pes, "streams": streams}


def _put_on_grid(graph: dict[str, list[dict[str, Any]]], unit: float) -> None:
    for pe in graph["pes"]:
        pe["min_mips"] = unit * math.floor(pe["min_mips"] / unit)
        pe["max_mips"] = max(unit, unit * math.ceil(pe["max_mips"] / unit))


def _least(offered: dict[str, Any]) -> float:
    return min(_least_and_most_mips(template)[0] for template in offered["templates"])


def _most(offered: dict[str, Any]) -> float:
    return max(_least_and_most_mips(template)[1] for template in offered["templates"])


def _least_and_most_mips(template: dict[str, Any]) -> tuple[float, float]:
    """Return the minimum and the maximum mips of a template."""
    if "mips" in template:
        return template["mips"][0], template["mips"][-1]
    pes = template["pes"]
    return sum(pe["min_mips"] for pe in pes), sum(pe["max_mips"] for pe in pes)
