"""Requests that come, grow and go on machines, packed online, moved and evicted; for node_pool."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

import optgap
from optgap.core.arrays import FloatArray, IntArray
from optgap.heuristics.consolidation.policies import (
    BEST_FIT,
    DIAGONAL,
    ClusterLoad,
    PackingPolicy,
    Request,
    Residual,
    Shortlist,
    choose,
)
from optgap.instances.consolidation import Consolidation, Item, Machine
from optgap.instances.consolidation.rule_book import RuleCounts
from optgap.instances.eviction import Eviction, Resident

PER_DAY = 48  # ticks
MACHINE = 512.0  # GB of memory
_UNIT = np.array([4.0, 50.0])  # GB of memory and disk that are counted as one
_ROOM = np.floor(np.array([512 * 0.95, 8000 * 0.85]) / _UNIT).astype(np.int64)
_BUDGET = 0.02  # of all memory may be moved at a rebalancing
_GROWING = 0.1  # of the requests are residents that grow by half
_DELTA = 0.1
_MOST = 400  # machines


@dataclass(frozen=True, eq=False)
class Trace:
    """Requests in the order of their arrival: ticks, sizes in units, temperatures."""

    name: str
    ticks: int
    arrival: IntArray
    departure: IntArray
    demand: IntArray
    heat: FloatArray
    grows: np.ndarray


@dataclass(eq=False)
class Course:
    """What a replay recorded of every tick."""

    used: FloatArray
    occupied: IntArray
    least: IntArray  # machines that no packing can do without
    requests: IntArray
    moved: int = 0
    evicted: int = 0


def made_trace(seed: int, shape: str, days: int, per_day: float) -> Trace:
    """Return requests with daily and weekly rhythms, log-normal stays, and a trend."""
    rng = np.random.default_rng(seed)
    ticks = days * PER_DAY
    day = np.arange(ticks) / PER_DAY
    trend = {
        "falling": 1.3 - 0.7 * day / days,
        "wavering": 1 + 0.3 * np.sin(2 * np.pi * day / 45),
        "rising": 0.7 + 0.7 * day / days,
    }[shape]
    rate = trend * (1 + 0.4 * np.sin(2 * np.pi * day)) * np.where(day.astype(int) % 7 < 5, 1, 0.6)
    count = rng.poisson(per_day / PER_DAY * rate)
    arrival = np.repeat(np.arange(ticks), count)
    stay = np.maximum(1, rng.lognormal(np.log(2.5 * PER_DAY), 1.2, len(arrival))).astype(np.int64)
    memory = rng.choice([1, 2, 4, 8, 16, 32], len(arrival), p=[0.1, 0.2, 0.25, 0.2, 0.15, 0.1])
    disk = np.clip(np.round(8.5 * 4 * memory * rng.lognormal(0, 1, len(arrival)) / 50), 1, 60)
    return Trace(
        name=shape,
        ticks=ticks,
        arrival=arrival,
        departure=arrival + stay,
        demand=np.stack([memory, disk.astype(np.int64)], axis=1),
        heat=np.round(rng.lognormal(0, 0.8, len(arrival)) * np.sqrt(memory), 2),
        grows=rng.random(len(arrival)) < _GROWING,
    )


_NONE = np.zeros(0, dtype=np.int64)
_NO_RULES = RuleCounts(mine=_NONE, others=_NONE, placed=_NONE, shares=_NONE.reshape(0, 0))


@dataclass(eq=False)
class _Cluster:
    """Machines with their room, and where every item is."""

    policy: PackingPolicy
    room: IntArray
    count: IntArray
    where: dict[int, int] = field(default_factory=dict)
    demand: dict[int, IntArray] = field(default_factory=dict)
    items: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))

    def place(self, item: int, demand: IntArray) -> None:
        """Put an item where the policy says; on the first empty machine if nowhere else."""
        machines = len(self.room)
        share = np.broadcast_to(1 / _ROOM, self.room.shape)
        left = Residual(self.room, np.ascontiguousarray(share), np.zeros(self.room.shape))
        request = Request(demand, np.ones(machines, dtype=np.bool_), self.policy.packed(2))
        scratch = Shortlist(np.empty(machines, dtype=np.int64), np.empty(machines))
        j = choose(ClusterLoad(left, self.count, _NO_RULES), request, -1, scratch)
        if j < 0:
            j = int(np.flatnonzero(self.count == 0)[0])
        self.room[j] -= demand
        self.count[j] += 1
        self.where[item], self.demand[item] = j, demand
        self.items[j].add(item)

    def remove(self, item: int) -> IntArray:
        """Take an item away and return what it held."""
        j, demand = self.where.pop(item), self.demand.pop(item)
        self.room[j] += demand
        self.count[j] -= 1
        self.items[j].remove(item)
        return demand


def replayed(trace: Trace, policy: str) -> Course:
    """Replay a trace: departures, growing residents, arrivals, and with VRO a daily rebalancing."""
    vro = policy == "vro"
    fragment = np.array([4, 3], dtype=np.int64)
    chosen = (
        PackingPolicy(DIAGONAL, delta=_DELTA, norm=2, fragment=fragment)
        if vro
        else PackingPolicy(BEST_FIT)
    )
    cluster = _Cluster(chosen, np.tile(_ROOM, (_MOST, 1)), np.zeros(_MOST, np.int64))
    rng = np.random.default_rng(0)
    course = Course(*(np.zeros(trace.ticks, kind) for kind in (float, int, int, int)))
    leaving = defaultdict(list)
    for item, tick in enumerate(trace.departure.tolist()):
        leaving[tick].append(item)
    first = np.searchsorted(trace.arrival, np.arange(trace.ticks + 1))
    for tick in range(trace.ticks):
        for item in leaving[tick]:
            if item in cluster.where:
                cluster.remove(item)
        for item in range(first[tick], first[tick + 1]):
            if trace.grows[item] and cluster.where:
                _grow(cluster, trace, int(rng.choice(list(cluster.where))), course)
            else:
                cluster.place(item, trace.demand[item])
        if vro and tick % PER_DAY == 8:
            _rebalance(cluster, course)
        _record(cluster, course, tick, int(first[tick + 1] - first[tick]))
    return course


def _record(cluster: _Cluster, course: Course, tick: int, requests: int) -> None:
    held = (_ROOM - cluster.room).sum(axis=0)
    course.used[tick] = held[0] * _UNIT[0]
    course.occupied[tick] = int((cluster.count > 0).sum())
    course.least[tick] = int((-(-held // _ROOM)).max())
    course.requests[tick] = requests


def _grow(cluster: _Cluster, trace: Trace, item: int, course: Course) -> None:
    """Let a resident grow by half; the cheapest to evict leave where there is no room."""
    j, now = cluster.where[item], cluster.demand[item]
    more = np.minimum(-(-now // 2), _ROOM - now)
    free = cluster.room[j]
    if (free < more).any():
        others = sorted(cluster.items[j] - {item})
        node = Eviction(
            name="node",
            resources=("memory", "disk"),
            free=free.tolist(),
            request=more.tolist(),
            residents=tuple(
                Resident(name=str(i), demand=cluster.demand[i].tolist(), temperature=trace.heat[i])
                for i in others
            ),
        )
        evicted = [int(name) for name in optgap.solve(node, "dp").decision["evict"]]
        freed = {i: cluster.remove(i) for i in evicted}
        course.evicted += len(freed)
        cluster.room[j] -= more
        for i, demand in freed.items():
            cluster.place(i, demand)
    else:
        cluster.room[j] -= more
    cluster.demand[item] = now + more


def _rebalance(cluster: _Cluster, course: Course) -> None:
    """Empty machines by VRO's offline method within the budget."""
    used = np.flatnonzero(cluster.count > 0).tolist()
    if len(used) < 2:
        return
    items = sorted(cluster.where)
    now = Consolidation(
        name="now",
        resources=("memory", "disk"),
        machines=tuple(Machine(name=str(j), capacity=_ROOM.tolist()) for j in used),
        items=tuple(
            Item(
                name=str(i),
                demand=cluster.demand[i].tolist(),
                machine=str(cluster.where[i]),
                migration_cost=float(cluster.demand[i][0]),
            )
            for i in items
        ),
        migration_budget=float(np.floor(_BUDGET * sum(cluster.demand[i][0] for i in items))),
    )
    plan = optgap.solve(now, "vro-offline-diagonal").decision
    if plan is None:
        return
    for name, machine in plan["machine"].items():
        item, j = int(name), int(machine)
        if cluster.where[item] != j:
            demand = cluster.remove(item)
            cluster.room[j] -= demand
            cluster.count[j] += 1
            cluster.where[item], cluster.demand[item] = j, demand
            cluster.items[j].add(item)
            course.moved += 1
