"""How far above its relaxation a least value is looked for first."""

from __future__ import annotations

import math
from collections import deque

import numpy as np

_RECENT = 20  # programs from which the next windows are taken
_WITHIN = 0.5  # share of them whose value would have been in the window
_FIRST = 1e-3  # of the relaxation's value: the first window
_WIDER = 1.5  # how much faster windows grow from one to the next


class Windows:
    """How far the last least values of each goal were above their relaxations."""

    def __init__(self, goals: int) -> None:
        self._above = [deque[float](maxlen=_RECENT) for _ in range(goals)]

    def first(self, k: int, floor: float) -> float:
        """Return how far above a floor the least value of goal k is looked for first."""
        if not self._above[k]:
            return max(1.0, math.ceil(_FIRST * abs(floor)))
        return max(1.0, float(np.ceil(np.quantile(self._above[k], _WITHIN))))

    def note(self, k: int, above: float) -> None:
        """Remember how far a least value of goal k was above its relaxation."""
        self._above[k].append(above)


def widening(attempt: int) -> float:
    """Return how many times wider than the first a further window is: 1, 1.5, 3.4, 11, 58, ..."""
    return math.pow(_WIDER, attempt * (attempt + 1) / 2)
