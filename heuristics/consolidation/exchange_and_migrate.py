"""The two phases of VRO's offline optimisation (Eigen, Algorithms 1 and 2), compiled.

Costs are counted against the original assignment: an item pays once where it ends elsewhere than
it ran at first, however often it moves, and nothing where it returns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numba
import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.run import Run
from ...instances.consolidation import Consolidation
from .policies import EVEN, PackingPolicy, choose

_LEAST_GAIN = 1e-9  # radians by which an exchange must even out both machines


@dataclass(frozen=True)
class Cluster:
    """An assignment with what follows from it; phases change it in place."""

    instance: Consolidation
    machine: IntArray
    room: IntArray
    count: IntArray
    spent: int

    @classmethod
    def of(cls, instance: Consolidation, machine: IntArray) -> Cluster:
        """Return the cluster of an assignment of all items."""
        room = instance.usable.copy()
        np.subtract.at(room, machine, instance.demand)
        count = np.bincount(machine, minlength=len(room))
        spent = int(instance.cost[machine != instance.home].sum())
        return cls(instance, machine.copy(), room, count, spent)

    def copy(self) -> Cluster:
        """Return a cluster that can be changed without changing this one."""
        return replace(
            self, machine=self.machine.copy(), room=self.room.copy(), count=self.count.copy()
        )

    @property
    def key(self) -> tuple[int, int]:
        """Machines in use, then cost: the less the better."""
        return int((self.count > 0).sum()), self.spent


def migrated(cluster: Cluster, policy: PackingPolicy, run: Run) -> tuple[Cluster, bool]:
    """Empty machines, the cheapest first (Algorithm 1); and whether the budget ended it.

    A machine that cannot be emptied gets all its items back; as printed, the moves made so far
    stay and use up the budget.  Items leave a machine in the order of their largest share.
    """
    state, instance = cluster.copy(), cluster.instance
    masks, row_of = instance.masks
    order = np.argsort(-(instance.demand / instance.usable.max(axis=0).clip(1)).max(axis=1))
    visited = state.count == 0
    packed = policy.packed(len(instance.resources))
    while not visited.all() and not run.should_stop():
        # Algorithm 1, line 3: the unvisited machine with the lowest cost
        fee = np.where(state.machine == instance.home, instance.cost, 0)
        costs = np.bincount(state.machine, weights=fee, minlength=len(visited))
        j = int(np.argmin(np.where(visited, np.inf, costs)))
        visited[j] = True
        leaving = order[state.machine[order] == j]
        left = _leave(
            j,
            leaving,
            instance.demand,
            state.room,
            instance.per_unit,
            instance.spare,
            state.count,
            masks,
            row_of,
            packed,
            state.machine,
        )
        spent = int(instance.cost[state.machine != instance.home].sum())
        if left and spent <= instance.budget:
            state = replace(state, spent=spent)
            continue
        _return(j, leaving, instance.demand, state.room, state.count, state.machine)
        if left:  # line 6: the budget is surpassed
            return state, True
    return state, False


@numba.njit(cache=True)
def _leave(
    origin: int,
    items: IntArray,
    demand: IntArray,
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    count: IntArray,
    masks: np.ndarray,
    row_of: IntArray,
    policy: tuple[int, float, float, float, int, IntArray],
    machine: IntArray,
) -> bool:
    """Move items to other machines; return whether all found one."""
    rows, values = np.empty(len(room), np.int64), np.empty(len(room))
    for i in items:
        allowed = masks[row_of[i]]
        j = choose(room, per_unit, spare, demand[i], count, allowed, policy, origin, rows, values)
        if j < 0:
            return False
        machine[i] = j
        room[j] -= demand[i]
        room[origin] += demand[i]
        count[j] += 1
        count[origin] -= 1
    return True


@numba.njit(cache=True)
def _return(
    origin: int,
    items: IntArray,
    demand: IntArray,
    room: IntArray,
    count: IntArray,
    machine: IntArray,
) -> None:
    """Roll a machine back: every item that left it returns."""
    for i in items:
        j = machine[i]
        if j != origin:
            machine[i] = origin
            room[j] += demand[i]
            room[origin] -= demand[i]
            count[j] -= 1
            count[origin] += 1


class ItemFlavours(NamedTuple):
    """Distinct demands, and the items of each: where they begin in ``members``."""

    demand: IntArray
    start: IntArray
    members: IntArray


def flavours_of(demand: IntArray) -> ItemFlavours:
    """Return the flavours of items by their demands."""
    distinct, flavour = np.unique(demand, axis=0, return_inverse=True)
    flavour = flavour.reshape(-1)
    start = np.append(0, np.bincount(flavour).cumsum())
    return ItemFlavours(distinct, start, np.argsort(flavour, kind="stable"))


def exchanged(cluster: Cluster, threshold: float, run: Run) -> Cluster:
    """Exchange items until what machines have left is even (Algorithm 2), within the budget.

    From the most skewed machine on, the pair of items that evens it out most changes places, as
    long as both machines gain and the angle exceeds the threshold.
    """
    state, instance = cluster.copy(), cluster.instance
    masks, row_of = instance.masks
    flavours = flavours_of(instance.demand)
    angles = _angles(state.room, instance.per_unit, instance.spare)
    visited = state.count == 0
    spent = state.spent
    while not visited.all() and not run.should_stop():
        j = int(np.argmax(np.where(visited, -1.0, angles)))
        visited[j] = True
        if angles[j] <= threshold:
            break  # no unvisited machine is more skewed
        while angles[j] > threshold:
            mine, other = _best_exchange(
                j,
                instance.demand,
                flavours,
                angles,
                state.room,
                instance.per_unit,
                instance.spare,
                masks,
                row_of,
                instance.home,
                instance.cost,
                instance.budget - spent,
                state.machine,
            )
            if mine < 0 or run.should_stop():
                break
            there = int(state.machine[other])
            change = instance.demand[mine] - instance.demand[other]
            state.room[j] += change
            state.room[there] -= change
            state.machine[mine], state.machine[other] = there, j
            spent = int(instance.cost[state.machine != instance.home].sum())
            for k in (j, there):
                angles[k] = _angle(state.room, instance.per_unit, instance.spare, k, change, 0)
    return replace(state, spent=spent)


@numba.njit(cache=True)
def _angle(
    room: IntArray, per_unit: FloatArray, spare: FloatArray, j: int, change: IntArray, sign: int
) -> float:
    """The angle between what a machine has left after a change and the diagonal.

    Resources that it does not have are left out.
    """
    total, square, has = 0.0, 0.0, 0
    for r in range(len(change)):
        if per_unit[j, r] > 0:
            left = spare[j, r] + (room[j, r] + sign * change[r]) * per_unit[j, r]
            total += left
            square += left * left
            has += 1
    if square <= EVEN:
        return 0.0
    return float(np.arccos(min(1.0, total / np.sqrt(square * has))))


@numba.njit(cache=True)
def _angles(room: IntArray, per_unit: FloatArray, spare: FloatArray) -> FloatArray:
    found = np.empty(len(room))
    for j in range(len(room)):
        found[j] = _angle(room, per_unit, spare, j, room[j], 0)
    return found


@numba.njit(cache=True)
def _fee(i: int, to: int, machine: IntArray, home: IntArray, cost: IntArray) -> int:
    """What the total cost grows by when an item moves; negative where it returns."""
    if home[i] == machine[i]:
        return int(cost[i])
    return -cost[i] if home[i] == to else 0


@numba.njit(cache=True)
def _gains(
    here: int,
    mine: int,
    demand: IntArray,
    flavours: ItemFlavours,
    now: float,
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    gains: FloatArray,
) -> None:
    """Write by how much a machine gets more even with an item of each flavour for one of its."""
    change = np.empty(demand.shape[1], dtype=np.int64)
    sizes = flavours.demand
    for f in range(len(sizes)):
        fits, differs = True, False
        for r in range(len(change)):
            change[r] = demand[mine, r] - sizes[f, r]
            differs |= change[r] != 0
            fits &= room[here, r] + change[r] >= 0
        fine = fits and differs
        gains[f] = now - _angle(room, per_unit, spare, here, change, 1) if fine else 0.0


@numba.njit(cache=True)
def _best_exchange(
    here: int,
    demand: IntArray,
    flavours: ItemFlavours,
    now: FloatArray,
    room: IntArray,
    per_unit: FloatArray,
    spare: FloatArray,
    masks: np.ndarray,
    row_of: IntArray,
    home: IntArray,
    cost: IntArray,
    left: int,
    machine: IntArray,
) -> tuple[int, int]:
    """Return the pair of Algorithm 2, line 5, of several the first, or -1 twice.

    What the machine gains is the same for all items of a flavour: flavours come by falling gain.
    """
    best, most = (-1, -1), _LEAST_GAIN
    start, members = flavours.start, flavours.members
    gains = np.empty(len(flavours.demand))
    change = np.empty(demand.shape[1], dtype=np.int64)
    for found in np.flatnonzero(machine == here):
        mine = int(found)
        _gains(here, mine, demand, flavours, now[here], room, per_unit, spare, gains)
        for f in np.argsort(-gains):
            gain = gains[f]
            if gain < most or gain <= _LEAST_GAIN:
                break
            for k in range(start[f], start[f + 1]):
                other = members[k]
                there = machine[other]
                if there == here or (gain == most and (mine, other) >= best):
                    continue
                fits = True
                for r in range(len(change)):
                    change[r] = demand[mine, r] - demand[other, r]
                    fits &= room[there, r] >= change[r]
                if not fits:
                    continue
                new = _angle(room, per_unit, spare, there, change, -1)
                if now[there] - new <= _LEAST_GAIN:
                    continue
                fee = _fee(mine, there, machine, home, cost)
                fee += _fee(other, here, machine, home, cost)
                may = masks[row_of[mine], there] or home[mine] == there
                may &= masks[row_of[other], here] or home[other] == here
                if may and fee <= left:
                    best, most = (mine, int(other)), gain
                    break  # the flavour's items are in the order of the file
    return best
