"""placement: send the instances of a stage to machines so that the slowest ends earliest.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big
Data Processing", PVLDB 15(11), 2022, section 5.2, Eq. 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from ...core.arrays import FloatArray, IntArray, number_array, row_blocks
from ...core.decimals import how_many
from ...core.frames import Axes
from ...core.given import ABSENT, MaybeFloats, MaybeInts
from ...core.schema import Count, Instance, Many, Name, Rule
from .latency import Latency, LinearLatency, MaybeVector
from .rules import (
    check_array_lengths,
    linear_latency_positive,
    one_capacity_form,
    one_name_each,
    resources_fit,
)

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
        """β_j, the most instances that machine j takes (no more than m)."""
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
        """Yield the latency matrix in blocks of rows; NaN if an instance cannot run."""
        if isinstance(self.latency, LinearLatency):
            step = max(1, (1 << 22) // self.machines)
            for start in range(0, self.instances, step):
                rows = slice(start, min(start + step, self.instances))
                yield rows, self.latency.block(rows)
        else:
            for rows in row_blocks(self.latency):
                yield rows, self.latency[rows]

    def dense_latency(self) -> FloatArray:
        """Return the whole latency matrix; a stored matrix is not copied."""
        if isinstance(self.latency, LinearLatency):
            return self.latency.block(slice(None))
        return self.latency

    def written_out(self) -> dict[str, Any]:
        """Return the latencies as a matrix, and the capacity β that its other form stands for."""
        return {"latency": self.dense_latency(), "capacity": self.beta}

    def latency_of(self, machine: IntArray) -> FloatArray:
        """Return each instance's latency on the machine it is given; NaN if it cannot run."""
        if isinstance(self.latency, LinearLatency):
            terms = self.latency.linear
            return terms.rows * terms.per_row[machine] + terms.fixed[machine]
        return self.latency[np.arange(self.instances), machine]


def column_ordered(instance: Placement) -> bool:
    """Return whether all columns sort the rows alike (ties allowed): Theorem 5.1's assumption."""
    if isinstance(instance.latency, LinearLatency):
        return True
    latency = np.where(np.isnan(instance.latency), np.inf, instance.latency)
    order = np.lexsort(latency.T[::-1])  # any row order that all columns share is this one
    ordered = latency[order]
    return bool((ordered[1:] >= ordered[:-1]).all())
