"""The clustered integer programs of appendix A.1: plan A (Eq. 8) and plan B (Eq. 10), corrected.

Lyu et al., PVLDB 15(11), 2022.  Both are solved for latencies one after the other, as an
ε-constraint.  Eq. 8 pools the machines of a group, so that its counts are packed on machines
afterwards.  Eq. 10 checks the machine of a cluster's representative only; the program below has
the capacity of every machine.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.stage import Stage
from ...solvers.stage import Packer, PooledProgram, impossible, machine_groups, pools_of, price_rows
from ..placement import clusters_and_groups
from .fixed_placement import default_placement, fix_placement, ipa_placement
from .instance_groups import fast_mci, needed_rows
from .pair_program import PairProgram
from .plans import Plans

Thresholds = Annotated[int, Field(ge=1)]


def plan_a(instance: Stage, run: Run, *, thresholds: Thresholds = 32) -> Answer:
    """Choose how many of each instance cluster run how on each machine group (Eq. 8).

    Latencies of a pair are the worst of its members and machines.  Counts become machines, the
    largest configuration first; who finds no room is placed singly, or the plan is dropped.
    """
    needed_rows(instance, "plan-a")
    if (blocked := impossible(instance)) is not None:
        return blocked
    cluster, _ = clusters_and_groups(default_placement(instance))
    group = (
        instance.machine_group if instance.machine_group is not None else machine_groups(instance)
    )
    group = np.unique(group, return_inverse=True)[1].reshape(-1)
    pools = pools_of(instance, cluster, group)
    rows = price_rows(instance, group, units=False)
    packer = Packer(instance, PooledProgram(pools, rows, instance.price, whole=True))
    plans = Plans(instance, None, run)
    limits = _limits(pools.worst, thresholds)
    for limit in limits.tolist():
        if run.should_stop():
            break
        plans.seen += 1
        plan = packer.plan(limit, run)
        if plan is not None:
            plans.keep(plan.machine, plan.configuration)
    return plans.answer({"clusters": len(pools.size), "machine_groups": pools.groups})


def plan_b(instance: Stage, run: Run, *, thresholds: Thresholds = 64) -> Answer:
    """Choose one configuration for each pair of instance cluster and machine group (Eq. 10).

    The placement is clustered IPA's, the pairs are those of ``fast-mci``.  A pair's latency is its
    slowest member's, its cost the sum over its members.
    """
    needed_rows(instance, "plan-b")
    machine = ipa_placement(instance, run, clustered=True)
    if isinstance(machine, Answer):
        return machine
    fixed = fix_placement(instance, machine)
    groups = fast_mci(instance, fixed)
    program = PairProgram.of(instance, fixed, groups.label)
    plans = Plans(instance, fixed, run)
    for limit in _limits(program.latency, thresholds).tolist():
        if run.should_stop():
            break
        plans.seen += 1
        chosen = program.cheapest(limit, run)
        if chosen is not None:
            plans.keep(machine, chosen[groups.label])
    return plans.answer({"clusters": len(groups.size)})


def _limits(latency: FloatArray, most: int) -> FloatArray:
    """Return the latencies that matter, the largest first; evenly spread where they are many.

    Below the largest of the least latencies there is no plan.
    """
    shape = (len(latency), -1)
    least = latency.reshape(shape).min(axis=1).max()
    values = np.unique(latency[np.isfinite(latency) & (latency >= least)])
    if len(values) > most:
        spread = np.geomspace(values[0], values[-1], most)
        values = np.unique(values[np.searchsorted(values, spread, side="right") - 1])
    return values[::-1]
