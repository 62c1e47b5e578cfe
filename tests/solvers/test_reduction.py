"""`optgap reduce`: the smallest model on which two engines disagree."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import optgap
from optgap.cli import app
from optgap.core.run import Run
from optgap.solvers.engines import engine, engine_named, mps, solve_form, standard_form
from optgap.solvers.engines.highs import Highs
from optgap.solvers.reduction import (
    Reduction,
    _with_numbers,
    disagreement,
    enumerated_optimum,
    model_in_file,
)

RUN = CliRunner()


class Wrong(Highs):
    """An engine that forgets the last whole column of a model with at least three of them."""

    def solve(self, form: Any, run: Any, progress: Any, halt: Any) -> Any:
        whole = np.flatnonzero(form.integer)
        if len(whole) < 3:
            return super().solve(form, run, progress, halt)
        upper = form.upper.copy()
        upper[whole[-1]] = form.lower[whole[-1]]
        return super().solve(replace(form, upper=upper), run, progress, halt)


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(engine.ENGINES, "wrong", Wrong)
    return "wrong"


def knapsack(tmp_path: Path) -> Path:
    """Return a file with a knapsack of twelve things, and rows that play no part."""
    rng = np.random.default_rng(3)
    worth, weight = rng.integers(3, 40, (2, 12)) + 0.25
    things = [f"thing{k}" for k in range(12)]
    path = tmp_path / "knapsack.lp"
    rows = [" + ".join(f"{w} {t}" for w, t in zip(weight, things, strict=True)) + " <= 120.5"]
    rows += [f"{a} + {b} <= 2" for a, b in itertools.pairwise(things)]
    text = [
        "Maximize",
        " obj: " + " + ".join(f"{v} {t}" for v, t in zip(worth, things, strict=True)),
    ]
    text += ["Subject To", *(f" r{k}: {row}" for k, row in enumerate(rows))]
    text += [
        "Bounds",
        *(f" 0 <= {t} <= 3" for t in things),
        "General",
        " " + " ".join(things),
        "End",
    ]
    path.write_text("\n".join(text) + "\n")
    return path


def test_a_wrong_engine_is_cornered(wrong: str, tmp_path: Path) -> None:
    small = tmp_path / "small.mps"
    command = ["reduce", str(knapsack(tmp_path)), "--engine", wrong, "--against", "highs"]
    ended = RUN.invoke(app, [*command, "--json", "-o", str(small)])
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.output)
    rows, columns, _ = found["after"]
    assert (rows, columns) == (0, 3)  # three whole columns, and nothing that holds them
    assert found["kind"] == "one engine's point beats the other's optimum"
    assert set(found["engines"]) == {wrong, "highs"}
    again = model_in_file(small)
    assert disagreement(again, (wrong, "highs"), Run(again.sense), 5.0) is not None
    right = enumerated_optimum(again)
    assert str(right) == found["enumerated"]
    assert f"optimal, {float(right)!r} (HiGHS" in found["engines"]["highs"]


def test_engines_that_agree_leave_nothing(tmp_path: Path) -> None:
    command = ["reduce", str(knapsack(tmp_path)), "--engine", "scip", "--against", "highs"]
    ended = RUN.invoke(app, command)
    assert ended.exit_code == 4
    assert "scip and highs do not contradict each other" in ended.output


def test_an_instance_is_reduced_by_its_model(wrong: str) -> None:
    ended = RUN.invoke(app, ["reduce", "placement/ties", "--engine", wrong, "--against", "scip"])
    assert ended.exit_code in (0, 4), ended.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NAME\nROWS\n N a\n X b\n", "cannot be read"),
        ("", "cannot be read"),
        ("x", "cannot be read"),
    ],
)
def test_a_file_that_is_no_model(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.mps"
    path.write_text(text)
    ended = RUN.invoke(app, ["reduce", str(path), "--engine", "highs", "--against", "scip"])
    assert isinstance(ended.exception, optgap.InputError) and words in str(ended.exception)


def test_an_unknown_engine_is_bad_input(tmp_path: Path) -> None:
    command = ["reduce", str(knapsack(tmp_path)), "--engine", "hihgs", "--against", "scip"]
    ended = RUN.invoke(app, command)
    assert isinstance(ended.exception, optgap.InputError)  # exit code 2
    assert "did you mean 'highs'?" in str(ended.exception)


def test_files_and_models_are_the_same(tmp_path: Path) -> None:
    for name in ("placement/fig6", "macrow/two-clusters", "utility/four-jobs"):
        entry = optgap.problem(name.split("/")[0])
        form = standard_form(entry.formulation.build_model(optgap.load(name)))
        path = tmp_path / "model.mps"
        path.write_text(mps(form, "model"))
        again = model_in_file(path)
        assert (again.sense, again.shape) == (form.sense, form.shape)
        assert again.matrix.nnz == form.matrix.nnz
        values = [
            solve_form(each, engine_named("highs"), Run(form.sense)).objective
            for each in (again, form)
        ]
        assert values[0] == pytest.approx(values[1])


def test_time_ends_a_reduction_with_the_best_so_far(wrong: str, tmp_path: Path) -> None:
    form = model_in_file(knapsack(tmp_path))
    run = Run(form.sense)
    found = Reduction(form, lambda each: disagreement(each, (wrong, "highs"), run), run)
    found.run = Run(form.sense, time_limit=0.0)
    found.reduce()
    assert found.size == found.before and found.found is not None


def test_a_smaller_number_leaves_the_model_before_alone(tmp_path: Path) -> None:
    form = model_in_file(knapsack(tmp_path))
    before = form.matrix.toarray()
    numbers = form.matrix.data.copy()
    numbers[::3] = 0.0
    smaller = _with_numbers(form, "matrix", numbers)
    assert smaller.matrix.nnz < form.matrix.nnz
    assert (form.matrix.toarray() == before).all()


def test_enumeration_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "third.lp"
    path.write_text(
        "Maximize\n obj: 0.1 x + 0.2 y\nSubject To\n r: x + y <= 3\nBounds\n 0 <= x <= 2\n"
        " 0 <= y <= 2\nGeneral\n x y\nEnd\n"
    )
    assert enumerated_optimum(model_in_file(path)) == Fraction(0.1) + 2 * Fraction(0.2)
    path.write_text(path.read_text().replace("<= 3", ">= 9"))
    assert enumerated_optimum(model_in_file(path)) == "infeasible"
    path.write_text(path.read_text().replace("General\n x y", "General\n x"))
    assert enumerated_optimum(model_in_file(path)) is None


MPS = """NAME t
ROWS
 N cost
 L room
COLUMNS
    x cost -1 room 1
    y cost -1 room {amount}
RHS
    RHS {row} 4
BOUNDS
 UP BND x {most}
ENDATA
"""


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"amount": "banana"}, "line 7: must be a number in row room (found 'banana')"),
        ({"amount": "2x"}, "line 7: must be a number in row room (found '2x')"),
        ({"row": "rom"}, "line 9: is not a row of the section ROWS (found 'rom')"),
        ({"most": "1D2"}, "line 11: must end with a number (found '1D2')"),
    ],
)
def test_an_entry_that_highs_would_read_as_something_else_is_refused(
    tmp_path: Path, changed: dict[str, str], words: str
) -> None:
    path = tmp_path / "t.mps"
    path.write_text(MPS.format(**{"amount": "2", "row": "room", "most": "3"}))
    assert model_in_file(path).shape == (1, 2)
    path.write_text(MPS.format(**{"amount": "2", "row": "room", "most": "3", **changed}))
    with pytest.raises(optgap.InputError, match=re.escape(words)):
        model_in_file(path)
