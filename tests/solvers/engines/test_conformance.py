"""What every engine must do, whichever library stands behind it.

The models have integral optimal points and finite bounds, so that one test serves the engines for
linear programs (continuous variables), CP-SAT (integer variables) and those that take both.
"""

from __future__ import annotations

import math
from typing import Any

import pyomo.environ as pyo
import pytest

from optgap.core.faults import InputError
from optgap.core.gaps import Sense, gap
from optgap.core.run import Run
from optgap.solvers.engines import EngineResult, solve_model
from optgap.solvers.engines.engine import ENGINES as KNOWN

ENGINES = list(KNOWN)
CONTINUOUS_ONLY = {"glop", "pdlp"}
INTEGER_ONLY = {"cp-sat"}
KINDS = [
    pytest.param(engine, domain, id=f"{engine}-{domain.name}")
    for engine in ENGINES
    for domain in (pyo.Reals, pyo.Integers)
    if not (engine in CONTINUOUS_ONLY and domain is pyo.Integers)
    if not (engine in INTEGER_ONLY and domain is pyo.Reals)
]
MIXED = sorted(set(ENGINES) - CONTINUOUS_ONLY)
every_kind = pytest.mark.parametrize(("engine", "domain"), KINDS)
every_engine = pytest.mark.parametrize("engine", sorted(ENGINES))
with_integers = pytest.mark.parametrize("engine", MIXED)


def variables(domain: Any, count: int = 2, low: float = 0, high: float = 10) -> pyo.ConcreteModel:
    """Return a model with the variables x[1], x[2], ..."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(1, count + 1), domain=domain, bounds=(low, high))
    return model


def solved(model: pyo.ConcreteModel, engine: str, sense: Sense, **limits: Any) -> EngineResult:
    """Solve, and check what must hold of every result."""
    run = Run(sense, **{"threads": 1, "time_limit": 60.0, **limits})
    result = solve_model(model, engine, run)
    check_truth(model, result, run)
    return result


def check_truth(model: pyo.ConcreteModel, result: EngineResult, run: Run) -> None:
    """Check that a result is consistent with itself, with the model and with its trace."""
    assert (result.x is None) == (result.objective is None)
    assert (result.status in ("optimal", "feasible")) == (result.x is not None)
    reached = gap(result.objective, result.bound, run.sense)
    assert reached is None or reached >= 0, "the bound is beyond the objective"
    assert (result.status == "optimal") == (reached is not None and reached <= run.gap)
    for number in (result.objective, result.bound):
        assert number is None or math.isfinite(number)
    if result.x is not None:
        objectives = model.component_data_objects(pyo.Objective, active=True)
        for objective in objectives:
            assert pyo.value(objective) == pytest.approx(result.objective, abs=1e-9)
        for row in model.component_data_objects(pyo.Constraint, active=True):
            assert row.slack() >= -1e-5, row.name
    check_trace(run)
    assert run.timing.keys() == {"build", "engine"}


def check_trace(run: Run) -> None:
    """Check that seconds rise, objectives improve, bounds tighten, and both stay apart."""
    sign = 1 if run.sense == "minimize" else -1
    assert [entry[0] for entry in run.trace] == sorted(entry[0] for entry in run.trace)
    objectives = [sign * entry[1] for entry in run.trace if entry[1] is not None]
    bounds = [sign * entry[2] for entry in run.trace if entry[2] is not None]
    assert objectives == sorted(objectives, reverse=True)
    assert bounds == sorted(bounds)
    for _, objective, bound in run.trace:
        reached = gap(objective, bound, run.sense)
        assert reached is None or reached >= -1e-9


@every_kind
def test_minimum(engine: str, domain: Any) -> None:
    """Minimum of x1 + 2 x2 + 7 with x1 + x2 >= 4 and x1 <= 3: 3 + 2 + 7 = 12."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 4)
    model.x[1].setub(3)
    model.cost = pyo.Objective(expr=model.x[1] + 2 * model.x[2] + 7)
    result = solved(model, engine, "minimize")
    assert result.status == "optimal"
    assert result.stopped == "complete"
    assert result.objective == pytest.approx(12, rel=1e-6)
    assert result.bound == pytest.approx(12, rel=1e-6)
    assert [model.x[1].value, model.x[2].value] == pytest.approx([3, 1], abs=1e-5)


@every_kind
def test_maximum(engine: str, domain: Any) -> None:
    """Maximum of 5 x1 + 4 x2 - 3 with 6 x1 + 4 x2 <= 24 and x1 + 2 x2 <= 6: as integers (4, 0)."""
    model = variables(domain)
    model.first = pyo.Constraint(expr=6 * model.x[1] + 4 * model.x[2] <= 24)
    model.second = pyo.Constraint(expr=model.x[1] + 2 * model.x[2] <= 6)
    model.gain = pyo.Objective(expr=5 * model.x[1] + 4 * model.x[2] - 3, sense=pyo.maximize)
    result = solved(model, engine, "maximize")
    assert result.status == "optimal"
    expected = 17 if domain is pyo.Integers else 18
    assert result.objective == pytest.approx(expected, rel=1e-6)
    assert result.bound == pytest.approx(expected, rel=1e-6)


@every_kind
@pytest.mark.parametrize(("sense", "best"), [(pyo.minimize, 2), (pyo.maximize, 5)])
def test_range_row(engine: str, domain: Any, sense: Any, best: float) -> None:
    """Both sides of 2 <= x1 + x2 <= 5 hold."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=(2, model.x[1] + model.x[2], 5))
    model.value = pyo.Objective(expr=model.x[1] + model.x[2], sense=sense)
    result = solved(model, engine, "minimize" if sense == pyo.minimize else "maximize")
    assert result.objective == pytest.approx(best, rel=1e-6)


@every_kind
def test_equality(engine: str, domain: Any) -> None:
    """With x1 + x2 == 6 the minimum of 3 x1 + x2 lies at (0, 6)."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] == 6)
    model.cost = pyo.Objective(expr=3 * model.x[1] + model.x[2])
    assert solved(model, engine, "minimize").objective == pytest.approx(6, rel=1e-6)


@every_kind
def test_fixed_variable(engine: str, domain: Any) -> None:
    """A fixed variable keeps its value and moves into the sides and the constant."""
    model = variables(domain)
    model.x[1].fix(4)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 6)
    model.cost = pyo.Objective(expr=10 * model.x[1] + model.x[2])
    result = solved(model, engine, "minimize")
    assert result.objective == pytest.approx(42, rel=1e-6)
    assert (model.x[1].value, model.x[1].fixed) == (4, True)


@every_kind
def test_everything_fixed(engine: str, domain: Any) -> None:
    """A model whose variables are all fixed is solved as it stands."""
    model = variables(domain)
    model.x.fix(4)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] <= 8)
    model.cost = pyo.Objective(expr=model.x[1] + model.x[2])
    result = solved(model, engine, "minimize")
    assert (result.status, result.objective, result.bound) == ("optimal", 8, 8)


@every_kind
def test_fixed_so_that_a_row_breaks(engine: str, domain: Any) -> None:
    """Fixed values that break a row make the model infeasible."""
    model = variables(domain)
    model.x[1].fix(4)
    model.row = pyo.Constraint(expr=model.x[1] <= 3)
    model.cost = pyo.Objective(expr=model.x[1] + model.x[2])
    result = solved(model, engine, "minimize")
    assert result.status == "infeasible"
    assert result.message is not None
    assert "row" in result.message


@every_kind
def test_infeasible(engine: str, domain: Any) -> None:
    """x1 + x2 >= 21 is out of reach of two variables up to 10."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 21)
    model.cost = pyo.Objective(expr=model.x[1])
    result = solved(model, engine, "minimize")
    assert (result.status, result.stopped) == ("infeasible", "complete")
    assert (result.objective, result.bound, result.x) == (None, None, None)
    assert model.x[1].value is None


@with_integers
def test_infeasible_for_integers_only(engine: str) -> None:
    """2 x1 + 2 x2 == 7 has solutions, but no integral ones."""
    model = variables(pyo.Integers)
    model.row = pyo.Constraint(expr=2 * model.x[1] + 2 * model.x[2] == 7)
    model.cost = pyo.Objective(expr=model.x[1])
    assert solved(model, engine, "minimize").status == "infeasible"


@every_kind
def test_bounds_that_exclude_each_other(engine: str, domain: Any) -> None:
    """An empty domain is infeasible, and the message names the variable."""
    model = variables(domain)
    model.x[2].setlb(11)
    model.cost = pyo.Objective(expr=model.x[1] + model.x[2])
    result = solved(model, engine, "minimize")
    assert result.status == "infeasible"
    assert result.message is not None
    assert "x[2]" in result.message


def unbounded_model(domain: Any) -> pyo.ConcreteModel:
    """Maximise x1 - x2 along a ray."""
    model = variables(domain, high=math.inf)
    model.row = pyo.Constraint(expr=model.x[1] - 2 * model.x[2] >= 0)
    model.gain = pyo.Objective(expr=model.x[1] - model.x[2], sense=pyo.maximize)
    return model


@every_kind
def test_unbounded(engine: str, domain: Any) -> None:
    """An unbounded model is called so; CP-SAT refuses variables without bounds."""
    model = unbounded_model(domain)
    if engine in INTEGER_ONLY:
        with pytest.raises(InputError, match=r"x\[1\]: is integer without finite bounds"):
            solve_model(model, engine, Run("maximize"))
        return
    result = solved(model, engine, "maximize")
    assert (result.status, result.objective, result.bound) == ("unbounded", None, None)


@every_kind
def test_infeasible_or_unbounded(engine: str, domain: Any) -> None:
    """A model with a ray but without a point is infeasible, whatever presolve cannot tell apart."""
    model = unbounded_model(domain)
    model.contradiction = pyo.Constraint(expr=model.x[1] - model.x[2] <= -1)
    if engine in INTEGER_ONLY:
        model.x[1].setub(1000)
        model.x[2].setub(1000)
    assert solved(model, engine, "maximize").status == "infeasible"


@with_integers
def test_unbounded_relaxation_of_an_infeasible_model(engine: str) -> None:
    """The relaxation has a ray, the integer model has no point: infeasible, not unbounded."""
    model = variables(pyo.Integers, count=3, high=math.inf)
    model.row = pyo.Constraint(expr=2 * model.x[1] + 2 * model.x[2] == 3)
    model.gain = pyo.Objective(expr=model.x[3] + model.x[1], sense=pyo.maximize)
    if engine in INTEGER_ONLY:
        for var in model.x.values():
            var.setub(1000)
    assert solved(model, engine, "maximize").status == "infeasible"


@with_integers
def test_unbounded_for_integers(engine: str) -> None:
    """An unbounded integer model whose rows look as if they bounded it (seen wrong in HiGHS)."""
    if engine in INTEGER_ONLY:
        pytest.skip("refuses variables without bounds")
    model = variables(pyo.Integers, count=5)
    x = model.x
    wide = [(-3, None), (0, 1), (0, None), (None, 5), (None, 2)]
    for var, bounds in zip(x.values(), wide, strict=True):
        var.bounds = bounds
    model.first = pyo.Constraint(expr=2.25 * x[1] + x[2] + x[3] + 2 * x[4] + 2 * x[5] >= -12)
    body = 0.1 * x[1] + 2.25 * x[2] + 0.5 * x[3] + 3 * x[4] + 0.5 * x[5]
    model.second = pyo.Constraint(expr=body <= 2.8)
    model.cost = pyo.Objective(expr=-1.5 * x[1] - 3 * x[2] + 2.25 * x[3] + 2.25 * x[4])
    run = Run("minimize", threads=1, time_limit=60)
    assert solve_model(model, engine, run).status == "unbounded"


@with_integers
def test_mixed_row_of_singletons(engine: str) -> None:
    """The optimum is 9 at (4.5, 0); HiGHS 1.14.0 calls 15 optimal (ERGO-Code/HiGHS#3043)."""
    model = variables(pyo.Integers)
    model.x[1].domain = pyo.Reals
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 4.5)
    model.cost = pyo.Objective(expr=2 * model.x[1] + 3 * model.x[2])
    assert solved(model, engine, "minimize").objective == pytest.approx(9)


@every_engine
def test_empty_model(engine: str) -> None:
    """A model with nothing in it has the optimum 0."""
    result = solved(pyo.ConcreteModel(), engine, "minimize")
    assert (result.status, result.objective, result.bound) == ("optimal", 0, 0)


@every_kind
def test_no_rows(engine: str, domain: Any) -> None:
    """Without rows every variable goes to the bound that its cost pulls to."""
    model = variables(domain, low=-3)
    model.gain = pyo.Objective(expr=2 * model.x[1] - model.x[2] + 1, sense=pyo.maximize)
    result = solved(model, engine, "maximize")
    assert result.status == "optimal"
    assert result.objective == pytest.approx(24, rel=1e-6)


@every_kind
def test_no_objective(engine: str, domain: Any) -> None:
    """Without an objective any feasible point is optimal, with the objective 0."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] == 7)
    result = solved(model, engine, "minimize")
    assert (result.status, result.objective, result.bound) == ("optimal", 0, 0)
    assert model.x[1].value + model.x[2].value == pytest.approx(7)


@every_kind
def test_constant_objective(engine: str, domain: Any) -> None:
    """An objective without variables is optimal anywhere, in either sense."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] == 7)
    model.gain = pyo.Objective(expr=5 + 0 * model.x[1], sense=pyo.maximize)
    result = solved(model, engine, "maximize")
    assert (result.status, result.objective, result.bound) == ("optimal", 5, 5)


@every_kind
def test_unused_variable(engine: str, domain: Any) -> None:
    """A variable that stands nowhere takes a value within its bounds."""
    model = variables(domain, count=3, low=2)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 5)
    model.cost = pyo.Objective(expr=model.x[1] + 3 * model.x[2])
    result = solved(model, engine, "minimize")
    assert result.objective == pytest.approx(9, rel=1e-6)
    assert model.x[3].value == 2


@every_kind
def test_free_variables(engine: str, domain: Any) -> None:
    """Negative values are reached; what has no bounds at all CP-SAT must be given some."""
    model = variables(domain, low=-1000, high=1000)
    if engine not in INTEGER_ONLY:
        model.x[1].setlb(None)
        model.x[1].setub(None)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= -4)
    model.x[2].setub(6)
    model.cost = pyo.Objective(expr=2 * model.x[1] + model.x[2])
    assert solved(model, engine, "minimize").objective == pytest.approx(-14, rel=1e-6)


@every_kind
def test_tiny_and_zero_optimum(engine: str, domain: Any) -> None:
    """An optimum of 0 is proven like any other."""
    model = variables(domain, low=-5)
    model.row = pyo.Constraint(expr=model.x[1] == model.x[2])
    model.cost = pyo.Objective(expr=model.x[1] - model.x[2])
    result = solved(model, engine, "minimize")
    assert result.objective == pytest.approx(0, abs=1e-9)
    assert result.status == "optimal"


@every_kind
@pytest.mark.parametrize("known", [(3, 1), (3, None), (9, 9)], ids=["full", "part", "infeasible"])
def test_warm_start(engine: str, domain: Any, known: tuple[Any, Any]) -> None:
    """A start is accepted, a part of one too, and an infeasible one does no harm."""
    model = variables(domain)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] <= 4)
    model.gain = pyo.Objective(expr=2 * model.x[1] + model.x[2], sense=pyo.maximize)
    for var, value in zip(model.x.values(), known, strict=True):
        var.set_value(value)
    assert solved(model, engine, "maximize").objective == pytest.approx(8, rel=1e-6)


def knapsack(count: int = 25) -> pyo.ConcreteModel:
    """Return a knapsack whose relaxation does not have the integer optimum."""
    weights = [17 + (37 * i) % 53 for i in range(count)]
    values = [w + (11 * i) % 7 for i, w in enumerate(weights)]
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(count), domain=pyo.Binary)
    model.room = pyo.Constraint(
        expr=pyo.quicksum(w * model.x[i] for i, w in enumerate(weights)) <= sum(weights) // 3
    )
    total = pyo.quicksum(v * model.x[i] for i, v in enumerate(values))
    model.total = pyo.Objective(expr=total / 10 + 0.3, sense=pyo.maximize)
    return model


@pytest.mark.parametrize("unit", [1.0, 2.0**-20])
def test_highs_finds_nothing_above_a_cutoff(unit: float) -> None:
    """A cutoff below the optimum leaves no point; one above it changes nothing."""
    from dataclasses import replace

    from optgap.solvers.engines import engine_for_many, solve_form
    from optgap.solvers.engines.standard_form import standard_form

    form = standard_form(knapsack())
    form = replace(form, cost=form.cost * unit, constant=form.constant * unit, sense="minimize")
    engine, run = engine_for_many("highs"), Run("minimize", gap=0.0)
    best = solve_form(form, engine, run).objective
    assert best is not None
    for beyond, status in ((-0.5, "infeasible"), (0.5, "optimal"), (40.0, "optimal")):
        result = solve_form(replace(form, cutoff=best + beyond * unit), engine, run)
        assert result.status == status
        assert result.objective == (best if status == "optimal" else None)
    assert solve_form(form, engine, run).objective == best  # the next form has none


@with_integers
def test_gap_zero_is_zero(engine: str) -> None:
    """With a gap of 0 the bound meets the objective exactly, decimals or not."""
    result = solved(knapsack(), engine, "maximize", gap=0.0)
    assert result.status == "optimal"
    assert result.bound == result.objective
    assert result.objective == pytest.approx(solved(knapsack(), "highs", "maximize").objective)


@with_integers
def test_wide_gap(engine: str) -> None:
    """With a wide gap an engine may stop early, and the bound says how far it came."""
    result = solved(knapsack(), engine, "maximize", gap=0.5)
    assert result.status == "optimal"
    reached = gap(result.objective, result.bound, "maximize")
    assert reached is not None
    assert reached <= 0.5


@every_kind
def test_lp_duals(engine: str, domain: Any) -> None:
    """Duals of a linear program: a unit more room is worth 2, in the sense of the model."""
    model = variables(domain)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    model.row = pyo.Constraint(expr=model.x[1] + model.x[2] <= 4)
    model.slack_row = pyo.Constraint(expr=model.x[1] - model.x[2] <= 8)
    model.gain = pyo.Objective(expr=2 * model.x[1] + model.x[2], sense=pyo.maximize)
    result = solved(model, engine, "maximize")
    if domain is pyo.Integers or engine == "scip":
        assert result.row_duals is None
        return
    assert result.row_duals == pytest.approx([2, 0], abs=1e-5)
    assert model.dual[model.row] == pytest.approx(2, abs=1e-5)


@every_kind
def test_no_time_left(engine: str, domain: Any) -> None:
    """Without any time nothing is claimed."""
    model = variables(domain)
    model.cost = pyo.Objective(expr=model.x[1] + model.x[2])
    result = solved(model, engine, "minimize", time_limit=0.0)
    assert (result.status, result.stopped) == ("unknown", "time_limit")


@with_integers
def test_time_limit_with_an_incumbent(engine: str, hard_split: Any) -> None:
    """What was found by then, which comes at once, is feasible; `solved` checks its bound."""
    result = solved(hard_split(4, 40, slack=True), engine, "minimize", time_limit=0.7)
    assert result.stopped == "time_limit"
    assert result.status == ("unknown" if result.x is None else "feasible")


@with_integers
def test_time_limit_without_an_incumbent(engine: str, hard_split: Any) -> None:
    """Nothing found by then is unknown: neither infeasible nor anything else."""
    model = hard_split(6, 60, slack=False)
    result = solved(model, engine, "minimize", time_limit=0.7)
    assert (result.status, result.stopped) == ("unknown", "time_limit")
    assert result.objective is None


@with_integers
def test_equal_seeds_give_equal_results(engine: str) -> None:
    """Equal seeds in one thread find the same point; another seed is accepted too."""
    first, second, other = (
        solved(knapsack(), engine, "maximize", seed=seed) for seed in (5, 5, 2**40)
    )
    assert first.x is not None
    assert second.x is not None
    assert (first.x == second.x).all()
    assert other.objective == pytest.approx(first.objective)


@every_engine
def test_threads_may_change_between_solves(engine: str) -> None:
    """HiGHS keeps one pool of threads per thread of the caller, which must not get in the way."""
    for threads in (1, 2, None):
        model = variables(pyo.Reals if engine in CONTINUOUS_ONLY else pyo.Integers)
        model.cost = pyo.Objective(expr=model.x[1] + model.x[2])
        model.row = pyo.Constraint(expr=model.x[1] + model.x[2] >= 3)
        assert solved(model, engine, "minimize", threads=threads).objective == pytest.approx(3)


@every_engine
def test_sense_of_the_run_must_fit(engine: str) -> None:
    """A run that would take a maximum for a minimum is an error of the caller."""
    model = variables(pyo.Reals if engine in CONTINUOUS_ONLY else pyo.Integers)
    model.gain = pyo.Objective(expr=model.x[1], sense=pyo.maximize)
    with pytest.raises(ValueError, match="the model has the sense maximize, but"):
        solve_model(model, engine, Run("minimize"))


@every_engine
def test_version_is_told(engine: str) -> None:
    """Every result says which engine did the work, in which version."""
    result = solved(pyo.ConcreteModel(), engine, "minimize")
    assert result.solver.name.lower() == engine
    assert result.solver.version
