"""Greedy placing by prices: the checker on all bundled clusters, bounds, budgets, two kinds."""

from pathlib import Path

import pytest
from clusters import drawn_cluster

import optgap
from optgap.core.run import Run
from optgap.heuristics.consolidation import price_guided
from optgap.instances.consolidation import Consolidation
from optgap.validation.catalogue import problem_named
from optgap.validation.running.instances import bundled_names


def two_kinds(items: int) -> Consolidation:
    """Machines rich in cpu and machines rich in memory, items of both kinds, all running alone."""
    rich, needs = [[16.0, 8.0], [8.0, 16.0]], [[2.0, 1.0], [1.0, 2.0]]
    return Consolidation.model_validate(
        {
            "name": "two-kinds",
            "resources": ["cpu", "memory"],
            "machines": [{"name": f"m{j}", "capacity": rich[j % 2]} for j in range(items)],
            "items": [
                {"name": f"i{k}", "demand": needs[k % 2], "machine": f"m{k}"} for k in range(items)
            ],
        }
    )


@pytest.mark.parametrize("name", bundled_names("consolidation"))
def test_the_checker_accepts_plan_and_bound(name: str) -> None:
    instance = optgap.load(name)
    outcome = optgap.solve(instance, "price-guided", time_limit=20)
    assert outcome.bound_kind == "certified"
    if outcome.decision is None:
        assert outcome.message or outcome.status == "infeasible"
        return
    verdict = optgap.check(instance, outcome.decision)
    assert verdict.violations == ()
    assert verdict.objective == outcome.objective
    assert outcome.bound is not None
    assert outcome.bound <= outcome.objective


def test_machines_take_what_complements_them() -> None:
    """Eight items fill a machine of their kind; any other mix wastes half of a resource."""
    outcome = optgap.solve(two_kinds(32), "price-guided")
    assert outcome.objective == outcome.bound == 4.0
    assert outcome.status == "optimal"


def test_a_budget_is_kept() -> None:
    """Ten moves empty ten machines at most: nothing is placed anew."""
    instance = two_kinds(32).replaced(migration_budget=10.0)
    outcome = optgap.solve(instance, "price-guided")
    assert outcome.decision is not None
    assert optgap.check(instance, outcome.decision).violations == ()
    assert outcome.details["cost"] <= 10
    assert outcome.objective == 22.0


@pytest.mark.parametrize("seed", range(3))
def test_rules_are_kept_near_the_bound(seed: int, tmp_path: Path) -> None:
    instance = drawn_cluster(tmp_path, seed, nodes=40)
    answers = [price_guided(instance, Run("minimize")) for _ in range(2)]
    assert answers[0].decision == answers[1].decision
    assert answers[0].bound is not None
    verdict = problem_named("consolidation").judge(instance, answers[0].decision)
    assert verdict.violations == ()
    assert verdict.objective is not None
    assert verdict.objective <= 1.4 * answers[0].bound < 40
