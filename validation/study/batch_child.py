"""The process in which a batch solves: it is given tasks and returns results.

It lives for many tasks, so that imports and compiled kernels are paid for once.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from ...core.clock import uncounted
from ...core.schema import Instance
from ..instances_by_name import generate, load
from ..outside import serve
from ..solve import solve
from .results import result


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Return the result of one task, or under ``changed`` the digest of another instance."""
    with uncounted():
        instance = _instance(json.dumps(task["origin"]))
    if instance.sha256 != task["sha256"]:
        _instance.cache_clear()
        return {"changed": instance.sha256}
    outcome = solve(
        instance,
        task["method"],
        solver=task["solver"],
        options=task["options"],
        seed=task["seed"],
        time_limit=task["time_limit"],
        gap=task["gap"],
        threads=task["threads"],
        compiled=task["compiled"],
    )
    return result(instance, outcome, task["source"], task["label"])


@lru_cache(maxsize=1)  # the methods of one instance come one after the other
def _instance(origin: str) -> Instance:
    given = json.loads(origin)
    if "file" in given:
        return load(given["file"])
    return generate(given["problem"], given["seed"], given["set"])


if __name__ == "__main__":
    serve(lambda: run)
