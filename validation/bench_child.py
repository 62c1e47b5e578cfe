"""The process in which a batch solves: one task a line on stdin, one result a line on stdout.

``python -m optgap.validation.bench_child`` lives for many tasks, so that imports and compiled
kernels are paid for once.  It ends when its stdin is closed, in the middle of a task too.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from functools import lru_cache
from typing import Any

from ..instances.schema import Instance
from .library import generate, load
from .results import result
from .solve import solve


def main() -> None:
    """Work off tasks until the other end goes away."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # engines print where they like; only results go to the other end
    tasks: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    while True:
        answers.write(json.dumps(run(json.loads(tasks.get()))) + "\n")
        answers.flush()


def _listen(tasks: queue.Queue[str]) -> None:
    for line in sys.stdin:
        tasks.put(line)
    os._exit(0)


def run(task: dict[str, Any]) -> dict[str, Any]:
    """Return the result of one task, or under ``changed`` the digest of another instance."""
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
    )
    return result(instance, outcome, task["source"], task["label"])


@lru_cache(maxsize=1)  # the methods of one instance come one after the other
def _instance(origin: str) -> Instance:
    given = json.loads(origin)
    if "file" in given:
        return load(given["file"])
    return generate(given["problem"], given["seed"], given["set"])


if __name__ == "__main__":
    main()
