"""Exact methods have a quick plan in hand when a time limit ends them, and keep their statuses."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import optgap
from optgap.core.outcome import Answer, SolverVersion
from optgap.core.run import Run
from optgap.solvers.engines import EngineResult
from optgap.validation.catalogue import problem_of
from optgap.validation.catalogue.methods import exact
from optgap.validation.catalogue.methods.exact import begun_by

BEGUN = ("placement", "macroq", "microw", "cluster_ratio", "queue_config", "adaptive_config",
         "utility", "consolidation", "warm_pool", "cold_stock")  # fmt: skip


@pytest.mark.parametrize("name", BEGUN)
def test_an_engine_that_finds_nothing_in_time_leaves_the_first_plan(name: str, monkeypatch) -> None:
    late = EngineResult("unknown", "time_limit", SolverVersion(name="HiGHS", version="1"))
    monkeypatch.setattr(exact, "solve_model", lambda *_: late)
    instance = optgap.load(f"{name}/{optgap.problem(name).demo}")
    outcome = optgap.solve(instance, "exact", time_limit=60.0)
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit"), outcome.message
    assert problem_of(instance).judge(instance, outcome.decision).feasible
    assert optgap.solve(instance, "exact").decision is None  # without a limit nothing is begun


def begun(answer: Answer, feasible: bool, run: Run) -> Answer:
    method = begun_by(
        lambda *_: Answer(decision={"plan": 1}),
        lambda *_: SimpleNamespace(feasible=feasible),
        lambda *_: answer,
    )
    return method(object(), run)


def test_a_start_that_is_given_is_kept() -> None:
    run = Run("minimize", time_limit=60.0, start={"plan": 2})
    begun(Answer(), True, run)
    assert run.start == {"plan": 2}


@pytest.mark.parametrize("feasible", [True, False])
def test_a_method_that_denies_all_plans_is_confronted_with_a_feasible_one(feasible: bool) -> None:
    run = Run("minimize", time_limit=60.0)
    assert begun(Answer(infeasible=True), feasible, run).infeasible
    assert (run.start is not None) == feasible
