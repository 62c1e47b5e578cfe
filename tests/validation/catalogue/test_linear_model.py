"""Models of files, and Pyomo models, as instances: solved, judged, proven, explained."""

from pathlib import Path

import highspy
import numpy as np
import pyomo.environ as pyo
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.validation.catalogue import problem_named, problem_names

LP = """Maximize
 obj: 3 x + 2 y - z
Subject To
 c1: x + y + z <= 10.5
 c2: x - y <= 4
 c3: x - y >= -2
 c4: z >= -3
Bounds
 x <= 6
 z free
General
 x
End
"""
INFEASIBLE = """Minimize
 obj: x + y
Subject To
 need: x + y >= 12
 room: x + y <= 10
 other: x - y <= 3
End
"""


def test_a_model_in_a_file_is_an_instance(tmp_path: Path) -> None:
    path = tmp_path / "small.lp"
    path.write_text(LP)
    instance = optgap.load(path)
    outcome = optgap.solve(instance)
    assert (outcome.status, outcome.bound_kind) == ("optimal", "model-certified")
    assert outcome.objective == pytest.approx(18 + 2 * 7.5 + 3)
    assert outcome.decision == {"values": {"x": 6.0, "y": 7.5, "z": -3.0}}
    optgap.export(instance, tmp_path / "again.mps")
    assert optgap.solve(tmp_path / "again.mps").objective == pytest.approx(outcome.objective)
    assert optgap.load(tmp_path / "again.mps").columns == instance.columns, "the names stay"
    assert "linear_model" not in problem_names()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"x": 6.5, "y": 7.5, "z": -3}, "bound at x: 6.5 is above 6"),
        ({"x": 5.5, "y": 5, "z": -3}, "integer at x: 5.5 is not an integer"),
        ({"x": 6, "y": 7.6, "z": -3}, "row at c1: 10.6 is above 10.5"),
        ({"x": 6, "y": 1, "z": -3}, "row at c2: 5 is above 4"),
        ({"x": 6, "y": 2, "z": -4}, "row at c4: -4 is below -3"),
        ({"x": 6, "y": 2}, "required key is missing"),
        ({"x": 6, "y": 2, "z": 0, "w": 0}, "'w' is none of the columns"),
    ],
)
def test_the_judge_of_a_model_names_what_is_broken(tmp_path: Path, values, words: str) -> None:
    (tmp_path / "small.lp").write_text(LP)
    instance = optgap.load(tmp_path / "small.lp")
    verdict = problem_named("linear_model").judge(instance, {"values": values})
    assert words in "; ".join(map(str, verdict.violations))


def test_random_programs_are_what_scipy_finds(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    for k in range(12):
        rows, columns = rng.integers(2, 5), rng.integers(2, 6)
        matrix = rng.integers(-3, 9, (rows, columns)).astype(float)
        cost, side = rng.integers(-9, 9, columns), rng.integers(5, 30, rows)
        whole = rng.random(columns) < 0.6
        m = pyo.ConcreteModel(name=f"random-{k}")
        m.x = pyo.Var(
            range(columns),
            domain=lambda _, j, whole=whole: pyo.Integers if whole[j] else pyo.Reals,
            bounds=(-2, 7),
        )
        m.o = pyo.Objective(expr=sum(int(cost[j]) * m.x[j] for j in range(columns)))
        m.rows = pyo.Constraint(
            range(rows),
            rule=lambda m, i, matrix=matrix, side=side: (
                sum(matrix[i, j] * m.x[j] for j in range(matrix.shape[1])) <= int(side[i])
            ),
        )
        outcome = optgap.prove(m, tmp_path / f"proof-{k}")
        found = milp(
            cost,
            integrality=whole.astype(int),
            bounds=Bounds(-2, 7),
            constraints=LinearConstraint(matrix, ub=side),
        )
        assert outcome.objective == pytest.approx(found.fun)
        assert outcome.bound_kind == "model-certified"
        assert optgap.verify(tmp_path / f"proof-{k}").valid


def test_the_command_line_takes_model_files(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.lp").write_text(LP)
    Path("stuck.lp").write_text(INFEASIBLE)
    Path("bad.mps").write_text("garbage\n")
    for command, code, words in (
        ("solve small.lp -o s.json", 0, "model-certified"),
        ("check small.lp s.json", 0, "accepted"),
        ("prove small.lp -o proof", 0, "PROVEN"),
        ("verify proof", 0, "it equals the model rebuilt from the instance"),
        ("compare small.lp", 0, "optimal"),
        ("export small.lp --to other.mps", 0, "3 variables"),
        ("solve stuck.lp", 3, "infeasible"),
        ("explain stuck.lp", 0, "need: at least 12; room: at most 10"),
    ):
        ended = CliRunner().invoke(app, command.split())
        assert (ended.exit_code, words in ended.output) == (code, True), ended.output
    with pytest.raises(optgap.InputError, match="line 1: is not a section of a linear model"):
        optgap.load("bad.mps")
    with pytest.raises(optgap.InputError, match="instance: there is no such file"):
        optgap.load("missing.mps")


SWEPT = """Minimize
 cost: 2 x + 3 y
Subject To
 need: x + y >= 4
 room: x <= 3
 even: x - y = 0
 x: y <= 9
General
 y
End
"""


@pytest.mark.parametrize(
    ("field", "values", "optima"),
    [
        ("need", [3, 4, 6], [10, 10, 15]),  # x = y, and y is whole
        ("need.lower", [4, 5], [10, 15]),
        ("room", [1, 2, 3], [None, 10, 10]),
        ("even", [-1, 0, 1], [13, 10, 12]),
        ("x.upper", [1, 2], [None, 10]),
        ("x.cost", [0, 2, 4], [6, 10, 14]),
        ("y", [0, 3, 6], [4, 10, 16]),
        ("constant", [0, 7], [10, 17]),
    ],
)
def test_sides_and_costs_of_a_file_are_swept_by_name(
    tmp_path: Path, field: str, values: list[float], optima: list[float | None]
) -> None:
    (tmp_path / "swept.lp").write_text(SWEPT)
    found = optgap.sweep(tmp_path / "swept.lp", field, values)
    assert [each.outcomes["exact"].objective for each in found] == optima
    assert [each.bound for each in found if each.outcomes["exact"].status == "optimal"] == [
        value for value in optima if value is not None
    ]


@pytest.mark.parametrize("field", ["x", "nead", "need.upper", "even.cost"])
def test_what_a_file_has_not_or_has_twice_is_not_swept(tmp_path: Path, field: str) -> None:
    (tmp_path / "swept.lp").write_text(SWEPT)
    with pytest.raises(optgap.InputError, match="is not a numeric field of this instance"):
        optgap.sweep(tmp_path / "swept.lp", field, [1])


def test_a_looser_row_of_whole_numbers_shares_its_bounds(tmp_path: Path) -> None:
    """Between two equal optima nothing is solved, and the judge accepts what is taken over."""
    (tmp_path / "swept.lp").write_text(SWEPT)
    instance = optgap.load(tmp_path / "swept.lp")
    assert instance.sweep_fields()["room"]
    assert not instance.sweep_fields()["need"]
    found = optgap.sweep(instance, "room", range(2, 12))
    assert "plan_of" in found[4].outcomes["exact"].details
    for each in found:
        outcome = each.outcomes["exact"]
        assert not optgap.check(instance.with_number("room", each.value), outcome).violations
        assert outcome.objective == 10


def test_relaxations_of_a_file_prove_lines(tmp_path: Path) -> None:
    """The value of a linear program is the largest of the lines that its prices prove."""
    (tmp_path / "line.lp").write_text(SWEPT.replace("General\n y\n", ""))
    found = optgap.sweep(tmp_path / "line.lp", "need", [2, 4, 6], prices=True)
    for each in found:
        lines = [other.price.at(each.value) for other in found]
        assert float(max(lines)) == pytest.approx(each.outcomes["exact"].objective)


def test_a_solution_file_has_the_names_of_the_model_file(tmp_path: Path) -> None:
    """That of a solver which was given the file itself, not an export of it."""
    model, solution = tmp_path / "small.lp", tmp_path / "small.sol"
    model.write_text(LP)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(model))
    highs.run()
    highs.writeSolution(str(solution), 0)
    check = optgap.check(model, sol=solution)
    assert check.feasible
    assert check.objective == pytest.approx(36)
    solution.write_text("x 5.5\ny 1\nz -4\n")
    found = "; ".join(map(str, optgap.check(model, sol=solution).violations))
    assert "x = 5.5 is not an integer" in found
    assert "column" not in found
    for suffix in (".mps", ".lp"):
        optgap.export(model, tmp_path / f"other{suffix}")
    solution.write_text("column(x) 6\ncolumn(y) 7.5\ncolumn(z) -3\n")
    assert optgap.check(model, sol=solution).objective == pytest.approx(36)
