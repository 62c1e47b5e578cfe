"""Solution files of other solvers, read back into decisions and judged."""

import shutil
import subprocess
from pathlib import Path

import highspy
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli.arguments import app
from optgap.core.faults import InputError

FIG6 = optgap.load("placement/fig6")


def values_of(source, folder) -> tuple[str, dict[str, float]]:
    """Return the exported model's file, and HiGHS' values of its columns by name."""
    path = folder / "model.mps"
    optgap.export(source, path)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(path))
    highs.run()
    names = highs.getLp().col_names_
    highs.writeSolution(str(folder / "highs.sol"), 0)
    return path, dict(zip(names, highs.getSolution().col_value, strict=True))


@pytest.mark.parametrize("source", ["placement/fig6", "macrow/two-clusters", "eviction/four-small"])
def test_the_file_that_highs_writes(source: str, tmp_path) -> None:
    values_of(source, tmp_path)
    best = optgap.solve(source)
    found = optgap.check(source, sol=tmp_path / "highs.sol")
    assert found.feasible, found.violations
    assert found.objective == pytest.approx(best.objective, rel=1e-6)


def solution_text(form: str, values: dict[str, float]) -> str:
    used = {name: value for name, value in values.items() if value}
    if form == "gurobi":
        head = "# Solution for model fig6\n# Objective value = 16\n"
        return head + "".join(f"{name} {value:g}\n" for name, value in values.items())
    if form == "scip":
        head = "solution status: optimal solution found\nobjective value:                 16\n"
        return head + "".join(f"{name}    {value:g} \t(obj:0)\n" for name, value in used.items())
    if form == "cbc":
        head = "Optimal - objective value 16.00000000\n"
        lines = enumerate(used.items())
        return head + "".join(f"{k:7} {name} {value:g} 0\n" for k, (name, value) in lines)
    lines = [f'  <variable name="{n}" index="0" value="{v:g}"/>\n' for n, v in values.items()]
    return '<?xml version = "1.0"?>\n<CPLEXSolution version="1.2">\n' + "".join(lines)


@pytest.mark.parametrize("form", ["gurobi", "scip", "cbc", "cplex"])
def test_plain_files_of_other_solvers(form: str, tmp_path) -> None:
    _, values = values_of(FIG6, tmp_path)
    (tmp_path / "their.sol").write_text(solution_text(form, values))
    found = optgap.check(FIG6, sol=tmp_path / "their.sol")
    assert (found.feasible, found.objective) == (True, 16)


@pytest.mark.skipif(shutil.which("cbc") is None, reason="CBC is not installed")
@pytest.mark.parametrize("suffix", ["mps", "lp"])
def test_cbc_itself_with_both_kinds_of_names(suffix: str, tmp_path) -> None:
    path = tmp_path / f"model.{suffix}"
    optgap.export(FIG6, path)
    command = ["cbc", str(path), "-solve", "-solu", str(tmp_path / "c.sol")]
    subprocess.run(command, check=True, capture_output=True)
    assert optgap.check(FIG6, sol=tmp_path / "c.sol").objective == 16


def test_values_that_break_the_model(tmp_path) -> None:
    _, values = values_of(FIG6, tmp_path)
    first = next(name for name, value in values.items() if value == 1 and "machine" not in name)
    path = tmp_path / "bad.sol"
    path.write_text(solution_text("gurobi", {**values, first: 0}))
    words = ["check", "placement/fig6", "--sol", str(path)]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 5
    assert "REJECTED" in shown.stdout
    path.write_text(solution_text("gurobi", {**values, first: 0.5}))
    found = optgap.check(FIG6, sol=path)
    assert not found.feasible
    assert "is not an integer" in found.violations[0].message


def test_files_that_are_no_solution_of_this_model(tmp_path) -> None:
    path = tmp_path / "bad.sol"
    for text, words in (
        ("", "holds no solution"),
        ("Model status\nEmpty\n\n# Primal solution values\nNone\n", "holds no solution"),
        ("nonsense 1\n", "line 1: is not a variable of the model"),
        ("# Columns 1\nB[0,0] one\n# Rows 0\n", "must be a finite number"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=words):
            optgap.check(FIG6, sol=path)
    _, values = values_of(FIG6, tmp_path)
    name = next(iter(values))
    path.write_text(f"{name} 0\n{name} 1\n")
    with pytest.raises(InputError, match="the variable appears more than once"):
        optgap.check(FIG6, sol=path)
    for words in (["check", "placement/fig6"], ["check", "placement/fig6", "a", "--sol", "b"]):
        assert isinstance(CliRunner().invoke(app, words).exception, InputError)


def test_an_export_of_several_objectives_names_the_one_that_it_has(tmp_path: Path) -> None:
    """fig8 in words of its page: the least latency and the least cost are in no common plan."""
    first = optgap.export("resource_plan/fig8", tmp_path / "a.mps")
    assert (first["objective"], first["others"]) == ("latency", ["cost"])
    cost = optgap.export("resource_plan/fig8", tmp_path / "b.mps", objective="cost")
    assert (cost["objective"], cost["others"]) == ("cost", ["latency"])
    front = optgap.solve("resource_plan/fig8", "exact").front
    assert front is not None
    for name, objective in (("a.mps", "latency"), ("b.mps", "cost")):
        least = min(point.objectives[objective] for point in front)
        assert optgap.solve(tmp_path / name).objective == pytest.approx(least)
    with pytest.raises(optgap.InputError, match="did you mean 'cost'"):
        optgap.export("resource_plan/fig8", tmp_path / "c.mps", objective="cots")
    ended = CliRunner().invoke(
        app, ["export", "resource_plan/fig8", "--to", str(tmp_path / "d.lp")]
    )
    assert "its objective is latency; others for --objective: cost" in ended.output
