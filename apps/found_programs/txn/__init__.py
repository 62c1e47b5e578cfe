"""Transactions: an order of reads and writes, so that the last slot comes early."""

import json
from collections.abc import Sequence
from functools import cache

from ....core.outcome import BoundKind
from ..task import DATA, INSIDE, Known, Reference, Task, solved
from . import methods
from .problem import PathPrices, Transactions, certified, generate, problem

__all__ = [
    "PathPrices",
    "Transactions",
    "certified",
    "fresh",
    "generate",
    "methods",
    "problem",
    "references",
    "score",
    "task",
]

_TRUST: dict[int, BoundKind] = {1: "certified", 2: "certified", 3: "solver"}


@cache
def references() -> list[Reference]:
    """Return the three workloads with their bounds."""
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
    """Return three new workloads, bounded now."""
    return solved([generate(3 * seed + k) for k in range(3)], "annealing", 60)


def score(objectives: Sequence[float]) -> float:
    """Return 10^6 / (1 + sum of the last slots)."""
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
