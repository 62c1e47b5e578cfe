"""Fronts of multi-objective knapsacks with known sizes, beside a plain loop on the same engine.

The files are those of Tamby and Vanderpooten in ``../shared/data/mokp``; without them, and with
``--smoke``, random knapsacks are used.  MOA.jl's published sizes and seconds stand in its README.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path

import highspy
import numpy as np
import pyomo.environ as pyo

import optgap

DATA = Path(__file__).parents[2] / "shared" / "data" / "mokp"
PUBLISHED = {  # points
    "MOKP_p-2_n-200_2": 316,
    "MOKP_p-2_n-200_3": 399,
    "MOKP_p-2_n-200_4": 316,
    "MOKP_p-3_n-100_2": 4073,
    "MOKP_p-3_n-100_3": 4304,
    "MOKP_p-4_n-50_2": 1892,
    "MOKP_p-4_n-50_3": 1579,
}


def numbers(path: Path) -> tuple[np.ndarray, np.ndarray, float]:
    """Return values (objectives x goods), weights and the room of a knapsack."""
    found = [float(each) for each in re.findall(r"-?\d+\.?\d*", path.read_text())]
    goals, goods, room = int(found[0]), int(found[1]), found[2]
    table = np.array(found[3 : 3 + (goals + 1) * goods]).reshape(goals + 1, goods)
    return table[:-1], table[-1], room


def as_model(
    values: np.ndarray, weights: np.ndarray, room: float
) -> tuple[pyo.ConcreteModel, list[str]]:
    """Return the knapsack as a Pyomo model, and the names of its objectives."""
    model = pyo.ConcreteModel("knapsack")
    model.x = pyo.Var(range(len(weights)), domain=pyo.Binary)
    model.room = pyo.Constraint(
        expr=sum(float(w) * model.x[i] for i, w in enumerate(weights)) <= room
    )
    names = [f"worth{k}" for k in range(len(values))]
    for name, row in zip(names, values, strict=True):
        total = sum(float(v) * model.x[i] for i, v in enumerate(row))
        model.add_component(name, pyo.Objective(expr=total, sense=pyo.maximize))
    return model, names


def plain_loop(values: np.ndarray, weights: np.ndarray, room: float) -> tuple[int, float]:
    """Return points and seconds of an ε-constraint with two programs per point, warm-started."""
    goods = len(weights)
    highs = highspy.Highs()
    for option, value in (("output_flag", False), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0)):
        highs.setOptionValue(option, value)
    rows = np.vstack([weights, values])
    highs.passModel(
        goods, 3, 3 * goods, 1, 1, 0.0, -values[0], np.zeros(goods), np.ones(goods),
        np.full(3, -np.inf), np.array([room, np.inf, np.inf]),
        np.arange(0, 3 * goods + 1, 3).astype(np.int32),
        np.tile([0, 1, 2], goods).astype(np.int32), rows.T.ravel().copy(),
        np.ones(goods, np.int32),
    )  # fmt: skip
    columns = np.arange(goods).astype(np.int32)
    begun, points, least = time.perf_counter(), 0, -np.inf
    while True:
        highs.changeColsCost(goods, columns, -values[0])
        highs.changeRowBounds(1, -np.inf, np.inf)
        highs.changeRowBounds(2, least, np.inf)
        highs.run()
        if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return points, time.perf_counter() - begun
        x = np.rint(highs.getSolution().col_value)
        highs.changeColsCost(goods, columns, -values[1])
        highs.changeRowBounds(1, float(values[0] @ x), np.inf)
        highs.setSolution(goods, columns, x)
        highs.run()
        x = np.rint(highs.getSolution().col_value)
        points, least = points + 1, float(values[1] @ x) + 1
        highs.setSolution(goods, columns, x)


def measure(name: str, table: tuple[np.ndarray, np.ndarray, float], limit: float) -> None:
    """Print points, programs, seconds and the band of one knapsack."""
    model, names = as_model(*table)
    begun = time.process_time()
    found = optgap.front(model, names, time_limit=limit)
    worked = time.process_time() - begun
    inner, outer = found.hypervolume or (1.0, 1.0)
    whole = "complete" if found.complete else f"{inner / outer:.2%} of the volume at most"
    known = f" of {PUBLISHED[name]}" if name in PUBLISHED else ""
    print(f"{name}: {len(found.points)}{known} points, {whole}, {found.programs} programs, "
          f"{found.seconds:.1f} s, {worked:.1f} s of processors", flush=True)  # fmt: skip
    if len(names) == 2:
        begun = time.process_time()
        points, seconds = plain_loop(*table)
        plainly = time.process_time() - begun
        print(f"  plain loop: {points} points, {seconds:.1f} s, {plainly:.1f} s of processors; "
              f"ours takes {found.seconds / seconds:.2f} and {worked / plainly:.2f} of it",
              flush=True)  # fmt: skip


def random_knapsack(goals: int, goods: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Return values, weights and room of a random knapsack."""
    rng = np.random.default_rng(1)
    weights = rng.integers(1, 100, goods).astype(float)
    return rng.integers(1, 100, (goals, goods)).astype(float), weights, float(weights.sum() / 2)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes only")
    parser.add_argument("--limit", type=float, help="seconds for each file")
    parser.add_argument("names", nargs="*", help="files without their ending; all by default")
    arguments = parser.parse_args()
    if arguments.smoke or not DATA.exists():
        for goals, goods in ((2, 30), (3, 14), (4, 10)):
            measure(f"random {goals} x {goods}", random_knapsack(goals, goods), 20.0)
        return
    limits = {"p-2": 300.0, "p-3": 1800.0, "p-4": 600.0}
    for name in arguments.names or PUBLISHED:
        limit = arguments.limit or limits[name[5:8]]
        measure(name, numbers(DATA / f"{name}.dat"), limit)


if __name__ == "__main__":
    main()
