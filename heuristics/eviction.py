"""Heuristics of eviction: coldest first, greedy, rounding, and a primal-dual algorithm.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 5.2, prefers cold instances; we read this as:
evict the coldest first.  ``primal_dual`` is the algorithm of Carnes and Shmoys ("Primal-dual schema
for capacitated covering problems", Math. Program. 153, 2015).
"""

from fractions import Fraction
from heapq import heapify, heappop, heapreplace
from math import ceil
from typing import Annotated

import numpy as np
from pydantic import Field

from ..core.arrays import FloatArray, IntArray
from ..core.outcome import Answer, CertifiedBound, Decision
from ..core.records import column
from ..core.run import Run
from ..instances.eviction import Eviction
from ..solvers.eviction import cheap_bound, impossible, relaxed, temperature

Prune = Annotated[bool, Field(description="drop unnecessary residents, the hottest first")]


def coldest_first(
    instance: Eviction,
    run: Run,
    *,
    skip: Annotated[
        bool, Field(description="skip residents that free none of the missing resources")
    ] = False,
    prune: Prune = False,
) -> Answer:
    """Evict in order of temperature until the need is covered; ties in file order.

    ``skip`` skips residents that free none of the missing amounts; ``prune`` drops unnecessary
    residents, the hottest first. No plan has a colder hottest evicted resident.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    order = _coldest(instance)
    evicted = _useful(instance, order) if skip else _first_enough(instance, order)
    return _answer(instance, run, _prune(instance, evicted) if prune else evicted)


def _coldest(instance: Eviction) -> IntArray:
    """Return the residents that may be evicted, the coldest first."""
    order = np.argsort(instance.heat, kind="stable")
    return order[instance.may_leave[order]]


def _first_enough(instance: Eviction, order: IntArray) -> IntArray:
    """Return the first residents of an order, as many as are necessary to free the need."""
    freed = (amounts[order].cumsum() for amounts in instance.frees.T)
    last = [int(np.searchsorted(*pair)) for pair in zip(freed, instance.need, strict=True)]
    return order[: max(last) + 1] if instance.need.any() else order[:0]


def _useful(instance: Eviction, order: IntArray) -> list[int]:
    """Return the evicted residents of an order; residents that free nothing missing are skipped."""
    still, evicted = instance.need.copy(), []
    for i in order.tolist():
        if not still.any():
            break
        if (np.minimum(instance.frees[i], still) > 0).any():
            evicted.append(i)
            still = np.maximum(0, still - instance.frees[i])
    return evicted


def greedy(instance: Eviction, run: Run, *, prune: Prune = True) -> Answer:
    """Evict repeatedly the resident of least temperature per newly covered share of the need."""
    if (refused := impossible(instance)) is not None:
        return refused
    need = np.maximum(1, instance.need)

    def prices(who: IntArray, still: IntArray) -> FloatArray:
        covered = (np.minimum(instance.frees[who], still) / need).sum(axis=1)
        return np.where(
            covered > 0, instance.heat[who] / np.where(covered > 0, covered, 1.0), np.inf
        )

    # A price only rises as less is missing: who was cheapest before is asked again when its turn
    # comes, and leaves if nobody else is cheaper.
    still, evicted = instance.need.copy(), []
    everybody = np.flatnonzero(instance.may_leave)
    waiting = list(zip(prices(everybody, still).tolist(), everybody.tolist(), strict=True))
    heapify(waiting)
    while still.any():
        before, i = waiting[0]
        price = float(prices(np.array([i]), still)[0])
        if price > before:
            heapreplace(waiting, (price, i))
            continue
        heappop(waiting)
        evicted.append(i)
        still = np.maximum(0, still - instance.frees[i])
    return _answer(instance, run, _prune(instance, evicted) if prune else evicted)


def round_relaxation(instance: Eviction, run: Run) -> Answer:
    """Evict all residents with a positive value in the LP relaxation, then drop unnecessary ones.

    At most one resident per missing resource has a fractional value.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    coldest = _coldest(instance)
    _report(instance, run, _first_enough(instance, coldest))  # a plan before the program is solved
    bound, evicted = relaxed(instance)
    others = coldest[~np.isin(coldest, evicted)]
    # a program may fall short by its tolerance: the coldest others make up for it
    enough = _first_enough(instance, np.concatenate([evicted, others]))
    return _answer(instance, run, _prune(instance, enough), bound)


def primal_dual(instance: Eviction, run: Run) -> Answer:
    """Evict by a primal-dual algorithm, which costs at most twice the optimum (one resource).

    The price of the missing amount rises until it pays for a resident. The prices prove a bound.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    if len(instance.need) > 1:
        message = f"the method accepts one missing resource, but {len(instance.need)} are missing"
        return cheap_bound(instance).answer(None, message=message)
    if not len(instance.need):
        return _answer(instance, run, [])
    evicted, covers = _raise_prices(instance)
    names = column(instance.residents, "name")
    total = sum((price * missing for _, missing, price in covers), Fraction(0))
    unit = instance.heat_parts
    listed = [
        {
            "without": [names[i] for i in without],
            "price": [price.numerator, price.denominator],
        }
        for without, _, price in covers
    ]
    kept = _drop_unneeded(instance.frees[:, 0], int(instance.need[0]), evicted)
    value = float(Fraction(ceil(total * unit), unit))
    covers_bound = CertifiedBound(value, {"kind": "covers", "covers": listed})
    return _answer(
        instance, run, kept, max(cheap_bound(instance), covers_bound, key=lambda bound: bound.value)
    )


def _raise_prices(instance: Eviction) -> tuple[list[int], list[tuple[list[int], int, Fraction]]]:
    """Return the evicted residents in order, and (evicted before, missing, rise) of each price."""
    frees, missing = instance.frees[:, 0].tolist(), int(instance.need[0])
    slack = list(instance.temperatures)
    may = instance.may_leave.tolist()
    evicted: list[int] = []
    covers: list[tuple[list[int], int, Fraction]] = []
    while missing > 0:
        left = [i for i in range(len(frees)) if may[i] and i not in evicted and frees[i] > 0]
        rises = {i: slack[i] / min(frees[i], missing) for i in left}
        first = min(left, key=lambda i: rises[i])
        price = rises[first]
        if price > 0:
            covers.append((list(evicted), missing, price))
        for i in left:
            slack[i] -= price * min(frees[i], missing)
        evicted.append(first)
        missing -= frees[first]
    return evicted, covers


def _drop_unneeded(frees: IntArray, need: int, evicted: list[int]) -> list[int]:
    """Return the evicted residents without unnecessary ones, dropping the last first."""
    kept = list(evicted)
    for i in reversed(evicted):
        if int(frees[[k for k in kept if k != i]].sum()) >= need:
            kept.remove(i)
    return kept


def _prune(instance: Eviction, evicted: list[int] | IntArray) -> list[int]:
    """Return the evicted residents without unnecessary ones, dropping the hottest first."""
    leaving = np.array(evicted, dtype=np.int64)
    spare = instance.frees[leaving].sum(axis=0) - instance.need
    small = leaving[(instance.frees[leaving] <= spare).all(axis=1)]  # others are never unnecessary
    kept = dict.fromkeys(leaving.tolist())
    for i in small[np.argsort(-instance.heat[small], kind="stable")].tolist():
        if (instance.frees[i] <= spare).all():
            del kept[i]
            spare = spare - instance.frees[i]
    return list(kept)


def _answer(
    instance: Eviction,
    run: Run,
    evicted: list[int] | IntArray,
    bound: CertifiedBound | None = None,
) -> Answer:
    decision = _report(instance, run, evicted)
    best = cheap_bound(instance) if bound is None else bound
    return best.answer(decision)


def _report(instance: Eviction, run: Run, evicted: list[int] | IntArray) -> Decision:
    """Report a plan, and return its decision."""
    leaving = np.array(evicted, dtype=np.int64)
    decision = instance.decision(leaving)
    run.report(temperature(instance, leaving), None, decision)
    return decision
