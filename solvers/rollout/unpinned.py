"""The best plan without pins: machines that become free wherever the scheduler puts the pods.

The decision is which machines to free, and in which order pods leave.  Replays in many orders
refute; what no replay refutes is said to hold in so many replays.  The seeds of the search are
never those of the last test.  What weights prove (see `blocking`) holds whatever the scheduler
does.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

import numpy as np

from ...core.arrays import IntArray
from ...core.run import Run
from ...core.words import agreeing
from ...instances.consolidation import Consolidation
from .blocking import proofs_of
from .landing import landing_of
from .many_orders import EvictionOrder, ManyOrders
from .set_search import MANY, SetSearch, best_set

_LEARNT = 10  # seeds of a test that failed
_FRESH = 1_000_000  # where the seeds of tests begin
_SEARCH = 0.6  # of the time; what is left is for the test


@dataclass(frozen=True)
class WithoutPins:
    """Machines that become free without pins, where pods ended in one replay, and the claim.

    There is no ``machine`` where no plan was found; ``why`` says so.

    ``replays`` with seeds that the search has not seen all held; ``refuted`` counts the sets of
    machines that passed the search and failed such a test.  Of ``proven`` machines it is proven
    that they become free wherever the scheduler puts the pods.
    """

    order: EvictionOrder
    freed: IntArray
    machine: IntArray | None
    replays: int
    refuted: int
    proven: IntArray
    why: str = ""

    @property
    def claim(self) -> Literal["nothing moves", "replayed", "proven"]:
        """What is shown of all machines to be freed."""
        if len(self.freed) == 0:
            return "nothing moves"
        return "proven" if set(self.freed.tolist()) <= set(self.proven.tolist()) else "replayed"

    def details(self, instance: Consolidation) -> dict[str, Any]:
        """Return the claim as plain data.

        Where no replay of n fails, fewer than 3 / n of all orders do, at 95%.
        """
        return {
            "order": self.order,
            "freed_without_pins": [instance.sites[j].name for j in self.freed.tolist()],
            "claim": self.claim,
            "replays": self.replays,
            "failing_at_most": round(3 / self.replays, 6) if self.replays else None,
            "refuted": self.refuted,
            "proven_without_pins": [instance.sites[j].name for j in self.proven.tolist()],
        }


def without_pins(
    instance: Consolidation,
    start: IntArray | None,
    order: EvictionOrder,
    run: Run,
    *,
    replays: int = 1_000,
) -> WithoutPins:
    """Return the best set of machines to free that no replay refutes.

    ``start`` is a plan whose machines are tried first; ``replays`` with fresh seeds test the set
    in the end.  After a failure the seeds that failed join the search, and the test begins anew
    with others.
    """
    search = SetSearch(instance, order, run)
    why = _why_overfull(search)
    chosen = search.order[:0]
    if not why:
        with run.first_part(_SEARCH):
            chosen = best_set(search, start)
    begun = _FRESH * (1 + run.seed)
    while not why and len(freed := search.with_must(chosen)):
        landing, blamed = landing_of(search.orders, freed)
        if landing is not None:
            fresh = takewhile(lambda _: not run.should_stop(), range(begun, begun + replays))
            tally = search.orders.tally(freed, fresh, stop_at=_LEARNT)
            if tally.replays and not tally.failed:
                proven = _proven(search, freed)
                return WithoutPins(order, freed, landing, tally.replays, search.refuted, proven)
            begun += replays
            search.refuted += len(tally.failed) > 0
            search.seeds[:0] = tally.failed
        if len(chosen) == 0 or run.should_stop():
            break
        chosen = search.again(chosen) if landing is not None else _without(chosen, blamed)
    return _nothing_moves(search, why)


def _without(chosen: IntArray, blamed: IntArray) -> IntArray:
    """Return the machines that are not to blame that no plan says where the pods end."""
    fewer = chosen[~np.isin(chosen, blamed)]
    return fewer if len(fewer) < len(chosen) else fewer[:0]


def _why_overfull(search: SetSearch) -> str:
    """Return why no plan without pins relieves the machines that are overfull now, if none can."""
    if len(search.must) == 0:
        return ""
    stuck = search.stuck
    if len(stuck) == 0 and len(search.orders.coming_back(search.must)):
        stuck = search.must
    if len(stuck):
        return f"{_overfull(search, stuck)}: it is kept, or a pod there stays or may come back"
    if not search.affordable(search.must):
        return f"{_overfull(search, search.must)} within the budget for migrations"
    return ""


def _overfull(search: SetSearch, machines: IntArray) -> str:
    names = ", ".join(search.instance.sites[j].name for j in machines.tolist())
    overfull = agreeing(len(machines), "are overfull now, and no plan without pins frees them")
    return f"{names} {overfull}"


def _nothing_moves(search: SetSearch, why: str) -> WithoutPins:
    """Return a plan that frees nothing, unless machines are overfull or a pod finds no place."""
    instance, order, nothing = search.instance, search.orders.order, search.order[:0]
    machine: IntArray | None = None
    if len(search.must) == 0:
        everywhere = ManyOrders(instance, order, open_=~instance.offered)
        machine, _ = landing_of(everywhere, nothing)  # pods that wait find a place all the same
        if machine is None and (instance.home >= 0).all():
            machine = instance.home
        why = why if machine is not None else "a pod that waits finds no place in time"
    elif not why:
        why = f"{_overfull(search, search.must)} in the replays, or in time"
    return WithoutPins(order, nothing, machine, 0, search.refuted, nothing, why)


def _proven(search: SetSearch, freed: IntArray) -> IntArray:
    """Return machines of which it is proven that they become free: all, or as many as are added."""
    if proofs_of(search.orders, freed, search.run) is not None:
        return freed
    proven = freed[:0]
    for j in search.order.tolist():
        if len(search.order) > MANY or search.run.should_stop():
            break
        more = np.append(proven, j)
        if search.affordable(more) and proofs_of(search.orders, more, search.run) is not None:
            proven = more
    return proven
