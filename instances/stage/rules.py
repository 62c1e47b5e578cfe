"""What must hold between the fields of a stage."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import as_written
from ...core.faults import Fault, faults_of_names
from .latency import WorkLatency
from .noise import Noise


def shapes_fit(
    configurations: FloatArray,
    weights: FloatArray,
    latency: FloatArray | WorkLatency,
    available: FloatArray,
) -> Iterator[Fault]:
    """Resources, configurations and machines are counted alike everywhere."""
    count, resources = configurations.shape
    for key, length in (("weights", len(weights)), ("available", available.shape[1])):
        if length != resources:
            rule = f"must state {resources} resources, as configurations does"
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
    """Θ0 is the number of a configuration."""
    if default_configuration >= len(configurations):
        rule = f"must be the number of a configuration, 0 to {len(configurations) - 1}"
        yield Fault.of("default_configuration", rule, default_configuration)


def linear_latency_positive(latency: FloatArray | WorkLatency) -> Iterator[Fault]:
    """A latency is finite and positive: the least and the most work decide on every machine."""
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
        rule = "gives a latency that is not finite and > 0"
        yield Fault.of(f"latency.linear.fixed[{j}]", rule, value.item())


def labels_fit(
    latency: FloatArray | WorkLatency,
    input_rows: FloatArray | None,
    machine_group: IntArray | None,
    utilization: FloatArray | None,
) -> Iterator[Fault]:
    """Rows are given per instance, groups and watermarks per machine."""
    instances, _, machines = latency.shape
    for key, array, length, entity in (
        ("input_rows", input_rows, instances, "instance"),
        ("machine_group", machine_group, machines, "machine"),
        ("utilization", utilization, machines, "machine"),
    ):
        if array is not None and len(array) != length:
            yield Fault.of(key, f"must have {length} entries, one per {entity}", len(array))


def noise_leaves_time(noise: Noise | None) -> Iterator[Fault]:
    """Three deviations below the mean a latency is still positive."""
    if noise is not None and 3 * as_written(noise.sigma) >= 1 + as_written(noise.bias):
        rule = "must be below a third of 1 + bias, else a latency could be 0"
        yield Fault.of("noise.sigma", rule, noise.sigma)


def one_name_each(
    latency: FloatArray | WorkLatency,
    instance_names: tuple[str, ...] | None,
    configuration_names: tuple[str, ...] | None,
    machine_names: tuple[str, ...] | None,
) -> Iterator[Fault]:
    """Whatever has names has one each, and no two the same."""
    instances, configurations, machines = latency.shape
    yield from faults_of_names("instance_names", instance_names, instances)
    yield from faults_of_names("configuration_names", configuration_names, configurations)
    yield from faults_of_names("machine_names", machine_names, machines)
