"""Import of a `consolidation` instance from the JSON that ``kubectl get … -A`` prints.

Amounts are counted as the scheduler counts them and stay exact until they are written: ``cpu`` in
thousandths of a core, ``memory`` and storage in bytes.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from optgap.consolidation import Consolidation, Imported
from optgap.faults import Fault, InputError, agreeing, quantity

from ..options import Filters
from .cluster_facts import packed_facts
from .documents import Dump
from .instance_parts import (
    Pending,
    items_of,
    keep_awaited_nodes,
    machines_of,
    may_be_left_out,
    note_of_optional,
    offers_of,
    reasons,
    resources_of,
    rules_of,
    without_a_place,
)
from .karpenter import limited_offers, nodes_to_keep, with_pools
from .movable_pods import (
    WEIGHTS,
    Evictable,
    add_budgets,
    add_filters,
    add_staying,
    eviction_risks,
    eviction_weights,
    kept,
    note_unmodelled_bindings,
    wakes_late,
)
from .placement_rules import add_neighbour_rules, add_spread_rules, add_volumes
from .price_lists import OfferedType, PriceList, offers_of_groups, read_offers, read_prices
from .records import KubernetesNode, Pod
from .scene import Amounts, Scene, of_node, pod_request, request_key


def notes_of(scene: Scene, items: Sequence[int], *, reserved: bool, left: str) -> Iterator[str]:
    """Yield notes on the facts that the instance omits, with the number of pods and some names."""
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
            f"{what}, which plans ignore", [p.name for p in pods if concerns(p)]
        )
    movable = [scene.pods[i] for i in items if i not in scene.fixed]
    late = [pod.name for pod in movable if wakes_late(pod)]
    what = (
        "have several anti-affinity terms or an affinity to themselves; after an eviction "
        "kube-scheduler 1.34 may place the replacement only up to five minutes later"
    )
    yield from _count_words(what, late)
    if not reserved:
        what = (
            "belong to their node and occupy it (DaemonSets, static pods; --node-pods reserve "
            "counts them as reserved capacity)"
        )
        yield from _count_words(what, [pod.name for pod in pods if of_node(pod)])
    for what, test in _NODES.items():
        named = [node.metadata.name for node in scene.nodes[: scene.real] if test(node)]
        yield from _count_words(what, named, "node")


def _unsure(scene: Scene) -> Iterator[str]:
    """Yield notes on pods being deleted, pods on unlisted nodes, and namespaces without labels."""
    going = [pod.name for pod in scene.pods if pod.leaves]
    what = "are being deleted (Terminating), and count on their node until they are gone"
    yield from _count_words(what, going)
    what = "are on nodes that the dump does not list, and are left out"
    yield from _count_words(what, [pod.name for pod in scene.lost])
    what = (
        "have labels missing in the dump, and count as selected by every namespaceSelector "
        "(kubectl get namespaces -o json prints them)"
    )
    yield from _count_words(what, sorted(scene.unknown_namespaces), "namespace")


def _nowhere(scene: Scene, items: Sequence[int]) -> Iterator[str]:
    nowhere = [i for i in items if not scene.allowed[i]]
    what = "are allowed on no node of the dump (nodeSelector, node affinity, taints) and stay"
    yield from _count_words(what, scene.names(nowhere))


def _count_words(what: str, names: list[str], kind: str = "pod") -> Iterator[str]:
    if names:
        first = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        yield f"{quantity(len(names), kind)} {agreeing(len(names), what)}: {first}"


_NODES: dict[str, Callable[[KubernetesNode], bool]] = {
    "have taints PreferNoSchedule, which plans ignore": lambda node: any(
        taint.effect == "PreferNoSchedule" for taint in node.spec.taints
    ),
    "are always kept (control plane, or annotated)": kept,
    "are not Ready and take no pods": lambda node: not node.ready,
}
_WISHES: dict[str, Callable[[Pod], bool]] = {
    "prefer some nodes": lambda pod: bool(pod.spec.affinity.node_affinity.preferred),
    "prefer to be near other pods": lambda pod: bool(pod.spec.affinity.pod_affinity.preferred),
    "prefer to be apart from other pods": lambda pod: bool(
        pod.spec.affinity.pod_anti_affinity.preferred
    ),
    "prefer to be spread (ScheduleAnyway)": lambda pod: any(
        spread.when_unsatisfiable == "ScheduleAnyway"
        for spread in pod.spec.topology_spread_constraints
    ),
}


NodePods: TypeAlias = Literal["reserve", "keep"]
Unmodelled: TypeAlias = Literal["stay", "ignore"]

_FINISHED = ("Succeeded", "Failed")


class _Choices(NamedTuple):
    """The choices of the caller of an import, with prices and offers as read from their files.

    The pods in ``optional`` may be left out.
    """

    name: str
    node_pods: NodePods
    unmodelled: Unmodelled
    pending: Pending
    priced: PriceList | None
    offered: list[OfferedType]
    rollouts: frozenset[str]
    facts: str
    eviction_price: float | None = None
    optional: frozenset[int] = frozenset()


def read_cluster(
    paths: Sequence[Path],
    *,
    name: str = "kubernetes",
    node_pods: NodePods = "reserve",
    unmodelled: Unmodelled = "stay",
    pending: Pending = "keep",
    evictable: Evictable = "karpenter",
    filters: Filters | None = None,
    prices: Path | None = None,
    offers: Path | None = None,
    eviction_price: float | None = None,
    prepare: Callable[[Dump], None] | None = None,
) -> Imported:
    """Return the cluster in some files or folders; an error lists all their faults.

    Pods that belong to a node (of DaemonSets, static ones) reduce the node's capacity and vanish
    with the node under ``reserve``; under ``keep`` they are items that never move.  A pod with a
    restriction that the instance cannot model stays, unless ``unmodelled`` is ``ignore``.  A
    pending pod that no node can take now is left out, unless ``pending`` is ``must``; pending pods
    that nodes can take, but not all together, are optional.  ``evictable`` selects the rules by
    which pods may be evicted.  ``prices`` and ``offers`` are CSV files; with prices the objective
    is the price of the nodes.  ``eviction_price`` is the price of evicting an ordinary pod, in
    nodes or in money per hour. The objective includes it for each eviction, times the weight of the
    pod.  ``prepare`` may change the dump after it is read.
    """
    dump = Dump()
    dump.read(paths)
    if prepare is not None:
        prepare(dump)
    priced = None if prices is None else read_prices(prices)
    offered = [] if offers is None else read_offers(offers)
    if priced is not None:
        more, notes = offers_of_groups(dump.templates, priced, {offer.name for offer in offered})
        offered += more
        dump.notes += notes
    offered, notes = limited_offers(offered, _nodes(dump), [pool for _, pool in dump.pools])
    dump.notes += notes
    scene = _parse_cluster(dump, node_pods, offered)
    if evictable == "karpenter":
        occupied = {home for i, home in enumerate(scene.home) if i not in scene.held}
        pools = [pool for _, pool in dump.pools]
        scene.kept, notes = nodes_to_keep(scene.nodes[: scene.real], pools, occupied)
        scene.notes += notes
    add_filters(scene, filters or Filters())
    add_neighbour_rules(scene)
    add_spread_rules(scene)
    add_volumes(scene, dump)
    budgeted, faults = add_budgets(scene, dump)
    add_staying(scene, evictable, budgeted)
    note_unmodelled_bindings(scene)
    faults += price_faults(scene, priced, offered)
    if faults:
        raise InputError("Kubernetes dump", faults)
    items = _items_of(scene, unmodelled, pending)
    if not items:
        raise InputError("Kubernetes dump", [Fault("pods", "the dump contains no pod to place")])
    return _instance_with_notes(
        scene,
        items,
        _Choices(
            *(name, node_pods, unmodelled, pending, priced, offered),
            frozenset(dump.rollouts),
            packed_facts(scene, dump),
            eviction_price,
        ),
    )


def _parse_cluster(dump: Dump, node_pods: NodePods, offered: list[OfferedType]) -> Scene:
    """Return the nodes and live pods of a dump; raise the faults that make other checks useless."""
    pods = [(place, pod) for place, pod in dump.pods if pod.status.phase not in _FINISHED]
    faults = [*dump.faults, *cluster_faults(dump, pods)]
    if faults:
        raise InputError("Kubernetes dump", faults)
    nodes = {node.metadata.name for _, node in dump.nodes}
    on = {i: pod.spec.node_name for i, (_, pod) in enumerate(pods)}
    lost = [pod for i, (_, pod) in enumerate(pods) if on[i] and on[i] not in nodes]
    here = [pod for i, (_, pod) in enumerate(pods) if not on[i] or on[i] in nodes]
    ready = [pod for pod in here if _node(pod) or not (pod.spec.scheduling_gates or pod.leaves)]
    held = {
        i
        for i, pod in enumerate(ready)
        if _node(pod) and (pod.leaves or (node_pods == "reserve" and of_node(pod)))
    }
    scene = Scene(
        [*_nodes(dump), *(offer.node for offer in offered)],
        ready,
        held,
        [namespace for _, namespace in dump.namespaces],
        len(dump.nodes),
        lost=lost,
        until_available=dump.until_available,
    )
    scene.notes += [*dump.notes, *dump.absent()]
    if gated := sum(not _node(pod) and bool(pod.spec.scheduling_gates) for pod in here):
        words = agreeing(gated, "are left out: scheduling gates hold them back")
        scene.notes.append(f"{quantity(gated, 'pod')} {words}")
    return scene


def _nodes(dump: Dump) -> list[KubernetesNode]:
    nodes = [node for _, node in dump.nodes]
    return list(with_pools(nodes, [claim for _, claim in dump.node_claims]))


def _node(pod: Pod) -> str | None:
    return pod.spec.node_name or None


def _items_of(scene: Scene, unmodelled: Unmodelled, pending: Pending) -> list[int]:
    """Return the numbers of the pods that become items; pods with unmodelled restrictions stay."""
    out = set()
    waiting = [i for i in range(len(scene.pods)) if scene.home[i] < 0]
    if pending == "ignore" and waiting:
        out |= set(waiting)
        words = agreeing(len(waiting), "wait for a node and are left out (--pending ignore)")
        scene.notes.append(f"{quantity(len(waiting), 'pod')} {words}")
    if unmodelled == "stay":
        for why, concerned in scene.unmodelled.items():
            for i in concerned:
                scene.fix(i, why)
                if scene.home[i] < 0:
                    out.add(i)  # where it may go nobody knows
    return [i for i in range(len(scene.pods)) if i not in scene.held and i not in out]


def _instance_with_notes(scene: Scene, items: list[int], choices: _Choices) -> Imported:
    requests = _requests(scene)
    if choices.pending == "keep" and any(scene.home[i] < 0 for i in items):
        instance = _instance(scene, items, requests, choices, ())
        priority = np.array([scene.pods[i].spec.priority for i in items], dtype=np.int64)
        left, places = without_a_place(instance, priority)
        optional = may_be_left_out(instance, left, priority)
        if optional:
            choices = choices._replace(optional=frozenset(items[i] for i in optional))
            scene.notes.append(note_of_optional([scene.pods[items[i]].name for i in optional]))
        left = [i for i in left if i not in optional]
        scene.notes += reasons(scene, items, instance, left, places)
        out = {items[i] for i in left}
        items = [i for i in items if i not in out]
        if not items:
            faults = [Fault("pods", note) for note in scene.notes]
            raise InputError("Kubernetes dump, in which no pod has a node", faults)
    if choices.pending != "ignore":
        placed = [i for i in items if i not in choices.optional]
        keep_awaited_nodes(scene, placed, requests)
    _fix_the_lonely(scene, items)
    left_so = "stay where they are" if choices.unmodelled == "stay" else "are moved nevertheless"
    reserved = choices.node_pods == "reserve"
    notes = tuple(notes_of(scene, items, reserved=reserved, left=left_so))
    if choices.eviction_price is not None:
        unit = "of a node" if choices.priced is None else "an hour"
        notes += (f"an eviction costs {choices.eviction_price:g} {unit}, {WEIGHTS}",)
    return Imported(_instance(scene, items, requests, choices, notes), notes)


def _fix_the_lonely(scene: Scene, items: list[int]) -> None:
    """Fix the pods whose rule requires a pod nearby, if no such pod is an item."""
    known = set(scene.names(items))
    number = {pod.name: i for i, pod in enumerate(scene.pods)}
    for rule in scene.rules:
        if rule["kind"] == "with" and known.isdisjoint(rule["others"]):
            for name in rule["items"]:
                scene.fix(number[name], "must be near pods that also wait", rule["from"])


def _requests(scene: Scene) -> dict[str, Amounts]:
    """Return the requests of the pods by name; pods with equal requests share one dict."""
    keys = [request_key(pod) for pod in scene.pods]
    known = {key: pod_request(pod) for key, pod in dict(zip(keys, scene.pods, strict=True)).items()}
    return {pod.name: known[key] for key, pod in zip(keys, scene.pods, strict=True)}


def _instance(
    scene: Scene,
    items: list[int],
    requests: dict[str, Amounts],
    choices: _Choices,
    notes: tuple[str, ...],
) -> Consolidation:
    resources = resources_of(scene.nodes, requests.values())
    priced = choices.priced
    document: dict[str, Any] = {
        "rules": tuple(rules_of(scene, set(scene.names(items)))) or None,
        "offers": tuple(offers_of(scene, choices.offered, requests, resources)) or None,
        "objective": None if priced is None else "price",
        "currency": None if priced is None else priced.currency,
        "empty_machines": "keep" if priced is None else "any",
        "migration_price": choices.eviction_price,
        "notes": notes or None,
        "facts": choices.facts,
    }
    return Consolidation(
        name=choices.name,
        source=f"Kubernetes: {scene.real} nodes, {len(scene.pods)} pods; cpu in cores, "
        "memory and storage in bytes",
        resources=resources,
        machines=tuple(machines_of(scene, requests, resources, priced)),
        items=tuple(
            items_of(
                scene,
                items,
                requests,
                resources,
                choices.optional,
                eviction_risks(scene, choices.rollouts),
                {} if choices.eviction_price is None else eviction_weights(scene),
            )
        ),
        **document,
    )


_FEW = 5  # number of repeated names up to which each is listed


def cluster_faults(dump: Dump, pods: list[tuple[str, Pod]]) -> Iterator[Fault]:
    """Yield faults: repeated names, nodes without capacity, and that no pod is on a known node."""
    if not dump.nodes and not any("Node" in fault.place for fault in dump.faults):
        yield Fault("nodes", "the dump contains no node; kubectl get nodes -o json prints nodes")
    yield from _named_once("node", [(place, node.metadata.name) for place, node in dump.nodes])
    yield from _named_once("pod", [(place, pod.name) for place, pod in pods])
    for place, node in dump.nodes:
        for resource in ("cpu", "memory", "pods"):
            if resource not in node.status.allocatable:
                at = f"{place}: status.allocatable.{resource}"
                yield Fault(at, "required key is missing")
    known = {node.metadata.name for _, node in dump.nodes} | dump.unread
    placed = [(place, pod.spec.node_name) for place, pod in pods if pod.spec.node_name]
    if dump.nodes and placed and not any(name in known for _, name in placed):
        place, name = placed[0]
        rule = (
            "is not a node of the dump; no pod is on a node of the dump (the files seem to be from "
            "two clusters)"
        )
        yield Fault.of(f"{place}: spec.nodeName", rule, name)


def _named_once(kind: str, named: list[tuple[str, str]]) -> Iterator[Fault]:
    """Yield a fault for each repeated name; a single fault if two files share many names."""
    seen: dict[str, str] = {}
    twice: dict[tuple[str, str], list[Fault]] = {}
    for place, name in named:
        if name in seen:
            files = place.partition(":")[0], seen[name].partition(":")[0]
            fault = Fault.of(
                f"{place}: metadata.name", f"is also the name of a {kind} in {seen[name]}", name
            )
            twice.setdefault(files, []).append(fault)
        seen[name] = place
    for (file, before), faults in twice.items():
        if file == before or len(faults) <= _FEW:
            yield from faults
        else:
            rule = f"has {len(faults)} {kind}s with the same names as {before}"
            yield Fault(file, f"{rule} (give files of one cluster, each object once)")


def price_faults(
    scene: Scene, priced: PriceList | None, offered: list[OfferedType]
) -> Iterator[Fault]:
    """Yield a fault for each node without a price, and each offer in another currency."""
    if priced is None:
        if offered:
            yield Fault("--offers", "needs --prices, to compare new nodes with the present ones")
        return
    for offer in offered:
        if offer.currency not in (None, priced.currency):
            rule = f"must be {priced.currency or 'none'}, as in --prices"
            yield Fault.of(f"offer {offer.name}: currency", rule, offer.currency)
    for j, node in enumerate(scene.nodes[: scene.real]):
        wrong = priced.fault_of(node)
        if wrong is not None:
            rule, value = wrong
            yield Fault.of(f"nodes[{j}]", rule, value)
