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

from ....core.decimals import as_written
from ....core.schema import NonNegative
from ..forms import Certificate
from ..judging import Judge
from .claims import Numbers, UnprovenError

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


def proven_by_table(
    certificate: CostTable | ShortPrice,
    least_cost: LeastCost,
    unit: Fraction,
    max_short: int | None,
    times: str,
) -> Fraction:
    """Return the least cost of a table; with a price, less the price of all that may be short.

    Every cost is a whole number of units.
    """
    if isinstance(certificate, CostTable):
        return least_cost(Fraction(0), max_short)
    price = as_written(certificate.price)
    if max_short is None and price:
        raise UnprovenError(f"without a limit on short {times} a price proves nothing")
    proven = least_cost(price, None) - price * (max_short or 0)
    return ceil(proven / unit) * unit


def refuse_inevitable(inevitable: int, max_short: int | None, times: str) -> None:
    """Refuse a proof of infeasibility where no more times are short than may be."""
    if max_short is None or inevitable <= max_short:
        raise UnprovenError(f"{inevitable} {times} are inevitably short, {max_short} may be")


def if_short(left: Numbers, cost: int, *, counted: bool) -> Numbers:
    """Return the least cost ahead of a short time; each row is one more that may still be short."""
    ahead = left + cost
    return np.vstack([np.full((1, left.shape[1]), NEVER), ahead[:-1]]) if counted else ahead
