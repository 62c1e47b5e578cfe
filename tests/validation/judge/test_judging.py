"""What all judges share: a claim beside a proven fraction, and names level by level."""

import math
from fractions import Fraction

import numpy as np
import pytest

import optgap
from optgap.validation.judge import (
    Certificate,
    Decision,
    Judge,
    certificate_violations_of,
    claim_faults,
    exactly,
    is_model_tree,
    model_front,
    verdict_of,
)

TENTH = Fraction(1, 10)


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_a_claim_may_be_the_number_nearest_to_the_proven_one(sense: str) -> None:
    """0.1 is a little more than a tenth; the next number is beyond it in either direction."""
    assert Fraction(*(0.1).as_integer_ratio()) > TENTH
    assert claim_faults(TENTH, 0.1, sense) == []
    beyond = math.nextafter(0.1, 1.0 if sense == "minimize" else 0.0)
    assert claim_faults(TENTH, beyond, sense)


def test_a_proof_that_nothing_is_feasible_proves_no_bound() -> None:
    assert claim_faults(None, None, "minimize") == []
    assert claim_faults(None, 1.0, "minimize")
    assert claim_faults(TENTH, None, "minimize")


def test_names_are_checked_level_by_level() -> None:
    """Every fault is reported at once, with its place."""
    problem = optgap.problem_named("macrow")
    instance = optgap.load("macrow/two-clusters")
    first, second, *others = (pe.name for pe in instance.pes)
    node = instance.nodes[0].name
    candidates = {first: [node, node, "moon"], "nobody": [], **{name: [node] for name in others}}
    verdict = problem.judge(instance, {"candidates": candidates})
    assert [(v.constraint, v.where) for v in verdict.violations] == [
        ("decision", "candidates.nobody"),
        ("decision", f"candidates.{first}[1]"),
        ("decision", f"candidates.{first}[2]"),
        ("decision", f"candidates.{second}"),
    ]


@pytest.mark.parametrize(
    ("rule", "value", "limit", "words"),
    [
        ("at_most", 3, 2, "3 is above 2"),
        ("at_most", Fraction(2000001, 1000000), 2, "2.000001 is above 2"),
        ("at_most", 2, 2, None),
        ("at_most", 2.000003, 2, "2.000003 is above 2"),
        ("at_most", 2.000001, 2, None),
        ("at_least", 1, 2, "1 is below 2"),
        ("at_least", 1.999999, 2, None),
        ("at_least", -2.000003, -2, "-2.000003 is below -2"),
        ("equal", 1, 2, "1 is not 2"),
        ("equal", 2.000001, 2.0, None),
        ("equal", 1.99999, 2.0, "1.99999 is not 2"),
    ],
)
def test_a_limit_is_kept_up_to_the_tolerance_of_measured_numbers(
    rule: str, value: float, limit: float, words: str | None
) -> None:
    judge = Judge()
    getattr(judge, rule)("load", "m1", value, limit)
    assert [(v.constraint, v.where, v.message) for v in judge.violations] == (
        [] if words is None else [("load", "m1", words)]
    )
    assert [v.amount for v in judge.violations] == [
        pytest.approx(abs(float(value - limit))) for _ in judge.violations
    ]


def test_decimals_are_exact_in_arrays_and_lists() -> None:
    tenths = [[Fraction(1, 10)], [Fraction(1, 5)]]
    assert exactly(np.array([[0.1], [0.2]])) == exactly(([0.1], [0.2])) == tenths


@pytest.mark.parametrize(
    "value", [None, True, np.True_, "1", b"1", math.nan, -math.inf, 10**400, [1.0]]
)
def test_an_objective_is_a_finite_number(value: object) -> None:
    """Whatever a rule of a user's own problem returns; a certificate proves nothing by it."""
    with pytest.raises(optgap.InputError, match="must return the objective, a finite number"):
        verdict_of(lambda *_: value, Decision, None, {})
    if value is not None:
        faults = certificate_violations_of(
            lambda *_: value, (Certificate,), None, {}, 1.0, "minimize"
        )
        assert "which is not a finite number" in faults[0].message


def test_objectives_of_several_goals_and_details_are_kept() -> None:
    def rule(_: object, __: object, judge: Judge) -> dict[str, Fraction]:
        judge.details = {"used": 3}
        return {"cost": Fraction(1, 2)}

    verdict = verdict_of(rule, Decision, None, Decision())
    assert (verdict.objectives, verdict.details) == ({"cost": 0.5}, {"used": 3})


def test_the_proof_of_a_front_is_named() -> None:
    named = model_front(3, 40)
    assert named == {"kind": "model-front", "programs": 3, "nodes": 40}
    assert is_model_tree(named) and not is_model_tree({"kind": "hall"}) and not is_model_tree(None)
