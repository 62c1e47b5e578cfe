"""Words belong to the families of the one model, and rows that exclude nothing are left out."""

import numpy as np
import pyomo.environ as pyo
import pytest

import optgap
from optgap.core.run import Run
from optgap.core.words import Said, less, more, names, simply
from optgap.formulations.consolidation.placement_rules import FAMILIES
from optgap.solvers.conflicts import stated_rows
from optgap.solvers.engines import solve_model
from optgap.validation.catalogue import problem_names, problem_of
from optgap.validation.explaining import exact_model, statements_of
from optgap.validation.running.instances import bundled_names

LARGEST = 20_000  # entries of a model that a test builds


def small_instances(name: str) -> list[optgap.Instance]:
    """Return the small bundled instances of a problem, and some generated ones."""
    made = [optgap.generate(name, seed) for seed in range(3)]
    loaded = [*map(optgap.load, bundled_names(name)), *made]
    size = getattr(problem_of(made[0]).formulation, "model_size", lambda _: (0, 0))
    return [instance for instance in loaded if size(instance)[1] <= LARGEST]


STATED = [name for name in problem_names() if name != "resource_plan"]


@pytest.mark.parametrize("name", STATED)
def test_words_belong_to_families_of_the_model(name: str) -> None:
    """Every function of words is for a component of the model with all pairs, in some instance."""
    named, there = set[str](), set[str]()
    for instance in small_instances(name):
        words = problem_of(instance).formulation.words(instance)
        try:
            model = exact_model(instance, every=True)
        except optgap.InputError:
            continue  # sequences of settings, or no linear form
        named |= set(words)
        there |= {part.name for part in model.component_objects(pyo.Constraint)}
    assert named - there <= set(FAMILIES)  # rules of all kinds are in no small instance


@pytest.mark.parametrize("name", STATED)
def test_the_model_with_all_pairs_allows_what_the_exact_model_allows(name: str) -> None:
    for instance in small_instances(name):
        built = exact_model(instance)
        objective = next(built.component_data_objects(pyo.Objective, active=True))
        sense = "minimize" if objective.sense == pyo.minimize else "maximize"
        exact = solve_model(built, "highs", Run(sense, time_limit=5))
        if exact.status == "optimal":
            model = exact_model(instance, every=True)
            for objective in list(model.component_objects(pyo.Objective)):
                model.del_component(objective)
            model.any = pyo.Objective(expr=0.0)
            found = solve_model(model, "highs", Run("minimize", time_limit=20))
            assert found.status == "optimal", instance.name


def measured(seed: int) -> pyo.ConcreteModel:
    """Return items on two machines, which measure times and loads, some of them without limits."""
    rng = np.random.default_rng(seed)
    model = pyo.ConcreteModel(f"measured {seed}")
    model.I, model.J = range(3), range(2)
    model.x = pyo.Var(model.I, model.J, domain=pyo.Binary)
    model.T = pyo.Var(domain=pyo.NonNegativeReals)
    model.alpha = pyo.Var(model.J)
    size = rng.integers(1, 5, 3)
    top = float(rng.integers(1, 5)) if rng.random() < 0.5 else None
    model.busiest = pyo.Var(bounds=(None, top))
    model.once = pyo.Constraint(model.I, rule=lambda m, i: sum(m.x[i, j] for j in m.J) == 1)
    model.room = pyo.Constraint(
        model.J, rule=lambda m, j: sum(int(size[i]) * m.x[i, j] for i in m.I) <= 4
    )
    model.ends = pyo.Constraint(model.I, model.J, rule=lambda m, i, j: 3 * m.x[i, j] <= m.T)
    model.loads = pyo.Constraint(
        model.J, rule=lambda m, j: m.alpha[j] == sum(int(size[i]) * m.x[i, j] for i in m.I)
    )
    model.most = pyo.Constraint(model.J, rule=lambda m, j: m.alpha[j] <= m.busiest)
    model.objective = pyo.Objective(expr=model.T + model.busiest)
    return model


@pytest.mark.parametrize("seed", range(20))
def test_rows_that_measure_are_left_out_where_nothing_limits_them(seed: int) -> None:
    model = measured(seed)
    words = {
        "room": lambda j: Said("room", str(j), "4", more("", 4)),
        "once": lambda i: Said("placed", str(i), "", simply("left out"), at_least=True),
    }
    stated = stated_rows(model, words)
    limited = model.busiest.ub is not None
    # the upper halves of `once` go where no other row wants an item away
    assert stated.form.shape[0] == 5 + (4 + 3 if limited else 0)
    assert sorted(statement.name for statement in stated.statements) == [
        *(f"placed {i}" for i in range(3)), *(f"room {j}" for j in range(2))
    ]  # fmt: skip
    run = Run("minimize", time_limit=10)
    plan = solve_model(model, "highs", run).status == "optimal"
    found = optgap.validation.explaining.explain_form("m", stated, Run("minimize", time_limit=10))
    assert found is not None and found.feasible == plan


def test_a_row_of_constants_that_does_not_hold_is_a_statement() -> None:
    model = pyo.ConcreteModel("constants")
    model.x = pyo.Var(domain=pyo.Binary)
    model.need = pyo.Constraint(range(2), rule=lambda m, k: (1 - k) * 0.0 * m.x >= k)
    model.c = pyo.Constraint(expr=model.x <= 1)
    stated = stated_rows(model, {"need": lambda k: Said("need", str(k), "", less("", k))})
    assert [statement.name for statement in stated.statements] == ["need 1"]


def test_resource_plan_has_no_words() -> None:
    assert not hasattr(problem_of(optgap.generate("resource_plan", 1)).formulation, "words")
    assert names(["a", "b"], "machines", "no machine") == "a, b"
    assert names(list("abcdef"), "machines", "no machine") == "6 machines"


def test_statements_are_those_of_the_file() -> None:
    stated = statements_of(optgap.load("placement/infeasible")).form
    assert stated.families == ("capacity", "can run on", "runs")
