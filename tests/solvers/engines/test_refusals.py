"""A model that does not fit an engine is refused by the name of the variable, never bent to fit."""

from __future__ import annotations

from typing import Any

import pyomo.environ as pyo
import pytest

from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap.formulations.algebra import Variables, total
from optgap.solvers.engines import solve_model


@pytest.fixture
def model() -> pyo.ConcreteModel:
    """Return a model with a bounded integer variable and an objective."""
    model = pyo.ConcreteModel()
    model.count = pyo.Var(domain=pyo.Integers, bounds=(0, 9))
    model.other = pyo.Var(domain=pyo.Integers, bounds=(0, 9))
    model.cost = pyo.Objective(expr=model.count + model.other)
    return model


def refusal(model: pyo.ConcreteModel, engine: str) -> str:
    """Return the message with which an engine refuses a model; its variables stay untouched."""
    with pytest.raises(InputError) as refused:
        solve_model(model, engine, Run("minimize"))
    assert all(var.value is None for var in model.component_data_objects(pyo.Var))
    return str(refused.value)


def test_unknown_engine(model: pyo.ConcreteModel) -> None:
    """A misspelt engine is met with the name that was probably meant."""
    assert "(did you mean 'highs'?)" in refusal(model, "hihgs")


@pytest.mark.parametrize("engine", ["highs", "scip"])
def test_what_no_tolerance_bridges_proves_nothing(model: pyo.ConcreteModel, engine: str) -> None:
    """A point of such a model is checked, a bound is not: it is the engine's, and worth nothing."""
    model.huge = pyo.Constraint(expr=2e15 * model.count <= model.other)
    result = solve_model(model, engine, Run("minimize"))
    assert (result.status, result.objective, result.bound) == ("feasible", 0.0, None)
    assert "of huge are up to 2e+15 units" in str(result.message)


@pytest.mark.parametrize("engine", ["glop", "pdlp"])
def test_linear_engines_refuse_integers(model: pyo.ConcreteModel, engine: str) -> None:
    """GLOP and PDLP would silently solve the relaxation."""
    message = refusal(model, engine)
    assert f"variable count: is integer, but {engine.upper()} solves linear" in message
    assert "variable other: is integer" in message


def test_many_variables_are_counted(model: pyo.ConcreteModel) -> None:
    """A refusal names a few variables and counts the others."""
    model.x = pyo.Var(range(1000), domain=pyo.Binary)
    model.row = pyo.Constraint(expr=pyo.quicksum(model.x.values()) >= 1)
    message = refusal(model, "glop")
    assert "x[0]" in message
    assert "997 more variables" in message


def test_cp_sat_refuses_a_continuous_variable(model: pyo.ConcreteModel) -> None:
    """2 share + count <= 3 gives share no reason to be whole; OR-Tools would round it silently."""
    model.share = pyo.Var(bounds=(0, 1))
    model.row = pyo.Constraint(expr=2 * model.share + model.count <= 3)
    assert "variable share: is continuous, but not provably integral" in refusal(model, "cp-sat")


def test_cp_sat_refuses_two_continuous_variables_in_a_row(model: pyo.ConcreteModel) -> None:
    """Where two continuous variables share a row, neither needs to be whole."""
    model.left = pyo.Var(bounds=(0, 1))
    model.right = pyo.Var(bounds=(0, 1))
    model.row = pyo.Constraint(expr=model.left + model.right + model.count >= 1)
    message = refusal(model, "cp-sat")
    assert "variable left: is continuous" in message
    assert "variable right: is continuous" in message


def test_cp_sat_refuses_an_integer_without_bounds(model: pyo.ConcreteModel) -> None:
    """CP-SAT has no infinite domains."""
    model.count.setub(None)
    assert "variable count: is integer without finite bounds" in refusal(model, "cp-sat")


@pytest.mark.parametrize("place", ["row", "side", "objective"])
def test_cp_sat_refuses_what_is_no_decimal_fraction(model: pyo.ConcreteModel, place: str) -> None:
    """1/3 has no small decimal denominator."""
    third = 1 / 3
    if place == "row":
        model.row = pyo.Constraint(expr=third * model.count + model.other >= 1)
    elif place == "side":
        model.row = pyo.Constraint(expr=model.count + model.other >= third)
    else:
        model.cost.set_value(third * model.count + model.other)
    name = "constraint row" if place == "side" else "variable count"
    message = refusal(model, "cp-sat")
    assert name in message
    assert "is not a decimal fraction" in message


def test_cp_sat_refuses_numbers_that_grow_too_large(model: pyo.ConcreteModel) -> None:
    """A common denominator of 10^10 beside a coefficient of 10^9 leaves the exact range."""
    model.row = pyo.Constraint(expr=1e-10 * model.count + 1e9 * model.other <= 5)
    assert "variable other: needs numbers beyond 2^53" in refusal(model, "cp-sat")


def test_cp_sat_refuses_sums_that_could_overflow(model: pyo.ConcreteModel) -> None:
    """Each number fits, their sum does not."""
    model.x = pyo.Var(range(10), domain=pyo.Integers, bounds=(0, 2**52))
    model.row = pyo.Constraint(expr=sum(1000 * model.x[j] for j in range(10)) >= 1)
    assert "constraint row: could have sums beyond 2^62, which" in refusal(model, "cp-sat")


def test_cp_sat_refuses_a_variable_that_nothing_bounds(model: pyo.ConcreteModel) -> None:
    """An implied integer needs a limit in the direction of its cost."""
    model.depth = pyo.Var()
    model.row = pyo.Constraint(expr=model.depth <= model.count)
    model.cost.set_value(model.depth + model.count)
    message = refusal(model, "cp-sat")
    assert "variable depth: is continuous and unbounded in" in message


@pytest.mark.parametrize("engine", ["highs", "scip", "glop", "pdlp", "cp-sat"])
@pytest.mark.parametrize("where", ["row", "objective"])
def test_nonlinear_models(model: pyo.ConcreteModel, engine: str, where: str) -> None:
    """No engine here takes a product of variables; the message names the component."""
    product = model.count * model.other
    if where == "row":
        model.curved = pyo.Constraint(expr=product <= 4)
    else:
        model.cost.deactivate()
        model.curved = pyo.Objective(expr=product)
    message = refusal(model, engine)
    assert "nonlinear" in message
    assert "curved" in message


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (float("nan"), "the coefficient of count must be finite"),
        (float("inf"), "the coefficient of count must be finite"),
    ],
)
def test_numbers_that_are_none(model: pyo.ConcreteModel, broken: float, says: str) -> None:
    """NaN and infinities as coefficients are refused."""
    model.row = pyo.Constraint(expr=broken * model.count + model.other <= 4)
    assert says in refusal(model, "highs")


def test_a_domain_with_steps(model: pyo.ConcreteModel) -> None:
    """0, 5, 10 is neither continuous nor consecutive."""
    model.steps = pyo.Var(domain=pyo.RangeSet(0, 10, 5))
    model.row = pyo.Constraint(expr=model.steps + model.count >= 3)
    assert "variable steps: its domain must be continuous or" in refusal(model, "highs")


@pytest.mark.parametrize("arrays", [False, True])
def test_a_component_that_is_not_linear_programming(model: pyo.ConcreteModel, arrays: bool) -> None:
    """A special ordered set is refused by name, not left out."""
    model.N = pyo.Set(initialize=[1, 2])
    model.x = Variables(model.N, lower=0, upper=1) if arrays else pyo.Var(model.N, bounds=(0, 1))
    terms = total(model.x) if arrays else model.x[1] + model.x[2]
    model.row = pyo.Constraint(expr=terms + model.count >= 1)
    model.choice = pyo.SOSConstraint(var=model.x, sos=1)
    assert "choice" in refusal(model, "highs")


def test_a_fixed_variable_without_a_value(model: pyo.ConcreteModel) -> None:
    """The message names the variable that is fixed at nothing."""
    model.count.fixed = True
    assert "'count' evaluated to a nonnumeric value" in refusal(model, "highs")


@pytest.mark.parametrize("values", [(1, 2), (3.25, 0.5), (0.1, 0.2)])
def test_cp_sat_takes_an_epigraph(values: tuple[float, float]) -> None:
    """An unbounded continuous maximum over decimals is implied integral after scaling."""
    model = pyo.ConcreteModel()
    model.pick = pyo.Var([0, 1], domain=pyo.Binary)
    model.makespan = pyo.Var()
    model.one = pyo.Constraint(expr=model.pick[0] + model.pick[1] >= 1)

    @model.Constraint([0, 1])
    def slowest(model: pyo.ConcreteModel, j: int) -> Any:
        return model.makespan >= values[j] * model.pick[j]

    model.cost = pyo.Objective(expr=model.makespan / 4 + 0.75)
    result = solve_model(model, "cp-sat", Run("minimize", gap=0.0))
    assert result.status == "optimal"
    assert result.objective == pytest.approx(min(values) / 4 + 0.75, abs=1e-12)
    assert model.makespan.value == pytest.approx(min(values), abs=1e-12)


def test_cp_sat_takes_noisy_decimals(model: pyo.ConcreteModel) -> None:
    """17 / 10 is computed as 1.7000000000000002 by Pyomo, and still means 1.7."""
    model.row = pyo.Constraint(expr=17 * model.count / 10 + model.other >= 3.4)
    model.cost.set_value((17 * model.count + 20 * model.other) / 10)
    result = solve_model(model, "cp-sat", Run("minimize", gap=0.0))
    assert result.objective == pytest.approx(3.4, abs=1e-12)
