"""First plans, by annealing and by greedy packing.

Annealing removes a machine of the best plan, and then exchanges or moves items to minimise the
excess over the capacities; a step that increases it is taken with a decreasing probability
(Kirkpatrick et al., 1983). It suits many items with little waste, where patterns are too many.
"""

from collections.abc import Callable, Iterator

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import expect_seconds, kernel
from ...instances.consolidation import (
    Consolidation,
    Devices,
    RuleBook,
    RuleCounts,
    counts_of,
    may_enter,
    packs,
    shift,
)
from .column_parameters import DEFAULTS, ColumnParameters
from .flavours import Flavours, Plan
from .incumbent import PackingSearch

_AT_ONCE = 1 << 14  # steps between two looks at the clock
_PER_STEP = 5e-6  # seconds per step without compilation


def anneal(
    search: PackingSearch, until: float | None = None, steps: int = 0, most: float | None = None
) -> int:
    """Search for better plans on identical machines without running items.

    An attempt uses one machine fewer than the best plan. If it fails with a small excess, the next
    attempt takes more steps. Attempts begin alternately from the best plan and at random, which
    takes longer far from the bound but ends better near it. ``until`` is a time limit in seconds of
    the run, ``most`` replaces the parameters' limit on the steps of all attempts. Returns the steps
    for the next attempt.
    """
    flavours, run, parameters = search.flavours, search.run, search.parameters
    most = parameters.annealing_total if most is None else most
    ruled = len(search.book.kind) > 0 or flavours.clash.any() or flavours.instance.devices
    alike = len(flavours.room) == 1 and flavours.open.all() and flavours.rate[0] > 0
    few = len(flavours.size) < parameters.annealing_flavours  # all patterns will soon be known
    if ruled or not alike or flavours.budgeted or few:
        return steps

    def stop() -> bool:
        return run.should_stop() or (until is not None and run.seconds >= until)

    steps = steps or parameters.annealing_steps * int(flavours.count.sum())
    at_random = is_too_far = False
    while not is_too_far and steps <= most and not search.done() and not stop():
        most -= steps
        machines = max(1, (search.used - 1 - flavours.base) // int(flavours.rate[0]))
        rng = np.random.default_rng((run.seed, steps, machines))
        place = places_on(None if at_random else search.machine, flavours, machines, rng)
        patterns, missing = anneal_machines(flavours, place, steps, rng, stop, parameters)
        plan = [(0, pattern, 1) for pattern in patterns if pattern.any()]
        if missing > 0 or not search.found_plan(plan):
            is_too_far = missing > parameters.annealing_excess and not at_random
            steps, at_random = int(parameters.annealing_growth * steps), not at_random
    return steps


def places_on(
    plan: IntArray | None, flavours: Flavours, machines: int, rng: np.random.Generator
) -> IntArray:
    """Return the machine (0 … machines - 1) of each movable item.

    Items on the fullest machines of the plan stay together; all other items are placed at random.
    """
    free = flavours.flavour_of >= 0
    anywhere = rng.integers(machines, size=int(free.sum()))
    if plan is None:
        return anywhere
    load = np.zeros(len(flavours.class_of))
    share = (flavours.size / np.maximum(1, flavours.room[0])).sum(axis=1)
    np.add.at(load, plan[free], share[flavours.flavour_of[free]])
    number = np.full(len(load), -1)
    number[np.argsort(-load, kind="stable")[:machines]] = np.arange(machines)
    place = number[plan[free]]
    return np.where(place < 0, anywhere, place)


def anneal_machines(
    flavours: Flavours,
    place: IntArray,
    steps: int,
    rng: np.random.Generator,
    stop: Callable[[], bool],
    parameters: ColumnParameters = DEFAULTS,
) -> tuple[IntArray, float]:
    """Return the final patterns (machines x flavours), and the excess as a number of machines.

    ``place`` is the initial machine of each item, and is changed.
    """
    flavour = flavours.flavour_of[flavours.flavour_of >= 0]
    machines, items = int(place.max()) + 1, len(flavour)
    size, room = np.ascontiguousarray(flavours.size[flavour]), flavours.room[0]
    unit = int(room.max(initial=1))
    load = np.tile(-room, (machines, 1))
    np.add.at(load, place, size)
    weight = unit / np.maximum(1, room)
    mean = float((size @ weight).mean()) / len(room)
    over = np.maximum(0, load) @ weight
    picks = items + machines * -(-items // (parameters.annealing_swaps * machines))
    hot, cold = parameters.annealing_hot, parameters.annealing_cold
    expect_seconds(_take_steps, _PER_STEP * steps)
    for begun in range(0, steps, _AT_ONCE):
        if not (load > 0).any() or stop():
            break
        heat = mean * hot * (cold / hot) ** (begun / steps)
        most = heat * rng.standard_exponential(_AT_ONCE)
        one = rng.integers(items, size=_AT_ONCE)
        other = rng.integers(picks, size=_AT_ONCE)
        _take_steps(size, weight, place, load, over, one, other, most)
    patterns = np.zeros((machines, len(flavours.count)), dtype=np.int64)
    np.add.at(patterns, (place, flavour), 1)
    return patterns, float((np.maximum(0, load) @ weight).sum()) / unit


@kernel
def _take_steps(
    size: IntArray,
    weight: FloatArray,
    place: IntArray,
    load: IntArray,
    over: FloatArray,
    one: IntArray,
    other: IntArray,
    most: FloatArray,
) -> None:
    """Take the steps that increase the excess by at most ``most[k]``, until there is no excess.

    Step k exchanges items ``one[k]`` and ``other[k]``. If the latter is no item's number, it moves
    ``one[k]`` to machine ``(other[k] - items) % machines``. ``place`` is the machine of each item,
    ``load`` (machines x resources) the load minus the capacity, and ``over`` the weighted excess
    per machine. All three are updated.
    """
    (items, resources), machines = size.shape, len(load)
    excess = over.sum()
    for k in range(len(one)):
        if excess < 0.5:  # sizes are integral, and no weight is below 1
            break
        a, b = one[k], other[k]
        here, swap = place[a], b < items
        there = place[b] if swap else (b - items) % machines
        if here == there:
            continue
        before = over[here] + over[there]
        limit, left, taken = before + most[k], 0.0, 0.0
        for r in range(resources):
            moved = size[a, r] - (size[b, r] if swap else 0)
            left += weight[r] * max(0, load[here, r] - moved)
            taken += weight[r] * max(0, load[there, r] + moved)
            if left + taken > limit:
                break
        if left + taken > limit:
            continue
        for r in range(resources):
            moved = size[a, r] - (size[b, r] if swap else 0)
            load[here, r] -= moved
            load[there, r] += moved
        over[here], over[there] = left, taken
        excess += left + taken - before
        place[a] = there
        if swap:
            place[b] = here


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
) -> tuple[IntArray, IntArray]:
    """Fill one machine greedily, by the weighted size of items; return its pattern and the peaks.

    Per flavour, ``left`` items are unpacked, ``cap`` fit on a machine, and ``share`` (flavours x
    resources) is their relative size.  The peak of a flavour is the largest number of its items on
    the machine at any time, because items may be exchanged.

    A machine takes the item that fits best in the direction of what room is left, weighted by how
    scarce each resource is (Panigrahy et al., 2011).  Then items on it change places with larger
    ones outside while these fit.  It needs that there is no budget: residents are packed like all
    others.
    """
    count, resources = size.shape
    pattern, peak = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
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
        peak[chosen] = max(peak[chosen], pattern[chosen])
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
                peak[chosen] = max(peak[chosen], pattern[chosen])
                space += size[f] - size[chosen]
                improved = True
    return pattern, peak


def _weightings(flavours: Flavours) -> Iterator[tuple[FloatArray, bool]]:
    """Yield pairs: resource weights (powers of demand), and whether to multiply by free room."""
    room = np.maximum(1, flavours.room.max(axis=0))
    demand = flavours.count @ (flavours.size / room)
    demand = demand / max(demand.max(), 1e-12)
    even = np.ones(len(demand))
    for weight in (even, demand, demand**2, demand**4):
        yield weight, True
        yield weight, False


def greedy_plans(flavours: Flavours, stop: Callable[[], bool]) -> Iterator[Plan]:
    """Yield a greedy plan per weighting, which omits items if there are too few machines."""
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
    """Return the plan of one weighting; machines that would be filled alike are filled at once."""
    devices = flavours.devices
    left, plan = flavours.count.copy(), list[tuple[int, IntArray, int]]()
    for number in order.tolist():
        room, free = flavours.room[number], int(flavours.machines[number])
        share = flavours.size / np.maximum(1, room)
        while free > 0:
            if stop() or not left.any():
                return plan
            may = flavours.open[number]
            pattern, peak = _fill_bins(
                room, flavours.size, left, flavours.cap, may, share, weight, directed,
                devices.book, devices.number[number], devices.taken[number], devices.pieces,
            )  # fmt: skip
            if not pattern.any():
                break
            has = pattern > 0
            # while more items than the peaks remain, the next machine gets the same pattern
            again = int(((left - peak - 1)[has] // pattern[has]).min())
            copies = min(free, 1 + max(0, again))
            left -= copies * pattern
            free -= copies
            plan.append((number, pattern, copies))
    return plan


@kernel
def _first_fit(
    order: IntArray,
    demand: IntArray,
    room: IntArray,
    masks: np.ndarray,
    row_of: IntArray,
    used: np.ndarray,
    machine: IntArray,
    opening: IntArray,
    book: RuleBook,
    counts: RuleCounts,
) -> None:
    """Put items, in order, on the first used machine with room, else on the first empty one."""
    for i in order:
        allowed = masks[row_of[i]]
        chosen = -1
        for j in opening:
            wanted = allowed[j] and (used[j] or chosen < 0)
            if wanted and (demand[i] <= room[j]).all() and may_enter(book, counts, i, -1, j):
                chosen = j
                if used[j]:
                    break
        if chosen >= 0:
            used[chosen] = True
            room[chosen] -= demand[i]
            machine[i] = chosen
            shift(book, counts, i, -1, chosen)


def first_fit(instance: Consolidation) -> IntArray:
    """Return the machine of each item (-1: none fits): residents stay, requests go by first fit.

    Requests are sorted by falling size: the sum of shares of the largest machine per resource.
    """
    machine = instance.home.copy()
    residents = machine >= 0
    room = instance.usable.copy()
    np.subtract.at(room, machine[residents], instance.demand[residents])
    largest = np.maximum(1, instance.usable.max(axis=0))
    size = (instance.demand / largest).sum(axis=1)
    order = np.argsort(-size, kind="stable")
    order = order[~residents[order]]
    masks, row_of = instance.masks
    used = instance.occupied | instance.kept
    book = instance.rule_book
    counts = counts_of(book, machine)
    opening = np.argsort(instance.price, kind="stable")
    _first_fit(order, instance.demand, room, masks, row_of, used, machine, opening, book, counts)
    return machine
