"""Whether anything became slower: each method against a yardstick in the same process.

``python benchmarks/speed_ratios.py`` prints how many times the processor time of its yardstick a
method takes, and fails where that is more than `MARGIN` times what is usual.  No seconds are
compared with those of another day or machine.  Both sides run in turns, each counts with its best
turn, and a race that seems lost is run again: other work on the machine makes both sides slower.
The margin is wide, yet kernels that are no longer compiled, or a loop within a loop, are wider.

``--smoke`` is the same with fewer turns.  After a change that is meant, write the new ratio here.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import optgap
from optgap.solvers.engines import standard_form
from optgap.validation.catalogue import problem_named
from optgap.validation.judge import verify_proof
from optgap.validation.running.instances import instance_path

Work = Callable[[], object]
ROOT = Path(__file__).parents[1]
MARGIN = 4.0
LEAST = 0.02  # processor seconds of a turn: less is not measured well
ATTEMPTS = 3


@dataclass(frozen=True)
class Race:
    """A method, its yardstick, and how many times the yardstick's time it usually takes."""

    name: str
    subject: Work
    yardstick: Work
    usual: float

    @property
    def limit(self) -> float:
        return MARGIN * self.usual


def ratio(race: Race, turns: int, clock: Callable[[], float] = process_time) -> float:
    """Return the best time of the method over the best time of its yardstick, in turns."""
    race.subject()  # imports and compiles
    sides = [(work, _repeats(work, clock)) for work in (race.subject, race.yardstick)]
    spent: list[list[float]] = [[], []]
    for _ in range(turns):
        for k, (work, repeats) in enumerate(sides):
            spent[k].append(_cost(work, repeats, clock))
    return min(spent[0]) / min(spent[1])


def _repeats(work: Work, clock: Callable[[], float]) -> int:
    """Return how often work is done in a turn."""
    repeats = 1
    while (cost := _cost(work, repeats, clock) * repeats) < LEAST:
        repeats = max(2 * repeats, round(repeats * LEAST / max(cost, LEAST / 100)))
    return repeats


def _cost(work: Work, repeats: int, clock: Callable[[], float]) -> float:
    begun = clock()
    for _ in range(repeats):
        work()
    return (clock() - begun) / repeats


def best_ratio(race: Race, turns: int, clock: Callable[[], float] = process_time) -> float:
    """Return the ratio of a race, run again as long as it seems lost."""
    found = ratio(race, turns, clock)
    for _ in range(ATTEMPTS - 1):
        if found <= race.limit:
            break
        found = min(found, ratio(race, turns, clock))
    return found


@cache
def _numbers() -> Any:
    return np.random.default_rng(1).random(200_000)


def sorting() -> object:
    """The yardstick of compiled loops: a stable sort of 200,000 numbers, without vector units."""
    return np.argsort(_numbers(), kind="stable")


def counting() -> object:
    """The yardstick of Python: 50,000 steps over a dictionary."""
    found: dict[int, int] = {}
    for k in range(50_000):
        found[k % 1009] = found.get(k % 1009, 0) + k
    return found


def _solving(source: Any, method: str) -> Work:
    def work() -> object:
        outcome = optgap.solve(source, method, compiled="yes")
        assert outcome.stopped == "complete", outcome.message
        return outcome

    return work


def races() -> Iterator[Race]:
    """Yield all races; their instances are made when it is their turn."""
    yield from _kernels()
    yield from _models()
    yield from _documents()


def _kernels() -> Iterator[Race]:
    stage = optgap.generate("placement", 1, instances=2000, machines=300)
    for method, usual in (("bottleneck", 1.2), ("ipa", 1.2), ("ipa-clustered", 0.7)):
        yield Race(f"placement {method}", _solving(stage, method), sorting, usual)
    groups = optgap.load("cluster_ratio/groups-100x9600")
    yield Race("cluster_ratio dp", _solving(groups, "dp"), sorting, 0.38)
    pool = optgap.generate("warm_pool", 1)
    yield Race("warm_pool dp", _solving(pool, "dp"), sorting, 3.4)
    cluster = optgap.generate("consolidation", 1, kind="ecs", machines=100)
    yield Race("consolidation best-fit", _solving(cluster, "best-fit"), counting, 3.3)


def _models() -> Iterator[Race]:
    """Methods beside the exact model, and the building of a model."""
    flows = optgap.load("microw/dac-51x29")
    yield Race("microw flow", _solving(flows, "flow"), _solving(flows, "exact"), 0.15)
    jobs = optgap.load("macroq/table-vii")
    yield Race("macroq nsdp", _solving(jobs, "nsdp"), _solving(jobs, "exact"), 0.06)
    large = optgap.load("macrow/dac-51x29")
    formulation = problem_named("macrow").formulation

    def build() -> object:
        return standard_form(formulation.build_model(large))

    yield Race("macrow, building the model", build, counting, 3.8)


def _documents() -> Iterator[Race]:
    """Reading, judging and verifying, beside what plain Python takes."""
    path = instance_path("macrow/dac-51x29")
    yield Race(
        "macrow, reading a file",
        partial(optgap.load, path),
        lambda: json.loads(path.read_text()),
        15.0,
    )
    cluster = optgap.generate("consolidation", 1, kind="ecs", machines=100)
    plan = optgap.solve(cluster, "first-fit").model_dump(mode="json")
    yield Race("consolidation, checking a plan", lambda: optgap.check(cluster, plan), counting, 2.4)
    folder = ROOT / "tests/data/proofs/consolidation-ecs-12"
    yield Race("verify_proof", lambda: verify_proof.verify(folder), counting, 4.8)


def main() -> None:
    """Run all races; the exit code is 1 where one is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="fewer turns")
    turns = 3 if parser.parse_args().smoke else 9
    lost = []
    print(f"{'method':34}{'ratio':>9}{'usual':>9}{'at most':>9}")
    for race in races():
        found = best_ratio(race, turns)
        print(f"{race.name:34}{found:9.3f}{race.usual:9.3f}{race.limit:9.3f}", flush=True)
        if found > race.limit:
            lost.append(race.name)
    if lost:
        sys.exit(f"slower than usual: {', '.join(lost)}")


if __name__ == "__main__":
    main()
