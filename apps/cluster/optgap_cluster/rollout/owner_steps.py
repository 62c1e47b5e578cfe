"""A plan by owners: how many pods of each owner leave a node, and in which order.

Names of pods are not stable: an evicted pod returns under another name.  So a step names a node, an
owner and a number.  A pod with a stop on a third node could not be distinguished from the owner's
other pods, so plans with stops have no such steps.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import Field

from optgap.consolidation import Consolidation
from optgap.faults import Fault, InputError
from optgap.problem import Count, Many, NonNegative, Part, PositiveCount

from ..kubernetes import is_owner, namespace_and_name, node_name_faults, pod_name_faults
from .leftovers import empty_machines
from .move_plan import Move
from .scheduler import Replay
from .wave_state import STEPS_AT_ONCE, WavePlan

ESTIMATE = 60.0  # assumed seconds of a step of unknown duration: 30 for the end, 30 for the start


class PodOwner(NamedTuple):
    """The controller of pods: kind, namespace and name."""

    namespace: str
    kind: str
    name: str


class OwnedPods(Part):
    """An owner, and the number of its pods that ran when the plan was made."""

    namespace: str
    kind: str
    name: str
    running: Count


class StepTarget(Part):
    """A node, and the number of a step's pods that the plan places there."""

    node: str
    pods: PositiveCount


class OwnerStep(Part):
    """Evict ``evict`` pods of an owner from a node, and wait until as many are ready as before.

    After the step, ``left`` pods of the owner are still on the node.
    """

    number: PositiveCount
    wave: PositiveCount
    node: str
    namespace: str
    kind: str
    owner: str
    evict: PositiveCount
    left: Count
    seconds: Annotated[
        NonNegative | None, Field(description="duration of the slowest pod; null if unknown")
    ]
    targets: Annotated[
        Many[StepTarget], Field(description="planned targets; the scheduler may choose others")
    ]


class NewNodes(Part):
    """Nodes of one offer that must be created before the first eviction."""

    offer: str
    type: str
    labels: dict[str, str]
    count: PositiveCount


class FreeNode(Part):
    """A node, and the number of the step after which it is free; 0 if no step is needed."""

    node: str
    after_step: Count


class Pin(Part):
    """Pods that need a node affinity while they move, because otherwise the plan fails."""

    node: str | None
    namespace: str
    kind: str
    owner: str
    target: str
    pods: PositiveCount


class ReplayVerdict(Part):
    """The result of replaying the waves with nodes chosen by the scheduler, and pins if needed."""

    scoring: str
    holds: bool
    pins: Many[Pin]
    unplaced: Count
    refilled: Many[str]
    replays: Annotated[Count, Field(description="random replays; 0 if pods are pinned")] = 0
    failures: Annotated[Count, Field(description="failed replays")] = 0
    corridors: Annotated[
        Count,
        Field(description="random orders in which the plan held with corridors; 0: none is used"),
    ] = 0
    victims: Annotated[
        Many[str], Field(description="pods that lose their place to others in some replay")
    ] = ()
    leaves_out: Annotated[
        Many[str], Field(description="what the simulation leaves out about moved pods")
    ] = ()


class OwnerPlan(Part):
    """A plan by owners: nodes to create and to cordon, steps, and the nodes that become free."""

    version: Literal[1] = 1
    instance: str
    sha256: str
    complete: bool
    blocked: Annotated[Count, Field(description="moves that need a stop on the way")]
    nodes: Annotated[Many[str], Field(description="all nodes when the plan was made")]
    resources: Annotated[Many[str], Field(description="resources that pods request")]
    owners: Many[OwnedPods]
    empty: Annotated[
        Many[str],
        Field(description="nodes that are empty and stay empty, except those that are cordoned"),
    ]
    create: Many[NewNodes]
    cordon: Many[str]
    steps: Many[OwnerStep]
    free: Many[FreeNode]
    pending: Annotated[Count, Field(description="waiting pods that the plan places")]
    replay: ReplayVerdict | None
    risks: Annotated[Many[str], Field(description="risky evictions, in words")]
    notes: Many[str]


def owner_plan(
    instance: Consolidation,
    plan: WavePlan,
    replay: Replay | None = None,
    risks: tuple[str, ...] = (),
) -> OwnerPlan:
    """Return the steps of a plan without stops; raise an error for bad names or missing owners."""
    owned = _owners(instance, plan)
    home = Counter(
        (item.machine, owned[item.name]) for item in instance.items if item.name in owned
    )
    running: Counter[PodOwner] = Counter()
    for (node, owner), pods in home.items():
        running[owner] += pods if node is not None else 0
    steps = tuple(_steps(instance, plan, owned, home))
    requested = {*np.flatnonzero((instance.demand > 0).any(axis=0)).tolist()}
    last = {step.node: step.number for step in steps}
    moves = plan.steps
    return OwnerPlan(
        instance=instance.name,
        sha256=instance.sha256,
        complete=not plan.blocked,
        blocked=len(plan.blocked),
        nodes=tuple(machine.name for machine in instance.machines),
        resources=tuple(name for r, name in enumerate(instance.resources) if r in requested),
        owners=tuple(OwnedPods(**o._asdict(), running=n) for o, n in sorted(running.items())),
        empty=empty_machines(instance, {move.target for move in moves} | {*plan.cordoned}),
        create=tuple(new_nodes(instance, moves)),
        cordon=plan.cordoned,
        steps=steps,
        free=tuple(FreeNode(node=name, after_step=last.get(name, 0)) for name in plan.freed),
        pending=sum(move.origin is None for move in moves),
        replay=None if replay is None else _verdict(replay, plan, owned),
        risks=risks,
        notes=plan.notes,
    )


def plan_schema() -> dict[str, Any]:
    """Return the JSON Schema of a plan by owners."""
    return OwnerPlan.model_json_schema()


def _owners(instance: Consolidation, plan: WavePlan) -> dict[str, PodOwner]:
    """Return the owner of each item that has one; an error reports bad names and missing owners."""
    owned: dict[str, PodOwner] = {}
    moving = {move.item for move in plan.steps if move.origin is not None}
    faults = [*node_name_faults(machine.name for machine in instance.machines)]
    faults += pod_name_faults(item.name for item in instance.items if item.owner is not None)
    for i, item in enumerate(instance.items):
        if item.owner is None:
            if item.name in moving:
                rule = "is missing: no controller restarts the pod (import the dump again)"
                faults.append(Fault(f"items[{i}].owner", rule))
            continue
        kind, _, name = item.owner.partition("/")
        if is_owner(kind, name):
            owned[item.name] = PodOwner(namespace_and_name(item.name)[0], kind, name)
        else:
            rule = "must be a kind and a DNS-1123 subdomain, with a slash between them"
            faults.append(Fault.of(f"items[{i}].owner", rule, item.owner))
    if faults:
        raise InputError("plan by owners", faults)
    return owned


def _steps(
    instance: Consolidation,
    plan: WavePlan,
    owned: dict[str, PodOwner],
    home: Counter[tuple[str | None, PodOwner]],
) -> Iterator[OwnerStep]:
    """Yield the steps of a plan; within a wave they are in the order of their first moves."""
    left, number = home.copy(), 0
    seconds_of = {item.name: item.seconds for item in instance.items}
    for wave, moves in enumerate((wave.moves for wave in plan.waves), start=1):
        leaving = _moves_by_owner(moves, owned)
        for (node, owner), leave in leaving.items():
            pods, targets = len(leave), Counter(move.target for move in leave)
            left[node, owner] -= pods
            number += 1
            yield OwnerStep(
                number=number,
                wave=wave,
                node=str(node),
                namespace=owner.namespace,
                kind=owner.kind,
                owner=owner.name,
                evict=pods,
                left=left[node, owner],
                seconds=_longest(seconds_of[move.item] for move in leave),
                targets=tuple(StepTarget(node=name, pods=n) for name, n in targets.items()),
            )


def _moves_by_owner(
    moves: Iterable[Move], owner_of: Mapping[str, Any]
) -> dict[tuple[str, Any], list[Move]]:
    """Return the moves of running items by (node, owner); an item without owner counts as owner."""
    groups: dict[tuple[str, Any], list[Move]] = {}
    for move in moves:
        if move.origin is not None:
            owner = owner_of.get(move.item, move.item)
            groups.setdefault((move.origin, owner), []).append(move)
    return groups


def _longest(seconds: Iterable[float | None]) -> float | None:
    """Return the largest duration; None if a duration is unknown."""
    known = list(seconds)
    return None if None in known else max((s for s in known if s is not None), default=0.0)


def seconds_of_waves(
    instance: Consolidation, plan: WavePlan, estimate: float | None = None
) -> list[float | None]:
    """Return the duration of each wave in seconds, with five parallel steps.

    A step is the eviction of one owner's pods from one node, and takes as long as its longest pod.
    ``estimate`` is the time that is assumed for a pod of unknown duration.
    """
    seconds_of = {
        item.name: estimate if item.seconds is None else item.seconds for item in instance.items
    }
    owner_of = {
        item.name: (namespace_and_name(item.name)[0], item.owner)
        for item in instance.items
        if item.owner is not None
    }
    durations: list[float | None] = []
    for wave in plan.waves:
        steps = _moves_by_owner(wave.moves, owner_of).values()
        known = [_longest(seconds_of[move.item] for move in step) for step in steps]
        placed = [seconds_of[move.item] for move in wave.moves if move.origin is None]
        longest = _longest(known + placed)
        durations.append(longest and max(longest, seconds_at_once(known, STEPS_AT_ONCE)))
    return durations


def seconds_at_once(times: Iterable[float | None], at_once: int) -> float:
    """Return when the last step ends; steps start in this order, up to ``at_once`` in parallel."""
    ends = [0.0] * at_once
    for takes in times:
        heapq.heapreplace(ends, ends[0] + (ESTIMATE if takes is None else takes))
    return max(ends)


def new_nodes(instance: Consolidation, moves: Iterable[Move]) -> Iterator[NewNodes]:
    """Yield, for each offer to whose machines items move, the number of machines to create."""
    targets = {move.target for move in moves} - {machine.name for machine in instance.machines}
    taken = Counter(name.rpartition("#")[0] for name in targets)
    for offer in instance.offers or ():
        if taken[offer.called]:
            yield NewNodes(
                offer=offer.called,
                type=offer.type,
                labels=dict(offer.labels or {}),
                count=taken[offer.called],
            )


def _verdict(replay: Replay, plan: WavePlan, owned: dict[str, PodOwner]) -> ReplayVerdict:
    pinned = set(replay.pinned)
    pins = Counter(
        (move.origin, owned[move.item], move.target)
        for move in plan.steps
        if move.item in pinned and move.item in owned
    )
    return ReplayVerdict(
        scoring=replay.scoring,
        holds=replay.holds,
        pins=tuple(
            Pin(node=node, namespace=o.namespace, kind=o.kind, owner=o.name, target=to, pods=pods)
            for (node, o, to), pods in pins.items()
        ),
        unplaced=len(replay.unplaced),
        refilled=replay.refilled,
        replays=0 if replay.orders is None else replay.orders.replays,
        failures=0 if replay.orders is None else len(replay.orders.failed),
        corridors=replay.corridors,
        victims=replay.all_victims,
        leaves_out=replay.doubts,
    )
