"""First-fit decreasing for `consolidation`: the classical baseline of packing, offline."""

from __future__ import annotations

import numpy as np

from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import Consolidation, overfull, rules_hold
from ...solvers.consolidation import cheap_bound, first_fit, impossible


def first_fit_decreasing(instance: Consolidation, run: Run) -> Answer:
    """Place all requests by falling size, each on the first machine in use with room.

    Running items stay.
    """
    bound = cheap_bound(instance)
    if bound.units is None:
        return impossible(bound)
    value = instance.value_of(bound.units)
    run.report(bound=value)
    decision, message = None, None
    if len(crowded := overfull(instance, instance.home)) > 0:
        name = instance.sites[int(crowded[0])].name
        message = f"machine {name} is overfull now, and this method begins from what fits"
    else:
        machine = first_fit(instance)
        left = np.flatnonzero(machine < 0)
        if len(left) > 0:
            message = f"found no machine with room for item {instance.items[int(left[0])].name}"
        elif not rules_hold(instance.rule_book, machine):
            message = "an item is left without another that it must be with"
        else:
            decision = instance.decision(machine)
            run.report(instance.value_of(instance.units_of(machine)), decision=decision)
    return Answer(
        decision,
        bound=value,
        bound_kind="certified",
        certificate=bound.certificate,
        message=message,
    )
