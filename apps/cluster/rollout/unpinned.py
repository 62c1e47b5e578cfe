"""The best plan without pins: machines that become free wherever the scheduler puts pods.

The decision is the set of machines to free, and the order in which pods leave.  Replays in many
orders can refute a set; a set that none refutes is reported with the number of replays.  The final
test uses seeds that the search has not used.  Sets proven by weights (see `always_schedulable`)
hold whatever the scheduler does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ....core.arrays import IntArray
from ....core.faults import agreeing
from ....core.run import Run
from ....instances.consolidation import Consolidation
from .always_schedulable import proofs_of
from .replays import EvictionOrder, ManyOrders, landing_of
from .set_search import MANY, SetSearch, best_set

_LEARNT, _LEAST = 10, 20  # seeds of a test that failed, and replays of any test
_FRESH = 1_000_000  # where the seeds of tests begin
_SEARCH = 0.5  # of the time; the rest is for the test


@dataclass(frozen=True)
class WithoutPins:
    """The machines that become free without pins, where pods end in one replay, and the claim.

    ``machine`` is None if no plan was found; ``why`` has the reason.

    All of ``replays`` replays with fresh seeds succeeded; ``refuted`` counts the sets of machines
    that passed the search and failed such a test.  For the ``proven`` machines it is proven that
    they become free wherever the scheduler puts the pods.
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
        """The evidence for all machines to be freed."""
        if len(self.freed) == 0:
            return "nothing moves"
        return "proven" if set(self.freed.tolist()) <= set(self.proven.tolist()) else "replayed"

    def details(self, instance: Consolidation) -> dict[str, Any]:
        """Return the claim as a JSON document.

        If none of n replays fails, at most 3 / n of all orders fail, at 95% confidence.
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
    starts: Sequence[IntArray],
    order: EvictionOrder,
    run: Run,
    *,
    replays: int = 1_000,
) -> WithoutPins:
    """Return the best set of machines to free that no replay refutes.

    ``starts`` are plans: the part of each in which all pods find a node is always determined, and
    the answer is at least as good.  ``replays`` replays with fresh seeds test the final set.  After
    a failure the seeds that failed join the search, and the test is repeated with other seeds.
    """
    search = SetSearch(instance, order, run)
    if why := _why_overfull(search):
        return _nothing_moves(search, why)
    tests, wanted = _Tests(search), [search.wanted(start) for start in starts]
    left = [search.relieve(each) for each in wanted]
    least = min(_LEAST, replays)
    first = tests.near(max([search.order[:0], *left], key=search.gain), least)
    chosen = search.order[:0] if first is None else first.freed[len(search.must) :]
    with run.first_part(_SEARCH):
        better = best_set(search, chosen, wanted)
    found = tests.near(better, replays, above=chosen) if len(better) else None
    if found is None and first is not None:
        found = first if run.should_stop() else tests.near(chosen, replays)
    return _nothing_moves(search, "") if found is None else found


class _Tests:
    """Tests of sets of machines with seeds that the search has not used."""

    def __init__(self, search: SetSearch) -> None:
        self.search, self.begun = search, _FRESH * (1 + search.run.seed)

    def near(
        self, chosen: IntArray, replays: int, above: IntArray | None = None
    ) -> WithoutPins | None:
        """Return a set that passes its test: the chosen one, or a set near it; None if none does.

        With ``above`` it must be better than this set, and the time limit applies.
        """
        search = self.search
        while len(freed := search.with_must(chosen)):
            if above is not None and search.gain(chosen) <= search.gain(above):
                break
            landing, blamed = landing_of(search.orders, freed)
            if landing is None:
                if len(chosen) == 0:
                    break
                chosen = _without(chosen, blamed)
                continue
            seeds = range(self.begun, self.begun + replays)
            self.begun += replays
            fresh = _seeds_in_time(seeds, min(_LEAST, replays), search.run)
            tally = search.orders.tally(freed, fresh, stop_at=_LEARNT)
            if tally.replays and not tally.failed:
                proven, order = _proven(search, freed), search.orders.order
                return WithoutPins(order, freed, landing, tally.replays, search.refuted, proven)
            search.refuted += len(tally.failed) > 0
            search.learn(tally.failed)
            if len(chosen) == 0 or (above is not None and search.run.should_stop()):
                break
            chosen = search.again(chosen)
        return None


def _seeds_in_time(seeds: range, enough: int, run: Run) -> Iterator[int]:
    """Yield seeds until the time is up, but at least ``enough`` of them."""
    for number, seed in enumerate(seeds):
        if number >= enough and run.should_stop():
            return
        yield seed


def _without(chosen: IntArray, blamed: IntArray) -> IntArray:
    """Return the chosen machines without the blamed ones; no machine if none is blamed."""
    fewer = chosen[~np.isin(chosen, blamed)]
    return fewer if len(fewer) < len(chosen) else fewer[:0]


def _why_overfull(search: SetSearch) -> str:
    """Return why no plan without pins relieves the overfull machines; "" if one may."""
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
    """Return a plan that frees nothing, unless machines are overfull or a pod gets no place."""
    instance, order, nothing = search.instance, search.orders.order, search.order[:0]
    machine: IntArray | None = None
    if len(search.must) == 0:
        everywhere = ManyOrders(instance, order, open_=~instance.offered)
        machine, _ = landing_of(everywhere, nothing)  # pods that wait find a place all the same
        if machine is None and (instance.home >= 0).all():
            machine = instance.home
        why = why if machine is not None else "a waiting pod gets no place within the time limit"
    elif not why:
        why = f"{_overfull(search, search.must)} in the replays or in the time limit"
    return WithoutPins(order, nothing, machine, 0, search.refuted, nothing, why)


def _proven(search: SetSearch, freed: IntArray) -> IntArray:
    """Return machines that are proven to become free: all, or as many as a greedy search adds."""
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
