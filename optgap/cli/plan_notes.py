"""What every form of a plan says beside its moves: empty nodes, nodes to create, how nodes end."""

from collections.abc import Iterable, Iterator, Sequence

from ..apps.cluster.kubernetes import CAPACITY_TYPE, ZONE
from ..core.faults import agreeing, counted
from ..solvers.rollout import NewNodes, WavePlan

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


def stops_words(plan: WavePlan, moves: str) -> str:
    """Return which moves of a plan made without stops are blocked, as far as that is proven."""
    known = "" if plan.proven else " in every order tried"
    are = agreeing(len(plan.blocked), "are blocked without stops on a third node")
    return f"{moves} {are}{known}"


def incomplete_lines(plan: WavePlan) -> Iterator[str]:
    """Yield what a plan with blocked moves lacks, and what can be run all the same."""
    if not plan.detours:
        blocked = counted(len(plan.blocked), "move")
        yield f"{stops_words(plan, blocked)} (--format table lists them)"
    runs = _waves_before_a_stop(plan)
    moves = counted(sum(len(wave.moves) for wave in plan.waves[:runs]), "move")
    freed = counted(sum(len(wave.freed) for wave in plan.waves[:runs]), "machine")
    if runs:
        waves = "wave 1 needs" if runs == 1 else f"waves 1 to {runs} need"
        yield f"{waves} no stop and can be run: {moves}, {freed} freed"
    yield "solve INSTANCE --no-pins any looks for a plan that needs neither stops nor pins"


def _waves_before_a_stop(plan: WavePlan) -> int:
    """Return how many waves come before the first in which an item goes to no last target."""
    blocked = {each.move.item for each in plan.blocked}
    last = {move.item: k for k, move in enumerate(plan.steps)}
    k = 0
    for number, wave in enumerate(plan.waves):
        for move in wave.moves:
            if move.item in blocked or last[move.item] != k:
                return number
            k += 1
    return len(plan.waves)


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
