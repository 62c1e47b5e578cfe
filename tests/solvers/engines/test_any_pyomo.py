"""Solvers of Pyomo as engines, what engines print, and the reduced costs of linear programs."""

import shutil

import pyomo.environ as pyo
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli.arguments import app
from optgap.core.faults import InputError
from optgap.core.run import Run
from optgap.solvers.engines import solve_model
from optgap.solvers.engines.own_model import cross_check, solve

PROGRAMS = {"glpk": "glpsol", "cbc": "cbc"}
INSTALLED = ["appsi_highs", *(name for name, program in PROGRAMS.items() if shutil.which(program))]
any_solver = pytest.mark.parametrize("name", INSTALLED)


def model(domain=pyo.Integers, least: float = 7.0) -> pyo.ConcreteModel:
    """Minimise x0 + 2 x1 + 1 with 2 x0 + 3 x1 >= 7 and x0 <= 2: whole (2, 1), value 5."""
    found = pyo.ConcreteModel()
    found.x = pyo.Var([0, 1], domain=domain, bounds=(0, 10))
    found.x[0].setub(2)
    found.row = pyo.Constraint(expr=2 * found.x[0] + 3 * found.x[1] >= least)
    found.cost = pyo.Objective(expr=found.x[0] + 2 * found.x[1] + 1)
    return found


@any_solver
def test_an_optimum_by_its_word(name: str) -> None:
    program = model()
    result = solve(program, f"pyomo:{name}", time_limit=20)
    assert (result.status, result.objective, result.bound) == ("optimal", 5.0, 5.0)
    assert result.bound_kind == "solver"
    assert result.solver.name == f"pyomo:{name}"
    assert [program.x[j].value for j in (0, 1)] == [2, 1]
    linear = solve(model(pyo.Reals), f"pyomo:{name}")
    assert linear.objective == pytest.approx(5.0)


@any_solver
def test_infeasible_and_maximum(name: str) -> None:
    assert solve(model(least=99.0), f"pyomo:{name}").status == "infeasible"
    program = model()
    program.cost.deactivate()
    program.gain = pyo.Objective(expr=3 * program.x[0] - program.x[1], sense=pyo.maximize)
    found = solve(program, f"pyomo:{name}")
    assert (found.status, found.objective, found.bound) == ("optimal", 5.0, 5.0)


@any_solver
@pytest.mark.parametrize("source", ["placement/fig6", "microq/two-components", "macroq/table-vii"])
def test_the_judge_accepts_what_highs_finds(source: str, name: str) -> None:
    ours = optgap.solve(source)
    theirs = optgap.solve(source, solver=f"pyomo:{name}", time_limit=30)
    assert theirs.status == "optimal", theirs.message
    assert theirs.solver is not None
    assert theirs.objective == pytest.approx(ours.objective, rel=1e-6)
    assert optgap.check(source, theirs).feasible


@any_solver
def test_a_time_limit_of_nothing(name: str) -> None:
    found = optgap.solve("placement/fig6", solver=f"pyomo:{name}", time_limit=0)
    assert (found.status, found.stopped) == ("unknown", "time_limit")


@pytest.mark.parametrize(
    ("solver", "words"),
    [("pyomo:gurobi_no", "is not a solver that Pyomo knows"), ("pyomo:baron", "not installed")],
)
def test_a_solver_that_is_missing(solver: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        optgap.solve("placement/fig6", solver=solver)
    shown = CliRunner().invoke(app, ["solve", "placement/fig6", "--solver", solver])
    assert isinstance(shown.exception, InputError), "which the command ends with exit code 2"
    with pytest.raises(InputError, match="is no engine of method 'relaxation'"):
        optgap.solve("macroq/table-vii", "relaxation", solver="pyomo:glpk")


def test_two_solvers_of_pyomo_are_no_cross_check() -> None:
    assert cross_check(model(), ["pyomo:appsi_highs", "highs"]).bound_kind == "solver"


@pytest.mark.parametrize("engine", ["highs", "scip", "cp-sat", *(f"pyomo:{n}" for n in INSTALLED)])
def test_what_an_engine_prints_goes_to_the_log_alone(engine: str, capfd) -> None:
    heard: list[str] = []
    solve_model(model(), engine, Run("minimize", log=heard.append))
    assert "".join(heard).count("\n") > 3
    assert capfd.readouterr().out == ""
    solve_model(model(), engine, Run("minimize"))
    assert capfd.readouterr().out == ""


def test_verbose_shows_the_log_on_stderr() -> None:
    words = ["solve", "placement/fig6", "--verbose", "--json", "--solver", "highs"]
    shown = CliRunner().invoke(app, words)
    assert "MIP has" in shown.stderr
    assert shown.stdout.startswith("{")
    quiet = CliRunner().invoke(app, [word for word in words if word != "--verbose"])
    assert quiet.stderr == ""


@pytest.mark.parametrize("engine", ["highs", "glop"])
@pytest.mark.parametrize("sense", [pyo.minimize, pyo.maximize])
def test_reduced_costs_are_the_slopes_of_bounds(engine: str, sense: int) -> None:
    """Moving the bound that a column rests on changes the optimum by its reduced cost."""
    sign = 1 if sense == pyo.minimize else -1

    def program(bound: float = 2.0) -> pyo.ConcreteModel:
        found = model(pyo.Reals)
        found.x[0].setub(bound)
        found.cost.set_value(sign * (found.x[0] + 2 * found.x[1] + 1))
        found.cost.sense = sense
        found.rc = pyo.Suffix(direction=pyo.Suffix.IMPORT)
        found.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
        return found

    first, moved = program(), program(2.5)
    results = [solve(each, engine) for each in (first, moved)]
    slope = (results[1].objective - results[0].objective) / 0.5
    assert first.rc[first.x[0]] == pytest.approx(slope) != 0
    assert first.rc[first.x[1]] == pytest.approx(0)
    assert first.dual[first.row] == pytest.approx(sign * 2 / 3)
    assert results[0].reduced_costs.tolist() == pytest.approx([slope, 0])


def test_no_reduced_costs_of_an_integer_program() -> None:
    assert solve(model()).reduced_costs is None


def test_optimal_is_said_where_bound_and_objective_agree() -> None:
    """Within a looser gap the result is within it, and says so."""
    from optgap.formulations import macrow

    program = macrow.build_model(optgap.load("macrow/two-clusters"))
    loose = solve(program, gap=0.3)
    assert loose.status == "within_gap"
    assert loose.bound != pytest.approx(loose.objective, rel=1e-3)
    assert solve(program).status == "optimal"
