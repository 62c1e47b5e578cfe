"""The parts of an instance: resources, machines, rules, offers and items."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import numpy as np

from optgap.consolidation import (
    Consolidation,
    EvictionRisk,
    Item,
    Machine,
    Offer,
    PlacementRule,
    counts_of,
    may_enter,
    shift,
)
from optgap.faults import agreeing, quantity
from optgap.problem import BoolArray, IntArray

from .movable_pods import disruption_cost, pools_of, reason_to_keep
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
from .scene import Amounts, Scene, add, of_node, workload
from .selectors import admits, avoids_taints, tolerates_cordon
from .timing import seconds_of

_ALWAYS = ("cpu", "memory", "ephemeral-storage", "pods")


def resources_of(nodes: Iterable[KubernetesNode], requests: Iterable[Amounts]) -> tuple[str, ...]:
    """Return the standard resources, all resources that pods request, and nodes' extended ones."""
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
    """Yield the nodes as machines; pods that belong to their node reduce its capacity."""
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
            keep=None if (reason := _reason_to_keep(scene, j)) is None else True,
            reason=reason,
        )


def _reason_to_keep(scene: Scene, j: int) -> str | None:
    """Return why a node stays in use even without pods; None for other nodes."""
    if reason := reason_to_keep(scene.nodes[j]):
        return reason
    if j in scene.kept:
        return scene.kept[j]
    if j in scene.outside:
        return "it is outside --nodepool and --node-selector"
    return "a waiting pod that tolerates cordons may be put on it" if j in scene.awaited else None


def _labels(scene: Scene, node: KubernetesNode) -> dict[str, str]:
    """Return those labels of a node that rules refer to, and the node's capacity type."""
    labels = node.metadata.labels
    shown = {key: labels[key] for key in sorted(scene.levels) if key in labels}
    paid = capacity_type_of(node)
    return shown if paid is None else shown | {CAPACITY_TYPE: paid}


def rules_of(scene: Scene, items: set[str]) -> Iterator[PlacementRule]:
    """Yield the placement rules, each restricted to its pods in ``items``."""
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
    """Yield the offers; the pods of DaemonSets that would run on such nodes reduce their capacity.

    Zone and capacity type are among the labels, as they are needed to create the node.
    """
    daemons = {
        pod.metadata.owner_references[0].name: pod
        for pod in (scene.pods[i] for i in scene.held)
        if any(owner.kind == "DaemonSet" for owner in pod.metadata.owner_references)
    }
    for offer in offered:
        taken: Amounts = {}
        for pod in daemons.values():
            if admits(offer.node, without_its_node(pod)):
                add(taken, requests[pod.name])
        capacity = (
            max(Fraction(0), offered_amount(offer.node, r) - taken.get(r, Fraction(0)))
            for r in resources
        )
        labels = _labels(scene, offer.node)
        if ZONE in offer.node.metadata.labels:
            labels[ZONE] = offer.node.metadata.labels[ZONE]
        yield Offer(
            name=offer.name,
            type=str(type_of(offer.node)),
            capacity=tuple(float(amount) for amount in capacity),
            labels=labels or None,
            price=offer.price,
            at_most=offer.at_most,
        )


def without_its_node(pod: Pod) -> Pod:
    """Return a DaemonSet's pod without the affinity to the node on which it runs."""
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
    risks: dict[int, tuple[EvictionRisk, ...]],
    weights: dict[int, float],
) -> Iterator[Item]:
    """Yield the pods that are items; those in ``optional`` may be left out.

    ``weights`` are the costs of evicting pods if evictions have a price.  Pods without a weight
    have Karpenter's disruption cost.
    """
    known: dict[frozenset[int], tuple[str, ...]] = {}
    seconds = seconds_of(scene.pods, scene.until_available)
    for i in items:
        pod, allowed = scene.pods[i], scene.allowed[i]
        names = None
        if len(allowed) < len(scene.nodes):
            if allowed not in known:
                known[allowed] = tuple(scene.nodes[j].metadata.name for j in sorted(allowed))
            names = known[allowed]
        home, amounts = scene.home[i], requests[pod.name]
        cost = weights[i] if i in weights else disruption_cost(pod)
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
            reason=scene.reason(i),
            eviction_risks=risks.get(i) or None,
            seconds=seconds[i],
        )


def _owner(pod: Pod) -> str | None:
    """Return kind and name of the controller that restarts the pod after an eviction, or None.

    The controller of a Deployment's pods is the Deployment, because its ReplicaSets change.
    """
    kind, _, name = workload(pod).partition(" ")
    is_controlled = any(owner.controller for owner in pod.metadata.owner_references)
    return f"{kind}/{name.rpartition('/')[2]}" if is_controlled else None


Pending: TypeAlias = Literal["keep", "ignore", "must"]

_MOST_NAMED, _MOST_REASONS = 3, 10


class NodesNow:
    """The nodes in their present state, with the free amount of each resource.

    Waiting pods are placed here one by one, by falling priority, then by rising size, where room is
    least.  Pods that no node takes now are left out of the instance, and reserve no room.  If those
    that some node takes do not all fit together, they are optional: as many of them as possible are
    placed, for which running pods may move.
    """

    def __init__(self, instance: Consolidation) -> None:
        self._instance = instance
        self._room = instance.usable.copy()
        running = instance.home >= 0
        np.subtract.at(self._room, instance.home[running], instance.demand[running])
        self._book = instance.rule_book
        self._counts = counts_of(self._book, instance.home)
        self.masks, self.row_of = instance.masks

    def lacks(self, i: int) -> np.ndarray:
        """Return a mask, nodes x resources: the free amount is too small for item i."""
        demand = self._instance.demand[i]
        lacks: np.ndarray = (demand > 0) & (self._room < demand)
        return lacks

    def room(self, i: int) -> BoolArray:
        """Return a mask of the nodes that are allowed for an item and have room for it."""
        fits: BoolArray = self.masks[self.row_of[i]] & ~self.lacks(i).any(axis=1)
        return fits

    def keeps_rules(self, i: int, j: int) -> bool:
        """Return whether all rules allow item i on node j."""
        return bool(may_enter(self._book, self._counts, i, -1, j))

    def takes(self, i: int) -> bool:
        """Return whether at least one node can take an item now."""
        return any(self.keeps_rules(i, j) for j in np.flatnonzero(self.room(i)).tolist())

    def take(self, i: int) -> bool:
        """Place an item on the allowed node with the least room; return whether it was placed."""
        shares = (self._room * self._instance.per_unit).sum(axis=1)
        among = np.flatnonzero(self.room(i))
        real = among < len(self._instance.machines)
        for j in among[np.lexsort((shares[among], ~real))].tolist():
            if self.keeps_rules(i, j):
                self._room[j] -= self._instance.demand[i]
                shift(self._book, self._counts, i, -1, j)
                return True
        return False


def without_a_place(instance: Consolidation, priority: IntArray) -> tuple[list[int], NodesNow]:
    """Place pending items; return the items that fit on no node, and the nodes after placement."""
    places = NodesNow(instance)
    size = (instance.demand / np.maximum(1, instance.usable.max(axis=0))).max(axis=1)
    waiting = np.flatnonzero(instance.home < 0)
    left = waiting[np.lexsort((size[waiting], -priority[waiting]))].tolist()
    before = len(left) + 1
    while len(left) < before:  # one that comes may be the mate for whom another waits
        before = len(left)
        left = [i for i in left if not places.take(i)]
    return sorted(left), places


def may_be_left_out(instance: Consolidation, left: list[int], priority: IntArray) -> frozenset[int]:
    """Return the pending items that nodes can take one by one, but not all together.

    ``left`` are the items that did not fit.  Items with a higher priority than all of ``left`` are
    excluded, because they are placed.  Items with a rule to be near others are excluded, too.
    """
    near = {n for rule in instance.rules or () if rule.kind == "with" for n in rule.items}
    alone = NodesNow(instance)
    able = [
        i
        for i in np.flatnonzero(instance.home < 0).tolist()
        if instance.items[i].name not in near and alone.takes(i)
    ]
    most = max((int(priority[i]) for i in {*able} & {*left}), default=None)
    return frozenset(i for i in able if most is not None and priority[i] <= most)


def keep_awaited_nodes(scene: Scene, items: Sequence[int], requests: dict[str, Amounts]) -> None:
    """Keep in use the nodes that, once empty, could take pending pods not among ``items``.

    Only pods that tolerate a cordon can take them, and pending pods cannot be pinned elsewhere.
    """
    known, pods = {*items}, []
    for i, pod in enumerate(scene.pods):
        if scene.home[i] >= 0 or i in known or of_node(pod) or not tolerates_cordon(pod):
            continue
        nodes = {
            j
            for j, node in enumerate(scene.nodes[: scene.real])
            if admits(node, pod)
            and all(amount <= offered_amount(node, r) for r, amount in requests[pod.name].items())
        }
        scene.awaited |= nodes
        pods += [pod.name] if nodes else []
    if pods:
        words = agreeing(
            len(pods),
            "wait and tolerate a cordon, so they might take the nodes that a plan empties",
        )
        nodes_kept = f"{quantity(len(scene.awaited), 'node is', 'nodes are')} kept in use"
        scene.notes.append(f"{quantity(len(pods), 'pod')} {words}: {_first(pods)}; {nodes_kept}")


def note_of_optional(names: Sequence[str]) -> str:
    """Return a note that names the pods that may be left out."""
    pods = quantity(len(names), "pod that waits may", "pods that wait may")
    return f"{pods} be left out, because today there is no room for all pods: {_first(names)}"


def reasons(
    scene: Scene, items: Sequence[int], instance: Consolidation, left: list[int], places: NodesNow
) -> Iterator[str]:
    """Yield notes on the items without a node: their number, the refusing filters, some names."""
    alone = NodesNow(instance)
    known: dict[tuple[str, int, bytes], str] = {}  # pods of one owner that are alike share a reason
    named: dict[str, list[str]] = {}
    for i in left:
        pod = scene.pods[items[i]]
        key = (workload(pod), int(places.row_of[i]), instance.demand[i].tobytes())
        if key not in known:
            if alone.takes(i):
                known[key] = (
                    "nodes have room for them, but not together with the other pods that wait"
                )
            else:
                known[key] = _refusals(scene, items[i], instance, i, places)
        named.setdefault(known[key], []).append(pod.name)
    by_size = sorted(named.items(), key=lambda each: -len(each[1]))
    for why, names in by_size[:_MOST_REASONS]:
        words = agreeing(len(names), "wait and are left out; no node takes them")
        yield f"{quantity(len(names), 'pod')} {words} ({why}): {_first(names)}"
    if more := [name for _, names in by_size[_MOST_REASONS:] for name in names]:
        words = agreeing(len(more), "wait and are left out for other reasons")
        yield f"{quantity(len(more), 'more pod')} {words}: {_first(more)}"


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")


def _refusals(scene: Scene, number: int, instance: Consolidation, i: int, places: NodesNow) -> str:
    """Return in words how many nodes refuse an item by which filter (a node's first one)."""
    pod, lacks = scene.pods[number], places.lacks(i)
    stated = dict.fromkeys(rule["from"] for rule in scene.rules if pod.name in rule["items"])
    rules = f"refused by {'; '.join(stated)}" if stated else "refused by its rules"
    counted: Counter[str] = Counter()
    for j in range(scene.real):
        why = _first_filter(scene, number, j)
        short = [name for r, name in enumerate(instance.resources) if lacks[j, r]]
        if why is None:
            why = f"with too little {' and '.join(short)}" if short else rules
        counted[why] += 1
    return f"{scene.real} nodes: " + ", ".join(f"{n} {why}" for why, n in counted.most_common())


def _first_filter(scene: Scene, number: int, j: int) -> str | None:
    """Return the first filter that refuses pod ``number`` on node j whatever its size, or None."""
    node, pod = scene.nodes[j], scene.pods[number]
    if not node.ready:
        return "not Ready"
    if not avoids_taints(node, pod):
        return "cordoned or tainted"
    if not admits(node, pod, taints=False):
        return "excluded by its nodeSelector or node affinity"
    refusals = scene.refusals.get(number, {})
    return next((f"refused by {why}" for why, nodes in refusals.items() if j in nodes), None)
