"""Programs of few 0-1 columns: the search under prices against all points."""

import itertools
from functools import partial

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.fronts import nondominated
from optgap.core.outcome import SolverVersion
from optgap.core.run import Run
from optgap.solvers.fronts import region_programs
from optgap.solvers.fronts.goal_form import goal_form
from optgap.solvers.fronts.narrowed_programs import (
    FEW_COLUMNS,
    FewColumns,
    FewColumnsParameters,
    NarrowedPrograms,
)

NOBODY = SolverVersion(name="HiGHS", version="0")


def binary_program(seed: int) -> tuple[pyo.ConcreteModel, np.ndarray]:
    """Return a model with rows of every kind and two goals, and the values of all its plans."""
    rng = np.random.default_rng(seed)
    goods = 9
    rows = rng.integers(-4, 9, (3, goods))
    costs = rng.integers(-20, 40, (2, goods))
    plans = np.array(list(itertools.product((0, 1), repeat=goods)))
    sums = plans @ rows.T
    low = np.quantile(sums, rng.uniform(0.0, 0.4), axis=0).round()
    high = np.quantile(sums, rng.uniform(0.6, 1.0), axis=0).round()
    low[1], high[2] = -np.inf, np.inf
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(goods), domain=pyo.Binary)
    model.rows = pyo.Constraint(
        range(3),
        rule=lambda m, r: (
            None if np.isinf(low[r]) else float(low[r]),
            sum(int(rows[r, i]) * m.x[i] for i in range(goods)),
            None if np.isinf(high[r]) else float(high[r]),
        ),
    )
    for name, cost in zip(("one", "two"), costs.tolist(), strict=True):
        total = sum(cost[i] * model.x[i] for i in range(goods))
        model.add_component(name, pyo.Objective(expr=total))
    able = ((sums >= low) & (sums <= high)).all(axis=1)
    return model, (plans[able] @ costs.T).astype(float)


def test_the_least_cost_within_a_cutoff_by_listing_all_points() -> None:
    """Whatever the cutoff: the least value up to it, or that there is none."""
    narrowed, nothing = 0, 0
    for seed in range(60):
        model, values = binary_program(seed)
        goals = goal_form(model, ["one", "two"])
        whole = np.array([goal.whole for goal in goals.goals], dtype=float)
        narrowing, run = NarrowedPrograms(goals), Run("minimize")
        limits = (None, float(np.median(values[:, 1])))
        least = values[values[:, 1] <= limits[1], 0].min()
        priced = narrowing.priced(whole[0], limits, run)
        for cutoff in least + np.array([-3.0, -1.0, -0.25, 0.0, 0.75, 2.25, 7.0]):
            narrow = narrowing.narrowed(priced, whole[0], limits, cutoff)
            result = None if narrow is None else FewColumns().least(narrow, NOBODY)
            if result is None:  # no narrower, or no column is left
                continue
            narrowed += 1
            nothing += result.x is None
            assert (result.status == "infeasible") == (cutoff < least), (seed, cutoff)
            if result.x is not None:
                assert result.objective == least == whole[0] @ result.x
                assert whole[1] @ result.x <= limits[1]
    assert narrowed > 60
    assert nothing > 10


def test_searches_in_vain_cost_patience() -> None:
    """What is not decided within some nodes is left to the engine, and sooner the next time."""
    model, values = binary_program(4)
    goals = goal_form(model, ["one", "two"])
    whole = np.array([goal.whole for goal in goals.goals], dtype=float)
    narrowing = NarrowedPrograms(goals)
    priced = narrowing.priced(whole[0], (None, None), Run("minimize"))
    narrow = narrowing.narrowed(priced, whole[0], (None, None), values[:, 0].min() + 6.0)
    columns = FewColumns()
    columns.patience = 1
    assert columns.least(narrow, NOBODY) is None
    assert columns.patience == FEW_COLUMNS.least_nodes
    assert columns.least(narrow, NOBODY).objective == values[:, 0].min()
    assert columns.patience == 2 * FEW_COLUMNS.least_nodes


@pytest.mark.parametrize("patience", [1, 4_000_000])
def test_fronts_are_the_same_with_and_without_searches(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    parameters = FewColumnsParameters(most_nodes=patience, least_nodes=min(patience, 10_000))
    monkeypatch.setattr(region_programs, "FewColumns", partial(FewColumns, parameters))
    for seed in range(4):
        model, values = binary_program(seed)
        found = optgap.front(model, ["one", "two"])
        best = values[nondominated(values)]
        assert found.complete
        assert np.array_equal(found.values(), best)


def test_another_engine_answers_every_program_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second word on a front is none if prices and searches have answered for the engine."""

    def never(*_: object) -> None:
        raise AssertionError("prices were asked for")

    monkeypatch.setattr(NarrowedPrograms, "priced", never)
    model, values = binary_program(2)
    found = optgap.front(model, ["one", "two"], solver="scip")
    assert np.array_equal(found.values(), values[nondominated(values)])


@pytest.mark.parametrize("after", [2, 4, 7])
def test_an_interrupt_between_engines_keeps_the_points(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C arrives in Python where searches take the place of engines that would listen."""
    search, calls = FewColumns.least, []

    def interrupted(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == after:
            raise KeyboardInterrupt
        return search(*arguments)

    model, values = binary_program(3)
    front = values[nondominated(values)]
    monkeypatch.setattr(FewColumns, "least", interrupted)
    part = optgap.front(model, ["one", "two"], threads=1)
    assert (part.stopped, part.complete) == ("interrupted", False)
    assert all((front == point).all(axis=1).any() for point in part.values())
    corners = np.array([list(corner.values()) for corner in part.bound_front])
    assert all((corners <= point).all(axis=1).any() for point in front)


def test_many_columns_that_prices_leave_are_no_overflow() -> None:
    """2000 goods, 1500 of which are left, and none of these is dearer than another."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(2000), domain=pyo.Binary)
    worth = [50 if i % 4 == 0 else 1 for i in range(2000)]
    model.one = pyo.Objective(expr=sum(worth[i] * model.x[i] for i in range(2000)))
    model.two = pyo.Objective(expr=sum(3 * (i % 2) * x for i, x in enumerate(model.x.values())))
    model.few = pyo.Constraint(expr=sum(model.x.values()) >= 3)
    assert optgap.front(model, ["one", "two"]).values().tolist() == [[3, 0]]


def test_a_row_with_a_fixed_fraction_is_left_to_the_engine() -> None:
    """49 times a forty-ninth is a little less than 1 in floats, and a point was missing."""
    first, second = (7, 3, 9, 4, 8, 2, 6, 5), (2, 8, 1, 7, 3, 9, 4, 6)
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(8), domain=pyo.Binary)
    model.c = pyo.Var(bounds=(1 / 49, 1 / 49))
    model.row = pyo.Constraint(expr=49 * model.c - model.x[0] + model.x[1] >= 1)
    model.pick = pyo.Constraint(expr=pyo.quicksum(model.x.values()) >= 4)
    for name, cost in (("one", first), ("two", second)):
        total = pyo.Objective(expr=sum(cost[i] * model.x[i] for i in range(8)))
        model.add_component(name, total)
    plans = np.array(list(itertools.product((0, 1), repeat=8)))
    plans = plans[(plans.sum(axis=1) >= 4) & (plans[:, 0] <= plans[:, 1])]
    values = np.unique((plans @ np.array([first, second]).T).astype(float), axis=0)
    front = optgap.front(model, ["one", "two"])
    points = sorted(tuple(point.objectives.values()) for point in front.points)
    assert front.complete
    assert points == sorted(map(tuple, values[nondominated(values)].tolist()))
