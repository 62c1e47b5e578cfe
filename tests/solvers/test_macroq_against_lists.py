"""All methods of macroq against every list of jobs and templates, valued by a linear program."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

import optgap
from optgap.instances.macroq import MacroQ, generate


def depends(instance: MacroQ, chosen: dict) -> dict[str, set[str]]:
    """Return the jobs that depend on each admitted job: paths between PEs, by closure."""
    makers, arcs, owner = {}, set(), {}
    for job, template in chosen.items():
        for pe in template.pes or ():
            owner[job, pe.name] = job
        for stream in template.streams or ():
            makers[f"{job}/{stream.name}"] = (job, stream.pe)
    for job, template in chosen.items():
        own = {s.name for s in template.streams or ()}
        for stream in template.streams or ():
            for term in stream.resource:
                for name in term.rates or {}:
                    source = f"{job}/{name}" if name in own else name
                    if source in makers:
                        arcs.add((makers[source], (job, stream.pe)))
    reach = {p: {p} for p in owner}
    for _ in owner:
        for p, q in arcs:
            for each in reach.values():
                if p in each:
                    each |= reach[q]
    return {
        job: {job} | {owner[q] for p in owner if owner[p] == job for q in reach[p]}
        for job in chosen
    }


def lists(instance: MacroQ):
    """Yield every legal list with its templates, straight from the definition."""
    rank = {job.name: job.rank for job in instance.jobs}
    options = [[None, *job.choices] for job in instance.jobs]
    for picked in product(*options):
        pairs = zip(instance.jobs, picked, strict=True)
        chosen = {job.name: t for job, t in pairs if t is not None}
        if any(job.required and job.name not in chosen for job in instance.jobs):
            continue
        dependents = depends(instance, chosen)
        revised = {j: min(rank[d] for d in dependents[j]) for j in chosen}
        out = [rank[j] for j in rank if j not in chosen]
        if all(r <= k for r in revised.values() for k in out):
            yield chosen


def list_value(instance: MacroQ, chosen: dict) -> float:
    """Return the best importance of a list of graphs with concave values: a linear program."""
    column: dict = {}
    for job, template in chosen.items():
        for pe in template.pes:
            column["g", job, pe.name] = len(column)
        for stream in template.streams:
            column["r", job, stream.name] = len(column)
            column["v", job, stream.name] = len(column)
    cost = np.zeros(len(column))
    low, high = np.zeros(len(column)), np.full(len(column), np.inf)
    rows, sides = [], []

    def add(entries: dict, side: float) -> None:
        row = np.zeros(len(column))
        for key, value in entries.items():
            row[column[key]] += value
        rows.append(row)
        sides.append(side)

    for job, template in chosen.items():
        own = {s.name for s in template.streams}
        for pe in template.pes:
            k = column["g", job, pe.name]
            low[k] = pe.min_mips
            high[k] = instance.mips if pe.max_mips is None else pe.max_mips
        for stream in template.streams:
            r, v = ("r", job, stream.name), ("v", job, stream.name)
            cost[column[v]] = -stream.weight
            if stream.value is None:
                add({v: 1.0, r: -1.0}, 0.0)
            else:
                xs, ys = stream.value.rate, stream.value.value
                high[column[v]] = ys[-1]
                for a, b, c, d in zip(xs, ys, xs[1:], ys[1:], strict=False):
                    slope = (d - b) / (c - a)
                    add({v: 1.0, r: -slope}, b - slope * a)
            for term in stream.resource:
                entries, side = {r: 1.0}, 0.0
                if term.mips:
                    entries["g", job, stream.pe] = -term.mips
                for name, c in (term.rates or {}).items():
                    if name in own:
                        key = ("r", job, name)
                        entries[key] = entries.get(key, 0.0) - c
                    elif name in instance.primal:
                        side += c * instance.primal[name]
                    elif ("r", *name.split("/")) in column:
                        key = ("r", *name.split("/"))
                        entries[key] = entries.get(key, 0.0) - c
                add(entries, side)
    if not column:
        return 0.0
    add({key: 1.0 for key in column if key[0] == "g"}, instance.mips)
    found = linprog(cost, np.array(rows), np.array(sides), bounds=np.stack([low, high], axis=1))
    return -np.inf if found.status == 2 else -found.fun


def best_by_lists(instance: MacroQ) -> float:
    return max(list_value(instance, chosen) for chosen in lists(instance))


@pytest.mark.parametrize("seed", range(12))
def test_graphs(seed: int) -> None:
    instance = generate(seed, jobs=4, pes=8, reads=0.7, ranks=3, load=1.3 + seed % 4, required=0.3)
    best = best_by_lists(instance)
    exact = optgap.solve(instance, "exact", gap=1e-9)
    assert exact.status == "optimal"
    assert exact.objective == pytest.approx(best, rel=1e-6)
    assert optgap.solve(instance, "relaxation").bound >= best - 1e-6 * abs(best)
    on_grid = optgap.solve(instance, "nsdp", options={"unit": instance.mips / 16})
    assert on_grid.bound is None or on_grid.bound >= best - 1e-6 * abs(best)
    for method in ("fig10", "greedy", "rank-order", "even"):
        objective = optgap.solve(instance, method).objective
        assert objective is not None
        assert objective <= best * (1 + 1e-6)


@pytest.mark.parametrize("waterlines", [None, "apart"])
@pytest.mark.parametrize("seed", range(6))
def test_one_program_and_one_for_each_waterline(seed: int, waterlines: str | None) -> None:
    """(L1)-(L4) with f free, and fixed waterline by waterline, hold exactly the legal lists."""
    from optgap.core.run import Run
    from optgap.formulations.macroq import build_model
    from optgap.solvers.engines import solve_model

    instance = generate(100 + seed, jobs=4, pes=7, reads=0.8, ranks=4, load=2.5)
    levels = [None] if waterlines is None else instance.ranks
    found = []
    for level in levels:
        model = build_model(instance, waterline=level)
        result = solve_model(model, "highs", Run("maximize", gap=0.0))
        found.append(-np.inf if result.objective is None else result.objective)
    assert max(found) == pytest.approx(best_by_lists(instance), rel=1e-6)


def curve_optimum(instance: MacroQ) -> Fraction:
    """Return the best importance of curves in whole mips, list by list, one unit at a time."""
    best = None
    room = int(instance.mips)
    for chosen in lists(instance):
        table = {0: Fraction(0)}
        for template in chosen.values():
            xs, ys = template.mips, template.importance
            if instance.curves == "points":
                options = [(int(x), Fraction(str(y))) for x, y in zip(xs, ys, strict=True)]
            else:
                options = []
                for x in range(int(xs[0]), int(xs[-1]) + 1):
                    k = max(0, int(np.searchsorted(xs, x)) - 1)
                    a, b = Fraction(int(xs[k])), Fraction(str(ys[k]))
                    if len(xs) > 1:
                        c, d = Fraction(int(xs[k + 1])), Fraction(str(ys[k + 1]))
                        b += (d - b) * (x - a) / (c - a)
                    options.append((x, b))
            table = {
                u + x: max(w + y for v, w in table.items() for z, y in options if v + z == u + x)
                for u in table
                for x, _ in options
                if u + x <= room
            }
        for worth in table.values():
            best = worth if best is None else max(best, worth)
    assert best is not None
    return best


@pytest.mark.parametrize("curves", ["linear", "points"])
@pytest.mark.parametrize("seed", range(8))
def test_curves(seed: int, curves: str) -> None:
    drawn = generate(seed, shape="curves", jobs=3, points=3, ranks=2, load=1.4 + seed % 3)
    document = drawn.model_dump(mode="python") | {"curves": curves}
    shrunk = [
        job
        | {
            "templates": [
                t
                | {
                    "mips": np.unique(1 + np.asarray(t["mips"]) // 12),
                    "importance": np.asarray(t["importance"])[
                        : len(np.unique(1 + np.asarray(t["mips"]) // 12))
                    ],
                    "pes": None,
                    "streams": None,
                }
                for t in job["templates"]
            ]
        }
        for job in document["jobs"]
    ]
    document |= {"jobs": shrunk, "mips": float(max(12, drawn.mips // 12))}
    instance = MacroQ.model_validate(document)
    best = float(curve_optimum(instance))
    for method in ("exact", "waterline"):
        outcome = optgap.solve(instance, method, gap=1e-9)
        assert outcome.status == "optimal", method
        assert outcome.objective == pytest.approx(best, rel=1e-9)
    certified = optgap.solve(instance, "waterline")
    assert certified.bound_kind == "certified"
    for method in ("fig10", "greedy", "rank-order", "even"):
        assert optgap.solve(instance, method).objective <= best * (1 + 1e-9)


def grid_optimum(instance: MacroQ) -> float:
    """Return the best importance on the grid by forward evaluation of all allocations."""
    unit, graph = instance.granularity, instance.graph
    best = -np.inf
    for chosen in lists(instance):
        numbers = [
            a
            for a, alternative in enumerate(graph.alternatives)
            if chosen.get(instance.jobs[alternative.job].name) is alternative.template
        ]
        pes = [p for a in numbers for p in graph.alternatives[a].pes]
        spans = [
            np.arange(np.ceil(graph.pes[p].least / unit), np.floor(graph.pes[p].most / unit) + 1)
            for p in pes
        ]
        for given in product(*spans):
            if unit * sum(given) > instance.mips:
                continue
            mips = np.zeros(len(graph.pes))
            mips[pes] = unit * np.array(given)
            rates = graph.rates(mips, numbers)
            worth = sum(
                graph.streams[s].worth(rates[s])
                for a in numbers
                for s in graph.alternatives[a].streams
            )
            best = max(best, worth)
    return best


@pytest.mark.parametrize("products", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_graphs_on_a_grid(seed: int, products: bool) -> None:
    instance = generate(
        seed,
        jobs=3,
        pes=6,
        reads=0.6,
        ranks=2,
        load=1.5 + seed % 3,
        templates=1,
        products=products,
        granularity=1000.0,
    )
    best = grid_optimum(instance)
    for method in ("exact", "nsdp"):
        outcome = optgap.solve(instance, method)
        assert outcome.status == "optimal"
        assert outcome.objective == pytest.approx(best, rel=1e-6)
    for method in ("fig10", "greedy", "rank-order", "even"):
        assert optgap.solve(instance, method).objective <= best * (1 + 1e-6)
