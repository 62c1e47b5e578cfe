"""The chain of Eigen's layers: machines in use are warm_pool's memory, its machines the demand.

Eigen (Alibaba Cloud, PVLDB 16(12), 2023), section 3.2: packing says how many machines are not
empty, the warm layer how many are configured, the cold layer how many there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.faults import input_error
from ...core.outcome import Decision
from ...instances.cold_stock import ColdStock
from ...instances.warm_pool import WarmPool


def warm_pool_of(name: str, occupied: IntArray, machine_size: float, **settings: Any) -> WarmPool:
    """Return the warm layer above a packing that has so many non-empty machines in every tick."""
    memory: FloatArray = occupied.astype(np.float64) * machine_size
    return WarmPool(name=name, allocated=memory, machine_size=machine_size, **settings)


def daily_peaks(machines: IntArray, per_day: int) -> IntArray:
    """Return the most configured machines of every day; the last day may be cut short."""
    starts = np.arange(0, len(machines), per_day)
    return np.asarray(np.maximum.reduceat(machines, starts), dtype=np.int64)


def cold_stock_of(
    name: str,
    machines: IntArray,
    *,
    per_day: int,
    configured: int,
    total: int,
    **settings: Any,
) -> ColdStock:
    """Return the cold layer below a course of configured machines.

    A day takes the rise of its peak over the peak of the day before; ``configured`` is that of
    the day before the first.  Of ``total`` machines the others are in the cold stock.
    """
    if total < configured:
        rule = f"must not be below the configured machines ({configured})"
        raise input_error("total", rule, total)
    peaks = daily_peaks(machines, per_day)
    return ColdStock(
        name=name,
        demand=np.diff(peaks, prepend=configured).astype(float),
        stock=total - configured,
        allocated=float(configured),
        **settings,
    )


def machines_in_all(instance: ColdStock, decision: Decision, configured: int) -> IntArray:
    """Return how many machines there are every day, configured or in the cold stock."""
    change = instance.due // instance.parts
    for day, ordered, removed in zip(
        instance.reviews, decision["order"], decision["remove"], strict=True
    ):
        change[day] -= removed
        if day + instance.lead < instance.days:
            change[day + instance.lead] += ordered
    total: IntArray = configured + instance.stock + np.cumsum(change)
    return total


@dataclass(frozen=True, eq=False)
class Ratios:
    """How much of the machines is in use, and how much waits for them: Table 2 of Eigen."""

    nonempty: float
    configured: float
    total: float
    delayed: float  # share of the requests that come in a tick with too few configured machines
    failed: float  # share of the requests that come on a day with too few machines in all

    @classmethod
    def of(
        cls,
        used: FloatArray,
        requests: IntArray,
        occupied: IntArray,
        machines: IntArray,
        in_all: IntArray,
        per_day: int,
        machine_size: float,
    ) -> Ratios:
        """Return the ratios of a course: memory in use, requests and machines of every tick."""
        everywhere = np.repeat(in_all, per_day)[: len(used)]
        short_day = np.repeat(in_all < daily_peaks(machines, per_day), per_day)[: len(used)]
        asked = max(1, int(requests.sum()))
        return cls(
            nonempty=float(used.sum() / (occupied.sum() * machine_size)),
            configured=float(used.sum() / (machines.sum() * machine_size)),
            total=float(used.sum() / (everywhere.sum() * machine_size)),
            delayed=float(requests[machines < occupied].sum() / asked),
            failed=float(requests[short_day].sum() / asked),
        )


@dataclass(frozen=True, eq=False)
class PoolLayers:
    """The warm and the cold layer in one, a tick a day: machines needed, and both costs.

    ``needed`` are non-empty machines, ``configured`` and ``total`` those before tick 0.  A warm
    machine costs ``warm_cost`` a tick, a cold one ``holding_cost``.
    """

    needed: IntArray
    configured: int
    total: int
    max_up: int
    max_down: int
    period: int = 1
    lead: int = 0
    first_review: int = 0
    warm_cost: float = 1.0
    configure_cost: float = 0.0
    holding_cost: float = 1.0
    order_cost: float = 0.0
    removal_cost: float = 0.0
    max_short: int = 0

    def warm(self) -> WarmPool:
        """Return the warm layer alone."""
        return warm_pool_of(
            "warm",
            self.needed,
            self.warm_cost,
            configured=self.configured,
            max_up=self.max_up,
            max_down=self.max_down,
            configure_cost=self.configure_cost,
            max_short=self.max_short,
        )

    def cold(self, machines: IntArray) -> ColdStock:
        """Return the cold layer below a plan of the warm one."""
        return cold_stock_of(
            "cold",
            machines,
            per_day=1,
            configured=self.configured,
            total=self.total,
            period=self.period,
            lead=self.lead,
            first_review=self.first_review,
            holding_cost=self.holding_cost,
            order_cost=self.order_cost,
            removal_cost=self.removal_cost,
            max_short=0,
        )
