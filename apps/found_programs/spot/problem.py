"""Can't be late: work that runs on spot or on demand, and must end by its deadline.

Time goes in ticks.  In each tick nothing runs, or a spot machine where the trace leaves one, or a
machine on demand; a tick is paid whole.  A start, a change of kind, and resuming after spot was
taken cost the overhead first, which replaces what is left of an older one.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from ....core.arrays import IntArray
from ....core.faults import Fault
from ....core.schema import Instance, PositiveCount
from ....validation.catalogue import Problem
from ....validation.judge import Certificate, Decision, Judge

SPOT, ON_DEMAND = 9731, 30600  # ten-thousandths of a dollar for an hour
NEVER = 2**40


def trace_reaches_the_deadline(trace: str, deadline: int, tick: int) -> Iterator[Fault]:
    """The trace has a 0 or 1 for each tick until the deadline."""
    if set(trace) - {"0", "1"}:
        yield Fault("trace", "must be of 0 (spot is available) and 1 (taken)")
    if deadline % tick:
        yield Fault.of("deadline", "must be a whole number of ticks", deadline)
    if len(trace) * tick < deadline:
        yield Fault.of("trace", "must reach the deadline", len(trace))


class SpotTrace(Instance):
    """Seconds of work, deadline, overhead and tick; for each tick whether spot is taken."""

    RULES: ClassVar = (trace_reaches_the_deadline,)
    work: PositiveCount = 172_800
    deadline: PositiveCount
    overhead: PositiveCount
    tick: PositiveCount = 600
    trace: Annotated[str, Field(min_length=1)]

    @property
    def ticks(self) -> int:
        """The ticks until the deadline."""
        return self.deadline // self.tick


class Requests(Decision):
    """A letter for each tick: N for none, S for spot, O for on demand."""

    requests: Annotated[str, Field(pattern="^[NSO]*$")]


class Hindsight(Certificate):
    """The least cost with the trace known, in sixty-thousandths of a dollar; computed again."""

    cost: PositiveCount


problem = Problem(
    "spot", SpotTrace, Requests, paper="Can't Be Late, NSDI 2024; GEPA, examples/adrs/can_be_late"
)


@problem.check
def check(instance: SpotTrace, decision: Requests, judge: Judge) -> float:
    """Do the work tick by tick; the objective is what all ticks cost, in dollars."""
    done, left, cost, ended = 0, 0, 0, None
    for k, (last, now) in enumerate(pairwise("N" + decision.requests)):
        taken = k >= len(instance.trace) or instance.trace[k] == "1"
        if now == "S" and taken:
            judge.fault("spot", f"tick {k}", "spot is taken")
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
    """Return the least cost, computed again from the deadline back; the claim must not be above.

    ``ahead[k]`` is, by units of work done, the cost to come after k - 1 ticks of one machine; row 0
    is after none.  Spot has the first block of rows, on demand the second.
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
        raise ValueError("nobody can be in time")
    if stated.cost * 600 > least:
        raise ValueError(f"the least cost is {least // 600}")
    return Fraction(least, 3600 * 10_000)


def greedy_requests(instance: SpotTrace) -> str:
    """Return the requests of the seed program, with what its base class forces."""
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
    """Return what the greedy asks for: no wait where a second overhead would be too much."""
    if _short(instance, k, rest + instance.overhead):
        return "O"
    if _short(instance, k, rest + 2 * instance.overhead):
        return "S" if last == "S" and spot else "O"
    return "S" if spot else "N"


def _short(instance: SpotTrace, k: int, need: int) -> bool:
    """Return whether the ticks that are left in tick k are no more than are needed."""
    return -(-need // instance.tick) >= instance.ticks - k


@problem.generate(hours=(2, 4), slack=(1, 3), overhead=[120, 300, 900])
def generate(
    seed: int, *, hours: int = 48, slack: int = 4, overhead: int = 720, share: float = 0.4
) -> SpotTrace:
    """Return a random trace: spot comes and goes, and is taken for a share of the time."""
    rng = np.random.default_rng(seed)
    ticks = (hours + slack) * 6
    state: IntArray = np.zeros(ticks, dtype=np.int64)
    state[0] = rng.random() < share
    for k in range(1, ticks):
        state[k] = state[k - 1] if rng.random() < 0.95 else rng.random() < share
    fields: dict[str, Any] = {"work": hours * 3600, "deadline": ticks * 600, "overhead": overhead}
    return SpotTrace(name=f"spot-{seed}", trace="".join(map(str, state.tolist())), **fields)
