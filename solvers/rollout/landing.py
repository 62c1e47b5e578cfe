"""Where pods end in a replay, so that a plan may say it: no rule is broken in the end.

The scheduler looks at rules only where it places a pod.  A pod may land beside a mate that leaves
later.  A plan looks at the end, so that such pods are placed once more.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...instances.consolidation import WITH, RuleBook, counts_of, holds, overfull, rules_hold
from .many_orders import ManyOrders
from .scheduler_steps import SchedulerState, evict, place

_LANDINGS, _PASSES = 10, 6


def landing_of(orders: ManyOrders, freed: IntArray) -> tuple[IntArray | None, IntArray]:
    """Return where pods end that leave some machines.

    Where rules forbid every end that is tried, return None and the machines that hold what is in
    the way now.
    """
    instance, book = orders.instance, orders.arrays.book
    blamed = freed
    for seed in range(_LANDINGS):
        state, late = orders.replay(freed, seed)
        for _ in range(_PASSES):
            if late or rules_hold(book, state.machine):
                break
            late = _place_again(orders, state)
        if not late and rules_hold(book, state.machine):
            if len(overfull(instance, state.machine)) == 0:
                return state.machine, freed[:0]
        elif 0 < len(culprits := _machines_to_blame(book, state, freed)) < len(blamed):
            blamed = culprits
    return None, blamed


def _machines_to_blame(book: RuleBook, state: SchedulerState, freed: IntArray) -> IntArray:
    """Return the machines from which items of broken rules have come, or on which they waited."""
    counts = counts_of(book, state.machine)
    broken = [r for r in range(len(book.kind)) if not holds(book, counts, state.machine, r)]
    members = [book.member[book.begin[r] : book.begin[r + 1]] for r in broken]
    homes = book.home[np.concatenate([*members, np.flatnonzero(state.machine < 0)])]
    return freed[np.isin(freed, homes)]


def _place_again(orders: ManyOrders, state: SchedulerState) -> int:
    """Place what has moved and breaks a rule once more; return how many find no node."""
    never = np.zeros_like(orders.arrays.tolerates_cordon)  # a plan sends no pod to a closed node
    arrays, book = orders.arrays._replace(tolerates_cordon=never), orders.arrays.book
    counts, first = counts_of(book, state.machine), np.zeros(1, dtype=np.int64)
    lost = 0
    for r in range(len(book.kind)):
        if holds(book, counts, state.machine, r):
            continue
        members = book.member[book.begin[r] : book.begin[r + 1]][::-1]  # others, then items
        moved = members[state.machine[members] != book.home[members]]
        for i in moved.tolist():
            evict(arrays, state, i)
        lacking = _lacking(book, state, r)
        for i in moved.tolist():
            near = state.open & lacking[0] if lacking else state.open
            j = place(arrays, state._replace(open=near), i, -1, first)
            if j >= 0:
                lacking = lacking[1:]
            else:
                lost += place(arrays, state, i, -1, first) < 0
        counts = counts_of(book, state.machine)
    return lost


def _lacking(book: RuleBook, state: SchedulerState, r: int) -> list[BoolArray]:
    """Return the nodes of each domain in which items that stay have none of the others."""
    if book.kind[r] != WITH:
        return []
    domain = book.domain[book.level[r]]
    at = {int(domain[j]) for j in _places(book, state, int(book.begin[r]), int(book.middle[r]))}
    end = int(book.begin[r + 1])
    met = {int(domain[j]) for j in _places(book, state, int(book.middle[r]), end)}
    return [domain == d for d in sorted(at - met - {-1})]


def _places(book: RuleBook, state: SchedulerState, begin: int, end: int) -> list[int]:
    machines = state.machine[book.member[begin:end]]
    return [int(j) for j in machines if j >= 0]
