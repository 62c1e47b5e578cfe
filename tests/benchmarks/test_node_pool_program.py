"""The two layers in one program, beside the cascade: when nothing is lost, and when it is."""

import itertools

import numpy as np
import pytest
from node_pool_layers import PoolLayers, build_model, machines_of

import optgap
from optgap.core.run import Run
from optgap.solvers.engines import solve_model

check_warm = optgap.problem_named("warm_pool").judge


def cold_cost(layers: PoolLayers, machines) -> float | None:
    return optgap.solve(layers.cold(np.array(machines)), "dp", gap=0).objective


def enumerated(layers: PoolLayers) -> float | None:
    """Return the least cost of both layers, over all plans of the warm one."""
    best = None
    choices = range(max(layers.total, int(layers.needed.max())) + 1)
    for plan in itertools.product(choices, repeat=len(layers.needed) - 1):
        machines = [layers.configured, *plan]
        warm = check_warm(layers.warm(), {"machines": machines})
        if warm.feasible and (cold := cold_cost(layers, machines)) is not None:
            cost = warm.objective + cold
            best = cost if best is None else min(best, cost)
    return best


def cascade(layers: PoolLayers) -> float | None:
    """Return the cost of the warm optimum and of the cold optimum below it."""
    warm = optgap.solve(layers.warm(), "dp", gap=0)
    if warm.decision is None:
        return None
    cold = cold_cost(layers, warm.decision["machines"])
    return None if cold is None else warm.objective + cold


def joint(layers: PoolLayers) -> tuple[float | None, list[int]]:
    """Return the optimum of the program, and its machines."""
    model = build_model(layers)
    result = solve_model(model, "highs", Run(sense="minimize", gap=0))
    if result.x is None:
        return None, []
    return result.objective, machines_of(model).tolist()


def random_layers(rng: np.random.Generator, **changes) -> PoolLayers:
    configured = int(rng.integers(0, 4))
    holding = float(rng.integers(1, 3))
    fields = {
        "needed": rng.integers(0, 4, int(rng.integers(3, 5))),
        "configured": configured,
        "total": configured + int(rng.integers(0, 3)),
        "max_up": int(rng.integers(1, 4)),
        "max_down": int(rng.integers(1, 4)),
        "period": int(rng.integers(1, 3)),
        "lead": int(rng.integers(0, 3)),
        "first_review": int(rng.integers(0, 2)),
        "holding_cost": holding,
        "warm_cost": holding + float(rng.integers(0, 3)),
        "order_cost": float(rng.integers(0, 4)),
        "removal_cost": float(rng.integers(0, 2)),
    }
    return PoolLayers(**{**fields, **changes})


def test_the_cascade_loses_nothing_where_a_warm_machine_costs_no_less_than_a_cold_one() -> None:
    """No short tick or day, configuring free: the least plan is least in every tick."""
    rng = np.random.default_rng(1)
    feasible = 0
    for _ in range(25):
        layers = random_layers(rng)
        best, (program, _) = enumerated(layers), joint(layers)
        assert program == (None if best is None else pytest.approx(best))
        if best is not None:
            assert cascade(layers) == pytest.approx(best)
            feasible += 1
    assert feasible > 8


def test_a_price_for_configuring_makes_the_cascade_lose() -> None:
    """Nothing can be ordered in time or given back: the cold layer pays for what is idle."""
    fields = {
        "needed": np.array([2, 1, 1, 1, 2]),
        "configured": 2,
        "total": 2,
        "max_up": 2,
        "max_down": 2,
        "first_review": 4,
        "lead": 9,
        "warm_cost": 2.0,
        "holding_cost": 1.0,
    }
    three = PoolLayers(**fields, configure_cost=3.0)
    assert cascade(three) == 7
    assert joint(three) == (6, [2, 2, 2, 2, 2])
    two = PoolLayers(**fields, configure_cost=2.0)
    assert cascade(two) == 6 == joint(two)[0]


def test_a_short_tick_that_may_be_makes_the_cascade_lose() -> None:
    layers = PoolLayers(
        needed=np.array([2, 2, 4, 4]),
        configured=2,
        total=5,
        max_up=1,
        max_down=1,
        order_cost=3.0,
        max_short=1,
    )
    assert joint(layers) == (4, [2, 3, 4, 4])
    assert enumerated(layers) == 4
    assert cascade(layers) == 5
