"""The worker process of a batch: it reads tasks, runs them, and writes their results.

It runs many tasks, so that imports and compilation of kernels happen only once.
"""

import json
from functools import lru_cache
from typing import Any

from ...core.clock import paused_clock
from ...core.outcome import Outcome
from ...core.schema import Instance
from ..outside import is_outside, serve
from ..running import generate, load, solve
from .results import result
from .rows import measure


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a task, or the new digest of its instance if this has changed."""
    with paused_clock():
        instance = _instance(json.dumps(task["origin"]))
    if instance.sha256 != task["sha256"]:
        _instance.cache_clear()
        return {"changed": instance.sha256}
    outcome, usage = measure(lambda: _outcome(instance, task), is_outside(task["method"]))
    return {**result(instance, outcome, task["source"], task["label"]), "usage": usage}


def _outcome(instance: Instance, task: dict[str, Any]) -> Outcome:
    limits = {key: task[key] for key in ("seed", "time_limit", "gap", "threads", "compiled")}
    return solve(instance, task["method"], solver=task["solver"], options=task["options"], **limits)


@lru_cache(maxsize=1)  # the methods of one instance come one after the other
def _instance(origin: str) -> Instance:
    source = json.loads(origin)
    if "file" in source:
        return load(source["file"])
    return generate(source["problem"], source["seed"], source["set"])


if __name__ == "__main__":
    serve(lambda: run)
