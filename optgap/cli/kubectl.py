"""A plan as commands for kubectl: text to read and to run by hand; nothing here runs it."""

import json
from collections.abc import Iterator, Sequence
from shlex import quote

from ..apps.cluster.kubernetes import (
    namespace_and_name,
    node_name_faults,
    pod_name_faults,
    target_name_faults,
)
from ..core.faults import Fault, InputError, printable
from ..solvers.rollout import Move, NewNodes, WavePlan
from .plan_notes import ENDING, creation_lines, empty_line


def commands(
    plan: WavePlan, empty: Sequence[str] = (), new: Sequence[NewNodes] = ()
) -> Iterator[str]:
    """Yield lines: cordon, evict by the eviction API wave by wave, delete what is free.

    Nodes that are ``empty`` now come first, then ``new`` ones to create.

    A name that Kubernetes does not allow is refused before the first line.
    """
    faults = [*_name_faults(plan), *node_name_faults(empty)]
    if faults:
        raise InputError("plan as commands for kubectl", faults)
    yield "# A plan for people to read first.  Evictions respect disruption budgets, and may be"
    yield "# refused; where pods land the scheduler decides (optgap plan --simulate default)."
    for note in plan.notes:
        yield _comment(f"note: {note}")
    if plan.freed or empty:
        yield from map(_comment, ENDING)
    if empty:
        yield ""
        yield from map(_comment, empty_line(empty))
        for name in empty:
            yield f"kubectl cordon -- {quote(name)}"
            yield f"kubectl delete node -- {quote(name)}  # empty now"
    if new:
        yield ""
        yield from map(_comment, creation_lines(new))
    if plan.cordoned:
        yield ""
        yield "# no new pods on the nodes that are to be free"
        for name in plan.cordoned:
            yield f"kubectl cordon -- {quote(name)}"
    for number, wave in enumerate(plan.waves, start=1):
        yield ""
        yield f"# wave {number}: {len(wave.moves)} pods; wait until all of them are ready"
        for move in wave.moves:
            yield _eviction(move)
        later = {move.target for wave in plan.waves[number:] for move in wave.moves}
        for name in sorted(set(plan.parking) & {move.target for move in wave.moves} - later):
            yield f"kubectl cordon -- {quote(name)}  # nobody stops on it any more"
        for name in wave.freed:
            yield f"kubectl delete node -- {quote(name)}  # free now"
    for blocked in plan.blocked:
        yield _comment(
            f"blocked: {blocked.move.item} from {blocked.move.origin} to {blocked.move.target}"
        )


def _eviction(move: Move) -> str:
    if move.origin is None:
        return _comment(f"{move.item} waits for a place: {move.target} has room now")
    namespace, name = namespace_and_name(move.item)
    body = {
        "apiVersion": "policy/v1",
        "kind": "Eviction",
        "metadata": {"name": name, "namespace": namespace},
    }
    path = f"/api/v1/namespaces/{namespace}/pods/{name}/eviction"
    command = f"echo {quote(json.dumps(body))} | kubectl create --raw {quote(path)} -f -"
    return f"{command}  {_comment(f'{move.origin} -> {move.target}')}"


def _comment(text: str) -> str:
    """Return a comment, which ends with its line: text from elsewhere cannot begin another."""
    return f"# {printable(' '.join(text.split()))}"


def _name_faults(plan: WavePlan) -> Iterator[Fault]:
    """Yield a fault for every name in the plan that Kubernetes does not allow, each once."""
    moves = [*plan.steps, *(blocked.move for blocked in plan.blocked)]
    origins = [move.origin for move in moves if move.origin is not None]
    nodes = dict.fromkeys([*plan.cordoned, *plan.parking, *plan.freed, *origins])
    yield from node_name_faults(nodes)
    targets = dict.fromkeys(move.target for move in moves)
    yield from target_name_faults(name for name in targets if name not in nodes)
    yield from pod_name_faults(dict.fromkeys(move.item for move in moves))
