"""A consolidation instance with items grouped into flavours and machines into classes.

Items of a flavour have the same demand, cost and allowed machines; machines of a class offer the
same capacity to the same flavours at the same price and, if relevant, hold the same residents. A
*pattern* is the number of items of each flavour on a machine of a class: up to ``held`` of them
stay for free, the others move there, each at its cost. Items with only one allowed machine have no
flavour: they take capacity, and their machines are in use. The only rules considered are those that
keep items apart on a machine: they limit a flavour's items. All rules are checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.kernels import kernel
from ...instances.consolidation import Consolidation, Devices, Partition, packs
from .pattern_search import apart_groups, flavour_caps


@dataclass(frozen=True, eq=False)
class FlavourDevices:
    """Device shares (pieces) that items need, and the devices of machines.

    ``pieces`` (flavours x sizes of pieces) is the need of one item, ``number`` (classes x device
    resources) the devices of a machine, and ``taken`` the pieces of its items that cannot move.
    """

    book: Devices
    pieces: IntArray
    number: IntArray
    taken: IntArray

    def packs(self, number: int, pattern: IntArray) -> bool:
        """Return whether a pattern's device shares fit into the devices of a class."""
        counts = self.taken[number] + pattern @ self.pieces
        return bool(packs(self.book, self.number[number], counts))

    def trimmed(self, number: int, pattern: IntArray) -> IntArray:
        """Return the pattern without items whose device shares do not fit; prefer large shares."""
        if self.packs(number, pattern):
            return pattern
        part = pattern.copy()
        shared = np.asarray(self.pieces.any(axis=1), dtype=np.bool_)
        part[shared] = 0
        size = self.pieces @ self.book.size
        order = np.argsort(-size, kind="stable")
        order = order[shared[order] & (pattern[order] > 0)]
        _fill(self.book, self.number[number], self.taken[number], self.pieces, pattern, order, part)
        return part

    def with_flavour(self, f: int) -> FlavourDevices:
        """Return a copy with an additional last flavour, which is equal to flavour ``f``."""
        return replace(self, pieces=np.vstack([self.pieces, self.pieces[f]]))

    def with_class(self, number: int) -> FlavourDevices:
        """Return a copy with an additional last class, which is equal to class ``number``."""
        return replace(
            self,
            number=np.vstack([self.number, self.number[number]]),
            taken=np.vstack([self.taken, self.taken[number]]),
        )

    def joined(self, a: int, b: int) -> FlavourDevices:
        """Return a copy in which flavour ``b`` is merged into flavour ``a``."""
        pieces = self.pieces.copy()
        pieces[a] += pieces[b]
        return replace(self, pieces=np.delete(pieces, b, axis=0))


@kernel
def _fill(
    book: Devices,
    number: IntArray,
    taken: IntArray,
    pieces: IntArray,
    pattern: IntArray,
    order: IntArray,
    part: IntArray,
) -> None:
    """Add those items of ``pattern`` to ``part`` whose device shares fit, flavour by flavour.

    ``order`` lists the flavours.  The shares (``pieces``) must fit into the devices of a machine,
    ``number`` of each device resource, beside the shares that are already ``taken``.
    """
    counts = taken.copy()
    for f in order:
        while part[f] < pattern[f] and packs(book, number, counts + pieces[f]):
            part[f] += 1
            counts += pieces[f]


def pieces_on_sites(instance: Consolidation, machine: IntArray) -> IntArray:
    """Return the number of pieces (sites x kinds of pieces) of the items that have a machine."""
    book, there = instance.device_book, machine >= 0
    found = np.zeros((len(instance.sites), len(book.size)), dtype=np.int64)
    np.add.at(found, machine[there], book.pieces[there])
    return found


def flavour_devices(
    instance: Consolidation, flavour_of: IntArray, shares: IntArray, first: IntArray
) -> FlavourDevices:
    """Return the devices of flavours and classes; ``first`` is one machine of each class."""
    book = instance.device_book
    free = np.flatnonzero(flavour_of >= 0)
    pieces = np.zeros((int(flavour_of.max(initial=-1)) + 1, len(book.size)), dtype=np.int64)
    pieces[flavour_of[free]] = book.pieces[free]
    return FlavourDevices(book, pieces, book.number[first], shares[first])


class Halves(NamedTuple):
    """Need per item and capacity per site in half devices; a column is a device resource.

    A device has two halves.  The share that an item needs counts 0, 1 or 2 halves (see `_halves`).

    Of shares of at least a threshold t, above a third of a device and at most half of one, a device
    has two at most, and only one where it is above 1 - t.  Counted in halves, items take no more
    than the devices have.  That is a relaxation of devices, as the sum of shares is another.
    """

    threshold: dict[str, float]
    size: IntArray
    room: IntArray

    def left(self, machine: IntArray) -> IntArray:
        """Return the free half devices (sites x resources) beside the items that have a machine."""
        room, there = self.room.copy(), machine >= 0
        np.subtract.at(room, machine[there], self.size[there])
        left: IntArray = np.maximum(0, room)
        return left


def halves_of(instance: Consolidation) -> Halves:
    """Return needs and capacities in half devices, at the best threshold of each resource.

    The threshold is 1/2 or a needed share between 1/3 and 1/2: the one with maximum total need.
    Resources for which no share is above 1/3 and below 1 have no column.
    """
    thresholds: dict[str, float] = {}
    sizes: list[IntArray] = []
    rooms: list[IntArray] = []
    book = instance.device_book
    for d, name in enumerate(instance.devices or ()):
        own = slice(int(book.start[d]), int(book.start[d + 1]))
        size, pieces, whole = book.size[own], book.pieces[:, own], int(book.whole[d])
        if not ((3 * size > whole) & (size < whole)).any():
            continue  # of smaller shares, and of whole devices, the sum says as much
        best = (0.5, _halves(size, pieces, whole, whole))
        for k in np.flatnonzero((3 * size > whole) & (2 * size <= whole)).tolist():
            counted = _halves(size, pieces, whole, 2 * int(size[k]))
            if counted.sum() > best[1].sum():
                r = instance.resources.index(name)
                example = int(np.argmax(pieces[:, k]))
                best = float(instance.items[example].demand[r]), counted
        thresholds[name] = best[0]
        sizes.append(best[1])
        r = instance.resources.index(name)
        rooms.append(2 * np.array([int(site.capacity[r]) for site in instance.sites]))
    columns = len(thresholds)
    return Halves(
        thresholds,
        np.array(sizes, dtype=np.int64).reshape(columns, len(instance.items)).T,
        np.array(rooms, dtype=np.int64).reshape(columns, len(instance.sites)).T,
    )


def _halves(size: IntArray, pieces: IntArray, whole: int, twice: int) -> IntArray:
    """Return the half devices that each item needs, for the threshold t = ``twice`` / 2.

    A share above ``whole`` - t counts 2, another share of at least t counts 1, a smaller one 0.
    """
    halves = np.where(2 * size > 2 * whole - twice, 2, (2 * size >= twice).astype(np.int64))
    counted: IntArray = pieces @ halves
    return counted


def fewest_machines(instance: Consolidation) -> list[tuple[int | None, dict[str, Any]]]:
    """Return, per resource, the fewest machines by half devices (None if too few), and a proof."""
    halves = halves_of(instance)
    found: list[tuple[int | None, dict[str, Any]]] = []
    for column, (name, threshold) in enumerate(halves.threshold.items()):
        needed = int(halves.size[:, column].sum())
        room = np.sort(halves.room[:, column])[::-1].cumsum()
        units = None if room[-1] < needed else int(np.searchsorted(room, needed)) + 1
        found.append((units, {"kind": "devices", "devices": {name: threshold}}))
    return found


Plan = list[tuple[int, IntArray, int]]  # class, pattern, on how many machines
_PLENTY = 0.35  # relative to the used share of the second scarcest resource
PARTS = 10**9  # the dearest machine is counted in about this many parts


@dataclass(frozen=True, eq=False)
class Flavours:
    """Flavours of items (sizes, numbers, costs, members) and classes of machines.

    Per class and flavour, ``held`` is the number of items that stay for free, and ``open`` tells
    whether others may move there. ``rate`` is the contribution of a machine of a class to the
    objective in integral units, beyond ``base``, the contribution of machines always in use.
    """

    instance: Consolidation
    size: IntArray
    count: IntArray
    cost: IntArray
    flavour_of: IntArray
    room: IntArray
    held: IntArray
    open: np.ndarray
    class_of: IntArray
    cap: IntArray  # most items of a flavour on one machine
    rate: IntArray
    base: int
    devices: FlavourDevices
    stay: IntArray | None = None  # the cost of a held item, if it is not 0
    clash: BoolArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))

    @cached_property
    def scale(self) -> int:
        """The number of price parts (the integral unit of prices) per unit of the objective."""
        return max(1, PARTS // max(1, int(self.rate.max(initial=1))))

    def added(self, plan: Plan) -> int:
        """Return the units that the machines of a plan add to the base."""
        return sum(int(self.rate[number]) * times for number, _, times in plan)

    def covers(self, plan: Plan) -> bool:
        """Return whether a plan contains all items."""
        held = np.zeros_like(self.count)
        for _, pattern, times in plan:
            held += pattern * times
        return bool((held >= self.count).all())

    @cached_property
    def machines(self) -> IntArray:
        """The number of machines of each class."""
        return np.bincount(self.class_of, minlength=len(self.room))

    @cached_property
    def scarce(self) -> IntArray:
        """The resources, sorted by decreasing number of machines whose capacity the items need."""
        share = self.size / np.maximum(1, self.room.max(axis=0))
        return np.argsort(-(self.count @ share), kind="stable")

    @property
    def budgeted(self) -> bool:
        """True if the budget is less than the cost of moving everything."""
        return bool(self.cost.any())

    @cached_property
    def open_rows(self) -> tuple[np.ndarray, IntArray]:
        """The distinct rows of ``open``, and the index of each class's row."""
        rows, of_class = np.unique(self.open, axis=0, return_inverse=True)
        return rows, of_class.reshape(-1)

    @classmethod
    def of(cls, instance: Consolidation) -> Flavours:
        """Return the flavours and classes of an instance."""
        masks, row_of = instance.masks
        cost = instance.cost * instance.has_tight_budget
        pinned = pinned_items(instance)
        halves, pinned_there = halves_of(instance), np.where(pinned, instance.home, -1)
        room, sure = room_left(instance, pinned_there), instance.in_use(instance.home[pinned])
        (group, caps), scarce = apart_groups(instance), scarce_resources(instance)
        room = np.hstack([room[:, scarce], halves.left(pinned_there)])
        size = np.hstack([instance.demand[:, scarce], halves.size])
        alike = Partition.of(size, cost, row_of, group >= 0, among=~pinned)
        flavour_of, count = alike.group_of, len(alike.first)
        rows, tied = row_of[alike.first], _tied_residents(instance, pinned, cost)
        held = np.zeros((len(room) if len(tied) else 1, count), dtype=np.int64)
        np.add.at(held, (instance.home[tied], flavour_of[tied]), 1)
        rate = np.where(sure, 0, instance.price)
        shares = pieces_on_sites(instance, pinned_there)
        devices = instance.device_book.number
        keys = [room, masks[np.unique(rows)].T, rate, shares, devices]
        classes = Partition.of(*keys, held) if len(tied) else Partition.of(*keys)
        first = classes.first
        return cls(
            instance=instance,
            size=size[alike.first],
            count=alike.count,
            cost=cost[alike.first],
            flavour_of=flavour_of,
            room=room[first],
            held=held[first] if len(tied) else np.repeat(held, len(first), axis=0),
            open=masks[rows].T[first],
            class_of=classes.group_of,
            cap=flavour_caps(flavour_of, group, caps, count),
            rate=rate[first],
            base=int(instance.price[sure].sum()),
            devices=flavour_devices(instance, flavour_of, shares, first),
        )

    def spent(self, number: int, pattern: IntArray) -> int:
        """Return the migration cost of a pattern on a machine of class ``number``."""
        spent = int(self.cost @ np.maximum(0, pattern - self.held[number]))
        if self.stay is not None:
            spent += int(self.stay[number] @ np.minimum(pattern, self.held[number]))
        return spent

    def packs(self, number: int, pattern: IntArray) -> bool:
        """Return whether a pattern's device shares fit into the devices of a class."""
        return self.devices.packs(number, pattern)

    def staying(self, number: int) -> IntArray:
        """Return, per flavour, the cost of an item that stays on a machine of class ``number``."""
        return np.zeros_like(self.cost) if self.stay is None else self.stay[number]

    def patterns_now(self, machine: IntArray) -> Plan:
        """Convert an assignment (machine index of every item) to a plan of patterns."""
        content = np.zeros((len(self.class_of), len(self.size)), dtype=np.int64)
        free = self.flavour_of >= 0
        np.add.at(content, (machine[free], self.flavour_of[free]), 1)
        used = content.any(axis=1)
        return [(int(self.class_of[j]), content[j], 1) for j in np.flatnonzero(used).tolist()]

    def expanded(self, plan: Plan, *, partly: bool = False) -> IntArray:
        """Return the machine index of every item in a plan of patterns that covers all items.

        Within a class a pattern goes to the machine that already holds most of its items. Residents
        stay if possible; the other items of a flavour take the remaining places, neighbours in the
        file on different machines. With ``partly``, the plan may omit items, which get -1.
        """
        instance = self.instance
        machines = len(self.class_of)
        residents = np.flatnonzero((instance.home >= 0) & (self.flavour_of >= 0))
        at = self.flavour_of[residents], instance.home[residents]
        present = np.zeros((len(self.size), machines), dtype=np.int32)
        np.add.at(present, at, 1)
        wanted = self._match_machines(plan, present)
        machine = np.where(self.flavour_of < 0, instance.home, -1)
        stays = _place_in_group(at[0] * machines + at[1]) < wanted[at]
        machine[residents[stays]] = at[1][stays]
        np.subtract.at(wanted, (at[0][stays], at[1][stays]), 1)
        waiting = np.flatnonzero((self.flavour_of >= 0) & (machine < 0))
        waiting = waiting[np.argsort(self.flavour_of[waiting], kind="stable")]
        places = np.nonzero(wanted)
        flavour, place = (np.repeat(each, wanted[places]) for each in places)
        order = np.lexsort((place, _place_in_group(flavour * machines + place), flavour))
        first = np.searchsorted(flavour, np.arange(len(wanted) + 1))
        of = self.flavour_of[waiting]
        seat = first[of] + _place_in_group(of)
        seated = seat < first[of + 1]
        if not partly and not seated.all():
            raise ValueError(f"the plan leaves out items of flavour {of[~seated][0]}")
        machine[waiting[seated]] = place[order][seat[seated]]
        return machine

    def _match_machines(self, plan: Plan, present: np.ndarray) -> np.ndarray:
        """Return each machine's pattern, chosen close to ``present`` (both flavours x machines)."""
        wanted = np.zeros(present.shape, dtype=present.dtype)  # faster than zeros_like
        weight = 1 + self.size.sum(axis=1)
        for number in {number for number, _, _ in plan}:
            free = np.flatnonzero(self.class_of == number)
            alike = not present[:, free].any()
            for pattern, times in _runs([(p, times) for c, p, times in plan if c == number]):
                best, has = np.arange(times), np.flatnonzero(pattern)
                if not alike:
                    overlap = np.zeros(len(free), dtype=np.int64)
                    for f in has.tolist():
                        overlap += weight[f] * np.minimum(present[f, free], pattern[f])
                    best = _largest(overlap, times)
                wanted[np.ix_(has, free[best])] = pattern[has, None]
                free = np.delete(free, best)
        return wanted


def _largest(values: IntArray, count: int) -> IntArray:
    """Return the indices of the ``count`` largest values >= 0; ties go to the first."""
    some = np.flatnonzero(values)
    if len(some) >= count:
        return some[np.argsort(-values[some], kind="stable")[:count]]
    return np.append(some, np.flatnonzero(values == 0)[: count - len(some)])


def _runs(patterns: list[tuple[IntArray, int]]) -> Iterator[tuple[IntArray, int]]:
    """Yield patterns with their multiplicity, where equal consecutive patterns are merged."""
    for _, equal in groupby(patterns, key=lambda entry: entry[0].tobytes()):
        entries = list(equal)
        yield entries[0][0], sum(times for _, times in entries)


def _place_in_group(group: IntArray) -> IntArray:
    """Return, for each entry, the number of earlier entries of the same group."""
    order = np.argsort(group, kind="stable")
    begins = np.flatnonzero(np.diff(group[order], prepend=-1))
    place = np.empty(len(group), dtype=np.int64)
    place[order] = np.arange(len(group)) - np.repeat(begins, np.diff(begins, append=len(group)))
    return place


def _tied_residents(instance: Consolidation, pinned: BoolArray, cost: IntArray) -> IntArray:
    """Return the movable residents whose move has a cost or whose machine does not allow them."""
    masks, row_of = instance.masks
    residents = np.flatnonzero((instance.home >= 0) & ~pinned)
    back = masks[row_of[residents], instance.home[residents]] & (cost[residents] == 0)
    tied: IntArray = residents[~back]
    return tied


def scarce_resources(instance: Consolidation) -> IntArray:
    """Return the indices of the resources that patterns consider: those with demand.

    With rules or prices, plentiful resources are omitted too: those whose used share is less
    than 0.35 times that of the second scarcest, unless they are devices. This is a relaxation with
    a valid bound, and plans are repaired.
    """
    share = instance.demand.sum(axis=0) / np.maximum(1, instance.usable.sum(axis=0))
    kept = share > 0
    devices = [name in (instance.devices or ()) for name in instance.resources]
    if instance.rules or instance.priced:
        second = np.sort(share)[::-1][min(1, len(share) - 1)]
        kept &= (share >= second * _PLENTY) | devices
    scarce: IntArray = np.flatnonzero(kept) if kept.any() else np.zeros(1, dtype=np.int64)
    return scarce


def pinned_items(instance: Consolidation) -> BoolArray:
    """Return a mask of the running items that are allowed on no other machine."""
    masks, row_of = instance.masks
    home = instance.home
    elsewhere = masks.sum(axis=1)[row_of] - masks[row_of, home]
    pinned: BoolArray = (home >= 0) & (elsewhere == 0)
    return pinned


def room_left(instance: Consolidation, machine: IntArray) -> IntArray:
    """Return the free capacity (machines x resources) beside the items that have a machine."""
    room, there = instance.usable.copy(), machine >= 0
    np.subtract.at(room, machine[there], instance.demand[there])
    left: IntArray = np.maximum(0, room)
    return left
