"""Notes: what of a Kubernetes cluster an imported instance does not say, and why pods stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ....core.words import agreeing, counted
from .immovable_pods import kept
from .records import KubernetesNode, Pod
from .scene import Scene, of_node


def notes_of(scene: Scene, items: Sequence[int], *, reserved: bool, left: str) -> Iterator[str]:
    """Say what the instance does not say, with how many pods it concerns and the first of them."""
    pods = [scene.pods[i] for i in items]
    for why, concerned in scene.unmodelled.items():
        known = list(dict.fromkeys(concerned))
        waiting = [i for i in known if scene.home[i] < 0]
        staying = [i for i in known if scene.home[i] >= 0]
        yield from _count_words(f"{left}: they {why}", scene.names(staying))
        yield from _count_words(f"wait and are left out: they {why}", scene.names(waiting))
    by_reason: dict[str, list[int]] = {}
    for i, why in scene.fixed.items():
        if scene.home[i] >= 0:
            by_reason.setdefault(why, []).append(i)
    for why, concerned in by_reason.items():
        if why not in scene.unmodelled:
            yield from _count_words(f"stay: they {why}", scene.names(concerned))
    yield from (*_nowhere(scene, items), *dict.fromkeys(scene.notes))
    yield from _unsure(scene)
    for what, concerns in _WISHES.items():
        yield from _count_words(
            f"{what}, which no plan respects", [p.name for p in pods if concerns(p)]
        )
    if not reserved:
        what = (
            "belong to their node (DaemonSets, static pods) and keep it in use "
            "(--node-pods reserve makes them a part of it)"
        )
        yield from _count_words(what, [pod.name for pod in pods if of_node(pod)])
    for what, test in _NODES.items():
        named = [node.metadata.name for node in scene.nodes[: scene.real] if test(node)]
        yield from _count_words(what, named, "node")


def _unsure(scene: Scene) -> Iterator[str]:
    """Say what the dump does not know itself."""
    going = [pod.name for pod in scene.pods if pod.leaves]
    what = "are being deleted (Terminating), and count on their node until they are gone"
    yield from _count_words(what, going)
    what = "are on nodes that the dump does not list, and are left out"
    yield from _count_words(what, [pod.name for pod in scene.lost])
    what = (
        "have labels that the dump does not show, and count as selected by every namespaceSelector "
        "(kubectl get namespaces -o json prints them)"
    )
    yield from _count_words(what, sorted(scene.unknown_namespaces), "namespace")


def _nowhere(scene: Scene, items: Sequence[int]) -> Iterator[str]:
    nowhere = [i for i in items if not scene.allowed[i]]
    what = "select no node of the dump (nodeSelector, node affinity, taints), and stay"
    yield from _count_words(what, scene.names(nowhere))


def _count_words(what: str, names: list[str], kind: str = "pod") -> Iterator[str]:
    if names:
        first = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        yield f"{counted(len(names), kind)} {agreeing(len(names), what)}: {first}"


def _is_soft(node: KubernetesNode) -> bool:
    return any(taint.effect == "PreferNoSchedule" for taint in node.spec.taints)


_NODES: dict[str, Callable[[KubernetesNode], bool]] = {
    "have taints PreferNoSchedule, which no plan respects": _is_soft,
    "are never given back (control plane, or annotated)": kept,
    "are not Ready, and take no pods": lambda node: not node.ready,
}
_WISHES: dict[str, Callable[[Pod], bool]] = {
    "prefer some nodes": lambda pod: bool(pod.spec.affinity.node_affinity.preferred),
    "prefer to be near other pods": lambda pod: bool(pod.spec.affinity.pod_affinity.preferred),
    "prefer to be apart from other pods": lambda pod: bool(
        pod.spec.affinity.pod_anti_affinity.preferred
    ),
    "would rather be spread (ScheduleAnyway)": lambda pod: any(
        spread.when_unsatisfiable == "ScheduleAnyway"
        for spread in pod.spec.topology_spread_constraints
    ),
}
