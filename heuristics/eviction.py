"""Quick choices of whom to evict: the coldest first, by share of the need, primal and dual.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 5.2, prefers cold instances; that the coldest go
first is our reading of it.  ``primal_dual`` is the algorithm of Carnes and Shmoys ("Primal-dual
schema for capacitated covering problems", Math. Program. 153, 2015).
"""

from fractions import Fraction
from math import ceil

import numpy as np

from ..core.arrays import IntArray
from ..core.outcome import Answer, CertifiedBound
from ..core.run import Run
from ..instances.eviction import Eviction
from ..solvers.eviction import cheap_bound, impossible


def coldest_first(
    instance: Eviction, run: Run, *, skip: bool = False, prune: bool = False
) -> Answer:
    """Evict by rising temperature until there is room; ties in file order.

    ``skip`` passes over residents that free nothing still missing; ``prune`` takes back, from the
    hottest on, who is not needed.  No choice has a colder hottest resident.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    still, evicted = instance.need.copy(), []
    for i in np.argsort(instance.heat, kind="stable").tolist():
        if not still.any():
            break
        useful = bool((np.minimum(instance.frees[i], still) > 0).any())
        if instance.may_leave[i] and (useful or not skip):
            evicted.append(i)
            still = np.maximum(0, still - instance.frees[i])
    return _answer(instance, run, _prune(instance, evicted) if prune else evicted)


def greedy(instance: Eviction, run: Run, *, prune: bool = True) -> Answer:
    """Evict who is coldest for the share of the need that it newly covers."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    still, evicted = instance.need.copy(), []
    left = instance.may_leave.copy()
    need = np.maximum(1, instance.need)
    while still.any():
        covered = (np.minimum(instance.frees, still) / need).sum(axis=1)
        useful = left & (covered > 0)
        price = np.where(useful, instance.heat / np.where(useful, covered, 1.0), np.inf)
        i = int(price.argmin())
        evicted.append(i)
        left[i] = False
        still = np.maximum(0, still - instance.frees[i])
    return _answer(instance, run, _prune(instance, evicted) if prune else evicted)


def primal_dual(instance: Eviction, run: Run) -> Answer:
    """Raise the price of the missing amount until a resident is worth leaving; at most twice
    optimal.

    One resource only.  Its prices are a proof of their own: one per set that has left so far.
    """
    refused = impossible(instance)
    if refused is not None:
        return refused
    if len(instance.need) > 1:
        message = f"it takes one missing resource, {len(instance.need)} are missing"
        return cheap_bound(instance).answer(None, message=message)
    if not len(instance.need):
        return _answer(instance, run, [])
    evicted, covers = _raise_prices(instance)
    names = [resident.name for resident in instance.residents]
    total = sum((price * missing for _, missing, price in covers), Fraction(0))
    unit = instance.heat_parts
    listed = [
        {
            "without": [names[i] for i in without],
            "price": [price.numerator, price.denominator],
        }
        for without, _, price in covers
    ]
    column = instance.frees[:, 0]
    kept = _drop_unneeded(column, int(instance.need[0]), evicted)
    value = float(Fraction(ceil(total * unit), unit))
    certificate = {"kind": "covers", "covers": listed}
    return _answer(instance, run, kept, CertifiedBound(value, certificate))


def _raise_prices(instance: Eviction) -> tuple[list[int], list[tuple[list[int], int, Fraction]]]:
    """Return who leaves, in order, and the prices: set without, what is missing, price per unit."""
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
    """Take back who is not needed, the last first."""
    kept = list(evicted)
    for i in reversed(evicted):
        if int(frees[[k for k in kept if k != i]].sum()) >= need:
            kept.remove(i)
    return kept


def _prune(instance: Eviction, evicted: list[int]) -> list[int]:
    """Take back, from the hottest on, who is not needed."""
    kept = list(evicted)
    freed = instance.frees[kept].sum(axis=0)
    for i in sorted(evicted, key=lambda i: -instance.heat[i]):
        if (freed - instance.frees[i] >= instance.need).all():
            kept.remove(i)
            freed = freed - instance.frees[i]
    return kept


def _answer(
    instance: Eviction, run: Run, evicted: list[int], bound: CertifiedBound | None = None
) -> Answer:
    decision = instance.decision(np.array(evicted, dtype=np.int64))
    total = sum((instance.temperatures[i] for i in evicted), Fraction(0))
    run.report(float(total), None, decision)
    best = cheap_bound(instance)
    if bound is not None and bound.value > best.value:
        best = bound
    return best.answer(decision)
