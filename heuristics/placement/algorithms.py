"""The heuristics of `placement`: the stage optimizer's IPA, and its baseline Fuxi.

Lyu et al., PVLDB 15(11), 2022: IPA is Algorithm 1 (section 5.2), clustered IPA is Algorithm 4
(appendix D.2), Fuxi's placement is described with Fig. 6.  BPL is the best possible latency of an
instance on the machines that still have room.
"""

from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.placement import LinearLatency, Placement
from .clusters import follow, instance_clusters, machine_groups, representative_latencies
from .longest_first import Sent, longest_first
from .longest_first_linear import longest_first_linear

_CELLS_PER_CALL = 20_000_000
_ROUND, _HEAD, _COUNT = range(3)


class Rounds(NamedTuple):
    """The state of the rounds; in round k each machine with k instances may take another one."""

    active: IntArray  # machines with room when the round began, in their order
    room: IntArray  # instances that a machine still takes
    taken: IntArray  # instances that a machine has taken
    state: IntArray  # the round, the first place that may wait, how many are active


def assign_in_rounds(instance: Placement, order: IntArray, run: Run) -> IntArray:
    """Return the machine of each instance; -1 from the first instance that fits nowhere.

    Among the machines with room that can run it, an instance takes one with the fewest
    instances so far, and of these the first in ``order``.
    """
    linear = isinstance(instance.latency, LinearLatency)
    matrix = instance.latency
    if isinstance(matrix, LinearLatency):
        matrix = np.broadcast_to(1.0, (1, 1))  # never read
    machine = np.full(instance.instances, -1, dtype=np.int64)
    room = instance.beta.copy()
    active = order[room[order] > 0]
    taken = np.zeros(instance.machines, dtype=np.int64)
    rounds = Rounds(active, room, taken, np.array([0, 0, len(active)]))
    step = max(1, _CELLS_PER_CALL // instance.machines)
    for start in range(0, instance.instances, step):
        stop = min(start + step, instance.instances)
        if run.should_stop() or not _assign(matrix, linear, rounds, machine, (start, stop)):
            break
    return machine


@kernel
def _assign(
    matrix: FloatArray,
    runs_everywhere: bool,
    rounds: Rounds,
    machine: IntArray,
    instances: tuple[int, int],
) -> bool:
    """Choose machines for a range of instances; return False at the first that fits nowhere."""
    active, room, taken, state = rounds
    for i in range(instances[0], instances[1]):
        _begin_round(rounds)
        chosen = -1
        # first the machines that have not had their turn in this round
        for k in range(state[_HEAD], state[_COUNT]):
            j = active[k]
            waiting = taken[j] == state[_ROUND] and room[j] > 0
            if waiting and (runs_everywhere or not np.isnan(matrix[i, j])):
                chosen = j
                break
        if chosen < 0:
            chosen = _least_taken_machine(matrix[i], active[: state[_COUNT]], room, taken)
        if chosen < 0:
            return False
        machine[i] = chosen
        room[chosen] -= 1
        taken[chosen] += 1
    return True


@kernel(inner=True)
def _begin_round(rounds: Rounds) -> None:
    """Advance to the next machine with room in this round, or begin the next round."""
    active, room, taken, state = rounds
    while state[_COUNT] > 0:
        while state[_HEAD] < state[_COUNT]:
            j = active[state[_HEAD]]
            if taken[j] == state[_ROUND] and room[j] > 0:
                return
            state[_HEAD] += 1
        kept = 0
        for k in range(state[_COUNT]):
            if room[active[k]] > 0:
                active[kept] = active[k]
                kept += 1
        state[_ROUND] += 1
        state[_HEAD] = 0
        state[_COUNT] = kept


@kernel(inner=True)
def _least_taken_machine(
    latency: FloatArray, active: IntArray, room: IntArray, taken: IntArray
) -> int:
    """Return the machine with room that runs the instance and has taken fewest; -1 if none."""
    chosen = -1
    for j in active:
        if room[j] > 0 and not np.isnan(latency[j]) and (chosen < 0 or taken[j] < taken[chosen]):
            chosen = j
    return chosen


def ipa(instance: Placement, run: Run) -> Answer:
    """Assign the instance with the largest best possible latency first (Algorithm 1).

    The best possible latency (BPL) is the least on the machines that still have room.  Of equal
    BPLs the instance that is slower on all machines goes first; the paper leaves this open, but its
    Theorem 5.1 needs it: under the column-order assumption the result is optimal.  Of equally fast
    machines the first is taken (in the linear form, the one with the smaller fixed term).  The
    first BPL is a bound, because no machine with room runs that instance faster.
    """
    if (impossible := _too_little_room(instance)) is not None:
        return impossible
    room = instance.beta.copy()
    ones = np.ones(instance.instances, dtype=np.int64)
    if isinstance(instance.latency, LinearLatency):
        terms = instance.latency.linear
        sent = longest_first_linear(terms.rows, terms.per_row, terms.fixed, ones, room, run)
    else:
        sent = longest_first(instance.latency, ones, room, run)
    machine = np.full(instance.instances, -1, dtype=np.int64)
    machine[sent.moves[:, 0]] = sent.moves[:, 1]
    return _with_first_bpl(_answer(instance, machine, run), sent, run)


Bandwidth = Annotated[
    Annotated[float, Field(ge=0)] | None,
    Field(description="bandwidth of the clustering; default: Silverman's; 0: by equal rows only"),
]


def ipa_clustered(
    instance: Placement,
    run: Run,
    *,
    bandwidth: Bandwidth = None,
) -> Answer:
    """Assign clusters of similar instances to groups of similar machines (Algorithm 4).

    Instances are clustered by their input rows (`density_clusters`); without input rows, by the
    rows of the linear form; otherwise each instance is a separate cluster.  Instances of one
    cluster are barred from the same groups; a group is barred if one of its machines cannot run the
    instance.  A cluster is represented by its instance with the most rows, a group as described in
    `machine_groups`.  From the cluster with the largest BPL the instances with the most rows go to
    the group's machines in the order of their indices.  Instances barred from all groups are placed
    one by one before all others (their BPL is infinite).  Instances whose cluster later finds no
    group with room that can run it are placed after all others.
    """
    if (impossible := _too_little_room(instance)) is not None:
        return impossible
    rows = _input_rows(instance)
    groups = machine_groups(instance, 0 if rows is None else int(np.argmax(rows)))
    clusters = instance_clusters(instance, groups, rows, bandwidth)
    latency = representative_latencies(instance, clusters, groups)
    machine = np.full(instance.instances, -1, dtype=np.int64)
    room = instance.beta.copy()
    if isinstance(latency, tuple):
        sent = longest_first_linear(*latency, clusters.sizes, groups.room(room), run)
        follow(sent.moves, clusters, groups, machine, room)
    else:
        barred = np.asarray(np.isnan(latency).all(axis=1))
        _place_singly(instance, clusters.members_of(barred), machine, room, run)
        sizes = np.where(barred, 0, clusters.sizes)
        sent = longest_first(latency, sizes, groups.room(room), run, go_on=True)
        follow(sent.moves, clusters, groups, machine, room)
        _place_singly(instance, np.flatnonzero(machine < 0), machine, room, run)
    details = {
        "instance_clusters": len(clusters.sizes),
        "machine_groups": len(groups.representative),
    }
    return _answer(instance, machine, run, details)


def clusters_and_groups(instance: Placement) -> tuple[IntArray, IntArray]:
    """Return the cluster of each instance and the group of each machine, by Algorithm 4.

    A machine without room for an instance has the group -1.
    """
    rows = _input_rows(instance)
    groups = machine_groups(instance, 0 if rows is None else int(np.argmax(rows)))
    clusters = instance_clusters(instance, groups, rows, None)
    label = np.empty(instance.instances, dtype=np.int64)
    label[clusters.members] = np.repeat(np.arange(len(clusters.sizes)), clusters.sizes)
    return label, groups.group


def fuxi(instance: Placement, run: Run) -> Answer:
    """Assign the instances in file order, to the machines with the lowest watermark first.

    The watermark is ``utilization``; without it machines keep their file order.  In every round
    each machine with room takes one instance.  An instance that cannot run on the next machine
    takes the next machine that can run it, if necessary in a later round.
    """
    if (impossible := _too_little_room(instance)) is not None:
        return impossible
    watermark = instance.utilization
    order = np.arange(instance.machines)
    if watermark is not None:
        order = np.argsort(watermark, kind="stable")
    machine = assign_in_rounds(instance, order, run)
    return _answer(instance, machine, run)


def _too_little_room(instance: Placement) -> Answer | None:
    room = int(instance.beta.sum())
    if room >= instance.instances:
        return None
    return Answer(
        infeasible=True,
        certificate={"kind": "hall", "threshold": None, "instances": list(range(room + 1))},
        message=f"all machines together have room for {room} of {instance.instances} instances",
    )


def _input_rows(instance: Placement) -> FloatArray | None:
    if instance.input_rows is None and isinstance(instance.latency, LinearLatency):
        return instance.latency.linear.rows
    return instance.input_rows


def _place_singly(
    instance: Placement, chosen: IntArray, machine: IntArray, room: IntArray, run: Run
) -> None:
    """Place the instances ``chosen`` one by one if there is room, the largest BPL first."""
    assert isinstance(instance.latency, np.ndarray)
    if len(chosen) == 0:
        return
    ones = np.ones(len(chosen), dtype=np.int64)
    sent = longest_first(instance.latency[chosen], ones, room, run, go_on=True)
    machine[chosen[sent.moves[:, 0]]] = sent.moves[:, 1]


def _answer(
    instance: Placement,
    machine: IntArray,
    run: Run,
    details: dict[str, Any] | None = None,
) -> Answer:
    """Return the answer with the assignment, or with the reason if the assignment is incomplete."""
    unplaced = np.flatnonzero(machine < 0)
    if len(unplaced) == 0:
        decision = {"machine": machine.tolist()}
        run.report(float(instance.latency_of(machine).max()), decision=decision)
        return Answer(decision, details=details or {})
    if run.should_stop():
        return Answer(stopped="time_limit", details=details or {})
    message = (
        f"found no machine with room for instance {unplaced[0]} "
        f"({len(unplaced)} of {instance.instances} instances are not placed)"
    )
    return Answer(message=message, details=details or {})


def _with_first_bpl(answer: Answer, sent: Sent, run: Run) -> Answer:
    """Return the answer with the largest BPL, that of the first assignment, as its bound."""
    if len(sent.moves) == 0:
        return answer
    first = int(sent.moves[0, 0])
    certificate = {"kind": "hall", "threshold": sent.largest_bpl, "instances": [first]}
    run.report(bound=sent.largest_bpl, certificate=certificate)
    return replace(answer, bound=sent.largest_bpl, bound_kind="certified", certificate=certificate)
