"""The engine's word about a small model is replaced by a proof; a wrong word is overruled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import optgap
from optgap.solvers.engines.engine import ENGINES
from optgap.solvers.engines.engine_result import Finding
from optgap.solvers.engines.highs import Highs
from optgap.validation.catalogue.methods import small_proof


class Liar(Highs):
    """HiGHS that calls programs with a point infeasible."""

    def solve(self, *arguments: Any) -> Finding:
        return Finding(claim="infeasible")


class Careless(Highs):
    """HiGHS that calls the first feasible point that it can optimal: the worst one."""

    def solve(self, form: Any, run: Any, progress: Any, halt: Any) -> Finding:
        found = super().solve(replace(form, cost=-form.cost), run, progress, halt)
        return replace(found, bound=form.value(found.point))


def unchecked(source: str, outcome: optgap.Outcome) -> tuple[str, ...]:
    checked = optgap.check(optgap.load(source), outcome)
    assert not checked.violations
    return checked.unchecked


@pytest.mark.parametrize("source", ["placement/ties", "consolidation/exchange", "macrow/colors"])
def test_small_optima_are_proven(source: str) -> None:
    outcome = optgap.solve(optgap.load(source), "exact")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "model-certified")
    assert outcome.certificate["kind"] == "model-tree"
    assert "not in this document" in unchecked(source, outcome)[0]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("placement/infeasible", "2 instances (0, 2) can run only on machine 1"),
        ("cluster_ratio/infeasible", "the lower bounds of 3 groups sum to 12 containers"),
    ],
)
def test_small_infeasible_models_are_proven(source: str, words: str) -> None:
    outcome = optgap.solve(optgap.load(source), "exact")
    assert (outcome.status, outcome.bound_kind) == ("infeasible", "model-certified")
    assert words in outcome.message
    assert unchecked(source, outcome)[0].startswith("the instance is infeasible: a proof of")


def test_an_engine_that_denies_a_plan_is_overruled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "highs", Liar)
    outcome = optgap.solve(optgap.load("placement/fig6"), "exact")
    right = optgap.solve(optgap.load("placement/fig6"), "bottleneck")
    assert (outcome.status, outcome.objective) == ("optimal", right.objective)
    assert outcome.bound_kind == "model-certified"
    assert "calls the model infeasible; a tree in exact arithmetic" in outcome.message


def test_an_engine_with_a_wrong_optimum_is_overruled(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = optgap.load("consolidation/exchange")
    right = optgap.solve(instance, "exact")
    monkeypatch.setitem(ENGINES, "highs", Careless)
    outcome = optgap.solve(instance, "exact")
    assert (outcome.status, outcome.objective, outcome.bound) == ("optimal", 2, 2)
    assert right.objective == 2
    assert "optimal; a tree in exact arithmetic proves 2" in outcome.message


@pytest.mark.parametrize("limit", ["MOST_INTEGERS", "MOST_NONZEROS", "MOST_WORK"])
def test_what_is_too_large_stays_a_word(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    none = 0 if limit == "MOST_INTEGERS" else {"optimal": 0}
    monkeypatch.setattr(small_proof, limit, none)
    outcome = optgap.solve(optgap.load("placement/ties"), "exact")
    assert (outcome.status, outcome.bound_kind, outcome.certificate) == ("optimal", "solver", None)


def test_infeasible_is_asked_again_where_it_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_proof, "MOST_INTEGERS", 0)
    outcome = optgap.solve(optgap.load("cluster_ratio/infeasible"), "exact")
    assert (outcome.status, outcome.bound_kind) == ("infeasible", "cross-checked")
    said = unchecked("cluster_ratio/infeasible", outcome)
    assert said[0] == "the instance is infeasible: as HiGHS,SCIP claims"


def test_a_wrong_infeasible_of_a_large_model_is_overruled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_proof, "MOST_INTEGERS", 0)
    monkeypatch.setitem(ENGINES, "highs", Liar)
    outcome = optgap.solve(optgap.load("placement/ties"), "exact")
    assert (outcome.status, outcome.objective, outcome.bound_kind) == ("optimal", 1, "solver")
    assert outcome.solver.name == "SCIP"
    assert outcome.message.startswith("HiGHS calls the model infeasible")
