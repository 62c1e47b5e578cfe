"""The devices of machines as rows of the integer program: which shares lie in which device.

Only machines with several devices need them, and only for resources of which somebody wants a
share: on all others the capacity says the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, IntArray
from ...instances.consolidation import Consolidation, places_of
from ..algebra import Relation, Variables, dot, set_values, total


def _resource_of(instance: Consolidation) -> IntArray:
    """Return the device resource of each kind of share."""
    return np.repeat(np.arange(len(instance.devices or ())), np.diff(instance.device_book.start))


def _there(instance: Consolidation) -> BoolArray:
    """Return, per machine, device and kind of share, whether a share may lie there."""
    book = instance.device_book
    resource = _resource_of(instance)
    shared = np.zeros(len(book.whole), dtype=np.bool_)
    shared[resource[book.size < book.whole[resource]]] = True
    number = np.where(shared & (book.number > 1), book.number, 0)
    most = int(number.max(initial=0))
    there: BoolArray = np.arange(most)[None, :, None] < number[:, None, resource]
    return there


def device_size(instance: Consolidation) -> tuple[int, int]:
    """Return the variables and nonzeros that devices need."""
    if not instance.devices:
        return 0, 0
    columns = int(_there(instance).sum())
    return columns, 5 * columns + int(instance.device_book.pieces.sum()) * len(instance.sites)


def add_devices(model: pyo.ConcreteModel, instance: Consolidation) -> None:
    """Add the places of shares in devices, where they say more than capacities."""
    there = _there(instance) if instance.devices else np.zeros((0, 0, 0), dtype=np.bool_)
    model.has_devices = bool(there.any())
    if not model.has_devices:
        return
    book, resource = instance.device_book, _resource_of(instance)
    part = book.size / book.whole[resource]
    kinds = [np.flatnonzero(resource == d) for d in range(len(book.whole))]
    _add_places(model, there)
    model.DEVICE = pyo.Set(dimen=3, initialize=list(_devices(instance, there, kinds)))

    # not in the paper: shares lie in devices
    @model.Constraint(model.SHARED)
    def in_devices(model: pyo.ConcreteModel, j: int, s: int) -> Relation:
        """Every share of that size on machine j is in one of its devices."""
        return total(model.n[j, :, s]) == dot(book.pieces[:, s], model.x[:, j])

    @model.Constraint(model.DEVICE)
    def device(model: pyo.ConcreteModel, j: int, g: int, d: int) -> Relation:
        """The shares in a device are at most the whole of it."""
        return dot(part[kinds[d]], model.n[j, g, kinds[d]]) <= model.y[j]

    # not in the paper: devices of a machine are alike
    @model.Constraint(model.DEVICE)
    def fullest_first(model: pyo.ConcreteModel, j: int, g: int, d: int) -> Relation:
        """A device holds no more than the one before it."""
        if g == 0:
            return pyo.Constraint.Skip
        before = dot(part[kinds[d]], model.n[j, g - 1, kinds[d]])
        return dot(part[kinds[d]], model.n[j, g, kinds[d]]) - before <= 0


def _add_places(model: pyo.ConcreteModel, there: BoolArray) -> None:
    model.DEVICES = pyo.RangeSet(0, there.shape[1] - 1)
    model.SHARES = pyo.RangeSet(0, there.shape[2] - 1)
    model.n = Variables(
        model.MACHINES,
        model.DEVICES,
        model.SHARES,
        where=there,
        domain=pyo.NonNegativeIntegers,
        doc="n_jgs: shares of size s in device g of machine j",
    )
    shared = [(j, s) for j, s in np.argwhere(there[:, 0]).tolist()]
    model.SHARED = pyo.Set(dimen=2, initialize=shared)


def _devices(
    instance: Consolidation, there: BoolArray, kinds: list[IntArray]
) -> Iterator[tuple[int, int, int]]:
    """Yield every machine, device and device resource that has rows."""
    for d, own in enumerate(kinds):
        for j in np.flatnonzero(there[:, 0, own].any(axis=1)).tolist():
            for g in range(int(instance.device_book.number[j, d])):
                yield j, g, d


def set_devices(model: Any, machine: IntArray) -> None:
    """Give the places of shares their values at an assignment that fits."""
    if not model.has_devices:
        return
    instance: Consolidation = model.instance
    book = instance.device_book
    resource = _resource_of(instance)
    part = book.size / book.whole[resource]
    shares = np.zeros(model.n.layout.shape)
    counts = np.zeros((len(instance.sites), len(book.size)), dtype=np.int64)
    np.add.at(counts, machine, book.pieces)
    for j, d in zip(*np.nonzero(book.number > 1), strict=True):
        own = np.flatnonzero(resource == d)
        number = int(book.number[j, d])
        place = places_of(book.size[own], counts[j, own], int(book.whole[d]), number)
        kind = np.repeat(own, counts[j, own])
        each = np.zeros((number, shares.shape[2]))
        np.add.at(each, (place, kind), 1.0)
        order = np.argsort(-(each @ part), kind="stable")
        shares[j, :number, own] = each[order][:, own].T
    set_values(model.n, shares)
