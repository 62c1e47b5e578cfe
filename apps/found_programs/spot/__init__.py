"""Can't be late: spot or on demand, one observation at a time."""

import csv
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from ....core.gaps import safe_bound
from ..task import DATA, INSIDE, Known, Reference, Task, solved
from . import methods
from .problem import Hindsight, SpotTrace, certified, generate, problem

__all__ = [
    "Hindsight",
    "OneByOne",
    "SpotTrace",
    "certified",
    "fresh",
    "generate",
    "methods",
    "problem",
    "references",
    "score",
    "task",
]


class OneByOne:
    """Shows the trace tick by tick, and executes the requests that the program made on the way."""

    def __init__(self, instance: SpotTrace) -> None:
        self._trace, self._ticks = instance.trace, instance.ticks
        self._requests: str | None = None

    def reply(self, question: Any) -> bool:
        """Take the request for the tick that was shown last; say whether the next has spot."""
        if self._requests is None:
            self._requests = ""
        elif question in ("N", "S", "O") and len(self._requests) < self._ticks:
            self._requests += question
        else:
            raise ValueError(f"a request must be N, S or O in time, is {question!r:.40}")
        shown = len(self._requests)
        return shown < len(self._trace) and self._trace[shown] == "0"

    def decision(self, answer: Any) -> Any:
        """Return the answer if it is what was asked tick by tick, and one request more at most."""
        requests = answer.get("requests") if isinstance(answer, dict) else None
        asked = self._requests or ""
        if not isinstance(requests, str) or requests[: len(asked)] != asked:
            raise ValueError("the requests are not those that were made tick by tick")
        if len(requests) > len(asked) + 1:
            raise ValueError("there are requests for ticks that were not shown")
        return answer


def _rows(name: str) -> list[dict[str, str]]:
    with open(DATA / "spot" / name, newline="") as stream:
        return list(csv.DictReader(stream))


@cache
def references() -> list[Reference]:
    """Return GEPA's test split with the optimum in hindsight of each run."""
    traces = {(row["region"], row["trace"]): row["taken"] for row in _rows("traces_test.csv")}
    return [_reference(row, traces) for row in _rows("hindsight_test.csv")]


def _reference(row: dict[str, str], traces: dict[tuple[str, str], str]) -> Reference:
    overhead = round(float(row["overhead_h"]) * 3600)
    instance = SpotTrace(
        name=f"{row['region']}-{row['trace']}-{row['deadline_h']}-{row['overhead_h']}",
        deadline=int(row["deadline_h"]) * 3600,
        overhead=overhead,
        trace=traces[row["region"], row["trace"]],
    )
    cost = round(float(row["hindsight"]) * 60_000)  # printed with six decimals
    return Reference(instance, safe_bound(Fraction(cost, 60_000), "minimize"), "certified")


def fresh(seed: int) -> list[Reference]:
    """Return eight new traces, solved now."""
    kinds = list(product((4, 22), (180, 720), (0.2, 0.6)))
    drawn = [
        generate(8 * seed + k, slack=slack, overhead=overhead, share=share)
        for k, (slack, overhead, share) in enumerate(kinds)
    ]
    return solved(drawn, "hindsight", 60)


def score(objectives: Sequence[float]) -> float:
    """Return minus the mean cost in dollars."""
    return -sum(objectives) / len(objectives)


def _without_trace(instance: SpotTrace) -> dict[str, Any]:
    """Return what a program is given: neither the trace nor its name."""
    return {key: getattr(instance, key) for key in ("work", "deadline", "overhead", "tick")}


task = Task(
    name="spot",
    problem=problem,
    statement="""\
Do 48 hours of work before a deadline, as cheaply as can be.  A strategy is asked in each tick of
600 s: `_step(last_cluster_type, has_spot)` returns ClusterType.NONE, SPOT (0.9731 dollars an hour,
only where has_spot) or ON_DEMAND (3.06 dollars an hour).  A start, a change of kind and resuming
after spot was taken cost `self.restart_overhead` seconds first.  There are `self.env` (tick,
elapsed_seconds, gap_seconds, cluster_type), `self.task_duration`, `self.task_done_time` and
`self.deadline`.  Minimise the mean cost over many traces of spot machines.""",
    function="class Strategy: _step(last_cluster_type, has_spot)",
    adapter=INSIDE / "spot.py",
    program="spot/initial_program.txt",
    references=references,
    fresh=fresh,
    score=score,
    seconds=60,
    failed=-100_000.0,
    replies=OneByOne,
    document=_without_trace,
    record=Known(
        proven="hindsight, out of reach online: -81.543",
        best="-87.6 (published)",
        human="-96.5, greedy",
        published="-96.5 to -87.6: 7.4% above hindsight",
    ),
)
