"""Shares and devices: whether they fit, by an exact search, and how many halves they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from ....core.decimals import as_written
from ..judging import Judge
from .packing import Amounts, PackingInUnits
from .placement_rules import JudgedPlan

_STATES = 200_000  # of a search


def shares_fit(wanted: list[Fraction], devices: int) -> bool | None:
    """Return whether shares below 1, and whole devices, fit; None where that is not found out.

    Device after device is filled: with the largest share that is left, and with others in every
    way that leaves no room for one more.  What was left over at a dead end is not tried again.
    """
    whole = sum((size for size in wanted if size >= 1), Fraction(0))
    common = lcm(*(size.denominator for size in wanted))
    counts = Counter(int(size * common) for size in wanted if size < 1)
    sizes = tuple(sorted(counts, reverse=True))
    left = tuple(counts[size] for size in sizes)
    dead: set[tuple[int, tuple[int, ...]]] = set()
    stack = [iter([left])]
    room = devices - int(whole)
    while stack:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
            continue
        free = room - len(stack) + 1
        if not any(state):
            if free >= 0:
                return True
            continue
        need = sum(size * count for size, count in zip(sizes, state, strict=True))
        if need > free * common or (free, state) in dead:
            continue
        if len(dead) > _STATES:
            return None
        dead.add((free, state))
        stack.append(_fillings(sizes, state, common))
    return False


def _fillings(
    sizes: tuple[int, ...], state: tuple[int, ...], common: int
) -> Iterator[tuple[int, ...]]:
    """Yield what is left after each way to fill a device with the largest share and others."""
    first = next(k for k, count in enumerate(state) if count)

    def fill(k: int, left: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        if k == len(sizes):
            if not any(count and size <= room for size, count in zip(sizes, left, strict=True)):
                yield left
            return
        for taken in range(min(left[k], room // sizes[k]), -1, -1):
            after = (*left[:k], left[k] - taken, *left[k + 1 :])
            yield from fill(k + 1, after, room - taken * sizes[k])

    start = (*state[:first], state[first] - 1, *state[first + 1 :])
    yield from fill(first, start, common - sizes[first])


def judge_devices(plan: JudgedPlan, judge: Judge) -> None:
    """Every share finds a device that has room for all of it."""
    for name in plan.instance.devices or ():
        r = plan.instance.resources.index(name)
        known: dict[tuple[tuple[Fraction, ...], int], bool | None] = {}
        for machine, items in plan.held.items():
            wanted = [as_written(item.demand[r]) for item in items if item.demand[r]]
            devices = int(plan.sites[machine].record.capacity[r])
            key = tuple(sorted(wanted, reverse=True)), devices
            if key not in known:
                known[key] = shares_fit(wanted, devices)
            asked, late = f"{_words(wanted)} of {name}", known[key] is None
            words = f"it takes too long to find out whether {asked} fit"
            if not known[key]:
                words = words if late else f"{asked} do not fit into {devices} devices"
                judge.fault("devices", machine, words)


def _words(wanted: list[Fraction]) -> str:
    times = sorted(Counter(wanted).items(), reverse=True)
    return ", ".join(f"{count} of {float(size):g}" for size, count in times)


def sizes_and_rooms(
    packing: PackingInUnits, resources: Sequence[str], thresholds: Mapping[str, float] | None
) -> tuple[list[Amounts], list[Amounts]]:
    """Return what items need and sites have: whole units of resources, then halves of devices.

    A threshold t above a third of a device, and at most half of one, divides shares: of those of
    at least t a device has two at most, and only one where it is above 1 - t.  So a share counts
    two halves if it is above 1 - t, one if it is at least t, and none otherwise; a whole device
    counts two.  No device holds more than two halves.
    """
    instance = packing.instance
    shares: list[tuple[int, Fraction]] = []
    for name, value in (thresholds or {}).items():
        if name not in (instance.devices or ()):
            raise ValueError(f"{name!r} does not come in devices")
        threshold = as_written(value)
        if not Fraction(1, 3) < threshold <= Fraction(1, 2):
            raise ValueError("a threshold must be above a third and at most a half")
        shares.append((instance.resources.index(name), threshold))
    heeded = [instance.resources.index(name) for name in resources]
    known: dict[tuple[float, ...], Amounts] = {}
    for item, size in zip(instance.items, packing.size, strict=True):
        if item.demand not in known:
            halves = (_halves(as_written(item.demand[r]), t) for r, t in shares)
            known[item.demand] = (*(size[r] for r in heeded), *halves)
    rooms = [
        (*(room[r] for r in heeded), *(2 * int(site.record.capacity[r]) for r, _ in shares))
        for site, room in zip(packing.sites, packing.room, strict=True)
    ]
    return [known[item.demand] for item in instance.items], rooms


def _halves(share: Fraction, threshold: Fraction) -> int:
    if share >= 1:
        return 2 * int(share)
    return 2 if share > 1 - threshold else int(share >= threshold)
