"""Plans for clusters that nobody has seen, replayed by a scheduler that knows nothing of optgap.

``python held_out.py`` makes clusters of new seeds, with pods that wait, leave, have finished, or
run on nodes that the dump does not list.  Each goes through import, plan, and replay:

- the plan with targets: every move in the order listed, the room of every wave taken together, its
  disruption budgets, and what is left on freed nodes;
- the plan without pins: random orders, placed by the default scores with ties at random.

A line of JSON per cluster goes to ``--output``; what stands there already is not done again.
"""

from __future__ import annotations

import argparse
import json
import random
import runpy
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import optgap
from optgap.instances.consolidation import Consolidation
from optgap_cluster.cluster_plan import plan as plan_of
from optgap_cluster.kubernetes import read_cluster
from optgap_cluster.kubernetes.generate import generate_dump
from optgap_cluster.rollout import ManyOrders

JudgedScheduler = runpy.run_path(str(Path(__file__).with_name("judged_scheduler.py")))[
    "JudgedScheduler"
]
FIRST_SEED = 70_000  # no test, no page and no benchmark draws from here on
_SECONDS = 20.0


def messy(seed: int, nodes: int = 9, pods: int = 60) -> dict[str, Any]:
    """Return a dump as kubectl prints it from a cluster in the middle of its day."""
    rng = random.Random(seed)
    dump = generate_dump(seed, nodes=nodes, pods=pods)
    apps = [
        each
        for each in dump["items"]
        if each["kind"] == "Pod" and each["metadata"]["name"].startswith("app")
    ]
    rng.shuffle(apps)
    for each in apps[:6]:
        del each["spec"]["nodeName"]
    for each in apps[:2]:
        each["spec"]["containers"][0]["resources"] = {"requests": {"cpu": "100"}}
    for each in apps[6:10]:
        each["metadata"]["deletionTimestamp"] = "2026-05-01T10:00:00Z"
    for each in apps[10:12]:
        each["status"] = {"phase": "Succeeded"}
    for each in apps[12:14]:
        each["spec"]["nodeName"] = "gone-1"
    made = [each for each in dump["items"] if each["kind"] == "Node"]
    conditions = [{"type": "Ready", "status": "Unknown"}]
    rng.choice(made)["status"]["conditions"] = conditions
    dump["items"].append({"kind": "Deployment", "metadata": {"name": "d"}})
    return dump


def imported(dump: dict[str, Any]) -> Consolidation:
    """Return a dump as an instance."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.json"
        path.write_text(json.dumps(dump))
        return read_cluster([path]).instance


def broken_by(dump: dict[str, Any], instance: Consolidation, decision: dict[str, Any]) -> list[str]:
    """Walk the plan to a decision; return every rule of Kubernetes that it breaks."""
    plan, kube = plan_of(instance, decision), JudgedScheduler(dump)
    found = [f"{each.move.item} is blocked" for each in plan.blocked]
    kube.closed = set(plan.cordoned)
    for wave in plan.waves:
        found += [*_overfull(kube, wave), *_over_budget(dump, kube, wave)]
        for move in wave.moves:
            kube.evict(move.item)
            if not kube.allowed(move.item, move.target):
                found.append(f"{move.item} may not come to {move.target}")
            kube.put(move.item, move.target)
    items = {item.name for item in instance.items}
    left = {node for name, node in kube.where.items() if name in items}
    return found + [f"{node} is not empty" for node in plan.freed if node in left]


def _overfull(kube: Any, wave: Any) -> Iterator[str]:
    """Yield the targets that are overfull when all of a wave have come and none has left."""
    coming: dict[str, list[int]] = {}
    for move in wave.moves:
        load = coming.setdefault(move.target, list(kube.load[move.target]))
        for r, amount in enumerate(kube.demand[move.item]):
            load[r] += amount
    for node, load in coming.items():
        if any(amount > has for amount, has in zip(load, kube.capacity[node], strict=True)):
            yield f"{node} is overfull within a wave"


def _over_budget(dump: dict[str, Any], kube: Any, wave: Any) -> Iterator[str]:
    """Yield the disruption budgets of which a wave evicts more than they allow."""
    evicted = [move.item for move in wave.moves if move.origin is not None]
    for budget in (each for each in dump["items"] if each["kind"] == "PodDisruptionBudget"):
        wanted = budget["spec"]["selector"]["matchLabels"].items()
        pods = (kube.judge.pods[name]["metadata"] for name in evicted)
        hit = sum(
            each["namespace"] == budget["metadata"]["namespace"]
            and all(each["labels"].get(key) == value for key, value in wanted)
            for each in pods
        )
        if hit > budget["status"]["disruptionsAllowed"]:
            yield f"{budget['metadata']['name']} allows fewer evictions at once"


def fails(kube: Any, groups: list[list[str]], rng: random.Random, scored: bool) -> bool:
    """Evict groups of pods one after the other; return whether one leaves pods waiting."""
    for group in groups:
        for name in group:
            kube.evict(name)
        while group:
            left = [name for name in group if not kube.place(name, rng, scored)]
            if len(left) == len(group):
                return True
            group = left
    return False


def groups_of(
    instance: Consolidation, freed: set[str], order: str, rng: random.Random
) -> list[list[str]]:
    """Return pods in a random order of a kind, those that leave together in one list.

    What may be left out reserves nothing, and is in no replay.
    """
    waiting = [item.name for item in instance.items if item.machine is None and not item.optional]
    leaving = [item for item in instance.items if item.machine in freed]
    rng.shuffle(waiting)
    rng.shuffle(leaving)
    how, node = rng.randrange(3), {name: rng.random() for name in freed}
    if order == "largest-first":
        size = dict(
            zip(
                (item.name for item in instance.items),
                ManyOrders(instance, "largest-first").size.tolist(),
                strict=True,
            )
        )
        key = [(-size[item.name], rng.random() if how else 0.0) for item in leaving]
    else:
        key = [(0.0 if how == 0 else node[item.machine] if how == 1 else rng.random(), 0.0)
               for item in leaving]  # fmt: skip
    together: dict[Any, list[str]] = {}
    for rank, item in sorted(zip(key, leaving, strict=True), key=lambda each: each[0]):
        together.setdefault(rank, []).append(item.name)
    return [waiting, *together.values()] if waiting else list(together.values())


def replays_that_fail(
    kube: Any, instance: Consolidation, freed: set[str], order: str, seeds: range
) -> int:
    """Return how many replays leave a pod waiting; where nothing is freed there is none."""
    failed = 0
    if not freed:
        return 0
    empty = {
        site.name
        for site, used in zip(instance.sites, instance.occupied | instance.kept, strict=True)
        if not used
    }
    for seed in seeds:
        rng = random.Random(seed)
        kube.begin()
        kube.closed = freed | empty
        failed += fails(kube, groups_of(instance, freed, order, rng), rng, True)
    return failed


def study(seed: int, replays: int) -> dict[str, Any]:
    """Return what was seen of one cluster."""
    size = 5 + seed % 8
    dump = messy(seed, nodes=size, pods=8 * size)
    instance = imported(dump)
    solved = optgap.solve(instance, "column-generation", time_limit=_SECONDS)
    row: dict[str, Any] = {"seed": seed, "nodes": size, "pods": len(instance.items)}
    row |= {"solved": solved.status, "refused": solved.decision is None}
    if solved.decision is None:
        return row
    row |= {"moves": solved.details["moves"], "emptied": solved.details["emptied"]}
    row["broken"] = broken_by(dump, instance, solved.decision)
    row["moves_proven"] = solved.details.get("moves_bound") == solved.details["moves"]
    kube = JudgedScheduler(dump)
    for order in ("any", "largest-first"):
        options = {"order": order, "replays": 300}
        loose = optgap.solve(instance, "no-pins", time_limit=_SECONDS, options=options)
        freed = set(loose.details.get("freed_without_pins", ()))
        row[order] = {
            "freed": len(freed),
            "claim": loose.details.get("claim"),
            "replays": replays * bool(freed),
            "failed": replays_that_fail(kube, instance, freed, order, range(replays)),
        }
    return row


def table(rows: list[dict[str, Any]]) -> str:
    """Return the figures of all clusters."""
    judged = [row for row in rows if not row["refused"]]
    lines = [
        f"clusters                 {len(rows):7}",
        f"refused                  {len(rows) - len(judged):7}",
        f"proven optimal           {sum(row['solved'] == 'optimal' for row in judged):7}",
        f"fewest moves proven      {sum(row['moves_proven'] for row in judged):7}",
        f"evictions / nodes freed  {sum(row['moves'] for row in judged):7} / "
        f"{sum(row['emptied'] for row in judged)}",
        f"rules broken             {sum(len(row['broken']) for row in judged):7}",
    ]
    for order in ("any", "largest-first"):
        sums: Counter[str] = Counter()
        for row in judged:
            sums.update({k: v for k, v in row[order].items() if isinstance(v, int)})
        lines += [
            f"without pins, {order}:",
            f"  nodes freed            {sums['freed']:7}, {sums['failed']} of {sums['replays']} "
            "replays leave a pod waiting",
        ]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Study clusters, print the table, and return 1 where anything is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clusters", type=int, default=300)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")
    parser.add_argument("--replays", type=int, default=20, help="of a plan without pins")
    parser.add_argument("--output", type=Path, default=Path("held-out.jsonl"))
    chosen = parser.parse_args(arguments)
    done = {}
    if chosen.output.exists():
        lines = chosen.output.read_text().splitlines()
        done = {row["seed"]: row for row in map(json.loads, lines)}
    for seed in range(chosen.first, chosen.first + chosen.clusters):
        if seed not in done:
            done[seed] = study(seed, chosen.replays)
            with chosen.output.open("a") as stream:
                stream.write(json.dumps(done[seed]) + "\n")
    rows = [done[seed] for seed in range(chosen.first, chosen.first + chosen.clusters)]
    print(table(rows))
    wrong = [row for row in rows if row["refused"] or row["broken"]]
    for row in wrong:
        print(json.dumps(row))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
