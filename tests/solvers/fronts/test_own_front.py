"""Fronts of models that can be listed: two to four objectives, any sense, ties, fractions, none."""

import itertools
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.fronts import nondominated
from optgap.core.run import Run
from optgap.solvers.fronts import region_programs
from optgap.solvers.fronts.goal_form import Question, SearchStopped, goal_form
from optgap.solvers.fronts.local_bounds import OpenRegions, RelaxedFloors, tighten
from optgap.solvers.fronts.region_search import RegionSearch

MOKP = Path(__file__).parents[4] / "shared" / "data" / "mokp"
KINDS = ("whole", "ties", "fractions", "thirds", "wide")


def coefficients(rng: np.random.Generator, kind: str, shape: tuple[int, int]) -> np.ndarray:
    """Return objectives of small integers, few values, decimals, or a constant one."""
    if kind == "ties":
        return rng.integers(0, 2, shape).astype(float)
    if kind == "fractions":
        return np.round(rng.uniform(-3, 9, shape), 2)
    if kind == "thirds":
        return rng.integers(-3, 9, shape) * 0.125
    if kind == "wide":
        return rng.integers(1, 9, shape) * 10.0 ** rng.integers(0, 4, shape)
    return rng.integers(-3, 9, shape).astype(float)


def small(seed: int, goals: int) -> tuple[pyo.ConcreteModel, np.ndarray]:
    """Return a model, and the values of all of its plans, minimised."""
    rng = np.random.default_rng((seed, goals))
    goods, top = (4, 2) if seed % 3 == 0 else (5, 1)
    values = coefficients(rng, KINDS[seed % len(KINDS)], (goals, goods))
    weights = rng.integers(0, 5, (2, goods))
    least = rng.integers(2, 10, 2)
    sense = np.where(rng.random(goals) < 0.6, 1, -1)
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(goods), domain=pyo.Integers, bounds=(0, top))
    model.c = pyo.ConstraintList()
    for row, side in zip(weights, least, strict=True):
        if row.any():
            model.c.add(sum(int(w) * model.x[i] for i, w in enumerate(row)) >= int(side))
    for k in range(goals):
        total = sum(float(v) * model.x[i] for i, v in enumerate(values[k])) + 0.5 * k
        kind = pyo.minimize if sense[k] > 0 else pyo.maximize
        model.add_component(f"goal{k}", pyo.Objective(expr=total, sense=kind))
    plans = np.array(list(itertools.product(range(top + 1), repeat=goods)))
    able = ((plans @ weights.T >= least) | ~weights.any(axis=1)).all(axis=1)
    return model, (plans[able] @ values.T + 0.5 * np.arange(goals)) * sense


def turned(front: optgap.ModelFront) -> np.ndarray:
    """Return the points of a front, minimised."""
    sign = [1 if sense == "minimize" else -1 for sense in front.objectives.values()]
    return front.values() * np.array(sign)


@pytest.mark.parametrize("goals", [2, 3, 4])
@pytest.mark.parametrize("block", range(4))
def test_fronts_by_listing_all_plans(goals: int, block: int) -> None:
    """More than 300 models in all: no point is missing, none is too many."""
    for seed in range(27 * block, 27 * (block + 1)):
        model, plans = small(seed, goals)
        found = optgap.front(model, [f"goal{k}" for k in range(goals)])
        if not len(plans):
            assert (found.status, found.points) == ("infeasible", ())
            continue
        plans = np.round(plans, 9)
        best = plans[nondominated(plans)]
        assert found.complete, (seed, found.message)
        assert np.allclose(turned(found), best), seed


@pytest.mark.parametrize("engine", ["scip", "cp-sat"])
def test_engines_agree(engine: str) -> None:
    for seed in range(6):
        for goals in (2, 3):
            names = [f"goal{k}" for k in range(goals)]
            model, _ = small(seed, goals)
            ours, theirs = optgap.front(model, names), optgap.front(model, names, solver=engine)
            assert ours.status == theirs.status
            assert np.allclose(ours.values(), theirs.values())


def knapsack(goals: int, goods: int, seed: int = 0) -> tuple[pyo.ConcreteModel, list[str]]:
    rng = np.random.default_rng(seed)
    values = rng.integers(1, 100, (goals, goods)).tolist()
    weights = rng.integers(1, 100, goods).tolist()
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(goods), domain=pyo.Binary)
    model.room = pyo.Constraint(
        expr=sum(weights[i] * model.x[i] for i in range(goods)) <= sum(weights) / 2
    )
    names = [f"goal{k}" for k in range(goals)]
    for k, name in enumerate(names):
        total = sum(values[k][i] * model.x[i] for i in range(goods))
        model.add_component(name, pyo.Objective(expr=total, sense=pyo.maximize))
    return model, names


@pytest.mark.parametrize(("goals", "goods"), [(2, 14), (3, 10), (4, 8)])
@pytest.mark.parametrize("after", [0, 3, 6, 12])
def test_a_stopped_search_bounds_all_plans(
    goals: int, goods: int, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its points are on the front, and its corners weakly dominate every plan."""
    model, names = knapsack(goals, goods)
    whole = optgap.front(model, names)
    solve, programs = region_programs.solve_form, []

    def counting(form, engine, run):
        programs.append(1)
        if len(programs) == after + 2 * goals and form.integer.any():
            raise SearchStopped("time_limit")
        return solve(form, engine, run)

    monkeypatch.setattr(region_programs, "solve_form", counting)
    part = optgap.front(model, names)
    if part.complete:
        return
    front = turned(whole)
    assert all((front == point).all(axis=1).any() for point in turned(part))
    assert part.bound_front is not None
    corners = -np.array([list(corner.values()) for corner in part.bound_front])
    assert all((corners <= point).all(axis=1).any() for point in front)
    if part.points:
        assert part.hypervolume[0] <= part.hypervolume[1]


@pytest.mark.parametrize("goals", [2, 3, 4])
def test_bounds_hold_at_any_moment(goals: int) -> None:
    """However far a search comes: its points are on the front, its corners bound the front."""
    plans = np.array(list(itertools.product((0, 1), repeat=12)))
    for seed, seconds in enumerate((0.01, 0.05, 0.1, 0.3, 0.6, 1.0)):
        model, names = knapsack(goals, 12, seed)
        form = goal_form(model, names)
        room = form.form.row_upper[0] >= plans @ form.form.matrix.toarray()[0]
        values = plans[room] @ np.array([goal.whole for goal in form.goals]).T.astype(float)
        front = values[nondominated(values)] / np.array([goal.scale for goal in form.goals])
        part = optgap.front(model, names, time_limit=seconds)
        points = turned(part)
        assert all((front == point).all(axis=1).any() for point in points), (seed, seconds)
        if part.complete:
            assert len(points) == len(front)
            continue
        corners = -np.array([list(corner.values()) for corner in part.bound_front])
        assert all((corners <= point).all(axis=1).any() for point in front), (seed, seconds)


def test_halved_regions_hold_what_they_held() -> None:
    """Tightening loses no plan below an upper corner, and raises the outer corners."""
    model, names = knapsack(3, 12)
    whole = -optgap.front(model, names).values()
    search = RegionSearch(goal_form(model, names), "highs", Run("minimize", time_limit=60.0))
    regions = OpenRegions(whole.min(axis=0))
    for point in whole[::4]:
        regions.add(point)
    regions.drop_empty()
    before = len(regions)
    relaxed = RelaxedFloors(search.goals, search.workers[0].whole)
    tighten(regions, relaxed, whole[::4].astype(np.int64), Run("minimize", time_limit=2.0))
    assert len(regions) != before
    for point in np.delete(whole, np.s_[::4], axis=0):
        inside = (point < regions.upper).all(axis=1) & (regions.lower <= point).all(axis=1)
        assert inside.any()


def test_no_time_at_all() -> None:
    model, names = knapsack(2, 10)
    found = optgap.front(model, names, time_limit=0.0)
    assert (found.status, found.stopped, found.points) == ("unknown", "time_limit", ())
    (corner,) = found.bound_front  # everything in the bag
    whole = optgap.front(model, names).values()
    assert (whole <= list(corner.values())).all()


def test_an_unbounded_objective_is_named() -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(domain=pyo.NonNegativeIntegers)
    model.y = pyo.Var(domain=pyo.Binary)
    model.few = pyo.Constraint(expr=model.x >= model.y)
    model.cost = pyo.Objective(expr=model.y)
    model.gain = pyo.Objective(expr=model.x, sense=pyo.maximize)
    found = optgap.front(model, ["cost", "gain"])
    assert (found.status, found.message) == ("unbounded", "objective gain is unbounded")


def test_an_objective_without_a_row() -> None:
    """The variables of an objective may stand in no constraint; an objective may be constant."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(domain=pyo.Integers, bounds=(0, 3))
    model.z = pyo.Var(domain=pyo.Integers, bounds=(-2, 2))
    model.row = pyo.Constraint(expr=model.x >= 1)
    model.one = pyo.Objective(expr=model.x + model.z)
    model.two = pyo.Objective(expr=-model.z)
    model.same = pyo.Objective(expr=0 * model.x + 7)
    found = optgap.front(model, ["one", "two", "same"])
    assert found.complete
    assert found.values().tolist() == [[z + 1, -z, 7] for z in range(-2, 3)]
    assert found.points[0].variables == {"x": 1, "z": -2}


def test_continuous_variables_beside_the_objectives() -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(3), domain=pyo.Binary)
    model.flow = pyo.Var(bounds=(0, 2.5))
    model.need = pyo.Constraint(expr=model.flow + sum(model.x.values()) >= 3.5)
    model.cost = pyo.Objective(expr=model.x[0] + 2 * model.x[1] + 3 * model.x[2])
    model.risk = pyo.Objective(expr=5 * model.x[0] + model.x[1])
    found = optgap.front(model, ["cost", "risk"])
    assert found.values().tolist() == [[1, 5], [2, 1], [3, 0]]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["cost", "gian"], "objectives: is no objective"),
        (["cost", "cost"], "must be one or more different names"),
        ([], "must be one or more different names"),
        (["cost", "rate"], "objective rate: must contain only integer variables"),
        (["cost", "power"], "objective power: must be linear"),
    ],
)
def test_bad_objectives(names: list[str], words: str) -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(domain=pyo.Binary)
    model.y = pyo.Var(bounds=(0, 1))
    model.cost = pyo.Objective(expr=model.x)
    model.rate = pyo.Objective(expr=model.y)
    model.power = pyo.Objective(expr=model.x**2)
    with pytest.raises(InputError, match=words):
        optgap.front(model, names)


def test_too_many_digits_are_not_called_complete() -> None:
    model, names = knapsack(2, 6)
    model.goal0.expr = sum(model.x[i] / (3 + i) for i in range(6))
    found = optgap.front(model, names)
    assert found.points
    assert not found.complete
    assert found.steps == "rounded: goal0"


def test_supported_points_are_those_of_the_hull() -> None:
    model, names = knapsack(2, 14, seed=3)
    whole, quick = optgap.front(model, names), optgap.front(model, names, supported_only=True)
    front, hull = turned(whole), turned(quick)
    assert not quick.complete
    assert quick.programs < whole.programs
    assert all((front == point).all(axis=1).any() for point in hull)
    for before, after in itertools.pairwise(hull):
        normal = np.array([before[1] - after[1], after[0] - before[0]])
        assert (front @ normal >= normal @ before - 1e-9).all()
    with pytest.raises(InputError, match="two objectives"):
        optgap.front(model, [*names, "goal0"], supported_only=True)


def test_the_picture_shows_points_and_corners() -> None:
    model, names = knapsack(2, 14)
    assert [line.name for line in optgap.front(model, names).plot().series] == ["points"]


def test_the_model_keeps_its_objectives() -> None:
    model, names = knapsack(2, 8)
    model.goal1.deactivate()
    optgap.front(model, names)
    assert [model.goal0.active, model.goal1.active] == [True, False]


def test_regions_hold_what_points_leave() -> None:
    """Every vector of a grid is dominated by a point, or lies in an open region."""
    rng = np.random.default_rng(0)
    grid = np.array(list(itertools.product(range(5), repeat=3)), dtype=float)
    for _ in range(20):
        regions = OpenRegions(np.zeros(3))
        points = rng.integers(0, 5, (6, 3)).astype(float)
        for point in points:
            regions.add(point)
        covered = (points[None] <= grid[:, None]).all(axis=2).any(axis=1)
        inside = (grid[:, None] < regions.upper[None]).all(axis=2).any(axis=1)
        assert (covered != inside).all()


@pytest.mark.skipif(not MOKP.exists(), reason="the knapsacks with known fronts are not here")
@pytest.mark.parametrize(("number", "points"), [(2, 316), (3, 399), (4, 316)])
def test_fronts_have_the_published_sizes(number: int, points: int) -> None:
    text = (MOKP / f"MOKP_p-2_n-200_{number}.dat").read_text()
    goals, goods, room, *rest = [float(each) for each in re.findall(r"\d+\.?\d*", text)]
    table = np.array(rest[: int((goals + 1) * goods)]).reshape(-1, int(goods))
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(int(goods)), domain=pyo.Binary)
    model.room = pyo.Constraint(expr=sum(w * model.x[i] for i, w in enumerate(table[-1])) <= room)
    names = ["first", "second"]
    for name, row in zip(names, table, strict=False):
        total = sum(v * model.x[i] for i, v in enumerate(row))
        model.add_component(name, pyo.Objective(expr=total, sense=pyo.maximize))
    found = optgap.front(model, names)
    assert found.complete
    assert len(found.points) == points


def test_a_model_that_one_engine_calls_infeasible_is_asked_again(monkeypatch) -> None:
    model, _ = small(0, 2)
    solve = region_programs.solve_form

    def wrong(form, engine, run):
        result = solve(form, engine, run)
        return replace(result, status="infeasible", x=None, objective=None, bound=None)

    monkeypatch.setattr(region_programs, "solve_form", wrong)
    found = optgap.front(model, ["goal0", "goal1"])
    assert (found.status, found.stopped) == ("unknown", "error")
    assert "calls the model infeasible" in str(found.message)


def test_who_says_that_a_model_is_infeasible() -> None:
    model, _ = small(0, 2)
    model.never = pyo.Constraint(expr=sum(model.x.values()) >= 100)
    found = optgap.front(model, ["goal0", "goal1"])
    assert found.status == "infeasible"
    assert str(found.message).startswith("infeasible, according to")


def test_windows_grow_fast_where_a_value_is_far_above_its_relaxation() -> None:
    """After many values at their relaxation one that is 400 above it takes a few programs."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(40), domain=pyo.Binary)
    model.two = pyo.Constraint(expr=sum((201 + i) * model.x[i] for i in range(3)) <= 500)
    model.first = pyo.Objective(expr=-sum((801 + 2 * i) * model.x[i] for i in range(3)))
    model.second = pyo.Objective(expr=sum(model.x[i] for i in range(3, 40)))
    worker = region_programs.Worker(
        goal_form(model, ["first", "second"]), "highs", Run("minimize"), {}
    )
    for _ in range(20):
        worker._windows.note(0, 0.0)
    answer = worker.least(Question(0, (None, 0.0)))
    assert answer.floor == -1608
    assert worker.programs <= 7
