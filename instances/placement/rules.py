"""What must hold between the fields of a placement instance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.faults import Fault, faults_of_names
from .latency import LinearLatency


def one_capacity_form(
    capacity: IntArray | None,
    default_plan: FloatArray | None,
    available: FloatArray | None,
    max_per_machine: int | None,
) -> Iterator[Fault]:
    """``capacity``, or ``default_plan`` with ``available``: exactly one of the two forms."""
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
        yield Fault("capacity", f"stands beside {', '.join(plan_form)}: give one form only")
    elif capacity is None and not plan_form:
        yield Fault("capacity", "required key is missing (or default_plan with available)")
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
    """Every machine states the same resources as the default plan."""
    if default_plan is None or available is None or len(default_plan) == available.shape[1]:
        return
    rule = f"must state {len(default_plan)} resources per machine, as default_plan does"
    yield Fault.of("available", rule, available.shape[1])


def linear_latency_positive(latency: FloatArray | LinearLatency) -> Iterator[Fault]:
    """A latency is positive: the smallest input decides on every machine."""
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
            "gives a latency that is not finite and > 0",
            least[j].item(),
        )


def one_name_each(
    latency: FloatArray | LinearLatency,
    instance_names: tuple[str, ...] | None,
    machine_names: tuple[str, ...] | None,
) -> Iterator[Fault]:
    """Instances and machines that have names have one each, and no two the same."""
    m, n = latency.shape
    yield from faults_of_names("instance_names", instance_names, m)
    yield from faults_of_names("machine_names", machine_names, n)
