"""Filters: the nodes and the pods that a plan may touch.  All others stay, and count as load."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ....core.faults import Fault, InputError, near_miss
from ....core.words import agreeing, counted
from .records import KubernetesNode
from .scene import Scene

# labels by which clouds and autoscalers name the pool, or group, of a node
POOLS = (
    "karpenter.sh/nodepool",
    "karpenter.sh/provisioner-name",
    "eks.amazonaws.com/nodegroup",
    "alpha.eksctl.io/nodegroup-name",
    "cloud.google.com/gke-nodepool",
    "kubernetes.azure.com/agentpool",
    "agentpool",
    "kops.k8s.io/instancegroup",
)
_Test = tuple[str, str, frozenset[str]]  # label, how, values
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], _Test]], ...] = (
    (re.compile(r"(!)\s*([^\s=!()]+)"), lambda m: (m[2], "absent", frozenset())),
    (re.compile(r"([^\s=!()]+)\s*(==?|!=)\s*([^\s=!()]*)"), lambda m: _comparison(*m.groups())),
    (
        re.compile(r"([^\s=!()]+)\s+(in|notin)\s*\(([^()]*)\)"),
        lambda m: (m[1], m[2], frozenset(value.strip() for value in m[3].split(","))),
    ),
    (re.compile(r"([^\s=!()]+)"), lambda m: (m[1], "present", frozenset())),
)
_COMMA = re.compile(r",(?![^(]*\))")  # outside of parentheses


@dataclass(frozen=True)
class Filters:
    """Pools, a selector of nodes as kubectl's ``-l``, and namespaces; nothing stands for all."""

    nodepools: tuple[str, ...] = ()
    node_selector: str = ""
    namespaces: tuple[str, ...] = ()


def add_filters(scene: Scene, filters: Filters) -> None:
    """Fix all that is outside; raise where a filter is none, or lets nothing through."""
    tests, faults = _tests(filters.node_selector)
    nodes = scene.nodes[: scene.real]
    pools = {pool for node in nodes for pool in pools_of(node)}
    for pool in filters.nodepools:
        if pool not in pools:
            rule = f"is the pool of no node {near_miss(pool, pools)}"
            faults.append(Fault.of("--nodepool", rule, pool))
    spaces = {pod.metadata.namespace for pod in scene.pods}
    for space in filters.namespaces:
        if space not in spaces:
            rule = f"is the namespace of no pod {near_miss(space, spaces)}"
            faults.append(Fault.of("--namespace", rule, space))
    inside = [
        (not filters.nodepools or bool(set(pools_of(node)) & set(filters.nodepools)))
        and all(_passes(node, test) for test in tests)
        for node in nodes
    ]
    if not faults and not any(inside):
        what = "--node-selector" if tests else "--nodepool"
        faults.append(Fault.of(what, "selects no node", filters.node_selector or pools))
    if faults:
        raise InputError("bad input", faults)
    scene.outside |= {j for j, passes in enumerate(inside) if not passes}
    for i, pod in enumerate(scene.pods):
        if i in scene.held or scene.home[i] < 0:
            continue
        if scene.home[i] in scene.outside:
            scene.fix(i, "are on nodes outside --nodepool and --node-selector")
        elif filters.namespaces and pod.metadata.namespace not in filters.namespaces:
            scene.fix(i, "are of namespaces outside --namespace")
    if scene.outside:
        words = (
            "are outside --nodepool and --node-selector: they stay "
            "with their pods, and take others as the scheduler lets them"
        )
        many = len(scene.outside)
        scene.notes.append(f"{counted(many, 'node')} {agreeing(many, words)}")


def pools_of(node: KubernetesNode) -> Iterator[str]:
    """Yield the pools that the labels of a node name."""
    labels = node.metadata.labels
    yield from (labels[key] for key in POOLS if key in labels)


def _comparison(label: str, sign: str, value: str) -> _Test:
    return label, "notin" if sign == "!=" else "in", frozenset([value])


def _tests(selector: str) -> tuple[list[_Test], list[Fault]]:
    tests: list[_Test] = []
    faults: list[Fault] = []
    for part in filter(None, (piece.strip() for piece in _COMMA.split(selector))):
        forms = [(form.fullmatch(part), read) for form, read in _FORMS]
        known = next((read(match) for match, read in forms if match is not None), None)
        if known is None:
            rule = "must be like zone=a, zone!=a, zone, !zone, zone in (a, b) or zone notin (a, b)"
            faults.append(Fault.of("--node-selector", rule, part))
        else:
            tests.append(known)
    return tests, faults


def _passes(node: KubernetesNode, test: _Test) -> bool:
    key, how, values = test
    value = node.metadata.labels.get(key)
    match how:
        case "present":
            return value is not None
        case "absent":
            return value is None
        case "in":
            return value in values
    return value not in values
