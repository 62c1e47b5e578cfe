"""Programs of choices: pools of plans against all plans, and fronts against enumeration."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.dominance import nondominated
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
