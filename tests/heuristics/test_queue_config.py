"""RRS and the static settings: Proposition 3.1, and never better than the whole grid."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import optgap
from optgap.core.faults import InputError
from optgap.heuristics.queue_config import _numbers, _point, iteration_count, sample_count
from optgap.instances.importers import cluster_of_queues, latency_curve, random_groups
from optgap.instances.queue_config import generate

STATICS = ("static-fifo", "static-fair", "static-drf", "static-work")


def test_example_of_section_3_3_3() -> None:
    """122 samples and four iterations, 488 samples in all, at p = 0.99 and g = 1/27."""
    assert sample_count(0.99, 1 / 27) == 122
    assert iteration_count(1 / 27, 1 / 270, 0.5) == 4
    assert sample_count(0.99, 1 / 27) * iteration_count(1 / 27, 1 / 270, 0.5) == 488


@pytest.mark.erratum(
    paper="adaptive",
    place="Proposition 3.1, the example",
    printed=(
        "122 samples and four iterations reach a confidence of 0.99 and a granularity of 1/270."
    ),
    wrong="They reach 0.98999 and 1/216.",
    right="123 samples and five iterations.",
)
def test_the_example_is_rounded_down_and_misses_what_it_asks_for() -> None:
    """122 samples give 0.98999; after four iterations the granularity is 1/216, not 1/270."""
    assert 1 - (1 - 1 / 27) ** 122 < 0.99 <= 1 - (1 - 1 / 27) ** 123
    assert (1 / 27) * 0.5**3 > 1 / 270 > (1 / 27) * 0.5**4


@pytest.mark.erratum(
    paper="adaptive",
    place="Proposition 3.1, the proof",
    printed="g^t = g^0 c^(x-1) with the number of samples c.",
    wrong="With c = 122 the granularity grows.",
    right="The factor is γ.",
)
def test_the_proof_of_proposition_3_1_as_printed() -> None:
    """It takes powers of c, the number of samples: with 122 the granularity would grow."""
    assert (1 / 27) * 122 ** (4 - 1) > 1 / 27
    assert math.isclose((1 / 27) * 0.5 ** (math.log(0.1) / math.log(0.5)), 1 / 270)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(1, 3), st.sampled_from(["fair", "capacity"]))
def test_nothing_is_better_than_the_whole_grid(seed: int, queues: int, scheduler: str) -> None:
    instance = generate(seed, jobs=7, queues=queues, containers=5, scheduler=scheduler)
    best = optgap.solve(instance, "exhaustive", gap=0)
    assert best.status == "optimal"
    for method in ("rrs", *STATICS):
        outcome = optgap.solve(instance, method, seed=seed)
        if outcome.objective is not None:
            assert outcome.bound <= best.objective <= outcome.objective


def test_rrs_repeats_with_its_seed_and_reports_its_effort() -> None:
    instance = optgap.load("queue_config/group-50x4")
    one, again, other = (optgap.solve(instance, "rrs", seed=seed) for seed in (1, 1, 2))
    assert one.decision == again.decision
    assert one.details["simulated"] == again.details["simulated"] <= 488
    assert other.details["simulated"] != one.details["simulated"]


def test_first_samples_find_the_best_share_of_the_space_as_often_as_promised() -> None:
    """With g = 1/27 and p = 0.9, 61 samples hit the best 27th in about nine of ten runs."""
    space = np.random.default_rng(0)
    hits = sum((space.random(sample_count(0.9, 1 / 27)) < 1 / 27).any() for _ in range(1000))
    assert 870 <= hits <= 930


def test_points_and_settings_correspond() -> None:
    instance = generate(1, queues=3, containers=6)
    for number in range(0, instance.grid_size, 13):
        assert _numbers(instance, _point(instance, number)[None])[0] == number


def test_options_out_of_range() -> None:
    instance = optgap.load("queue_config/fig7-fair")
    for option in ({"confidence": 1.0}, {"shrink": 1.0}, {"required": 0.3}, {"initial": 0.0}):
        with pytest.raises(InputError):
            optgap.solve(instance, "rrs", options=option)


def test_queue_without_jobs_gets_the_least() -> None:
    idle = optgap.load("queue_config/idle-queue")
    outcome = optgap.solve(idle, "exhaustive", gap=0)
    assert (outcome.status, outcome.objective) == ("optimal", 5)
    assert outcome.decision["shares"] == {"busy": 0.8333, "idle": 0.1667}
    assert optgap.solve(idle, "static-work").objective == 5
    assert optgap.solve(idle, "static-fifo").objective == 7


def test_infeasible_is_proven_by_the_grid_and_unknown_to_others() -> None:
    blocked = optgap.load("queue_config/infeasible")
    outcome = optgap.solve(blocked, "exhaustive")
    assert (outcome.status, outcome.certificate) == ("infeasible", {"kind": "grid"})
    assert "3 queues with jobs" in outcome.message
    for method in ("rrs", *STATICS):
        assert optgap.solve(blocked, method).status == "unknown"


def test_two_levels_together() -> None:
    """Curves fall to where more containers are of no use; both levels beat fixed settings."""
    groups = random_groups(3, groups=3)
    whole = cluster_of_queues(groups, 24, name="two-levels")
    assert [group.name for group in whole.groups] == list(groups)
    for group in whole.groups:
        beyond = latency_curve(groups[group.name], group.upper, group.upper + 2)
        assert beyond[0] == group.latency[-1]
        if group.upper < 24:
            assert beyond == pytest.approx([beyond[0]] * 3)
    best = optgap.solve(whole, "dp", gap=0)
    fixed = optgap.solve(whole, "proportional").decision["containers"]
    static = 0.0
    for name, group in groups.items():
        fields = {key: getattr(group, key) for key in type(group).model_fields}
        given = type(group)(**{**fields, "containers": fixed[name]})
        static += optgap.solve(given, "static-fifo").objective
    assert best.status == "optimal"
    assert best.objective < static
