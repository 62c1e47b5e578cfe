"""Where more workers stop to help: measured blocks of searches for fronts, simulated workers.

Run ``python benchmarks/speedup.py`` (minutes; rewrites docs/data/speedup.json, from which
docs/scale.md is made), or with ``--smoke`` (seconds, writes nothing).  A search runs once with an
executor that answers each block immediately in this process: that gives the seconds of every block
and the seconds that the search itself needs between two blocks.  The simulation replays these
blocks on k workers: one search sends blocks and reads answers one at a time, a block also takes the
measured delay of the way to a worker and back, and there is always an open question.  Hence the
simulated speed-up is an upper bound.  Two real processes on this machine are measured beside it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import operator
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import optgap
from optgap.core.workers import Workers
from optgap.validation.study.executors import ProcessExecutor

TARGET = Path(__file__).parents[1] / "docs" / "data" / "speedup.json"
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128)
SMALL = 12  # instances for --smoke
CASES = (20, 60, 200)  # instances of a resource_plan with three objectives
SIZE = {"options": 5, "sums": 2, "digits": 0}


class InlineExecutor(Executor):
    """Runs each call when it is submitted, one at a time, and keeps the seconds of each."""

    def __init__(self) -> None:
        self._max_workers = 1
        self.seconds: list[float] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that has ended."""
        future: Future[Any] = Future()
        begun = time.perf_counter()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        self.seconds.append(time.perf_counter() - begun)
        return future


def simulated(blocks: list[float], between: float, delay: float, workers: int) -> float:
    """Return the seconds of the blocks on some workers.

    ``between`` are the seconds of the search for each block, one block at a time; ``delay`` those
    of a block on its way.
    """
    search, ends = 0.0, [0.0] * workers
    for seconds in blocks:
        search = max(search, heapq.heappop(ends)) + between
        heapq.heappush(ends, search + delay + seconds)
    return max(ends)


def delay_of_processes() -> float:
    """Return the median seconds of a trivial block in a local process, with the way back."""
    pool = ProcessExecutor(1)
    try:
        sender = Workers(pool, 1).blocks(operator.is_, None)
        delays = []
        for _ in range(200):
            begun = time.perf_counter()
            sender.submit(None).result()
            delays.append(time.perf_counter() - begun)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return median(delays)


def row_of(instances: int, delay: float) -> dict[str, Any]:
    """Return measured and simulated seconds of the search for a front with three objectives."""
    instance = optgap.generate("resource_plan", 1, instances=instances, **SIZE)
    optgap.solve(instance, "exact", time_limit=2.0)  # compiles
    pool = InlineExecutor()
    begun = time.perf_counter()
    outcome = optgap.solve(instance, "exact", executor=pool, workers=1)
    alone = time.perf_counter() - begun
    begun = time.perf_counter()
    again = optgap.solve(instance, "exact", executor="local", workers=2)
    two = time.perf_counter() - begun
    assert outcome.front is not None
    assert again.front is not None
    assert len(outcome.front) == len(again.front)
    between = (alone - sum(pool.seconds)) / len(pool.seconds)
    times = {k: simulated(pool.seconds, between, delay, k) for k in WORKERS}
    return {
        "instances": instances,
        "points": len(outcome.front),
        "blocks": len(pool.seconds),
        "block": sum(pool.seconds) / len(pool.seconds),
        "between": between,
        "alone": alone,
        "two": two,
        "speedups": {str(k): alone / seconds for k, seconds in times.items()},
    }


def main() -> None:
    """Measure, simulate, print, and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, nothing written")
    smoke = parser.parse_args().smoke
    delay = delay_of_processes()
    print(f"to a local process and back: {1000 * delay:.2f} ms")
    rows = []
    for instances in (SMALL,) if smoke else CASES:
        row = row_of(instances, delay)
        rows.append(row)
        speedups = "  ".join(f"{k}: {value:.1f}" for k, value in row["speedups"].items())
        print(
            f"{instances} instances: {row['points']} points, {row['blocks']} blocks of "
            f"{1000 * row['block']:.1f} ms, {1000 * row['between']:.2f} ms between; "
            f"alone {row['alone']:.2f} s, two processes {row['two']:.2f} s; {speedups}",
            flush=True,
        )
    if not smoke:
        document = {"date": datetime.now(UTC).date().isoformat(), "delay": delay, "rows": rows}
        TARGET.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
