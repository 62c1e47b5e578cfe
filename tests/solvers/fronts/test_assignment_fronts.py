"""Fronts of assignments with two goals: edges of the hull and what is between, by all plans."""

import itertools
from functools import partial
from types import SimpleNamespace

import numpy as np
import pyomo.environ as pyo
import pytest
from scipy.optimize import linear_sum_assignment

import optgap
from optgap.core.fronts import nondominated
from optgap.core.run import Run
from optgap.solvers.fronts import region_programs, triangles
from optgap.solvers.fronts.assignment_fronts import (
    AssignmentFront,
    AssignmentParameters,
    PlanPools,
    assignment_front,
)
from optgap.solvers.fronts.assignment_kernel import (
    best_cells,
    cheapest_assignment,
    empty_lines,
    listed_cells,
)
from optgap.solvers.fronts.choice_programs import choice_program
from optgap.solvers.fronts.goal_form import goal_form
from optgap.solvers.fronts.processes import Processes
from optgap.solvers.fronts.questions import Question, SearchStopped

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


def answers(front: AssignmentFront, k: int, goals: np.ndarray) -> np.ndarray:
    """Return the points that follow each other from the least goal k on."""
    run, values, limits = Run("minimize"), [], [None, None]
    while (answer := front.least(Question(k, tuple(limits)), run)).x is not None:
        values.append(goals @ answer.x)
        assert answer.floor == values[-1][k]
        limits[1 - k] = float(values[-1][1 - k] - 1.0)
    return np.array(sorted(map(tuple, values)))


@pytest.mark.parametrize("block", range(4))
def test_all_points_by_listing_all_assignments(block: int) -> None:
    """Whatever the sizes of stairs, steps and weights, from either end, ties and doubles too."""
    for seed in range(60 * block, 60 * (block + 1)):
        parameters = AssignmentParameters(
            first_room=3 if seed % 2 else 64,
            steps_between_looks=2 if seed % 5 == 1 else 20_000,
            first_height=(1, 16, 128)[seed % 3],
            largest_sum=2 ** (14 if seed % 7 == 2 else 58),
        )
        row, place, goals = table(seed)
        every = all_values(row, place, goals)
        best = every[nondominated(every)]
        for k in (0, 1):
            front = AssignmentFront(SimpleNamespace(covers=[row, place]), goals, parameters)
            assert np.array_equal(answers(front, k, goals), best), (seed, k)
        front = AssignmentFront(SimpleNamespace(covers=[row, place]), goals, parameters)
        along = [goals @ x for plans in front.edges(Run("minimize")) for x in plans]
        assert np.array_equal(np.unique(along, axis=0) if along else best[:1], best), seed
        assert along or len(best) <= 1, seed


def test_questions_in_any_order() -> None:
    """With a limit and a most: the least value, the best other one of those, or none."""
    run = Run("minimize")
    for seed in range(40):
        rng = np.random.default_rng(seed)
        row, place, goals = table(seed)
        every = all_values(row, place, goals)
        front = AssignmentFront(SimpleNamespace(covers=[row, place]), goals)
        for _ in range(6):
            k, some = int(rng.integers(2)), every[rng.integers(len(every))]
            limit, most = float(some[1 - k] + rng.integers(-2, 3)), float(some[k])
            limits = (None, limit) if k == 0 else (limit, None)
            answer = front.least(Question(k, limits, most), run)
            inside = every[(every[:, 1 - k] <= limit) & (every[:, k] <= most)]
            assert (answer.x is None) == (not len(inside)), seed
            if answer.x is None:
                assert answer.floor == most + 1.0
                continue
            best = min(map(tuple, inside[:, [k, 1 - k]]))
            assert tuple((goals @ answer.x)[[k, 1 - k]]) == best, seed


def test_points_on_a_line_that_share_a_value_with_a_dominated_one() -> None:
    """A search that left out corners without room for strictly better values lost these."""
    lost = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        row, place = np.array(list(itertools.product(range(4), repeat=2))).T
        goals = rng.integers(0, 2, (2, 16)).astype(float)
        every = all_values(row, place, goals)
        best = every[nondominated(every)]
        lost += len(best) > 2
        front = AssignmentFront(SimpleNamespace(covers=[row, place]), goals)
        assert np.array_equal(answers(front, 0, goals), best), seed
    assert lost > 20


def test_the_cheapest_assignment_and_its_prices() -> None:
    """As another algorithm has it; no reduced cost is negative, and taken cells have none."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        size = int(rng.integers(1, 13))
        cost = rng.integers(-50, 5 if seed % 2 else 1000, (size, size))
        row, place = np.divmod(np.arange(size * size), size)
        cells = listed_cells(row, place, cost.ravel(), np.arange(size * size), size)
        line = empty_lines(1, size)
        assert cheapest_assignment(cells, line)
        reduced = cost.ravel() - line.row_price[0, row] - line.place_price[0, place]
        taken = line.cell_of_row[0]
        assert sorted(place[taken]) == list(range(size))
        assert reduced.min() == 0
        assert not reduced[taken].any()
        assert cost.ravel()[taken].sum() == cost[linear_sum_assignment(cost)].sum()


def test_no_assignment_is_none() -> None:
    """Two rows that share their only place."""
    row, place = np.array([0, 1, 2, 2]), np.array([0, 0, 1, 2])
    front = AssignmentFront(SimpleNamespace(covers=[row, place]), np.ones((2, 4)))
    assert front.least(Question(0, (None, None)), Run("minimize")) is None


def test_of_cells_with_the_same_row_and_place_the_best_are_kept() -> None:
    row, place = np.array([1, 0, 1, 1, 0, 1, 1]), np.array([0, 0, 0, 0, 0, 0, 1])
    goals = np.array([[5, 1, 3, 5, 1, 4, 9], [1, 7, 4, 1, 7, 4, 9]])
    assert best_cells(row, place, goals).tolist() == [0, 1, 2, 6]


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


def test_edges_that_take_too_many_steps_are_left_to_engines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All edges, or those that are dearer than others."""
    model, values = opposed(5)
    best, searches = values[nondominated(values)], []
    search = triangles.search_triangle
    monkeypatch.setattr(triangles, "search_triangle", lambda *a: searches.append(1) or search(*a))
    for patience in (0, 40, 100_000):
        pools = partial(PlanPools, parameters=AssignmentParameters(most_steps=patience))
        monkeypatch.setattr(region_programs, "PlanPools", pools)
        monkeypatch.setattr(triangles, "nodes_in_time", lambda steps: steps)
        front = optgap.front(model, ["one", "two"])
        assert front.complete
        assert np.array_equal(front.values(), best), patience
        assert bool(searches) == bool(patience)


@pytest.mark.parametrize("edges", range(4))
def test_regions_go_on_where_edges_take_long(edges: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some edges the search asks question by question, and finds the same points."""
    model, values = opposed(6)
    looks = []
    due = property(lambda _: looks.append(1) or len(looks) > edges)
    monkeypatch.setattr(Processes, "are_due", due)
    monkeypatch.setattr(Processes, "are_ready", lambda _: False)
    front = optgap.front(model, ["one", "two"])
    assert front.complete
    assert np.array_equal(front.values(), values[nondominated(values)])


@pytest.mark.parametrize("after", [1, 3, 9])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, SearchStopped("time_limit")])
def test_a_search_that_is_broken_off_keeps_what_it_knows(
    after: int, stop: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, values = opposed(6)
    best, calls, search = values[nondominated(values)], [], triangles.search_triangle

    def broken(*arguments: object) -> int:
        calls.append(1)
        if len(calls) == after:
            raise stop
        return search(*arguments)

    monkeypatch.setattr(triangles, "search_triangle", broken)
    part = optgap.front(model, ["one", "two"], threads=1)
    assert not part.complete
    assert part.stopped == ("interrupted" if stop is KeyboardInterrupt else "time_limit")
    assert all((best == point).all(axis=1).any() for point in part.values())
    corners = np.array([list(corner.values()) for corner in part.bound_front])
    assert all((corners <= point).all(axis=1).any() for point in best)


def test_other_programs_of_choices_have_no_edges() -> None:
    """A third goal, a capacity, too many rows, or sums that no integer holds."""
    model, _ = opposed(4)
    goals = goal_form(model, ["one", "two"])
    whole = np.array([goal.whole for goal in goals.goals], dtype=float)
    choices = choice_program(goals)
    assert assignment_front(choices, whole) is not None
    assert assignment_front(choices, np.vstack([whole, whole[:1]])) is None
    assert assignment_front(choices, whole * 2.0**50) is None
    assert assignment_front(choices, whole, AssignmentParameters(most_rows=3)) is None
    model.room = pyo.Constraint(expr=sum(model.x[e] for e in (0, 5, 10)) <= 2)
    assert not choice_program(goal_form(model, ["one", "two"])).is_assignment


def test_no_engine_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    model, values = opposed(5)

    def never(*_: object) -> None:
        raise AssertionError("a pool was asked for")

    monkeypatch.setattr(PlanPools, "least", never)
    front = optgap.front(model, ["one", "two"])
    assert np.array_equal(front.values(), values[nondominated(values)])
    assert front.solver is None
