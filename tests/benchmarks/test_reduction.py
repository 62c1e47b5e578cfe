"""The script that reduces a model on which two engines disagree."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from optgap.core.run import Run
from optgap.solvers.engines import (
    engine,
    model_in_file,
)
from optgap.solvers.engines.highs import Highs

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "solver_truth" / "reduction.py"


@pytest.fixture(scope="module")
def reduction(script: Callable[[Path], ModuleType]) -> ModuleType:
    return script(SCRIPT)


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


def test_a_wrong_engine_is_cornered(
    wrong: str, reduction: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = tmp_path / "small.mps"
    command = [str(knapsack(tmp_path)), "--engine", wrong, "--against", "highs", "-o", str(small)]
    assert reduction.main(command) == 0
    printed = capsys.readouterr().out
    again = model_in_file(small)
    assert again.shape[1] == 3 and again.shape[0] <= 1
    assert reduction.disagreement(again, (wrong, "highs"), Run(again.sense), 5.0) is not None
    right = reduction.enumerated_optimum(again)
    assert f"in exact arithmetic: {right}\n" in printed
    assert f"optimal, {float(right)!r} (HiGHS" in printed


def test_engines_that_agree_leave_nothing(
    reduction: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [str(knapsack(tmp_path)), "--engine", "scip", "--against", "highs"]
    assert reduction.main(command) == 4
    assert "scip and highs do not contradict each other" in capsys.readouterr().out


def test_an_engine_that_does_not_accept_the_model_is_named(
    reduction: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "continuous.lp"
    path.write_text("min\n c: x + y\nst\n r: 3 x + 7 y >= 1\nend\n")
    assert reduction.main([str(path), "--engine", "highs", "--against", "cp-sat"]) == 2
    assert "CP-SAT does not accept this model" in capsys.readouterr().out


def test_enumeration_is_exact(reduction: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "third.lp"
    path.write_text(
        "Maximize\n obj: 0.1 x + 0.2 y\nSubject To\n r: x + y <= 3\nBounds\n 0 <= x <= 2\n"
        " 0 <= y <= 2\nGeneral\n x y\nEnd\n"
    )
    assert reduction.enumerated_optimum(model_in_file(path)) == Fraction(0.1) + 2 * Fraction(0.2)
    path.write_text(path.read_text().replace("<= 3", ">= 9"))
    assert reduction.enumerated_optimum(model_in_file(path)) == "infeasible"
    path.write_text(path.read_text().replace("General\n x y", "General\n x"))
    assert reduction.enumerated_optimum(model_in_file(path)) is None
