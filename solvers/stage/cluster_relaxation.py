"""The linear program over clusters and groups: how many of a cluster run how on a group.

Rooms are pooled per group.  With the best latencies of each pair its optimum is a bound, and its
prices prove nearly as much for the single instances; with the worst ones it is nearly a plan.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_array

from ...core.arrays import BoolArray, FloatArray, IntArray, power_near
from ...core.clock import uncounted
from ...core.run import Run
from ..engines import StandardForm
from .pools import Pools
from .price_rows import PriceRows

_GAP, _SECONDS = 1e-4, 10.0  # of a program in whole numbers
_DEARER = 4.0  # times the dearest choice: what an instance without a place costs


@dataclass(frozen=True, eq=False)
class Pooled:
    """A solution: counts of choices (cluster, configuration, group), and the price of rows."""

    choice: tuple[IntArray, IntArray, IntArray]
    count: FloatArray
    missing: FloatArray  # instances of each cluster that found no place
    price: FloatArray  # groups x rows


@dataclass(frozen=True, eq=False)
class PooledProgram:
    """The choices of clusters on groups at given latencies; counts are ``whole`` if asked for."""

    pools: Pools
    rows: PriceRows
    rate: FloatArray  # w·Θ_k
    whole: bool = False

    def solve(
        self,
        seconds: FloatArray,
        limit: float,
        run: Run,
        *,
        places_only: bool = False,
        room: FloatArray | None = None,
    ) -> Pooled | None:
        """Return the cheapest way to use choices up to a latency; ``None`` if time is up.

        With ``places_only`` all that counts is how many instances find a place.
        """
        cost = seconds * self.rate[None, :, None]
        kept = self._undominated((seconds <= limit) & np.isfinite(seconds), cost)
        cluster, configuration, group = np.nonzero(kept)
        choice = (cluster, configuration, group)
        price = np.zeros(len(choice[0])) if places_only else cost[kept]
        unit = power_near(float(price.max(initial=0.0)))
        form, scale = self._form(choice, price / unit, room)
        if run.should_stop():
            return None
        optimum = _solve(form, run)
        if optimum is None:
            return None
        point, duals = optimum
        clusters = len(self.pools.size)
        prices = np.maximum(0.0, -duals[clusters:].reshape(self.pools.groups, -1)) * unit / scale
        count = len(choice[0])
        return Pooled(choice, point[:count], point[count:], prices)

    def _undominated(self, usable: BoolArray, cost: FloatArray) -> BoolArray:
        """Return the usable choices that no other of the same cluster and group replaces.

        Latencies do not matter below the limit: the other one costs no more and takes no more.
        """
        demand = self.rows.demand
        kept = usable.copy()
        for k in range(len(demand)):
            for other in range(len(demand)):
                if other == k or not (demand[other] <= demand[k]).all():
                    continue
                better = usable[:, other] & (cost[:, other] <= cost[:, k])
                if (demand[other] == demand[k]).all() and other > k:
                    better &= cost[:, other] < cost[:, k]
                kept[:, k] &= ~better
        return kept

    def _form(
        self,
        choice: tuple[IntArray, IntArray, IntArray],
        price: FloatArray,
        room: FloatArray | None,
    ) -> tuple[StandardForm, FloatArray]:
        cluster, configuration, group = choice
        clusters, resources = len(self.pools.size), self.rows.demand.shape[1]
        count = len(cluster)
        scale = np.array([power_near(float(most)) for most in self.rows.demand.max(axis=0)])
        demand = self.rows.demand / scale
        pooled = (self.rows.pooled if room is None else room) / scale
        columns = np.arange(count)
        at = [cluster, *(clusters + group * resources + r for r in range(resources))]
        data = [np.ones(count), *(demand[configuration, r] for r in range(resources))]
        entries = np.concatenate([*data, np.ones(clusters)])
        row = np.concatenate([*at, np.arange(clusters)])
        column = np.concatenate([*([columns] * len(at)), count + np.arange(clusters)])
        shape = (clusters + self.pools.groups * resources, count + clusters)
        size = self.pools.size.astype(np.float64)
        without = np.full(clusters, _DEARER * max(1.0, float(price.max(initial=0.0))))
        form = StandardForm(
            cost=np.concatenate([price, without]),
            constant=0.0,
            matrix=csc_array((entries, (row, column)), shape=shape),
            row_lower=np.concatenate([size, np.full(pooled.size, -np.inf)]),
            row_upper=np.concatenate([size, pooled.ravel()]),
            lower=np.zeros(shape[1]),
            upper=np.full(shape[1], np.inf),
            integer=np.arange(shape[1]) < (count if self.whole else 0),
        )
        return form, scale


def _solve(form: StandardForm, run: Run) -> tuple[FloatArray, FloatArray] | None:
    """Return point and row duals of the optimum; ``None`` without one."""
    with uncounted():
        from highspy import HighsModelStatus

        from ..engines import loaded
    highs = loaded(form)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("random_seed", run.seed % 2**31)
    highs.setOptionValue("mip_rel_gap", _GAP)
    limits = [run.remaining, _SECONDS if form.integer.any() else None]
    highs.setOptionValue(
        "time_limit", min((limit for limit in limits if limit is not None), default=np.inf)
    )
    highs.run()
    if highs.getModelStatus() not in (HighsModelStatus.kOptimal, HighsModelStatus.kTimeLimit):
        return None
    solution = highs.getSolution()
    if not solution.value_valid or not (form.integer.any() or solution.dual_valid):
        return None
    duals = np.zeros(form.shape[0]) if form.integer.any() else np.array(solution.row_dual)
    return np.array(solution.col_value), duals
