"""A plan of an older dump, carried to a newer one by owner, pod and node."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import optgap
from optgap.consolidation import Consolidation
from optgap.faults import quantity
from optgap.problem import Answer
from optgap.running import Run, decision_of, judged_outcome, problem_of

from .cluster_plan import ClusterPlan
from .kubernetes import namespace_and_name


def rebased(
    source: str, solution: Path, seconds: float
) -> tuple[tuple[Consolidation, optgap.Outcome], list[dict[str, Any]], list[str]]:
    """Return a newer cluster, the outcome of an older plan in it, a row per owner, and notes.

    Pods go where the older plan sends them; a pod of the same owner replaces one that is gone.  If
    that is not feasible, a plan is searched for that frees only nodes that the older plan does not
    use.
    """
    instance = ClusterPlan(source, solution).instance
    old = decision_of(solution).get("machine", {})
    nodes, used = {node.name for node in instance.machines}, {*old.values()}
    now = {item.name: item.machine for item in instance.items}
    owner = _owners(instance, old)
    wanted, left = _targets(now, {pod: at for pod, at in old.items() if at in nodes}, owner)
    found: dict[str, str] | None = {pod: at for pod, at in {**now, **wanted}.items() if at}
    if not problem_of(instance).judge(instance, {"machine": found}).feasible:
        kept = tuple(
            node.model_copy(update={"keep": True}) if node.name in used else node
            for node in instance.machines
        )
        cluster = instance.replaced(machines=kept)
        better = optgap.solve(cluster, time_limit=seconds, progress=False).decision
        found = better and better["machine"]
    answer = Answer(decision=None if found is None else {"machine": found})
    outcome = judged_outcome(problem_of(instance), instance, "rebase", answer, Run("minimize"), {})
    went = found or {}
    rows = [*_rows(owner, wanted, went, left)]
    goal, lost = nodes - used, sorted(used - nodes)
    again, same = len(goal - {*went.values()}), sum(row["as_planned"] for row in rows)
    notes = [
        f"of {quantity(len(goal), 'node')} that the older plan does not use, {again} become free",
        f"{same} of {quantity(len(now), 'pod')} go where the older plan sends them",
        *([f"nodes of the older plan that are gone: {', '.join(lost)}"] if lost else []),
    ]
    notes += [
        f"{row['owner']}: {row['as_planned']} as planned, {row['gone']} gone; elsewhere: "
        f"{', '.join(row['elsewhere']) or '–'}; unplanned: {', '.join(row['unplanned']) or '–'}"
        for row in rows
        if row["elsewhere"] or row["unplanned"] or row["gone"]
    ]
    return (instance, outcome), rows, notes


def _owners(instance: Consolidation, old: dict[str, str]) -> dict[str, str]:
    """Return the owner of each pod; the name of a pod that is gone begins with its owner's name."""
    owner, known = {}, {}
    for item in instance.items:
        space = namespace_and_name(item.name)[0]
        owner[item.name] = f"{space}/{item.owner}" if item.owner else item.name
        known[space, owner[item.name].rpartition("/")[2]] = owner[item.name]
    for pod in old.keys() - owner.keys():
        space, name = namespace_and_name(pod)
        begins = [(space, name[:k]) for k in range(len(name), 0, -1) if name[k:][:1] in ("", "-")]
        owner[pod] = next((known[begin] for begin in begins if begin in known), pod)
    return owner


def _targets(
    now: Mapping[str, str | None], old: dict[str, str], owner: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the planned targets of present pods, and by owner the targets that no pod takes."""
    left: dict[str, list[str]] = {}
    for pod in sorted(old.keys() - now.keys()):
        left.setdefault(owner[pod], []).append(old[pod])
    wanted = {pod: old[pod] for pod in now if pod in old}
    for pod in (pod for pod in now if pod not in old and left.get(owner[pod])):
        able, here = left[owner[pod]], now[pod]
        wanted[pod] = able.pop(able.index(here) if here in able else 0)
    return wanted, left


def _rows(
    owner: Mapping[str, str],
    wanted: dict[str, str],
    went: dict[str, str],
    left: Mapping[str, list[str]],
) -> Iterator[dict[str, Any]]:
    pods: dict[str, list[str]] = {name: [] for name in sorted(owner.values())}
    for pod in went:
        pods[owner[pod]].append(pod)
    for name, present in pods.items():
        elsewhere = [pod for pod in present if went[pod] != wanted.get(pod, went[pod])]
        unplanned = [pod for pod in present if pod not in wanted]
        yield {
            "owner": name,
            "as_planned": len(present) - len(elsewhere) - len(unplanned),
            "elsewhere": elsewhere,
            "unplanned": unplanned,
            "gone": len(left.get(name, ())),
        }
