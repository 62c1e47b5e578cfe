"""Plan A (Eq. 8) and plan B (Eq. 10) of appendix A.1, corrected: clustered integer programs.

Lyu et al., PVLDB 15(11), 2022.  Both are solved repeatedly with a limit on latency (ε-constraint
method).  Eq. 8 pools the machines of a group, so its counts are packed on machines afterwards.
Eq. 10 checks only the machine of a cluster's representative; the program below checks the
capacity of every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field
from scipy.sparse import coo_array, csc_array

from ...core.arrays import FloatArray, IntArray
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import NonNegative, PositiveCount, Share
from ...instances.stage import Stage
from ...solvers.engines import StandardForm, engine_named, solve_form
from ...solvers.stage import Packer, PooledProgram, impossible, machine_groups, pools_of, price_rows
from ..placement import clusters_and_groups
from .plans import Placed, Plans, default_placement, fix_placement, ipa_placement
from .two_steps import fast_mci, needed_rows


class ClusterPlanParameters(Parameters):
    """The parameters of plan B."""

    thresholds: PositiveCount = Field(default=64, description="maximum number of latencies to try")
    seconds: NonNegative = Field(default=10.0, description="time limit of each program, in seconds")
    gap: Share = Field(default=1e-4, description="relative gap of each program")


@dataclass(frozen=True, eq=False)
class PairProgram:
    """The program of plan B: a configuration per group, within the capacity of every machine.

    ``members`` counts the instances of each group on each kind of machine.  Machines with equal
    counts form a kind, whose room is the least room of these machines.
    """

    latency: FloatArray  # groups x configurations, the slowest member's
    cost: FloatArray  # groups x configurations, of all members
    members: IntArray  # kinds x groups
    room: FloatArray  # kinds x resources
    demand: FloatArray  # configurations x resources

    @classmethod
    def of(cls, instance: Stage, fixed: Placed, label: IntArray) -> PairProgram:
        """Return the program of groups on a fixed placement."""
        groups, kinds = int(label.max()) + 1, fixed.latency.shape[1]
        latency, cost = np.zeros((groups, kinds)), np.zeros((groups, kinds))
        np.maximum.at(latency, label, fixed.latency)
        usable = np.where(np.isfinite(fixed.latency), fixed.cost, 0.0)
        np.add.at(cost, label, usable)
        pairs, count = np.unique(
            np.column_stack([fixed.machine, label]), axis=0, return_counts=True
        )
        used, row = np.unique(pairs[:, 0], return_inverse=True)
        held = np.zeros((len(used), groups), dtype=np.int64)
        held[row.reshape(-1), pairs[:, 1]] = count
        members, kind = np.unique(held, axis=0, return_inverse=True)
        room = np.full((len(members), instance.room.shape[1]), np.inf)
        np.minimum.at(room, kind.reshape(-1), instance.room[used])
        return cls(latency, cost, members, room, instance.demand)

    def cheapest(self, limit: float, inner: Run) -> IntArray | None:
        """Return a configuration per group, at minimum total cost, with latencies up to a limit."""
        usable = (self.latency <= limit) & np.isfinite(self.latency)
        if not usable.any(axis=1).all():
            return None
        form, group, kind = self._form(usable)
        result = solve_form(form, engine_named("highs"), inner)
        if result.x is None:
            return None
        chosen = np.zeros(len(self.latency), dtype=np.int64)
        taken = result.x > 0.5
        chosen[group[taken]] = kind[taken]
        return chosen

    def _form(self, usable: np.ndarray) -> tuple[StandardForm, IntArray, IntArray]:
        group, kind = np.nonzero(usable)
        count, groups, resources = len(group), len(self.latency), self.room.shape[1]
        columns = np.arange(count)
        blocks = [coo_array((np.ones(count), (group, columns)), shape=(groups, count))]
        for r in range(resources):
            taken = self.members[:, group] * self.demand[kind, r]
            blocks.append(coo_array(taken))
        row = np.concatenate([b.row + at for b, at in zip(blocks, self._offsets(), strict=True)])
        column = np.concatenate([b.col for b in blocks])
        entries = np.concatenate([b.data for b in blocks])
        rows = groups + resources * len(self.members)
        form = StandardForm(
            cost=self.cost[usable],
            constant=0.0,
            matrix=csc_array((entries, (row, column)), shape=(rows, count)),
            row_lower=np.concatenate([np.ones(groups), np.full(rows - groups, -np.inf)]),
            row_upper=np.concatenate([np.ones(groups), self.room.T.ravel()]),
            lower=np.zeros(count),
            upper=np.ones(count),
            integer=np.ones(count, dtype=np.bool_),
        )
        return form, group, kind

    def _offsets(self) -> list[int]:
        groups, kinds = len(self.latency), len(self.members)
        return [0, *(groups + r * kinds for r in range(self.room.shape[1]))]


def plan_a(
    instance: Stage,
    run: Run,
    *,
    thresholds: Annotated[
        PositiveCount, Field(description="maximum number of latencies to try")
    ] = 32,
) -> Answer:
    """Choose numbers of instances per cluster, configuration and machine group (Eq. 8).

    A cluster's latency on a group is the worst over members and machines.  Counts are packed, the
    largest configuration first.  Instances that do not fit are then placed singly; if one of them
    fits on no machine, the plan is dropped.
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


def plan_b(instance: Stage, run: Run, parameters: ClusterPlanParameters) -> Answer:
    """Choose one configuration for each pair of instance cluster and machine group (Eq. 10).

    The placement is that of clustered IPA, the pairs are those of ``fast-mci``.  The latency
    of a pair is that of its slowest member, the cost the sum over its members.
    """
    needed_rows(instance, "plan-b")
    machine = ipa_placement(instance, run, clustered=True)
    if isinstance(machine, Answer):
        return machine
    fixed = fix_placement(instance, machine)
    groups = fast_mci(instance, fixed)
    program = PairProgram.of(instance, fixed, groups.label)
    plans = Plans(instance, fixed, run)
    for limit in _limits(program.latency, parameters.thresholds).tolist():
        if run.should_stop():
            break
        plans.seen += 1
        inner = run.inner(seconds=parameters.seconds, sense="minimize", gap=parameters.gap)
        chosen = program.cheapest(limit, inner)
        if chosen is not None:
            plans.keep(machine, chosen[groups.label])
    return plans.answer({"clusters": len(groups.size)})


def _limits(latency: FloatArray, most: int) -> FloatArray:
    """Return at most ``most`` latency limits, the largest first, in geometric steps if too many.

    Limits below the largest of the clusters' least latencies are omitted, because no plan has them.
    """
    shape = (len(latency), -1)
    least = latency.reshape(shape).min(axis=1).max()
    values = np.unique(latency[np.isfinite(latency) & (latency >= least)])
    if len(values) > most:
        spread = np.geomspace(values[0], values[-1], most)
        values = np.unique(values[np.searchsorted(values, spread, side="right") - 1])
    return values[::-1]
