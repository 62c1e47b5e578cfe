"""utility_course where errors rise, or lie just above the level: `exact` against all plans."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import optgap
from optgap.core.faults import InputError
from optgap.instances.utility_course import UtilityCourse

check = optgap.problem_named("utility_course").judge


def course(jobs: list[dict[str, Any]], **fields: Any) -> UtilityCourse:
    usual = {"name": "r", "cores": 2, "epoch": 1.0, "epochs": 3, "level": 0.5}
    return UtilityCourse.model_validate({**usual, **fields, "jobs": jobs})


def job(name: str, error: list[float], base: float = 1.0, **fields: Any) -> dict[str, Any]:
    growth, overhead = fields.pop("growth", 0.0), fields.pop("overhead", 0.0)
    batch = {"base": base, "growth": growth, "overhead": overhead}
    return {"name": name, "error": error, "batch": batch, **fields}


def best(instance: UtilityCourse) -> float | None:
    """Return the least objective of all plans in whole cores, by the checker."""
    names = [each.name for each in instance.jobs]
    rows = list(itertools.product(range(instance.cores + 1), repeat=instance.epochs))
    values = []
    for plan in itertools.product(rows, repeat=len(names)):
        if any(sum(column) > instance.cores for column in zip(*plan, strict=True)):
            continue
        decision = {"cores": dict(zip(names, map(list, plan), strict=True))}
        verdict = check(instance, decision)
        if verdict.feasible and verdict.objective is not None:
            values.append(verdict.objective)
    return min(values, default=None)


def agrees(instance: UtilityCourse) -> None:
    outcome, least = optgap.solve(instance), best(instance)
    if least is None:
        assert outcome.status == "infeasible", outcome.message
        return
    assert outcome.status == "optimal", (outcome.message, least)
    assert outcome.objective == pytest.approx(least, rel=1e-7)
    for method in ("myopic", "srpt", "fair"):
        other = optgap.solve(instance, method)
        assert other.stopped != "error", other.message


@pytest.mark.parametrize("objective", ["mean-loss", "time-to"])
@pytest.mark.parametrize("min_cores", [0, 1, 2])
@pytest.mark.parametrize("whole_batches", [False, True])
def test_an_error_that_falls_and_rises(objective: str, min_cores: int, whole_batches: bool) -> None:
    jobs = [job("a", [0.8, 0.2, 0.9], min_cores=min_cores)]
    agrees(course(jobs, objective=objective, whole_batches=whole_batches))


@pytest.mark.parametrize("objective", ["mean-loss", "time-to"])
@pytest.mark.parametrize("whole_batches", [False, True])
@pytest.mark.parametrize("above", [0.5000000000000001, 0.5, 0.49999999999999994])
def test_an_error_just_beside_the_level(objective: str, whole_batches: bool, above: float) -> None:
    for rest in ([], [0.1], [0.7]):
        jobs = [job("a", [1.0, above, *rest]), job("b", [1.0, 0.6, above])]
        agrees(course(jobs, objective=objective, whole_batches=whole_batches))


def test_random_courses_agree_with_all_plans() -> None:
    draw = random.Random(5)
    for number in range(40):
        jobs = [
            job(
                f"j{k}",
                [
                    draw.choice([0.0, 0.1, 0.3, 0.5, 0.6, 0.9, 1.0])
                    for _ in range(draw.randint(2, 4))
                ],
                draw.choice([0.5, 1.0, 1.3, 3.0]),
                growth=draw.choice([0.0, 0.0, 0.4]),
                min_cores=draw.choice([0, 0, 1]),
                max_cores=draw.choice([None, 1, 2]),
                arrives=draw.choice([0, 0, 1]),
            )
            for k in range(draw.randint(1, 2))
        ]
        objective = ("mean-loss", "time-to")[number % 2]
        batches, epoch = draw.random() < 0.5, draw.choice([1.0, 0.7])
        agrees(course(jobs, objective=objective, whole_batches=batches, epoch=epoch))


def test_overhead_beside_errors_that_rise() -> None:
    draw = random.Random(6)
    for _ in range(12):
        errors = [draw.choice([0.1, 0.3, 0.6, 0.9]) for _ in range(3)]
        jobs = [
            job("a", errors, draw.choice([0.5, 1.0]), overhead=0.25, min_cores=draw.choice([0, 1])),
            job("b", [1.0, 0.4, 0.7], overhead=draw.choice([0.0, 0.5])),
        ]
        agrees(course(jobs))


def test_what_has_no_linear_form_is_said() -> None:
    rising = job("a", [0.8, 0.2, 0.9], overhead=0.5)
    for fields in ({"objective": "time-to"}, {"whole_batches": True}):
        with pytest.raises(InputError, match=r"cores (are whole )?and (no|without) overhead"):
            optgap.solve(course([rising], **fields), "exact")
