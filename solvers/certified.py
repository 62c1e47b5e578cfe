"""A bound with the certificate that proves it, and the price that proves most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..core.outcome import Answer, Decision


@dataclass(frozen=True)
class Bound:
    """A bound on the cost, and the certificate that proves it."""

    value: float
    certificate: dict[str, Any]

    def answer(self, decision: Decision | None, **rest: Any) -> Answer:
        """Return the answer with a decision and this bound."""
        return Answer(
            decision=decision,
            bound=self.value,
            bound_kind="certified",
            certificate=self.certificate,
            **rest,
        )


def best_price(proven: Callable[[int], int], high: int) -> tuple[int, int]:
    """Return the whole price from 0 to ``high`` that proves most, and what it proves.

    What a price proves is concave in it: rising as long as one more is worth more.
    """
    low = 0
    while low < high:
        middle = (low + high) // 2
        if proven(middle + 1) > proven(middle):
            low = middle + 1
        else:
            high = middle
    return low, proven(low)
