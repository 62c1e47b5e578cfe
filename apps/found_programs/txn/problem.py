"""Transactions in an order: each starts as soon as its conflicts allow, the last slot counts.

Operation number p of a transaction that starts in slot s takes slot s + p - 1.  Two operations on
one key conflict if one of them writes; the later transaction's lies after the earlier one's.  So
transaction j starts d_ij slots after transaction i or later, d_ij = 1 + max(p_a - p_b) over the
conflicts of an operation a of i with b of j.  It may be negative.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from ....core.arrays import FloatArray, IntArray, number_array
from ....core.faults import Fault
from ....core.schema import Instance, Many
from ....validation.catalogue import Problem
from ....validation.judge import Certificate, Decision, Judge, exactly

Operation = tuple[str, str, int]  # r or w, its key, its position from 1


def parts_are_operations(transactions: tuple[str, ...]) -> Iterator[Fault]:
    """A transaction is words r-key, w-key or *, one of them with a key."""
    for k, text in enumerate(transactions):
        words = text.split(" ")
        bad = [word for word in words if word != "*" and word[:2] not in ("r-", "w-")]
        if bad or set(words) == {"*"}:
            rule = "must be words r-key, w-key or *, with a key in one"
            yield Fault.of(f"transactions[{k}]", rule, bad[0] if bad else text)


class Transactions(Instance):
    """Transactions as lines of operations, each of which takes one slot."""

    RULES: ClassVar = (parts_are_operations,)
    transactions: Annotated[Many[str], Field(min_length=1)]


class OrderOfTransactions(Decision):
    """The numbers of the transactions in their order."""

    AXES: ClassVar = {"order": ("transactions",)}
    INDICES: ClassVar = {"order": "transactions"}
    order: Annotated[IntArray, *number_array(1, whole=True, at_least=0)]

    def faults(self, instance: Any) -> Iterator[Any]:
        """Yield what is wrong with the form, and transactions that stand twice."""
        from ....validation.judge.verdict import malformation

        yield from super().faults(instance)
        numbers, counts = np.unique(self.order, return_counts=True)
        for number in numbers[counts > 1].tolist():
            yield malformation("order", f"transaction {number} stands more than once")


class PathPrices(Certificate):
    """Members that all conflict with each other, and a price for coming to each, and to the end.

    They stand in the plan in one order: a path, and whatever the prices are they bound its length.
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
    """Start one transaction after the other; the objective is the last slot."""
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
    """Return the least length of a path through the members, and the shortest of them at its end.

    A path leaves each member once, for another or for the end, and comes to each once, from another
    or from the start.  Its steps d_ij are at least enter_j + min_j (d_ij - enter_j).
    """
    members, enter = prices.members.tolist(), exactly(prices.enter)
    count = len(instance.transactions)
    if len(set(members)) != len(members) or not members or max(members) >= count:
        raise ValueError("the members must be different transactions")
    if len(enter) != len(members) + 1:
        raise ValueError("there must be a price for each member, and one for the end")
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
    """Return by how many slots the second transaction must start after the first."""
    apart = [
        p - q for a, key, p in first for b, other, q in second if key == other and "w" in (a, b)
    ]
    if not apart:
        raise ValueError("two members do not conflict")
    return 1 + max(apart)


@problem.generate(transactions=(2, 6), keys=(1, 5), length=(1, 5))
def generate(
    seed: int, *, transactions: int = 100, keys: int = 300, length: int = 16
) -> Transactions:
    """Return random transactions that all touch the first key; low keys are asked for most."""
    rng = np.random.default_rng(seed)
    lines = []
    for _ in range(transactions):
        chosen = [1, *(1 + int(keys * rng.random() ** 3) for _ in range(length - 1))]
        words = [f"{'w' if rng.random() < 0.5 else 'r'}-{key}" for key in chosen]
        lines.append(" ".join(words[k] for k in rng.permutation(length)))
    return Transactions(name=f"txn-{seed}", transactions=tuple(lines))
