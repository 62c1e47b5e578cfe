"""stage: a machine and a resource configuration for each instance of a stage, at once.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big
Data Processing", PVLDB 15(11), 2022, Definition 5.2 and appendix A.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..core.arrays import FloatArray, IntArray, number_array
from ..core.decimals import LARGEST, as_written, in_units, unit_of, whole_units
from ..core.faults import Fault, check_range
from ..core.schema import Count, Instance, Rule

_ROUNDING = 1e-12  # relative: what sums of numbers with many digits may be wrong by


def shapes_fit(
    configurations: FloatArray, weights: FloatArray, latency: FloatArray, available: FloatArray
) -> Iterator[Fault]:
    """Resources, configurations and machines are counted alike everywhere."""
    count, resources = configurations.shape
    for key, found in (("weights", len(weights)), ("available", available.shape[1])):
        if found != resources:
            rule = f"must state {resources} resources, as configurations does"
            yield Fault.of(key, rule, found)
    if latency.shape[1] != count:
        yield Fault.of("latency", f"must have {count} rows per instance", latency.shape[1])
    if latency.shape[2] != len(available):
        rule = f"must have {len(available)} entries per configuration, one per machine"
        yield Fault.of("latency", rule, latency.shape[2])


def default_is_a_configuration(
    configurations: FloatArray, default_configuration: int
) -> Iterator[Fault]:
    """Θ0 is the number of a configuration."""
    if default_configuration >= len(configurations):
        rule = f"must be the number of a configuration, 0 to {len(configurations) - 1}"
        yield Fault.of("default_configuration", rule, default_configuration)


class Stage(Instance):
    """m instances, n machines with d resources, K configurations Θ, and latencies f(i, k, j)."""

    RULES: ClassVar[tuple[Rule, ...]] = (shapes_fit, default_is_a_configuration)

    problem: Literal["stage"] = "stage"
    configurations: Annotated[FloatArray, *number_array(2, above=0)]
    weights: Annotated[FloatArray, *number_array(1, at_least=0)]
    latency: Annotated[FloatArray, *number_array(3, above=0, nullable=True)]
    available: Annotated[FloatArray, *number_array(2, at_least=0)]
    max_per_machine: Count | None = None
    default_configuration: Count = 0

    @property
    def instances(self) -> int:
        """m, the number of instances."""
        return int(self.latency.shape[0])

    @property
    def machines(self) -> int:
        """n, the number of machines."""
        return int(self.latency.shape[2])

    @cached_property
    def price(self) -> FloatArray:
        """w·Θ_k, the cost of a second with configuration k."""
        price: FloatArray = self.configurations @ self.weights
        return price

    @cached_property
    def _whole(self) -> tuple[FloatArray, FloatArray]:
        """Demands and rooms in whole units of each resource, as the decimals of the file.

        No room is larger than all instances could use.  A resource whose numbers have too many
        digits to be added exactly stays as it is, its rooms a little smaller than they are.
        """
        demand, room = self.configurations.copy(), self.available.copy()
        for r in range(demand.shape[1]):
            unit = unit_of(demand[:, r])
            most = int(as_written(float(demand[:, r].max())) / unit) * self.instances
            if most <= LARGEST:
                demand[:, r] = in_units(demand[:, r], unit)
                room[:, r] = whole_units(room[:, r], np.ones(len(room)), unit, most)
            else:
                room[:, r] *= 1 - _ROUNDING
        return demand, room

    @cached_property
    def demand(self) -> FloatArray:
        """The demand of an instance with configuration k: resources, and one place if α is set."""
        demand = self._whole[0]
        if self.max_per_machine is None:
            return demand
        return np.column_stack([demand, np.ones(len(demand))])

    @cached_property
    def room(self) -> FloatArray:
        """The capacity of machine j: U_j, and α places if α is set."""
        room = self._whole[1]
        if self.max_per_machine is None:
            return room
        return np.column_stack([room, np.full(self.machines, float(self.max_per_machine))])

    @cached_property
    def fits(self) -> NDArray[np.bool_]:
        """True where an instance with configuration k fits on machine j alone."""
        fits: NDArray[np.bool_] = np.all(self.demand[:, None, :] <= self.room[None, :, :], axis=2)
        return fits

    def chosen(self, machine: IntArray, configuration: IntArray) -> FloatArray:
        """Return each instance's latency under a decision; NaN if it cannot run."""
        return self.latency[np.arange(self.instances), configuration, machine]


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
    """
    check_range(instances=(instances, 1), machines=(machines, 1))
    check_range(configurations=(configurations, 1), slack=(slack, 0.0), pressure=(pressure, 0.0))
    check_range(spread=(spread, 0.0), forbidden=(forbidden, 0.0, 1.0))
    rng = np.random.default_rng(seed)
    cores = np.arange(1, configurations + 1, dtype=np.float64)
    theta = np.column_stack([cores, cores * np.where(np.arange(configurations) % 2, 4, 2)])
    usual = (configurations - 1) // 2 if default is None else default
    rows = np.exp(3.0 + spread * np.clip(rng.normal(size=instances), -1.5, 1.5))
    speed = rng.choice([1.0, 1.4, 2.0], machines) * (1.05 - rng.uniform(0.1, 0.7, machines))
    fixed = rng.uniform(0.5, 2.0, machines)
    work = rows[:, None] * (0.15 + 0.85 / cores**0.8)[None, :]
    missing = np.maximum(0.0, 1.0 - theta[None, :, 1] / (rows[:, None] / 4))
    work *= 1.0 + pressure * missing
    latency = fixed[None, None, :] + work[:, :, None] / speed[None, None, :]
    if not column_order:
        latency *= rng.lognormal(0.0, 0.35, (instances, 1, machines))
    latency = np.round(latency, 2) + 0.0
    forbidden_pairs = rng.random((instances, machines)) < forbidden
    latency[np.broadcast_to(forbidden_pairs[:, None, :], latency.shape)] = np.nan
    share = rng.uniform(0.6, 1.4, machines)
    scale = share / share.sum() * instances * slack
    available = np.ceil(scale[:, None] * theta[usual][None, :])
    return Stage(
        name=f"stage-{instances}x{machines}x{configurations}-s{seed}",
        configurations=theta,
        weights=np.array([1.0, 0.25]),
        latency=latency,
        available=available,
        default_configuration=usual,
    )
