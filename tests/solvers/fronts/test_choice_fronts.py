"""Fronts of assignments with two goals, compared with all plans."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.fronts import nondominated

LARGEST = (1, 2, 5, 20, 1000, 500_000_000)


def table(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return row and place of cells, some missing and some twice, and their goals."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 6))
    cells = list(itertools.product(range(size), repeat=2))
    if seed % 3 == 0:
        cells = [cell for cell in cells if cell[0] == cell[1] or rng.random() < 0.7]
    if seed % 4 == 0:
        cells += [cells[k] for k in rng.integers(0, len(cells), 4)]
    row, place = np.array(cells).T
    most = LARGEST[seed % len(LARGEST)]
    goals = rng.integers(-most if seed % 5 == 0 else 0, most + 1, (2, len(row)))
    if seed % 2:  # opposed
        goals[1] = most - goals[0] + rng.integers(-(most // 10), most // 10 + 1, len(row))
    return row, place, goals.astype(float)


def all_values(
    row: np.ndarray, place: np.ndarray, goals: np.ndarray, size: int | None = None
) -> np.ndarray:
    """Return what all assignments are in both goals."""
    size = int(row.max()) + 1 if size is None else size
    cells = [
        [np.flatnonzero((row == r) & (place == s)).tolist() for s in range(size)]
        for r in range(size)
    ]
    plans = (
        plan
        for order in itertools.permutations(range(size))
        for plan in itertools.product(*(cells[r][s] for r, s in enumerate(order)))
    )
    values = [goals[:, list(plan)].sum(axis=1) for plan in plans]
    return np.unique(values, axis=0) if values else np.empty((0, 2))


def model_of(seed: int) -> tuple[pyo.ConcreteModel, np.ndarray]:
    """Return a model with decimals, constants and either sense; and all values, minimised."""
    rng = np.random.default_rng(seed)
    row, place, _ = table(seed)
    kinds = (
        np.round(rng.uniform(-3, 9, (2, len(row))), 2),
        rng.integers(-3, 9, (2, len(row))) * 0.125,
        rng.integers(1, 9, (2, len(row))) * 10.0 ** rng.integers(0, 7, (2, len(row))),
        rng.integers(1, 10_000, (2, len(row))) * 1e-6,
        rng.integers(1, 10**8, (2, len(row))).astype(float),
    )
    goals = kinds[seed % len(kinds)]
    sense = np.where(rng.random(2) < 0.6, 1, -1)
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(len(row)), domain=pyo.Binary)
    model.c = pyo.ConstraintList()
    for side in (row, place):
        for r in range(int(row.max()) + 1):
            model.c.add(sum(model.x[e] for e in np.flatnonzero(side == r).tolist()) == 1)
    for k in (0, 1):
        total = sum(float(v) * model.x[e] for e, v in enumerate(goals[k])) + 0.5 * k
        kind = pyo.minimize if sense[k] > 0 else pyo.maximize
        model.add_component(f"goal{k}", pyo.Objective(expr=total, sense=kind))
    kept = np.ones(len(row), dtype=bool)
    if seed % 6 == 1:
        model.x[0].fix(1)
        kept = (row != row[0]) & (place != place[0])
        kept[0] = True
    elif seed % 6 == 4:
        model.x[0].fix(0)
        kept[0] = False
    values = all_values(row[kept], place[kept], goals[:, kept], int(row.max()) + 1)
    return model, np.round((values + 0.5 * np.arange(2)) * sense, 6)


@pytest.mark.parametrize("threads", [1, 2])
def test_fronts_of_models_by_listing_all_plans(threads: int) -> None:
    infeasible = 0
    for seed in range(60):
        model, values = model_of(seed)
        found = optgap.front(model, ["goal0", "goal1"], threads=threads)
        if not len(values):
            assert found.status == "infeasible"
            infeasible += 1
            continue
        sign = [1 if sense == "minimize" else -1 for sense in found.objectives.values()]
        assert found.complete, (seed, found.message)
        assert np.allclose(found.values() * sign, values[nondominated(values)], rtol=1e-12), seed
    assert infeasible


def opposed(size: int, seed: int = 0) -> tuple[pyo.ConcreteModel, np.ndarray]:
    """Return a model with many points, and the values of all plans."""
    rng = np.random.default_rng(seed)
    row, place = np.divmod(np.arange(size * size), size)
    first = rng.integers(0, 200, size * size)
    goals = np.stack([first, 200 - first + rng.integers(-20, 20, size * size)]).astype(float)
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(size * size), domain=pyo.Binary)
    model.c = pyo.ConstraintList()
    for side in (row, place):
        for r in range(size):
            model.c.add(sum(model.x[e] for e in np.flatnonzero(side == r).tolist()) == 1)
    for name, cost in zip(("one", "two"), goals.tolist(), strict=True):
        total = sum(c * model.x[e] for e, c in enumerate(cost))
        model.add_component(name, pyo.Objective(expr=total))
    return model, all_values(row, place, goals, size)
