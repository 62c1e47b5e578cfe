"""Transactions: an order of reads and writes that minimises the last slot.

A plan orders the transactions; each starts as soon as its conflicts with earlier ones allow.

Operation number p of a transaction that starts in slot s takes slot s + p - 1.  Two operations on
one key conflict if one of them writes; that of the later transaction must come later.  So
transaction j starts at least d_ij slots after an earlier transaction i.  Here d_ij is 1 + max(p_a -
p_b) over conflicting operations a of i and b of j.  It may be negative.
"""

import json
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field
from scipy.optimize import linprog

from optgap.faults import Fault
from optgap.problem import (
    Answer,
    Certificate,
    Decision,
    FloatArray,
    Instance,
    IntArray,
    Judge,
    Many,
    Problem,
    exactly,
    number_array,
)
from optgap.running import BoundKind, Run, UnprovenError, safe_bound

from .task import DATA, INSIDE, Known, Reference, Task, solved

Operation = tuple[str, str, int]  # r or w, its key, its position from 1


def parts_are_operations(transactions: tuple[str, ...]) -> Iterator[Fault]:
    """A transaction is a list of words r-key, w-key or *, at least one of them with a key."""
    for k, text in enumerate(transactions):
        words = text.split(" ")
        bad = [word for word in words if word != "*" and word[:2] not in ("r-", "w-")]
        if bad or set(words) == {"*"}:
            rule = "must be words r-key, w-key or *, and at least one must have a key"
            yield Fault.of(f"transactions[{k}]", rule, bad[0] if bad else text)


class Transactions(Instance):
    """Transactions as lines of operations, each of which takes one slot."""

    RULES: ClassVar = (parts_are_operations,)
    transactions: Annotated[Many[str], Field(min_length=1)]


class OrderOfTransactions(Decision):
    """A decision: the numbers of the transactions in their order."""

    AXES: ClassVar = {"order": ("transactions",)}
    INDICES: ClassVar = {"order": "transactions"}
    order: Annotated[IntArray, *number_array(1, whole=True, at_least=0)]

    def faults(self, instance: Any) -> Iterator[Any]:
        """Yield the faults of the form, and transactions that occur twice."""
        from optgap.running import malformation

        yield from super().faults(instance)
        numbers, counts = np.unique(self.order, return_counts=True)
        for number in numbers[counts > 1].tolist():
            yield malformation("order", f"transaction {number} appears more than once")


class PathPrices(Certificate):
    """Transactions that all conflict with each other, with prices for entering each and the end.

    In every plan the members form a path; any prices of entering give a lower bound on its length.
    """

    members: Annotated[IntArray, *number_array(1, whole=True, at_least=0)]
    enter: Annotated[FloatArray, *number_array(1)]


problem = Problem(
    "txn", Transactions, OrderOfTransactions, paper="SkyDiscover, benchmarks/ADRS/txn_scheduling"
)


def operations(text: str) -> list[Operation]:
    """Return the operations of a transaction that have a key."""
    words = enumerate(text.split(" "), start=1)
    return [(word[0], word[2:], k) for k, word in words if word != "*"]


@problem.check
def check(instance: Transactions, decision: OrderOfTransactions, judge: Judge) -> int:
    """Start the transactions one after another; the objective is the last slot."""
    written: dict[str, int] = {}
    touched: dict[str, int] = {}
    last = 0
    for k in decision.order.tolist():
        own = operations(instance.transactions[k])
        start = 1
        for kind, key, position in own:
            before = (touched if kind == "w" else written).get(key, 0)
            start = max(start, before + 2 - position)
        for kind, key, position in own:
            slot = start + position - 1
            touched[key] = max(touched.get(key, 0), slot)
            if kind == "w":
                written[key] = max(written.get(key, 0), slot)
        last = max(last, start + len(instance.transactions[k].split(" ")) - 1)
    return last


@problem.certified
def certified(instance: Transactions, prices: PathPrices) -> Fraction:
    """Return a lower bound on the last slot: a path through the members, and the shortest member.

    A path leaves each member once, to another member or the end, and enters each member once, from
    another member or the start.  A step from i to j takes d_ij slots, which is at least
    enter_j + min_k (d_ik - enter_k).
    """
    members, enter = prices.members.tolist(), exactly(prices.enter)
    count = len(instance.transactions)
    if len(set(members)) != len(members) or not members or max(members) >= count:
        raise UnprovenError("the members must be different transactions")
    if len(enter) != len(members) + 1:
        raise UnprovenError("there must be a price for each member, and one for the end")
    own = [operations(instance.transactions[k]) for k in members]
    length = sum(enter) + min(-price for price in enter[:-1])
    for i, first in enumerate(own):
        steps = [-enter[-1]]
        for j, second in enumerate(own):
            if i != j:
                steps.append(_distance(first, second) - enter[j])
        length += min(steps)
    return Fraction(length) + min(len(instance.transactions[k].split(" ")) for k in members)


def _distance(first: list[Operation], second: list[Operation]) -> int:
    """Return the least number of slots from the start of ``first`` to the start of ``second``."""
    apart = [
        p - q for a, key, p in first for b, other, q in second if key == other and "w" in (a, b)
    ]
    if not apart:
        raise UnprovenError("two members do not conflict with each other")
    return 1 + max(apart)


@problem.generate(transactions=(2, 6), keys=(1, 5), length=(1, 5))
def generate(
    seed: int, *, transactions: int = 100, keys: int = 300, length: int = 16
) -> Transactions:
    """Return random transactions that all use the first key; low keys are most frequent."""
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(transactions):
        chosen = [1, *(1 + int(keys * rng.random() ** 3) for _ in range(length - 1))]
        words = [f"{'w' if rng.random() < 0.5 else 'r'}-{key}" for key in chosen]
        lines.append(" ".join(words[k] for k in rng.permutation(length)))
    return Transactions(name=f"txn-{seed}", transactions=tuple(lines))


_APART = -(10**6)  # the distance of two transactions that do not conflict
_MOST_STEPS = 20_000


def distances(instance: Transactions) -> IntArray:
    """Return d_ij, the least number of slots from the start of i to that of a later j."""
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
    """Return the last slot that the transactions use if they come in this order."""
    start = np.ones(len(order), dtype=np.int64)
    sorted_table = table[np.ix_(order, order)]
    for j in range(1, len(order)):
        start[j] = max(1, int((start[:j] + sorted_table[:j, j]).max()))
    return int((start + length[order] - 1).max())


@problem.method(kind="heuristic", paper="SkyDiscover's initial program")
def sampling(instance: Transactions, run: Run, *, samples: int = 10, seed: int = 0) -> Answer:
    """Append, again and again, the transaction among random ones that gives the least last slot."""
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
    """Simulated annealing over positions of transactions; prices certify a bound."""
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
    """Return prices for a greedy group of transactions that all conflict with each other."""
    conflict = table > _APART
    members: list[int] = []
    for k in np.argsort(-conflict.sum(axis=1), kind="stable").tolist():
        if all(conflict[k, m] and conflict[m, k] for m in members):
            members.append(k)
    return PathPrices(members=np.array(members), enter=_duals(table[np.ix_(members, members)]))


def _duals(table: IntArray) -> FloatArray:
    """Return the price of entering each node and the end: duals of an assignment problem."""
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


_TRUST: dict[int, BoundKind] = {1: "certified", 2: "certified", 3: "solver"}


@cache
def references() -> list[Reference]:
    """Return the three published workloads with their bounds."""
    folder = DATA / "txn"
    known = json.loads((folder / "best_known.json").read_text())
    return [
        Reference(
            Transactions(
                name=f"workload_{k}",
                transactions=json.loads((folder / f"workload_{k}.json").read_text())[
                    "transactions"
                ],
            ),
            float(known[f"workload_{k}"]["lower_bound"]),
            trust,
        )
        for k, trust in _TRUST.items()
    ]


def fresh(seed: int) -> list[Reference]:
    """Return three new workloads with bounds computed now."""
    return solved([generate(3 * seed + k) for k in range(3)], "annealing", 60)


def score(objectives: Sequence[float]) -> float:
    """Return the framework's score: 10^6 / (1 + sum of the last slots)."""
    return 1000 / (1 + sum(objectives)) * 1000


task = Task(
    name="txn",
    problem=problem,
    statement="""\
Order 100 transactions.  `get_best_schedule(workload, num_seqs)` returns a makespan and a list of
the numbers 0 to workload.num_txns - 1 in some order.  `workload.txns[k]` lists the operations of a
transaction: (r or w, key, position, length).  In the order, every transaction starts in the first
slot at which each of its operations lies after all conflicting ones (same key, one of them a write)
of earlier transactions.  `workload.get_opt_seq_cost(sequence)` is the last slot.  Minimise it.""",
    function="get_best_schedule(workload, num_seqs)",
    adapter=INSIDE / "txn.py",
    program="txn/initial_program.txt",
    references=references,
    fresh=fresh,
    score=score,
    seconds=600,
    record=Known(
        proven="bounds 127, 27, 28: score at most 5464.5",
        best="150 + 33 + 28 = 211: 4717.0",
        human="366: 2724.8",
        published="229: 4347.83",
    ),
)
