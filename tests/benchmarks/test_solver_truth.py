"""The table of solver versions: exact optima, how answers are judged, and a smoke run."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csc_array

from optgap.solvers.engines import StandardForm

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "benchmarks" / "solver_truth"


@pytest.fixture(scope="module")
def ask(script):
    return script(FOLDER / "ask.py")


def test_exact_optima_are_those_of_two_other_enumerations(ask) -> None:
    families = dict.fromkeys(("packing", "pool", "whole", "mixed"))
    for case in ask.cases(share=100):
        found = ask.exact_optimum(case.form)
        if case.family in families:
            family, seed = case.name.split()
            optimum = getattr(sys.modules["truth_programs"], family)(int(seed)).optimum()
            assert found == ("infeasible" if optimum is None else pytest.approx(optimum))
        if case.family in ("whole", "known") and case.form.shape[1] < 12:
            assert (
                found == sys.modules["reduction"].enumerated_optimum(case.form)
                or not case.form.integer.all()
            )


def form(upper: float, integer: bool, *, low: float = 0.0) -> StandardForm:
    """Return: maximise 2x + y for 3x + 2y <= 7 and 3x + 2y >= low, 0 <= x <= 3 whole."""
    return StandardForm(
        cost=np.array([-2.0, -1.0]),
        constant=0.5,
        matrix=csc_array(np.array([[3.0, 2.0]])),
        row_lower=np.array([low]),
        row_upper=np.array([7.0]),
        lower=np.zeros(2),
        upper=np.array([3.0, upper]),
        integer=np.array([True, integer]),
    )


@pytest.mark.parametrize(
    ("status", "value", "optimum", "kind"),
    [
        ("optimal", 2.0, Fraction(2), "right"),
        ("optimal", 2.1, Fraction(2), "wrong value"),
        ("infeasible", 0.0, Fraction(2), "false infeasible"),
        ("infeasible or unbounded", 0.0, Fraction(2), "false infeasible"),
        ("infeasible or unbounded", 0.0, "unbounded", "right"),
        ("unbounded", 0.0, "infeasible", "false unbounded"),
        ("optimal", 2.0, "infeasible", "false optimal"),
        ("optimal", 2.0, "unbounded", "false optimal"),
        ("ValueError: no", 0.0, Fraction(2), "no answer"),
        ("crash", 0.0, Fraction(2), "crash"),
    ],
)
def test_kinds_of_answers(ask, status: str, value: float, optimum: object, kind: str) -> None:
    assert ask.kind_of({"status": status, "value": value}, optimum) == kind


def test_a_crash_loses_one_program_and_a_run_resumes(ask, tmp_path: Path) -> None:
    runner = tmp_path / "runner.py"
    runner.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    if json.loads(line)['cost'][0] == 1.0: sys.exit(1)\n"
        "    print(json.dumps({'status': 'infeasible'}), flush=True)\n"
    )
    engine = ask.Engine("own", "own", str(runner))
    forms = [replace(form(1.0, True), cost=np.array([c, 0.0])) for c in (0.0, 1.0, 2.0)]
    cases = [ask.Case(str(k), "whole", each) for k, each in enumerate(forms)]
    path = tmp_path / "answers.jsonl"
    first = ask.answers(engine, Path(sys.executable), {}, cases[:2], path)
    again = ask.answers(engine, Path(sys.executable), {}, cases, path)
    assert [each["status"] for each in again.values()] == ["infeasible", "crash", "infeasible"]
    assert first.items() <= again.items() and len(path.read_text().splitlines()) == 3


def test_a_few_programs_of_the_installed_solvers(ask, capsys) -> None:
    ask.smoke()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 14
    assert all("{'right': " in line and "," not in line.split("{")[1] for line in lines), lines


def test_the_table_holds_its_counts() -> None:
    stored = json.loads((ROOT / "docs" / "data" / "solver_truth.json").read_text())
    for row in stored["rows"]:
        assert (
            sum(
                value
                for key, value in row.items()
                if " " in key or key in ("right", "crash", "hang")
            )
            == row["programs"]
        )
    newest = {row["engine"] for row in stored["rows"]}
    assert {"HiGHS", "SCIP", "CP-SAT", "GLOP", "PDLP", "GLPK", "Exact"} <= newest
