"""Workers of a batch: each thread keeps a process of its own to solve in.

A crash or a hang of a method ends that process and becomes a row that says so; the next task gets
a new process.  The same function serves the threads of this process and the workers of a cluster.
"""

from __future__ import annotations

import threading
from time import perf_counter
from typing import Any

from ...core.outcome import InstanceLabel, Outcome
from ..compare import summary
from ..outside import Cell
from .results import RESULT_VERSION, Result, environment

Task = dict[str, Any]

_LOCAL = threading.local()


def run_task(task: Task) -> Result:
    """Return the result of a task; there is one in any case."""
    cell = getattr(_LOCAL, "cell", None)
    if cell is None or not cell.alive:
        cell = _LOCAL.cell = Cell("optgap.validation.study.batch_child")
    begun = perf_counter()
    answer = cell.ask(task, task["time_limit"] + task["grace"])
    if isinstance(answer, str):
        result = failure(task, f"{task['method']} {answer}", perf_counter() - begun)
    elif "changed" in answer:
        result = failure(task, "the instance has changed since the batch began", 0.0)
    else:
        result = answer
    return {**result, "key": task["key"]}


def failure(task: Task, message: str, seconds: float) -> Result:
    """Return the row of a run that came to nothing."""
    outcome = Outcome(
        problem=task["problem"],
        instance=InstanceLabel(name=task["name"], sha256=task["sha256"]),
        method=task["method"],
        status="unknown",
        stopped="error",
        message=message,
        sense=task["sense"],
        seconds=seconds,
        seed=task["seed"],
        options={key: task[key] for key in ("gap", "time_limit", "threads")},
    )
    return {
        "version": RESULT_VERSION,
        "source": task["source"],
        "label": task["label"],
        "row": summary(outcome),
        "loads": None,
        "environment": environment(),
        "usage": None,
        "key": task["key"],
    }
