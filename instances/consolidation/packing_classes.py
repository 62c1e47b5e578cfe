"""The published classes of random vector packing instances, drawn anew by their public rules.

- ``panigrahy-1`` to ``-8``: Caprara and Toth (2001) in two resources, Panigrahy et al. (2011) in
  more; ``panigrahy-9`` is theirs.
- ``new-1`` to ``-6`` and the triplets: Mommessin, Erlebach and Shakhlevich (2024), after Caprara
  and Toth, and Falkenauer (1996).  Three items of a triplet fill a machine in every resource, so
  that the optimum is known: a third of the items.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from ...core.arrays import FloatArray, IntArray

PackingClass: TypeAlias = Literal[
    "panigrahy-1",
    "panigrahy-2",
    "panigrahy-3",
    "panigrahy-4",
    "panigrahy-5",
    "panigrahy-6",
    "panigrahy-7",
    "panigrahy-8",
    "panigrahy-9",
    "new-1",
    "new-2",
    "new-3",
    "new-4",
    "new-5",
    "new-6",
    "triplet-caprara",
    "triplet-falkenauer",
]

# capacity, least and largest size
_UNIFORM = {
    "panigrahy-1": (1000, 100, 400),
    "panigrahy-2": (1000, 1, 1000),
    "panigrahy-3": (1000, 200, 800),
    "panigrahy-4": (1000, 50, 200),
    "panigrahy-5": (1000, 25, 100),
    "panigrahy-6": (150, 20, 100),
}
_NORMAL = {"new-2": (20, 10), "new-3": (30, 15)}  # mean and deviation, in 100
_TWO_PEAKS = {"new-4": (70, 30, 15), "new-5": (80, 20, 10), "new-6": (70, 15, 10)}
_LARGE = 0.1  # of the items, in each resource, around the higher peak


def sizes_of(
    name: PackingClass, rng: np.random.Generator, items: int, resources: int
) -> tuple[int, IntArray]:
    """Return the capacity in every resource, and the sizes of all items."""
    shape = (items, resources)
    if name in _UNIFORM:
        capacity, least, largest = _UNIFORM[name]
        return capacity, rng.integers(least, largest + 1, shape)
    if name in ("panigrahy-7", "panigrahy-8"):
        return 150, _pairs(rng, items, resources, alike=name == "panigrahy-7")
    if name == "panigrahy-9":
        return 100, _throws(rng, items, resources)
    if name == "new-1":
        return 100, _sizes_with_one_large(rng, items, resources)
    if name in _NORMAL:
        mean, deviation = _NORMAL[name]
        return 100, _normal(rng, items * resources, mean, deviation).reshape(shape)
    if name in _TWO_PEAKS:
        columns = [_two_peaks(rng, items, *_TWO_PEAKS[name]) for _ in range(resources)]
        return 100, np.stack(columns, axis=1)
    return 100, _triplets(rng, items, resources, falkenauer=name == "triplet-falkenauer")


def machines_enough(capacity: int | FloatArray, sizes: IntArray | FloatArray) -> int:
    """Return half again as many machines as first fit needs for the items, the largest first."""
    rooms = np.zeros((0, sizes.shape[1]), dtype=sizes.dtype)
    for size in sizes[np.argsort(-sizes.sum(axis=1), kind="stable")]:
        fits = np.flatnonzero((rooms >= size).all(axis=1))
        if len(fits):
            rooms[fits[0]] -= size
        else:
            rooms = np.vstack([rooms, capacity - size])
    return min(len(sizes), (3 * len(rooms) + 1) // 2)


def _pairs(rng: np.random.Generator, items: int, resources: int, *, alike: bool) -> IntArray:
    """Return sizes whose second resource goes with the first, or against it, and so on in pairs."""
    columns: list[IntArray] = []
    while len(columns) < resources:
        first = rng.integers(20, 101, items)
        about = first if alike else 120 - first
        columns += [first, about + rng.integers(-10, 11, items)]
    return np.stack(columns[:resources], axis=1)


def _throws(rng: np.random.Generator, items: int, resources: int) -> IntArray:
    """Return sizes by throws of as many pairs of balls as there are resources; those that fit."""
    throws: list[IntArray] = []
    while len(throws) < items:
        balls = rng.multinomial(2 * resources, np.full(resources, 1 / resources))
        size = int(rng.integers(10, 41)) * balls + rng.integers(0, 2, resources)
        if size.max() <= 100:
            throws.append(size)
    return np.stack(throws)


def _sizes_with_one_large(rng: np.random.Generator, items: int, resources: int) -> IntArray:
    """Return items that are large in one resource, an equal number in each."""
    sizes = rng.integers(0, 26, (items, resources))
    large = np.minimum(np.arange(items) // max(1, items // resources), resources - 1)
    sizes[np.arange(items), large] = rng.integers(50, 101, items)
    return sizes


def _normal(rng: np.random.Generator, count: int, mean: float, deviation: float) -> IntArray:
    """Return rounded normal numbers, those outside of 0 to 100 drawn again."""
    sizes = np.rint(rng.normal(mean, deviation, count)).astype(np.int64)
    while (outside := (sizes < 0) | (sizes > 100)).any():
        again = rng.normal(mean, deviation, int(outside.sum()))
        sizes[outside] = np.rint(again).astype(np.int64)
    return sizes


def _two_peaks(
    rng: np.random.Generator, items: int, high: float, low: float, deviation: float
) -> IntArray:
    """Return sizes of one resource, about a tenth of them around the higher peak."""
    drawn = round(rng.normal(int(items * _LARGE), (items / 4) ** 0.5))
    large = min(items, max(0, drawn))
    sizes = np.concatenate(
        [_normal(rng, large, high, deviation), _normal(rng, items - large, low, deviation)]
    )
    return rng.permutation(sizes)


def _triplets(
    rng: np.random.Generator, items: int, resources: int, *, falkenauer: bool
) -> IntArray:
    """Return items of which three and three fill a machine in every resource."""
    shape = (items // 3, resources)
    if falkenauer:
        first = rng.integers(38, 50, shape)
        second = rng.integers(25, (100 - first) // 2 + 1)
    else:
        first, second = rng.integers(25, 51, shape), rng.integers(25, 51, shape)
    return np.stack([first, second, 100 - first - second], axis=1).reshape(-1, resources)
