"""Resource functions learned from observations (6.1): y = r_o / r_i against x, y ≈ min(A x, B).

The print is a product, r_o ≈ min(A r_i m, B r_i), where x = m.  Its text, "constrained by the mips
themselves", is r_o ≈ min(A m, B r_i), where x = m / r_i.  In both forms the weight of an
observation is r_i², so that squares are those of r_o.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import Fault, InputError

Form = Literal["least", "product"]
Loss = Literal["squares", "absolute"]
Observation = tuple[float, float, float]


@dataclass(frozen=True)
class Fitted:
    """A and B, and the loss of the observations."""

    per_mips: float
    share: float
    loss: float


def fit(
    observations: Sequence[Observation], form: Form = "least", loss: Loss = "squares"
) -> Fitted:
    """Return the A, B >= 0 of least loss over observations (r_i, m, r_o).

    Squares: sorted by x, each split has its two means, and on the border B = A x_k the loss is that
    of one line; each cone between two x is convex, so the best of these is optimal.  Absolute: a
    best A, B is among the ratios of observations, on their own or with B = A x_k.
    """
    x, y, weight = _prepare(observations, form)
    if loss == "absolute":
        pairs = _absolute_pairs(x, y)
        size = np.sqrt(weight)
        losses = [float((size * np.abs(np.minimum(a * x, b) - y)).sum()) for a, b in pairs]
    else:
        pairs = _square_pairs(x, y, weight)
        losses = [float((weight * (np.minimum(a * x, b) - y) ** 2).sum()) for a, b in pairs]
    best = int(np.argmin(losses))
    return Fitted(pairs[best][0], pairs[best][1], losses[best])


def naive(observations: Sequence[Observation], form: Form = "least") -> Fitted:
    """Return the means of both halves, split at the median of x: what needs no search."""
    x, y, weight = _prepare(observations, form)
    low = x <= np.median(x)
    a, b = _slope(x[low], y[low], weight[low]), _mean(y[~low], weight[~low])
    return Fitted(a, b, float((weight * (np.minimum(a * x, b) - y) ** 2).sum()))


def _prepare(
    observations: Sequence[Observation], form: Form
) -> tuple[FloatArray, FloatArray, FloatArray]:
    faults = []
    if not observations:
        faults.append(Fault("observations", "must have at least 1 entries"))
    for k, row in enumerate(observations):
        if not row[0] > 0:
            faults.append(Fault.of(f"observations[{k}][0]", "must be a rate > 0", row[0]))
        for place, value in enumerate(row[1:], start=1):
            if not 0 <= value < np.inf:
                rule = "must be a finite number >= 0"
                faults.append(Fault.of(f"observations[{k}][{place}]", rule, value))
    if faults:
        raise InputError("observations", faults)
    rate, mips, output = np.array(observations, dtype=np.float64).T
    x = mips if form == "product" else mips / rate
    order = np.argsort(x, kind="stable")
    return x[order], (output / rate)[order], (rate**2)[order]


def _slope(x: FloatArray, y: FloatArray, weight: FloatArray) -> float:
    squares = float((weight * x * x).sum())
    return float((weight * x * y).sum()) / squares if squares else 0.0


def _mean(y: FloatArray, weight: FloatArray) -> float:
    return float((weight * y).sum() / weight.sum()) if len(y) else 0.0


def _square_pairs(x: FloatArray, y: FloatArray, weight: FloatArray) -> list[tuple[float, float]]:
    pairs = []
    for k in range(len(x) + 1):
        a = _slope(x[:k], y[:k], weight[:k])
        b = _mean(y[k:], weight[k:]) if k < len(x) else a * float(x[-1])
        pairs.append((a if k else b / float(x[x > 0][0]) if (x > 0).any() else 0.0, b))
    for end in x.tolist():
        bent = np.minimum(x, end)
        a = _slope(bent, y, weight)
        pairs.append((a, a * end))
    return pairs


def _absolute_pairs(x: FloatArray, y: FloatArray) -> list[tuple[float, float]]:
    slopes = [0.0, *(v / u for u, v in zip(x.tolist(), y.tolist(), strict=True) if u > 0)]
    tops = [0.0, *y.tolist()]
    pairs = [(a, b) for a in slopes for b in tops]
    return (
        pairs
        + [(a, a * end) for a in slopes for end in x.tolist()]
        + [(b / end, b) for b in tops for end in x.tolist() if end > 0]
    )
