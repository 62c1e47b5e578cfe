"""What prices prove: the least priced cost of every instance, over all choices up to a latency.

Σ_i min (c_ikj + π_j·D_k) - Σ_j π_j·R_j  <=  the cost of every plan up to that latency.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from ...instances.stage import Stage, WorkLatency
from .pools import fits_in_floats
from .price_rows import PriceRows

_CELLS = 1 << 21  # instances times thresholds that are held at once


@dataclass(frozen=True, eq=False)
class LeastCosts:
    """The choices of a stage, laid out for sums at many prices."""

    instance: Stage
    group: IntArray
    rows: PriceRows
    terms: tuple[FloatArray, FloatArray, IntArray, BoolArray] | None

    @classmethod
    def of(cls, instance: Stage, group: IntArray, rows: PriceRows) -> LeastCosts:
        """Return the layout; in the compact form equal machines of a group are one."""
        if not isinstance(instance.latency, WorkLatency):
            return cls(instance, group, rows, None)
        linear = instance.latency.linear
        columns = np.column_stack([linear.per_work, linear.fixed, group])
        kinds, kind = np.unique(columns, axis=0, return_inverse=True)
        fits = np.zeros((len(kinds), len(instance.configurations)), dtype=np.bool_)
        np.logical_or.at(fits, kind.reshape(-1), fits_in_floats(instance).T)
        terms = (kinds[:, 0].copy(), kinds[:, 1].copy(), kinds[:, 2].astype(np.int64), fits)
        return cls(instance, group, rows, terms)

    @property
    def choices(self) -> float:
        """How many choices one threshold has."""
        machines = self.instance.machines if self.terms is None else len(self.terms[0])
        return float(self.instance.instances) * len(self.instance.configurations) * machines

    def bounds(self, limits: FloatArray, prices: FloatArray, *, cost: bool = True) -> FloatArray:
        """Return what prices (limits x groups x rows) prove up to each rising limit, rounded down.

        Without ``cost`` only the prices count: a bound above 0 says that there is no plan.
        """
        order = np.argsort(limits, kind="stable")
        tax = np.einsum("sgr,kr->gks", prices[order], self.rows.demand)
        rate = self.instance.price if cost else np.zeros(len(self.instance.price))
        gained = self._sums(np.ascontiguousarray(tax), limits[order], rate)
        resources = self.instance.available.shape[1]
        # twice the allowance that a check has: its sums may be rounded otherwise
        share = 2 * (2 * (resources + prices.shape[2]) + 8) * 2.0**-53
        bounds = np.empty(len(limits))
        for s, total in zip(order.tolist(), gained, strict=True):
            owed = math.fsum((prices[s][self.group] * self.rows.room).ravel())
            low = total * (1 - share) - owed * (1 + share) if total < math.inf else math.inf
            bounds[s] = low - abs(low) * 2.0**-51 if total < math.inf else math.inf
        return bounds

    def _sums(self, tax: FloatArray, limits: FloatArray, rate: FloatArray) -> list[float]:
        count, steps = self.instance.instances, len(limits)
        parts: list[list[float]] = [[] for _ in range(steps)]
        size = max(1, _CELLS // steps)
        for begin in range(0, count, size):
            rows = slice(begin, min(begin + size, count))
            least = np.full((rows.stop - begin, steps), np.inf)
            if isinstance(self.instance.latency, WorkLatency):
                assert self.terms is not None
                work = self.instance.latency.linear.work[rows]
                _over_work(work, *self.terms, rate, tax, limits, least)
            else:
                table = self.instance.latency[rows]
                fits = fits_in_floats(self.instance)
                _over_table(table, self.group, fits, rate, tax, limits, least)
            for s in range(steps):
                column = least[:, s]
                parts[s].append(math.fsum(column) if column.max() < np.inf else math.inf)
        return [math.inf if math.inf in part else math.fsum(part) for part in parts]


@kernel
def _over_work(
    work: FloatArray,
    per_work: FloatArray,
    fixed: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    limits: FloatArray,
    least: FloatArray,
) -> None:
    """Lower the least priced cost of each instance under every limit that a choice keeps."""
    steps = len(limits)
    for i in range(work.shape[0]):
        for j in range(len(per_work)):
            g = group[j]
            for k in range(work.shape[1]):
                if not fits[j, k]:
                    continue
                seconds = fixed[j] + per_work[j] * work[i, k]
                cost = seconds * rate[k]
                for s in range(steps - 1, -1, -1):  # limits rise: the first that fails is last
                    if seconds > limits[s]:
                        break
                    least[i, s] = min(least[i, s], cost + tax[g, k, s])


@kernel
def _over_table(
    latency: FloatArray,
    group: IntArray,
    fits: BoolArray,
    rate: FloatArray,
    tax: FloatArray,
    limits: FloatArray,
    least: FloatArray,
) -> None:
    """The same where latencies are a table; NaN is a choice that cannot run."""
    steps = len(limits)
    for i in range(latency.shape[0]):
        for k in range(latency.shape[1]):
            for j in range(latency.shape[2]):
                seconds = latency[i, k, j]
                if not fits[k, j] or np.isnan(seconds):
                    continue
                g, cost = group[j], seconds * rate[k]
                for s in range(steps - 1, -1, -1):
                    if seconds > limits[s]:
                        break
                    least[i, s] = min(least[i, s], cost + tax[g, k, s])
