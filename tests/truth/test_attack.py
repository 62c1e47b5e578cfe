"""What the attack has found, each on the smallest instance; and that it sees a falsehood."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

import optgap

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from attack import claims, draws, guarantees


def test_a_bound_of_rounding_errors_contradicts_no_plan_of_zero() -> None:
    """SCIP proved 8.5e-14 where the plan is exact, and check refused the trace."""
    instance = {
        "problem": "microw", "version": 1, "name": "exact plan",
        "nodes": [{"name": "n", "mips": 877.9999999999999}],
        "pes": [{"name": "p", "goal": 337.0, "nodes": ["n"]},
                {"name": "q", "goal": 252.0, "nodes": ["n"]}],
    }  # fmt: skip
    outcome = optgap.solve(instance, "exact", solver="scip")
    assert (outcome.status, outcome.objective) == ("optimal", 0)
    assert not optgap.check(instance, outcome).violations
    assert all(bound is None or bound <= 0 for _, _, bound in outcome.trace)


@pytest.mark.parametrize("problem", draws.DRAWS)
def test_the_oracles_agree_with_the_exact_methods(problem: str) -> None:
    for seed in range(4):
        document = draws.document(problem, 7000 + seed)
        try:
            assert claims.false_outcomes(document, random.Random(seed)) == [], (problem, seed)
        except optgap.InputError:
            continue  # refused, as some documents are


def test_the_attack_sees_a_falsehood(monkeypatch) -> None:
    """An engine that takes a thousandth off the optimum is found out at once."""
    document = draws.document("cluster_ratio", 7001)
    solve = optgap.solve

    def lying(*given: Any, **more: Any) -> Any:
        outcome = solve(*given, **more)
        worse = None if outcome.bound is None else outcome.bound * 1.001
        return outcome.model_copy(update={"bound": worse})

    monkeypatch.setattr(claims.optgap, "solve", lying)
    found = [words for s in range(6) for words in claims.false_outcomes(document, random.Random(s))]
    assert any("expected nothing beyond" in words for words in found), found


def test_the_attack_sees_a_forged_guarantee_that_is_accepted(monkeypatch) -> None:
    monkeypatch.setattr(guarantees, "verify_document", lambda _: None)
    monkeypatch.setenv("OPTGAP_PROBLEM_FILES", "")
    assert len(guarantees.forged_guarantees(1, random.Random(1))) > 90


def test_a_proof_that_no_plan_of_two_objectives_exists_is_verified(tmp_path: Path) -> None:
    """A front without points has an array without columns, which could not be reshaped."""
    instance = {
        "problem": "stage", "version": 1, "name": "no room", "default_configuration": 0,
        "configurations": [[2.0]], "weights": [1.0], "latency": [[[5.0]]], "available": [[1.0]],
    }  # fmt: skip
    try:
        optgap.prove(instance, tmp_path / "proof")
    except optgap.InputError:
        pytest.skip("refused before a proof is written")
    verified = optgap.verify(tmp_path / "proof")
    assert verified.valid and verified.infeasible, verified.violations
