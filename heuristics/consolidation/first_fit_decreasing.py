"""First-fit decreasing for `consolidation`: the classical baseline of packing, offline."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import Consolidation, overfull
from ...solvers.consolidation import cheap_bound, impossible
from ...solvers.consolidation import first_fit_decreasing as packed


def first_fit_decreasing(instance: Consolidation, run: Run) -> Answer:
    """Place all requests by falling size, each on the first machine in use with room.

    Running items stay.
    """
    bound = cheap_bound(instance)
    if bound.machines is None:
        return impossible(bound)
    value = float(bound.machines)
    run.report(bound=value)
    decision, message = None, None
    if len(crowded := overfull(instance, instance.home)) > 0:
        name = instance.machines[int(crowded[0])].name
        message = f"machine {name} is overfull now, and this method begins from what fits"
    else:
        machine = packed(instance)
        left = np.flatnonzero(machine < 0)
        if len(left) > 0:
            message = f"found no machine with room for item {instance.items[int(left[0])].name}"
        else:
            decision = instance.decision(machine)
            run.report(float(len(np.unique(machine))), decision=decision)
    return Answer(
        decision,
        bound=value,
        bound_kind="certified",
        certificate=bound.certificate,
        message=message,
    )
