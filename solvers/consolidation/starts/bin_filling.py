"""Bin-centric greedy plans: fill one machine after the other, with exchanges, several weightings.

A machine takes the item that fits best in the direction of what room is left, weighted by how
scarce each resource is (Panigrahy et al., 2011).  Then items on it change places with larger ones
outside while these fit.  Without a budget only: residents are packed anew like all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ....core.arrays import BoolArray, FloatArray, IntArray
from ....core.compiled import kernel
from ....instances.consolidation import Devices, packs
from ..patterns.flavours import Flavours, Plan

_WEIGHTINGS = 8


@kernel
def _fill_bins(
    room: IntArray,
    size: IntArray,
    left: IntArray,
    cap: IntArray,
    may: BoolArray,
    share: FloatArray,
    weight: FloatArray,
    directed: bool,
    book: Devices,
    number: IntArray,
    taken: IntArray,
    pieces: IntArray,
) -> IntArray:
    """Return the pattern of one machine.

    ``share`` is the size of each flavour in shares of the machine.
    """
    count, resources = size.shape
    pattern = np.zeros(count, dtype=np.int64)
    space, counts = room.copy(), taken.copy()
    may = may.copy()
    while True:
        best, chosen = -1.0, -1
        for f in range(count):
            if left[f] <= pattern[f] or pattern[f] >= cap[f] or not may[f]:
                continue
            fits, value = True, 0.0
            for r in range(resources):
                if size[f, r] > space[r]:
                    fits = False
                    break
                free = space[r] / max(1, room[r]) if directed else 1.0
                value += weight[r] * share[f, r] * free
            if fits and value > best:
                best, chosen = value, f
        if chosen < 0:
            break
        # Devices are asked last: whether pieces fit into them is a search of its own.
        if book.size.shape[0] > 0 and not packs(book, number, counts + pieces[chosen]):
            may[chosen] = False
            continue
        counts += pieces[chosen]
        pattern[chosen] += 1
        space -= size[chosen]
    worth = share @ weight
    improved = True
    while improved:
        improved = False
        for f in range(count):
            if pattern[f] == 0:
                continue
            best, chosen = worth[f] + 1e-9, -1
            for g in range(count):
                if left[g] <= pattern[g] or pattern[g] >= cap[g] or not may[g]:
                    continue
                if worth[g] > best and (size[g] <= space + size[f]).all():
                    after = counts + pieces[g] - pieces[f]
                    if book.size.shape[0] > 0 and not packs(book, number, after):
                        continue
                    best, chosen = worth[g], g
            if chosen >= 0:
                counts += pieces[chosen] - pieces[f]
                pattern[f] -= 1
                pattern[chosen] += 1
                space += size[f] - size[chosen]
                improved = True
    return pattern


def _weightings(flavours: Flavours) -> Iterator[tuple[FloatArray, bool]]:
    """Yield weights of the resources: even, by demand and powers of it, and a few between."""
    room = np.maximum(1, flavours.room.max(axis=0))
    demand = flavours.count @ (flavours.size / room)
    demand = demand / max(demand.max(), 1e-12)
    even = np.ones(len(demand))
    for weight in (even, demand, demand**2, demand**4):
        yield weight, True
        yield weight, False


def greedy_plans(flavours: Flavours, stop: Callable[[], bool]) -> Iterator[Plan]:
    """Yield plans, one per weighting, that may leave items out where machines run short."""
    if flavours.budgeted or flavours.clash.any():
        return
    share = (flavours.room / np.maximum(1, flavours.room.max(axis=0))).sum(axis=1)
    order = np.argsort(flavours.rate / np.maximum(1e-12, share), kind="stable")
    for weight, directed in _weightings(flavours):
        if stop():
            return
        yield _pack(flavours, order, weight, directed, stop)


def _pack(
    flavours: Flavours,
    order: IntArray,
    weight: FloatArray,
    directed: bool,
    stop: Callable[[], bool],
) -> Plan:
    devices = flavours.devices
    left, plan = flavours.count.copy(), list[tuple[int, IntArray, int]]()
    for number in order.tolist():
        room = flavours.room[number]
        share = flavours.size / np.maximum(1, room)
        for _ in range(int(flavours.machines[number])):
            if stop() or not left.any():
                return plan
            may = flavours.open[number]
            pattern = _fill_bins(
                room, flavours.size, left, flavours.cap, may, share, weight, directed,
                devices.book, devices.number[number], devices.taken[number], devices.pieces,
            )  # fmt: skip
            if not pattern.any():
                break
            left -= pattern
            plan.append((number, pattern, 1))
    return plan
