"""Random conflicts of all problems are minimal by the verifier alone; forged ones are refused."""

import random
import runpy
from pathlib import Path

import pytest

ATTACKS = runpy.run_path(str(Path(__file__).parents[3] / "benchmarks" / "conflicts.py"))


@pytest.fixture(scope="module")
def conflicts() -> list:
    return list(ATTACKS["conflicts"](7, 40))


def test_random_conflicts_are_minimal(conflicts) -> None:
    faults = [ATTACKS["not_minimal"](form, found) for _, form, found in conflicts]
    assert faults == [None] * len(conflicts)
    assert len({instance.problem for instance, _, _ in conflicts}) >= 12


def test_forged_conflicts_are_refused(conflicts) -> None:
    rng = random.Random(7)
    for k in range(80):
        _, form, found = conflicts[k % len(conflicts)]
        assert ATTACKS["forged"](form, found, rng) is None


def test_no_forgery_is_accepted_by_the_same_judge(conflicts) -> None:
    """The same attack accepts what is no forgery: the tree of the conflict itself."""
    proof = conflicts[0][2].proof
    assert ATTACKS["accepted"](proof.text, proof.proof, None)
