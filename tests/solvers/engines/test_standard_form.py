"""From a Pyomo model to arrays, and that all engines find in them what brute force finds."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pyomo.environ as pyo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optgap.core.faults import InputError
from optgap.core.pyomo_arrays import Linear, single
from optgap.core.run import Run
from optgap.solvers.engines import solve_model
from optgap.solvers.engines.standard_form import StandardForm, standard_form


@pytest.fixture
def model() -> pyo.ConcreteModel:
    """Return a model with three continuous variables and one integer variable."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var([1, 2, 3], bounds=(0, 10))
    model.k = pyo.Var(domain=pyo.Integers, bounds=(0.5, 7.5))
    model.cost = pyo.Objective(expr=model.x[1] + model.x[2] + model.x[3] + model.k)
    return model


def row(form: StandardForm, index: int = 0) -> list[float]:
    """Return a row of the matrix, densely."""
    return form.matrix.toarray()[index].tolist()


def test_range_rows_are_merged(model: pyo.ConcreteModel) -> None:
    """A range row stays one row, between rows with one side each."""
    model.up = pyo.Constraint(expr=model.x[1] <= 5)
    model.range = pyo.Constraint(expr=(1, model.x[1] + 2 * model.x[2] + 3, 8))
    model.down = pyo.Constraint(expr=model.x[3] >= 2)
    model.equal = pyo.Constraint(expr=model.x[2] + model.x[3] == 4)
    form = standard_form(model)
    assert [form.row_name(i) for i in range(4)] == ["up", "range", "down", "equal"]
    assert form.row_lower.tolist() == [-np.inf, -2, 2, 4]
    assert form.row_upper.tolist() == [5, 5, np.inf, 4]
    assert row(form, 1)[:2] == [1, 2]


def test_new_sides_and_costs_without_building_anew(model: pyo.ConcreteModel) -> None:
    """They are those of a model that was built with them."""
    model.up = pyo.Constraint(expr=model.x[1] + model.k <= 5)
    form = standard_form(model)
    wider = form.with_sides([(model.up, 2.0, 7.0)])
    assert (wider.row_lower.tolist(), wider.row_upper.tolist()) == ([2], [7])
    assert form.row_upper.tolist() == [5]
    assert wider.with_sides([(model.up, None, None)]).row_upper.tolist() == [np.inf]
    assert "is above its upper bound" in str(form.with_sides([(model.up, 3.0, 2.0)]).infeasible)
    terms = [single(model.x[1]), single(model.k, 2.5), single(model.k, 1.0)]
    dearer = form.with_objective(Linear(terms, 4.0))
    costs = {var.name: cost for var, cost in zip(dearer.columns, dearer.cost, strict=True)}
    assert (costs, dearer.constant) == ({"x[1]": 1, "x[2]": 0, "x[3]": 0, "k": 3.5}, 4)
    model.cost.sense = pyo.maximize
    most = standard_form(model).with_objective(Linear(terms, 4.0))
    assert (most.cost[-1], most.constant) == (-3.5, -4)


def test_an_upper_row_before_a_lower_row_is_no_range(model: pyo.ConcreteModel) -> None:
    """Two constraints on the same expression stay two rows."""
    model.up = pyo.Constraint(expr=model.x[1] + model.x[2] <= 5)
    model.down = pyo.Constraint(expr=model.x[1] + model.x[2] >= 2)
    form = standard_form(model)
    assert form.shape == (2, 4)


def test_fixed_variables_become_constants(model: pyo.ConcreteModel) -> None:
    """A fixed variable leaves the columns for the sides and the constant."""
    model.x[2].fix(3)
    model.row = pyo.Constraint(expr=model.x[1] + 2 * model.x[2] <= 10)
    form = standard_form(model)
    assert [var.name for var in form.columns] == ["x[1]", "x[3]", "k"]
    assert (form.constant, form.row_upper.tolist()) == (3, [4])


def test_a_maximum_is_negated_once(model: pyo.ConcreteModel) -> None:
    """Cost and constant change their signs, and ``in_sense`` changes them back."""
    model.cost.deactivate()
    model.gain = pyo.Objective(expr=2 * model.x[1] + 5, sense=pyo.maximize)
    form = standard_form(model)
    assert (form.sense, form.cost.tolist(), form.constant) == ("maximize", [-2], -5)
    assert form.in_sense(form.value(np.array([3.0]))) == 11


def test_integer_bounds_are_rounded_inwards(model: pyo.ConcreteModel) -> None:
    """0.5 .. 7.5 holds the integers 1 .. 7, and 2.9999999999 is 3."""
    form = standard_form(model)
    assert (form.lower[-1], form.upper[-1], bool(form.integer[-1])) == (1, 7, True)
    model.k.setub(2.9999999999)
    assert standard_form(model).upper[-1] == 3


def test_an_integer_variable_between_whole_numbers(model: pyo.ConcreteModel) -> None:
    """0.2 .. 0.8 holds no integer."""
    model.k.setlb(0.2)
    model.k.setub(0.8)
    assert standard_form(model).infeasible == "the bounds of k exclude each other"


def test_unused_variables_are_no_columns(model: pyo.ConcreteModel) -> None:
    """A variable that stands nowhere, or only with the coefficient 0, is listed apart."""
    model.alone = pyo.Var(domain=pyo.Integers, bounds=(2.5, 9))
    model.zero = pyo.Var()
    model.row = pyo.Constraint(expr=model.x[1] + 0 * model.zero <= 5)
    form = standard_form(model)
    assert [var.name for var in form.unused] == ["alone", "zero"]
    model.alone.setub(2.9)
    assert standard_form(model).infeasible == "the bounds of alone exclude each other"


def test_start_is_what_the_variables_hold(model: pyo.ConcreteModel) -> None:
    """The start is partial where values are missing, and absent without any."""
    assert standard_form(model).start is None
    model.x[2].set_value(4)
    start = standard_form(model).start
    assert start is not None
    assert np.flatnonzero(~np.isnan(start)).tolist() == [1]


def test_empty_model() -> None:
    """A model with nothing in it has no rows and no columns."""
    form = standard_form(pyo.ConcreteModel())
    assert (form.shape, form.constant, form.infeasible) == ((0, 0), 0, None)


def test_a_constant_row_that_does_not_hold(model: pyo.ConcreteModel) -> None:
    """The compiler raises on such a row; here it makes the form infeasible."""
    model.x[1].fix(6)
    model.row = pyo.Constraint(expr=2 * model.x[1] + 1 <= 5)
    reason = standard_form(model).infeasible
    assert reason is not None
    assert "row" in reason


@pytest.mark.parametrize("spelling", ["variable", "expression"])
def test_a_constant_row_that_holds_but_for_rounding(spelling: str) -> None:
    """0.1 + 0.2 <= 0.3 is no reason to call a model infeasible."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(initialize=0.1 + 0.2)
    model.x.fix()
    model.y = pyo.Var(bounds=(0, 1))
    body = model.x if spelling == "variable" else model.x + 0
    model.row = pyo.Constraint(expr=body <= 0.3)
    model.cost = pyo.Objective(expr=model.y)
    form = standard_form(model)
    assert (form.infeasible, form.shape) == (None, (0, 1))
    assert model.row.active


@pytest.mark.parametrize(("short", "holds"), [(0.5, True), (2.0, False)])
def test_rounding_of_a_large_constant_row_is_relative(short: float, holds: bool) -> None:
    """What is lost of a billion by rounding is more than what is lost of 1."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(initialize=1e9)
    model.x.fix()
    model.y = pyo.Var(bounds=(0, 1))
    model.row = pyo.Constraint(expr=model.x <= 1e9 - short)
    model.cost = pyo.Objective(expr=model.y)
    assert (standard_form(model).infeasible is None) == holds


def test_constraints_and_blocks_that_are_switched_off(model: pyo.ConcreteModel) -> None:
    """Deactivated components do not count."""
    model.row = pyo.Constraint(expr=model.x[1] <= 5)
    model.block = pyo.Block()
    model.block.row = pyo.Constraint(expr=model.x[1] <= 4)
    model.row.deactivate()
    assert standard_form(model).row_upper.tolist() == [4]
    model.block.deactivate()
    assert standard_form(model).shape[0] == 0


NUMBERS = [Fraction(text) for text in ("-2", "-1.5", "-1", "-0.3", "0", "0.1", "0.5", "1", "2.25")]
coefficients = st.sampled_from(NUMBERS)


@st.composite
def small_models(draw: Any) -> dict[str, Any]:
    """Draw a model with up to three integer variables and one continuous one, all bounded."""
    count = draw(st.integers(1, 3))
    lows = draw(st.lists(st.integers(-2, 1), min_size=count, max_size=count))
    rows = draw(st.integers(0, 3))
    return {
        "ranges": [(low, low + draw(st.integers(0, 3))) for low in lows],
        "rows": [
            {
                "weights": draw(st.lists(coefficients, min_size=count, max_size=count)),
                "t": draw(st.sampled_from([-1, 0, 1])),
                "low": draw(st.none() | coefficients),
                "width": draw(st.sampled_from([None, Fraction(0), Fraction("0.7"), Fraction(2)])),
            }
            for _ in range(rows)
        ],
        "cost": draw(st.lists(coefficients, min_size=count, max_size=count)),
        "t_cost": draw(coefficients),
        "t_range": (Fraction("-3.5"), Fraction("2.1")),
        "sense": draw(st.sampled_from(["minimize", "maximize"])),
    }


def ends(drawn: dict[str, Any]) -> tuple[Fraction | None, Fraction | None]:
    """Return the sides of a drawn row."""
    low, width = drawn["low"], drawn["width"]
    if low is None:
        return None, width
    return low, None if width is None else low + width


def brute_force(drawn: dict[str, Any]) -> Fraction | None:
    """Try all whole points, exactly; the continuous variable goes to an end of what is left."""
    best = None
    for point in itertools.product(*(range(low, high + 1) for low, high in drawn["ranges"])):
        low, high = drawn["t_range"]
        for drawn_row in drawn["rows"]:
            body = sum(w * x for w, x in zip(drawn_row["weights"], point, strict=True))
            left, right = (None if side is None else side - body for side in ends(drawn_row))
            if drawn_row["t"] < 0:
                left, right = (None if s is None else -s for s in (right, left))
            if drawn_row["t"] == 0:
                possible = (left is None or left <= 0) and (right is None or right >= 0)
                low, high = (low, high) if possible else (Fraction(1), Fraction(0))
            else:
                low = low if left is None else max(low, left)
                high = high if right is None else min(high, right)
        if low <= high:
            fixed = sum(c * x for c, x in zip(drawn["cost"], point, strict=True))
            values = [fixed + drawn["t_cost"] * t for t in (low, high)]
            pick = min if drawn["sense"] == "minimize" else max
            best = pick(values) if best is None else pick([best, *values])
    return best


def as_model(drawn: dict[str, Any]) -> pyo.ConcreteModel:
    """Return a drawn model in Pyomo."""
    model = pyo.ConcreteModel()
    ranges = drawn["ranges"]
    model.x = pyo.Var(range(len(ranges)), domain=pyo.Integers, bounds=lambda model, j: ranges[j])
    model.t = pyo.Var(bounds=tuple(map(float, drawn["t_range"])))
    model.rows = pyo.ConstraintList()
    for drawn_row in drawn["rows"]:
        sides = [None if side is None else float(side) for side in ends(drawn_row)]
        body = sum(float(w) * model.x[j] for j, w in enumerate(drawn_row["weights"]))
        body += drawn_row["t"] * model.t
        if sides != [None, None]:
            model.rows.add((sides[0], body, sides[1]))
    total = sum(float(c) * model.x[j] for j, c in enumerate(drawn["cost"]))
    sense = pyo.minimize if drawn["sense"] == "minimize" else pyo.maximize
    model.value = pyo.Objective(expr=total + float(drawn["t_cost"]) * model.t, sense=sense)
    return model


@settings(max_examples=60, deadline=None)
@given(small_models())
def test_engines_agree_with_brute_force(drawn: dict[str, Any]) -> None:
    """HiGHS, SCIP and CP-SAT find the optimum that enumeration finds, and prove it."""
    best = brute_force(drawn)
    for engine in ("highs", "scip", "cp-sat"):
        run = Run(drawn["sense"], gap=0.0, threads=1)
        result = solve_model(as_model(drawn), engine, run)
        if best is None:
            assert (engine, result.status) == (engine, "infeasible")
            continue
        assert (engine, result.status) == (engine, "optimal")
        assert result.objective == pytest.approx(float(best), abs=1e-6)
        sign = 1 if run.sense == "minimize" else -1
        for _, objective, bound in run.trace:
            assert objective is None or sign * objective >= sign * float(best) - 1e-6
            assert bound is None or sign * bound <= sign * float(best) + 1e-6


def test_faults_of_a_model_are_input_errors(model: pyo.ConcreteModel) -> None:
    """A second active objective is refused by name."""
    model.other = pyo.Objective(expr=model.x[1])
    with pytest.raises(InputError, match=r"objective: at most one may be active .*cost, other"):
        standard_form(model)
