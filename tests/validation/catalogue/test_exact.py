"""Several engines on one model: they check each other, and the better solution counts."""

from types import SimpleNamespace

import numpy as np
import pytest

import optgap
from optgap.core.outcome import SolverVersion
from optgap.core.run import Run
from optgap.solvers.engines import EngineResult
from optgap.validation.catalogue.methods import exact, small_proof


def result(name: str, status: str, objective: float | None, bound: float | None) -> EngineResult:
    return EngineResult(
        status=status,
        stopped="complete" if status in ("optimal", "infeasible") else "time_limit",
        solver=SolverVersion(name=name, version="1"),
        objective=objective,
        bound=bound,
        x=None if objective is None else np.zeros(1),
    )


@pytest.fixture
def answered(monkeypatch):
    """Return a function that plays scripted engine results; a decision tells who it is from."""

    def play(*results: EngineResult):
        turns = iter(results)
        latest: list[EngineResult] = []

        def solve_model(model, name, run):
            latest.append(next(turns))
            return latest[-1]

        monkeypatch.setattr(exact, "solve_model", solve_model)
        formulation = SimpleNamespace(decision_of=lambda _: {"from": latest[-1].solver.name})
        run = Run("minimize", solver=",".join(each.solver.name for each in results))
        return exact.solve_formulation(formulation, None, run)

    return play


def test_agreement_is_cross_checked_with_the_weaker_bound(answered) -> None:
    first = result("HiGHS", "optimal", 10.0, 10.0)
    answer = answered(first, result("SCIP", "optimal", 10.0, 9.999999))
    assert (answer.bound, answer.bound_kind) == (9.999999, "cross-checked")
    assert answer.solver == SolverVersion(name="HiGHS,SCIP", version="1,1")


@pytest.mark.parametrize(
    ("other", "objective", "bound"),
    [
        ("CP-SAT", 10.0, 10.0),
        ("HiGHS", 10.0, 10.0),
        ("SCIP", 10.0, 9.999),
        ("SCIP", 10.001, 9.999),
    ],
)
def test_only_unrelated_engines_that_agree_on_both_numbers_cross_check(
    answered, other: str, objective: float, bound: float
) -> None:
    """A gap of 1e-3 may be optimal where that was asked for; it is no agreement."""
    first = result("HiGHS", "optimal", 10.0, 10.0)
    answer = answered(first, result(other, "optimal", objective, bound))
    assert answer.bound_kind == "solver"


def test_the_better_solution_and_the_tighter_bound_count(answered) -> None:
    answer = answered(result("a", "feasible", 12.0, 9.0), result("b", "feasible", 11.0, 8.0))
    assert answer.decision == {"from": "b"}
    assert (answer.bound, answer.bound_kind) == (9.0, "solver")
    answer = answered(result("a", "feasible", 11.0, 8.0), result("b", "feasible", 12.0, 9.0))
    assert answer.decision == {"from": "a"}


def test_one_engine_without_a_solution(answered) -> None:
    answer = answered(result("a", "unknown", None, 9.0), result("b", "feasible", 12.0, None))
    assert (answer.decision, answer.bound) == ({"from": "b"}, 9.0)


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (("optimal", 10.0, 10.0), ("infeasible", None, None), "calls the model infeasible"),
        (("optimal", 10.0, 10.0), ("optimal", 12.0, 12.0), "contradicts"),
    ],
)
def test_contradictions_are_errors(answered, one, other, words: str) -> None:
    answer = answered(result("a", *one), result("b", *other))
    assert (answer.stopped, answer.decision) == ("error", None)
    assert words in answer.message


def test_real_engines_agree(monkeypatch) -> None:
    """Two engines vouch for each other where the model musto large for a tree."""
    monkeypatch.setattr(small_proof, "MOST_INTEGERS", 0)
    outcome = optgap.solve(optgap.load("placement/ties"), solver="highs,scip,cp-sat")
    assert (outcome.status, outcome.objective, outcome.bound_kind) == (
        "optimal",
        1.0,
        "cross-checked",
    )
