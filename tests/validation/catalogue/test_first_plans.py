"""Exact methods have a quick plan in hand when a time limit ends them, and keep their statuses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import optgap
from optgap.core.outcome import Answer, SolverVersion
from optgap.core.run import Run
from optgap.solvers.engines import EngineResult
from optgap.validation.catalogue import problem_of
from optgap.validation.catalogue.method import Method
from optgap.validation.catalogue.methods import exact
from optgap.validation.catalogue.run_method import run_method
from optgap.validation.judge import judged_outcome
from optgap.validation.running.solve import _run

BEGUN = [
    name
    for name in optgap.problem_names()
    if optgap.problem_named(name).method_named("exact").starts_from is not None
]


@pytest.mark.parametrize("name", BEGUN)
def test_an_engine_that_finds_nothing_in_time_leaves_the_first_plan(name: str, monkeypatch) -> None:
    late = EngineResult("unknown", "time_limit", SolverVersion(name="HiGHS", version="1"))
    monkeypatch.setattr(exact, "solve_model", lambda *_: late)
    instance = optgap.load(f"{name}/{optgap.problem_named(name).demo}")
    outcome = optgap.solve(instance, "exact", time_limit=60.0)
    assert (outcome.status, outcome.stopped) == ("feasible", "time_limit"), outcome.message
    assert problem_of(instance).judge(instance, outcome.decision).feasible
    # without a limit only the present placement has been reported
    without_limit, is_known = optgap.solve(instance, "exact"), name == "consolidation"
    assert (without_limit.decision is not None) == is_known
    assert (without_limit.bound_kind == "certified") == is_known


IMPROVING = ("auto", "exact", "column-generation", "price-guided", "karpenter",
             "karpenter-balanced", "cluster-autoscaler", "drain-first-fit", "drain-best-fit",
             "vro-offline-diagonal", "vro-offline-diagonal-exchange")  # fmt: skip


def first_report(instance: Any, method: str) -> tuple[Any, Any, Any, Any]:
    """Return the decision, bound and certificate after the first two reports of a method."""
    reports: list[tuple[Any, Any, Any, Any]] = []

    def listen(run: Run) -> None:
        reports.append((run.decision, run.objective, run.bound, run.certificate))

    optgap.solve(instance, method, time_limit=20.0, seed=0, listener=listen)
    return reports[1]


@pytest.mark.parametrize("method", IMPROVING)
def test_the_present_placement_is_the_first_plan_and_has_a_certified_bound(method: str) -> None:
    instance = optgap.generate("consolidation", 3, machines=8, kind="cloud")
    entry = problem_of(instance)
    decision, objective, bound, certificate = first_report(instance, method)
    assert decision == {"machine": {item.name: item.machine for item in instance.items}}
    assert entry.judge(instance, decision).objective == objective
    assert callable(certificate) is False and bound >= 1
    assert not entry.check_certificate(instance, certificate, bound)
    assert entry.check_certificate(instance, certificate, bound + 1)


@pytest.mark.parametrize("change", ["a request", "overfull", "prices"])
def test_only_a_feasible_placement_of_all_items_is_reported(change: str) -> None:
    instance = optgap.generate("consolidation", 3, machines=4, load=0.3)
    items, machines = list(instance.items), list(instance.machines)
    fields: dict[str, Any] = {}
    if change == "a request":
        fields["items"] = [items[0].model_copy(update={"machine": None}), *items[1:]]
    elif change == "overfull":
        here = next(item for item in items if item.machine == machines[0].name)
        small = machines[0].model_copy(update={"capacity": (here.demand[0] / 2, 1e4)})
        fields["machines"] = [small, *machines[1:]]
    else:
        fields["machines"] = [each.model_copy(update={"price": 2.0}) for each in machines]
        fields["objective"] = "price"
    run = Run("minimize")
    changed = instance.replaced(**fields)
    problem_of(changed).begin(changed, "auto", run)
    assert (run.decision is None) == (change != "prices")
    assert run.bound is None  # a number of machines bounds no price


def test_a_method_that_is_stopped_at_once_leaves_the_present_placement() -> None:
    def price_guided(instance: object, run: Run) -> None:
        """Never end."""
        while True:
            pass

    instance = optgap.generate("consolidation", 3, machines=8, kind="cloud")
    entry, run = problem_of(instance), Run("minimize", time_limit=0.0)
    answer = _run(entry, Method.of(price_guided), instance, run, {})
    outcome = judged_outcome(entry, instance, "price-guided", answer, run, {})
    assert (outcome.status, outcome.stopped, outcome.bound_kind) == (
        "feasible",
        "time_limit",
        "certified",
    )
    assert outcome.details["moves"] == 0


def begun(answer: Answer, feasible: bool, run: Run) -> Answer:
    def exact(instance: object) -> Answer:
        """Give the answer."""
        return answer

    method = Method.of(exact, starts_from=lambda *_: Answer(decision={"plan": 1}))
    problem = SimpleNamespace(
        origin="built-in", judge=lambda *_: SimpleNamespace(feasible=feasible)
    )
    return run_method(problem, method, object(), run, {})  # type: ignore[arg-type]


def test_a_start_that_is_given_is_kept() -> None:
    run = Run("minimize", time_limit=60.0, start={"plan": 2})
    begun(Answer(), True, run)
    assert run.start == {"plan": 2}


@pytest.mark.parametrize("feasible", [True, False])
def test_a_method_that_denies_all_plans_is_confronted_with_a_feasible_one(feasible: bool) -> None:
    run = Run("minimize", time_limit=60.0)
    assert begun(Answer(infeasible=True), feasible, run).infeasible
    assert (run.start is not None) == feasible
