"""Random stages."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import check_range, input_error
from ...core.memory import check_size
from .instance import Placement
from .latency import LinearLatency, LinearTerms


def generate(
    seed: int,
    *,
    instances: int = 20,
    machines: int = 12,
    slack: float = 1.5,
    groups: int = 6,
    spread: float = 0.35,
    noise: float = 0.0,
    forbidden: float = 0.0,
    linear: bool = False,
) -> Placement:
    """Return a random stage.

    Input rows are lognormal with standard deviation ``spread``, cut at 1.5 deviations because a
    planner splits large inputs.  A machine belongs to one of ``groups`` of equal hardware and load;
    it takes ``fixed_j + per_row_j * rows_i`` seconds, ``per_row_j`` growing with its load.
    Capacities sum to about ``slack`` times the number of instances.  ``noise`` is the standard
    deviation of a lognormal factor on every latency, which breaks the column order; ``forbidden``
    is the share of pairs that cannot run; ``linear`` keeps the compact form, without either.
    """
    check_range(instances=(instances, 1), machines=(machines, 1), groups=(groups, 1))
    check_range(
        slack=(slack, 0.0),
        spread=(spread, 0.0),
        noise=(noise, 0.0),
        forbidden=(forbidden, 0.0, 1.0),
    )
    if linear and (noise or forbidden):
        raise input_error("linear", "leaves no room for noise and forbidden pairs", linear)
    check_size(numbers=instances * (1 if linear else machines) + machines + groups)
    rng = np.random.default_rng(seed)
    rows = np.ceil(np.exp(10.0 + spread * np.clip(rng.normal(size=instances), -1.5, 1.5)))
    load = np.round(rng.uniform(0.1, 0.9, groups), 2)
    speed = rng.choice([1.0, 1.4, 2.0], groups)
    group = rng.integers(0, groups, machines)
    per_row = np.round(1e-3 / (speed * (1.05 - load)), 6)[group]
    fixed = np.round(rng.uniform(1.0, 5.0, groups), 1)[group]
    share = rng.uniform(0.5, 1.5, machines)
    capacity = np.ceil(share / share.sum() * instances * slack).astype(np.int64)
    latency: FloatArray | LinearLatency
    if linear:
        latency = LinearLatency(linear=LinearTerms(rows=rows, per_row=per_row, fixed=fixed))
    else:
        factor = rng.lognormal(0.0, noise, (instances, machines)) if noise else 1.0
        latency = np.round((rows[:, None] * per_row + fixed) * factor, 3)
        latency[rng.random((instances, machines)) < forbidden] = np.nan
    return Placement(
        name=f"placement-{instances}x{machines}-s{seed}",
        latency=latency,
        capacity=capacity,
        input_rows=rows,
        machine_group=group,
        utilization=load[group],
    )
