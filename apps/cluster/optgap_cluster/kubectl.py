"""A plan as a script of kubectl commands, to be read and run by hand; nothing runs it here."""

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from shlex import quote

from optgap.faults import Fault, InputError, agreeing, printable, quantity

from .kubernetes import (
    CAPACITY_LABELS,
    CAPACITY_TYPE,
    SPOT_LABELS,
    TYPES,
    is_label_key,
    is_value,
    namespace_and_name,
    node_name_faults,
    pod_name_faults,
    target_name_faults,
)
from .plan_tables import ENDING, creation_lines, duration, empty_line
from .rollout import SIMULATION, STEPS_AT_ONCE, Move, NewNodes, OwnerPlan, WavePlan, seconds_at_once


def commands(
    plan: WavePlan, empty: Sequence[str] = (), new: Sequence[NewNodes] = ()
) -> Iterator[str]:
    """Yield the script's lines: cordon nodes, evict pods wave by wave, delete free nodes.

    Nodes that are already ``empty`` come first, then ``new`` ones to be created.

    Names that Kubernetes does not allow raise an error before the first line.
    """
    faults = [*_name_faults(plan), *node_name_faults(empty)]
    if faults:
        raise InputError("plan as commands for kubectl", faults)
    yield "# Read this plan before you run it.  Evictions respect disruption budgets, and may be"
    yield "# refused; the scheduler chooses the nodes (replay: optgap plan --simulate default)."
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
        yield "# no new pods on the nodes that will be freed"
        for name in plan.cordoned:
            yield f"kubectl cordon -- {quote(name)}"
    for number, wave in enumerate(plan.waves, start=1):
        yield ""
        yield f"# wave {number}: {len(wave.moves)} pods; wait until all are ready"
        for move in wave.moves:
            yield _eviction(move)
        later = {move.target for wave in plan.waves[number:] for move in wave.moves}
        for name in sorted(set(plan.parking) & {move.target for move in wave.moves} - later):
            yield f"kubectl cordon -- {quote(name)}  # no pod stops on it any more"
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
    """Return a text as one comment line of a shell script; line breaks become spaces."""
    return f"# {printable(' '.join(text.split()))}"


def _name_faults(plan: WavePlan) -> Iterator[Fault]:
    """Yield a fault for each different name in a plan that Kubernetes does not allow."""
    moves = [*plan.steps, *(blocked.move for blocked in plan.blocked)]
    origins = [move.origin for move in moves if move.origin is not None]
    nodes = dict.fromkeys([*plan.cordoned, *plan.parking, *plan.freed, *origins])
    yield from node_name_faults(nodes)
    targets = dict.fromkeys(move.target for move in moves)
    yield from target_name_faults(name for name in targets if name not in nodes)
    yield from pod_name_faults(dict.fromkeys(move.item for move in moves))


# A plan as a shell script that needs kubectl and awk: text; nothing here runs it.
#
# The plan stands in front as lines of data in one quoted text; the commands below it,
# ``run_plan.sh``, are the same for every plan.


_UNQUOTED = "# shellcheck disable=SC2016 # the text in single quotes is for awk"
_OF_NODES = ("DaemonSet", "Node")  # kinds of owners whose pods end with their node


def script(plan: OwnerPlan) -> str:
    """Return the script; refuse offers whose type or zone cannot be the value of a label."""
    if faults := [*_offer_faults(plan)]:
        raise InputError("plan as a script", faults)
    lines = [
        *(f"note {printable(' '.join(note.split()))}" for note in notes_to_print(plan)),
        *_data(plan),
    ]
    body = files(__package__).joinpath("run_plan.sh").read_text(encoding="utf-8")
    text = "\n".join(lines)
    return f"#!/bin/sh\n{_UNQUOTED}\nset -u\n\nplan={quote(text)}\n\n{body}"


def notes_to_print(plan: OwnerPlan) -> Iterator[str]:
    """Yield the notes before a plan: gain, duration, replay, pins, risks, and ignored facts."""
    pods = sum(step.evict for step in plan.steps)
    free = quantity(len(plan.free), "node becomes free", "nodes become free")
    evicted = quantity(pods, "pod is evicted", "pods are evicted")
    yield f"plan for {plan.instance}: {free}, {evicted}"
    if plan.steps:
        yield f"expected duration: {duration_words(plan)}"
    yield from _replay_notes(plan)
    if plan.empty:
        words = "are empty and stay open to the scheduler; the plan does not use them"
        nodes = f"{quantity(len(plan.empty), 'node')} {agreeing(len(plan.empty), words)}"
        yield f"step 0: {nodes}: {', '.join(plan.empty)}"
    if plan.pending:
        waiting = quantity(plan.pending, "waiting pod gets", "waiting pods get")
        yield f"{waiting} a node in the plan, but no step of this script moves them"
    yield from (f"risk: {line}" for line in plan.risks)
    yield from (f"not respected: {note}" for note in plan.notes)


def duration_words(plan: OwnerPlan) -> str:
    """Return in words the duration of the plan: once with parallel, once with sequential steps."""
    known = [step.seconds for step in plan.steps if step.seconds is not None]
    unknown = len(plan.steps) - len(known)
    if not known:
        return "unknown, because no pod of the dump shows when it became ready"
    more = f", and {quantity(unknown, 'step')} of unknown duration" if unknown else ""
    some, one = (
        duration(sum(seconds_at_once(times, at_once) for times in _seconds_by_wave(plan)))
        for at_once in (STEPS_AT_ONCE, 1)
    )
    return f"about {some} with {STEPS_AT_ONCE} steps at once, {one} with PARALLEL=1{more}"


def _seconds_by_wave(plan: OwnerPlan) -> list[list[float]]:
    waves: dict[int, list[float]] = {}
    for step in plan.steps:
        waves.setdefault(step.wave, []).append(step.seconds or 0.0)
    return list(waves.values())


def _replay_notes(plan: OwnerPlan) -> Iterator[str]:
    replay = plan.replay
    if replay is None:
        yield (
            "replay: none was made; --simulate default tests whether the plan holds "
            "if the scheduler chooses the nodes"
        )
        return
    if replay.holds:
        pins = sum(pin.pods for pin in replay.pins)
        pinned = quantity(pins, "pod")
        how = f"but only with {pinned} pinned; this script pins nothing" if pins else "no pins"
        held = "the plan held for one order of the pods"
        if replay.replays:
            good = replay.replays - replay.failures
            orders = f"{replay.replays} random orders of {SIMULATION}"
            held = f"every pod found a place in {good} of {orders}"
        yield f"replay ({replay.scoring}): {held}, {how}"
    else:
        yield (
            f"replay ({replay.scoring}): the plan did NOT hold: {replay.unplaced} pods without a "
            f"place, {len(replay.refilled)} nodes not free"
        )
    if replay.victims:
        yield f"preemption: may take the places of {', '.join(replay.victims)}"
    for line in replay.leaves_out:
        yield f"the replay leaves out: {line}"
    for pin in replay.pins:
        whose = f"{pin.namespace}/{pin.kind}/{pin.owner}"
        yield f"pin: {pin.pods} of {whose} from {pin.node or 'the queue'} to {pin.target}"


def _data(plan: OwnerPlan) -> Iterator[str]:
    """Yield the lines of data that the script reads: a tag, followed by names and numbers."""
    yield from (f"node {name}" for name in plan.nodes)
    known = (name for name in plan.resources if name != "pods" and is_label_key(name))
    yield from (f"resource {name}" for name in known)
    labels = [_labels(new) for new in plan.create]
    keys = dict.fromkeys(key for each in labels for key in each)
    if CAPACITY_TYPE in keys:
        keys |= dict.fromkeys((*CAPACITY_LABELS, *SPOT_LABELS))
    yield from (f"label {key}" for key in keys)
    for new, each in zip(plan.create, labels, strict=True):
        values = " ".join(each.get(key, "-") for key in keys)
        yield f"new {new.offer} {new.count} {values}"
    for pods in plan.owners:
        if pods.kind not in _OF_NODES:
            yield f"owner {pods.namespace} {pods.kind} {pods.name} {pods.running}"
    yield from (f"cordon {name}" for name in plan.cordon)
    for step in plan.steps:
        owner = f"{step.namespace} {step.kind} {step.owner}"
        yield f"step {step.number} {step.wave} {step.node} {owner} {step.evict} {step.left}"
        yield from (f"to {step.number} {target.node} {target.pods}" for target in step.targets)


def _labels(new: NewNodes) -> dict[str, str]:
    """Return the labels that a node must have to count as created from an offer."""
    return {TYPES[0]: new.type, **new.labels}


def _offer_faults(plan: OwnerPlan) -> Iterator[Fault]:
    for new in plan.create:
        labels = _labels(new)
        for value in (new.offer, *labels.values()):
            if not is_value(value):
                yield Fault.of(f"offer {new.offer!r}", "must be the value of a label", value)
        for key in labels:
            if not is_label_key(key):
                yield Fault.of(f"offer {new.offer!r}", "must be the key of a label", key)
