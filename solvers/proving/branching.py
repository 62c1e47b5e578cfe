"""Which variable to split: strong branching where little is known, pseudo-costs where enough is."""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, FloatArray
from .region import Region
from .relaxation import LpResult, Relaxation

_WHOLE = 1e-6
_RELIABLE = 4  # measured gains on either side, after which a pseudo-cost is trusted
_MOST_TRIED = 12
_ITERATIONS = 60
_LITTLE = 1e-6


class Branching:
    """Gains per unit of change that were measured, by variable and direction."""

    def __init__(self, integer: BoolArray) -> None:
        self.integer = np.flatnonzero(integer)
        self.gain = np.zeros((2, len(integer)))
        self.count = np.zeros((2, len(integer)))

    def fractional(self, x: FloatArray) -> list[int]:
        """Return the whole-number variables whose value is not whole."""
        values = x[self.integer]
        columns: list[int] = self.integer[np.abs(values - np.rint(values)) > _WHOLE].tolist()
        return columns

    def choose(
        self, found: LpResult, relaxation: Relaxation, box: Region, threshold: float
    ) -> tuple[int, int]:
        """Return the variable to split and the largest value of the first part."""
        assert found.x is not None
        candidates = self.fractional(found.x)
        candidates.sort(key=lambda j: -self._expected_gain(j, found.x))
        best, best_score = candidates[0], -1.0
        basis = None
        tried = 0
        for j in candidates:
            if self.count[:, j].min() >= _RELIABLE:
                score = self._expected_gain(j, found.x)
            elif tried < _MOST_TRIED:
                basis = relaxation.basis() if basis is None else basis
                gains = self._measure_gains(j, found, relaxation, box, threshold, basis)
                score = max(gains[0], _LITTLE) * max(gains[1], _LITTLE)
                tried += 1
            else:
                continue
            if score > best_score:
                best, best_score = j, score
        return best, int(np.floor(found.x[best]))

    def _expected_gain(self, j: int, x: FloatArray | None) -> float:
        assert x is not None
        down = float(x[j] - np.floor(x[j]))
        gains = []
        for side, distance in ((0, down), (1, 1 - down)):
            known = self.count[side, j] > 0
            per_unit = self.gain[side, j] / self.count[side, j] if known else self._typical(side)
            gains.append(max(per_unit * distance, _LITTLE))
        return gains[0] * gains[1]

    def _typical(self, side: int) -> float:
        total = self.count[side].sum()
        return float(self.gain[side].sum() / total) if total else 1.0

    def _measure_gains(
        self,
        j: int,
        found: LpResult,
        relaxation: Relaxation,
        box: Region,
        threshold: float,
        basis: object,
    ) -> tuple[float, float]:
        """Solve both parts for a few iterations; a part that closes gains up to the threshold."""
        assert found.x is not None
        value = float(found.x[j])
        low, high = box.lower[j], box.upper[j]
        ends = -np.inf if low is None else float(low), np.inf if high is None else float(high)
        gains = []
        parts = ((0, (ends[0], np.floor(value))), (1, (np.ceil(value), ends[1])))
        for side, (lower, upper) in parts:
            relaxation.highs.changeColBounds(j, lower, upper)
            tried = relaxation.solve(_ITERATIONS)
            missing = (threshold - found.value) / relaxation.unit
            most = max(missing, _LITTLE) if np.isfinite(threshold) else 1.0
            gained = (tried.value - found.value) / relaxation.unit
            gain = most if tried.kind == "infeasible" else max(0.0, gained)
            distance = value - np.floor(value) if side == 0 else np.ceil(value) - value
            self.gain[side, j] += min(gain, most) / distance
            self.count[side, j] += 1
            gains.append(min(gain, most))
            relaxation.highs.changeColBounds(j, *ends)
            relaxation.back_to(basis)
        return gains[0], gains[1]

    def learn(self, j: int, side: int, gain: float, distance: float) -> None:
        """Take over what a solved part of a split gained."""
        if distance > _WHOLE:
            self.gain[side, j] += max(gain, 0.0) / distance
            self.count[side, j] += 1
