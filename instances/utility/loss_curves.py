"""Curves fitted to the loss history of a job, to predict its next losses.

SLAQ (section 3.3.2) fits ``1/(a k² + b k + c) + d`` to jobs that converge sublinearly and ``μ^(k-b)
+ c`` to linear and superlinear ones; ReLAQS (4.3.4) fits ``1/(A i² + B)`` to the change of an
aggregate.  A point's weight is multiplied by 0.8 with each later iteration.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

import numpy as np
from scipy.optimize import least_squares, nnls

from ...core.arrays import FloatArray

Convergence: TypeAlias = Literal["sublinear", "superlinear", "aggregation"]
DECAY = 0.8  # the weight Λ of section 3.3.2
FEWEST_POINTS = 4  # as many as the sublinear family has parameters
_Curve: TypeAlias = Callable[[FloatArray, FloatArray], FloatArray]


@dataclass(frozen=True, eq=False)
class Fit:
    """A curve fitted to a history, and its distance from the history.

    ``error`` is the weighted root mean square distance as a share of the history's range; ``limit``
    is the loss to which the curve converges.
    """

    convergence: Convergence
    parameters: FloatArray
    error: float
    limit: float

    def loss(self, iterations: FloatArray) -> FloatArray:
        """Return the predicted losses at some iterations."""
        return _FAMILIES[self.convergence](np.asarray(iterations, dtype=float), self.parameters)


def sublinear(k: FloatArray, parameters: FloatArray) -> FloatArray:
    """Return 1/(a k² + b k + c) + d for iterations k."""
    a, b, c, d = parameters
    return np.asarray(1.0 / ((a * k + b) * k + c) + d)


def superlinear(k: FloatArray, parameters: FloatArray) -> FloatArray:
    """Return μ^(k-b) + c, computed as s μ^k + c with s = μ^(-b), which stays finite."""
    rate, scale, c = parameters
    return np.asarray(scale * rate**k + c)


def aggregation(k: FloatArray, parameters: FloatArray) -> FloatArray:
    """Return 1/(A i² + B) for iterations i."""
    a, b = parameters
    return np.asarray(1.0 / (a * k * k + b))


_FAMILIES: dict[Convergence, _Curve] = {
    "sublinear": sublinear,
    "superlinear": superlinear,
    "aggregation": aggregation,
}


def fit(history: FloatArray, convergence: Convergence, *, refined: bool = True) -> Fit:
    """Return the curve of a family that is closest to a history of (iteration, loss).

    A first curve comes from linear least squares over a grid of the only nonlinear parameter;
    ``refined`` improves it by nonlinear least squares.
    """
    k, loss = history[:, 0], history[:, 1]
    weight = DECAY ** (k[-1] - k)
    starts = {
        "sublinear": _start_sublinear,
        "superlinear": _start_superlinear,
        "aggregation": _start_aggregation,
    }
    parameters = starts[convergence](k, loss, weight)
    if refined:
        parameters = _refine(k, loss, weight, convergence, parameters)
    curve = _FAMILIES[convergence]
    residual = curve(k, parameters) - loss
    span = float(np.ptp(loss)) or 1.0
    error = float(np.sqrt((weight * residual**2).sum() / weight.sum())) / span
    limit = {"sublinear": parameters[-1], "superlinear": parameters[-1], "aggregation": 0.0}
    if convergence == "sublinear" and parameters[0] == parameters[1] == 0:
        limit["sublinear"] = 1.0 / parameters[2] + parameters[3]
    if convergence == "aggregation" and parameters[0] == 0:
        limit["aggregation"] = 1.0 / parameters[1]
    return Fit(convergence, parameters, error, float(limit[convergence]))


def _refine(
    k: FloatArray,
    loss: FloatArray,
    weight: FloatArray,
    convergence: Convergence,
    start: FloatArray,
) -> FloatArray:
    curve, root = _FAMILIES[convergence], np.sqrt(weight)
    low = {
        "sublinear": [0.0, 0.0, 1e-12, -np.inf],
        "superlinear": [0.0, 0.0, -np.inf],
        "aggregation": [0.0, 1e-12],
    }[convergence]
    high = [1.0, np.inf, np.inf] if convergence == "superlinear" else [np.inf] * len(low)
    inside = np.clip(start, low, high)
    scale = np.where(inside != 0, np.abs(inside), 1.0)

    def residual(parameters: FloatArray) -> FloatArray:
        return np.asarray(root * (curve(k, parameters) - loss))

    result = least_squares(residual, inside, bounds=(low, high), x_scale=scale)
    better = result.cost <= 0.5 * float((weight * (curve(k, start) - loss) ** 2).sum())
    return np.asarray(result.x) if better else start


def _start_sublinear(k: FloatArray, loss: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the best (a, b, c, d) over a grid of limits d, for which 1/(loss - d) is linear."""
    span = float(np.ptp(loss)) or max(abs(float(loss[-1])), 1.0)
    best, least = np.array([0.0, 0.0, 1.0 / span, loss.mean() - span]), np.inf
    powers = np.stack([k * k, k, np.ones_like(k)], axis=1)
    powers_scale = np.abs(powers).max(axis=0)
    for below in np.geomspace(1e-3, 3.0, 15):
        d = float(loss.min()) - below * span
        above = loss - d
        root = np.sqrt(weight) * above**2
        terms, _ = nnls(root[:, None] * powers / powers_scale, root / above)
        terms = terms / powers_scale
        if not (powers @ terms > 0).all():
            continue
        distance = float((weight * (1.0 / (powers @ terms) + d - loss) ** 2).sum())
        if distance < least:
            best, least = np.array([*terms, d]), distance
    return best


def _start_superlinear(k: FloatArray, loss: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the best (μ, scale, limit) over a grid of rates μ < 1; the rest is linear."""
    best, least = np.array([0.5, 0.0, float(np.average(loss, weights=weight))]), np.inf
    total = weight.sum()
    for rate in 1.0 - np.geomspace(1e-3, 0.99, 40):
        shape = rate ** (k - k[0])
        mean_shape, mean_loss = (weight * shape).sum() / total, (weight * loss).sum() / total
        variance = (weight * (shape - mean_shape) ** 2).sum()
        covariance = (weight * (shape - mean_shape) * (loss - mean_loss)).sum()
        scale = max(0.0, covariance / variance) if variance > 0 else 0.0
        limit = mean_loss - scale * mean_shape
        distance = float((weight * (scale * shape + limit - loss) ** 2).sum())
        if distance < least:
            best, least = np.array([rate, scale * rate ** -k[0], limit]), distance
    return best


def _start_aggregation(k: FloatArray, loss: FloatArray, weight: FloatArray) -> FloatArray:
    """Return the best A, B >= 0 for 1/loss, which is linear in A, B; losses <= 0 are ignored."""
    positive = loss > 0
    if not positive.any():
        return np.array([0.0, 1e12])
    root = np.sqrt(weight[positive]) * loss[positive] ** 2
    powers = np.stack([k[positive] ** 2, np.ones(int(positive.sum()))], axis=1)
    powers_scale = powers.max(axis=0)
    terms, _ = nnls(root[:, None] * powers / powers_scale, root / loss[positive])
    a, b = terms / powers_scale
    return np.array([a, max(b, 1e-12)])


class Progress(Protocol):
    """The predicted gains and losses of a job at later iterations.

    A history belongs to a training loss, to the change of an aggregate, or to the estimates of an
    aggregate themselves.  A query with several columns has a history for each (ReLAQS 4.3.6).
    """

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the normalised decrease of the loss from now to the iterations ``later``."""

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the normalised losses that remain at the iterations ``later``."""


@dataclass(frozen=True, eq=False)
class FittedProgress:
    """The progress of a job's losses, or of changes of an aggregate, along a fitted curve."""

    history: FloatArray
    fit: Fit

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the fall of the fitted curve from now on, relative to the largest change or value.

        Losses are normalised by their largest change (3.3.1).  The progress metric of an aggregate
        is a change itself, and normalised by its largest value (4.1).
        """
        now = self.fit.loss(self.history[-1:, 0])
        fall = np.maximum(0.0, now - self.fit.loss(later))
        if self.fit.convergence == "aggregation":
            return _shares(fall, float(np.abs(self.history[:, 1]).max()))
        return normalised_gain(self.history, fall)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return predicted losses, scaled so that the first loss is 1 and the fitted limit 0."""
        above = self.fit.loss(later) - self.fit.limit
        span = float(self.history[0, 1]) - self.fit.limit
        return np.maximum(0.0, above / span) if span > 0 else np.ones_like(above)


@dataclass(frozen=True, eq=False)
class EstimatedProgress:
    """Estimates of an aggregate after i of M mini-batches, which are drawn without replacement.

    The variance of an estimate is s² (1/i - 1/M), and its error the square root.  The variance s²
    of one mini-batch's mean cancels in the relative error, so nothing is fitted.
    """

    history: FloatArray
    batches: int | None

    @cached_property
    def spread(self) -> float:
        """s, estimated from changes: from k to k' batches the variance is s² (1/k - 1/k')."""
        k, estimate = self.history.T
        return float(np.sqrt(np.mean(np.diff(estimate) ** 2 / -np.diff(1.0 / k))))

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the decrease of the error, relative to the error after one mini-batch."""
        return self.loss(self.history[-1:, 0]) - self.loss(later)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the error, relative to the error after one mini-batch."""
        last = 1.0 / self.batches if self.batches else 0.0
        return np.asarray(np.sqrt(np.maximum(0.0, 1.0 / later - last) / (1.0 - last)))


@dataclass(frozen=True, eq=False)
class GroupedProgress:
    """The groups of a column; a group counts from the first iteration at which it has enough rows.

    A group's error is relative to its error when it enters, so the mean error rises when a group
    enters.
    """

    groups: tuple[Progress, ...]
    enters: FloatArray
    now: float

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the decrease of the mean error; negative if an entering group raises it."""
        return self.loss(np.array([self.now])) - self.loss(later)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the mean error of the groups that count; 1 before the first group counts."""
        losses = np.stack([group.loss(later) for group in self.groups])
        first = np.array(
            [group.loss(at) for group, at in zip(self.groups, self.enters[:, None], strict=True)]
        )
        shares = np.divide(losses, first, out=np.zeros_like(losses), where=first > 0)
        counts = later >= self.enters[:, None]
        number = counts.sum(axis=0)
        mean = np.where(counts, shares, 0.0).sum(axis=0) / np.maximum(1, number)
        return np.where(number > 0, mean, 1.0)


@dataclass(frozen=True, eq=False)
class MeanProgress:
    """The progress of a query: the weighted mean over its columns."""

    columns: tuple[Progress, ...]
    weights: FloatArray

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the weighted mean of the columns' gains."""
        return np.average([column.gain(later) for column in self.columns], 0, self.weights)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the weighted mean of the columns' losses."""
        return np.average([column.loss(later) for column in self.columns], 0, self.weights)


def normalised_gain(history: FloatArray, fall: FloatArray) -> FloatArray:
    """Return decreases of the loss relative to the largest change in one iteration (3.3.1)."""
    changes = np.abs(np.diff(history[:, 1])) / np.diff(history[:, 0])
    return _shares(fall, float(changes.max()))


def _shares(fall: FloatArray, whole: float) -> FloatArray:
    return fall / whole if whole > 0 else np.zeros_like(fall)


def batches_in(
    seconds: float, cores: FloatArray, done: float, cost: tuple[float, float, float]
) -> FloatArray:
    """Return how many mini-batches are completed within some seconds on some cores (4.3.5).

    Mini-batch i takes (c·S + G·i)/a + B seconds on a cores, for a ``cost`` of c·S, G and B.  An
    incomplete mini-batch counts by its share of seconds.
    """
    base, growth, overhead = cost
    if growth == 0 and overhead == 0:
        return seconds * cores / base
    counted = np.zeros_like(cores)
    busy = cores > 0
    a = cores[busy]
    # k mini-batches take k (B + (c·S + G (done + 1/2))/a) + k² G/(2a) seconds
    linear, square = overhead + (base + growth * (done + 0.5)) / a, growth / (2.0 * a)
    root = np.sqrt(linear**2 + 4.0 * square * seconds)
    whole = np.floor(2.0 * seconds / (linear + root) + _SAME)
    left = np.maximum(0.0, seconds - whole * (linear + whole * square))
    following = overhead + (base + growth * (done + whole + 1.0)) / a
    counted[busy] = whole + np.minimum(1.0, left / following)
    return counted


_SAME = 1e-9  # a mini-batch that ends within this share of itself counts as ended
