"""stage: choose a machine and a configuration together for each instance of a stage.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big Data
Processing", PVLDB 15(11), 2022, Definition 5.2 and appendix A.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from ..core.arrays import (
    ABSENT,
    ArrayRule,
    FloatArray,
    Floats,
    Given,
    IntArray,
    MaybeFloats,
    MaybeInts,
    Numbers,
    number_array,
)
from ..core.decimals import LARGEST, as_written, in_units, unit_of, whole_units
from ..core.faults import Fault, check_range, faults_of_names, input_error
from ..core.frames import Axes
from ..core.memory import check_size
from ..core.schema import Count, Instance, Many, Name, NonNegative, Part, Rule, array_or_linear

__all__ = ["Noise", "Stage", "WorkLatency", "WorkTerms", "generate"]


NonNegatives = Annotated[FloatArray, *number_array(1, at_least=0)]
MaybeNonNegatives = Annotated[MaybeFloats, *number_array(1, at_least=0, optional=True)]


class WorkTerms(Part):
    """Linear latencies: ``fixed_j + per_work_j * work_ik``, computed in floating point.

    Instance i has configuration k and is on machine j.
    """

    work: Annotated[FloatArray, *number_array(2, at_least=0)]
    per_work: NonNegatives
    fixed: NonNegatives


class WorkLatency(Part):
    """The compact form of the latencies, which methods materialise only if necessary."""

    linear: WorkTerms

    @property
    def shape(self) -> tuple[int, int, int]:
        """The numbers of instances, configurations and machines."""
        instances, configurations = self.linear.work.shape
        return instances, configurations, len(self.linear.per_work)

    def at(self, instance: Any, configuration: Any, machine: Any) -> FloatArray:
        """Return the latencies of choices (instance, configuration, machine), numbers or arrays."""
        terms = self.linear
        work = terms.work[instance, configuration]
        seconds: FloatArray = terms.fixed[machine] + terms.per_work[machine] * work
        return seconds

    def on_machines(self, machine: IntArray) -> FloatArray:
        """Return each instance's latency on its machine: instances x configurations."""
        terms = self.linear
        seconds: FloatArray = terms.per_work[machine, None] * terms.work
        seconds += terms.fixed[machine, None]
        return seconds

    def written_out(self) -> FloatArray:
        """Return all latencies: instances x configurations x machines."""
        terms = self.linear
        table: FloatArray = terms.work[:, :, None] * terms.per_work
        table += terms.fixed
        return table


_TABLE = ArrayRule(ndim=3, above=0, nullable=True)

StageLatency: TypeAlias = Annotated[
    Given[FloatArray | WorkLatency, Numbers | WorkLatency],
    *array_or_linear(_TABLE, WorkLatency, WorkTerms),
]


class Noise(Part):
    """The distribution of actual latencies: means ``(1 + bias) f``, deviations ``sigma f``."""

    bias: Annotated[float, Field(gt=-1)] = 0.0
    sigma: NonNegative = 0.15


def shapes_fit(
    configurations: FloatArray,
    weights: FloatArray,
    latency: FloatArray | WorkLatency,
    available: FloatArray,
) -> Iterator[Fault]:
    """The fields agree on the numbers of resources, configurations and machines."""
    count, resources = configurations.shape
    for key, length in (("weights", len(weights)), ("available", available.shape[1])):
        if length != resources:
            rule = f"must have {resources} resources, as configurations has"
            yield Fault.of(key, rule, length)
    if isinstance(latency, WorkLatency):
        yield from _linear_shapes_fit(latency, count, len(available))
        return
    if latency.shape[1] != count:
        yield Fault.of("latency", f"must have {count} rows per instance", latency.shape[1])
    if latency.shape[2] != len(available):
        rule = f"must have {len(available)} entries per configuration, one per machine"
        yield Fault.of("latency", rule, latency.shape[2])


def _linear_shapes_fit(latency: WorkLatency, count: int, machines: int) -> Iterator[Fault]:
    terms = latency.linear
    if terms.work.shape[1] != count:
        rule = f"must have {count} entries per instance, one per configuration"
        yield Fault.of("latency.linear.work", rule, terms.work.shape[1])
    for key, length in (("per_work", len(terms.per_work)), ("fixed", len(terms.fixed))):
        if length != machines:
            rule = f"must have {machines} entries, one per machine"
            yield Fault.of(f"latency.linear.{key}", rule, length)


def default_is_a_configuration(
    configurations: FloatArray, default_configuration: int
) -> Iterator[Fault]:
    """The default configuration (Θ0) is the index of a configuration."""
    if default_configuration >= len(configurations):
        rule = f"must be the number of a configuration, 0 to {len(configurations) - 1}"
        yield Fault.of("default_configuration", rule, default_configuration)


def linear_latency_positive(latency: FloatArray | WorkLatency) -> Iterator[Fault]:
    """All latencies are finite and positive; this is tested for the least and the most work."""
    if not isinstance(latency, WorkLatency):
        return
    terms = latency.linear
    if len(terms.fixed) != len(terms.per_work):
        return
    with np.errstate(over="ignore"):
        least = terms.fixed + terms.per_work * terms.work.min()
        most = terms.fixed + terms.per_work * terms.work.max()
    wrong = ~(least > 0) | ~np.isfinite(most)
    for j in np.flatnonzero(wrong).tolist():
        value = least[j] if not least[j] > 0 else most[j]
        rule = "gives a latency that is not a finite number > 0"
        yield Fault.of(f"latency.linear.fixed[{j}]", rule, value.item())


def labels_fit(
    latency: FloatArray | WorkLatency,
    input_rows: FloatArray | None,
    machine_group: IntArray | None,
    utilization: FloatArray | None,
) -> Iterator[Fault]:
    """Input rows have one entry per instance, groups and watermarks one per machine."""
    instances, _, machines = latency.shape
    for key, array, length, entity in (
        ("input_rows", input_rows, instances, "instance"),
        ("machine_group", machine_group, machines, "machine"),
        ("utilization", utilization, machines, "machine"),
    ):
        if array is not None and len(array) != length:
            yield Fault.of(key, f"must have {length} entries, one per {entity}", len(array))


def noise_leaves_time(noise: Noise | None) -> Iterator[Fault]:
    """A latency three deviations below its mean is still positive."""
    if noise is not None and 3 * as_written(noise.sigma) >= 1 + as_written(noise.bias):
        rule = "must be below a third of 1 + bias, otherwise a latency could be 0"
        yield Fault.of("noise.sigma", rule, noise.sigma)


def one_name_each(
    latency: FloatArray | WorkLatency,
    instance_names: tuple[str, ...] | None,
    configuration_names: tuple[str, ...] | None,
    machine_names: tuple[str, ...] | None,
) -> Iterator[Fault]:
    """If instances, configurations or machines have names, there is one distinct name for each."""
    instances, configurations, machines = latency.shape
    yield from faults_of_names("instance_names", instance_names, instances)
    yield from faults_of_names("configuration_names", configuration_names, configurations)
    yield from faults_of_names("machine_names", machine_names, machines)


_ROUNDING = 1e-12  # relative rounding error of sums of numbers with many digits


class Stage(Instance):
    """m instances, n machines with d resources, K configurations Θ, and all latencies."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        shapes_fit,
        default_is_a_configuration,
        linear_latency_positive,
        labels_fit,
        noise_leaves_time,
        one_name_each,
    )
    AXES: ClassVar[Axes] = {
        "latency": ("instance", "configuration", "machine"),
        "configurations": ("configuration", "resource"),
        "weights": ("resource",),
        "available": ("machine", "resource"),
        "input_rows": ("instance",),
        "machine_group": ("machine",),
        "utilization": ("machine",),
    }

    problem: Literal["stage"] = "stage"
    configurations: Annotated[Floats, *number_array(2, above=0)]
    weights: Annotated[Floats, *number_array(1, at_least=0)]
    latency: StageLatency
    available: Annotated[Floats, *number_array(2, at_least=0)]
    max_per_machine: Count | None = None
    default_configuration: Count = 0
    input_rows: MaybeNonNegatives = ABSENT
    machine_group: Annotated[MaybeInts, *number_array(1, whole=True, optional=True)] = ABSENT
    utilization: MaybeNonNegatives = ABSENT
    noise: Noise | None = None
    instance_names: Many[Name] | None = None
    configuration_names: Many[Name] | None = None
    machine_names: Many[Name] | None = None

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of instances, configurations and machines."""
        instances, configurations, machines = self.latency.shape
        return instances, configurations, machines

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
        """w·Θ_k, the cost per second with configuration k."""
        price: FloatArray = self.configurations @ self.weights
        return price

    @cached_property
    def _whole(self) -> tuple[FloatArray, FloatArray]:
        """Demands and capacities as integers in units of each resource.

        No capacity exceeds what all instances could use.  A resource whose numbers have too many
        digits for exact sums is not converted, and its capacities are reduced slightly.
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
        """The demand of each configuration: resources and, if α is set, a place on the machine."""
        demand = self._whole[0]
        if self.max_per_machine is None:
            return demand
        return np.column_stack([demand, np.ones(len(demand))])

    @cached_property
    def room(self) -> FloatArray:
        """The capacity of each machine: U_j and, if α is set, its α places for instances."""
        room = self._whole[1]
        if self.max_per_machine is None:
            return room
        return np.column_stack([room, np.full(self.machines, float(self.max_per_machine))])

    @cached_property
    def fits(self) -> NDArray[np.bool_]:
        """A mask, configurations x machines: an instance alone fits on the machine."""
        fits: NDArray[np.bool_] = np.all(self.demand[:, None, :] <= self.room[None, :, :], axis=2)
        return fits

    def seconds(self, instance: Any, configuration: Any, machine: Any) -> FloatArray:
        """Return the latencies of choices, numbers or arrays; NaN if the instance cannot run."""
        if isinstance(self.latency, WorkLatency):
            return self.latency.at(instance, configuration, machine)
        seconds: FloatArray = self.latency[instance, configuration, machine]
        return seconds

    @cached_property
    def largest_latency(self) -> float:
        """The largest finite latency of all choices."""
        if isinstance(self.latency, WorkLatency):
            terms = self.latency.linear
            return float((terms.fixed + terms.per_work * terms.work.max()).max())
        return float(np.nanmax(self.latency))

    def chosen(self, machine: IntArray, configuration: IntArray) -> FloatArray:
        """Return each instance's latency under a decision; NaN where it cannot run."""
        return self.seconds(np.arange(self.instances), configuration, machine)

    def on_machines(self, machine: IntArray) -> FloatArray:
        """Return each instance's latency on its machine: instances x configurations."""
        if isinstance(self.latency, WorkLatency):
            return self.latency.on_machines(machine)
        latency: FloatArray = self.latency[np.arange(self.instances), :, machine]
        return latency

    def dense_latency(self) -> FloatArray:
        """Return all latencies: instances x configurations x machines; no copy if stored."""
        if isinstance(self.latency, WorkLatency):
            return self.latency.written_out()
        return self.latency

    def written_out(self) -> dict[str, Any]:
        """Return the field of latencies, as a complete table."""
        return {"latency": self.dense_latency()}


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

    Configuration k has ``1 + k`` cores and alternately twice or four times as much memory.  An
    instance has lognormal input (standard deviation ``spread``, cut at 1.5 deviations) and takes
    ``fixed_j + rows_i / speed_j * (0.15 + 0.85 / cores^0.8)`` seconds on machine j, where speed
    falls with load; with less memory than its input needs it takes longer, by ``pressure`` times
    the missing share.  Without ``column_order`` each pair of instance and machine has its own
    lognormal factor (standard deviation 0.35), so that machines rank the instances differently.
    Machines have room for ``slack`` times what all instances take with the default configuration
    (the middle one, or ``default``), in uneven shares.  ``forbidden`` is the share of pairs that
    cannot run.  Latencies have two decimals.

    With ``groups`` the machines of a group have the same speed, load and fixed time, and the stage
    has the fields of input rows, machine groups and loads.  ``linear`` writes the compact form,
    without rounding, forbidden pairs and factors of pairs; ``groups`` then defaults to the number
    of machines.  ``noise`` is the deviation of a replay, as a share of a latency.
    """
    check_range(instances=(instances, 1), machines=(machines, 1))
    check_range(configurations=(configurations, 1), slack=(slack, 0.0), pressure=(pressure, 0.0))
    check_range(spread=(spread, 0.0), forbidden=(forbidden, 0.0, 1.0))
    if default is not None:
        check_range(default=(default, 0, configurations - 1))
    if groups is not None:
        check_range(groups=(groups, 1))
    if linear and (forbidden or not column_order):
        raise input_error("linear", "needs column_order, and must not have forbidden", linear)
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
    """Return cores and memory: configurations x 2."""
    cores = np.arange(1, count + 1, dtype=np.float64)
    return np.column_stack([cores, cores * np.where(np.arange(count) % 2, 4, 2)])


def _work(rows: FloatArray, theta: FloatArray, pressure: float) -> FloatArray:
    """Return the work, including the effect of scarce memory: instances x configurations."""
    work: FloatArray = rows[:, None] * (0.15 + 0.85 / theta[:, 0] ** 0.8)[None, :]
    missing = np.maximum(0.0, 1.0 - theta[None, :, 1] / (rows[:, None] / 4))
    work *= 1.0 + pressure * missing
    return work
