"""Programs of choices: pools of plans against all plans, and fronts against enumeration."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.fronts import nondominated
from optgap.core.run import Run
from optgap.solvers.fronts.choice_programs import choice_program
from optgap.solvers.fronts.goal_form import goal_form
from optgap.solvers.fronts.narrowed_programs import NarrowedPrograms


def assignment(seed: int, size: int, *, room: int | None = None) -> tuple[pyo.ConcreteModel, list]:
    """Return an assignment, or with ``room`` a choice per row with a capacity; and all values."""
    rng = np.random.default_rng(seed)
    costs = rng.integers(-20, 60, (2, size, size))
    weight = rng.integers(1, 9, (size, size))
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(size), range(size), domain=pyo.Binary)
    span = range(size)
    model.rows = pyo.Constraint(span, rule=lambda m, i: sum(m.x[i, j] for j in span) == 1)
    if room is None:
        model.columns = pyo.Constraint(span, rule=lambda m, j: sum(m.x[i, j] for i in span) == 1)
        plans = list(itertools.permutations(span))
    else:
        total = sum(int(weight[i, j]) * model.x[i, j] for i in span for j in span)
        model.room = pyo.Constraint(expr=total <= room)
        every = itertools.product(span, repeat=size)
        plans = [plan for plan in every if weight[np.arange(size), list(plan)].sum() <= room]
    for name, cost in zip(("one", "two"), costs.tolist(), strict=True):
        total = sum(cost[i][j] * model.x[i, j] for i in span for j in span)
        model.add_component(name, pyo.Objective(expr=total))
    return model, [costs[:, np.arange(size), list(plan)].sum(axis=1).tolist() for plan in plans]


@pytest.mark.parametrize("room", [None, 12, 18])
@pytest.mark.parametrize("seed", range(6))
def test_fronts_of_choices_by_listing_all_plans(seed: int, room: int | None) -> None:
    model, values = assignment(seed, 5, room=room)
    found = optgap.front(model, ["one", "two"])
    every = np.array(values, dtype=float).reshape(-1, 2)
    if not len(every):
        assert found.status == "infeasible"
        return
    assert found.complete
    assert np.array_equal(found.values(), every[nondominated(every)])


@pytest.mark.parametrize("seed", range(6))
def test_a_pool_holds_every_plan_below_its_line(seed: int) -> None:
    model, values = assignment(seed, 5)
    goals = goal_form(model, ["one", "two"])
    choices, run = choice_program(goals), Run("minimize")
    whole = np.array([goal.whole for goal in goals.goals], dtype=float)
    every = np.array(values, dtype=float)
    limits = (None, float(np.median(every[:, 1])))
    priced = NarrowedPrograms(goals).priced(whole[0], limits, run)
    pool = choices.pool(whole, 0, limits, priced, 40.0, patient=False)
    assert pool.covers(0, limits)
    assert not pool.covers(0, (None, limits[1] + 1.0))
    for most in np.unique(every[:, 1]):
        if most > limits[1]:
            break
        least = every[every[:, 1] <= most, 0].min()
        floor, x = pool.least((None, float(most)))
        assert floor <= least
        if x is not None:
            assert floor == least == whole[0] @ x
            assert whole[1] @ x <= most


def test_other_rows_and_columns_are_no_choices() -> None:
    model, _ = assignment(0, 3)
    model.y = pyo.Var(domain=pyo.Binary)
    model.tied = pyo.Constraint(expr=model.y <= model.x[0, 0])
    assert choice_program(goal_form(model, ["one", "two"])) is None


def test_the_prices_of_the_relaxation_bound_all_plans_and_fix_no_column_of_the_best() -> None:
    model, values = assignment(3, 5)
    goals = goal_form(model, ["one", "two"])
    narrowing, run = NarrowedPrograms(goals), Run("minimize")
    cost = np.array(goals.goals[0].whole, dtype=float)
    every = np.array(values, dtype=float)
    for most in np.unique(every[:, 1])[3::9]:
        limits = (None, float(most))
        least = every[every[:, 1] <= most, 0].min()
        priced = narrowing.priced(cost, limits, run)
        assert priced.floor <= least
        narrow = narrowing.narrowed(priced, cost, limits, least)
        if narrow is not None:
            assert len(narrow.kept) < len(cost)
            assert narrow.offset + narrow.form.cutoff == least + 0.5


# what a size of one unit is, as a number; sums of tenths and thirds are off by a last digit
UNITS = {"tenths": 10, "hundredths": 100, "sevenths": 7, "thirds": 3, "ninths": 9}


def groups_with_rooms(
    seed: int, goals: int, kind: str
) -> tuple[pyo.ConcreteModel, list[str], np.ndarray]:
    """Return choices of one option per group with tight rooms of fractional size; and the front.

    The front is enumerated in whole units.
    """
    rng = np.random.default_rng((seed, goals))
    count, options, rooms = (
        int(rng.integers(3, 6)),
        int(rng.integers(2, 4)),
        int(rng.integers(1, 3)),
    )
    units = rng.integers(0 if seed % 2 else 1, 5, (rooms, count, options))
    costs = rng.integers(-9, 30, (goals, count, options))
    plans = np.array(list(itertools.product(range(options), repeat=count)))
    groups = np.arange(count)
    used = np.stack([room[groups, plans].sum(axis=1) for room in units])
    most = np.floor(np.quantile(used, rng.uniform(0.1, 0.8), axis=1))
    values = np.stack([cost[groups, plans].sum(axis=1) for cost in costs], axis=1)
    values = values[(used <= most[:, None]).all(axis=0)].astype(float)
    sizes = units / UNITS[kind] if seed % 3 else units * (1 / UNITS[kind])  # 0.30000000000000004
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(count), range(options), domain=pyo.Binary)
    model.one = pyo.Constraint(
        range(count), rule=lambda m, g: sum(m.x[g, o] for o in range(options)) == 1
    )
    model.rooms = pyo.ConstraintList()
    index = list(itertools.product(range(count), range(options)))
    for size, room in zip(sizes.tolist(), (most / UNITS[kind]).tolist(), strict=True):
        total = sum(size[g][o] * model.x[g, o] for g, o in index if size[g][o])
        if not isinstance(total, int):
            model.rooms.add(total <= room)
    names = [f"goal{k}" for k in range(goals)]
    for name, cost in zip(names, costs.tolist(), strict=True):
        total = sum(cost[g][o] * model.x[g, o] for g, o in index)
        model.add_component(name, pyo.Objective(expr=total))
    return model, names, values[nondominated(values)] if len(values) else values


@pytest.mark.parametrize("goals", [2, 3])
@pytest.mark.parametrize("kind", UNITS)
def test_no_plan_is_lost_where_fractions_fill_a_room(kind: str, goals: int) -> None:
    """0.1 and 0.2 fit into 0.3, and seven sevenths into 1: as the engine decides, so do pools."""
    refused = 0
    for seed in range(20):
        model, names, front = groups_with_rooms(seed, goals, kind)
        found = optgap.front(model, names)
        if "nothing is proven" in str(found.message):  # few sizes with 53 binary digits each
            assert not found.complete
            refused += 1
            continue
        if not len(front):
            assert found.status == "infeasible", seed
            continue
        assert found.complete, (seed, found.message)
        assert np.array_equal(found.values(), front), seed
    assert refused <= (0 if kind in ("tenths", "hundredths") else 3)


def test_sizes_that_no_unit_counts_are_left_to_the_engine() -> None:
    for kind, pooled in (("tenths", True), ("sevenths", False)):
        model, names, _ = groups_with_rooms(1, 2, kind)
        assert (choice_program(goal_form(model, names)) is not None) == pooled, kind


def test_without_a_plan_although_the_relaxation_has_one() -> None:
    """The search for a first plan ends with the widest pool."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(4), range(2), domain=pyo.Binary)
    model.one = pyo.Constraint(range(4), rule=lambda m, g: m.x[g, 0] + m.x[g, 1] == 1)
    sizes = [(3, 5), (5, 7), (3, 7), (7, 5)]
    total = sum(sizes[g][o] * model.x[g, o] for g in range(4) for o in range(2))
    model.first = pyo.Constraint(expr=total <= 19)
    other = sum((12 - sizes[g][o]) * model.x[g, o] for g in range(4) for o in range(2))
    model.second = pyo.Constraint(expr=other <= 29)  # 19 at least, and every sum is even
    model.cost = pyo.Objective(expr=sum(model.x[g, 0] for g in range(4)))
    model.gain = pyo.Objective(expr=sum(g * model.x[g, 1] for g in range(4)), sense=pyo.maximize)
    assert optgap.front(model, ["cost", "gain"], time_limit=60.0).status == "infeasible"
