"""Random stages."""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray
from ...core.faults import check_range, input_error
from ...core.memory import check_size
from .instance import Stage
from .latency import WorkLatency, WorkTerms
from .noise import Noise


def generate(
    seed: int,
    *,
    instances: int = 12,
    machines: int = 6,
    configurations: int = 5,
    slack: float = 1.6,
    column_order: bool = True,
    pressure: float = 0.6,
    spread: float = 0.5,
    forbidden: float = 0.0,
    default: int | None = None,
    groups: int | None = None,
    linear: bool = False,
    noise: float | None = None,
) -> Stage:
    """Return a random stage with two resources, cores and memory.

    Configuration k has ``1 + k`` cores and twice or four times as much memory, in turn.  An
    instance has lognormal input (standard deviation ``spread``, cut at 1.5 deviations) and takes
    ``fixed_j + rows_i / speed_j * (0.15 + 0.85 / cores^0.8)`` seconds on machine j, where speed
    falls with load; with less memory than its input wants it takes longer, by ``pressure`` times
    the share that is missing.  Without ``column_order`` every pair of instance and machine has a
    lognormal factor of its own (standard deviation 0.35), so that machines sort the instances
    differently.  Machines have room for ``slack`` times what all instances take with the default
    configuration (the middle one, unless ``default`` says otherwise), in uneven shares.
    ``forbidden`` is the share of pairs that cannot run.  Latencies have two decimals.

    With ``groups`` the machines of a group have the same speed, load and fixed time, and the stage
    names its input rows, machine groups and loads.  ``linear`` writes the compact form, without
    rounding, forbidden pairs and factors of pairs, with as many groups as machines unless
    ``groups`` says otherwise.  ``noise`` is the deviation of a replay, as a share of a latency.
    """
    check_range(instances=(instances, 1), machines=(machines, 1))
    check_range(configurations=(configurations, 1), slack=(slack, 0.0), pressure=(pressure, 0.0))
    check_range(spread=(spread, 0.0), forbidden=(forbidden, 0.0, 1.0))
    if default is not None:
        check_range(default=(default, 0, configurations - 1))
    if groups is not None:
        check_range(groups=(groups, 1))
    if linear and (forbidden or not column_order):
        raise input_error("linear", "leaves no room for forbidden pairs and factors", linear)
    lines = (instances + 2) * configurations
    check_size(numbers=lines * (1 if linear else machines) + machines + (groups or 0))
    rng = np.random.default_rng(seed)
    theta = _configurations(configurations)
    usual = (configurations - 1) // 2 if default is None else default
    rows: FloatArray = np.exp(3.0 + spread * np.clip(rng.normal(size=instances), -1.5, 1.5))
    kinds = machines if groups is None else groups
    speed = rng.choice([1.0, 1.4, 2.0], kinds)
    load = rng.uniform(0.1, 0.7, kinds)
    speed *= 1.05 - load
    fixed = rng.uniform(0.5, 2.0, kinds)
    group = np.arange(machines) if groups is None else rng.integers(0, groups, machines)
    work = _work(rows, theta, pressure)
    if linear:
        per_work = np.round(1.0 / speed, 6)[group]
        terms = WorkTerms(
            work=np.round(work, 6), per_work=per_work, fixed=np.round(fixed, 3)[group]
        )
        latency: FloatArray | WorkLatency = WorkLatency(linear=terms)
    else:
        table: FloatArray = fixed[group] + work[:, :, None] / speed[group]
        if not column_order:
            table *= rng.lognormal(0.0, 0.35, (instances, 1, machines))
        table = np.round(table, 2) + 0.0
        forbidden_pairs = rng.random((instances, machines)) < forbidden
        table[np.broadcast_to(forbidden_pairs[:, None, :], table.shape)] = np.nan
        latency = table
    share = rng.uniform(0.6, 1.4, machines)
    scale = share / share.sum() * instances * slack
    named = groups is not None or linear
    return Stage(
        name=f"stage-{instances}x{machines}x{configurations}-s{seed}",
        configurations=theta,
        weights=np.array([1.0, 0.25]),
        latency=latency,
        available=np.ceil(scale[:, None] * theta[usual][None, :]),
        default_configuration=usual,
        input_rows=np.asarray(np.round(rows, 3)) if named else None,
        machine_group=group if named else None,
        utilization=np.round(load, 3)[group] if named else None,
        noise=None if noise is None else Noise(sigma=noise),
    )


def _configurations(count: int) -> FloatArray:
    """Return cores and memory of each configuration."""
    cores = np.arange(1, count + 1, dtype=np.float64)
    return np.column_stack([cores, cores * np.where(np.arange(count) % 2, 4, 2)])


def _work(rows: FloatArray, theta: FloatArray, pressure: float) -> FloatArray:
    """Return the work of each instance with each configuration, memory pressure included."""
    work: FloatArray = rows[:, None] * (0.15 + 0.85 / theta[:, 0] ** 0.8)[None, :]
    missing = np.maximum(0.0, 1.0 - theta[None, :, 1] / (rows[:, None] / 4))
    work *= 1.0 + pressure * missing
    return work
