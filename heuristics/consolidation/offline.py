"""Offline methods of `consolidation`: VRO (Eigen, 4.1.2, Algorithm 3) and drains.

Overfull machines are relieved first, then requests are placed by the online policy.
"""

from collections.abc import Callable
from dataclasses import replace
from math import pi
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...core.schema import PositiveCount
from ...instances.consolidation import (
    Consolidation,
    RuleCounts,
    all_hold,
    is_concerned,
    packs,
    shift,
)
from .online import LossParameters, placed_requests
from .policies import (
    BEST_FIT,
    EVEN,
    FIRST_FIT,
    Cluster,
    ItemArrays,
    PackingPolicy,
    Residual,
)
from .repair import migrate

_LEAST_GAIN = 1e-9  # radians by which an exchange must reduce the angles of both machines


class ItemFlavours(NamedTuple):
    """Items grouped by demand; the items of flavour f are members[start[f] : start[f + 1]]."""

    demand: IntArray
    start: IntArray
    members: IntArray  # item numbers by flavour, rising within each


def flavours_of(demand: IntArray) -> ItemFlavours:
    """Return the items grouped by equal demands."""
    distinct, flavour = np.unique(demand, axis=0, return_inverse=True)
    flavour = flavour.reshape(-1)
    start = np.append(0, np.bincount(flavour).cumsum())
    return ItemFlavours(distinct, start, np.argsort(flavour, kind="stable"))


def exchange(cluster: Cluster, threshold: float, run: Run) -> Cluster:
    """Exchange items to make machines' residuals less skewed (Algorithm 2), within the budget.

    The skew of a machine is the angle between its residual and the diagonal.  Machines are visited
    by falling angle, while it exceeds the threshold.  Each exchange reduces the angle of the
    visited machine most, and must also reduce that of the other machine.

    Costs refer to the original assignment: an item costs its migration once if it ends on another
    machine, however often it moves, and nothing if it returns.
    """
    state, instance = cluster.copy(), cluster.instance
    items, left = cluster.items, state.load.left
    flavours = flavours_of(instance.demand)
    angles = _angles(left)
    visited = state.load.held == 0
    spent = state.spent
    while not visited.all() and not run.should_stop():
        j = int(np.argmax(np.where(visited, -1.0, angles)))
        visited[j] = True
        if angles[j] <= threshold:
            break  # no unvisited machine is more skewed
        while angles[j] > threshold:
            budget = instance.budget - spent
            mine, other = _best_exchange(
                j, items, flavours, angles, left, budget, state.machine, state.load.counts
            )
            if mine < 0 or run.should_stop():
                break
            there = int(state.machine[other])
            change = instance.demand[mine] - instance.demand[other]
            left.room[j] += change
            left.room[there] -= change
            _swap(items, state.load.counts, state.machine, mine, other)
            spent = int(instance.cost[state.machine != instance.home].sum())
            for k in (j, there):
                angles[k] = _angle(left, k, change, 0)
    return replace(state, spent=spent)


@kernel
def _angle(left: Residual, j: int, change: IntArray, sign: int) -> float:
    """Return the angle between residual and diagonal if machine j's room changes.

    The room changes by ``sign`` · ``change``.  This is Eq. 3; resources that the machine does not
    have are ignored.
    """
    room, per_unit, spare = left
    total, square, has = 0.0, 0.0, 0
    for r in range(len(change)):
        if per_unit[j, r] > 0:
            share = spare[j, r] + (room[j, r] + sign * change[r]) * per_unit[j, r]
            total += share
            square += share * share
            has += 1
    if square <= EVEN:
        return 0.0
    return float(np.arccos(min(1.0, total / np.sqrt(square * has))))


@kernel
def _angles(left: Residual) -> FloatArray:
    found = np.empty(len(left.room))
    for j in range(len(left.room)):
        found[j] = _angle(left, j, left.room[j], 0)
    return found


@kernel
def _fee(i: int, origin: int, target: int, items: ItemArrays) -> int:
    """Return the change of the total migration cost if an item moves from origin to target.

    Only items away from their home machine count in the total cost, so a return lowers it.
    """
    if items.home[i] == origin:
        return int(items.cost[i])
    return -items.cost[i] if items.home[i] == target else 0


@kernel
def _swap(items: ItemArrays, counts: RuleCounts, machine: IntArray, one: int, other: int) -> None:
    """Exchange the machines of two items."""
    here, there = machine[one], machine[other]
    shift(items.book, counts, one, here, there)
    shift(items.book, counts, other, there, here)
    machine[one], machine[other] = there, here


@kernel
def _may_swap(
    items: ItemArrays, counts: RuleCounts, machine: IntArray, one: int, other: int
) -> bool:
    """Return whether rules and devices allow that two items exchange their machines."""
    book, devices = items.book, items.book.devices
    if not is_concerned(book, one) and not is_concerned(book, other):
        return True
    _swap(items, counts, machine, one, other)
    pair = np.array([one, other])
    fine = all_hold(book, counts, machine, pair)
    for j in (machine[one], machine[other]):
        fine &= packs(devices, devices.number[j], counts.shares[j])
    _swap(items, counts, machine, one, other)
    return fine


@kernel
def _angle_reductions(
    j: int, demand: IntArray, sizes: IntArray, now: float, left: Residual, gains: FloatArray
) -> None:
    """Write, per flavour, how much machine j's angle falls if such an item replaces an item of j.

    ``demand`` is the replaced item's demand, ``sizes`` are the flavours' demands.
    """
    change = np.empty(len(demand), dtype=np.int64)
    for f in range(len(sizes)):
        fits, differs = True, False
        for r in range(len(change)):
            change[r] = demand[r] - sizes[f, r]
            differs |= change[r] != 0
            fits &= left.room[j, r] + change[r] >= 0
        fine = fits and differs
        gains[f] = now - _angle(left, j, change, 1) if fine else 0.0


@kernel
def _best_exchange(
    j: int,
    items: ItemArrays,
    flavours: ItemFlavours,
    angles: FloatArray,
    left: Residual,
    budget: int,
    machine: IntArray,
    counts: RuleCounts,
) -> tuple[int, int]:
    """Return the item on j and the one elsewhere that Algorithm 2 exchanges, or (-1, -1).

    The gain of machine j is equal for all items of a flavour, so flavours are tried by falling
    gain.
    """
    demand, masks, row_of, home = items.demand, items.masks, items.row_of, items.home
    best, most = (-1, -1), _LEAST_GAIN
    start, members = flavours.start, flavours.members
    gains = np.empty(len(flavours.demand))
    change = np.empty(demand.shape[1], dtype=np.int64)
    for found in np.flatnonzero(machine == j):
        mine = int(found)
        _angle_reductions(j, demand[mine], flavours.demand, angles[j], left, gains)
        for f in np.argsort(-gains):
            gain = gains[f]
            if gain < most or gain <= _LEAST_GAIN:
                break
            for k in range(start[f], start[f + 1]):
                other = members[k]
                there = machine[other]
                if there == j or (gain == most and (mine, other) >= best):
                    continue
                fits = True
                for r in range(len(change)):
                    change[r] = demand[mine, r] - demand[other, r]
                    fits &= left.room[there, r] >= change[r]
                if not fits:
                    continue
                if angles[there] - _angle(left, there, change, -1) <= _LEAST_GAIN:
                    continue
                fee = _fee(mine, j, there, items) + _fee(other, there, j, items)
                may = masks[row_of[mine], there] or home[mine] == there
                may &= masks[row_of[other], j] or home[other] == j
                if may and fee <= budget and _may_swap(items, counts, machine, mine, int(other)):
                    best, most = (mine, int(other)), gain
                    break  # the flavour's items are in the order of the file
    return best


Angle = Annotated[float, Field(ge=0, le=pi / 2)]
Step = Annotated[float, Field(gt=0)]


class OfflineParameters(LossParameters):
    """The parameters of VRO's offline method."""

    iterations: PositiveCount = Field(
        default=3, description="maximum number of rounds; each begins from the best previous plan"
    )


class ExchangeParameters(OfflineParameters):
    """The parameters of VRO's offline method with the exchange phase (Algorithm 3)."""

    theta_min: Angle = Field(default=0.0, description="smallest threshold θ_t, in radians")
    theta_max: Angle = Field(
        default=pi / 4, description="largest threshold θ_t of the search, in radians"
    )
    epsilon: Step = Field(
        default=0.1, description="width at which the binary search for θ_t ends, in radians"
    )


def drain_first_fit(instance: Consolidation, run: Run) -> Answer:
    """Empty machines in order of migration cost; each item goes to the first machine with room."""
    policy = PackingPolicy(FIRST_FIT)
    return _answer(instance, run, policy, lambda start: migrate(start, policy, run)[0])


def drain_best_fit(instance: Consolidation, run: Run) -> Answer:
    """Empty machines in order of migration cost; items go where the least residual remains."""
    policy = PackingPolicy(BEST_FIT)
    return _answer(instance, run, policy, lambda start: migrate(start, policy, run)[0])


def vro_offline(
    instance: Consolidation, run: Run, parameters: OfflineParameters, code: int
) -> Answer:
    """Run VRO's offline method without the exchange phase, for the policy of a code."""
    policy = parameters.policy(instance, code)

    def improve(start: Cluster) -> Cluster:
        best = start
        for _ in range(parameters.iterations):
            found, _ = migrate(best, policy, run)
            if found.key[0] == best.key[0]:
                break
            best = found
        return best

    return _answer(instance, run, policy, improve)


def vro_offline_exchange(
    instance: Consolidation, run: Run, parameters: ExchangeParameters, code: int
) -> Answer:
    """Run VRO's offline method with the exchange phase, for the policy of a code (Algorithm 3)."""
    policy = parameters.policy(instance, code)

    def improve(start: Cluster) -> Cluster:
        best, _ = migrate(start, policy, run)  # an angle that no machine exceeds
        _report(best, run)
        origin = start
        for _ in range(parameters.iterations):
            before = origin.key[0]
            found = _search(origin, policy, run, parameters)
            best = min(best, found, key=lambda cluster: cluster.key)
            _report(best, run)
            if found.key[0] >= before or run.should_stop():
                break
            origin = found
        return best

    return _answer(instance, run, policy, improve)


def _search(
    origin: Cluster, policy: PackingPolicy, run: Run, parameters: ExchangeParameters
) -> Cluster:
    """Return the best cluster in a binary search for `exchange`'s threshold θ_t (Algorithm 3)."""
    best = origin
    low, high = parameters.theta_min, parameters.theta_max
    while high - low > parameters.epsilon and not run.should_stop():
        threshold = (low + high) / 2
        found, stopped = migrate(exchange(origin, threshold, run), policy, run)
        best = min(best, found, key=lambda cluster: cluster.key)
        low, high = (threshold, high) if stopped else (low, threshold)
    return best


def _report(cluster: Cluster, run: Run) -> None:
    value = cluster.instance.value_of(cluster.key[0])
    run.report(value, decision=cluster.instance.decision(cluster.machine))


def _answer(
    instance: Consolidation, run: Run, policy: PackingPolicy, improve: Callable[[Cluster], Cluster]
) -> Answer:
    machine, claim = placed_requests(instance, run, policy, may_move=True)
    if machine is None:
        return Answer(**claim)
    start = Cluster.of(instance, machine)
    _report(start, run)
    best = improve(start)
    _report(best, run)
    details: dict[str, Any] = {"machines_before": int((start.load.held > 0).sum())}
    return Answer(instance.decision(best.machine), stopped=run.stopped, details=details, **claim)
