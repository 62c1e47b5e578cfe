"""Volumes that bind pods to nodes."""

from __future__ import annotations

from collections.abc import Iterator

from .documents import Dump
from .node_rules import term_holds
from .records import Claim, KubernetesNode, Pod, Volume
from .scene import Scene

_FAR = "a volume that they do not reach"
_ZONES = (
    "topology.kubernetes.io/zone",
    "topology.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
)


def add_volumes(scene: Scene, dump: Dump) -> None:
    """Narrow the nodes of pods to those that reach their volumes."""
    claims = {(c.metadata.namespace, c.metadata.name): c for _, c in dump.claims}
    volumes = {volume.metadata.name: volume for _, volume in dump.volumes}
    near: dict[str, frozenset[int]] = {}  # the nodes of volumes that are alike
    users: dict[tuple[str, str], list[int]] = {}
    for i, pod in enumerate(scene.pods):
        if i in scene.held:
            continue
        for name in _claim_names(pod):
            key = (pod.metadata.namespace, name)
            users.setdefault(key, []).append(i)
            claim = claims.get(key)
            volume = volumes.get(claim.spec.volume_name) if claim else None
            if volume is None:
                scene.not_modelled(i, "have volumes that the dump does not show (pv, pvc)")
            else:
                if volume.spec.local is not None or volume.spec.host_path is not None:
                    scene.fix(i, "have volumes on the disk of their node")
                scene.narrow([i], _nodes_near(scene, near, volume), _FAR)
    for key, pods in users.items():
        if len(pods) > 1 and _one_node(claims.get(key)):
            for i in pods:
                scene.not_modelled(i, "share a volume that one node at a time may use")


def _nodes_near(scene: Scene, near: dict[str, frozenset[int]], volume: Volume) -> frozenset[int]:
    """Return the nodes that reach a volume; volumes that are alike are asked for once."""
    key = repr((volume.spec.node_affinity, sorted(volume.metadata.labels.items())))
    if key not in near:
        near[key] = scene.nodes_where(lambda j: reaches(scene.nodes[j], volume))
    return near[key]


def _claim_names(pod: Pod) -> Iterator[str]:
    for volume in pod.spec.volumes:
        if "persistentVolumeClaim" in volume:
            yield str((volume["persistentVolumeClaim"] or {}).get("claimName", ""))
        elif "ephemeral" in volume:
            yield f"{pod.metadata.name}-{volume.get('name', '')}"


def _one_node(claim: Claim | None) -> bool:
    return claim is not None and "ReadWriteMany" not in claim.spec.access_modes


def reaches(node: KubernetesNode, volume: Volume) -> bool:
    """Return whether a volume can be used on a node: by its node affinity and its zone labels."""
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
