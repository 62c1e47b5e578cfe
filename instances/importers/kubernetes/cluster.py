"""A `consolidation` instance from what ``kubectl get nodes,pods,pdb,pv,pvc -A -o json`` prints.

Amounts are counted as the scheduler counts them and stay exact until they are written: ``cpu`` in
cores to a thousandth, ``memory`` and storage in bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from ....core.faults import Fault, InputError
from ...consolidation import Consolidation, Item, Machine, Offer, PlacementRule
from .budgets import add_budgets
from .documents import Dump
from .neighbours import add_neighbour_rules
from .node_rules import admits
from .notes import notes_of
from .price_lists import OfferedType, offered_amount, read_offers, read_prices, type_of
from .records import KubernetesNode, Pod
from .requests import Amounts, add, requested
from .scene import Scene, of_node
from .spreads import add_spread_rules
from .staying import add_staying, add_unmodelled, disruption_cost, kept
from .volumes import add_volumes

NodePods: TypeAlias = Literal["reserve", "keep"]
Unmodelled: TypeAlias = Literal["stay", "ignore"]

_ALWAYS = ("cpu", "memory", "ephemeral-storage", "pods")
_FINISHED = ("Succeeded", "Failed")


class Imported(NamedTuple):
    """An instance, and what of its source it does not say."""

    instance: Consolidation
    warnings: tuple[str, ...]


def read_cluster(
    paths: Sequence[Path],
    *,
    name: str = "kubernetes",
    node_pods: NodePods = "reserve",
    unmodelled: Unmodelled = "stay",
    prices: Path | None = None,
    offers: Path | None = None,
) -> Imported:
    """Return the cluster in some files or folders; all their faults at once where there are any.

    Pods that belong to a node (of DaemonSets, static ones) are taken off what their node can give
    under ``reserve``, and gone with it; under ``keep`` they are items that never move.  A pod that
    something binds which cannot be said stays, unless ``unmodelled`` is ``ignore``.  ``prices``
    and ``offers`` are CSV files; with prices the objective is the price of the nodes.
    """
    dump = Dump()
    dump.read(paths)
    priced = None if prices is None else read_prices(prices)
    offered = [] if offers is None else read_offers(offers)
    scene = _scene(dump, node_pods, offered)
    add_neighbour_rules(scene)
    add_spread_rules(scene)
    add_volumes(scene, dump)
    add_staying(scene)
    add_unmodelled(scene)
    faults = add_budgets(scene, dump)
    faults += _price_faults(scene, priced, offered)
    if faults:
        raise InputError("Kubernetes dump", faults)
    items = _items_of(scene, unmodelled)
    if not items:
        raise InputError("Kubernetes dump", [Fault("pods", "there is no pod to place")])
    return _imported(name, scene, items, node_pods, unmodelled, priced, offered)


_FEW = 5  # names in two files, to be listed one by one


def _scene(dump: Dump, node_pods: NodePods, offered: list[OfferedType]) -> Scene:
    """Return nodes and live pods; raise the faults that forbid to look any further."""
    pods = [
        (place, pod)
        for place, pod in dump.pods
        if pod.status.phase not in _FINISHED and pod.metadata.deletion_timestamp is None
    ]
    faults = [*dump.faults, *_cluster_faults(dump, pods)]
    if faults:
        raise InputError("Kubernetes dump", faults)
    listed = [pod for _, pod in pods if _node(pod) or not pod.spec.scheduling_gates]
    held = {
        i for i, pod in enumerate(listed) if node_pods == "reserve" and of_node(pod) and _node(pod)
    }
    scene = Scene(
        [*(node for _, node in dump.nodes), *(offer.node for offer in offered)],
        listed,
        held,
        [namespace for _, namespace in dump.namespaces],
        len(dump.nodes),
    )
    if len(listed) < len(pods):
        count = len(pods) - len(listed)
        scene.notes.append(f"{count} pods are left out: scheduling gates hold them back")
    return scene


def _node(pod: Pod) -> str | None:
    return pod.spec.node_name or None


def _cluster_faults(dump: Dump, pods: list[tuple[str, Pod]]) -> Iterator[Fault]:
    """Nodes and pods are named once; pods run on nodes of the dump; nodes say what they have."""
    if not dump.nodes and not any("Node" in fault.place for fault in dump.faults):
        yield Fault("nodes", "there is no node; kubectl get nodes -o json prints them")
    yield from _named_once("node", [(place, node.metadata.name) for place, node in dump.nodes])
    yield from _named_once("pod", [(place, pod.name) for place, pod in pods])
    for place, node in dump.nodes:
        for resource in ("cpu", "memory", "pods"):
            if resource not in node.status.allocatable:
                at = f"{place}: status.allocatable.{resource}"
                yield Fault(at, "required key is missing")
    known = {node.metadata.name for _, node in dump.nodes} | dump.unread
    for place, pod in pods:
        if dump.nodes and (node_name := _node(pod)) is not None and node_name not in known:
            rule = "is no node of the dump"
            if not any(_node(other) in known for _, other in pods):
                rule += " (the files seem to be of two clusters)"
            yield Fault.of(f"{place}: spec.nodeName", rule, node_name)


def _named_once(kind: str, named: list[tuple[str, str]]) -> Iterator[Fault]:
    """Names that stand twice; where most of two files agree, the files are of two clusters."""
    seen: dict[str, str] = {}
    twice: dict[tuple[str, str], list[Fault]] = {}
    for place, name in named:
        if name in seen:
            files = place.partition(":")[0], seen[name].partition(":")[0]
            fault = Fault.of(
                f"{place}: metadata.name", f"is a {kind} in {seen[name]} already", name
            )
            twice.setdefault(files, []).append(fault)
        seen[name] = place
    for (file, before), faults in twice.items():
        if file == before or len(faults) <= _FEW:
            yield from faults
        else:
            rule = f"has {len(faults)} {kind}s of the same names as {before}"
            yield Fault(file, f"{rule} (give files of one cluster, each object once)")


def _price_faults(
    scene: Scene, priced: dict[str, float] | None, offered: list[OfferedType]
) -> Iterator[Fault]:
    """Every node has a type with a price; offers need prices."""
    if priced is None:
        if offered:
            yield Fault("--offers", "needs --prices, or nothing says what a new node saves")
        return
    for j, node in enumerate(scene.nodes[: scene.real]):
        kind = type_of(node)
        if kind is None:
            rule = "has no label node.kubernetes.io/instance-type, so that it has no price"
            yield Fault.of(f"nodes[{j}]", rule, node.metadata.name)
        elif kind not in priced:
            yield Fault.of(f"nodes[{j}]", "is of a type without a price", kind)


def _items_of(scene: Scene, unmodelled: Unmodelled) -> list[int]:
    """Return the pods that are items; those that something unmodelled binds stay, or are out."""
    out = set()
    if unmodelled == "stay":
        for why, concerned in scene.unmodelled.items():
            for i in concerned:
                scene.fix(i, why)
                if scene.home[i] < 0:
                    out.add(i)  # where it may go nobody knows
    return [i for i in range(len(scene.pods)) if i not in scene.held and i not in out]


def _imported(
    name: str,
    scene: Scene,
    items: list[int],
    node_pods: NodePods,
    unmodelled: Unmodelled,
    priced: dict[str, float] | None,
    offered: list[OfferedType],
) -> Imported:
    requests = {pod.name: requested(pod) for pod in scene.pods}
    resources = _resources(scene.nodes, list(requests.values()))
    left = "stay where they are" if unmodelled == "stay" else "are moved all the same"
    notes = tuple(
        notes_of(
            scene,
            items,
            reserved=node_pods == "reserve",
            left=left,
            requests=requests,
            resources=resources,
        )
    )
    named = set(scene.names(items))
    document = {
        "rules": tuple(_rules(scene, named)) or None,
        "offers": tuple(_offers(scene, offered, requests, resources)) or None,
        "objective": None if priced is None else "price",
        "empty_machines": "keep" if priced is None else "any",
        "notes": notes or None,
    }
    instance = Consolidation(
        name=name,
        source=f"Kubernetes: {scene.real} nodes, {len(scene.pods)} pods; cpu in cores, "
        "memory and storage in bytes",
        resources=resources,
        machines=tuple(_machines(scene, requests, resources, priced)),
        items=tuple(_items(scene, items, requests, resources)),
        **document,  # type: ignore[arg-type]
    )
    return Imported(instance, notes)


def _resources(nodes: Iterable[KubernetesNode], requests: list[Amounts]) -> tuple[str, ...]:
    """Return the usual resources, and those that pods ask for or that nodes have extra."""
    used = {name for amounts in requests for name, amount in amounts.items() if amount > 0}
    for node in nodes:
        used |= {name for name, amount in node.status.allocatable.items() if "/" in name and amount}
    return (*_ALWAYS, *sorted(used - set(_ALWAYS)))


def _machines(
    scene: Scene,
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
    priced: dict[str, float] | None,
) -> Iterator[Machine]:
    reserved: dict[int, Amounts] = {}
    for i in scene.held:
        add(reserved.setdefault(scene.home[i], {}), requests[scene.pods[i].name])
    for j, node in enumerate(scene.nodes[: scene.real]):
        taken = reserved.get(j, {})
        capacity = (
            max(Fraction(0), offered_amount(node, r) - taken.get(r, Fraction(0))) for r in resources
        )
        kind = type_of(node)
        yield Machine(
            name=node.metadata.name,
            capacity=tuple(float(amount) for amount in capacity),
            labels=_labels(scene, node),
            type=kind,
            price=None if priced is None else priced[str(kind)],
            keep=True if kept(node) else None,
        )


def _labels(scene: Scene, node: KubernetesNode) -> dict[str, str] | None:
    """Return the labels of which rules speak."""
    labels = node.metadata.labels
    return {key: labels[key] for key in sorted(scene.levels) if key in labels} or None


def _rules(scene: Scene, items: set[str]) -> Iterator[PlacementRule]:
    """Yield the rules about pods that are items."""
    levels = {level for level in scene.levels if scene.known(level)} | {"machine"}
    for rule in scene.rules:
        names = [name for name in rule["items"] if name in items]
        cut: dict[str, Any] = {**rule, "items": names}
        if "others" in rule:
            cut["others"] = [name for name in rule["others"] if name in items]
        if names and cut.get("others", True) and cut.get("level", "machine") in levels:
            yield PlacementRule.model_validate(cut)


def _offers(
    scene: Scene,
    offered: list[OfferedType],
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
) -> Iterator[Offer]:
    """Yield the offers; the pods of DaemonSets that would run there are taken off their room."""
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
        yield Offer(
            name=offer.name,
            type=str(type_of(offer.node)),
            capacity=tuple(float(amount) for amount in capacity),
            labels=_labels(scene, offer.node),
            price=offer.price,
            at_most=offer.at_most,
        )


def _without_its_node(pod: Pod) -> Pod:
    """Return a DaemonSet's pod without the affinity that ties it to the node it runs on."""
    affinity = pod.spec.affinity.model_copy(
        update={"node_affinity": type(pod.spec.affinity.node_affinity)()}
    )
    return pod.model_copy(update={"spec": pod.spec.model_copy(update={"affinity": affinity})})


def _items(
    scene: Scene,
    items: list[int],
    requests: dict[str, Amounts],
    resources: tuple[str, ...],
) -> Iterator[Item]:
    known: dict[frozenset[int], tuple[str, ...]] = {}
    for i in items:
        pod, allowed = scene.pods[i], scene.allowed[i]
        names = None
        if allowed is not None and len(allowed) < len(scene.nodes):
            among = frozenset(allowed)
            if among not in known:
                known[among] = tuple(scene.nodes[j].metadata.name for j in sorted(among))
            names = known[among]
        home, amounts, cost = scene.home[i], requests[pod.name], disruption_cost(pod)
        yield Item(
            name=pod.name,
            demand=tuple(float(amounts.get(r, Fraction(0))) for r in resources),
            machine=None if home < 0 else scene.nodes[home].metadata.name,
            migration_cost=cost,
            allowed_machines=names,
            fixed=True if i in scene.fixed and home >= 0 else None,
            owner=_owner(pod),
        )


def _owner(pod: Pod) -> str | None:
    """Return kind and name of the controller, which starts the pod anew after an eviction."""
    owners = (owner for owner in pod.metadata.owner_references if owner.controller)
    owner = next(owners, None)
    return None if owner is None else f"{owner.kind}/{owner.name}"
