"""Plans of a stage on a fixed placement, and the repair of overloaded machines."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.fronts import nondominated
from ...core.kernels import kernel
from ...core.outcome import Answer, Point
from ...core.run import Run
from ...instances.placement import LinearLatency, LinearTerms, Placement
from ...instances.stage import Stage, WorkLatency
from ...solvers.stage import impossible
from ..placement import ipa, ipa_clustered


@kernel
def overloaded_points(
    moves_before: IntArray,
    who: IntArray,
    to: IntArray,
    first: IntArray,
    machine: IntArray,
    demand: FloatArray,
    room: FloatArray,
) -> IntArray:
    """Return, for each point of a path, the number of overloaded machines.

    ``first`` and ``to`` contain indices of configurations.

    Algorithm 3 of the stage optimizer ignores capacities; Eq. 9 of its appendix has them.
    """
    resources = demand.shape[1]
    load = np.zeros_like(room)
    used = first.copy()
    for i in range(len(used)):
        load[machine[i]] += demand[used[i]]
    # broken[j]: machine j is overloaded now; count: how many are
    broken = np.zeros(len(room), dtype=np.bool_)
    count = 0
    for j in range(len(room)):
        broken[j] = _overload_of(load[j], room[j]) > 0
        count += broken[j]
    result = np.empty(len(moves_before), dtype=np.int64)
    done = 0
    for point in range(len(moves_before)):
        # used[i] is the configuration of instance i after ``done`` moves
        while done < moves_before[point]:
            i = who[done]
            j = machine[i]
            for r in range(resources):
                load[j, r] += demand[to[done], r] - demand[used[i], r]
            used[i] = to[done]
            now = _overload_of(load[j], room[j]) > 0
            count += int(now) - int(broken[j])
            broken[j] = now
            done += 1
        result[point] = count
    return result


@kernel(inner=True)
def _overload_of(load: FloatArray, room: FloatArray) -> float:
    """Return a machine's overload: the excess as a share of the room, summed over resources."""
    over = 0.0
    for r in range(len(load)):
        excess = load[r] - room[r]
        if excess > 0:
            over += excess / room[r] if room[r] > 0 else excess
    return over


@kernel
def repair(
    used: IntArray,
    limit: float,
    by_machine: IntArray,
    starts: IntArray,
    latency: FloatArray,
    cost: FloatArray,
    demand: FloatArray,
    room: FloatArray,
) -> bool:
    """Relieve all overloaded machines with latencies up to ``limit``; return success.

    On each such machine the change of configuration with the least extra cost per removed overload
    is made repeatedly, until the machine is no longer overloaded or no change helps.  Machine j has
    the instances ``by_machine[starts[j] : starts[j + 1]]``.
    """
    load = np.zeros_like(room)
    for j in range(len(room)):
        for at in range(starts[j], starts[j + 1]):
            load[j] += demand[used[by_machine[at]]]
    for j in range(len(room)):
        if _overload_of(load[j], room[j]) == 0.0:
            continue
        # load[j] stays the sum of demand[used[i]] over its instances
        members = by_machine[starts[j] : starts[j + 1]]
        while True:
            over = _overload_of(load[j], room[j])
            if over == 0.0:
                break
            best_price, best_i, best_k = np.inf, -1, -1
            for at in range(len(members)):
                i = int(members[at])
                for k in range(latency.shape[1]):
                    if not latency[i, k] <= limit:
                        continue
                    less = over - _overload_of(load[j] + demand[k] - demand[used[i]], room[j])
                    if less <= 1e-12:  # what the change takes off the overload
                        continue
                    price = (cost[i, k] - cost[i, used[i]]) / less
                    if price < best_price:
                        best_price, best_i, best_k = price, i, k
            if best_i < 0:
                return False
            load[j] += demand[best_k] - demand[used[best_i]]
            used[best_i] = best_k
    return True


@dataclass(frozen=True, eq=False)
class Placed:
    """A stage with fixed placement: latency and cost (instances x configurations).

    An infinite latency means that the instance cannot run with the configuration on its machine.

    Lyu et al., PVLDB 15(11), 2022, section 5.1: step 1 places with Θ0, step 2 plans.
    """

    machine: IntArray
    latency: FloatArray
    cost: FloatArray


def default_placement(instance: Stage) -> Placement:
    """Return the placement problem with the default configuration Θ0 of all instances (step 1)."""
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
    """Return the latencies with Θ0, as a matrix or in linear form like those of the stage."""
    usual = instance.default_configuration
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        rows = np.ascontiguousarray(terms.work[:, usual])
        linear = LinearTerms(rows=rows, per_row=terms.per_work, fixed=terms.fixed)
        return LinearLatency(linear=linear)
    return np.ascontiguousarray(instance.latency[:, usual, :])


def fix_placement(instance: Stage, machine: IntArray) -> Placed:
    """Return the problem to choose configurations for the placement ``machine`` (step 2)."""
    latency = instance.on_machines(machine)
    fits = instance.fits[:, machine].T
    return Placed(
        machine=machine,
        latency=np.where(np.isnan(latency) | ~fits, np.inf, latency),
        cost=latency * instance.price,
    )


def ipa_placement(instance: Stage, run: Run, *, clustered: bool = False) -> IntArray | Answer:
    """Return IPA's (clustered) placement with Θ0, or an answer with the reason for none."""
    inner = run.inner(sense="minimize")
    place = ipa_clustered if clustered else ipa
    return placed_machines(instance, place(default_placement(instance), inner))


def placed_machines(instance: Stage, placement: Answer) -> IntArray | Answer:
    """Return the machines of a placement with Θ0, or an answer with the reason for none."""
    if placement.decision is None:
        if (blocked := impossible(instance)) is not None:
            return blocked
        reason = placement.message or "no time was left"
        message = f"no placement was found with the default configuration: {reason}"
        return Answer(stopped=placement.stopped, message=message)
    return np.array(placement.decision["machine"], dtype=np.int64)


@dataclass
class Plans:
    """A collection of plans of a stage, with counts of overloaded and repaired plans.

    With a placement ``fixed``, plans that overload a machine are repaired or else dropped.
    """

    instance: Stage
    fixed: Placed | None
    run: Run
    values: list[tuple[float, float]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    seen: int = 0
    overloaded: int = 0
    repaired: int = 0

    def __post_init__(self) -> None:
        if self.fixed is None:
            return
        self._members = np.argsort(self.fixed.machine, kind="stable")
        machines = np.arange(self.instance.machines + 1)
        self._starts = np.searchsorted(self.fixed.machine[self._members], machines)
        self._listed = self.fixed.machine.tolist()  # one list for all plans

    def add(self, used: IntArray) -> None:
        """Add the plan with configurations ``used``, repaired without raising the stage latency."""
        assert self.fixed is not None
        instance, fixed = self.instance, self.fixed
        self.seen += 1
        limit = float(fixed.latency[np.arange(instance.instances), used].max())
        if not np.isfinite(limit):
            return
        used = used.copy()
        before = used.copy()
        arrays = (fixed.latency, fixed.cost, instance.demand, instance.room)
        if not repair(used, limit, self._members, self._starts, *arrays):
            self.overloaded += 1
            return
        if (used != before).any():
            self.overloaded += 1
            self.repaired += 1
        self.keep(fixed.machine, used)

    def keep(self, machine: IntArray, used: IntArray) -> None:
        """Add a plan without overloaded machines."""
        seconds = self.instance.chosen(machine, used)
        cost = float((seconds * self.instance.price[used]).sum())
        self.values.append((float(seconds.max()), cost))
        fixed = self.fixed is not None and machine is self.fixed.machine
        listed = self._listed if fixed else machine.tolist()
        self.decisions.append({"machine": listed, "configuration": used.tolist()})
        objectives = dict(zip(("latency", "cost"), self.values[-1], strict=True))
        self.run.report_point(Point(objectives=objectives, decision=self.decisions[-1]))

    def answer(self, details: dict[str, Any]) -> Answer:
        """Return the answer: the nondominated plans."""
        details = {
            **details,
            "plans": self.seen,
            "overloaded": self.overloaded,
            "repaired": self.repaired,
            "dropped": self.overloaded - self.repaired,
        }
        if not self.values:
            message = (
                "all plans that were tried overload a machine"
                if self.seen
                else "no plan was found within the time limit"
            )
            return Answer(stopped=self.run.stopped, message=message, details=details)
        front = [
            Point(
                objectives={"latency": self.values[k][0], "cost": self.values[k][1]},
                decision=self.decisions[k],
            )
            for k in nondominated(np.array(self.values))
        ]
        return Answer(front=front, front_complete=False, stopped=self.run.stopped, details=details)
