"""Search for the price of a short day or tick that gives the best Lagrangian bound."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ..core.outcome import CertifiedBound

FINEST = 100  # prices are integral multiples of a hundredth of a cost unit


def price_bound(proven: Callable[[int], int], high: int, cost_unit: Fraction) -> CertifiedBound:
    """Return the bound of the best price; price and bound of ``proven`` are in units / `FINEST`."""
    price, value = best_price(proven, high)
    certificate = {"kind": "price", "price": float(price * cost_unit / FINEST)}
    return CertifiedBound(float(-(-value // FINEST) * cost_unit), certificate)


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
