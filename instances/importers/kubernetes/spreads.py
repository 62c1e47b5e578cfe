"""Topology spread constraints that bind (DoNotSchedule) as rules."""

from __future__ import annotations

from .neighbours import LOST
from .node_rules import admits, avoids_taints
from .records import LabelSelector, Pod, SpreadConstraint
from .scene import Scene, constraint_key, workload
from .selectors import narrowed, selects


def add_spread_rules(scene: Scene) -> None:
    """Add the constraints that pods state."""
    groups: dict[str, list[int]] = {}
    for i, pod in enumerate(scene.pods):
        hard = _hard(pod)
        if hard and i not in scene.held:
            keys = [key for constraint in hard for key in constraint.match_label_keys]
            own = [(key, pod.metadata.labels.get(key)) for key in keys]
            key = repr((pod.metadata.namespace, hard, own, constraint_key(pod)))
            groups.setdefault(key, []).append(i)
    for stating in groups.values():
        hard = _hard(scene.pods[stating[0]])
        for constraint in hard:
            _add(scene, constraint, stating, tuple(c.topology_key for c in hard))


def _hard(pod: Pod) -> tuple[SpreadConstraint, ...]:
    constraints = pod.spec.topology_spread_constraints
    return tuple(
        constraint for constraint in constraints if constraint.when_unsatisfiable == "DoNotSchedule"
    )


def _add(
    scene: Scene, constraint: SpreadConstraint, stating: list[int], keys: tuple[str, ...]
) -> None:
    first = scene.pods[stating[0]]
    source = f"{workload(first)}: topologySpreadConstraints over {constraint.topology_key}"
    level = scene.level(constraint.topology_key)
    counted = []
    selector = constraint.label_selector
    if selector is not None:
        selector = narrowed(selector, first, constraint.match_label_keys)
        counted = scene.matched(selector, {first.metadata.namespace}.__contains__)
    counted = [i for i in counted if not scene.pods[i].leaves]
    # a node without the key takes no such pod
    labelled = scene.nodes_where(lambda j: scene.domain(level, j) is not None)
    scene.narrow(stating, labelled, f"{source}: no such label")
    if selector is None or not counted:
        scene.notes.append(f"{source}: its selector matches no pod")
        return
    if level != "machine" and _counts_unplaced(scene, selector, first.metadata.namespace):
        _leave(scene, stating, LOST)
        return
    if not set(stating) <= set(counted):
        _leave(scene, stating, "are spread beside pods other than themselves")
        return
    eligible = [j for j in range(scene.real) if _eligible(scene, j, first, constraint, keys)]
    among = set(eligible)
    away = [i for i in counted if scene.home[i] >= 0 and scene.home[i] not in among]
    if any(i in scene.held for i in counted) or (away and level != "machine"):
        _leave(scene, stating, "are spread beside pods that are not where they may be")
        return
    domains = list(dict.fromkeys(scene.domain(level, j) for j in eligible))
    if not domains:
        _leave(scene, stating, "are spread over domains that no node has")
        return
    skew = constraint.max_skew
    if len(domains) < (constraint.min_domains or 1) or len(domains) > len(counted):
        # the emptiest domain counts as empty, or is
        scene.rule("apart", counted, source, level=level, at_most=skew)
    else:
        scene.rule("spread", counted, source, level=level, max_skew=skew, domains=domains)


def _counts_unplaced(scene: Scene, selector: LabelSelector, namespace: str) -> bool:
    """Return whether a pod counts of which the domain is not known."""
    lost = (pod.metadata for pod in scene.lost)
    return any(pod.namespace == namespace and selects(selector, pod.labels) for pod in lost)


def _leave(scene: Scene, stating: list[int], why: str) -> None:
    for i in stating:
        scene.not_modelled(i, why)


def _eligible(
    scene: Scene, j: int, pod: Pod, constraint: SpreadConstraint, keys: tuple[str, ...]
) -> bool:
    """Return whether the domain of a node counts: it has all keys, and the policies let it in."""
    node = scene.nodes[j]
    if any(key not in node.metadata.labels and scene.level(key) != "machine" for key in keys):
        return False
    if constraint.node_affinity_policy == "Honor" and not admits(node, pod, taints=False):
        return False
    return constraint.node_taints_policy == "Ignore" or avoids_taints(node, pod)
