"""Methods for transactions: annealing with a certified bound, and the seed program's sampling."""

import random

import numpy as np
from scipy.optimize import linprog

from ....core.arrays import FloatArray, IntArray
from ....core.gaps import safe_bound
from ....core.outcome import Answer
from ....core.run import Run
from .problem import PathPrices, Transactions, certified, operations, problem

_APART = -(10**6)  # the distance of two transactions that do not conflict
_MOST_STEPS = 20_000


def distances(instance: Transactions) -> IntArray:
    """Return d_ij: by how many slots j must start after i, if i comes first."""
    lines = [operations(text) for text in instance.transactions]
    touched: dict[str, list[tuple[int, str, int]]] = {}
    for k, line in enumerate(lines):
        for kind, key, position in line:
            touched.setdefault(key, []).append((k, kind, position))
    table = np.full((len(lines), len(lines)), _APART, dtype=np.int64)
    for group in touched.values():
        for i, a, p in group:
            for j, b, q in group:
                if i != j and "w" in (a, b):
                    table[i, j] = max(table[i, j], 1 + p - q)
    return table


def last_slot(table: IntArray, length: IntArray, order: IntArray) -> int:
    """Return the last slot of an order."""
    start = np.ones(len(order), dtype=np.int64)
    sorted_table = table[np.ix_(order, order)]
    for j in range(1, len(order)):
        start[j] = max(1, int((start[:j] + sorted_table[:j, j]).max()))
    return int((start + length[order] - 1).max())


@problem.method(kind="heuristic", paper="SkyDiscover's initial program")
def sampling(instance: Transactions, run: Run, *, samples: int = 10, seed: int = 0) -> Answer:
    """Append, of ten transactions drawn at random, the one after which the last slot is least."""
    return Answer(decision={"order": _sample_order(instance, samples, seed)}, stopped=run.stopped)


def _sample_order(instance: Transactions, samples: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    table, length = distances(instance), _lengths(instance)
    left = list(range(len(length)))
    rng.shuffle(left)
    start: dict[int, int] = {}

    def begins(k: int) -> int:
        return max([1, *(s + int(table[i, k]) for i, s in start.items())])

    while left:
        drawn = left[-samples:]
        best = min(drawn, key=lambda k: begins(k) + int(length[k]))
        start[best] = begins(best)
        left.remove(best)
        rng.shuffle(left)
    return list(start)


def _lengths(instance: Transactions) -> IntArray:
    return np.array([len(text.split(" ")) for text in instance.transactions])


@problem.method(kind="heuristic")
def annealing(instance: Transactions, run: Run, *, steps: int = 2000, seed: int = 0) -> Answer:
    """Move transactions in the order, worse ones too while it is hot; prices certify a bound."""
    rng = np.random.default_rng(seed)
    table, length = distances(instance), _lengths(instance)
    order = best = np.array(_sample_order(instance, 10, seed))
    value = least = last_slot(table, length, order)
    for step in range(min(steps, _MOST_STEPS)):
        if run.should_stop() or len(order) == 1:
            break
        i, j = rng.integers(len(order), size=2)
        moved = np.insert(np.delete(order, i), j, order[i])
        new = last_slot(table, length, moved)
        heat = 2.0 * (1 - step / steps) + 1e-9
        if new <= value or rng.random() < np.exp((value - new) / heat):
            order, value = moved, new
        if value < least:
            best, least = order, value
    prices = path_prices(instance, table)
    bound = safe_bound(certified(instance, prices), "minimize")
    return Answer(
        {"order": best.tolist()}, bound, "certified", prices.as_document(), stopped=run.stopped
    )


def path_prices(instance: Transactions, table: IntArray) -> PathPrices:
    """Return prices for a group that all conflict, found greedily: duals of an assignment."""
    conflict = table > _APART
    members: list[int] = []
    for k in np.argsort(-conflict.sum(axis=1), kind="stable").tolist():
        if all(conflict[k, m] and conflict[m, k] for m in members):
            members.append(k)
    return PathPrices(members=np.array(members), enter=_duals(table[np.ix_(members, members)]))


def _duals(table: IntArray) -> FloatArray:
    """Return the price of entering each node and the end, of the cheapest assignment of steps."""
    n = len(table)
    cost = np.zeros((n + 1, n + 1))
    cost[:n, :n] = table
    leave, enter = np.divmod(np.arange((n + 1) ** 2), n + 1)
    kept = (leave != enter) | (leave == n)
    rows = np.zeros((kept.sum(), 2 * (n + 1)))
    rows[np.arange(len(rows)), leave[kept]] = 1
    rows[np.arange(len(rows)), n + 1 + enter[kept]] = 1
    if n == 1:
        return np.zeros(2)
    program = linprog(-np.ones(2 * (n + 1)), A_ub=rows, b_ub=cost.ravel()[kept], bounds=(-1e5, 1e5))
    assert program.x is not None  # the origin is a point of it, and all is bounded
    return np.round(program.x[n + 1 :], 6)
