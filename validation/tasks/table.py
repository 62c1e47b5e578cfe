"""The table of tasks: those of AI-search benchmarks, and every problem with bundled instances."""

from __future__ import annotations

import importlib
from functools import cache

from ...core.faults import input_error, near_miss
from ..catalogue import built_in_names, problem_names
from .problems import task_of
from .task import Task

FRAMEWORKS = {  # module and name of a task
    "prism": ("prism", "task"),
    "cloudcast": ("cloudcast", "task"),
    "cloudcast-head": ("cloudcast", "head"),
    "txn": ("txn", "task"),
    "spot": ("spot", "task"),
}


def task_names() -> list[str]:
    """Return the names of all tasks."""
    return [*FRAMEWORKS, *built_in_names()]


@cache
def task_named(name: str) -> Task:
    """Return the task of that name."""
    if name in FRAMEWORKS:
        module, attribute = FRAMEWORKS[name]
        task: Task = getattr(importlib.import_module(f".{module}", __package__), attribute)
        return task
    if name in problem_names():
        return task_of(name)
    raise input_error("task", f"is no task {near_miss(name, task_names())}", name)
