"""How far a job's histories say that it will come: falls of the loss and losses that remain.

A history belongs to a training loss, to the change of an aggregate, or to the estimates of an
aggregate themselves.  A query with several columns has a history for each (ReLAQS 4.3.6).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from ...core.arrays import FloatArray
from .loss_curves import Fit


class Progress(Protocol):
    """What is predicted of a job at later iterations."""

    def gain(self, later: FloatArray) -> FloatArray:
        """Return by how much the loss falls until later iterations, normalised."""

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the losses that remain at later iterations, normalised."""


@dataclass(frozen=True, eq=False)
class FittedProgress:
    """Losses, or changes of an aggregate, along a curve that is fitted to them."""

    history: FloatArray
    fit: Fit

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the fall of the fitted curve; as shares of the largest change or value so far.

        Losses are comparable by their largest change (3.3.1).  The progress metric of an
        aggregate is a change itself, and comparable by its largest value (4.1).
        """
        now = self.fit.loss(self.history[-1:, 0])
        fall = np.maximum(0.0, now - self.fit.loss(later))
        if self.fit.convergence == "aggregation":
            return _shares(fall, float(np.abs(self.history[:, 1]).max()))
        return normalised_gain(self.history, fall)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return predicted losses on a scale from 1, the first one, to 0, the fitted limit."""
        above = self.fit.loss(later) - self.fit.limit
        span = float(self.history[0, 1]) - self.fit.limit
        return np.maximum(0.0, above / span) if span > 0 else np.ones_like(above)


@dataclass(frozen=True, eq=False)
class EstimatedProgress:
    """Estimates of an aggregate after i of M mini-batches, which are drawn without replacement.

    The variance of an estimate is s² (1/i - 1/M), so that its error falls like the root of it.
    The variance s² of one mini-batch's mean cancels: nothing is fitted.
    """

    history: FloatArray
    batches: int | None

    @cached_property
    def spread(self) -> float:
        """s: two estimates after k < k' mini-batches differ by s² (1/k - 1/k') in the square."""
        k, estimate = self.history.T
        return float(np.sqrt(np.mean(np.diff(estimate) ** 2 / -np.diff(1.0 / k))))

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the fall of the error as a share of the error after one mini-batch."""
        return self.loss(self.history[-1:, 0]) - self.loss(later)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the error as a share of the error after one mini-batch."""
        last = 1.0 / self.batches if self.batches else 0.0
        return np.asarray(np.sqrt(np.maximum(0.0, 1.0 / later - last) / (1.0 - last)))


@dataclass(frozen=True, eq=False)
class GroupedProgress:
    """Groups of a column; each counts from the iteration on in which enough of its rows were read.

    A group's error is a share of the one with which it enters, so that the mean error rises when
    a narrow group enters.
    """

    groups: tuple[Progress, ...]
    enters: FloatArray
    now: float

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the fall of the mean error, negative where a group enters that raises it."""
        return self.loss(np.array([self.now])) - self.loss(later)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the mean error of the groups that count; 1 before there is one."""
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
    """The weighted mean over the columns of a query."""

    columns: tuple[Progress, ...]
    weights: FloatArray

    def gain(self, later: FloatArray) -> FloatArray:
        """Return the weighted mean of the columns' gains."""
        return np.average([column.gain(later) for column in self.columns], 0, self.weights)

    def loss(self, later: FloatArray) -> FloatArray:
        """Return the weighted mean of the columns' losses."""
        return np.average([column.loss(later) for column in self.columns], 0, self.weights)


def normalised_gain(history: FloatArray, fall: FloatArray) -> FloatArray:
    """Return falls of the loss as shares of the largest change of one iteration (3.3.1)."""
    changes = np.abs(np.diff(history[:, 1])) / np.diff(history[:, 0])
    return _shares(fall, float(changes.max()))


def _shares(fall: FloatArray, whole: float) -> FloatArray:
    return fall / whole if whole > 0 else np.zeros_like(fall)


def batches_in(
    seconds: float, cores: FloatArray, done: float, cost: tuple[float, float, float]
) -> FloatArray:
    """Return how many mini-batches a number of cores does within some seconds (4.3.5).

    Mini-batch i takes (c·S + G·i)/a + B seconds on a cores, for a ``cost`` of c·S, G and B.  A
    mini-batch that does not end counts by the share of its seconds.
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
