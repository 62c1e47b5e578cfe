"""The helpers for tests of somebody's own heuristic."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings

import optgap
from optgap.core.gaps import BoundKind, gap, ratio
from optgap.instances.placement import column_ordered
from optgap.testing import (
    assert_feasible,
    assert_front_loss_at_most,
    assert_gap_at_most,
    assert_ratio_at_most,
    instances,
    mutated_instances,
)

FIG6 = optgap.load("placement/fig6")


def first_machine_with_room(instance) -> dict:
    """A heuristic that knows no latency."""
    room = instance.beta.tolist()
    machine = []
    for i in range(instance.instances):
        j = next(j for j, free in enumerate(room) if free and instance.latency[i][j] >= 0)
        room[j] -= 1
        machine.append(j)
    return {"machine": machine}


def test_feasible_returns_the_objective() -> None:
    assert assert_feasible(FIG6, {"machine": [1, 0]}) == 16.0


def test_infeasible_fails_with_every_violation() -> None:
    with pytest.raises(AssertionError, match="capacity at machine 0: takes 2 instances"):
        assert_feasible(FIG6, {"machine": [0, 0]})


def test_gap_is_returned_or_fails_with_numbers() -> None:
    decision = first_machine_with_room(FIG6)
    assert assert_gap_at_most(FIG6, decision, 0.4) == pytest.approx(8 / 24)
    with pytest.raises(AssertionError, match=r"objective 24, the proven optimum is 16\.0: the gap"):
        assert_gap_at_most(FIG6, decision, 0.3)


def test_a_bound_stands_for_the_optimum_where_nothing_is_proven() -> None:
    """No time for anything: the bound by sizes is all there is, and nothing was moved."""
    instance = optgap.load("consolidation/physical-100")
    decision = {"machine": {item.name: item.machine for item in instance.items}}
    with pytest.raises(AssertionError, match="not a proven optimum"):
        assert_gap_at_most(instance, decision, 0.0, time_limit=0.0)


def test_fronts() -> None:
    fig7 = optgap.load("resource_plan/fig7")
    all_points = [{"option": [1, 1]}, {"option": [0, 1]}, {"option": [0, 0]}]
    assert assert_front_loss_at_most(fig7, all_points, 0.0) == 0.0
    with pytest.raises(AssertionError, match="of the hypervolume is lost, more than the allowed 1"):
        assert_front_loss_at_most(fig7, all_points[1:], 0.01)
    with pytest.raises(AssertionError, match="there is no decision"):
        assert_front_loss_at_most(fig7, [], 1.0)


def test_the_wrong_helper_says_which_is_right() -> None:
    with pytest.raises(TypeError, match="assert_front_loss_at_most"):
        assert_gap_at_most(optgap.load("resource_plan/fig7"), {"option": [0, 0]}, 0.0)
    with pytest.raises(TypeError, match="assert_gap_at_most"):
        assert_front_loss_at_most(FIG6, [{"machine": [1, 0]}], 0.0)


@settings(derandomize=True, deadline=None, max_examples=25)
@given(instances("placement", instances=(2, 5), machines=3, slack=1.5))
def test_generated_instances_are_as_asked_for(instance) -> None:
    assert 2 <= instance.instances <= 5
    assert instance.machines == 3
    assert_feasible(instance, first_machine_with_room(instance))


@settings(derandomize=True, deadline=None, max_examples=15)
@given(instances("cluster_ratio", curve="convex"))
def test_a_theorem_as_a_property(instance) -> None:
    decision = optgap.solve(instance, "greedy").decision
    assert_gap_at_most(instance, decision, 0.0)


def test_the_best_bound_is_taken_where_nothing_is_proven(monkeypatch) -> None:
    """The last method may know less than the one before."""
    instance = optgap.load("placement/fig6")
    outcome = optgap.solve(instance, "ipa")
    weak, strong = (
        outcome.model_copy(update={"status": "unknown", "objective": None, "bound": bound})
        for bound in (10.0, 15.0)
    )
    monkeypatch.setattr("optgap.testing.exact_outcomes", lambda *_: iter([strong, weak]))
    assert assert_gap_at_most(instance, outcome.decision, 0.1) == pytest.approx(1 / 16)


def test_the_natural_test_of_a_heuristic_needs_no_deadline(tmp_path) -> None:
    """As a user writes it, with the first compiled kernel in the first example."""
    (tmp_path / "test_mine.py").write_text(
        "from hypothesis import given, settings\n"
        "import optgap\n"
        "from optgap.testing import assert_gap_at_most, instances\n"
        "@settings(max_examples=5)\n"
        "@given(instances('cluster_ratio', groups=(2, 3), curve=['convex']))\n"
        "def test_mine(instance):\n"
        "    decision = optgap.solve(instance, 'greedy').decision\n"
        "    assert_gap_at_most(instance, decision, 1e-9)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    cold = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=cold)
    assert "1 passed" in ended.stdout, ended.stdout


@pytest.mark.parametrize(
    ("name", "method", "trust", "passes"),
    [
        ("placement/fig6", "bottleneck", "certified", True),
        ("macrow/colors", "exact", "solver", True),
        ("macrow/colors", "exact", "cross-checked", True),  # by a proof, which is more
        ("macrow/colors", "exact", "model-certified", True),
        ("macrow/colors", "exact", "certified", False),
    ],
)
def test_a_bound_can_be_asked_for_that_nobody_has_to_take_our_word_for(
    name: str, method: str, trust: BoundKind, passes: bool
) -> None:
    instance = optgap.load(name)
    decision = optgap.solve(instance, method).decision
    assert decision is not None
    if passes:
        assert assert_gap_at_most(instance, decision, 0.0, trust=trust) == 0.0
    else:
        with pytest.raises(AssertionError, match="no certified bound was found within 60 s"):
            assert_gap_at_most(instance, decision, 0.0, trust=trust)


def test_a_bad_plan_fails_against_a_proof_too() -> None:
    instance = optgap.load("macrow/hunted-round-robin")
    decision = optgap.solve(instance, "round-robin").decision
    assert decision is not None
    with pytest.raises(AssertionError, match=r"the proven optimum is 1\.125"):
        assert_gap_at_most(instance, decision, 0.01, trust="model-certified")
    with pytest.raises(ValueError, match="trust must be one of certified, model-certified"):
        assert_gap_at_most(instance, decision, 0.01, trust="mine")  # type: ignore[arg-type]


def test_a_ratio_is_returned_or_fails_with_numbers() -> None:
    decision = first_machine_with_room(FIG6)
    assert assert_ratio_at_most(FIG6, decision, 1.5) == pytest.approx(24 / 16)
    with pytest.raises(
        AssertionError, match=r"the ratio is 1\.5000, more than the allowed 1\.4000"
    ):
        assert_ratio_at_most(FIG6, decision, 1.4)


@pytest.mark.parametrize(
    ("objective", "bound", "sense", "expected"),
    [
        (60.0, 20.0, "minimize", 3.0),
        (20.0, 60.0, "maximize", 3.0),
        (0.0, 0.0, "minimize", 1.0),
        (5.0, 0.0, "minimize", None),
        (-5.0, -10.0, "minimize", None),
        (5.0, None, "minimize", None),
    ],
)
def test_ratios(objective, bound, sense, expected) -> None:
    assert ratio(objective, bound, sense) == expected
    distance = gap(objective, bound, sense)
    if expected is not None and distance is not None:
        converted = 1 / (1 - distance) if sense == "minimize" else 1 + distance
        assert converted == pytest.approx(expected)


def test_a_comparison_shows_the_ratio() -> None:
    table = optgap.compare(FIG6, ["bottleneck", "fuxi"])
    assert table["ratio"].tolist() == [1.0, 1.5]


def test_assertions_take_names_files_and_documents(tmp_path) -> None:
    decision = {"machine": [1, 0]}
    assert assert_ratio_at_most("placement/fig6", decision, 1.0) == 1.0
    assert assert_feasible(FIG6.model_dump(), decision) == 16.0
    optgap.save(FIG6, tmp_path / "fig6.json")
    assert assert_gap_at_most(tmp_path / "fig6.json", decision, 0.0) == 0.0
    with pytest.raises(optgap.core.faults.InputError, match="did you mean"):
        assert_feasible("placement/fig66", decision)


def slowest_first(instance) -> dict:
    """Serve the largest mean latency first, by the fastest machine with room."""
    latency, room = instance.dense_latency(), instance.beta.copy()
    machine = [0] * instance.instances
    for i in np.argsort(-np.nanmean(latency, axis=1), kind="stable").tolist():
        best = int(np.nanargmin(np.where(room > 0, latency[i], np.nan)))
        room[best] -= 1
        machine[i] = best
    return {"machine": machine}


def test_mutated_instances_find_a_ratio_of_two_within_a_hundred_examples() -> None:
    @settings(derandomize=True, max_examples=100, database=None)
    @given(mutated_instances("placement", machines=(2, 5), slack=1.5))
    def never_twice_the_optimum(instance) -> None:
        assert_ratio_at_most(instance, slowest_first(instance), 2.0)

    with pytest.raises(AssertionError, match="the ratio is"):
        never_twice_the_optimum()


@settings(derandomize=True, max_examples=20)
@given(mutated_instances("placement", assume=column_ordered, noise=0.0, instances=(2, 4)))
def test_mutated_instances_meet_the_assumption(instance) -> None:
    assert column_ordered(instance)
    assert_gap_at_most(instance, optgap.solve(instance, "ipa").decision, 0.0)


@settings(derandomize=True, max_examples=5)
@given(mutated_instances("consolidation"))
def test_mutated_instances_of_records_have_a_plan(instance) -> None:
    assert optgap.solve(instance).status == "optimal"
