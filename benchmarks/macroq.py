"""macroq: Table VII, curves of many units, LSD-like and DAC-like graphs, and an LSD epoch.

``--smoke`` runs small sizes; ``--grow`` the sizes doubled and doubled again; ``--epoch`` one macro
epoch of the LSD-like application with ten micro epochs.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import optgap
from optgap.instances.application import example
from optgap.instances.macroq import MacroQ, admission_experiment, generate
from optgap.instances.macroq.admission_experiment import PRINTED_NODES
from optgap.solvers.macroq import grid_of, plain_table
from optgap.validation.epochs import Settings, course


def timed(instance: MacroQ, method: str, **limits: float) -> str:
    """Return the seconds of a judged solve, and what it proves."""
    begun = time.perf_counter()
    outcome = optgap.solve(instance, method, **limits)
    total = time.perf_counter() - begun
    gap = "no gap" if outcome.gap is None else f"gap {outcome.gap:.2e}"
    kind = outcome.bound_kind or "no bound"
    build = outcome.timing.get("build", 0.0)
    return (
        f"{method:11}{outcome.seconds:8.3f} s (build {build:.3f} s, judged {total:.3f} s) "
        f"{outcome.status}, {gap}, {kind}"
    )


def plain_loops(instance: MacroQ) -> float:
    """Return the seconds of the (max,+) dynamic program of one waterline in plain loops."""
    grid = grid_of(instance)
    tables = [
        plain_table(*grid.curve(job.templates[0])[:2], grid.room).tolist() for job in instance.jobs
    ]
    begun = time.perf_counter()
    best = [0.0] * (grid.room + 1)
    for table in tables[:4]:  # four parties; all others take as long
        following = best[:]
        for used in range(grid.room + 1):
            for units in range(min(used, len(table) - 1) + 1):
                value = best[used - units] + table[units]
                following[used] = max(value, following[used])
        best = following
    return (time.perf_counter() - begun) / 4 * len(tables)


def many_points(jobs: int, room: int, seed: int = 1) -> MacroQ:
    """Return curves of 60 to 400 points over units of 100 mips."""
    rng = np.random.default_rng(seed)
    offered = []
    for j in range(jobs):
        count = int(rng.integers(60, 401))
        mips = 100.0 * (int(rng.integers(1, 40)) + np.arange(count))
        worth = np.round(rng.uniform(0, 20) + np.cumsum(rng.exponential(1.0, count)), 2)
        curve = {"name": "t1", "mips": mips.tolist(), "importance": worth.tolist()}
        offered.append({"name": f"j{j}", "rank": int(rng.integers(1, 5)), "templates": [curve]})
    return MacroQ.model_validate({"name": "points", "mips": 100.0 * room, "jobs": offered})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--grow", action="store_true")
    parser.add_argument("--epoch", action="store_true")
    asked = parser.parse_args()
    rows = PRINTED_NODES[-3:] if asked.smoke else PRINTED_NODES
    optgap.solve(admission_experiment(), "waterline")  # compiles
    begun = time.perf_counter()
    for nodes in rows:
        optgap.solve(admission_experiment(nodes), "waterline")
    print(f"Table VII, {len(rows)} rows: {time.perf_counter() - begun:.3f} s, judged")
    jobs, room = (12, 1200) if asked.smoke else (104, 11_000)
    sizes = [1, 2, 4] if asked.grow else [1]
    for size in sizes:
        curves = many_points(jobs * size, room * size)
        print(f"{jobs * size} curves of 60 to 400 points, {room * size} units")
        print(" ", timed(curves, "waterline"))
    if not asked.grow:
        loops = plain_loops(many_points(jobs, room))
        print(f"  one waterline in plain loops (of four parties, scaled): {loops:.1f} s")
    for shape, reads in (("dac", 0.2), ("lsd", 0.05), ("lsd", 0.3)):
        for size in sizes if shape == "lsd" else [1]:
            count = {"dac": 6, "lsd": 12 if asked.smoke else 104}[shape] * size
            drawn = generate(1, shape=shape, jobs=count, reads=reads, ranks=4)
            print(f"{drawn.name}, {len(drawn.graph.pes)} PEs, {reads:.0%} read from another")
            for method in ("exact", "relaxation", "fig10", "greedy"):
                print(" ", timed(drawn, method, time_limit=60.0))
    if asked.epoch:
        one_epoch()


def one_epoch() -> None:
    """Run one macro epoch of the LSD-like application, and ten micro epochs."""
    application = example("lsd", events=False).model_copy(update={"micro_epochs": 10})
    begun = time.perf_counter()
    spent: dict[str, float] = {}
    for record in course(application, Settings(macro_epochs=1)):
        for model, seconds in record["seconds"].items():
            spent[model] = spent.get(model, 0.0) + seconds
    parts = ", ".join(f"{model} {seconds:.1f} s" for model, seconds in spent.items())
    print(f"LSD epoch with 10 micro epochs: {time.perf_counter() - begun:.1f} s ({parts})")


if __name__ == "__main__":
    main()
