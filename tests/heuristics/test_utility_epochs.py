"""The epoch simulation: by hand for one job, repeatable, and better than fair shares."""

import numpy as np
import pytest

from optgap.heuristics.utility import TrainingJob, simulate, training_jobs


def test_one_job_by_hand() -> None:
    """Two cores and 3 s epochs of 1 CPU second each: six iterations per epoch."""
    job = TrainingJob(0.0, 1.0, "superlinear", 0.5)
    course = simulate([job], "fair", cores=2, epoch=3.0)
    assert course.times[0] == 3.0
    assert course.progress[0][1].tolist() == [3.0, 6.0]
    assert course.seconds_to(0.5)[0] == pytest.approx(0.5, abs=1e-3)
    assert course.times[-1] == 3.0 * np.ceil(100 / 6)


def test_true_losses_run_from_one_to_nothing() -> None:
    for job in training_jobs(2, jobs=10, mean_gap=5.0):
        assert job.loss(np.array([0.0, 100.0])) == pytest.approx([1.0, 0.0], abs=1e-12)
        assert job.loss(np.array(job.iteration_at(0.1))) == pytest.approx(0.1)


def test_equal_seeds_give_equal_courses() -> None:
    courses = [
        simulate(training_jobs(1, jobs=8, mean_gap=4.0), "slaq", cores=16, epoch=3.0)
        for _ in range(2)
    ]
    assert np.array_equal(courses[0].mean_loss, courses[1].mean_loss)


def test_more_jobs_than_cores_wait_in_order() -> None:
    jobs = [TrainingJob(0.0, 1.0, "superlinear", 0.9) for _ in range(5)]
    for policy in ("slaq", "fair"):
        course = simulate(jobs, policy, cores=2, epoch=10.0)
        ends = [steps[-1][0] for steps in course.progress]
        assert ends == sorted(ends)


def test_slaq_reaches_90_and_95_percent_sooner_than_fair_shares() -> None:
    jobs = training_jobs(1, jobs=25, mean_gap=8.0)
    slaq, fair = (simulate(jobs, policy, cores=64, epoch=3.0) for policy in ("slaq", "fair"))
    for reduction in (0.9, 0.95):
        assert slaq.seconds_to(reduction).mean() < fair.seconds_to(reduction).mean()
