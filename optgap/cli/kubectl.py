"""A plan as commands for kubectl: text to read and to run by hand; nothing here runs it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from shlex import quote

from ..solvers.rollout import WavePlan


def commands(plan: WavePlan) -> Iterator[str]:
    """Yield lines: cordon, evict by the eviction API wave by wave, delete what is free."""
    yield "# A plan for people to read first.  Evictions respect disruption budgets, and may be"
    yield "# refused; where pods land the scheduler decides (optgap plan --simulate default)."
    for note in plan.notes:
        yield f"# note: {' '.join(note.split())}"
    if plan.cordoned:
        yield ""
        yield "# no new pods on the nodes that are to be free"
        for name in plan.cordoned:
            yield f"kubectl cordon {quote(name)}"
    for number, wave in enumerate(plan.waves, start=1):
        yield ""
        yield f"# wave {number}: {len(wave.moves)} pods; wait until all of them are ready"
        for move in wave.moves:
            if move.origin is None:
                yield f"# {move.item} waits for a place: {move.target} has room now"
                continue
            namespace, _, name = move.item.rpartition("/")
            namespace = namespace or "default"
            body = {
                "apiVersion": "policy/v1",
                "kind": "Eviction",
                "metadata": {"name": name, "namespace": namespace},
            }
            path = f"/api/v1/namespaces/{namespace}/pods/{name}/eviction"
            yield (
                f"echo {quote(json.dumps(body))} | kubectl create --raw {quote(path)} -f -"
                f"  # {move.origin} -> {move.target}"
            )
        later = {move.target for each in plan.waves[number:] for move in each.moves}
        for name in sorted(set(plan.parking) & {move.target for move in wave.moves} - later):
            yield f"kubectl cordon {quote(name)}  # nobody stops on it any more"
        for name in wave.freed:
            yield f"kubectl delete node {quote(name)}  # free now"
    for each in plan.blocked:
        yield f"# blocked: {each.move.item} from {each.move.origin} to {each.move.target}"
