"""What forbids to make an instance of a dump at all."""

from collections.abc import Iterator

from ....core.faults import Fault
from .documents import Dump
from .price_lists import OfferedType, PriceList
from .records import Pod
from .scene import Scene

_FEW = 5  # names in two files, to be listed one by one


def cluster_faults(dump: Dump, pods: list[tuple[str, Pod]]) -> Iterator[Fault]:
    """Nodes and pods are named once; nodes say what they have; not all pods are on other nodes."""
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
    placed = [(place, pod.spec.node_name) for place, pod in pods if pod.spec.node_name]
    if dump.nodes and placed and not any(name in known for _, name in placed):
        place, name = placed[0]
        rule = (
            "is not a node of the dump, as of all other pods (the files seem to be of two clusters)"
        )
        yield Fault.of(f"{place}: spec.nodeName", rule, name)


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


def price_faults(
    scene: Scene, priced: PriceList | None, offered: list[OfferedType]
) -> Iterator[Fault]:
    """Every node has a price; offers need prices, in the same currency."""
    if priced is None:
        if offered:
            yield Fault("--offers", "needs --prices, or nothing says what a new node saves")
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
