"""Methods for spot: the optimum in hindsight, and the seed program's greedy."""

from math import gcd

import numpy as np

from ....core.arrays import IntArray
from ....core.gaps import safe_bound
from ....core.outcome import Answer
from ....core.run import Run
from .problem import (
    NEVER,
    ON_DEMAND,
    SPOT,
    Hindsight,
    SpotTrace,
    certified,
    greedy_requests,
    problem,
)

_PRICE = {"N": 0, "S": SPOT, "O": ON_DEMAND}


@problem.method(kind="exact", paper="a dynamic program over ticks, work done and overhead left")
def hindsight(instance: SpotTrace, run: Run) -> Answer:
    """Return the cheapest requests for the whole trace, which is unknown beforehand."""
    requests = _cheapest(instance)
    if requests is None:
        return Answer(infeasible=False, message="nobody can be in time", stopped=run.stopped)
    claim = Hindsight(cost=sum(_PRICE[letter] for letter in requests) * instance.tick // 600)
    bound = safe_bound(certified(instance, claim), "minimize")
    return Answer({"requests": requests}, bound, "certified", claim.as_document())


@problem.method(kind="heuristic", paper="Frontier-CS, initial_greedy.py of cant_be_late")
def greedy(instance: SpotTrace) -> dict[str, str]:
    """Take spot where there is one and wait for it otherwise, until it must be on demand."""
    return {"requests": greedy_requests(instance)}


def _cheapest(instance: SpotTrace) -> str | None:
    """Go forward over (kind, overhead left) and work done, and trace the cheapest way back."""
    unit = gcd(instance.tick, instance.overhead, instance.work)
    step, goal, over = instance.tick // unit, instance.work // unit, instance.overhead // unit
    states: list[tuple[str, int]] = [("N", 0)]
    states += [(kind, max(0, over - k * step)) for kind in "SO" for k in range(1, over // step + 2)]
    states = list(dict.fromkeys(states))
    tables = [np.full((len(states), goal + 1), NEVER)]
    tables[0][0, 0] = 0
    for k in range(instance.ticks):
        after = np.full_like(tables[-1], NEVER)
        for s, (last, left) in enumerate(states):
            for now in "NSO" if instance.trace[k] == "0" else "NO":
                target, gain = _next(states, last, left, now, over, step)
                _relax(after[target], tables[-1][s] + _PRICE[now], gain)
        tables.append(after)
    return _back(instance, tables, states, over, step)


def _next(
    states: list[tuple[str, int]], last: str, left: int, now: str, over: int, step: int
) -> tuple[int, int]:
    """Return the state after a tick, and the work done in it."""
    if now == "N":
        return 0, 0
    left = left if now == last else over
    return states.index((now, max(0, left - step))), max(0, step - left)


def _relax(row: IntArray, cost: IntArray, gain: int) -> None:
    goal = len(row) - 1
    cut = goal - gain
    np.minimum(row[gain:goal], cost[:cut], out=row[gain:goal])
    row[goal] = min(row[goal], cost[max(0, cut) :].min())


def _back(
    instance: SpotTrace, tables: list[IntArray], states: list[tuple[str, int]], over: int, step: int
) -> str | None:
    """Return the requests of the cheapest way to the goal, without those after it."""
    goal = tables[0].shape[1] - 1
    k = len(tables) - 1
    s, done = int(tables[k][:, goal].argmin()), goal
    if tables[k][s, goal] >= NEVER:
        return None
    letters = ""
    while k:
        k -= 1
        now, s, done = _step_before(instance, tables, states, (k, s, done), (over, step))
        letters = now + letters
    return letters.rstrip("N")


def _step_before(
    instance: SpotTrace,
    tables: list[IntArray],
    states: list[tuple[str, int]],
    place: tuple[int, int, int],
    size: tuple[int, int],
) -> tuple[str, int, int]:
    """Return the request of a tick, and the state before it, on a cheapest way to a place."""
    k, target, done = place
    goal = tables[0].shape[1] - 1
    for s, (last, left) in enumerate(states):
        for now in "NSO" if instance.trace[k] == "0" else "NO":
            to, gain = _next(states, last, left, now, *size)
            if to != target:
                continue
            least = max(0, done - gain)
            first = tables[k][s, least : (done if done == goal else least) + 1]
            paid = tables[k + 1][target, done] - _PRICE[now]
            if done >= gain and (hits := np.flatnonzero(first == paid)).size:
                return now, s, least + int(hits[0])
    raise AssertionError("a place without a way to it")
