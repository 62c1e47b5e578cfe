"""Fronts of own models against enumeration: knapsacks, choices in groups, whole variables."""

from __future__ import annotations

import itertools
import os
import random
import signal
import threading
import time
from fractions import Fraction
from typing import Any

import numpy as np
import pyomo.environ as pyo

import optgap

from .claims import _false_front, nondominated
from .oracles import exact


def false_fronts(seed: int, rng: random.Random) -> list[str]:
    """Two or three goals of any magnitude, at most eleven binaries."""
    groups = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))] if rng.random() < 0.5 else []
    count = sum(groups) or rng.randint(2, 9)
    goals = rng.choice([2, 2, 3])
    digits = rng.choice([0, 0, 1, 2])
    units = [rng.choice([1.0, 1.0, 1e-3, 1e5, 1e6]) for _ in range(goals)]
    costs = [
        [float(f"{round(rng.uniform(-2, 9), digits) * unit:.12g}") for _ in range(count)]
        for unit in units
    ]
    senses = [rng.choice([1, -1]) for _ in range(goals)]
    weights = [[rng.randint(0, 6) for _ in range(count)] for _ in range(rng.randint(0, 2))]
    rooms = [rng.randint(1, 3 * count) for _ in weights]
    model = _model(costs, senses, weights, rooms, groups)
    truth = _points(costs, senses, weights, rooms, groups)
    solver = rng.choice(["highs", "highs", "scip"])
    threads = rng.choice([None, 1])
    limit = rng.choice([30.0, 30.0, 0.05])
    label = (
        f"front of {costs}, {senses}, {weights}, {rooms}, {groups} by {solver}, {threads}, {limit}"
    )
    told = optgap.front(
        model, [f"g{k}" for k in range(goals)], solver=solver, threads=threads, time_limit=limit
    )
    points = [
        tuple(s * v for s, v in zip(senses, p.objectives.values(), strict=True))
        for p in told.points
    ]
    false = list(_false_front(points, truth, complete=bool(told.complete) and bool(truth)))
    if told.complete and not truth and points:
        false.append(f"points {points}, expected none")
    if not truth and told.status == "infeasible":
        return []
    if limit == 30.0 and not told.complete:
        false.append(f"not complete in 30 s: {told.message}")
    return [f"{label}: {words}" for words in false]


def _model(costs: Any, senses: Any, weights: Any, rooms: Any, groups: Any) -> pyo.ConcreteModel:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(len(costs[0])), domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    for row, room in zip(weights, rooms, strict=True):
        if any(row):
            model.rows.add(sum(w * model.x[k] for k, w in enumerate(row) if w) <= room)
    start = 0
    for size in groups:
        model.rows.add(sum(model.x[k] for k in range(start, start + size)) == 1)
        start += size
    for k, (cost, sense) in enumerate(zip(costs, senses, strict=True)):
        worth = sum(c * model.x[i] for i, c in enumerate(cost)) + 0 * model.x[0]
        way = pyo.minimize if sense > 0 else pyo.maximize
        model.add_component(f"g{k}", pyo.Objective(expr=worth, sense=way))
    return model


def _points(costs: Any, senses: Any, weights: Any, rooms: Any, groups: Any) -> list[Any]:
    count, found = len(costs[0]), []
    ends = list(itertools.accumulate(groups))
    for x in itertools.product((0, 1), repeat=count):
        if any(sum(x[e - s : e]) != 1 for e, s in zip(ends, groups, strict=True)):
            continue
        if any(sum(w * v for w, v in zip(row, x, strict=True)) > room
               for row, room in zip(weights, rooms, strict=True)):  # fmt: skip
            continue
        found.append(
            tuple(
                float(s * sum((exact(c) for c, v in zip(cost, x, strict=True) if v), Fraction(0)))
                for cost, s in zip(costs, senses, strict=True)
            )
        )
    return nondominated(found)


def killed_workers(seed: int, rng: random.Random) -> list[str]:
    """Three goals answered by processes, one of which is killed: the front is true, or shorter."""
    count = 34
    costs = [[rng.randint(20, 60) for _ in range(count)] for _ in range(3)]
    weights, rooms = [[rng.randint(20, 60) for _ in range(count)]], [count * 20]
    model = _model(costs, [-1, -1, -1], weights, rooms, [])
    done, killed = threading.Event(), []

    def kill() -> None:
        until = time.monotonic() + 25
        while not done.is_set() and time.monotonic() < until and not killed:
            for name in _children():
                if time.monotonic() > until - 24:
                    os.kill(name, signal.SIGKILL)
                    killed.append(name)
                    break
            time.sleep(0.1)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        told = optgap.front(model, ["g0", "g1", "g2"], time_limit=25.0)
    finally:
        done.set()
        thread.join()
    points = [tuple(-v for v in p.objectives.values()) for p in told.points]
    if not killed:  # it ended before processes paid
        return []
    truth = [tuple(-float(v) for v in point) for point in _packed(costs, weights[0], rooms[0])]
    false = list(_false_front(points, truth, complete=bool(told.complete)))
    return [f"seed {seed}, killed {killed}, {len(points)} points: {words}"[:600] for words in false]


def _packed(costs: Any, weights: Any, room: int) -> list[tuple[int, ...]]:
    """Return the nondominated values of a knapsack, thing by thing; dominated parts go."""
    states = np.zeros((1, 4), dtype=np.int64)  # minus the weight, and the three values
    for k, weight in enumerate(weights):
        taken = states + np.array([-weight, *(row[k] for row in costs)])
        states = _maxima(np.concatenate([states, taken[-taken[:, 0] <= room]]))
    return [tuple(point) for point in _maxima(states[:, 1:]).tolist()]


def _maxima(points: np.ndarray) -> np.ndarray:
    points = np.unique(points, axis=0)[::-1]
    kept = np.empty_like(points)
    count = 0
    for point in points:  # in falling order: what dominates a point comes before it
        if not (kept[:count] >= point).all(axis=1).any():
            kept[count] = point
            count += 1
    return kept[:count]


def _children() -> list[int]:
    """Return the processes below this one that answer programs of fronts."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat, open(f"/proc/{name}/cmdline") as line:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
                if parent == os.getpid() and "local_executor" in line.read():
                    found.append(int(name))
        except (OSError, ValueError):
            continue
    return found
