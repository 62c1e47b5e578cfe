"""Eq. 1 over the grid: components, agreement with the exhaustive search, and by brute force."""

import pytest

import optgap
from optgap.instances.queue_config import generate
from optgap.validation.judge.queue_config import grid

check = optgap.problem_named("queue_config").judge


@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_exact_methods_agree_with_brute_force(solver: str) -> None:
    for seed in range(5):
        instance = generate(seed, jobs=6, containers=4)
        expected = min(check(instance, setting).objective for setting in grid(instance))
        for method, engine in (("exact", solver), ("exhaustive", None)):
            outcome = optgap.solve(instance, method, solver=engine)
            assert outcome.status == "optimal"
            assert outcome.objective == pytest.approx(expected, rel=1e-12)


def test_grid_of_the_instance_is_that_of_the_checker() -> None:
    for name in ("fig7-fair", "fig7-capacity", "idle-queue", "facebook-8"):
        instance = optgap.load(f"queue_config/{name}")
        numbered = [instance.decision(n) for n in range(instance.grid_size)]
        assert sorted(map(str, numbered)) == sorted(map(str, grid(instance)))


def test_infeasible() -> None:
    assert optgap.solve(optgap.load("queue_config/infeasible"), "exact").status == "infeasible"


def test_time_limit_leaves_no_claim() -> None:
    instance = optgap.load("queue_config/facebook-8")
    outcome = optgap.solve(instance, "exhaustive", time_limit=0)
    assert (outcome.status, outcome.stopped) == ("unknown", "time_limit")
    assert outcome.bound_kind == "certified"
