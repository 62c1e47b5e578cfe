"""What every form of a plan says beside its moves: empty nodes, nodes to create, how nodes end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..instances.importers.kubernetes import CAPACITY_TYPE, ZONE
from ..solvers.rollout import NewNodes

ENDING = (
    "kubectl delete node ends the machine only where Karpenter made the node, and Karpenter runs.",
    "In an autoscaled group it removes the name alone: delete the instance by its providerID",
    "(kubectl get node NAME -o jsonpath='{.spec.providerID}') through the cloud, or it bills on.",
)
_HOW_TO_CREATE = (
    "raise the size of the node group of this type; where Karpenter makes the nodes, a NodePool "
    "must allow the type, and a pod must wait for it"
)


def empty_line(empty: Sequence[str]) -> Iterator[str]:
    """Yield a line on the nodes that could go at once."""
    if empty:
        yield f"step 0: {len(empty)} empty now, without any move: {', '.join(empty)}"


def time_words(seconds: Sequence[float | None]) -> str:
    """Return how long all waves take together, as far as that is known; else nothing."""
    known = [limit for limit in seconds if limit is not None]
    if not known:
        return ""
    more = len(seconds) - len(known)
    unknown = f" and {more} waves of unknown length" if more else ""
    return f"about {duration(sum(known))}{unknown}"


def duration(seconds: float) -> str:
    """Return seconds as people say them."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{n} {unit}" for n, unit in ((hours, "h"), (minutes, "min"), (rest, "s")) if n]
    return " ".join(parts[:2]) or "0 s"


def creation_lines(new: Iterable[NewNodes]) -> Iterator[str]:
    """Yield what to create before any eviction, and how."""
    lines = [f"create {_describe(node)}, wait for Ready, before any eviction" for node in new]
    yield from lines
    if lines:
        yield _HOW_TO_CREATE


def _describe(new: NewNodes) -> str:
    zone, paid = new.labels.get(ZONE), new.labels.get(CAPACITY_TYPE)
    parts = [f"{new.count} {new.type}"]
    parts += [f"({paid})"] if paid else []
    parts += [f"in zone {zone}"] if zone else []
    parts += [f"(offer {new.offer})"] if new.offer != new.type else []
    return " ".join(parts)
