"""Every better plan on its way, and constraints that are added in rounds."""

import itertools

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.run import Incumbent, Run
from optgap.own_models import solve

ENGINES = ("highs", "scip", "cp-sat")


def knapsack(seed: int, items: int = 40) -> pyo.ConcreteModel:
    rng = np.random.default_rng(seed)
    worth, weight = rng.integers(5, 60, (2, items)).tolist()
    m = pyo.ConcreteModel()
    m.x = pyo.Var(range(items), domain=pyo.Binary)
    m.worth = pyo.Objective(expr=pyo.sum_product(worth, m.x, index=m.x), sense=pyo.maximize)
    for k in range(4):
        size = rng.integers(5, 60, items).tolist()
        room = pyo.Constraint(expr=pyo.sum_product(size, m.x, index=m.x) <= sum(weight) // 3)
        m.add_component(f"room{k}", room)
    return m


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_of_an_own_model_are_feasible_and_get_better(engine: str) -> None:
    m, seen = knapsack(1), list[Incumbent]()
    result = solve(m, engine, on_incumbent=seen.append)
    assert result.status == "optimal"
    objectives = [each.objective for each in seen]
    assert objectives == sorted(set(objectives))
    assert objectives[-1] == pytest.approx(result.objective)
    for each in seen:
        assert set(each.decision) == {f"x[{i}]" for i in range(40)}
        for i in range(40):
            m.x[i].set_value(each.decision[f"x[{i}]"])
        assert pyo.value(m.worth) == pytest.approx(each.objective)
        rooms = m.component_data_objects(pyo.Constraint)
        assert all(pyo.value(row.body) <= row.upper + 1e-9 for row in rooms)


def test_a_linear_program_has_one() -> None:
    m, seen = pyo.ConcreteModel(), []
    m.x = pyo.Var(bounds=(0, 3))
    m.o = pyo.Objective(expr=-m.x)
    solve(m, on_incumbent=seen.append)
    assert [(each.objective, each.decision) for each in seen] == [(-3, {"x": 3})]


def test_true_ends_the_search_and_an_error_is_raised() -> None:
    result = solve(knapsack(1), on_incumbent=lambda _: True)
    assert (result.status, result.stopped) == ("feasible", "interrupted")
    with pytest.raises(ZeroDivisionError):
        solve(knapsack(1), on_incumbent=lambda _: 1 / 0)
    assert solve(knapsack(1)).status == "optimal", "nothing stays behind"


@pytest.mark.parametrize(
    ("source", "method"),
    [
        ("macrow/two-clusters", "exact"),
        ("macrow/two-clusters", "auto"),
        ("placement/fig6", "ipa"),
        ("eviction/two-resources", "exact"),
        ("consolidation/figure-4", "column-generation"),
        ("utility/four-jobs", "exact"),
    ],
)
def test_plans_are_accepted_by_the_judge(source: str, method: str) -> None:
    seen = list[Incumbent]()
    outcome = optgap.solve(source, method, on_incumbent=seen.append)
    assert seen
    assert seen[-1].objective == pytest.approx(outcome.objective)
    values = [each.objective for each in seen]
    assert values == sorted(set(values), reverse=outcome.sense == "minimize")
    for each in seen:
        check = optgap.check(source, each.decision)
        assert check.feasible
        assert check.objective == each.objective
        assert each.seconds <= outcome.seconds
        sign = 1 if outcome.sense == "minimize" else -1
        assert each.bound is None or sign * each.bound <= sign * each.objective


def test_what_the_judge_rejects_is_not_handed_on() -> None:
    """An engine that reports a plan which breaks a rule: nobody sees it."""
    instance = optgap.load("placement/fig6")
    seen = []
    outcome = optgap.solve(
        instance, lambda _: {"machine": [0] * instance.instances}, on_incumbent=seen.append
    )
    assert outcome.stopped == "error"
    assert seen == []


def test_true_ends_a_solve() -> None:
    outcome = optgap.solve("macrow/two-clusters", "exact", on_incumbent=lambda _: True)
    assert (outcome.status, outcome.stopped) == ("feasible", "interrupted")
    assert outcome.decision is not None


@pytest.mark.parametrize("wrong", ["print", 7])
def test_what_is_no_function_is_refused(wrong) -> None:
    with pytest.raises(InputError, match="on_incumbent: must be a function"):
        optgap.solve("placement/fig6", on_incumbent=wrong)


def test_fronts_have_no_incumbents() -> None:
    with pytest.raises(InputError, match="works only for one objective; the plans of a front"):
        optgap.solve("stage/two-machines", on_incumbent=print)


def tour(seed: int, cities: int = 9) -> tuple[pyo.ConcreteModel, np.ndarray]:
    rng = np.random.default_rng(seed)
    place = rng.integers(0, 100, (cities, 2))
    length = np.abs(place[:, None] - place[None]).sum(axis=2)
    m = pyo.ConcreteModel()
    m.P = pyo.Set(initialize=list(itertools.combinations(range(cities), 2)))
    m.x = pyo.Var(m.P, domain=pyo.Binary)
    m.length = pyo.Objective(expr=sum(int(length[p]) * m.x[p] for p in m.P))
    m.degree = pyo.Constraint(
        range(cities), rule=lambda m, i: sum(m.x[p] for p in m.P if i in p) == 2
    )
    m.cuts = pyo.ConstraintList()
    return m, length


def one_tour(m: pyo.ConcreteModel) -> bool:
    """Add a constraint for each circle that is not the whole tour; return whether there is one."""
    left, circles = {i for p in m.P for i in p}, []
    while left:
        circle, used = {left.pop()}, [set(p) for p in m.P if m.x[p].value > 0.5]
        for _ in used:
            circle = circle.union(*(pair for pair in used if circle & pair))
        left -= circle
        circles.append(circle)
    for circle in circles[:-1]:
        m.cuts.add(sum(m.x[p] for p in m.P if len(circle & set(p)) == 1) >= 2)
    return len(circles) > 1


@pytest.mark.parametrize("seed", range(4))
def test_rounds_find_the_shortest_tour(seed: int) -> None:
    m, length = tour(seed, 8)
    result = solve(m, gap=0.0, separate=one_tour)
    shortest = min(
        sum(length[a, b] for a, b in itertools.pairwise((0, *order, 0)))
        for order in itertools.permutations(range(1, 8))
    )
    assert (result.status, result.objective, result.bound) == ("optimal", shortest, shortest)


def test_one_round_is_not_enough_everywhere() -> None:
    first = [solve(tour(seed)[0], gap=0.0).objective for seed in range(4)]
    last = [solve(tour(seed)[0], gap=0.0, separate=one_tour).objective for seed in range(4)]
    assert any(one < other for one, other in zip(first, last, strict=True))


def test_a_round_that_time_ends_has_no_solution() -> None:
    m, _ = tour(1)
    result = solve(m, gap=0.0, time_limit=1e-9, separate=one_tour)
    assert (result.status, result.stopped, result.objective) == ("unknown", "time_limit", None)


def test_a_cut_that_is_pending_when_time_ends_takes_the_solution_away(monkeypatch) -> None:
    """The bound of the round stays: fewer constraints allow more."""
    m, _ = tour(1)
    relaxed = solve(m, gap=0.0).objective
    monkeypatch.setattr(Run, "should_stop", lambda run: run.is_late)
    monkeypatch.setattr(Run, "is_late", False, raising=False)

    def late(model: pyo.ConcreteModel) -> bool:
        monkeypatch.setattr(Run, "is_late", True)
        model.cuts.add(sum(model.x[p] for p in model.P) >= 0)
        return True

    result = solve(m, gap=0.0, separate=late)
    assert (result.status, result.stopped, result.objective) == ("unknown", "time_limit", None)
    assert result.bound == relaxed
    assert result.x is None


def test_a_promise_of_constraints_that_is_not_kept_is_refused() -> None:
    with pytest.raises(InputError, match="must add constraints that the solution violates"):
        solve(tour(1)[0], separate=lambda _: True)


def test_a_relaxation_without_a_bound_is_not_called_unbounded() -> None:
    m = pyo.ConcreteModel()
    m.x = pyo.Var(domain=pyo.Integers)
    m.o = pyo.Objective(expr=m.x)
    m.row = pyo.Constraint(expr=m.x <= 3)
    result = solve(m, separate=lambda _: False)
    assert result.status == "unknown"
    assert "unbounded without the constraints" in result.message


def test_incumbents_and_rounds_exclude_each_other() -> None:
    with pytest.raises(InputError, match="give only one of them"):
        solve(knapsack(0), on_incumbent=print, separate=lambda _: False)
