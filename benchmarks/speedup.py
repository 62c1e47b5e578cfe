"""Where more workers stop to help: measured blocks of searches, simulated workers.

Run ``python benchmarks/speedup.py`` (minutes; rewrites docs/data/speedup.json, from which
docs/scale.md is made), with ``--only fronts`` or ``--only pricing``, or with ``--smoke`` (seconds,
writes nothing).  A search runs once with an executor that answers each block immediately in this
process: that gives the seconds of every block and the seconds that the search itself needs between
two blocks (for pricing, processor seconds).  The simulation replays them on k workers; a block also
takes the measured delay of the way to a worker and back.  Two real processes on this machine are
measured beside it.

``fronts``: one search for a front sends programs and reads answers one at a time, and there is
always an open question.  ``pricing``: the first rounds of column generation for a cluster with a
tight budget, in which each machine is a class.  A round ends when all its classes are priced, and
each worker prepares the prices of each round.  In both cases the simulated speed-up is an upper
bound.
"""

from __future__ import annotations

import argparse
import heapq
import json
import operator
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np

import optgap
from optgap.core.kernels import kernels_compiled
from optgap.core.local_executor import LocalExecutor
from optgap.core.run import Run
from optgap.core.workers import Workers
from optgap.solvers.consolidation.column_generation import generate_columns
from optgap.solvers.consolidation.flavours import Flavours
from optgap.solvers.consolidation.incumbent import PackingSearch
from optgap.solvers.consolidation.master import Master, MasterPoint

TARGET = Path(__file__).parents[1] / "docs" / "data" / "speedup.json"
WORKERS = (1, 2, 4, 8, 16, 32, 64, 128)
SMALL = 12  # instances for --smoke
CASES = (20, 60, 200)  # instances of a resource_plan with three objectives
SIZE = {"options": 5, "sums": 2, "digits": 0}
CLUSTERS = (100, 300, 1000)  # machines, each of which is a class
FEW = 24  # machines for --smoke
ROUNDS = 20  # of pricing
TURNS = 2  # with and without processes, of which the least seconds count
BUDGET = 0.3  # share of the cost of moving everything


class InlineExecutor(Executor):
    """Runs each call when it is submitted, one at a time, and keeps the seconds of each."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._max_workers, self._clock = 1, clock
        self.seconds: list[float] = []
        self.firsts: list[Any] = []  # what comes first in each block: of pricing, its round

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Return the future of a call that has ended."""
        future: Future[Any] = Future()
        begun = self._clock()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        self.seconds.append(self._clock() - begun)
        block = args[0]["block"]
        self.firsts.append(block[0] if isinstance(block, tuple) else block)
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
    pool = LocalExecutor(1)
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


class EnoughRoundsError(Exception):
    """An error that ends a search after some rounds."""


class CountingMaster(Master):
    """A master program that is solved a limited number of times."""

    left = ROUNDS

    def solve(self) -> MasterPoint:
        """Solve the relaxation, or end the search."""
        if self.left == 0:
            raise EnoughRoundsError
        self.left -= 1
        return super().solve()


def priced_columns(
    instance: Any,
    pool: Executor | None,
    workers: int,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[list[bytes], float, int]:
    """Return the columns of the first rounds of pricing, their seconds, and how many rounds."""
    flavours = Flavours.of(instance)
    run = Run("minimize", workers=None if pool is None else Workers(pool, workers))
    search = PackingSearch(flavours, run, 0, instance.most_units + 1, instance.rule_book)
    master = CountingMaster(flavours, np.ones(len(flavours.size)))
    master.add_plan(flavours.patterns_now(instance.home))
    begun = clock()
    with suppress(EnoughRoundsError):
        generate_columns(search, master)
    columns = [pattern.tobytes() for _, pattern in master.columns]
    return columns, clock() - begun, ROUNDS - master.left


def simulated_rounds(
    rounds: list[list[float]], between: float, delay: float, preparation: float, workers: int
) -> float:
    """Return the seconds of rounds, each of which waits for all its blocks, on some workers."""
    total = 0.0
    for blocks in rounds:
        ends = [preparation] * workers
        last = 0.0
        for seconds in sorted(blocks, reverse=True):
            end = heapq.heappop(ends) + delay + seconds
            heapq.heappush(ends, end)
            last = max(last, end)
        total += between + last
    return total


def pricing_row(machines: int, delay: float) -> dict[str, Any]:
    """Return measured and simulated seconds of rounds of pricing."""
    instance = optgap.generate("consolidation", 1, machines=machines, budget=BUDGET)
    few = optgap.generate("consolidation", 1, machines=FEW, budget=BUDGET)
    processes = LocalExecutor(2)
    try:
        for pool in (None, processes, processes):
            priced_columns(few, pool, 2)  # compiles, or loads compiled kernels
        inline = InlineExecutor(time.process_time)
        columns, elapsed, rounds = priced_columns(instance, inline, max(WORKERS), time.process_time)
        turns = [
            (priced_columns(instance, None, 1), priced_columns(instance, processes, 2))
            for _ in range(TURNS)
        ]
    finally:
        processes.shutdown(wait=False, cancel_futures=True)
    assert all(each[0] == columns for turn in turns for each in turn)
    alone, two = (min(each[1] for each in way) for way in zip(*turns, strict=True))
    pairs = list(zip(inline.firsts, inline.seconds, strict=True))
    grouped = [[s for _, s in group] for _, group in groupby(pairs, key=lambda pair: id(pair[0]))]
    preparation = max(
        0.0, median([each[0] - mean(each[1:]) for each in grouped if each[1:]] or [0.0])
    )
    without = [[max(0.0, each[0] - preparation), *each[1:]] for each in grouped]
    between = (elapsed - sum(inline.seconds)) / max(1, len(grouped))
    times = {k: simulated_rounds(without, between, delay, preparation, k) for k in WORKERS}
    if not grouped:  # every round was too short to be sent
        times = dict.fromkeys(WORKERS, elapsed)
    return {
        "machines": machines,
        "rounds": rounds,
        "blocks": len(inline.seconds),
        "block": mean(inline.seconds or [0.0]),
        "preparation": preparation,
        "between": between,
        "alone": alone,
        "two": two,
        "speedups": {str(k): times[1] / seconds for k, seconds in times.items()},
    }


def show(row: dict[str, Any], what: str) -> None:
    """Print a row: what was measured, the times of blocks, and the simulated speed-ups."""
    speedups = "  ".join(f"{k}: {value:.1f}" for k, value in row["speedups"].items())
    print(
        f"{what}, {row['blocks']} blocks of {1000 * row['block']:.1f} ms, "
        f"{1000 * row['between']:.2f} ms between; "
        f"alone {row['alone']:.2f} s, two processes {row['two']:.2f} s; {speedups}",
        flush=True,
    )


def front_rows(smoke: bool, delay: float) -> list[dict[str, Any]]:
    """Measure searches for fronts, and print a line about each."""
    rows = []
    for instances in (SMALL,) if smoke else CASES:
        row = row_of(instances, delay)
        rows.append(row)
        show(row, f"{instances} instances: {row['points']} points")
    return rows


def pricing_rows(smoke: bool, delay: float) -> list[dict[str, Any]]:
    """Measure rounds of pricing, and print a line about each."""
    rows = []
    for machines in (FEW,) if smoke else CLUSTERS:
        with kernels_compiled("yes"):
            row = pricing_row(machines, delay)
        rows.append(row)
        preparation = f"{1000 * row['preparation']:.1f} ms to prepare"
        show(row, f"{machines} machines: {row['rounds']} rounds, {preparation}")
    return rows


def main() -> None:
    """Measure, simulate, print, and write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes, nothing written")
    parser.add_argument("--only", choices=("fronts", "pricing"), help="measure only these")
    options = parser.parse_args()
    delay = delay_of_processes()
    print(f"to a local process and back: {1000 * delay:.2f} ms")
    document = json.loads(TARGET.read_text())
    dated = {"date": datetime.now(UTC).date().isoformat(), "delay": delay}
    if options.only != "pricing":
        document |= {**dated, "rows": front_rows(options.smoke, delay)}
    if options.only != "fronts":
        document["pricing"] = {**dated, "rows": pricing_rows(options.smoke, delay)}
    if not options.smoke:
        TARGET.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
