"""Proofs for stocks that may be short at times: forms and rules of `warm_pool` and `cold_stock`.

``inevitable``: more times than allowed are short, whatever is decided.  ``table``: the least cost
by what is in stock and short times left, run backwards.  ``price``: the same without counting short
times, at a price for each.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Literal, TypeAlias

import numpy as np

from ....core.arrays import IntArray
from ....core.decimals import as_written
from ....core.schema import NonNegative
from ..forms import Certificate
from ..judging import Judge
from .claims import UnprovenError

NEVER = 2**61

LeastCost: TypeAlias = Callable[[Fraction, int | None], Fraction]  # price, how many may be short


class InevitablyShort(Certificate):
    """More times than allowed are short, whatever is decided."""

    kind: Literal["inevitable"] = "inevitable"


class CostTable(Certificate):
    """The least cost by a table; the judge computes it itself."""

    kind: Literal["table"] = "table"


class ShortPrice(Certificate):
    """The price of a short time; the table then need not count them."""

    kind: Literal["price"] = "price"
    price: NonNegative


def note_short(judge: Judge, short: int, max_short: int | None, times: str) -> None:
    """No more times are short than may be."""
    if max_short is not None:
        message = f"{short} {times} are short, at most {max_short} may be"
        judge.over("max_short", f"all {times}", short - max_short, message)


def proven_by(
    certificate: InevitablyShort | CostTable | ShortPrice,
    inevitable: int,
    least_cost: LeastCost,
    unit: Fraction,
    max_short: int | None,
    times: str,
) -> Fraction | None:
    """Return the least cost of a table; with a price, less the price of all that may be short.

    Every cost is a whole number of units.  Nothing is feasible where more are inevitably short.
    """
    if isinstance(certificate, InevitablyShort):
        if max_short is None or inevitable <= max_short:
            raise UnprovenError(f"{inevitable} {times} are inevitably short, {max_short} may be")
        return None
    if isinstance(certificate, CostTable):
        return least_cost(Fraction(0), max_short)
    price = as_written(certificate.price)
    if max_short is None and price:
        raise UnprovenError(f"without a limit on short {times} a price proves nothing")
    proven = least_cost(price, None) - price * (max_short or 0)
    return ceil(proven / unit) * unit


def empty_table(times: int, columns: int, most_short: int | None, most_entries: int) -> IntArray:
    """Return a table without costs: a row for each number of short times, if they are counted."""
    rows = 1 if most_short is None else min(most_short, times) + 1
    if times * rows * columns > most_entries:
        raise UnprovenError("its table is too large to be re-checked")
    return np.zeros((rows, columns), dtype=np.int64)


def if_short(left: IntArray, cost: int, *, counted: bool) -> IntArray:
    """Return the least cost ahead of a short time; each row is one more that may still be short."""
    ahead = left + cost
    return np.vstack([np.full((1, left.shape[1]), NEVER), ahead[:-1]]) if counted else ahead
