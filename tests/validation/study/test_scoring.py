"""The measures over many runs, against values worked out by hand."""

import math

import pytest

from optgap.validation.study.scoring import (
    best_objective,
    gap_profile,
    holm,
    is_solved,
    paired_test,
    primal_gap,
    primal_integral,
    shifted_geometric_mean,
    time_profile,
)


def row(objective=None, seconds=1.0, trace=(), status="feasible", sense="minimize") -> dict:
    return {
        "objective": objective,
        "seconds": seconds,
        "trace": list(trace),
        "status": status,
        "sense": sense,
        "front_measures": None,
    }


def test_primal_gap() -> None:
    assert primal_gap(None, 5.0) == 1.0
    assert primal_gap(-1.0, 5.0) == 1.0
    assert primal_gap(10.0, 5.0) == 0.5
    assert primal_gap(0.0, 0.0) == 0.0


def test_primal_integral_by_hand() -> None:
    """Nothing for 1 s, gap 1/2 for 2 s, nothing left to gain from second 3 to the horizon 10."""
    found = row(5.0, seconds=4.0, trace=[(1.0, 10.0, None), (3.0, 5.0, 5.0)])
    assert primal_integral(found, 5.0, 10.0) == pytest.approx(1.0 + 2 * 0.5)


def test_primal_integral_is_cut_off_at_the_horizon() -> None:
    late = row(5.0, seconds=20.0)
    assert primal_integral(late, 5.0, 10.0) == 10.0
    assert primal_integral(row(), 5.0, 10.0) == 10.0
    assert primal_integral(row(), None, 10.0) is None


def test_shifted_geometric_mean_by_hand() -> None:
    assert shifted_geometric_mean([0.0, 3.0], shift=1.0) == pytest.approx(math.sqrt(1 * 4) - 1)


def test_best_objective_knows_the_sense() -> None:
    assert best_objective([row(3.0), row(None), row(2.0)]) == 2.0
    assert best_objective([row(3.0, sense="maximize"), row(2.0, sense="maximize")]) == 3.0
    assert best_objective([row(None)]) is None


def test_solved_means_as_good_as_the_best() -> None:
    assert is_solved(row(2.0), 2.0)
    assert not is_solved(row(2.1), 2.0)
    assert not is_solved(row(None, status="unknown"), 2.0)
    assert is_solved(row(None, status="infeasible"), None)
    front = {**row(), "front_measures": {"share_found": 0.5}}
    assert not is_solved(front, None)


def test_time_profile_counts_failures_in_the_denominator() -> None:
    profile = time_profile([1.0, None, 6.0], [1.0, 2.0, 3.0])
    assert profile.factor == [1.0, 2.0]
    assert profile.share == [1 / 3, 2 / 3]


def test_gap_profile() -> None:
    assert gap_profile([0.5, None, 0.0]).factor == [0.0, 0.5]


def test_paired_test_counts_and_tests() -> None:
    before = [10.0, 12.0, 9.0, 20.0, 7.0, 8.0, 11.0, 5.0]
    after = [9.0, 11.0, 8.0, 18.0, 6.5, 7.0, 10.0, 5.0]
    found = paired_test(before, after, "minimize")
    assert (found.pairs, found.better, found.worse) == (8, 7, 0)
    assert found.p_value == pytest.approx(2 / 2**7)  # all seven differ in one direction
    assert paired_test(after, before, "maximize").better == 7
    assert paired_test(before[:3], after[:3], "minimize").p_value is None


def test_holm_by_hand() -> None:
    assert holm([0.01, None, 0.04, 0.03]) == pytest.approx([0.03, None, 0.06, 0.06])
