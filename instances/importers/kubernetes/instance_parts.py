"""The parts of an instance: resources, machines, rules, offers and items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ...consolidation import Item, Machine, Offer, PlacementRule
from .filters import pools_of
from .immovable_pods import disruption_cost, kept
from .node_rules import admits, tolerates_cordon
from .price_lists import (
    CAPACITY_TYPE,
    ZONE,
    OfferedType,
    PriceList,
    capacity_type_of,
    offered_amount,
    type_of,
)
from .records import KubernetesNode, Pod
from .requests import Amounts, add
from .scene import Scene
from .timing import seconds_of

_ALWAYS = ("cpu", "memory", "ephemeral-storage", "pods")


def resources_of(nodes: Iterable[KubernetesNode], requests: Iterable[Amounts]) -> tuple[str, ...]:
    """Return the usual resources, and those that pods ask for or that nodes have extra."""
    used = {name for amounts in requests for name, amount in amounts.items() if amount > 0}
    for node in nodes:
        used |= {name for name, amount in node.status.allocatable.items() if "/" in name and amount}
    return (*_ALWAYS, *sorted(used - set(_ALWAYS)))


def machines_of(
    scene: Scene,
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
    priced: PriceList | None,
) -> Iterator[Machine]:
    """Yield the nodes; the pods that are part of a node are taken off its room."""
    reserved: dict[int, Amounts] = {}
    for i in scene.held:
        add(reserved.setdefault(scene.home[i], {}), requests[scene.pods[i].name])
    for j, node in enumerate(scene.nodes[: scene.real]):
        taken = reserved.get(j, {})
        capacity = (
            max(Fraction(0), offered_amount(node, r) - taken.get(r, Fraction(0))) for r in resources
        )
        yield Machine(
            name=node.metadata.name,
            capacity=tuple(float(amount) for amount in capacity),
            reserved=tuple(float(taken.get(r, 0)) for r in resources) if taken else None,
            labels=_labels(scene, node) or None,
            type=type_of(node),
            pool=next(pools_of(node), None),
            price=None if priced is None else priced.price_of(node),
            keep=True if kept(node) or j in scene.outside | scene.awaited else None,
        )


def _labels(scene: Scene, node: KubernetesNode) -> dict[str, str]:
    """Return the labels of which rules speak."""
    labels = node.metadata.labels
    return {key: labels[key] for key in sorted(scene.levels) if key in labels}


def rules_of(scene: Scene, items: set[str]) -> Iterator[PlacementRule]:
    """Yield the rules about pods that are items."""
    levels = {level for level in scene.levels if scene.known(level)} | {"machine"}
    for rule in scene.rules:
        names = [name for name in rule["items"] if name in items]
        cut: dict[str, Any] = {**rule, "items": names}
        if "others" in rule:
            cut["others"] = [name for name in rule["others"] if name in items]
        if names and cut.get("others", True) and cut.get("level", "machine") in levels:
            yield PlacementRule.model_validate(cut)


def offers_of(
    scene: Scene,
    offered: list[OfferedType],
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
) -> Iterator[Offer]:
    """Yield the offers; the pods of DaemonSets that would run there are taken off their room.

    Zone and capacity type stand among the labels: whoever makes the node must know them.
    """
    daemons = {
        pod.metadata.owner_references[0].name: pod
        for pod in (scene.pods[i] for i in scene.held)
        if any(owner.kind == "DaemonSet" for owner in pod.metadata.owner_references)
    }
    for offer in offered:
        taken: Amounts = {}
        for pod in daemons.values():
            if admits(offer.node, _without_its_node(pod)):
                add(taken, requests[pod.name])
        capacity = (
            max(Fraction(0), offered_amount(offer.node, r) - taken.get(r, Fraction(0)))
            for r in resources
        )
        labels = _labels(scene, offer.node)
        if ZONE in offer.node.metadata.labels:
            labels[ZONE] = offer.node.metadata.labels[ZONE]
        capacity_type = capacity_type_of(offer.node)
        if capacity_type is not None:
            labels[CAPACITY_TYPE] = capacity_type
        yield Offer(
            name=offer.name,
            type=str(type_of(offer.node)),
            capacity=tuple(float(amount) for amount in capacity),
            labels=labels or None,
            price=offer.price,
            at_most=offer.at_most,
        )


def _without_its_node(pod: Pod) -> Pod:
    """Return a DaemonSet's pod without the affinity that ties it to the node it runs on."""
    affinity = pod.spec.affinity.model_copy(
        update={"node_affinity": type(pod.spec.affinity.node_affinity)()}
    )
    return pod.model_copy(update={"spec": pod.spec.model_copy(update={"affinity": affinity})})


def items_of(
    scene: Scene,
    items: list[int],
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
    optional: frozenset[int],
) -> Iterator[Item]:
    """Yield the pods that are items; of those that wait some may be left out."""
    known: dict[frozenset[int], tuple[str, ...]] = {}
    seconds = seconds_of(scene.pods, scene.until_available)
    for i in items:
        pod, allowed = scene.pods[i], scene.allowed[i]
        names = None
        if len(allowed) < len(scene.nodes):
            if allowed not in known:
                known[allowed] = tuple(scene.nodes[j].metadata.name for j in sorted(allowed))
            names = known[allowed]
        home, amounts, cost = scene.home[i], requests[pod.name], disruption_cost(pod)
        yield Item(
            name=pod.name,
            demand=tuple(float(amounts.get(r, Fraction(0))) for r in resources),
            machine=None if home < 0 else scene.nodes[home].metadata.name,
            migration_cost=cost,
            allowed_machines=names,
            fixed=True if i in scene.fixed and home >= 0 else None,
            optional=True if i in optional else None,
            tolerates_cordon=True if tolerates_cordon(pod) else None,
            owner=_owner(pod),
            seconds=seconds[i],
        )


def _owner(pod: Pod) -> str | None:
    """Return kind and name of the controller, which starts the pod anew after an eviction."""
    owners = (owner for owner in pod.metadata.owner_references if owner.controller)
    owner = next(owners, None)
    return None if owner is None else f"{owner.kind}/{owner.name}"
