"""The exact multi-objective engine on models of its own: complete, limited, honest."""

import itertools
import threading

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.faults import InputError
from optgap.core.fronts import Largest, nondominated
from optgap.core.run import Run
from optgap.solvers.fronts import region_programs as pareto
from optgap.solvers.fronts.exact_front import pareto_front
from optgap.solvers.fronts.goal_form import Least, Question, SearchStopped


def knapsack(seed: int, goods: int, goals: int, digits: int = 1) -> tuple[pyo.ConcreteModel, list]:
    """Return a covering problem with several sums to minimise, of any sign."""
    rng = np.random.default_rng(seed)
    costs = np.round(rng.uniform(-1, 9, (goals, goods)), digits).tolist()
    weights = rng.integers(1, 9, goods).tolist()
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(goods), domain=pyo.Binary)
    model.cover = pyo.Constraint(
        expr=sum(weights[i] * model.x[i] for i in range(goods)) >= sum(weights) / 2
    )
    model.objective = pyo.Objective(
        [f"cost {k}" for k in range(goals)],
        rule=lambda model, name: sum(costs[int(name[-1])][i] * model.x[i] for i in range(goods)),
    )
    found = []
    for x in itertools.product((0, 1), repeat=goods):
        if np.dot(weights, x) >= sum(weights) / 2:
            found.append(np.round(np.array(costs) @ np.array(x), digits + 2))
    values = np.array(found)
    return model, values[nondominated(values)].tolist()


def decision_of(model: pyo.ConcreteModel) -> dict:
    return {"x": [round(each.value) for each in model.x.values()]}


def values_of(answer) -> list[list[float]]:
    return sorted([round(v, 6) + 0.0 for v in point.objectives.values()] for point in answer.front)


@pytest.mark.parametrize(("goals", "goods"), [(1, 8), (2, 9), (3, 8), (4, 6)])
def test_sums_by_brute_force(goals: int, goods: int) -> None:
    for seed in range(2):
        model, expected = knapsack(seed, goods, goals)
        answer = pareto_front(model, {}, decision_of, Run("minimize"))
        assert answer.front_complete
        assert np.allclose(values_of(answer), sorted(expected))


def test_no_weakly_dominated_point_is_returned() -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(2), domain=pyo.Binary)
    model.one = pyo.Constraint(expr=model.x[0] + model.x[1] == 1)
    model.objective = pyo.Objective(
        ["a", "b"],
        rule=lambda model, name: (
            3 * (model.x[0] + model.x[1]) if name == "a" else 5 * model.x[0] + 2 * model.x[1]
        ),
    )
    answer = pareto_front(model, {}, decision_of, Run("minimize"))
    assert values_of(answer) == [[3, 2]]


def test_close_points_are_all_found() -> None:
    """No step is fixed: costs that differ by a thousandth are told apart."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(5), domain=pyo.Binary)
    model.one = pyo.Constraint(expr=sum(model.x.values()) == 1)
    model.objective = pyo.Objective(
        ["a", "b"],
        rule=lambda model, name: sum(
            (100 + 0.001 * i if name == "a" else 200 - 0.001 * i) * model.x[i] for i in range(5)
        ),
    )
    answer = pareto_front(model, {}, decision_of, Run("minimize"))
    assert answer.front_complete
    assert len(answer.front) == 5


def test_two_maxima_over_different_variables() -> None:
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(4), domain=pyo.Binary)
    model.F = pyo.Var(["a", "b"])
    model.first = pyo.Constraint(expr=model.x[0] + model.x[1] == 1)
    model.second = pyo.Constraint(expr=model.x[2] + model.x[3] == 1)
    values = {"a": [1.5, 2.5, 1.0, 9.0], "b": [7.0, 3.0, 8.0, 1.0]}
    model.rows = pyo.Constraint(
        ["a", "b"],
        range(4),
        rule=lambda model, name, i: model.F[name] >= values[name][i] * model.x[i],
    )
    model.objective = pyo.Objective(["a", "b"], rule=lambda model, name: model.F[name])
    largest = {
        name: Largest(
            variables=list(model.x.values()),
            values=np.array(values[name]),
            group=[0, 0, 1, 1],
            rows=[model.rows[name, i] for i in range(4)],
        )
        for name in values
    }
    answer = pareto_front(model, largest, decision_of, Run("minimize"))
    assert values_of(answer) == [[1.5, 8], [9, 3]]


def test_infeasible() -> None:
    model, _ = knapsack(0, 5, 2)
    model.never = pyo.Constraint(expr=sum(model.x.values()) >= 6)
    answer = pareto_front(model, {}, decision_of, Run("minimize"))
    assert (answer.infeasible, answer.front) == (True, None)


def line(points: int) -> pyo.ConcreteModel:
    """Return a model whose front is (0, 0.5 n), (1, 0.5 (n - 1)), and so on."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(points), domain=pyo.Binary)
    model.one = pyo.Constraint(expr=sum(model.x.values()) == 1)
    model.objective = pyo.Objective(
        ["time", "cost"],
        rule=lambda model, name: sum(
            (i if name == "time" else 0.5 * (points - i)) * model.x[i] for i in range(points)
        ),
    )
    return model


def test_time_limit_in_the_middle_names_the_open_part(monkeypatch) -> None:
    run = Run("minimize")
    least = pareto.Worker.least
    asked = []

    def counting(worker, question, **options):
        asked.append(1)
        if len(asked) == 6:
            run.time_limit = 0.0
        return least(worker, question, **options)

    monkeypatch.setattr(pareto.Worker, "least", counting)
    answer = pareto_front(line(8), {}, decision_of, run)
    assert (answer.front_complete, answer.stopped) == (False, "time_limit")
    points = values_of(answer)
    assert 2 < len(points) < 8
    assert all(cost == 0.5 * (8 - time) for time, cost in points)
    known = {time for time, _ in points}
    worst = max(0.5 * (8 - time) for time in range(8) if time not in known)
    assert answer.details["open"].startswith("points with cost up to ")
    assert float(answer.details["open"].split()[5]) >= worst
    assert answer.message == answer.details["open"]


def test_no_time_at_all() -> None:
    model, _ = knapsack(1, 6, 2)
    answer = pareto_front(model, {}, decision_of, Run("minimize", time_limit=0.0))
    assert (answer.front, answer.infeasible, answer.stopped) == (None, False, "time_limit")


def test_too_many_digits_are_not_called_complete() -> None:
    model, _ = knapsack(1, 6, 2, digits=15)
    answer = pareto_front(model, {}, decision_of, Run("minimize"))
    assert answer.front
    assert answer.front_complete is False
    assert "digits" in answer.message


def test_continuous_objectives_are_refused() -> None:
    model = pyo.ConcreteModel()
    model.y = pyo.Var(bounds=(0, 1))
    model.objective = pyo.Objective(["a"], rule=lambda model, _: model.y)
    with pytest.raises(InputError, match="objective a: must contain only integer variables"):
        pareto_front(model, {}, decision_of, Run("minimize"))


def test_points_are_reported_as_they_are_found() -> None:
    model, expected = knapsack(0, 8, 2)
    heard = []
    run = Run(
        "minimize", listener=lambda run: heard.append((len(run.front), threading.get_ident()))
    )
    pareto_front(model, {}, decision_of, run)
    assert [count for count, _ in heard] == list(range(1, len(run.front) + 1))
    assert len(run.front) >= len(expected)


def stop_after(questions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the time be up when a search for a front asks that many questions."""
    least, asked = pareto.Worker.least, []

    def stopping(worker: pareto.Worker, question: Question, **options: bool) -> Least:
        asked.append(question)
        if len(asked) >= questions:
            return Least(question.floor, stop=SearchStopped("time_limit"))
        return least(worker, question, **options)

    monkeypatch.setattr(pareto.Worker, "least", stopping)


@pytest.mark.parametrize("after", range(3, 19, 3))
def test_bounds_of_a_stopped_front_deny_no_plan(after: int, monkeypatch) -> None:
    """Limits on the maximum, each with a sum that no plan up to it is below."""
    instance = optgap.load("stage/stage-12x6x5")
    whole = optgap.solve(instance, "exact")
    assert whole.front_complete
    stop_after(after, monkeypatch)
    part = optgap.solve(instance, "exact")
    front = [tuple(point.objectives.values()) for point in whole.front]
    assert part.front_complete is False
    assert {tuple(point.objectives.values()) for point in part.front} <= set(front)
    assert part.bound_front[-1]["latency"] is None
    for entry in part.bound_front:
        limit = entry["latency"]
        allowed = [cost for latency, cost in front if limit is None or latency <= limit]
        assert entry["cost"] is not None or not allowed
        assert all(cost >= entry["cost"] - 1e-9 * cost for cost in allowed)
    inner, outer = part.hypervolume
    assert 0 < inner <= outer


@pytest.mark.parametrize("after", range(6, 30, 4))
def test_points_of_a_stopped_front_lie_above_its_corners(after: int, monkeypatch) -> None:
    """Corners that rise at the end prove points that they pass: these are bounds then."""
    instance = optgap.generate("resource_plan", 0, instances=14, options=4, maxima=2, sums=2)
    stop_after(after, monkeypatch)
    part = optgap.solve(instance, "exact", time_limit=20)
    assert part.stopped != "error", part.message
    assert part.front
    assert part.bound_front
