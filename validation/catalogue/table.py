"""The catalogue: the one table of all problems.

Every problem has a module of its name beside this one.  A problem is loaded when it is asked for,
and its models and methods, whose imports are heavy, when something is to be solved.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ...core.faults import input_error, near_miss
from ...core.schema import Instance
from . import (
    adaptive_config,
    cluster_ratio,
    cold_stock,
    consolidation,
    eviction,
    macroq,
    macrow,
    microq,
    microw,
    placement,
    queue_config,
    resource_plan,
    stage,
    utility,
    utility_course,
    warm_pool,
)
from .description import Method, Problem, Solving

__all__ = ["Method", "Problem", "Solving", "problem", "problem_names", "problem_of"]

_PROBLEMS: dict[str, Callable[[], Problem]] = {
    "placement": placement.entry,
    "resource_plan": resource_plan.entry,
    "stage": stage.entry,
    "macroq": macroq.entry,
    "macrow": macrow.entry,
    "microq": microq.entry,
    "microw": microw.entry,
    "cluster_ratio": cluster_ratio.entry,
    "queue_config": queue_config.entry,
    "adaptive_config": adaptive_config.entry,
    "utility": utility.entry,
    "utility_course": utility_course.entry,
    "consolidation": consolidation.entry,
    "warm_pool": warm_pool.entry,
    "cold_stock": cold_stock.entry,
    "eviction": eviction.entry,
}


def problem_names() -> list[str]:
    """Return the names of all problems."""
    return list(_PROBLEMS)


@cache
def problem(name: str) -> Problem:
    """Return the problem of that name."""
    if name not in _PROBLEMS:
        raise input_error("problem", f"is no problem of optgap {near_miss(name, _PROBLEMS)}", name)
    return _PROBLEMS[name]()


def problem_of(instance: Instance) -> Problem:
    """Return the problem that an instance belongs to."""
    return problem(str(type(instance).model_fields["problem"].default))
