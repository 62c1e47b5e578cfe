"""Search for the price of a short day or tick that gives the best Lagrangian bound."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core.outcome import Answer, CertifiedBound, Decision
from ..instances.cold_stock import ColdStock
from ..instances.warm_pool import WarmPool

FINEST = 100  # prices are integral multiples of a hundredth of a cost unit


def price_bound(proven: Callable[[int], int], high: int, cost_unit: Fraction) -> CertifiedBound:
    """Return the bound of the best price; price and bound of ``proven`` are in units / `FINEST`."""
    price, value = best_price(proven, high)
    certificate = {"kind": "price", "price": float(price * cost_unit / FINEST)}
    return CertifiedBound(float(-(-value // FINEST) * cost_unit), certificate)


def in_money(instance: ColdStock | WarmPool, units: int) -> float:
    """Convert a cost from integral cost units to the unit of the instance."""
    return float(units * instance.cost_unit)


def table_answer(
    decision: Decision,
    cost: float,
    details: dict[str, Any],
    *,
    is_checkable: bool,
    cheap_bound: Callable[[], CertifiedBound],
) -> Answer:
    """Return an optimum found in a table, with a certificate if the table can be checked again."""
    if is_checkable:
        return CertifiedBound(cost, {"kind": "table"}).answer(decision, details=details)
    bound = cheap_bound()
    if bound.value >= cost:
        return bound.answer(decision, details=details)
    return Answer(decision=decision, bound=cost, bound_kind="solver", details=details)


def best_price(proven: Callable[[int], int], high: int) -> tuple[int, int]:
    """Return the price in 0 … ``high`` with the largest bound ``proven(price)``, and this bound.

    The bound is a concave function of the price with few linear pieces. The next price to try is
    where the pieces of two known prices intersect.
    """
    left, right = _piece(proven, 0), _piece(proven, high)
    while left.slope > 0 >= right.slope and right.price - left.price > 1:
        rises = right.value - left.value + left.slope * left.price - right.slope * right.price
        meets = rises // (left.slope - right.slope)
        middle = _piece(proven, min(max(meets, left.price + 1), right.price - 1))
        if middle.slope > 0:
            left = middle
        else:
            right = middle
        if (
            middle.value
            == left.value + left.slope * (middle.price - left.price)
            == (right.value - right.slope * (right.price - middle.price))
        ):
            break  # it lies on both pieces
    best = max(left, right, key=lambda piece: piece.value)
    return best.price, best.value


@dataclass(frozen=True)
class _Piece:
    """The bound at a price, and its slope: the change of the bound per unit of price."""

    price: int
    value: int
    slope: int


def _piece(proven: Callable[[int], int], price: int) -> _Piece:
    value = proven(price)
    return _Piece(price, value, proven(price + 1) - value)
