"""Dedicated exact algorithm of eviction: a dynamic program, and bounds by prices."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, lcm, log10, prod

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from ..core.arrays import BoolArray, FloatArray, IntArray
from ..core.kernels import kernel
from ..core.outcome import Answer, CertifiedBound
from ..core.run import Run
from ..instances.eviction import Eviction

__all__ = ["cheap_bound", "dp", "impossible", "relaxed", "temperature"]


_DIGITS = 9
_KEPT, _ROUNDS = 4000, 5  # of the residents in a program of the relaxation, and programs
_TANGENTS, _CLOSE = 100, 1e-7  # at most so many tangents, until the bound is as close to the best


def impossible(instance: Eviction) -> Answer | None:
    """Return a proof of infeasibility if all evictable residents free too little, else ``None``."""
    freed = instance.frees[instance.may_leave].sum(axis=0)
    if (freed >= instance.need).all():
        return None
    kept = int((~instance.may_leave).sum())
    message = "even all residents that may leave do not free enough"
    message += f" ({kept} must stay)" if kept else ""
    return Answer(infeasible=True, certificate={"kind": "shortage"}, message=message)


def cheap_bound(instance: Eviction) -> CertifiedBound:
    """Return the relaxation's bound, proven exactly by its prices rounded to decimals."""
    return relaxed(instance)[0]


def relaxed(instance: Eviction) -> tuple[CertifiedBound, IntArray]:
    """Return the relaxation's bound, and the residents of which it evicts at least a part."""
    need, may = instance.need, instance.may_leave
    if not len(need):
        return CertifiedBound(0.0, {"kind": "prices", "prices": []}), np.zeros(0, dtype=np.int64)
    freed = np.minimum(instance.frees, need)[may] / need
    hottest = float(instance.heat.max()) / instance.heat_parts
    power = floor(log10(hottest)) if hottest else 0  # temperatures near 1, whatever their unit is
    heat = instance.heat[may] / instance.heat_parts / 10.0**power
    shares, leaves = _relaxation(freed, heat)
    rounded = (round(max(0.0, float(share)), _DIGITS) for share in shares)
    prices = [float(Decimal(str(share)).scaleb(power)) for share in rounded]
    bound = CertifiedBound(
        float(proven_by_prices(instance, prices)), {"kind": "prices", "prices": prices}
    )
    return bound, np.flatnonzero(may)[leaves]


def _relaxation(freed: FloatArray, heat: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Return, per resource, the relaxation's price of the need, and a mask of evicted residents.

    ``freed`` (residents x resources) is the share of the need that a resident frees.  Of many
    residents the program keeps those whose temperature is closest to the value of their resources,
    and fixes the others.  Prices before convergence prove a weaker bound.
    """
    prices = _good_prices(freed, heat) if len(heat) > _KEPT else np.zeros(freed.shape[1])
    best = prices
    for _ in range(_ROUNDS):
        gains = heat - freed @ prices
        near = np.sort(np.argsort(np.abs(gains) / np.maximum(heat, 1e-12), kind="stable")[:_KEPT])
        out = gains < 0
        out[near] = False
        rest = 1 - freed[out].sum(axis=0)
        solved = linprog(heat[near], A_ub=-freed[near].T, b_ub=-rest, bounds=(0, 1))
        if solved.status != 0:
            break
        prices = -solved.ineqlin.marginals
        leaves = out.copy()
        leaves[near[np.asarray(solved.x) > 0]] = True
        if not _is_wrong(heat - freed @ prices, near, out).any():
            return prices, leaves
        best = max(best, prices, key=lambda each: _worth(freed, heat, each)[0])
    worthwhile = np.argsort(heat - freed @ best, kind="stable")
    enough = (freed[worthwhile].cumsum(axis=0) >= 1).all(axis=1)
    leaves = np.zeros(len(heat), np.bool_)
    leaves[worthwhile[: int(enough.argmax()) + 1]] = True
    return best, leaves


def _good_prices(freed: FloatArray, heat: FloatArray) -> FloatArray:
    """Return prices of almost the best bound, by cutting planes in the space of the prices.

    The bound is a concave function of the prices.  Each of its tangents is a row of a small
    program, whose optimum is the point of the next tangent.
    """
    count = freed.shape[1]
    # at the largest price, every resident that frees some of a resource leaves
    ratios = np.divide(heat[:, None], freed, out=np.zeros_like(freed), where=freed > 0)
    limits = [*((0.0, largest) for largest in ratios.max(axis=0).tolist()), (None, None)]
    best, prices = -np.inf, np.full(count, float(heat.mean()))
    kept, rows, sides = prices, [], []
    for _ in range(_TANGENTS):
        bound, slope = _worth(freed, heat, prices)
        if bound > best:
            best, kept = bound, prices
        rows.append([*-slope, 1.0])  # t - slope y <= bound - slope prices
        sides.append(bound - float(slope @ prices))
        solved = linprog([0.0] * count + [-1.0], A_ub=rows, b_ub=sides, bounds=limits)
        if solved.status != 0 or solved.x is None or solved.x[-1] - best <= _CLOSE * abs(best):
            break
        prices = solved.x[:-1]
    return kept


def _worth(freed: FloatArray, heat: FloatArray, prices: FloatArray) -> tuple[float, FloatArray]:
    """Return the bound that prices prove, and its derivative by each price."""
    beyond = freed @ prices - heat
    paid = beyond > 0
    return float(prices.sum() - beyond[paid].sum()), 1 - freed[paid].sum(axis=0)


def _is_wrong(gains: FloatArray, near: IntArray, out: BoolArray) -> BoolArray:
    """Return a mask of residents outside the program whose fixed choice contradicts the prices."""
    wrong: BoolArray = np.where(out, gains > 0, gains < 0)
    wrong[near] = False
    return wrong


def proven_by_prices(instance: Eviction, prices: list[float]) -> Fraction:
    """Return Σ_r y_r - Σ_i max(0, Σ_r y_r min(A_ir, need_r) / need_r - T_i), rounded up.

    This is the bound that prices prove, rounded to a multiple of 1 / ``heat_parts`` as all
    temperatures T_i are.  Resident i frees A_ir of resource r; y_r is the price of the whole need.
    """
    exact = [Fraction(str(price)) for price in prices]
    of_unit = [price / need for price, need in zip(exact, instance.need.tolist(), strict=True)]
    parts = lcm(instance.heat_parts, *(price.denominator for price in of_unit))
    may = instance.may_leave
    beyond = instance.heat[may].astype(object) * -(parts // instance.heat_parts)
    for amounts, price in zip(
        np.minimum(instance.frees, instance.need)[may].T, of_unit, strict=True
    ):
        beyond += amounts.astype(object) * int(price * parts)
    total = sum(exact, Fraction(0)) - Fraction(int(beyond[beyond > 0].sum()), parts)
    return Fraction(max(0, ceil(total * instance.heat_parts)), instance.heat_parts)


MOST_STATES = 10_000_000
MOST_CHOICES = 2**31  # residents times states; each takes one bit
MOST_CHECKED = 1_000_000  # states of the checker's own table
_NEVER = 2**62


def dp(instance: Eviction, run: Run) -> Answer:
    """Evict residents of minimum total temperature, by a table over the remaining need.

    Ties are broken by the fewest evictions, then by the order in the file.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    bound = cheap_bound(instance)
    states = prod((instance.need + 1).tolist())
    if states > MOST_STATES or states * len(instance.residents) > MOST_CHOICES:
        message = f"the table would have {states:,} states, more than {MOST_STATES:,}"
        return bound.answer(None, message=message)
    evicted = _residents_to_leave(instance, states, run)
    if evicted is None:
        return bound.answer(None, stopped=run.stopped)
    decision, cost = instance.decision(evicted), temperature(instance, evicted)
    run.report(cost, None, decision)
    if bound.value < cost and states <= MOST_CHECKED:
        bound = CertifiedBound(cost, {"kind": "table"})
    if bound.value < cost:
        return Answer(decision=decision, bound=cost, bound_kind="solver")
    return bound.answer(decision)


def temperature(instance: Eviction, evicted: IntArray) -> float:
    return float(Fraction(int(instance.heat[evicted].sum()), instance.heat_parts))


def _residents_to_leave(instance: Eviction, states: int, run: Run) -> IntArray | None:
    """Return the residents to evict, ``None`` if the time is up.

    The table is filled from the last resident to the first, so ties go to the first in the file.
    """
    if states == 1:  # no resource is needed
        return np.zeros(0, dtype=np.int64)
    shape = (instance.need + 1).astype(np.int64)
    strides = np.concatenate([np.cumprod(shape[::-1])[::-1][1:], [1]]).astype(np.int64)
    count = len(instance.residents)
    least = np.full(states, _NEVER)
    least[0] = 0
    taken = np.zeros((count, (states + 7) // 8), dtype=np.uint8)
    # one eviction more costs less than any difference of temperatures
    cost = instance.heat * (count + 1) + 1
    for i in range(count - 1, -1, -1):
        if run.should_stop():
            return None
        if instance.may_leave[i]:
            _offer(least, taken[i], instance.frees[i], shape, strides, int(cost[i]))
    return _trace(taken, instance.frees, instance.need, strides)


@kernel
def _offer(
    least: IntArray,
    taken: NDArray[np.uint8],
    frees: IntArray,
    shape: IntArray,
    strides: IntArray,
    cost: int,
) -> None:
    """Update all states of the table with the choice to evict one resident, at most once.

    States are visited from the largest need down; the last resource is the inner loop.
    """
    last, length = len(shape) - 1, shape[-1]
    for row in range(len(least) // length - 1, -1, -1):
        rest, after = row * length, 0  # the row after the resident has left
        for r in range(last):
            still = rest // strides[r]
            rest -= still * strides[r]
            after += max(0, still - frees[r]) * strides[r]
        before = row * length
        for k in range(length - 1, -1, -1):
            remaining = after + max(0, k - frees[last])
            state = before + k
            value = least[remaining] + cost
            if value <= least[state] and remaining != state:  # one bit: taken in this state
                least[state] = value
                taken[state >> 3] |= 1 << (state & 7)


def _trace(
    taken: NDArray[np.uint8], frees: IntArray, need: IntArray, strides: IntArray
) -> IntArray:
    """Trace the evicted residents through the table, from the first resident on."""
    still, evicted = need.copy(), []
    for i in range(len(taken)):
        state = int((still * strides).sum())
        if taken[i, state // 8] >> (state % 8) & 1:
            evicted.append(i)
            still = np.maximum(0, still - frees[i])
    return np.array(evicted, dtype=np.int64)
