"""Plans by rounding: a linear program over clusters of instances and groups of machines."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.sparse import csc_array

from ...core.arrays import BoolArray, FloatArray, IntArray, power_near
from ...core.clock import paused_clock
from ...core.kernels import kernel
from ...core.run import Run
from ...instances.stage import Stage, WorkLatency
from ..engines import StandardForm
from .pools import Pools, PriceRows

_GAP, _SECONDS = 1e-4, 10.0  # gap and seconds of an integer program
_DEARER = 4.0  # the cost of an instance without a place, relative to the dearest choice


@dataclass(frozen=True, eq=False)
class Pooled:
    """A solution: counts of choices (cluster, configuration, group), and prices of resources.

    Rooms are pooled per group.  With the best latencies of each pair its optimum is a bound, and
    its prices prove nearly as much for the single instances; with the worst ones it is nearly a
    plan.
    """

    choice: tuple[IntArray, IntArray, IntArray]
    count: FloatArray
    missing: FloatArray  # instances of each cluster that found no place
    price: FloatArray  # groups x rows


@dataclass(frozen=True, eq=False)
class PooledProgram:
    """The program for the number of a cluster's instances per configuration and machine group.

    The numbers are integral if ``whole`` is true.
    """

    pools: Pools
    rows: PriceRows
    rate: FloatArray  # rate w·Θ_k of each configuration
    whole: bool = False

    def solve(
        self,
        seconds: FloatArray,
        limit: float,
        run: Run,
        *,
        places_only: bool = False,
        room: FloatArray | None = None,
    ) -> Pooled | None:
        """Return cheapest counts of choices with latency up to ``limit``; ``None`` if time is up.

        With ``places_only`` the number of placed instances is maximised, and costs are ignored.
        """
        cost = seconds * self.rate[None, :, None]
        kept = self._undominated((seconds <= limit) & np.isfinite(seconds), cost)
        cluster, configuration, group = np.nonzero(kept)
        choice = (cluster, configuration, group)
        price = np.zeros(len(choice[0])) if places_only else cost[kept]
        unit = power_near(float(price.max(initial=0.0)))
        form, scale = self._form(choice, price / unit, room)
        if run.should_stop():
            return None
        optimum = _solve(form, run)
        if optimum is None:
            return None
        point, duals = optimum
        clusters = len(self.pools.size)
        prices = np.maximum(0.0, -duals[clusters:].reshape(self.pools.groups, -1)) * unit / scale
        count = len(choice[0])
        return Pooled(choice, point[:count], point[count:], prices)

    def _undominated(self, usable: BoolArray, cost: FloatArray) -> BoolArray:
        """Return a mask of usable choices not dominated within the same cluster and group.

        A dominating choice costs no more and uses no more of any row; latencies are not compared.
        """
        demand = self.rows.demand
        kept = usable.copy()
        for k in range(len(demand)):
            for other in range(len(demand)):
                if other == k or not (demand[other] <= demand[k]).all():
                    continue
                better = usable[:, other] & (cost[:, other] <= cost[:, k])
                if (demand[other] == demand[k]).all() and other > k:
                    better &= cost[:, other] < cost[:, k]
                kept[:, k] &= ~better
        return kept

    def _form(
        self,
        choice: tuple[IntArray, IntArray, IntArray],
        price: FloatArray,
        room: FloatArray | None,
    ) -> tuple[StandardForm, FloatArray]:
        cluster, configuration, group = choice
        clusters, resources = len(self.pools.size), self.rows.demand.shape[1]
        count = len(cluster)
        scale = np.array([power_near(float(most)) for most in self.rows.demand.max(axis=0)])
        demand = self.rows.demand / scale
        pooled = (self.rows.pooled if room is None else room) / scale
        columns = np.arange(count)
        at = [cluster, *(clusters + group * resources + r for r in range(resources))]
        data = [np.ones(count), *(demand[configuration, r] for r in range(resources))]
        entries = np.concatenate([*data, np.ones(clusters)])
        row = np.concatenate([*at, np.arange(clusters)])
        column = np.concatenate([*([columns] * len(at)), count + np.arange(clusters)])
        shape = (clusters + self.pools.groups * resources, count + clusters)
        size = self.pools.size.astype(np.float64)
        without = np.full(clusters, _DEARER * max(1.0, float(price.max(initial=0.0))))
        form = StandardForm(
            cost=np.concatenate([price, without]),
            constant=0.0,
            matrix=csc_array((entries, (row, column)), shape=shape),
            row_lower=np.concatenate([size, np.full(pooled.size, -np.inf)]),
            row_upper=np.concatenate([size, pooled.ravel()]),
            lower=np.zeros(shape[1]),
            upper=np.full(shape[1], np.inf),
            integer=np.arange(shape[1]) < (count if self.whole else 0),
        )
        return form, scale


def _solve(form: StandardForm, run: Run) -> tuple[FloatArray, FloatArray] | None:
    """Return the optimal point and its row duals; ``None`` without an optimum."""
    with paused_clock():
        from highspy import HighsModelStatus

        from ..engines import load_highs
    highs = load_highs(form)
    highs.setOptionValue("random_seed", run.seed % 2**31)
    highs.setOptionValue("mip_rel_gap", _GAP)
    limits = [run.remaining, _SECONDS if form.integer.any() else None]
    highs.setOptionValue(
        "time_limit", min((limit for limit in limits if limit is not None), default=np.inf)
    )
    highs.run()
    if highs.getModelStatus() not in (HighsModelStatus.kOptimal, HighsModelStatus.kTimeLimit):
        return None
    solution = highs.getSolution()
    if not solution.value_valid or not (form.integer.any() or solution.dual_valid):
        return None
    duals = np.zeros(form.shape[0]) if form.integer.any() else np.array(solution.row_dual)
    return np.array(solution.col_value), duals


_SPARE = (0.0, 0.001, 0.004, 0.016, 0.064, 0.256)  # shares of rooms that a program leaves free
_ROUNDING = 1e-7  # a count this close to an integer is integral


@dataclass(frozen=True, eq=False)
class Plan:
    """A plan: machine and configuration of each instance, with its latency and cost."""

    machine: IntArray
    configuration: IntArray
    latency: float
    cost: float


@dataclass(frozen=True, eq=False)
class Packer:
    """Rounds solutions of the pooled program to plans of single instances and machines."""

    instance: Stage
    program: PooledProgram

    def plan(self, limit: float, run: Run) -> Plan | None:
        """Return a plan with latency up to a limit; ``None`` if rounding finds none.

        If instances remain without a place, the program is solved again with smaller rooms: then
        machines that are fast enough have some room left for them.
        """
        pools = self.program.pools
        for spare in _SPARE:
            room = (1 - spare) * self.program.rows.pooled
            relaxed = self.program.solve(pools.worst, limit, run, room=room)
            if relaxed is None or relaxed.missing.sum() > 0.5 * pools.size.sum():
                return None
            plan = self._pack(relaxed, limit)
            if plan is not None:
                return plan
        return None

    def _pack(self, relaxed: Pooled, limit: float) -> Plan | None:
        """Return the plan of a rounded solution; ``None`` if an instance finds no place."""
        instance, pools = self.instance, self.program.pools
        whole = np.floor(relaxed.count + _ROUNDING).astype(np.int64)
        left = instance.room.copy()
        machine = np.full(instance.instances, -1, dtype=np.int64)
        configuration = np.zeros(instance.instances, dtype=np.int64)
        slots = self._slots(relaxed, whole, left)
        self._seat(relaxed, whole, slots, machine, configuration)
        latency, rate = latency_arrays(instance), instance.price
        rest = self._by_falling_worst(np.flatnonzero(machine < 0))
        tax = relaxed.price @ self.program.rows.demand.T
        missing = place_rest(
            latency, rate, tax, pools.group, instance.demand, left, limit, rest,
            *self._alike, machine, configuration,
        )  # fmt: skip
        if missing:
            return None
        cheapen(latency, rate, instance.demand, left, limit, machine, configuration)
        seconds = instance.chosen(machine, configuration)
        cost = float((seconds * rate[configuration]).sum())
        return Plan(machine, configuration, float(seconds.max()), cost)

    @cached_property
    def _alike(self) -> tuple[IntArray, IntArray]:
        """The machines, those with equal latencies together, and where each kind begins."""
        latency, kind = self.instance.latency, np.arange(self.instance.machines)
        if isinstance(latency, WorkLatency):
            terms = np.column_stack([latency.linear.per_work, latency.linear.fixed])
            kind = np.unique(terms, axis=0, return_inverse=True)[1].reshape(-1)
        return np.argsort(kind, kind="stable"), np.append(0, np.bincount(kind).cumsum())

    def _by_falling_worst(self, members: IntArray) -> IntArray:
        """Return instances, sorted by falling worst latency of their clusters."""
        worst = self.program.pools.worst
        slow = np.where(np.isfinite(worst), worst, 0.0).max(axis=(1, 2))
        order = np.argsort(-slow[self.program.pools.cluster[members]], kind="stable")
        return members[order]

    def _slots(self, relaxed: Pooled, whole: IntArray, left: FloatArray) -> IntArray:
        """Reserve ``whole[k]`` slots for choice k; return them as (machine, configuration)."""
        instance, pools = self.instance, self.program.pools
        _, kind, group = relaxed.choice
        counts = np.zeros((len(instance.configurations), pools.groups), dtype=np.int64)
        np.add.at(counts, (kind, group), whole)
        share = (instance.demand / np.maximum(instance.demand.max(axis=0), 1e-300)).max(axis=1)
        machines = np.argsort(pools.group, kind="stable")
        starts = np.searchsorted(pools.group[machines], np.arange(pools.groups + 1))
        slots = np.empty((int(whole.sum()), 2), dtype=np.int64)
        order = np.argsort(-share, kind="stable")
        demand = np.ascontiguousarray(instance.demand)
        filled = slots_on_machines(counts, order, machines, starts, demand, left, slots)
        return slots[:filled]

    def _seat(
        self,
        relaxed: Pooled,
        whole: IntArray,
        slots: IntArray,
        machine: IntArray,
        configuration: IntArray,
    ) -> None:
        """Assign instances of clusters to the reserved slots of their group and configuration.

        Of a cluster, the instances with most work get the slots with the cheapest unit of work.
        """
        pools = self.program.pools
        cluster, kind, group = relaxed.choice
        kinds = len(self.instance.configurations)
        places = pools.group[slots[:, 0]] * kinds + slots[:, 1]
        by_place = np.argsort(places, kind="stable")
        first = np.searchsorted(places[by_place], np.arange(pools.groups * kinds + 1))
        free, last = first[:-1].copy(), first[1:]
        spread = pools.worst[cluster, kind, group] - pools.best[cluster, kind, group]
        order = np.lexsort((spread * self.instance.price[kind], cluster))
        members, starts = self._members
        taken = starts[:-1].copy()
        for p in order[whole[order] > 0].tolist():
            place = group[p] * kinds + kind[p]
            count = min(int(whole[p]), int(last[place] - free[place]))
            who = members[taken[cluster[p]] : taken[cluster[p]] + count]
            where = slots[by_place[free[place] : free[place] + count]]
            machine[who], configuration[who] = where[:, 0], where[:, 1]
            taken[cluster[p]] += count
            free[place] += count

    @cached_property
    def _members(self) -> tuple[IntArray, IntArray]:
        """The instances sorted by cluster, then falling work, and the start of each cluster."""
        pools, count = self.program.pools, self.instance.instances
        latency = latency_arrays(self.instance)
        usual = np.zeros(count) if len(latency.table) else -latency.work.mean(axis=1)
        order = np.lexsort((usual, pools.cluster))
        return order, np.searchsorted(pools.cluster[order], np.arange(len(pools.size) + 1))


EMPTY = np.zeros((0, 0, 0))


@kernel
def slots_on_machines(
    counts: IntArray,
    order: IntArray,
    machines: IntArray,
    starts: IntArray,
    demand: FloatArray,
    left: FloatArray,
    slots: IntArray,
) -> int:
    """Reserve ``counts`` (configurations x groups) slots on machines, largest demands first.

    Group g has ``machines[starts[g]:starts[g + 1]]``.  Writes (machine, configuration) to each row
    of ``slots``, and reduces the room ``left``.  Returns the number of reserved slots.
    """
    filled = 0
    for g in range(counts.shape[1]):
        for at in range(len(order)):
            k = order[at]
            wanted = counts[k, g]
            for p in range(starts[g], starts[g + 1]):  # the machines of group g
                j = machines[p]
                while wanted > 0 and _has_room(left[j], demand[k]):
                    left[j] -= demand[k]
                    slots[filled, 0], slots[filled, 1] = j, k
                    filled += 1
                    wanted -= 1
                if wanted == 0:
                    break
    return filled


@kernel(inner=True)
def _has_room(left: FloatArray, demand: FloatArray) -> bool:
    fits = True
    for r in range(len(demand)):
        fits = fits and left[r] >= demand[r]
    return fits


class Latencies(NamedTuple):
    """The latencies of a stage: a table, or linear terms, while the others are empty."""

    table: FloatArray  # instances x configurations x machines
    work: FloatArray
    per_work: FloatArray
    fixed: FloatArray


@kernel
def _seconds(latency: Latencies, i: int, k: int, j: int) -> float:
    if latency.table.shape[0] > 0:
        return float(latency.table[i, k, j])
    return float(latency.fixed[j] + latency.per_work[j] * latency.work[i, k])


@kernel
def place_rest(
    latency: Latencies,
    rate: FloatArray,
    price: FloatArray,
    group: IntArray,
    demand: FloatArray,
    left: FloatArray,
    limit: float,
    rest: IntArray,
    alike: IntArray,
    starts: IntArray,
    machine: IntArray,
    configuration: IntArray,
) -> int:
    """Place instances ``rest`` at least cost plus resource price; return how many do not fit.

    Machines ``alike[starts[c]:starts[c + 1]]`` have equal latencies.  Rooms only shrink, so that
    of each kind of machines only the first with room is tried.
    """
    missing = 0
    at = np.empty((len(starts) - 1, len(rate)), dtype=np.int64)
    for c in range(len(at)):
        at[c] = starts[c]
    for i in rest:
        best, best_j, best_k = np.inf, -1, -1
        for c in range(len(at)):
            for k in range(len(rate)):
                while at[c, k] < starts[c + 1] and not _has_room(left[alike[at[c, k]]], demand[k]):
                    at[c, k] += 1
                if at[c, k] == starts[c + 1]:
                    continue
                j = alike[at[c, k]]
                seconds = _seconds(latency, i, k, j)
                # NaN is a choice that cannot run
                if not seconds <= limit:
                    continue
                cost = seconds * rate[k] + price[group[j], k]
                earlier = cost == best and (j < best_j or (j == best_j and k < best_k))
                if cost < best or earlier:
                    best, best_j, best_k = cost, j, k
        if best_j < 0:
            missing += 1
            continue
        machine[i], configuration[i] = best_j, best_k
        left[best_j] -= demand[best_k]
    return missing


@kernel
def cheapen(
    latency: Latencies,
    rate: FloatArray,
    demand: FloatArray,
    left: FloatArray,
    limit: float,
    machine: IntArray,
    configuration: IntArray,
) -> None:
    """Switch each instance to the cheapest configuration that fits its machine and the limit."""
    for i in range(len(machine)):
        j, now = machine[i], configuration[i]
        left[j] += demand[now]  # its own room counts as free while it chooses
        best, chosen = _seconds(latency, i, now, j) * rate[now], now
        for k in range(len(rate)):
            seconds = _seconds(latency, i, k, j)
            if seconds <= limit and seconds * rate[k] < best and _has_room(left[j], demand[k]):
                best, chosen = seconds * rate[k], k
        left[j] -= demand[chosen]
        configuration[i] = chosen


def latency_arrays(instance: Stage) -> Latencies:
    """Return the latencies of a stage as arrays."""
    if isinstance(instance.latency, WorkLatency):
        terms = instance.latency.linear
        return Latencies(EMPTY, terms.work, terms.per_work, terms.fixed)
    return Latencies(instance.latency, np.zeros((0, 0)), np.zeros(0), np.zeros(0))
