"""Plans by annealing: all items on fewer machines than the best plan uses, until none is overfull.

Two items change places, or one moves.  What lies beyond the room of the machines should vanish; a
step that adds to it is taken with a chance that falls (Kirkpatrick et al., 1983).  That finds plans
of many small items with hardly any room to spare, where patterns are too many to be listed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....core.arrays import FloatArray, IntArray
from ....core.compiled import kernel
from ..branching.incumbent import PackingSearch
from ..patterns.flavours import Flavours

_FEWEST = 100  # items; of fewer all patterns are soon known
_STEPS = 4_000  # of the first attempt, for each item
_LONGER = 1.6  # times the steps of the attempt before
_MOST = 400_000_000  # of an attempt
_HOPELESS = 0.25  # machines beyond the room: longer attempts will not do
_AT_ONCE = 1 << 18  # steps between two looks at the clock
_HOT, _COLD = 0.05, 0.0005  # of a machine: what may be added, at first and in the end
_MOVES = 0.2  # of the steps move one item


def anneal(search: PackingSearch, until: float | None = None, steps: int = 0) -> int:
    """Look for a plan that meets the bound, where machines are alike and nothing runs yet.

    Each attempt is longer than the one before, while little is missing and there is time.
    ``until`` is a time of the run.  The result is how many ``steps`` the next attempt would take.
    """
    flavours, run = search.flavours, search.run
    ruled = len(search.book.kind) > 0 or flavours.clash.any() or flavours.instance.devices
    alike = len(flavours.room) == 1 and flavours.open.all() and flavours.rate[0] > 0
    if ruled or not alike or flavours.budgeted or flavours.count.sum() < _FEWEST:
        return steps

    def stop() -> bool:
        return run.should_stop() or (until is not None and run.seconds >= until)

    steps, missing = steps or _STEPS * int(flavours.count.sum()), 0.0
    while missing < _HOPELESS and steps < _MOST and not search.done() and not stop():
        machines = max(1, (search.bound - flavours.base) // int(flavours.rate[0]))
        rng = np.random.default_rng((run.seed, steps, machines))
        patterns, missing = anneal_machines(flavours, machines, steps, rng, stop)
        if missing == 0:
            search.found_plan([(0, pattern, 1) for pattern in patterns if pattern.any()])
        steps = int(_LONGER * steps)
    return steps


def anneal_machines(
    flavours: Flavours,
    machines: int,
    steps: int,
    rng: np.random.Generator,
    stop: Callable[[], bool],
) -> tuple[IntArray, float]:
    """Return what each of so many machines holds, and what is beyond their room, in machines."""
    item = np.repeat(np.arange(len(flavours.count)), flavours.count)
    size, room = np.ascontiguousarray(flavours.size[item]), flavours.room[0]
    place = rng.permutation(len(item)) % machines
    load = np.zeros((machines, len(room)), dtype=np.int64)
    np.add.at(load, place, size)
    weight = 1.0 / np.maximum(1, room)
    excess = int(np.maximum(0, load - room).sum())
    for begun in range(0, steps, _AT_ONCE):
        if excess == 0 or stop():
            break
        cold = _HOT * (_COLD / _HOT) ** (np.arange(begun, begun + _AT_ONCE) / steps)
        most = -cold * np.log1p(-rng.random(_AT_ONCE))
        one = rng.integers(len(item), size=_AT_ONCE)
        other = rng.integers(len(item), size=_AT_ONCE)
        moves = rng.random(_AT_ONCE) < _MOVES
        other[moves] = -1 - rng.integers(machines, size=int(moves.sum()))
        excess = _take_steps(size, room, weight, place, load, excess, one, other, most)
    patterns = np.zeros((machines, len(flavours.count)), dtype=np.int64)
    np.add.at(patterns, (place, item), 1)
    return patterns, float((np.maximum(0, load - room) * weight).sum())


@kernel
def _take_steps(
    size: IntArray,
    room: IntArray,
    weight: FloatArray,
    place: IntArray,
    load: IntArray,
    excess: int,
    one: IntArray,
    other: IntArray,
    most: FloatArray,
) -> int:
    """Take the steps that add no more than ``most`` each, until there is no excess; return it.

    In a step the item ``one`` changes places with the item ``other``, or moves to machine
    ``-1 - other``.  ``place`` is the machine of each item and ``load`` what machines hold, both
    changed here; ``excess`` is always the sum of what ``load`` has beyond ``room``, and steps
    are judged by it in parts of a machine, by the ``weight`` of each resource.
    """
    resources = size.shape[1]
    for k in range(len(one)):
        if excess == 0:
            break
        a, b = one[k], other[k]
        here = place[a]
        there = place[b] if b >= 0 else -1 - b
        if here == there:
            continue
        added, change = 0.0, 0
        for r in range(resources):
            moved = size[a, r] - (size[b, r] if b >= 0 else 0)
            beyond_there, beyond_here = load[there, r] - room[r], load[here, r] - room[r]
            grown = max(0, beyond_there + moved) - max(0, beyond_there)
            grown += max(0, beyond_here - moved) - max(0, beyond_here)
            added += weight[r] * grown
            change += grown
        if added > most[k]:
            continue
        # from here on all of the step is made, so that `load` is what `place` says
        for r in range(resources):
            moved = size[a, r] - (size[b, r] if b >= 0 else 0)
            load[there, r] += moved
            load[here, r] -= moved
        place[a] = there
        if b >= 0:
            place[b] = here
        excess += change
    return excess
