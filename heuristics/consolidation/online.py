"""Online methods of `consolidation`: VRO (Eigen, 4.1.1) and the baselines of section 6.1.

Running items stay; new requests are placed in the order of the file.  A request that fits on no
machine with items opens the first empty machine with room.
"""

from typing import Any

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import NonNegative
from ...instances.consolidation import Consolidation, all_hold, overfull, packs, rules_hold
from ...solvers.consolidation import cheap_bound, impossible
from .policies import (
    BEST_FIT,
    FIRST_FIT,
    MOST_ALLOCATED,
    RTCR,
    WORST_FIT,
    ClusterLoad,
    ItemArrays,
    Norm,
    PackedPolicy,
    PackingPolicy,
    Request,
    Shortlist,
    allowed_now,
    choose,
    first_empty,
    load_of,
    move,
    vro,
)


def relieve(instance: Consolidation, policy: PackingPolicy) -> tuple[IntArray, str | None]:
    """Return each item's machine after relieving overfull machines, and the reason if that failed.

    From an overfull machine, items that need an exceeded resource leave, the cheapest first, until
    the remaining items fit.  The policy chooses their new machines.
    """
    machine, items = instance.home.copy(), ItemArrays.of(instance)
    for j in overfull(instance, machine).tolist():
        if not _relieve(instance, items, j, policy, machine):
            name = instance.sites[j].name
            return (
                machine,
                f"machine {name} is overfull now, and too few of its items fit elsewhere",
            )
    if int(instance.cost[machine != instance.home].sum()) > instance.budget:
        return machine, "machines are overfull now, and relieving them costs more than the budget"
    return machine, None


def _relieve(
    instance: Consolidation, arrays: ItemArrays, j: int, policy: PackingPolicy, machine: IntArray
) -> bool:
    """Move items away from an overfull machine; return whether the remaining items fit."""
    load = load_of(instance, machine, arrays.book)
    room = load.left.room
    scratch = Shortlist(np.empty(len(room), np.int64), np.empty(len(room)))
    mask = np.empty(len(room), dtype=np.bool_)
    packed = policy.packed(len(instance.resources))
    items = np.flatnonzero(machine == j)
    for i in items[np.argsort(instance.cost[items], kind="stable")].tolist():
        demand = instance.demand[i]
        wants = arrays.book.devices.wants[i] and not _holds_devices(arrays, load, j)
        if not wants and not (demand[room[j] < 0] > 0).any():
            continue  # nothing is overfull any more, or it does not need that
        request = Request(demand, allowed_now(arrays, load, i, j, mask), packed)
        k = choose(load, request, j, scratch)
        if k < 0:
            k = first_empty(load, request, arrays.opening)
        if k >= 0:
            machine[i] = k
            move(load, arrays, i, j, k)
            if not all_hold(arrays.book, load.counts, machine, np.array([i])):
                machine[i] = j  # it would leave others behind that need it
                move(load, arrays, i, k, j)
    return bool((room[j] >= 0).all()) and _holds_devices(arrays, load, j)


def _holds_devices(arrays: ItemArrays, load: ClusterLoad, j: int) -> bool:
    devices = arrays.book.devices
    return bool(packs(devices, devices.number[j], load.counts.shares[j]))


class LossParameters(Parameters):
    """The parameters of VRO's loss (Eq. 1 and 2)."""

    alpha: NonNegative = Field(default=1.0, description="weight of the remaining room")
    beta: NonNegative = Field(default=0.0, description="weight of fragments")
    delta: NonNegative = Field(
        default=0.1,
        description="maximum difference of a candidate machine's loss from the least loss",
    )
    norm: Norm = Field(default="l2", description="norm of the remaining room")

    def policy(self, instance: Consolidation, code: int) -> PackingPolicy:
        """Return the VRO policy: least loss, then best value of the residual measure ``code``."""
        return vro(instance, code, self.alpha, self.beta, self.delta, self.norm)


_BATCH = 2000  # requests between two looks at the clock


def first_fit(instance: Consolidation, run: Run) -> Answer:
    """Place every request on the first machine with room."""
    return _online(instance, run, PackingPolicy(FIRST_FIT))


def best_fit(instance: Consolidation, run: Run) -> Answer:
    """Place every request to minimise the Euclidean norm of the scaled residual."""
    return _online(instance, run, PackingPolicy(BEST_FIT))


def worst_fit(instance: Consolidation, run: Run) -> Answer:
    """Place every request on the nonempty machine with the largest residual."""
    return _online(instance, run, PackingPolicy(WORST_FIT))


def most_allocated(instance: Consolidation, run: Run) -> Answer:
    """Place every request by Kubernetes' MostAllocated: highest mean percentage in use."""
    return _online(instance, run, PackingPolicy(MOST_ALLOCATED))


def rtcr(instance: Consolidation, run: Run) -> Answer:
    """Place every request by Kubernetes' RequestedToCapacityRatio with its default shape."""
    return _online(instance, run, PackingPolicy(RTCR))


def vro_online(instance: Consolidation, run: Run, parameters: LossParameters, code: int) -> Answer:
    """Place every request by VRO's loss (Eq. 1 and 2), then by the residual measure of a code.

    The measure is the angle to the diagonal (Eq. 3), the scarcest resource (Eq. 4), or the product
    of demand and residual (Eq. 5).
    """
    return _online(instance, run, parameters.policy(instance, code))


def _online(instance: Consolidation, run: Run, policy: PackingPolicy) -> Answer:
    machine, claim = placed_requests(instance, run, policy)
    if machine is None:
        return Answer(**claim)
    decision = instance.decision(machine)
    run.report(instance.value_of(instance.units_of(machine)), decision=decision)
    return Answer(decision, details={"placed": int((instance.home < 0).sum())}, **claim)


def placed_requests(
    instance: Consolidation, run: Run, policy: PackingPolicy, *, may_move: bool = False
) -> tuple[IntArray | None, dict[str, Any]]:
    """Return the assignment with all requests placed, and keyword arguments for the `Answer`.

    If there is no assignment, the arguments include the reason. With ``may_move``, overfull
    machines are relieved first.
    """
    bound = cheap_bound(instance)
    if bound.units is None:
        return None, vars(impossible(bound))
    claim: dict[str, Any] = {
        "bound": instance.value_of(bound.units),
        "bound_kind": "certified",
        "certificate": bound.certificate,
    }
    run.report(bound=claim["bound"], certificate=bound.certificate)
    home, crowded = instance.home, overfull(instance, instance.home)
    if len(crowded) > 0 and not may_move:
        name = instance.sites[int(crowded[0])].name
        message = f"machine {name} is overfull now, but this method moves no items"
        return None, {"message": message, **claim}
    if len(crowded) > 0:
        home, barred = relieve(instance, policy)
        if barred is not None:
            return None, {"message": barred, **claim}
    machine = placed_online(instance, run, policy, home)
    if (machine >= 0).all():
        if rules_hold(instance.rule_book, machine):
            return machine, claim
        message = "the plan would separate items that a rule keeps together"
        return None, {"message": message, **claim}
    if run.should_stop():
        return None, {"stopped": "time_limit", **claim}
    name = instance.items[int(np.flatnonzero(machine < 0)[0])].name
    return None, {"message": f"found no machine with room for item {name}", **claim}


def placed_online(
    instance: Consolidation, run: Run, policy: PackingPolicy, home: IntArray
) -> IntArray:
    """Place requests until one does not fit; return each item's machine, -1 if not placed."""
    machine = home.copy()
    items = ItemArrays.of(instance)
    load = load_of(instance, machine, items.book)
    requests = np.flatnonzero(machine < 0)
    packed = policy.packed(len(instance.resources))
    for start in range(0, len(requests), _BATCH):
        batch = requests[start : start + _BATCH]
        if run.should_stop() or not _place_in_order(batch, items, load, packed, machine):
            break
    return machine


@kernel
def _place_in_order(
    requests: IntArray,
    items: ItemArrays,
    load: ClusterLoad,
    policy: PackedPolicy,
    machine: IntArray,
) -> bool:
    """Place requests one after another; return False at the first that fits on no machine.

    A request that fits on no machine with items opens the first empty machine with room.
    """
    machines = len(load.held)
    mask = np.empty(machines, dtype=np.bool_)
    scratch = Shortlist(np.empty(machines, dtype=np.int64), np.empty(machines))
    for i in requests:
        request = Request(items.demand[i], allowed_now(items, load, i, -1, mask), policy)
        j = choose(load, request, -1, scratch)
        if j < 0:
            j = first_empty(load, request, items.opening)
        if j < 0:
            return False
        machine[i] = j
        move(load, items, i, -1, j)
    return True
