"""placement: assign the instances of a stage to machines; minimise the maximum latency.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big Data
Processing", PVLDB 15(11), 2022, section 5.2, Eq. 3.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np

from ..core.arrays import (
    ABSENT,
    ArrayRule,
    FloatArray,
    Given,
    IntArray,
    MaybeFloats,
    MaybeInts,
    Numbers,
    number_array,
    row_blocks,
)
from ..core.decimals import how_many
from ..core.faults import Fault, check_range, faults_of_names, input_error
from ..core.frames import Axes
from ..core.memory import check_size
from ..core.schema import Count, Instance, Many, Name, Part, Rule, array_or_linear

__all__ = ["LinearLatency", "LinearTerms", "Placement", "column_ordered", "generate"]


NonNegativeVector = Annotated[FloatArray, *number_array(1, at_least=0)]
MaybeVector = Annotated[MaybeFloats, *number_array(1, at_least=0, optional=True)]


class LinearTerms(Part):
    """``L_ij = fixed_j + per_row_j * rows_i``, in floating point as written."""

    rows: NonNegativeVector
    per_row: NonNegativeVector
    fixed: NonNegativeVector


class LinearLatency(Part):
    """The compact form of a latency matrix, which methods materialise only if necessary."""

    linear: LinearTerms

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of instances and machines."""
        return len(self.linear.rows), len(self.linear.per_row)

    def block(self, rows: slice) -> FloatArray:
        """Return the latencies of some instances (rows) on all machines (columns)."""
        terms = self.linear
        dense: FloatArray = terms.rows[rows, None] * terms.per_row[None, :] + terms.fixed[None, :]
        return dense


_MATRIX = ArrayRule(ndim=2, above=0, nullable=True)

Latency: TypeAlias = Annotated[
    Given[FloatArray | LinearLatency, Numbers | LinearLatency],
    *array_or_linear(_MATRIX, LinearLatency, LinearTerms),
]


def one_capacity_form(
    capacity: IntArray | None,
    default_plan: FloatArray | None,
    available: FloatArray | None,
    max_per_machine: int | None,
) -> Iterator[Fault]:
    """There is either ``capacity``, or ``default_plan`` with ``available``."""
    plan_form = [
        key
        for key, value in (
            ("default_plan", default_plan),
            ("available", available),
            ("max_per_machine", max_per_machine),
        )
        if value is not None
    ]
    if capacity is not None and plan_form:
        yield Fault(
            "capacity", f"is given together with {', '.join(plan_form)}: give only one form"
        )
    elif capacity is None and not plan_form:
        yield Fault("capacity", "required key is missing (or give default_plan and available)")
    elif capacity is None:
        for key, value in (("default_plan", default_plan), ("available", available)):
            if value is None:
                yield Fault(key, "required key is missing (capacity is not given)")


def check_array_lengths(
    latency: FloatArray | LinearLatency,
    capacity: IntArray | None,
    available: FloatArray | None,
    input_rows: FloatArray | None,
    machine_group: IntArray | None,
    utilization: FloatArray | None,
) -> Iterator[Fault]:
    """Every array has one entry per instance, or one per machine."""
    m, n = latency.shape
    if isinstance(latency, LinearLatency) and len(latency.linear.fixed) != n:
        rule = f"must have {n} entries, as per_row has"
        yield Fault.of("latency.linear.fixed", rule, len(latency.linear.fixed))
    for key, array, length, entity in (
        ("capacity", capacity, n, "machine"),
        ("available", available, n, "machine"),
        ("input_rows", input_rows, m, "instance"),
        ("machine_group", machine_group, n, "machine"),
        ("utilization", utilization, n, "machine"),
    ):
        if array is not None and len(array) != length:
            yield Fault.of(key, f"must have {length} entries, one per {entity}", len(array))


def resources_fit(default_plan: FloatArray | None, available: FloatArray | None) -> Iterator[Fault]:
    """Each machine has the same number of resources as the default plan."""
    if default_plan is None or available is None or len(default_plan) == available.shape[1]:
        return
    rule = f"must have {len(default_plan)} resources per machine, as default_plan has"
    yield Fault.of("available", rule, available.shape[1])


def linear_latency_positive(latency: FloatArray | LinearLatency) -> Iterator[Fault]:
    """All latencies are finite and positive; this is tested for the least and largest input."""
    if not isinstance(latency, LinearLatency):
        return
    terms = latency.linear
    if len(terms.fixed) != len(terms.per_row):
        return
    least = terms.fixed + terms.per_row * terms.rows.min()
    most = terms.fixed + terms.per_row * terms.rows.max()
    for j in np.flatnonzero(~(least > 0) | ~np.isfinite(most)).tolist():
        yield Fault.of(
            f"latency.linear.fixed[{j}]",
            "gives a latency that is not a finite number > 0",
            least[j].item(),
        )


def one_name_each(
    latency: FloatArray | LinearLatency,
    instance_names: tuple[str, ...] | None,
    machine_names: tuple[str, ...] | None,
) -> Iterator[Fault]:
    """If instances or machines have names, there is one distinct name for each."""
    m, n = latency.shape
    yield from faults_of_names("instance_names", instance_names, m)
    yield from faults_of_names("machine_names", machine_names, n)


_CAPACITY = number_array(1, whole=True, at_least=0, optional=True)


class Placement(Instance):
    """m parallel instances of a stage, n machines, latencies L and machine capacities β."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        one_capacity_form,
        check_array_lengths,
        resources_fit,
        linear_latency_positive,
        one_name_each,
    )
    AXES: ClassVar[Axes] = {
        "latency": ("instance", "machine"),
        "capacity": ("machine",),
        "default_plan": ("resource",),
        "available": ("machine", "resource"),
        "input_rows": ("instance",),
        "machine_group": ("machine",),
        "utilization": ("machine",),
    }

    problem: Literal["placement"] = "placement"
    latency: Latency
    capacity: Annotated[MaybeInts, *_CAPACITY] = ABSENT
    default_plan: Annotated[MaybeFloats, *number_array(1, above=0, optional=True)] = ABSENT
    available: Annotated[MaybeFloats, *number_array(2, at_least=0, optional=True)] = ABSENT
    max_per_machine: Count | None = None
    input_rows: MaybeVector = ABSENT
    machine_group: Annotated[MaybeInts, *number_array(1, whole=True, optional=True)] = ABSENT
    utilization: MaybeVector = ABSENT
    instance_names: Many[Name] | None = None
    machine_names: Many[Name] | None = None

    @property
    def instances(self) -> int:
        """m, the number of instances."""
        return int(self.latency.shape[0])

    @property
    def machines(self) -> int:
        """n, the number of machines."""
        return int(self.latency.shape[1])

    @cached_property
    def beta(self) -> IntArray:
        """β_j, the maximum number of instances on machine j, at most m."""
        if self.capacity is not None:
            beta = self.capacity
        else:
            assert self.default_plan is not None
            assert self.available is not None
            # β_j = min over resources of floor(U_j / Θ0), and α
            sizes = self.default_plan.tolist()
            room = [how_many(self.available[:, r], size) for r, size in enumerate(sizes)]
            beta = np.minimum(np.min(room, axis=0), self.instances)
            if self.max_per_machine is not None:
                beta = np.minimum(beta, self.max_per_machine)
        return np.minimum(beta, self.instances)

    def latency_blocks(self) -> Iterator[tuple[slice, FloatArray]]:
        """Yield (rows, latencies) by blocks of rows; NaN: the instance cannot run there."""
        if isinstance(self.latency, LinearLatency):
            step = max(1, (1 << 22) // self.machines)
            for start in range(0, self.instances, step):
                rows = slice(start, min(start + step, self.instances))
                yield rows, self.latency.block(rows)
        else:
            for rows in row_blocks(self.latency):
                yield rows, self.latency[rows]

    def dense_latency(self) -> FloatArray:
        """Return the complete latency matrix; a stored matrix is not copied."""
        if isinstance(self.latency, LinearLatency):
            return self.latency.block(slice(None))
        return self.latency

    def written_out(self) -> dict[str, Any]:
        """Return the fields of latencies, as a complete matrix, and of capacities (β)."""
        return {"latency": self.dense_latency(), "capacity": self.beta}

    def latency_of(self, machine: IntArray) -> FloatArray:
        """Return each instance's latency on its machine; NaN if it cannot run there."""
        if isinstance(self.latency, LinearLatency):
            terms = self.latency.linear
            return terms.rows * terms.per_row[machine] + terms.fixed[machine]
        return self.latency[np.arange(self.instances), machine]


def column_ordered(instance: Placement) -> bool:
    """Return whether all columns rank the rows in the same order, as Theorem 5.1 assumes."""
    if isinstance(instance.latency, LinearLatency):
        return True
    latency = np.where(np.isnan(instance.latency), np.inf, instance.latency)
    order = np.lexsort(latency.T[::-1])  # any row order that all columns share is this one
    ordered = latency[order]
    return bool((ordered[1:] >= ordered[:-1]).all())


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
    it takes ``fixed_j + per_row_j * rows_i`` seconds, where ``per_row_j`` grows with its load.
    Capacities sum to about ``slack`` times the number of instances.  ``noise`` is the standard
    deviation of a lognormal factor on each latency, which breaks the column order; ``forbidden`` is
    the share of pairs that cannot run.  ``linear`` keeps the compact form, which allows neither.
    """
    check_range(instances=(instances, 1), machines=(machines, 1), groups=(groups, 1))
    check_range(
        slack=(slack, 0.0),
        spread=(spread, 0.0),
        noise=(noise, 0.0),
        forbidden=(forbidden, 0.0, 1.0),
    )
    if linear and (noise or forbidden):
        raise input_error("linear", "cannot be combined with noise or forbidden", linear)
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
