"""Prism: optima, certificates, the framework's score."""

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest

import optgap
from optgap.testing import assert_gap_at_most
from optgap_found_programs import prism
from optgap_found_programs.task import DATA

ROWS = json.loads((DATA / "prism" / "instances.json").read_text())


def test_the_shipped_placements_have_the_proven_score() -> None:
    objectives = []
    for row, reference in zip(ROWS, prism.references(), strict=True):
        verdict = prism.problem.judge(reference.instance, {"gpu": row["placement"]})
        assert verdict.objective == pytest.approx(reference.bound, rel=1e-14)
        objectives.append(verdict.objective)
    assert prism.score(objectives) == pytest.approx(26.2559717, abs=5e-8)


def test_every_shipped_optimum_is_certified_again() -> None:
    for row, reference in zip(ROWS, prism.references(), strict=True):
        value = Fraction(row["optimum"])
        proof = {"numerator": value.numerator, "denominator": value.denominator}
        assert not prism.problem.check_certificate(reference.instance, proof, reference.bound)


def test_a_pressure_above_the_optimum_is_no_bound() -> None:
    instance = prism.references()[0].instance
    value = Fraction(ROWS[0]["optimum"]) * Fraction(1001, 1000)
    proof = {"numerator": value.numerator, "denominator": value.denominator}
    assert prism.problem.check_certificate(instance, proof, float(value))


def test_the_numbers_of_the_framework_are_drawn_again() -> None:
    """The evaluator draws with numpy's old generator, seed 42."""
    rng = np.random.RandomState(42)
    for reference in prism.references():
        gpus = rng.randint(5, 10)
        assert reference.instance.gpus == gpus
        for model in reference.instance.models:
            drawn = rng.randint(10, 30), rng.randint(1, 10), rng.randint(5, 10)
            assert (model.size, model.rate, model.slo) == drawn


@pytest.mark.parametrize("k", range(4))
def test_subsets_agrees_with_all_placements(k: int) -> None:
    instance = prism.generate(k, gpus=2 + k % 2)
    best = None
    for gpu in itertools.product(range(instance.gpus), repeat=len(instance.models)):
        verdict = prism.problem.judge(instance, {"gpu": list(gpu)})
        if verdict.feasible and (best is None or verdict.objective < best):
            best = verdict.objective
    outcome = optgap.solve(instance, "subsets")
    assert (outcome.status, outcome.bound_kind) == ("optimal", "certified")
    assert outcome.objective == best


def test_the_seed_has_the_score_of_the_framework(judged, seed) -> None:
    found = judged("prism", seed("prism"), instances=None)
    assert found.correct
    assert found.score == pytest.approx(21.891622105209393, abs=1e-9)
    stored = [row["seed_program"] for row in ROWS]
    assert [row.objective for row in found.rows] == pytest.approx(stored, rel=1e-12)
    assert all(row.trust == "certified" and row.gap > 0 for row in found.rows)


def test_its_instances_work_in_tests_of_heuristics() -> None:
    instance = prism.generate(1, gpus=3)
    exact = optgap.solve(instance, "subsets").decision
    assert assert_gap_at_most(instance, exact, 0.0) == pytest.approx(0.0, abs=1e-15)


def test_fresh_instances_are_solved_now(monkeypatch, judged, seed) -> None:
    drawn = [prism.generate(5, gpus=3), prism.generate(6, gpus=3)]
    monkeypatch.setattr(prism, "draw", lambda seed: drawn)
    found = judged("prism", seed("prism"), fresh=3)
    assert [row.trust for row in found.rows] == ["certified", "certified"]
    assert found.correct and found.gap.worst >= 0
