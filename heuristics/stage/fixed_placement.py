"""The stage with its placement fixed: what is left is a configuration per instance.

Lyu et al., PVLDB 15(11), 2022, section 5.1: step 1 places with Θ0, step 2 plans.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.placement import LinearLatency, LinearTerms, Placement
from ...instances.stage import Stage, WorkLatency
from ...solvers.stage import impossible
from ..placement import ipa, ipa_clustered


@dataclass(frozen=True, eq=False)
class Placed:
    """A stage with its placement fixed: latency and cost of each instance by configuration.

    An infinite latency says that the instance cannot run so on its machine.
    """

    machine: IntArray
    latency: FloatArray
    cost: FloatArray


def default_placement(instance: Stage) -> Placement:
    """Return the placement problem in which every instance uses Θ0 (step 1)."""
    usual = instance.default_configuration
    return Placement(
        name=instance.name,
        latency=_default_latency(instance),
        default_plan=instance.configurations[usual],
        available=instance.available,
        max_per_machine=instance.max_per_machine,
        input_rows=instance.input_rows,
        machine_group=instance.machine_group,
        utilization=instance.utilization,
    )


def _default_latency(instance: Stage) -> FloatArray | LinearLatency:
    """Return the latencies with Θ0, in the form that the stage has."""
    usual = instance.default_configuration
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        rows = np.ascontiguousarray(terms.work[:, usual])
        linear = LinearTerms(rows=rows, per_row=terms.per_work, fixed=terms.fixed)
        return LinearLatency(linear=linear)
    return np.ascontiguousarray(instance.latency[:, usual, :])


def fix_placement(instance: Stage, machine: IntArray) -> Placed:
    """Return the rest of the problem when every instance has its machine (step 2)."""
    latency = instance.on_machines(machine)
    fits = instance.fits[:, machine].T
    return Placed(
        machine=machine,
        latency=np.where(np.isnan(latency) | ~fits, np.inf, latency),
        cost=latency * instance.price,
    )


def ipa_placement(instance: Stage, run: Run, *, clustered: bool = False) -> IntArray | Answer:
    """Return IPA's placement with Θ0, by clusters if asked for; an answer if there is none."""
    inner = run.inner(sense="minimize")
    place = ipa_clustered if clustered else ipa
    answer = place(default_placement(instance), inner)
    if answer.decision is None:
        if (blocked := impossible(instance)) is not None:
            return blocked
        reason = answer.message or "no time was left"
        message = f"no placement with the default configuration: {reason}"
        return Answer(stopped=answer.stopped, message=message)
    return np.array(answer.decision["machine"], dtype=np.int64)
