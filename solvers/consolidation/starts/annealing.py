"""Plans by annealing: the best plan loses a machine, and its items find room among the others.

Two items change places, or one moves.  What lies beyond the room of the machines should vanish; a
step that adds to it is taken with a chance that falls (Kirkpatrick et al., 1983).  That finds plans
of many items with hardly any room to spare, where patterns are too many to be listed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....core.arrays import FloatArray, IntArray
from ....core.compiled import expect_seconds, kernel
from ..branching.incumbent import PackingSearch
from ..patterns.flavours import Flavours

_FEWEST = 80  # flavours; of fewer all patterns are soon known
_STEPS = 4_000  # of the first attempt, for each item
_LONGER = 1.6  # times the steps of the attempt before
MOST_STEPS = 20_000_000  # of all attempts, unless more are asked for
_HOPELESS = 1.0  # machines beyond the room: longer attempts will not do
_AT_ONCE = 1 << 14  # steps between two looks at the clock
_HOT, _COLD = 0.02, 0.003  # of the mean size: what may be added, at first and in the end
_PER_STEP = 5e-6  # seconds, as it is written
_SWAPS = 9  # steps in which two items change places, for one in which an item moves


def anneal(
    search: PackingSearch, until: float | None = None, steps: int = 0, most: float = MOST_STEPS
) -> int:
    """Look for better plans, where machines are alike and nothing runs yet.

    An attempt has one machine fewer than the best plan.  After one in vain the next takes more
    steps, while little is missing and there is time; every other one begins from items that are
    anywhere, which takes longer far from the bound and ends better near it.  ``until`` is a time
    of the run, ``most`` are the steps of all attempts.  The result is how many ``steps`` the next
    one would take.
    """
    flavours, run = search.flavours, search.run
    ruled = len(search.book.kind) > 0 or flavours.clash.any() or flavours.instance.devices
    alike = len(flavours.room) == 1 and flavours.open.all() and flavours.rate[0] > 0
    if ruled or not alike or flavours.budgeted or len(flavours.size) < _FEWEST:
        return steps

    def stop() -> bool:
        return run.should_stop() or (until is not None and run.seconds >= until)

    steps, anew, hopeless = steps or _STEPS * int(flavours.count.sum()), False, False
    while not hopeless and steps <= most and not search.done() and not stop():
        most -= steps
        machines = max(1, (search.used - 1 - flavours.base) // int(flavours.rate[0]))
        rng = np.random.default_rng((run.seed, steps, machines))
        place = places_on(None if anew else search.machine, flavours, machines, rng)
        patterns, missing = anneal_machines(flavours, place, steps, rng, stop)
        plan = [(0, pattern, 1) for pattern in patterns if pattern.any()]
        if missing > 0 or not search.found_plan(plan):
            hopeless = missing > _HOPELESS and not anew
            steps, anew = int(_LONGER * steps), not anew
    return steps


def places_on(
    plan: IntArray | None, flavours: Flavours, machines: int, rng: np.random.Generator
) -> IntArray:
    """Return a place for every item on so many machines, the fullest of a plan.

    Items of its other machines, or all items without a plan, are anywhere.
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
) -> tuple[IntArray, float]:
    """Return what each machine holds in the end, and what is beyond their room, in machines.

    ``place`` is the machine where each item begins, and is changed.
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
    picks = items + machines * -(-items // (_SWAPS * machines))
    expect_seconds(_take_steps, _PER_STEP * steps)
    for begun in range(0, steps, _AT_ONCE):
        if not (load > 0).any() or stop():
            break
        heat = mean * _HOT * (_COLD / _HOT) ** (begun / steps)
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
    """Take the steps that add no more than ``most`` each, until no machine is overfull.

    In a step the item ``one`` changes places with the item ``other``; numbers of items that there
    are not stand for machines, to which it moves.  ``place`` is the machine of each item; ``load``
    is what machines hold beyond their room, below 0 where room is left; ``over`` is the weighted
    sum of what each holds too much.  All three agree after every step.
    """
    (items, resources), machines = size.shape, len(load)
    excess = over.sum()
    for k in range(len(one)):
        if excess < 0.5:  # sizes are whole, and no weight is below 1
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
