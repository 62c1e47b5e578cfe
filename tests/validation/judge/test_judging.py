"""What all judges share: a claim beside a proven fraction, and names level by level."""

import math
from fractions import Fraction

import pytest

import optgap
from optgap.validation.judge import claim_faults

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
    problem = optgap.problem("macrow")
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
