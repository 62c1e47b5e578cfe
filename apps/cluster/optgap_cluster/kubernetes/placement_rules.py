"""Rules between pods: required affinity and anti-affinity, spreading, host ports, volumes."""

from collections.abc import Callable, Iterator, Sequence

from .documents import Dump
from .records import KubernetesNode, Pod, PodTerm, SpreadConstraint, Volume
from .scene import HOSTNAME, Scene, constraint_key, workload
from .selectors import admits, avoids_taints, narrowed, selects, term_holds

LOST = "have rules about pods on nodes that the dump does not list"
_UNKNOWN = (
    "must be near pods of namespaces selected by labels, but the dump contains no such namespaces "
    "(kubectl get namespaces -o json prints them)"
)


def add_neighbour_rules(scene: Scene) -> None:
    """Add the rules from the pods' affinity, anti-affinity and host ports."""
    for pod in scene.lost:
        for term in _terms(pod, "podAntiAffinity"):
            for i in scene.of_term(term, pod) if term.topology_key != HOSTNAME else ():
                scene.not_modelled(i, LOST, f"{workload(pod)}: podAntiAffinity")
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
    """Call ``add`` with each distinct term, the pods that state it, and the pods it matches."""
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
            for i in stating:  # a mate that may be none is not a mate
                scene.not_modelled(i, _UNKNOWN, source)
            continue
        if any(scene.bound_to_lost(term, first) for term in terms):
            for i in stating:
                scene.not_modelled(i, LOST, source)
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
    """Add rules that separate the pods with an anti-affinity term from the pods that it matches."""
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
    """Keep pods out of the domains of ``held`` pods, which belong to their nodes."""
    taken = {scene.domain(level, scene.home[i]) for i in held} - {None}
    if taken:
        free = scene.nodes_where(lambda j: scene.domain(level, j) not in taken)
        scene.narrow(pods, free, source)


def _with(scene: Scene, term: PodTerm, stating: list[int], matched: list[int], source: str) -> None:
    """Require that each pod with an affinity term shares a domain with a pod that it matches."""
    level = scene.level(term.topology_key)
    mine = [i for i in stating if i not in scene.held]
    matched = [i for i in matched if not scene.pods[i].leaves]  # these are not mates for long
    held = [i for i in matched if i in scene.held]
    theirs = [i for i in matched if i not in scene.held]
    if not scene.known(level) or not matched:
        for i in mine:
            scene.fix(i, "require pods beside them, but no pod matches", source)
        waiting = [i for i in mine if scene.home[i] < 0]
        scene.narrow(waiting, frozenset(), f"{source}: no pod matches")
        return
    if held and theirs:
        for i in mine:
            scene.not_modelled(i, "must be near pods, some of which cannot move", source)
        return
    if held:
        there = {scene.domain(level, scene.home[i]) for i in held} - {None}
        near = scene.nodes_where(lambda j: scene.domain(level, j) in there)
        scene.narrow(mine, near, source)
        return
    pending = [i for i in mine if scene.home[i] < 0]
    if pending and all(scene.home[i] < 0 for i in theirs) and not set(mine) & set(theirs):
        scene.notes.append(f"{source}: requires pods that also wait, such as "
                           f"{scene.pods[theirs[0]].name}")  # fmt: skip
    scene.rule("with", mine, source, level=level, others=scene.names(theirs))


def _add_host_port_rules(scene: Scene) -> None:
    """Add rules: pods with the same host port are on different nodes."""
    for (protocol, number), by_address in sorted(pods_by_port(scene.pods).items()):
        anywhere = by_address.pop("", [])
        for address, pods in sorted(by_address.items()) or [("", [])]:
            together = sorted({*anywhere, *pods})
            items = [i for i in together if i not in scene.held]
            source = f"host port {number}/{protocol}" + (f" on {address}" if address else "")
            there = [i for i in together if i in scene.held]
            _keep_away_from_held(scene, "machine", items, there, source)
            if len(items) > 1:
                scene.rule("apart", items, source, level="machine", at_most=1)


def pods_by_port(pods: Sequence[Pod]) -> dict[tuple[str, int], dict[str, list[int]]]:
    """Return the numbers of the pods that want a host port, by protocol and number, and address."""
    wanted: dict[tuple[str, int], dict[str, list[int]]] = {}
    for i, pod in enumerate(pods):
        for protocol, number, address in _host_ports(pod):
            wanted.setdefault((protocol, number), {}).setdefault(address, []).append(i)
    return wanted


def _host_ports(pod: Pod) -> set[tuple[str, int, str]]:
    """Return protocol, number and address ("" for any) of the host ports of a pod.

    The ports of sidecars count, too: init containers that run as long as the pod.
    """
    sidecars = [each for each in pod.spec.init_containers if each.restart_policy == "Always"]
    ports = (port for container in (*pod.spec.containers, *sidecars) for port in container.ports)
    numbers = (
        (p, p.host_port or (p.container_port if pod.spec.host_network else 0)) for p in ports
    )
    return {
        (port.protocol, number, "" if port.host_ip in ("0.0.0.0", "::") else port.host_ip)
        for port, number in numbers
        if number
    }


def add_spread_rules(scene: Scene) -> None:
    """Add rules from the pods' mandatory (DoNotSchedule) topology spread constraints."""
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
    scene.narrow(stating, labelled, f"{source}: other nodes lack the label")
    if selector is None or not counted:
        scene.notes.append(f"{source}: its selector matches no pod")
        return
    lost = (pod.metadata for pod in scene.lost if level != "machine")
    if any(
        pod.namespace == first.metadata.namespace and selects(selector, pod.labels) for pod in lost
    ):
        _leave(scene, stating, LOST, source)
        return
    if not set(stating) <= set(counted):
        _leave(scene, stating, "have a spread constraint that does not count all of them", source)
        return
    eligible = [j for j in range(scene.real) if _eligible(scene, j, first, constraint, keys)]
    among = set(eligible)
    away = [i for i in counted if scene.home[i] >= 0 and scene.home[i] not in among]
    if any(i in scene.held for i in counted) or (away and level != "machine"):
        _leave(
            scene,
            stating,
            "have a spread constraint that counts pods which cannot move or are on excluded nodes",
            source,
        )
        return
    domains = list(dict.fromkeys(scene.domain(level, j) for j in eligible))
    if not domains:
        _leave(scene, stating, "have a spread constraint over a label that no node has", source)
        return
    skew = constraint.max_skew
    if len(domains) < (constraint.min_domains or 1) or len(domains) > len(counted):
        # the emptiest domain counts as empty, or is
        scene.rule("apart", counted, source, level=level, at_most=skew)
    else:
        scene.rule("spread", counted, source, level=level, max_skew=skew, domains=domains)


def _leave(scene: Scene, stating: list[int], why: str, source: str) -> None:
    for i in stating:
        scene.not_modelled(i, why, source)


def _eligible(
    scene: Scene, j: int, pod: Pod, constraint: SpreadConstraint, keys: tuple[str, ...]
) -> bool:
    """Return whether a node counts for a spread constraint, by its keys and its node policies."""
    node = scene.nodes[j]
    if any(key not in node.metadata.labels and scene.level(key) != "machine" for key in keys):
        return False
    if constraint.node_affinity_policy == "Honor" and not admits(node, pod, taints=False):
        return False
    return constraint.node_taints_policy == "Ignore" or avoids_taints(node, pod)


_FAR = "a volume that they cannot reach"
_ZONES = (
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
)


def add_volumes(scene: Scene, dump: Dump) -> None:
    """Restrict the nodes of pods to those that can reach their volumes."""
    claims = {(c.metadata.namespace, c.metadata.name): c for _, c in dump.claims}
    volumes = {volume.metadata.name: volume for _, volume in dump.volumes}
    near: dict[str, frozenset[int]] = {}  # the nodes of volumes that are alike
    users: dict[tuple[str, str], list[int]] = {}
    for i, pod in enumerate(scene.pods):
        if i in scene.held:
            continue
        for name in claim_names(pod):
            key = (pod.metadata.namespace, name)
            users.setdefault(key, []).append(i)
            claim = claims.get(key)
            volume = volumes.get(claim.spec.volume_name) if claim else None
            if volume is None:
                why = "have volumes that the dump does not show (pv, pvc)"
                scene.not_modelled(i, why, f"PersistentVolumeClaim {'/'.join(key)}")
            else:
                by = f"PersistentVolume {volume.metadata.name}"
                if volume.spec.local is not None or volume.spec.host_path is not None:
                    scene.fix(i, "have volumes on the disk of their node", by)
                scene.narrow([i], _nodes_near(scene, near, volume), _FAR, by)
    for key, pods in users.items():
        claim = claims.get(key)
        if len(pods) > 1 and claim and "ReadWriteMany" not in claim.spec.access_modes:
            for i in pods:
                why = "share a volume that is mounted by one node at a time"
                scene.not_modelled(i, why, f"PersistentVolumeClaim {'/'.join(key)}")


def _nodes_near(scene: Scene, near: dict[str, frozenset[int]], volume: Volume) -> frozenset[int]:
    """Return the nodes that can reach a volume; ``near`` caches them for equal volumes."""
    key = repr((volume.spec.node_affinity, sorted(volume.metadata.labels.items())))
    if key not in near:
        near[key] = scene.nodes_where(lambda j: reaches(scene.nodes[j], volume))
    return near[key]


def claim_names(pod: Pod) -> Iterator[str]:
    for volume in pod.spec.volumes:
        if "persistentVolumeClaim" in volume:
            yield str((volume["persistentVolumeClaim"] or {}).get("claimName", ""))
        elif "ephemeral" in volume:
            yield f"{pod.metadata.name}-{volume.get('name', '')}"


def reaches(node: KubernetesNode, volume: Volume) -> bool:
    """Return whether a node can use a volume, by the volume's node affinity and zone labels."""
    required = volume.spec.node_affinity.required
    if required is not None and not any(term_holds(t, node) for t in required.node_selector_terms):
        return False
    labels = node.metadata.labels
    for key in _ZONES:
        zones = volume.metadata.labels.get(key)
        if zones is not None and any(zone in labels for zone in _ZONES):
            other = key.replace("failure-domain.beta", "topology")
            if labels.get(key, labels.get(other)) not in zones.split("__"):
                return False
    return True
