"""Fronts with values of all magnitudes, with ties and decimals, end and are those of all plans."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.fronts import nondominated
from optgap.core.run import Run
from optgap.solvers.fronts.choice_programs import choice_program
from optgap.solvers.fronts.goal_form import Least, Question, goal_form
from optgap.solvers.fronts.narrowed_programs import NarrowedPrograms
from optgap.solvers.fronts.region_programs import PlanPools, Worker
from optgap.solvers.fronts.region_search import RegionSearch

from .test_choice_fronts import opposed

Rows = list[tuple[list[int], str, int]]
KINDS = ("millions", "thousand millions", "millionths", "hundredths", "ties", "mixed")
MOST_PROGRAMS = 100  # for each point: windows grow from a thousandth of a value to all of it


def numbers(draw: random.Random, kind: str, count: int) -> list[float]:
    """Return coefficients, exactly as a file prints them."""
    if kind == "millions":
        return [draw.choice([1, 999_999, draw.randint(0, 10**6)]) for _ in range(count)]
    if kind == "thousand millions":
        return [draw.choice([1, 10**9 - 1, draw.randint(0, 10**9)]) for _ in range(count)]
    if kind == "millionths":
        return [float(f"{draw.randint(-9, 9)}e-6") for _ in range(count)]
    if kind == "hundredths":
        return [round(draw.uniform(-3, 9), 2) for _ in range(count)]
    if kind == "ties":
        return [draw.choice([0, 1]) for _ in range(count)]
    return [float(f"{draw.randint(-9, 9)}e{draw.choice([-3, 0, 3, 5])}") for _ in range(count)]


def choices(draw: random.Random) -> tuple[Rows, list[tuple[int, ...]]]:
    """Return rows that take one column of each group, some with a capacity; and all plans."""
    sizes = [draw.randint(2, 4) for _ in range(draw.randint(2, 3))]
    firsts = [sum(sizes[:k]) for k in range(len(sizes))]
    groups = [range(first, first + size) for first, size in zip(firsts, sizes, strict=True)]
    count = sum(sizes)
    rows: Rows = [([int(j in group) for j in range(count)], "==", 1) for group in groups]
    if draw.random() < 0.5:
        rows.append(([draw.randint(1, 6) for _ in range(count)], "<=", draw.randint(4, 10)))
    taken = itertools.product(*groups)
    return rows, [tuple(int(j in plan) for j in range(count)) for plan in taken]


def assignment(draw: random.Random) -> tuple[Rows, list[tuple[int, ...]]]:
    """Return the rows of an assignment of three or four, and all plans."""
    size = draw.choice([3, 4])
    cells = [(i, j) for i in range(size) for j in range(size)]
    rows: Rows = [([int(cell[side] == k) for cell in cells], "==", 1)
                  for side in (0, 1) for k in range(size)]  # fmt: skip
    orders = itertools.permutations(range(size))
    return rows, [tuple(int(order[i] == j) for i, j in cells) for order in orders]


def knapsack(draw: random.Random) -> tuple[Rows, list[tuple[int, ...]]]:
    """Return one or two rows of weights over some binaries, and all their values."""
    count = draw.randint(4, 6)
    rows: Rows = [
        ([draw.randint(1, 6) for _ in range(count)], draw.choice(["<=", ">="]), draw.randint(3, 12))
        for _ in range(draw.randint(1, 2))
    ]
    return rows, list(itertools.product((0, 1), repeat=count))


def holds(row: tuple[list[int], str, int], plan: tuple[int, ...]) -> bool:
    sizes, relation, side = row
    total = sum(size * value for size, value in zip(sizes, plan, strict=True))
    return {"==": total == side, "<=": total <= side, ">=": total >= side}[relation]


def case(seed: int, make, kind: str, goals: int) -> tuple[pyo.ConcreteModel, set]:
    """Return a model and its nondominated values, computed in fractions.

    The goal that is asked first has values of the kind; the others are small integers.
    """
    draw = random.Random(f"{seed} {make.__name__} {kind} {goals}")
    rows, plans = make(draw)
    count = len(rows[0][0])
    costs = [numbers(draw, kind, count)]
    costs += [[float(draw.randint(-5, 9)) for _ in range(count)] for _ in range(goals - 1)]
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(count), domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    for sizes, relation, side in rows:
        total = sum(size * model.x[j] for j, size in enumerate(sizes) if size)
        both = {"==": total == side, "<=": total <= side, ">=": total >= side}
        model.rows.add(both[relation])
    for k, cost in enumerate(costs):
        total = sum(value * model.x[j] for j, value in enumerate(cost)) + 0 * model.x[0]
        model.add_component(f"goal{k}", pyo.Objective(expr=total))
    feasible = [plan for plan in plans if all(holds(row, plan) for row in rows)]
    exact = {
        tuple(sum(Fraction(str(c)) * v for c, v in zip(cost, plan, strict=True)) for cost in costs)
        for plan in feasible
    }
    front = {
        one
        for one in exact
        if not any(a != one and all(x <= y for x, y in zip(a, one, strict=True)) for a in exact)
    }
    return model, front


@pytest.mark.parametrize("goals", [2, 3])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", [choices, assignment, knapsack])
def test_fronts_of_all_magnitudes_by_listing_all_plans(make, kind: str, goals: int) -> None:
    for seed in range(4):
        model, front = case(seed, make, kind, goals)
        names = [f"goal{k}" for k in range(goals)]
        found = optgap.front(model, names, threads=1)
        assert found.stopped == "complete", (seed, found.message)
        assert found.programs <= MOST_PROGRAMS * (len(front) + 1), seed
        if not front:
            assert found.status == "infeasible", seed
            continue
        assert found.complete or "too many digits" in str(found.message), seed
        if found.complete:
            expected = np.array(sorted(front), dtype=float)
            assert np.allclose(found.values(), expected, rtol=1e-9, atol=0.0), seed


def test_a_plan_just_above_the_first_pools_is_reached() -> None:
    """A pool up to the most that is asked for decided nothing, and was asked for again and again.

    Values near a million made what a pool proves a step less than what it was asked for.
    """
    options = [[(310_007, 2), (480_011, 6)], [(999_998, 3), (2, 0)], [(2, 8), (999_998, 5)]]
    objectives = [{"name": name, "aggregate": "sum"} for name in ("cost", "errors")]
    instance = {"problem": "resource_plan", "version": 1, "name": "three groups",
                "objectives": objectives, "options": options}  # fmt: skip
    outcome = optgap.solve(instance, "exact")
    plans = np.array(list(itertools.product(*options))).sum(axis=1)
    front = plans[nondominated(plans.astype(float))]
    values = sorted(tuple(point.objectives.values()) for point in outcome.front)
    assert (outcome.status, outcome.stopped) == ("optimal", "complete")
    assert np.array_equal(np.unique(front, axis=0), np.array(values))
    assert outcome.details["programs_solved"] <= MOST_PROGRAMS * len(values)


@pytest.mark.parametrize("seed", range(6))
def test_a_pool_up_to_a_cost_decides_all_questions_up_to_it(seed: int) -> None:
    model, _ = case(seed, choices, "millions", 2)
    goals = goal_form(model, ["goal0", "goal1"])
    program, run = choice_program(goals), Run("minimize")
    whole = np.array([goal.whole for goal in goals.goals], dtype=float)
    limits = (None, 8.0)
    priced = NarrowedPrograms(goals).priced(whole[0], limits, run)
    assert program is not None
    if priced is None or not np.isfinite(priced.value):
        return
    for cost in (priced.floor, priced.floor + 1.0, priced.floor + 700_000.0):
        pool = program.pool(whole, 0, limits, priced, cost, patient=True)
        floor, x = pool.least(limits)
        assert floor > cost or x is not None


def test_prices_beyond_a_cutoff_leave_columns_within_their_bounds() -> None:
    """Rounding put a cutoff below the relaxation, and a column beyond its bound."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(4), domain=pyo.Binary)
    model.row = pyo.Constraint(expr=2 * model.x[0] + model.x[1] >= 1)
    model.goal0 = pyo.Objective(expr=model.x[0] + 835_039 * model.x[1] + 999_999 * model.x[2])
    model.goal1 = pyo.Objective(expr=-9 * model.x[0] - 9 * model.x[2] + 5 * model.x[3])
    goals = goal_form(model, ["goal0", "goal1"])
    narrowing, cost = NarrowedPrograms(goals), np.array(goals.goals[0].whole, dtype=float)
    for limit in (-18.0, -9.0, 0.0):
        priced = narrowing.priced(cost, (None, limit), Run("minimize"))
        for cutoff in (priced.value - 1.5, priced.value - 1e-9, priced.floor):
            narrow = narrowing.narrowed(priced, cost, (None, limit), cutoff)
            if narrow is not None:
                assert ((narrow.fixed >= 0) & (narrow.fixed <= 1)).all()
    front = optgap.front(model, ["goal0", "goal1"])
    assert front.complete
    assert front.values().tolist() == [[1.0, -9.0], [1_000_000.0, -18.0]]


@pytest.mark.parametrize("answer", ["no point", "a point outside"])
def test_an_answer_that_takes_no_region_ends_the_search(answer: str, monkeypatch) -> None:
    model, _ = opposed(4)
    worker = Worker(goal_form(model, ["one", "two"]), "highs", Run("minimize"), {})
    point = worker.least(Question(0, (None, None))).x
    value = float(worker.values(point)[0])
    other = None if answer == "no point" else point
    monkeypatch.setattr(PlanPools, "known", lambda *_: Least(value, other))
    asked = Question(0, (None, float(worker.values(point)[1]) - 1.0), most=value + 5.0)
    stopped = worker.least(asked)
    assert stopped.stop is not None
    assert stopped.stop.stopped == "error"
    assert "too many digits" in str(stopped.stop.message)


def test_a_point_that_breaks_a_bound_ends_the_search() -> None:
    model, _ = case(0, knapsack, "ties", 2)
    goals = goal_form(model, ["goal0", "goal1"])
    search = RegionSearch(goals, "highs", Run("minimize"))
    with pytest.raises(Exception, match=r"not feasible: x\[0\] = 2 is outside its bounds"):
        search.keep((0, 0), np.array([2.0] + [0.0] * (goals.form.shape[1] - 1)))
