"""Variables laid out as arrays: what constraints written with them say, to Pyomo and to us."""

from __future__ import annotations

import io
import pickle
from typing import Any

import numpy as np
import pyomo.environ as pyo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyomo.repn.plugins.standard_form import LinearStandardFormCompiler

from optgap.core.run import Run
from optgap.formulations.algebra import Variables, dot, family, row_sums, set_values, total, values
from optgap.solvers.engines import solve_model
from optgap.solvers.engines.standard_form import StandardForm, standard_form

WHERE = np.array([[1, 0, 1], [1, 1, 1]], dtype=bool)
LATENCY = np.array([[1, np.nan, 3], [4, 5, 6.5]])


def placed() -> pyo.ConcreteModel:
    """Return two instances on three machines, written with the algebra."""
    model = pyo.ConcreteModel(name="placed")
    model.I = pyo.RangeSet(0, 1)
    model.J = pyo.Set(initialize=["a", "b", "c"])
    model.B = Variables(model.I, model.J, where=WHERE, domain=pyo.Binary, doc="B_ij")
    model.T = pyo.Var(domain=pyo.NonNegativeReals)
    model.cost = pyo.Objective(expr=model.T)
    model.one = pyo.Constraint(model.I, rule=one_machine)
    model.room = pyo.Constraint(model.J, rule=room)
    model.slowest = pyo.Constraint(model.I, rule=slowest)
    return model


def one_machine(model: pyo.ConcreteModel, i: int) -> Any:
    return total(model.B[i]) == 1


def room(model: pyo.ConcreteModel, j: str) -> Any:
    return total(model.B[:, j]) <= 1


def slowest(model: pyo.ConcreteModel, i: int) -> Any:
    return dot(LATENCY[i], model.B[i]) <= model.T


def dense(form: StandardForm) -> dict[str, Any]:
    """Return a form by names, so that the order of rows and columns does not matter."""
    names = [variable.name for variable in form.columns]
    rows = {}
    for k, row in enumerate(form.matrix.toarray().tolist()):
        entries = {name: value for name, value in zip(names, row, strict=True) if value}
        rows[form.row_name(k)] = (entries, form.row_lower[k], form.row_upper[k])
    cost = {name: value for name, value in zip(names, form.cost.tolist(), strict=True) if value}
    bounds = zip(form.lower.tolist(), form.upper.tolist(), form.integer.tolist(), strict=True)
    return {
        "rows": rows,
        "cost": (cost, form.constant, form.sense),
        "bounds": dict(zip(names, bounds, strict=True)),
    }


def walked(model: pyo.ConcreteModel) -> dict[str, Any]:
    """Return what Pyomo's own compiler makes of the terms, in the way of `dense`."""
    info = LinearStandardFormCompiler().write(model, mixed_form=True, set_sense=None)
    names = [variable.name for variable in info.columns]
    rows: dict[str, Any] = {}
    matrix = info.A.toarray().tolist()
    for row, (constraint, kind), side in zip(matrix, info.rows, info.rhs, strict=True):
        entries = {name: value for name, value in zip(names, row, strict=True) if value}
        _, low, high = rows.get(constraint.name, (entries, -np.inf, np.inf))
        sides = side if kind <= 0 else low, side if kind >= 0 else high
        rows[constraint.name] = entries, *sides
    sense, sign = ("minimize", 1) if info.objectives[0].sense == 1 else ("maximize", -1)
    costs = zip(names, (sign * info.c.toarray()[0]).tolist(), strict=True)
    return {
        "rows": rows,
        "cost": ({name: c for name, c in costs if c}, sign * info.c_offset[0], sense),
        "bounds": dict(zip(names, map(bounds, info.columns), strict=True)),
    }


def bounds(variable: Any) -> tuple[float, float, bool]:
    """Return the bounds of a variable, whole ones of an integer variable, and whether it is one."""
    low = -np.inf if variable.lb is None else variable.lb
    high = np.inf if variable.ub is None else variable.ub
    if not variable.is_integer():
        return low, high, False
    return np.ceil(low), np.floor(high), True


def test_indices_are_members_or_numbers_from_0() -> None:
    model = placed()
    assert model.B[0, "c"] is model.B[0, 2]
    assert model.B[0, "c"].name == "B[0,c]"
    assert list(model.B) == [(0, "a"), (0, "c"), (1, "a"), (1, "b"), (1, "c")]
    assert str(total(model.B[0])) == "B[0,a] + B[0,c]"
    assert str(total(model.B[:, "b"])) == "B[1,b]"
    assert str(total(model.B[1, [2, 0]])) == "B[1,c] + B[1,a]"
    assert str(total(model.B[1, ["c", "a"]])) == "B[1,c] + B[1,a]"
    assert str(dot(LATENCY, model.B)) == (
        "B[0,a] + 3.0*B[0,c] + 4.0*B[1,a] + 5.0*B[1,b] + 6.5*B[1,c]"
    )


@pytest.mark.parametrize("index", [(0, 1), (0, "d"), (2, 0), (0, 0, 0), (-1, 0), (0, [-1]), "x"])
def test_an_index_without_a_variable_is_refused(index: Any) -> None:
    with pytest.raises((KeyError, IndexError)):
        _ = placed().B[index]


def test_axes_that_do_not_count_from_0_are_indexed_by_their_members() -> None:
    model = pyo.ConcreteModel()
    model.x = Variables(pyo.RangeSet(1, 3))
    assert model.x[[1, 3]].terms[0].places.tolist() == [0, 2]
    with pytest.raises(KeyError):
        _ = model.x[0]
    with pytest.raises(KeyError):
        _ = model.x[[0]]


def test_an_axis_may_hold_tuples() -> None:
    model = pyo.ConcreteModel()
    model.y = Variables([("p", "q"), ("q", "r")], [0, 1], domain=pyo.Binary)
    assert model.y["p", "q", 1].name == "y[p,q,1]"
    assert str(total(model.y[1])) == "y[q,r,0] + y[q,r,1]"


def test_bounds_may_be_arrays() -> None:
    model = pyo.ConcreteModel()
    model.x = Variables(
        [0, 1], [0, 1], where=np.eye(2, dtype=bool), lower=1, upper=[[2, 3], [4, 5]]
    )
    assert [variable.bounds for variable in model.x.values()] == [(1, 2), (1, 5)]


def test_where_must_fit_the_axes() -> None:
    model = pyo.ConcreteModel()
    with pytest.raises(ValueError, match=r"x has the shape \(2,\), but `where` has \(3,\)"):
        model.x = Variables([0, 1], where=np.ones(3, dtype=bool))


def test_numbers_must_fit_the_variables() -> None:
    with pytest.raises(
        ValueError, match=r"numbers of shape \(2,\) times variables of shape \(3,\)"
    ):
        dot([1, 2], placed().B[1])


def test_expressions_add_up() -> None:
    """Whatever is added on whichever side, arrays are kept and the terms are right."""
    model = placed()
    row, column = total(model.B[0]), dot([2, 3], model.B[:, "a"])
    expressions = {
        "left": row - column + 3 * model.T - 4,
        "right": 3 * model.T - 4 + row - column,
        "scaled": -(2 * column - row * 2) / 2 + (model.T * 3 + -4),
    }
    expected = {"B[0,a]": -1, "B[0,c]": 1, "B[1,a]": -3, "T": 3}
    for name, expression in expressions.items():
        model.extra = pyo.Constraint(expr=expression <= 0)
        entries, low, high = dense(standard_form(model))["rows"]["extra"]
        assert (name, entries, low, high) == (name, expected, -np.inf, 4)
        model.del_component("extra")


@pytest.mark.parametrize(
    "relation",
    [
        lambda model: model.T >= dot([1, 2], model.B[:, "c"]),  # noqa: SIM300
        lambda model: (1, total(model.B[1]) + 2, 4),
        lambda model: pyo.inequality(1, total(model.B[1]), 4),
        lambda model: 5 >= total(model.B[1]) + total(model.B[0]),  # noqa: SIM300
        lambda model: total(model.B[1]) == total(model.B[0]),
        lambda model: total(model.B[1]) + model.p * model.T <= 4,
        lambda model: model.p * total(model.B[1]) <= 4 + model.p,
        lambda model: total(model.B[1]) + sum(model.B[i, "c"] for i in (0, 1)) <= 4,
        lambda model: total(model.B) + (model.T - 2 * model.B[0, "a"]) <= 4,
    ],
)
def test_any_linear_relation_is_what_pyomo_makes_of_it(relation: Any) -> None:
    model = placed()
    model.p = pyo.Param(initialize=7, mutable=True)
    model.extra = pyo.Constraint(expr=relation(model))
    model.B[1, "a"].fix(1)
    assert dense(standard_form(model)) == walked(model)


def test_a_product_of_variables_is_refused() -> None:
    model = placed()
    model.extra = pyo.Constraint(expr=total(model.B[0]) * model.T <= 1)
    with pytest.raises(Exception, match="is not a linear model: constraint extra"):
        standard_form(model)


def test_exports_name_everything(tmp_path: Any) -> None:
    model = placed()
    model.write(str(tmp_path / "model.lp"), io_options={"symbolic_solver_labels": True})
    row = (tmp_path / "model.lp").read_text().split("c_u_slowest(1)_:\n")[1].split("\n\n")[0]
    assert sorted(row.splitlines()) == [
        "+4.0 B(1_a)",
        "+5.0 B(1_b)",
        "+6.5 B(1_c)",
        "-1.0 T",
        "<= 0",
    ]
    out = io.StringIO()
    model.slowest.pprint(ostream=out)
    assert "B[0,a] + 3.0*B[0,c] - T" in out.getvalue()


@pytest.mark.parametrize("copied", [lambda m: m.clone(), lambda m: pickle.loads(pickle.dumps(m))])
def test_copies_have_their_own_variables(copied: Any) -> None:
    model = with_pairs()
    before = dense(standard_form(model))
    copy = copied(model)
    model.B[0, "a"].fix(0)
    form = standard_form(copy)
    assert dense(form) == before
    assert {variable.model() for variable in form.columns} == {copy}


def test_values_go_in_and_out_as_arrays() -> None:
    model = placed()
    set_values(model.B, [[1, 1, 0], [0, 1, 0]])
    expected = np.array([[1, np.nan, 0], [0, 1, 0]])
    np.testing.assert_array_equal(values(model.B), expected)
    assert standard_form(model).start[:5].tolist() == [1, 0, 0, 1, 0]


def with_pairs() -> pyo.ConcreteModel:
    """Return the model with a family: a machine with an instance is open."""
    model = placed()
    model.y = Variables(model.J, domain=pyo.Binary, doc="y_j: machine j is open")

    @family(model, model.B)
    def opened(i: Any, j: Any) -> Any:
        """A machine with an instance is open."""
        return model.B[i, j] <= model.y[j]

    return model


def test_a_family_is_one_constraint_per_index() -> None:
    model = with_pairs()
    assert model.opened.ctype is pyo.Constraint
    assert model.opened.doc == "A machine with an instance is open."
    assert list(model.opened) == list(model.B)
    assert str(model.opened[0, "c"].expr) == "B[0,c] - y[c]  <=  0.0"
    assert dense(standard_form(model)) == walked(model)


def test_constraints_of_a_family_can_be_changed_one_by_one() -> None:
    model = with_pairs()
    model.opened[0, "c"].deactivate()
    del model.opened[1, "c"]
    assert "opened[1,c]" not in dense(standard_form(model))["rows"]
    model.opened[1, "a"].set_value(model.B[1, "a"] <= 0.5)
    rows = dense(standard_form(model))["rows"]
    assert "opened[0,c]" not in rows
    assert rows["opened[1,a]"] == ({"B[1,a]": 1}, -np.inf, 0.5)
    assert dense(standard_form(model)) == walked(model)


def test_families_over_lists_with_sides_sums_and_single_variables() -> None:
    model = placed()
    demand = np.array([2.0, 3.0])

    @family(model, [(0, "a"), (1, "b"), (1, "c")])
    def between(i: Any, j: Any) -> Any:
        """Between two sides."""
        return (demand[i] - 1, demand[i] * model.B[i, j] - model.T / 1 + 1, 9)

    @family(model, [0, 1])
    def later(i: Any) -> Any:
        """A number first, a variable first."""
        return model.T - 2 * model.B[i, "a"] >= 1 - model.B[i, "c"]

    @family(model, [0, 1])
    def same(i: Any) -> Any:
        """An equality."""
        return 4 * model.B[i, "a"] == model.B[1, "b"]

    rows = dense(standard_form(model))["rows"]
    assert rows["between[1,c]"] == ({"B[1,c]": 3, "T": -1}, 1, 8)
    assert rows["later[1]"] == ({"T": 1, "B[1,a]": -2, "B[1,c]": 1}, 1, np.inf)
    assert rows["same[0]"] == ({"B[0,a]": 4, "B[1,b]": -1}, 0, 0)
    assert dense(standard_form(model)) == walked(model)


def test_sums_of_rows_that_differ_in_length() -> None:
    model = pyo.ConcreteModel()
    model.x = Variables(range(3))
    model.z = Variables(["a", "b"], [2, 5], where=np.array([[True, False], [True, True]]))

    @family(model, range(3))
    def ragged(k: Any) -> Any:
        ones = row_sums(model.z, [[("a", 2)], [], [("b", 5), ("a", 5), ("b", 2)]])
        return model.x[k] <= row_sums(model.x, [[0, 2], [1], []], [[2.0, 3.0], [0.0], []]) + ones

    sides = [str(model.ragged[k].body) for k in range(3)]
    assert sides == [
        "x[0] - 2.0*x[0] - 3.0*x[2] - z[a,2]",
        "x[1]",
        "x[2] - z[b,5] - z[b,2]",
    ]


def test_a_family_over_some_of_the_variables() -> None:
    model = with_pairs()

    @family(model, model.B, where=LATENCY > 4)
    def late(i: Any, j: Any) -> Any:
        return LATENCY[i, j] * model.B[i, j] <= 5.5 - 2 * model.T

    assert list(model.late) == [(1, "b"), (1, "c")]
    assert str(model.late[1, "c"].expr) == "6.5*B[1,c] + 2.0*T  <=  5.5"
    assert dense(standard_form(model)) == walked(model)


def test_a_family_over_several_axes() -> None:
    model = with_pairs()
    model.K = pyo.Set(initialize=[2, 5])
    model.z = Variables(model.J, model.K)
    cost = np.array([1.0, 2.0, 4.0])

    @family(model, model.K, model.J, model.J, where=([1, 0], [0, 2], [1, 1]))
    def several(k: Any, a: Any, b: Any) -> Any:
        return cost[a] * model.z[a, k] <= model.y[b] + k

    @family(model, model.z)
    def all_of_them(a: Any, k: Any) -> Any:
        return model.z[a, k] <= k

    assert list(model.several) == [(5, "a", "b"), (2, "c", "b")]
    assert str(model.several[5, "a", "b"].expr) == "z[a,5] - y[b]  <=  5.0"
    assert str(model.several[2, "c", "b"].expr) == "4.0*z[c,2] - y[b]  <=  2.0"
    assert str(model.all_of_them["b", 5].expr) == "z[b,5]  <=  5.0"
    assert dense(standard_form(model)) == walked(model)


def test_a_family_may_be_empty() -> None:
    model = with_pairs()

    @family(model, [])
    def nothing(i: Any) -> Any:
        return model.y[i] <= 0

    assert len(model.nothing) == 0
    assert dense(standard_form(model)) == walked(model)


def test_a_family_needs_one_constraint_per_index() -> None:
    model = placed()
    with pytest.raises(ValueError, match="opened does not return one constraint per index"):

        @family(model, [0, 1])
        def opened(i: Any) -> Any:
            return total(model.B[i]) == 1

    with pytest.raises(TypeError, match="is not linear"):

        @family(model, model.B)
        def below(i: Any, j: Any) -> Any:
            return model.B[i, j] <= model.T * model.T


def test_a_sum_within_a_family_stands_in_every_row() -> None:
    model = placed()

    @family(model, model.B)
    def below(i: Any, j: Any) -> Any:
        return model.B[i, j] <= total(model.B[0]) + 2 * model.T - 1

    assert dense(standard_form(model)) == walked(model)


coefficient = st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 3.0])


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_random_models_are_what_pyomo_makes_of_them(data: Any) -> None:
    """Arrays and terms give the same matrix, sides, bounds and cost, with fixed variables too."""
    shape = data.draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    cells = shape[0] * shape[1]
    numbers = st.lists(coefficient, min_size=cells, max_size=cells)
    where = np.array(data.draw(st.lists(st.booleans(), min_size=cells, max_size=cells)))
    model = pyo.ConcreteModel()
    model.x = Variables(
        range(shape[0]), range(shape[1]), where=where.reshape(shape), lower=-1, upper=2
    )
    model.t = pyo.Var(domain=pyo.Integers, bounds=(-3.5, 2))
    weight = np.array(data.draw(numbers)).reshape(shape)
    model.cost = pyo.Objective(
        expr=dot(weight, model.x) + 1, sense=data.draw(st.sampled_from([1, -1]))
    )
    for k in range(data.draw(st.integers(0, 3))):
        part = data.draw(st.sampled_from([np.s_[0], np.s_[:, 0], np.s_[:, :]]))
        factors = np.array(data.draw(numbers)).reshape(shape)[part]
        body = dot(factors, model.x[part]) + data.draw(coefficient) * model.t
        relation = body <= 2 if data.draw(st.booleans()) else body + total(model.x[part]) == 1
        setattr(model, f"row{k}", pyo.Constraint(expr=relation))
    for variable in model.x.values():
        if data.draw(st.integers(0, 3)) == 0:
            variable.fix(1)
    form = standard_form(model)
    if form.infeasible is None:
        ours, theirs = dense(form), walked(model)
        for each in (
            ours,
            theirs,
        ):  # rows whose coefficients cancel: kept or dropped, they say nothing
            each["rows"] = {name: row for name, row in each["rows"].items() if row[0]}
        assert ours == theirs


@pytest.mark.parametrize("engine", ["highs", "scip", "cp-sat"])
def test_engines_solve_it(engine: str) -> None:
    model = with_pairs()
    result = solve_model(model, engine, Run("minimize", gap=0.0))
    assert (result.status, result.objective) == ("optimal", 4)
    assert values(model.B)[[0, 1], [2, 0]].tolist() == [1, 1]
