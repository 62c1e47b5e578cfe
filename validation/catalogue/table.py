"""The catalogue: the one table of all problems.

The entries stand in one module per paper, ``catalogue_<paper>.py``.  A problem is loaded when it
is asked for, and its models and methods, whose imports are heavy, when something is to be solved.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ...core.faults import input_error, near_miss
from . import catalogue_allocation, catalogue_eigen, catalogue_soda, catalogue_stage
from .entry import Method, Problem, Solving

__all__ = ["Method", "Problem", "Solving", "problem", "problem_names"]

_PROBLEMS: dict[str, Callable[[], Problem]] = {
    "placement": catalogue_stage.placement,
    "resource_plan": catalogue_stage.resource_plan,
    "stage": catalogue_stage.stage,
    "macrow": catalogue_soda.macrow,
    "microq": catalogue_soda.microq,
    "microw": catalogue_soda.microw,
    "cluster_ratio": catalogue_allocation.cluster_ratio,
    "queue_config": catalogue_allocation.queue_config,
    "utility": catalogue_allocation.utility,
    "consolidation": catalogue_eigen.consolidation,
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
