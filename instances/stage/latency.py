"""Latencies of a stage: a table of instance, configuration and machine, or the compact form."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...core.arrays import ArrayRule, FloatArray, IntArray, number_array
from ...core.compact_latency import array_or_linear
from ...core.given import Given, MaybeFloats, Numbers
from ...core.schema import Part

NonNegatives = Annotated[FloatArray, *number_array(1, at_least=0)]
MaybeNonNegatives = Annotated[MaybeFloats, *number_array(1, at_least=0, optional=True)]


class WorkTerms(Part):
    """``f(i, k, j) = fixed_j + per_work_j * work_ik``, in floating point as written."""

    work: Annotated[FloatArray, *number_array(2, at_least=0)]
    per_work: NonNegatives
    fixed: NonNegatives


class WorkLatency(Part):
    """The compact form of the latencies, never written out where a method can do without."""

    linear: WorkTerms

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of instances, configurations and machines."""
        instances, configurations = self.linear.work.shape
        return instances, configurations, len(self.linear.per_work)

    def at(self, instance: Any, configuration: Any, machine: Any) -> FloatArray:
        """Return the latencies of choices, given by numbers or by arrays of one shape."""
        terms = self.linear
        work = terms.work[instance, configuration]
        seconds: FloatArray = terms.fixed[machine] + terms.per_work[machine] * work
        return seconds

    def on_machines(self, machine: IntArray) -> FloatArray:
        """Return each instance's latency with every configuration on its machine."""
        terms = self.linear
        seconds: FloatArray = terms.per_work[machine, None] * terms.work
        seconds += terms.fixed[machine, None]
        return seconds

    def written_out(self) -> FloatArray:
        """Return the whole table."""
        terms = self.linear
        table: FloatArray = terms.work[:, :, None] * terms.per_work
        table += terms.fixed
        return table


_TABLE = ArrayRule(ndim=3, above=0, nullable=True)

StageLatency: TypeAlias = Annotated[
    Given[FloatArray | WorkLatency, Numbers | WorkLatency],
    *array_or_linear(_TABLE, WorkLatency, WorkTerms),
]
