"""Certificates for a choice of one amount per party from a common supply, checked exactly.

Each party i takes an amount x of ``low_i … low_i + n_i - 1`` at a cost f_i(x), and the amounts sum
to at most the supply.  A price p >= 0 proves that each choice costs at least

    Σ_i min_x (f_i(x) + p x) - p · supply,

which is the Lagrangian dual at p.  If a gap remains, the *core* closes it.  A choice that costs
less than a threshold uses only amounts whose excesses over the parties' minima sum to less than the
threshold minus the dual value.  These few choices, the core, are enumerated here.
"""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Annotated, Literal, TypeAlias

import numpy as np
from pydantic import Field

from ....core.arrays import FloatArray, IntArray
from ....core.decimals import as_written
from ....core.schema import NonNegative
from ..forms import Certificate
from ..judging import Judge
from ..tolerances import LAST_DIGIT, ROUNDING
from .claims import TooLargeError, UnprovenError

MOST_STEPS = 1_200_000


class Parties:
    """Costs by party and amount: ``cost[start[i] + x - low[i]]`` is party i's cost of amount x."""

    def __init__(self, low: IntArray, costs: list[FloatArray]) -> None:
        self.low, self.cost = low, np.concatenate(costs)
        self.start = np.concatenate([[0], np.cumsum([len(cost) for cost in costs])])


class SharedPrice(Certificate):
    """A certificate: a price of the shared supply.

    With the kind ``multiplier`` it proves its dual value.  With ``core`` the few choices that cost
    less than the claimed bound are enumerated.
    """

    kind: Literal["multiplier", "core"]
    price: Annotated[float, Field(ge=0, le=1e300)]


def proven_by_price(
    parties: Parties, supply: int, certificate: SharedPrice, claim: float | None
) -> float:
    """Return the lower bound on the cost that a price proves.

    A core proves the claim, or the cost of a cheaper choice if one exists.
    """
    price = Fraction(certificate.price)
    unit, least = _exact(parties, price, 0.0)
    total = sum(min(value for _, value in options) for options in least)
    dual = Fraction(total, unit) - price * supply
    if certificate.kind == "multiplier" or claim is None or float(dual) >= claim:
        return float(dual)
    return min([claim, *_choices_below(parties, supply, price, dual, claim)])


def _choices_below(
    parties: Parties, supply: int, price: Fraction, dual: Fraction, claim: float
) -> Iterator[float]:
    """Yield, for each used amount of supply, the cost of the cheapest choice below the claim."""
    threshold = Fraction(claim) - dual
    distance = float(threshold) * (1 + ROUNDING)
    unit, cores = _exact(parties, price, distance)
    limit = math.ceil(threshold * unit)
    states: dict[int, int] = {0: 0}
    work = 0
    for core in cores:
        least = min(value for _, value in core)
        options = [(amount, value - least) for amount, value in core if value - least < limit]
        work += len(states) * len(options)
        if work > MOST_STEPS:
            raise TooLargeError("its price leaves too many choices to enumerate")
        states = _combine(states, options, limit)
    for used, paid in states.items():
        if used <= supply:
            yield float(dual + Fraction(paid, unit) + price * (supply - used))


def _exact(
    parties: Parties, price: Fraction, distance: float
) -> tuple[int, list[list[tuple[int, int]]]]:
    """Return (unit, options): each party's amounts near its minimum priced cost, and their costs.

    An amount is near if its cost exceeds the minimum by at most ``distance``.  Costs are integers,
    as multiples of 1 / unit. Floating point only discards amounts that are further away than its
    rounding error allows.
    """
    sizes = np.diff(parties.start)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    amounts = np.arange(len(owner)) - (parties.start[:-1] - parties.low)[owner]
    priced = parties.cost + float(price) * amounts
    least = np.minimum.reduceat(priced, parties.start[:-1])
    error = LAST_DIGIT * (np.abs(parties.cost).max() + float(price) * int(amounts.max()))
    near = np.flatnonzero(priced <= least[owner] + distance + error)
    ratios = [cost.as_integer_ratio() for cost in parties.cost[near].tolist()]
    unit = max(price.denominator, *(denominator for _, denominator in ratios))
    multiplier = price.numerator * (unit // price.denominator)
    options: list[list[tuple[int, int]]] = [[] for _ in sizes]
    at = zip(owner[near].tolist(), amounts[near].tolist(), ratios, strict=True)
    for i, amount, (numerator, denominator) in at:
        options[i].append((amount, numerator * (unit // denominator) + multiplier * amount))
    return unit, options


def _combine(states: dict[int, int], options: list[tuple[int, int]], limit: int) -> dict[int, int]:
    """Add a party: by amount used, the least excess over the minima, if it is below ``limit``."""
    following: dict[int, int] = {}
    for amount, excess in options:
        for used, paid in states.items():
            if paid + excess < following.get(used + amount, limit):
                following[used + amount] = paid + excess
    return following


# ``inevitable``: in every plan more times are short than allowed. ``table``: the minimum cost by
# stock and short times left, computed backwards. ``price``: the same table without the number of
# short times, each of which costs a price.
NEVER = 2**61

LeastCost: TypeAlias = Callable[[Fraction, int | None], Fraction]  # price, how many may be short


class InevitablyShort(Certificate):
    """A certificate of infeasibility: in each plan more days or ticks are short than allowed."""

    kind: Literal["inevitable"] = "inevitable"


class CostTable(Certificate):
    """A certificate: a dynamic program gives the minimum cost; the judge computes its table."""

    kind: Literal["table"] = "table"


class ShortPrice(Certificate):
    """A certificate: a price added to each short day or tick, instead of counting short ones."""

    kind: Literal["price"] = "price"
    price: NonNegative


def note_short(judge: Judge, short: int, max_short: int | None, times: str) -> None:
    """Report a violation if more days or ticks are short than ``max_short``."""
    if max_short is not None:
        message = f"{short} {times} are short, but at most {max_short} are allowed"
        judge.over("max_short", f"all {times}", short - max_short, message)


def proven_by(
    certificate: InevitablyShort | CostTable | ShortPrice,
    inevitable: int,
    least_cost: LeastCost,
    unit: Fraction,
    max_short: int | None,
    times: str,
) -> Fraction | None:
    """Return the bound that a certificate proves; ``None`` if infeasibility is proven.

    ``least_cost`` returns the minimum cost at a price per short day or tick (``times``).  The price
    times the allowed number is subtracted.  Costs are integer multiples of ``unit``.
    """
    if isinstance(certificate, InevitablyShort):
        if max_short is None or inevitable <= max_short:
            raise UnprovenError(
                f"{inevitable} {times} are inevitably short, which max_short = {max_short} allows"
            )
        return None
    if isinstance(certificate, CostTable):
        return least_cost(Fraction(0), max_short)
    price = as_written(certificate.price)
    if max_short is None and price:
        raise UnprovenError(f"without a limit on short {times}, a price proves nothing")
    proven = least_cost(price, None) - price * (max_short or 0)
    return ceil(proven / unit) * unit


def empty_table(times: int, columns: int, most_short: int | None, most_entries: int) -> IntArray:
    """Return a table of zeros: a row per allowed number of short times, or one if not counted."""
    rows = 1 if most_short is None else min(most_short, times) + 1
    if times * rows * columns > most_entries:
        raise UnprovenError("its table is too large to be re-checked")
    return np.zeros((rows, columns), dtype=np.int64)


def if_short(left: IntArray, cost: int, *, counted: bool) -> IntArray:
    """Return the costs-to-go before a short day or tick; ``counted``: fewer may be short later."""
    ahead = left + cost
    return np.vstack([np.full((1, left.shape[1]), NEVER), ahead[:-1]]) if counted else ahead
