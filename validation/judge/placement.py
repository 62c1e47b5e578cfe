"""The judge of placement: checks decisions and Hall violators against the raw instance."""

from typing import ClassVar, Literal

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.decimals import how_many
from ...instances.placement import LinearLatency, Placement
from .forms import Certificate, Decision, WholeNumbers
from .judging import Judge


class Assignment(Decision):
    """A decision: the machine of each instance."""

    AXES: ClassVar = {"machine": ("instances",)}
    INDICES: ClassVar = {"machine": "machines"}
    machine: WholeNumbers


class HallViolator(Certificate):
    """A certificate: instances that have a latency below the threshold on too few machines.

    Without a threshold, the machines on which they can run cannot hold them all.
    """

    INDICES: ClassVar = {"instances": "instances"}
    kind: Literal["hall"] = "hall"
    threshold: float | None
    instances: WholeNumbers


def check(instance: Placement, decision: Assignment, judge: Judge) -> float:
    """Check a placement; the objective is the maximum latency of the instances."""
    latency = instance.latency_of(decision.machine)
    # Every instance runs on a machine on which it can run.
    for i in np.flatnonzero(np.isnan(latency)).tolist():
        judge.fault("forbidden", f"instance {i}", f"cannot run on machine {decision.machine[i]}")
    # Machine j takes at most β_j instances.
    load = np.bincount(decision.machine, minlength=instance.machines)
    beta = _places(instance)
    for j in np.flatnonzero(load > beta).tolist():
        words = f"takes {load[j]} instances, but its capacity is {beta[j]}"
        judge.over("capacity", f"machine {j}", load[j] - beta[j], words)
    return float(latency.max())


def _places(instance: Placement) -> IntArray:
    """Return β_j from the raw fields: the minimum of floor(U_j / Θ0) over resources, at most α."""
    if instance.capacity is not None:
        beta = instance.capacity
    else:
        assert instance.default_plan is not None
        assert instance.available is not None
        sizes = enumerate(instance.default_plan.tolist())
        beta = np.min([how_many(instance.available[:, r], size) for r, size in sizes], axis=0)
    if instance.max_per_machine is not None:
        beta = np.minimum(beta, instance.max_per_machine)
    return np.minimum(beta, instance.instances)


def certified(instance: Placement, certificate: HallViolator) -> float | None:
    """Return the threshold that a Hall violator proves as a bound; ``None`` for infeasibility.

    The machines on which the instances have a latency below the threshold hold fewer instances, so
    no plan has a smaller latency.  Without a threshold no plan exists.
    """
    threshold, chosen = certificate.threshold, certificate.instances
    if len(chosen) == 0 or len(np.unique(chosen)) < len(chosen):
        raise ValueError("its instances must be different instance numbers")
    fastest = _fastest(instance, chosen)
    below = ~np.isnan(fastest) if threshold is None else fastest < threshold
    room = int(_places(instance)[below].sum())
    if room >= len(chosen):
        raise ValueError(f"the machines have room for {room} of its {len(chosen)} instances")
    return threshold


def _fastest(instance: Placement, chosen: IntArray) -> FloatArray:
    """Return the least latency of chosen instances on each machine; NaN if none can run there."""
    if isinstance(instance.latency, LinearLatency):
        # per_row >= 0 and floating-point arithmetic is monotone, so the smallest input is fastest
        terms = instance.latency.linear
        least: FloatArray = terms.rows[chosen].min() * terms.per_row + terms.fixed
        return least
    fastest = np.full(instance.machines, np.nan)
    step = max(1, (1 << 22) // instance.machines)
    for k in range(0, len(chosen), step):
        block = instance.latency[chosen[k : k + step]]
        fastest = np.fmin(fastest, np.fmin.reduce(block, axis=0))
    return fastest
