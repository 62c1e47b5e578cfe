"""A week of a simulated cluster with a fleet record every six hours, and what nightly plans save.

``python week.py --output week.json`` draws from a seed what happens in each hour: workloads arrive,
leave, are scaled over the day and rolled out, and nodes fail.  The same week passes five times:

- ``never``: nodes are added for pods that wait, and never given back;
- ``karpenter``: at three each night the nodes that Karpenter's policy would free are given back;
- ``no-pins``: the same with the nodes of optgap's plan without pins;
- ``no-pins, 6 h``: the same every six hours;
- ``pins``: at three each night every pod of optgap's plan goes to its target.

To give nodes back, they are closed and their pods evicted one by one; the scheduler of this file
places them where least is allocated, whatever the plan says, except under ``pins``.  It shares no
code with optgap, nor does the autoscaler, which adds a node for each pod that finds none.
"""

from __future__ import annotations

import argparse
import json
import math
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import optgap
from optgap_cluster.cluster_plan import plan as plan_of
from optgap_cluster.fleet import read_task, report_of_task
from optgap_cluster.fleet_command import changes, record
from optgap_cluster.kubernetes import read_cluster

BEGIN = datetime(2026, 5, 4, tzinfo=UTC)  # a Monday
ARMS = {  # the method, and the hours from one plan to the next
    "never": (None, 24),
    "karpenter": ("karpenter", 24),
    "no-pins": ("no-pins", 24),
    "no-pins, 6 h": ("no-pins", 6),
    "pins": ("auto", 24),
}
RECORDED = ("never", "no-pins")
NIGHT = 3  # the hour of the first plan
_HOST = "kubernetes.io/hostname"
_CPU, _MEMORY = 7910, 30_720  # allocatable milli-cores and MiB of every node
_DAEMON = (200, 400)
_SIZES = (
    (100, 256),
    (250, 512),
    (500, 1024),
    (500, 2048),
    (1000, 2048),
    (1000, 4096),
    (2000, 8192),
)
_CHANCES = (0.15, 0.25, 0.22, 0.12, 0.12, 0.09, 0.05)
_WEEK = 24 * 7


@dataclass
class Workload:
    """A Deployment: it has as many pods as the hour needs if it is ``daily``."""

    name: str
    replicas: int
    size: tuple[int, int]
    apart: bool
    daily: bool
    budget: bool
    revision: int = 0

    def wanted(self, hour: int) -> int:
        """Return the pods at an hour: all at two in the afternoon, half of them at night."""
        share = 0.75 + 0.25 * math.cos(2 * math.pi * (hour % 24 - 14) / 24)
        return max(1, round(self.replicas * share)) if self.daily else self.replicas


@dataclass
class Pod:
    """A pod, and its node."""

    name: str
    owner: Workload
    revision: int
    node: str


@dataclass
class Counts:
    """What happened in an arm."""

    node_hours: int = 0
    added: int = 0
    removed: int = 0
    evictions: int = 0
    waited: int = 0  # evicted pods for which a node had to be added
    arrivals: int = 0
    departures: int = 0
    rollouts: int = 0
    failures: int = 0
    nodes: list[int] = field(default_factory=list)  # at the end of each hour


def drawn_workload(rng: np.random.Generator, number: int) -> Workload:
    """Return a workload at random."""
    size = _SIZES[rng.choice(len(_SIZES), p=_CHANCES)]
    replicas = int(min(12, 1 + rng.geometric(0.25)))
    kinds = rng.random(3) < (0.2, 0.5, 0.5)
    return Workload(f"app-{number}", replicas, size, bool(kinds[0]), bool(kinds[1]), bool(kinds[2]))


def drawn_events(rng: np.random.Generator, hours: int, nodes: int) -> list[list[tuple[str, float]]]:
    """Return the events of each hour with a number in [0, 1) that chooses who is concerned.

    They do not depend on what an arm does, so that all arms see the same week.
    """
    busy = nodes / 24
    rates = {"arrive": 0.3 * busy, "leave": 0.3 * busy, "roll": 0.4 * busy, "fail": 0.02 * busy}
    return [
        [
            (kind, float(rng.random()))
            for kind, rate in rates.items()
            for _ in range(rng.poisson(rate))
        ]
        for _ in range(hours)
    ]


class Cluster:
    """Nodes, workloads and pods; a scheduler that spreads, and an autoscaler that adds nodes."""

    def __init__(self, seed: int, nodes: int, load: float = 0.5) -> None:
        self.rng = np.random.default_rng(seed)
        self.room: dict[str, list[int]] = {}
        self.workloads: list[Workload] = []
        self.pods: list[Pod] = []
        self.closed: set[str] = set()
        self.counts = Counts()
        self.number = self.named = 0
        for _ in range(nodes):
            self.add_node()
        while sum(pod.owner.size[0] for pod in self.pods) < load * nodes * _CPU:
            self.arrive()
        self.counts = Counts()

    def add_node(self) -> None:
        """Add an empty node."""
        self.number += 1
        self.room[f"node-{self.number:03d}"] = [_CPU - _DAEMON[0], _MEMORY - _DAEMON[1]]
        self.counts.added += 1

    def best_node(self, workload: Workload) -> str | None:
        """Return the open node that takes a pod, and of which least is allocated."""
        taken = (
            {pod.node for pod in self.pods if pod.owner is workload} if workload.apart else set()
        )
        fitting = [
            (room[0] / _CPU + room[1] / _MEMORY, name)
            for name, room in self.room.items()
            if name not in self.closed | taken
            and all(have >= need for have, need in zip(room, workload.size, strict=True))
        ]
        return max(fitting)[1] if fitting else None

    def place(self, workload: Workload) -> bool:
        """Start a pod; add a node where none takes it, and return whether that was so."""
        node = self.best_node(workload)
        has_waited = node is None
        if node is None:
            self.add_node()
            node = self.best_node(workload)
        assert node is not None
        self.named += 1
        name = f"{workload.name}-{workload.revision}-{self.named}"
        self.pods.append(Pod(name, workload, workload.revision, node))
        self.fill(node, workload, 1)
        return has_waited

    def fill(self, node: str, workload: Workload, sign: int) -> None:
        """Take the room of a pod, or give it back."""
        self.room[node] = [
            have - sign * need for have, need in zip(self.room[node], workload.size, strict=True)
        ]

    def stop(self, pod: Pod) -> None:
        """End a pod."""
        self.pods.remove(pod)
        if pod.node in self.room:
            self.fill(pod.node, pod.owner, -1)

    def of(self, workload: Workload) -> list[Pod]:
        """Return the pods of a workload."""
        return [pod for pod in self.pods if pod.owner is workload]

    def arrive(self) -> None:
        """Start a new workload."""
        self.counts.arrivals += 1
        workload = drawn_workload(self.rng, self.counts.arrivals + len(self.workloads) + self.named)
        self.workloads.append(workload)
        for _ in range(workload.wanted(0)):
            self.place(workload)

    def leave(self, choice: float) -> None:
        """End a workload."""
        if len(self.workloads) > 1:
            workload = self.workloads.pop(int(choice * len(self.workloads)))
            for pod in self.of(workload):
                self.stop(pod)
            self.counts.departures += 1

    def roll(self, choice: float) -> None:
        """Replace all pods of a workload: a new one first, unless its pods must be apart."""
        workload = self.workloads[int(choice * len(self.workloads))]
        workload.revision += 1
        for pod in self.of(workload):
            if workload.apart:
                self.stop(pod)
            self.place(workload)
            if not workload.apart:
                self.stop(pod)
        self.counts.rollouts += 1

    def fail(self, choice: float) -> None:
        """Lose a node; its pods start elsewhere."""
        name = sorted(self.room)[int(choice * len(self.room))]
        del self.room[name]
        for pod in [pod for pod in self.pods if pod.node == name]:
            self.stop(pod)
            self.place(pod.owner)
        self.counts.failures += 1

    def scale(self, hour: int) -> None:
        """Bring every workload to the number of pods that it wants at this hour."""
        for workload in self.workloads:
            pods, wanted = self.of(workload), workload.wanted(hour)
            for pod in pods[wanted:]:
                self.stop(pod)
            for _ in range(wanted - len(pods)):
                self.place(workload)

    def pass_hour(self, hour: int, events: list[tuple[str, float]]) -> None:
        """Let the events of an hour happen."""
        for kind, choice in events:
            if kind == "arrive":
                self.arrive()
            else:
                getattr(self, kind)(choice)
        self.scale(hour)
        self.counts.node_hours += len(self.room)
        self.counts.nodes.append(len(self.room))

    def evict(self, nodes: list[str]) -> None:
        """Close nodes and evict their pods one by one; the scheduler places them elsewhere."""
        self.closed = set(nodes)
        for pod in [pod for pod in self.pods if pod.node in self.closed]:
            self.stop(pod)
            self.counts.waited += self.place(pod.owner)
            self.counts.evictions += 1
        self.closed = set()

    def move(self, name: str, target: str) -> None:
        """Evict a pod that is pinned to a target."""
        (pod,) = (pod for pod in self.pods if pod.name == name)
        self.fill(target, pod.owner, 1)
        assert min(self.room[target]) >= 0, "the target is overfull"
        self.fill(pod.node, pod.owner, -1)
        pod.node = target
        self.counts.evictions += 1

    def remove(self, nodes: list[str]) -> None:
        """Give nodes back, except those that are not empty."""
        used = {pod.node for pod in self.pods}
        for name in set(nodes) - used:
            del self.room[name]
            self.counts.removed += 1

    def dump(self) -> dict[str, Any]:
        """Return the cluster as kubectl prints it."""
        items = [*map(self._node, self.room), *map(self._daemon, self.room), *map(_pod, self.pods)]
        items += [_budget(each) for each in self.workloads if each.budget]
        return {"kind": "List", "apiVersion": "v1", "items": items}

    def _node(self, name: str) -> dict[str, Any]:
        labels = {_HOST: name, "node.kubernetes.io/instance-type": "m5.2xlarge"}
        allocatable = {"cpu": f"{_CPU}m", "memory": f"{_MEMORY}Mi", "pods": "110"}
        metadata = {"name": name, "labels": labels}
        return {"kind": "Node", "metadata": metadata, "status": {"allocatable": allocatable}}

    def _daemon(self, node: str) -> dict[str, Any]:
        owner = {"kind": "DaemonSet", "name": "agent", "controller": True}
        metadata = {"name": f"agent-{node}", "namespace": "kube-system", "ownerReferences": [owner]}
        return {"kind": "Pod", "metadata": metadata, "spec": _spec(node, _DAEMON)}


def _spec(node: str, size: tuple[int, int]) -> dict[str, Any]:
    requests = {"cpu": f"{size[0]}m", "memory": f"{size[1]}Mi"}
    return {"nodeName": node, "containers": [{"name": "c", "resources": {"requests": requests}}]}


def _pod(pod: Pod) -> dict[str, Any]:
    labels, revision = {"app": pod.owner.name}, f"{pod.owner.name}-{pod.revision}"
    spec = _spec(pod.node, pod.owner.size)
    if pod.owner.apart:
        term = {"labelSelector": {"matchLabels": labels}, "topologyKey": _HOST}
        key = "requiredDuringSchedulingIgnoredDuringExecution"
        spec["affinity"] = {"podAntiAffinity": {key: [term]}}
    owner = {"kind": "ReplicaSet", "name": revision, "controller": True}
    metadata = {"name": pod.name, "namespace": "shop", "labels": labels, "ownerReferences": [owner]}
    return {"kind": "Pod", "metadata": metadata, "spec": spec, "status": {"phase": "Running"}}


def _budget(workload: Workload) -> dict[str, Any]:
    selector = {"matchLabels": {"app": workload.name}}
    return {
        "kind": "PodDisruptionBudget",
        "metadata": {"name": workload.name, "namespace": "shop"},
        "spec": {"maxUnavailable": 1, "selector": selector},
        "status": {"disruptionsAllowed": 1},
    }


def follow_plan(cluster: Cluster, path: Path, method: str, seconds: float) -> None:
    """Solve the cluster in a dump, and give back the nodes on which the plan leaves nothing."""
    instance = read_cluster([path]).instance
    options = {"order": "any"} if method == "no-pins" else None
    outcome = optgap.solve(instance, method, time_limit=seconds, options=options)
    if outcome.decision is None:
        return
    used = set(outcome.decision["machine"].values())
    nodes = [machine.name for machine in instance.machines if machine.name not in used]
    if method == "auto":
        for move in plan_of(instance, outcome.decision).steps:
            cluster.move(move.item.partition("/")[2], move.target)
    else:
        cluster.evict(nodes)
    cluster.remove(nodes)


def pass_week(
    arm: str, seed: int, nodes: int, hours: int, seconds: float, every: int, folder: Path
) -> tuple[Counts, list[dict[str, Any]]]:
    """Return what happened in an arm, and the records of its database with what has changed."""
    method, period = ARMS[arm]
    cluster = Cluster(seed, nodes)
    events = drawn_events(np.random.default_rng(seed + 1), hours, nodes)
    dump, database = folder / f"{arm}.json", folder / f"{arm}.sqlite"
    news = []
    for hour in range(hours):
        cluster.pass_hour(hour, events[hour])
        if method is not None and hour % period == NIGHT:
            dump.write_text(json.dumps(cluster.dump()))
            follow_plan(cluster, dump, method, seconds)
        if arm in RECORDED and hour % every == every - 1:
            dump.write_text(json.dumps(cluster.dump()))
            begun = perf_counter()
            report = report_of_task(read_task([dump], arm, seconds))
            time = BEGIN + timedelta(hours=hour + 1)
            before = record(database, report, perf_counter() - begun, time)
            news.append(list(changes(before, report)))
    return cluster.counts, [
        {**run, "changes": lines} for run, lines in zip(runs_of(database), news, strict=True)
    ]


def runs_of(database: Path) -> Iterator[dict[str, Any]]:
    """Yield the figures of each record in a database, in the order of time."""
    if not database.exists():
        return
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("select time, report from runs order by time").fetchall()
    for time, text in rows:
        report = json.loads(text)
        reached = [row for row in report["rows"] if row["nodes"] is not None]
        best = min(reached, key=lambda row: (row["nodes"], row["evictions"]))
        figures = {"nodes": report["nodes"], "used": reached[0]["nodes"], "best": best["nodes"]}
        figures |= {"bound": report["bound"], "bound_kind": report["bound_kind"]}
        yield {"time": time, **figures, "evictions": best["evictions"], "policy": best["policy"]}


def main() -> None:
    """Let the week pass, and write what a page needs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=51)
    parser.add_argument("--nodes", type=int, default=24)
    parser.add_argument("--hours", type=int, default=_WEEK)
    parser.add_argument("--every", type=int, default=6, help="hours between two records")
    parser.add_argument("--seconds", type=float, default=10.0, help="for a report, and for a plan")
    parser.add_argument("--output", type=Path, required=True)
    asked = parser.parse_args()
    found: dict[str, Any] = {key: value for key, value in vars(asked).items() if key != "output"}
    found["made"] = datetime.now(UTC).date().isoformat()
    found["version"] = optgap.__version__
    with tempfile.TemporaryDirectory() as folder:
        for arm in ARMS:
            counts, runs = pass_week(
                arm, asked.seed, asked.nodes, asked.hours, asked.seconds, asked.every, Path(folder)
            )
            found[arm] = {**asdict(counts), "runs": runs}
            print(arm, {key: value for key, value in asdict(counts).items() if key != "nodes"})
    asked.output.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
