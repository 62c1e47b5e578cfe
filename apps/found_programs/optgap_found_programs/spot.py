"""Can't be late: work that runs on spot or on-demand machines must end by a deadline.

In each tick there is no machine, or a spot machine if one is available, or an on-demand machine.  A
tick is paid completely.  A start, a change of kind, and resuming after a preemption cost the
overhead first, which replaces the remaining part of an earlier overhead.
"""

import csv
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import gcd
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from optgap.faults import Fault
from optgap.problem import (
    Answer,
    Certificate,
    Decision,
    Instance,
    IntArray,
    Judge,
    PositiveCount,
    Problem,
)
from optgap.running import Run, UnprovenError, safe_bound

from .task import DATA, INSIDE, Known, Reference, Task, solved

SPOT, ON_DEMAND = 9731, 30600  # price of an hour in 1/10,000 dollars
NEVER = 2**40


def trace_reaches_the_deadline(trace: str, deadline: int, tick: int) -> Iterator[Fault]:
    """The trace has a 0 or 1 for each tick until the deadline."""
    if set(trace) - {"0", "1"}:
        yield Fault("trace", "must contain only 0 (spot is available) and 1 (spot is taken)")
    if deadline % tick:
        yield Fault.of("deadline", "must be a whole number of ticks", deadline)
    if len(trace) * tick < deadline:
        yield Fault.of("trace", "must reach the deadline", len(trace))


class SpotTrace(Instance):
    """Seconds of work, deadline, overhead and tick; ``trace`` has 1 where no spot is available."""

    RULES: ClassVar = (trace_reaches_the_deadline,)
    work: PositiveCount = 172_800
    deadline: PositiveCount
    overhead: PositiveCount
    tick: PositiveCount = 600
    trace: Annotated[str, Field(min_length=1)]

    @property
    def ticks(self) -> int:
        """The number of ticks until the deadline."""
        return self.deadline // self.tick


class Requests(Decision):
    """A decision: a letter for each tick: N for no machine, S for spot, O for on demand."""

    requests: Annotated[str, Field(pattern="^[NSO]*$")]


class Hindsight(Certificate):
    """A certificate: the minimum cost for the known trace, in $1/60,000; it is recomputed."""

    cost: PositiveCount


problem = Problem(
    "spot", SpotTrace, Requests, paper="Can't Be Late, NSDI 2024; GEPA, examples/adrs/can_be_late"
)


@problem.check
def check(instance: SpotTrace, decision: Requests, judge: Judge) -> float:
    """Simulate the work tick by tick; the objective is the cost of all ticks in dollars."""
    done, left, cost, ended = 0, 0, 0, None
    for k, (last, now) in enumerate(pairwise("N" + decision.requests)):
        taken = k >= len(instance.trace) or instance.trace[k] == "1"
        if now == "S" and taken:
            judge.fault("spot", f"tick {k}", "spot is not available")
        if now == "N":
            continue
        if now != last:
            left = instance.overhead
        worked = max(0, instance.tick - left)
        left = max(0, left - instance.tick)
        done += worked
        cost += SPOT if now == "S" else ON_DEMAND
        if done >= instance.work and ended is None:
            ended = (k + 1) * instance.tick
    judge.at_least("work", "seconds", done, instance.work)
    if ended is not None:
        judge.at_most("deadline", "seconds", ended, instance.deadline)
    return float(Fraction(cost * instance.tick, 3600 * 10_000))


@problem.certified
def certified(instance: SpotTrace, stated: Hindsight) -> Fraction:
    """Return the minimum cost, recomputed backwards from the deadline; reject a higher claim.

    Rows contain the remaining cost by the units of work done: ``spot[k]`` and ``demand[k]`` after k
    ticks on a machine of this kind, ``idle`` without a machine.
    """
    unit = gcd(instance.tick, instance.overhead, instance.work)
    step, goal, over = instance.tick // unit, instance.work // unit, instance.overhead // unit
    span = -(-over // step)  # ticks until the overhead is over
    gain = [min(step, max(0, (k + 1) * step - over)) for k in range(span + 1)]
    reached = [np.minimum(np.arange(goal + 1) + g, goal) for g in gain]
    idle = np.full(goal + 1, NEVER)
    idle[goal] = 0
    spot, demand = [idle] * (span + 1), [idle] * (span + 1)
    for k in reversed(range(instance.ticks)):
        go_on = [spot[min(j + 1, span)][reached[j]] + SPOT for j in range(span + 1)]
        if instance.trace[k] == "1":
            go_on = [np.full(goal + 1, NEVER)] * (span + 1)
        stay = [demand[min(j + 1, span)][reached[j]] + ON_DEMAND for j in range(span + 1)]
        rest = np.minimum(idle, np.minimum(go_on[0], stay[0]))
        rest[goal] = 0
        spot = [np.minimum(rest, value) for value in go_on]
        demand = [np.minimum(rest, value) for value in stay]
        idle = rest
    least = int(idle[0]) * instance.tick
    if idle[0] >= NEVER:
        raise UnprovenError("no plan meets the deadline")
    if stated.cost * 600 > least:
        raise UnprovenError(f"the least cost is only {least // 600}")
    return Fraction(least, 3600 * 10_000)


def greedy_requests(instance: SpotTrace) -> str:
    """Return the requests of the seed program, including those that its base class enforces."""
    letters, done, left = "", 0, 0
    for k in range(instance.ticks):
        last = letters[-1:] or "N"
        if last != "N":
            worked = max(0, instance.tick - left)
            left = max(0, left - instance.tick)
            done += worked
        if done >= instance.work:
            break
        spot = instance.trace[k] == "0"
        now = _greedy_request(instance, k, instance.work - done, last, spot)
        if _short(instance, k, instance.work - done + instance.overhead):
            now = "S" if last == "S" and left == 0 else "O"  # forced by the base class
        if now == "S" and not spot:
            now = "N"
        running = "N" if last == "S" and not spot else last
        if now not in ("N", running):
            left = instance.overhead
        letters += now
    return letters


def _greedy_request(instance: SpotTrace, k: int, rest: int, last: str, spot: bool) -> str:
    """Return the greedy request: on demand if waiting or a restart may miss the deadline."""
    if _short(instance, k, rest + instance.overhead):
        return "O"
    if _short(instance, k, rest + 2 * instance.overhead):
        return "S" if last == "S" and spot else "O"
    return "S" if spot else "N"


def _short(instance: SpotTrace, k: int, need: int) -> bool:
    """Return whether work of ``need`` seconds takes all ticks from tick k to the deadline."""
    return -(-need // instance.tick) >= instance.ticks - k


@problem.generate(hours=(2, 4), slack=(1, 3), overhead=[120, 300, 900])
def generate(
    seed: int, *, hours: int = 48, slack: int = 4, overhead: int = 720, share: float = 0.4
) -> SpotTrace:
    """Return a random trace in which spot is unavailable for about a share of the time."""
    rng = np.random.default_rng(seed)
    ticks = (hours + slack) * 6
    state: IntArray = np.zeros(ticks, dtype=np.int64)
    state[0] = rng.random() < share
    for k in range(1, ticks):
        state[k] = state[k - 1] if rng.random() < 0.95 else rng.random() < share
    fields: dict[str, Any] = {"work": hours * 3600, "deadline": ticks * 600, "overhead": overhead}
    return SpotTrace(name=f"spot-{seed}", trace="".join(map(str, state.tolist())), **fields)


_PRICE = {"N": 0, "S": SPOT, "O": ON_DEMAND}


@problem.method(
    kind="exact", paper="a dynamic program over ticks, work done and remaining overhead"
)
def hindsight(instance: SpotTrace, run: Run) -> Answer:
    """Return the cheapest requests for the known trace, which no online program can know."""
    requests = _cheapest(instance)
    if requests is None:
        return Answer(infeasible=False, message="no plan meets the deadline", stopped=run.stopped)
    claim = Hindsight(cost=sum(_PRICE[letter] for letter in requests) * instance.tick // 600)
    bound = safe_bound(certified(instance, claim), "minimize")
    return Answer({"requests": requests}, bound, "certified", claim.as_document())


@problem.method(kind="heuristic", paper="Frontier-CS, initial_greedy.py of cant_be_late")
def greedy(instance: SpotTrace) -> dict[str, str]:
    """Use spot if available, else wait until on demand is necessary to meet the deadline."""
    return {"requests": greedy_requests(instance)}


def _cheapest(instance: SpotTrace) -> str | None:
    """Return the cheapest requests, without N at the end; None if none meet the deadline.

    A state is the kind of machine and its remaining overhead.  ``tables[k][s, done]`` is the least
    cost of the ticks from k on, in state s with so many units of work done.
    """
    unit = gcd(instance.tick, instance.overhead, instance.work)
    step, goal, over = instance.tick // unit, instance.work // unit, instance.overhead // unit
    states: list[tuple[str, int]] = [("N", 0)]
    states += [(kind, max(0, over - k * step)) for kind in "SO" for k in range(1, over // step + 2)]
    states = list(dict.fromkeys(states))

    def tick(s: int, now: str) -> tuple[int, int]:
        """Return the state after a tick with request ``now``, and the tick's work."""
        last, left = states[s]
        left = left if now == last else over
        return (
            (0, 0)
            if now == "N"
            else (states.index((now, max(0, left - step))), max(0, step - left))
        )

    letters = ["NSO" if taken == "0" else "NO" for taken in instance.trace[: instance.ticks]]
    tables = [np.full((len(states), goal + 1), NEVER)]
    tables[0][:, goal] = 0
    for able in reversed(letters):
        before = np.full_like(tables[0], NEVER)
        for s, now in product(range(len(states)), able):
            target, gain = tick(s, now)
            reached = np.minimum(np.arange(goal + 1) + gain, goal)
            np.minimum(before[s], tables[0][target, reached] + _PRICE[now], out=before[s])
        tables.insert(0, before)
    if tables[0][0, 0] >= NEVER:
        return None
    requests, s, done = "", 0, 0
    for able, after in zip(letters, tables[1:], strict=True):
        ends = {now: tick(s, now) for now in able}
        now = min(
            able, key=lambda now: after[ends[now][0], min(done + ends[now][1], goal)] + _PRICE[now]
        )
        requests, s, done = requests + now, ends[now][0], min(done + ends[now][1], goal)
    return requests.rstrip("N")


class OneByOne:
    """The judge's side of a run: it shows the trace tick by tick and records the requests."""

    def __init__(self, instance: SpotTrace) -> None:
        self._trace, self._ticks = instance.trace, instance.ticks
        self._requests: str | None = None

    def reply(self, question: Any) -> bool:
        """Record the request for the last shown tick; return whether the next tick has spot."""
        if self._requests is None:
            self._requests = ""
        elif question in ("N", "S", "O") and len(self._requests) < self._ticks:
            self._requests += question
        else:
            raise ValueError(f"a request must be N, S or O, one per tick, not {question!r:.40}")
        shown = len(self._requests)
        return shown < len(self._trace) and self._trace[shown] == "0"

    def decision(self, answer: Any) -> Any:
        """Return the answer if its requests are the recorded requests, plus at most one more."""
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
    """Return the instances of GEPA's test split with their optima for the known trace."""
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
    """Return the instance that a program sees: without its trace and its name."""
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
