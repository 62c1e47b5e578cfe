"""An engine that gives up on a model: what may have broken it is said, quietly."""

import pyomo.environ as pyo
import pytest

from optgap.core.outcome import SolverVersion
from optgap.core.run import Run
from optgap.solvers.engines import EngineResult, standard_form
from optgap.validation.catalogue.methods import exact
from optgap.validation.catalogue.methods.exact import with_suspicions


def model(coefficient: float) -> pyo.ConcreteModel:
    built = pyo.ConcreteModel("given up")
    built.x = pyo.Var([1, 2], bounds=(0, 1))
    built.cost = pyo.Objective(expr=built.x[1])
    built.mixed = pyo.Constraint(expr=coefficient * built.x[1] + built.x[2] >= 1)
    return built


class Formulation:
    def decision_of(self, _):
        raise AssertionError("there is nothing to read")


@pytest.fixture
def gave_up(monkeypatch):
    """Return what `exact` answers where the engine gives up on a model."""

    def play(coefficient: float, stopped: str, message: str | None = "solve error"):
        built = model(coefficient)
        result = EngineResult(
            status="unknown",
            stopped=stopped,
            solver=SolverVersion(name="HiGHS", version="1"),
            message=message,
            form=standard_form(built),
        )
        monkeypatch.setattr(exact, "solve_model", lambda *_: result)
        return exact.solve_formulation(Formulation(), built, Run("minimize"), prove=False)

    return play


@pytest.mark.parametrize("stopped", ["error", "time_limit"])
def test_findings_stand_beside_the_answer(gave_up, stopped: str) -> None:
    answer = gave_up(1e8, stopped)
    found = answer.details["suspicions"]
    assert any(words.startswith("mixed: 1 coefficient from 1e+08") for words in found)
    assert answer.message == f"solve error; suspicious: {found[0]}"
    assert gave_up(1e8, stopped, None).message == f"suspicious: {found[0]}"


def test_nothing_is_said_of_a_sound_model_or_after_an_interrupt(gave_up) -> None:
    assert gave_up(2.0, "error").message == "solve error"
    assert gave_up(2.0, "error").details == {}
    assert gave_up(1e8, "interrupted").details == {}


def test_an_answer_needs_no_findings() -> None:
    form = standard_form(model(1e8))
    solver = SolverVersion(name="HiGHS", version="1")
    result = EngineResult("infeasible", "complete", solver, form=form)
    answer = exact._answer(None, result)
    assert with_suspicions(answer, result) is answer
