"""The stage optimizer's two steps for `stage`: IPA places with Θ0, RAA plans on that placement.

Lyu et al., PVLDB 15(11), 2022, sections 5.1 to 5.3, with the capacities of Eq. 9 (appendix A).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.dominance import nondominated
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.placement import Placement
from ...instances.stage import Stage
from ...solvers.stage import impossible
from ..placement import ipa
from ..resource_plan import MOST_CELLS, raa_path, spread, walk
from .capacity_repair import overloaded_points, repair


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
        latency=np.ascontiguousarray(instance.latency[:, usual, :]),
        default_plan=instance.configurations[usual],
        available=instance.available,
        max_per_machine=instance.max_per_machine,
    )


def placed(instance: Stage, machine: IntArray) -> Placed:
    """Return the rest of the problem when every instance has its machine (step 2)."""
    latency = instance.latency[np.arange(instance.instances), :, machine]
    fits = instance.fits[:, machine].T
    return Placed(
        machine=machine,
        latency=np.where(np.isnan(latency) | ~fits, np.inf, latency),
        cost=latency * instance.price,
    )


def ipa_placement(instance: Stage, run: Run) -> IntArray | Answer:
    """Return IPA's placement with Θ0, or the answer that there is none."""
    inner = run.inner(sense="minimize")
    answer = ipa(default_placement(instance), inner)
    if answer.decision is None:
        if (blocked := impossible(instance)) is not None:
            return blocked
        reason = answer.message or "no time was left"
        message = f"no placement with the default configuration: {reason}"
        return Answer(stopped=answer.stopped, message=message)
    return np.array(answer.decision["machine"], dtype=np.int64)


@dataclass
class Plans:
    """Plans on a fixed placement: repaired where a machine is overloaded, else dropped."""

    instance: Stage
    fixed: Placed
    run: Run
    values: list[tuple[float, float]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    seen: int = 0
    overloaded: int = 0
    repaired: int = 0

    def __post_init__(self) -> None:
        self._machines = self.fixed.machine.tolist()  # one list for all plans

    def add(self, used: IntArray) -> None:
        """Take in a plan; the limit of its repair is its own latency."""
        instance, fixed = self.instance, self.fixed
        rows = np.arange(instance.instances)
        self.seen += 1
        limit = float(fixed.latency[rows, used].max())
        if not np.isfinite(limit):
            return
        used = used.copy()
        before = used.copy()
        if not repair(
            used, limit, fixed.machine, fixed.latency, fixed.cost, instance.demand, instance.room
        ):
            self.overloaded += 1
            return
        if (used != before).any():
            self.overloaded += 1
            self.repaired += 1
        latency, cost = fixed.latency[rows, used].max(), fixed.cost[rows, used].sum()
        self.values.append((float(latency), float(cost)))
        decision = {"machine": self._machines, "configuration": used.tolist()}
        self.decisions.append(decision)
        objectives = dict(zip(("latency", "cost"), self.values[-1], strict=True))
        self.run.report_point(Point(objectives=objectives, decision=decision))

    def answer(self, details: dict[str, Any]) -> Answer:
        """Return the nondominated plans."""
        details = {
            **details,
            "plans": self.seen,
            "overloaded": self.overloaded,
            "repaired": self.repaired,
            "dropped": self.overloaded - self.repaired,
        }
        if not self.values:
            return Answer(
                stopped=self.run.stopped, message="every plan overloads a machine", details=details
            )
        front = [
            Point(
                objectives={"latency": self.values[k][0], "cost": self.values[k][1]},
                decision=self.decisions[k],
            )
            for k in nondominated(np.array(self.values))
        ]
        return Answer(front=front, front_complete=False, stopped=self.run.stopped, details=details)


def ipa_raa(
    instance: Stage, run: Run, *, most_cells: Annotated[int, Field(gt=0)] = MOST_CELLS
) -> Answer:
    """Place with IPA, then plan with RAA path (Algorithms 1 and 3), within capacities.

    Of a path with more than ``most_cells`` points times instances, evenly spread points are
    taken.  A point that overloads a machine is repaired or, if that fails, dropped; the plan
    with Θ0 for all, which IPA has made room for, is always among the candidates.
    """
    machine = ipa_placement(instance, run)
    if isinstance(machine, Answer):
        return machine
    fixed = placed(instance, machine)
    kinds = len(instance.configurations)
    start = np.arange(instance.instances + 1) * kinds
    path = raa_path(fixed.latency.ravel(), fixed.cost.ravel(), start)
    assert path is not None  # Θ0 fits everywhere
    over = overloaded_points(
        path.moves_before,
        path.who,
        path.to % kinds,
        path.first % kinds,
        machine,
        instance.demand,
        instance.room,
    )
    plans = Plans(instance, fixed, run)
    plans.add(np.full(instance.instances, instance.default_configuration))
    for _, rows in walk(path, spread(len(path), instance.instances, most_cells)):
        if run.should_stop():
            break
        plans.add(rows - start[:-1])
    details = {"path_points": len(path), "path_points_overloaded": int((over > 0).sum())}
    return plans.answer(details)


def ipa_raa_general(instance: Stage, run: Run) -> Answer:
    """Place with IPA, then plan with RAA general (Algorithm 2), within capacities.

    Every attainable latency is a limit under which each instance takes its cheapest
    configuration; with one sum the weight does not matter.
    """
    machine = ipa_placement(instance, run)
    if isinstance(machine, Answer):
        return machine
    fixed = placed(instance, machine)
    plans = Plans(instance, fixed, run)
    plans.add(np.full(instance.instances, instance.default_configuration))
    for used in _cheapest_under_each_limit(fixed):
        if run.should_stop():
            break
        plans.add(used)
    return plans.answer({})


def _cheapest_under_each_limit(fixed: Placed) -> Iterator[IntArray]:
    """Yield line 6's choice for every value that the stage latency can take (lines 2 and 3)."""
    least = fixed.latency.min(axis=1).max()
    values = np.unique(fixed.latency[np.isfinite(fixed.latency) & (fixed.latency >= least)])
    for limit in values.tolist():
        yield np.where(fixed.latency <= limit, fixed.cost, np.inf).argmin(axis=1)
