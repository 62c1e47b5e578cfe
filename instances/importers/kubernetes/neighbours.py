"""Rules between pods: required affinity and anti-affinity, and the ports of the node."""

from __future__ import annotations

from collections.abc import Callable

from .records import Pod, PodTerm
from .scene import HOSTNAME, Scene, workload

LOST = "are bound by rules to pods on nodes that the dump does not list"
_UNKNOWN = (
    "must be near pods of namespaces chosen by labels, and the dump has no such namespaces "
    "(kubectl get namespaces -o json prints them)"
)


def add_neighbour_rules(scene: Scene) -> None:
    """Add what pods require of the pods beside them."""
    for pod in scene.lost:
        for term in _terms(pod, "podAntiAffinity"):
            for i in scene.of_term(term, pod) if term.topology_key != HOSTNAME else ():
                scene.not_modelled(i, LOST)
    _each_term(scene, "podAntiAffinity", _apart)
    _each_term(scene, "podAffinity", _with)
    _add_host_port_rules(scene)


def _terms(pod: Pod, which: str) -> tuple[PodTerm, ...]:
    affinity = pod.spec.affinity
    chosen = affinity.pod_affinity if which == "podAffinity" else affinity.pod_anti_affinity
    return chosen.required


def _each_term(
    scene: Scene, which: str, add: Callable[[Scene, PodTerm, list[int], list[int], str], None]
) -> None:
    """Call for every distinct term with the pods that state it and the pods that it matches."""
    groups: dict[str, list[int]] = {}
    for i, pod in enumerate(scene.pods):
        terms = _terms(pod, which)
        if terms:
            keys = [k for t in terms for k in (*t.match_label_keys, *t.mismatch_label_keys)]
            own = [(key, pod.metadata.labels.get(key)) for key in keys]
            groups.setdefault(repr((pod.metadata.namespace, terms, own)), []).append(i)
    for stating in groups.values():
        first = scene.pods[stating[0]]
        source = f"{workload(first)}: {which}"
        terms = _terms(first, which)
        if which == "podAffinity" and any(scene.guesses(term) for term in terms):
            for i in stating:  # a mate that may be none is no mate
                scene.not_modelled(i, _UNKNOWN)
            continue
        if any(scene.bound_to_lost(term, first) for term in terms):
            for i in stating:
                scene.not_modelled(i, LOST)
        matched = [scene.of_term(term, first) for term in terms]
        if which == "podAffinity":  # a pod counts only where it meets all terms
            common = set.intersection(*map(set, matched))
            matched = [sorted(common)] * len(terms)
        for term, pods in zip(terms, matched, strict=True):
            if not pods:
                scene.notes.append(f"{source}: its selector matches no pod")
            add(scene, term, stating, pods, source)


def _apart(
    scene: Scene, term: PodTerm, stating: list[int], matched: list[int], source: str
) -> None:
    """No pod that states the term shares a domain with another that it matches."""
    level = scene.level(term.topology_key)
    if not scene.known(level):
        return  # without domains nothing is shared
    mine = [i for i in stating if i not in scene.held]
    theirs = [i for i in matched if i not in scene.held]
    _keep_away_from_held(scene, level, mine, [i for i in matched if i in scene.held], source)
    _keep_away_from_held(scene, level, theirs, [i for i in stating if i in scene.held], source)
    both = sorted(set(mine) & set(theirs))
    only_mine, only_theirs = sorted(set(mine) - set(both)), sorted(set(theirs) - set(both))
    if len(both) > 1:
        scene.rule("apart", both, source, level=level, at_most=1)
    if only_theirs:
        scene.rule("not_with", mine, source, level=level, others=scene.names(only_theirs))
    if both:
        scene.rule("not_with", only_mine, source, level=level, others=scene.names(both))


def _keep_away_from_held(
    scene: Scene, level: str, pods: list[int], held: list[int], source: str
) -> None:
    """Pods keep away from the domains of pods that are part of their nodes."""
    taken = {scene.domain(level, scene.home[i]) for i in held} - {None}
    if taken:
        free = scene.nodes_where(lambda j: scene.domain(level, j) not in taken)
        scene.narrow(pods, free, source)


def _with(scene: Scene, term: PodTerm, stating: list[int], matched: list[int], source: str) -> None:
    """A pod that states the term shares a domain with another that it matches."""
    level = scene.level(term.topology_key)
    mine = [i for i in stating if i not in scene.held]
    matched = [i for i in matched if not scene.pods[i].leaves]  # these are no mates for long
    held = [i for i in matched if i in scene.held]
    theirs = [i for i in matched if i not in scene.held]
    if not scene.known(level) or not matched:
        for i in mine:
            scene.fix(i, "require pods beside them that are nowhere")
        waiting = [i for i in mine if scene.home[i] < 0]
        scene.narrow(waiting, frozenset(), f"{source}: such a pod is nowhere")
        return
    if held and theirs:
        for i in mine:
            scene.not_modelled(i, "want to be near pods of which some belong to their node")
        return
    if held:
        there = {scene.domain(level, scene.home[i]) for i in held} - {None}
        near = scene.nodes_where(lambda j: scene.domain(level, j) in there)
        scene.narrow(mine, near, source)
        return
    pending = [i for i in mine if scene.home[i] < 0]
    if pending and all(scene.home[i] < 0 for i in theirs) and not set(mine) & set(theirs):
        scene.notes.append(f"{source}: waits for pods that wait as well, such as "
                           f"{scene.pods[theirs[0]].name}")  # fmt: skip
    scene.rule("with", mine, source, level=level, others=scene.names(theirs))


def _add_host_port_rules(scene: Scene) -> None:
    """Pods that want the same port of the node are on different nodes."""
    wanted: dict[tuple[str, int], dict[str, list[int]]] = {}
    for i, pod in enumerate(scene.pods):
        for container in pod.spec.containers:
            for port in container.ports:
                number = port.host_port or (port.container_port if pod.spec.host_network else 0)
                if number:
                    key = (port.protocol, number)
                    address = "" if port.host_ip in ("0.0.0.0", "::") else port.host_ip
                    wanted.setdefault(key, {}).setdefault(address, []).append(i)
    for (protocol, number), by_address in sorted(wanted.items()):
        anywhere = by_address.pop("", [])
        for address, pods in sorted(by_address.items()) or [("", [])]:
            together = sorted({*anywhere, *pods})
            items = [i for i in together if i not in scene.held]
            source = f"host port {number}/{protocol}" + (f" on {address}" if address else "")
            there = [i for i in together if i in scene.held]
            _keep_away_from_held(scene, "machine", items, there, source)
            if len(items) > 1:
                scene.rule("apart", items, source, level="machine", at_most=1)
