"""The private names of Pyomo on which models rest: each is there and does what it should."""

import ast
import pickle
import subprocess
import sys
from pathlib import Path

import pyomo.environ as pyo
import pytest
from pyomo.core.base.constraint import ConstraintData, IndexedConstraint
from pyomo.core.base.label import LPFileLabeler
from pyomo.core.base.var import IndexedVar, VarData
from pyomo.core.expr import LinearExpression
from pyomo.repn.linear import LinearRepnVisitor
from pyomo.repn.util import VarRecorder

from optgap.core import pyomo_arrays
from optgap.core.pyomo_arrays import Linear, single
from optgap.core.run import Run, TimeUp
from optgap.formulations.algebra import Variables, family, set_values, total, values
from optgap.solvers.engines import solve_model

INSIDES = Path(pyomo_arrays.__file__)
PRODUCT = INSIDES.parents[1]
FOLDERS = ("core", "instances", "formulations", "solvers", "heuristics", "validation", "optgap")
NAMES = {
    LinearExpression: ("_args_", "_nargs", "_trunc_append", "_trunc_extend"),
    ConstraintData: ("_index", "_active", "_expr"),
    IndexedConstraint: ("_data",),
    IndexedVar: ("_data", "_rule_domain", "_getitem_when_not_present"),
    VarData: ("_domain", "_index", "_lb", "_ub"),
}
PRIVATE = {name for names in NAMES.values() for name in names}


@pytest.fixture
def model() -> pyo.ConcreteModel:
    model = pyo.ConcreteModel()
    model.x = Variables(pyo.Set(initialize=["a", "b"]), lower=0, domain=pyo.Integers)
    model.y = pyo.Var()

    @family(model, model.x)
    def least(i):
        return model.x[i] >= 1

    return model


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in NAMES.items() for name in names]
)
def test_pyomo_has_the_name(kind: type, name: str) -> None:
    plain = pyo.ConcreteModel()
    plain.x = pyo.Var([1])
    plain.c = pyo.Constraint([1], rule=lambda m, i: m.x[i] >= 0)
    made = {IndexedVar: plain.x, VarData: plain.x[1], IndexedConstraint: plain.c}
    made |= {ConstraintData: plain.c[1], LinearExpression: LinearExpression([1, plain.x[1]])}
    assert isinstance(made[kind], kind)
    assert hasattr(made[kind], name)


def test_no_other_module_touches_them() -> None:
    """A module that imports Pyomo uses none of the names, also not of its own objects."""
    touched = []
    for path in (p for folder in FOLDERS for p in (PRODUCT / folder).rglob("*.py")):
        text = path.read_text()
        if path == INSIDES or "pyomo" not in text:
            continue
        touched += [
            f"{path.relative_to(PRODUCT)}:{node.lineno} {name}"
            for node in ast.walk(ast.parse(text))
            if (name := getattr(node, "attr", getattr(node, "value", None))) in PRIVATE
        ]
    assert not touched


@pytest.mark.parametrize(
    ("added", "offset", "terms"),
    [
        (lambda m: 2.0, 2.0, 1),
        (lambda m: m.y, 0.0, 2),
        (lambda m: 3 * m.y, 0.0, 2),
        (lambda m: total(m.x), 0.0, 2),
    ],
    ids=["number", "variable", "multiple", "sum"],
)
def test_pyomo_adds_by_the_hooks(model, added, offset: float, terms: int) -> None:
    """``+`` of Pyomo calls ``_trunc_append`` and ``_trunc_extend``, from either side."""
    for found in (total(model.x) + added(model), added(model) + total(model.x)):
        assert type(found) is Linear
        assert (found.offset, len(found.terms)) == (offset, terms)


def test_arguments_are_made_when_asked_for(model) -> None:
    expression = Linear([single(model.y, 2.0)], 1.0)
    assert expression._made is None
    assert str(expression) == "1.0 + 2.0*y"
    assert expression.nargs() == len(expression._made) == 2


def test_variables_are_those_of_an_ordinary_component(model) -> None:
    ordinary = pyo.ConcreteModel()
    ordinary.x = pyo.Var(["a", "b"], domain=pyo.Integers, bounds=(0, None))
    for index in ("a", "b"):
        one, other = model.x[index], ordinary.x[index]
        assert (one.domain, one.bounds, one.index()) == (other.domain, other.bounds, other.index())
        assert (one.name, one.parent_component()) == (other.name, model.x)


def test_solving_makes_no_member(model) -> None:
    model.cost = pyo.Objective(expr=total(model.x))
    solve_model(model, "highs", Run("minimize"))
    assert values(model.x).tolist() == [1, 1]
    assert model.x.is_late
    assert model.least.is_late
    assert [variable.value for variable in model.x.values()] == [1, 1]
    assert not model.x.is_late
    solve_model(model, "highs", Run("minimize"))  # from the values of the members
    assert model.least.is_late


@pytest.mark.parametrize("changed", ["fixed", "bounded", "deactivated", "deleted"])
def test_what_is_done_to_a_member_counts(model, changed: str) -> None:
    model.cost = pyo.Objective(expr=total(model.x))
    model.least["a"].deactivate()
    if changed == "fixed":
        model.x["b"].fix(7)
    elif changed == "bounded":
        model.x["b"].setlb(7)
    elif changed == "deactivated":
        model.least.deactivate()
    else:
        del model.least["b"]
    result = solve_model(model, "highs", Run("minimize"))
    assert result.objective == (7 if changed in ("fixed", "bounded") else 0)


@pytest.mark.parametrize("copied", [lambda m: m.clone(), lambda m: pickle.loads(pickle.dumps(m))])
@pytest.mark.parametrize("late", [True, False])
def test_a_copy_is_a_model_of_its_own(model, copied, late: bool) -> None:
    model.cost = pyo.Objective(expr=total(model.x))
    set_values(model.x, [3, 4])
    if not late:
        assert len(list(model.least.values())) == len(list(model.x.values()))
    copy = copied(model)
    assert [(each.name, each.value, each.lb) for each in copy.x.values()] == [
        ("x[a]", 3, 0),
        ("x[b]", 4, 0),
    ]
    assert copy.x["a"].parent_component() is copy.x
    assert solve_model(copy, "highs", Run("minimize")).objective == 2
    assert values(model.x).tolist() == [3, 4]


def test_writers_see_the_members(model, tmp_path: Path) -> None:
    ordinary = pyo.ConcreteModel()
    ordinary.x = pyo.Var(["a", "b"], domain=pyo.Integers, bounds=(0, None))
    ordinary.y = pyo.Var()
    ordinary.least = pyo.Constraint(["a", "b"], rule=lambda m, i: m.x[i] >= 1.0)
    texts = []
    for each, cost in ((model, total(model.x)), (ordinary, pyo.quicksum(ordinary.x.values()))):
        each.cost = pyo.Objective(expr=cost)
        each.write(str(tmp_path / "model.lp"), io_options={"symbolic_solver_labels": True})
        texts.append((tmp_path / "model.lp").read_text())
    assert texts[0] == texts[1]


def test_a_constraint_is_made_again_by_its_rule_until_it_is_changed(model) -> None:
    assert model.least.is_as_made
    assert str(model.least["a"].expr) == "1.0  <=  x[a]"
    model.least["a"].set_value(model.x["a"] >= 2)
    assert not model.least.is_as_made
    assert str(model.least["a"].expr) == "2  <=  x[a]"
    model.least["a"].deactivate()
    assert str(model.least["b"].expr) == "1.0  <=  x[b]"


def test_what_collects_arrays_has_its_visitor() -> None:
    recorder = VarRecorder({}, pyo.SortComponents.UNSORTED)
    visitor = LinearRepnVisitor(subexpression_cache={}, var_recorder=recorder)
    plain = pyo.ConcreteModel()
    plain.x = pyo.Var()
    found = visitor.walk_expression(2 * plain.x + 1)
    assert (found.constant, list(found.linear.values())) == (1, [2])


def test_files_have_their_labels(model) -> None:
    assert LPFileLabeler()(model.x["a"]) == "x(a)"


def test_pyomo_takes_nothing_of_scipy_along() -> None:
    code = "import optgap.formulations, sys; print('scipy.stats' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_a_component_stays_late_where_time_ends_while_its_members_are_made(
    model: pyo.ConcreteModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(model.x, "pattern", interrupted)
        with pytest.raises(TimeUp):
            len(model.x.values())
    assert model.x.is_late
    assert [variable.lb for variable in model.x.values()] == [0, 0]


def interrupted() -> None:
    raise TimeUp
