"""Fuxi on a stage: the least busy machines first, Θ0 for everybody, one plan."""

from __future__ import annotations

import numpy as np

from ...core.faults import input_error
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.stage import Stage
from ...solvers.stage import impossible
from ..placement import fuxi as place
from .fixed_placement import default_placement


def fuxi(instance: Stage, run: Run) -> Answer:
    """Send instances in their order to the machines with the lowest utilization, with Θ0."""
    if instance.utilization is None:
        raise input_error("utilization", "required key is missing: fuxi goes by it")
    placement = place(default_placement(instance), run.inner(sense="minimize"))
    if placement.decision is None:
        if (blocked := impossible(instance)) is not None:
            return blocked
        reason = placement.message or "no time was left"
        message = f"no placement with the default configuration: {reason}"
        return Answer(stopped=placement.stopped, message=message)
    machine = np.array(placement.decision["machine"], dtype=np.int64)
    usual = instance.default_configuration
    configuration = np.full(instance.instances, usual)
    seconds = instance.chosen(machine, configuration)
    objectives = {
        "latency": float(seconds.max()),
        "cost": float(seconds.sum() * instance.price[usual]),
    }
    decision = {"machine": machine.tolist(), "configuration": configuration.tolist()}
    point = Point(objectives=objectives, decision=decision)
    run.report_point(point)
    return Answer(front=[point], front_complete=False)
