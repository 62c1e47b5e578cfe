"""What one engine calls infeasible is asked again, and who says so is said."""

from __future__ import annotations

from typing import Any

import pyomo.environ as pyo
import pytest

from optgap.core.run import Run
from optgap.solvers.engines import engine, highs, own_model, solve_model
from optgap.solvers.engines.engine import ENGINES
from optgap.solvers.engines.engine_result import Finding


class WrongHighs(highs.Highs):
    """HiGHS that calls everything infeasible, as some versions do of some programs."""

    def solve(self, *_: Any) -> Finding:
        return Finding(claim="infeasible")


def parity(side: int) -> pyo.ConcreteModel:
    """Return 2 (x1 + x2 + x3) = side over integers up to 2."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var([1, 2, 3], domain=pyo.Integers, bounds=(0, 2))
    model.even = pyo.Constraint(expr=2 * sum(model.x.values()) == side)
    model.cost = pyo.Objective(expr=model.x[1] + 2 * model.x[2] + 3 * model.x[3])
    return model


def test_a_wrong_infeasible_is_overruled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "highs", WrongHighs)
    model = parity(6)
    result = own_model.solve(model)
    assert (result.status, result.objective) == ("optimal", 4)
    assert result.message == "HiGHS calls the model infeasible, but SCIP has this solution"
    assert [pyo.value(each) for each in model.x.values()] == [2, 1, 0]


def test_two_engines_agree() -> None:
    result = own_model.solve(parity(5))
    assert (result.status, result.bound_kind) == ("infeasible", "cross-checked")
    assert result.message == "infeasible, according to HiGHS and SCIP"


def test_one_engine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no other engine takes the model, it stays a word, asked without presolve."""
    monkeypatch.setattr(engine, "other_engines", lambda _: iter([highs.HighsWithoutPresolve()]))
    result = own_model.solve(parity(5))
    assert (result.status, result.bound_kind) == ("infeasible", "solver")
    assert result.message == "infeasible, according to two runs of HiGHS alone"


def test_without_presolve_a_wrong_infeasible_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "highs", WrongHighs)
    monkeypatch.setattr(engine, "other_engines", lambda _: iter([highs.HighsWithoutPresolve()]))
    assert own_model.solve(parity(6)).objective == 4


def test_no_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run("minimize")
    result = solve_model(parity(5), "highs", run)
    monkeypatch.setattr(Run, "should_stop", lambda _: True)
    again = engine.ask_again(result, run)
    assert (again.status, again.stopped) == ("unknown", "time_limit")
    assert again.message == "infeasible, according to HiGHS alone"
