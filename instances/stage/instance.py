"""stage: a machine and a resource configuration for each instance of a stage, at once.

Lyu et al., "Fine-Grained Modeling and Optimization for Intelligent Resource Management in Big
Data Processing", PVLDB 15(11), 2022, Definition 5.2 and appendix A.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ...core.arrays import FloatArray, IntArray, number_array
from ...core.decimals import LARGEST, as_written, in_units, unit_of, whole_units
from ...core.frames import Axes
from ...core.given import ABSENT, Floats, MaybeInts
from ...core.schema import Count, Instance, Many, Name, Rule
from .latency import MaybeNonNegatives, StageLatency, WorkLatency
from .noise import Noise
from .rules import (
    default_is_a_configuration,
    labels_fit,
    linear_latency_positive,
    noise_leaves_time,
    one_name_each,
    shapes_fit,
)

_ROUNDING = 1e-12  # relative: what sums of numbers with many digits may be wrong by


class Stage(Instance):
    """m instances, n machines with d resources, K configurations Θ, and latencies f(i, k, j)."""

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

    def seconds(self, instance: Any, configuration: Any, machine: Any) -> FloatArray:
        """Return f(i, k, j) of choices, given by numbers or arrays; NaN if one cannot run."""
        if isinstance(self.latency, WorkLatency):
            return self.latency.at(instance, configuration, machine)
        seconds: FloatArray = self.latency[instance, configuration, machine]
        return seconds

    @cached_property
    def largest_latency(self) -> float:
        """The largest latency of all choices."""
        if isinstance(self.latency, WorkLatency):
            terms = self.latency.linear
            return float((terms.fixed + terms.per_work * terms.work.max()).max())
        return float(np.nanmax(self.latency))

    def chosen(self, machine: IntArray, configuration: IntArray) -> FloatArray:
        """Return each instance's latency under a decision; NaN if it cannot run."""
        return self.seconds(np.arange(self.instances), configuration, machine)

    def on_machines(self, machine: IntArray) -> FloatArray:
        """Return each instance's latency with every configuration on its machine."""
        if isinstance(self.latency, WorkLatency):
            return self.latency.on_machines(machine)
        latency: FloatArray = self.latency[np.arange(self.instances), :, machine]
        return latency

    def dense_latency(self) -> FloatArray:
        """Return all latencies as a table; a stored one is not copied."""
        if isinstance(self.latency, WorkLatency):
            return self.latency.written_out()
        return self.latency

    def written_out(self) -> dict[str, Any]:
        """Return the latencies as a table."""
        return {"latency": self.dense_latency()}
