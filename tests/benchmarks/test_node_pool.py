"""Handing on from layer to layer: peaks, totals and the ratios of Table 2."""

import numpy as np
import pytest
from node_pool_layers import (
    Ratios,
    cold_stock_of,
    daily_peaks,
    machines_in_all,
    warm_pool_of,
)

import optgap
from optgap.core.faults import InputError

check = optgap.problem_named("cold_stock").judge


def test_a_day_takes_what_its_peak_has_more_than_the_day_before() -> None:
    machines = np.array([3, 5, 4, 4, 4, 6, 2])
    assert daily_peaks(machines, 3).tolist() == [5, 6, 2]
    cold = cold_stock_of(
        "c", machines, per_day=3, configured=4, total=9, period=1, lead=1, max_short=0
    )
    assert cold.demand.tolist() == [1, 1, -4]
    assert (cold.stock, cold.allocated) == (5, 4)
    plan = {"order": [2, 0, 0], "remove": [1, 0, 3]}
    assert machines_in_all(cold, plan, 4).tolist() == [8, 10, 7]
    assert check(cold, plan).feasible
    with pytest.raises(InputError, match="must not be below the configured machines"):
        cold_stock_of("c", machines, per_day=3, configured=4, total=3, period=1, lead=1)


def test_the_warm_layer_counts_machines() -> None:
    warm = warm_pool_of("w", np.array([3, 4, 2]), 512.0, max_short=0)
    assert warm.needed.tolist() == [3, 4, 2]
    plan = optgap.solve(warm, "dp", gap=0)
    assert plan.decision["machines"] == [3, 4, 4]  # an emptied machine goes one tick later
    assert plan.objective == 2 * 512.0


def test_ratios() -> None:
    found = Ratios.of(
        used=np.array([30.0, 20, 40, 40]),
        requests=np.array([1, 3, 4, 2]),
        occupied=np.array([4, 3, 5, 5]),
        machines=np.array([4, 4, 4, 5]),
        in_all=np.array([6, 4]),
        per_day=2,
        machine_size=10.0,
    )
    assert found.nonempty == 130 / 170
    assert found.configured == 130 / 170
    assert found.total == 130 / 200
    assert (found.delayed, found.failed) == (0.4, 0.6)
