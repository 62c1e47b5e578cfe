"""Model of consolidation: vector bin packing with a budget for migrations.

Eigen (PVLDB 16(12), 2023), section 4.1.2, states the problem in words.  Demands and capacities are
counted in integral units.  A pair of an item and a machine has a variable only if the item is
allowed there and fits on the empty machine.  Some resources consist of devices, for example GPUs.
An item may need a share of a device, which must not be split over several devices.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pyomo.core as pyo

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import as_written
from ...core.outcome import Decision
from ...core.records import column
from ...core.words import Said, Words, more, names, number, simply
from ...instances.consolidation import MACHINE, Consolidation, places_of
from ..algebra import (
    Indices,
    Relation,
    Variables,
    chosen,
    dot,
    family,
    model_builder,
    set_values,
    total,
)
from .placement_rules import add_rules


def _resource_of(instance: Consolidation) -> IntArray:
    """Return, for each distinct size of a share, the index of its resource among the devices."""
    return np.repeat(np.arange(len(instance.devices or ())), np.diff(instance.device_book.start))


def _there(instance: Consolidation) -> BoolArray:
    """Return a mask (machines x devices x sizes of shares) of the devices that may hold a share."""
    book = instance.device_book
    resource = _resource_of(instance)
    shared = np.zeros(len(book.whole), dtype=np.bool_)
    shared[resource[book.size < book.whole[resource]]] = True
    number = np.where(shared & (book.number > 1), book.number, 0)
    most = int(number.max(initial=0))
    there: BoolArray = np.arange(most)[None, :, None] < number[:, None, resource]
    return there


def device_size(instance: Consolidation) -> tuple[int, int]:
    """Return the numbers of variables and nonzeros that `add_devices` adds."""
    if not instance.devices:
        return 0, 0
    columns = int(_there(instance).sum())
    return columns, 5 * columns + int(instance.device_book.pieces.sum()) * len(instance.sites)


def add_devices(model: pyo.ConcreteModel, instance: Consolidation) -> None:
    """Add variables and rows that pack shares into devices, for machines with several devices.

    They are needed only for resources of which an item wants a share; on all other machines the
    capacity row is equivalent.
    """
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
        """Every share of size s on machine j is in one of the machine's devices."""
        return total(model.n[j, :, s]) == dot(book.pieces[:, s], model.x[:, j])

    @model.Constraint(model.DEVICE)
    def device(model: pyo.ConcreteModel, j: int, g: int, d: int) -> Relation:
        """The shares in a device sum to at most 1."""
        return dot(part[kinds[d]], model.n[j, g, kinds[d]]) <= model.y[j]

    # not in the paper: devices of a machine are alike
    @model.Constraint(model.DEVICE)
    def fullest_first(model: pyo.ConcreteModel, j: int, g: int, d: int) -> Relation:
        """The load of a device is at most the load of the previous device of the machine."""
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
    """Yield the indices (machine, device, resource) of every device that has rows."""
    for d, own in enumerate(kinds):
        for j in np.flatnonzero(there[:, 0, own].any(axis=1)).tolist():
            for g in range(int(instance.device_book.number[j, d])):
                yield j, g, d


def set_devices(model: Any, machine: IntArray) -> None:
    """Set the variables of devices to a packing of the shares, for a feasible assignment."""
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


def model_size(instance: Consolidation, *, every: bool = False) -> tuple[int, int]:
    """Return upper bounds on the numbers of variables and nonzeros of the model."""
    pairs = len(instance.items) * len(instance.sites)
    columns, entries = device_size(instance)
    pairs_entries = ((2 if every else 4) + len(instance.resources)) * pairs
    return pairs + len(instance.sites) + columns, pairs_entries + entries


@model_builder
def build_model(
    instance: Consolidation, pairs: BoolArray | None = None, *, every: bool = False
) -> pyo.ConcreteModel:
    """Build the integer program of section 4.1.2.

    ``pairs`` is a mask (items x machines) of pairs with a variable (default: allowed and fitting).
    With ``every`` (for `explain`) all pairs have one, all machines count as used, and rows forbid
    machines that are not allowed.
    """
    if not every:
        return _model(instance, instance.pairs() if pairs is None else pairs)
    model = _model(instance, np.ones((len(instance.items), len(instance.sites)), dtype=np.bool_))
    model.y.fix(1)
    _add_lists(model, ~instance.allowed_pairs())
    return model


def _add_lists(model: pyo.ConcreteModel, banned: BoolArray) -> None:
    # Σ_j x_ij = 0 over the machines j where item i may not be
    @model.Constraint(np.flatnonzero(banned.any(axis=1)).tolist())
    def may_be_on(model: pyo.ConcreteModel, i: int) -> Relation:
        """An item stays, or is on one of its allowed machines."""
        return total(model.x[i, banned[i]]) <= 0


def _model(instance: Consolidation, pairs: BoolArray) -> pyo.ConcreteModel:
    demand, usable = _scale(instance.demand, instance.usable)
    alike = identical_empty(instance)
    model = pyo.ConcreteModel(name=instance.name)
    model.instance = instance
    model.RESOURCES = pyo.RangeSet(0, len(instance.resources) - 1)
    model.ITEMS = pyo.RangeSet(0, len(instance.items) - 1)
    model.MACHINES = pyo.RangeSet(0, len(instance.sites) - 1)
    model.ALIKE = pyo.Set(dimen=2, initialize=[pair for group in alike for pair in pairwise(group)])
    model.x = Variables(
        model.ITEMS,
        model.MACHINES,
        where=pairs,
        domain=pyo.Binary,
        doc="x_ij: item i is on machine j",
    )
    model.y = Variables(
        model.MACHINES,
        domain=pyo.Binary,
        lower=instance.kept,
        doc="y_j: machine j is not empty, or kept",
    )
    price = instance.full_price * float(instance.price_unit)
    toll = _tolls(instance)

    @model.Objective(sense=pyo.minimize)
    def machines_used(model: pyo.ConcreteModel) -> pyo.Expression:
        """Section 4.1.2: minimise the number (or price) of used machines, plus priced moves."""
        used = dot(price, model.y)
        return used if toll is None else used + dot(toll, model.x)

    # 4.1.2: the assignment A: every item has one machine
    @model.Constraint(model.ITEMS)
    def assignment(model: pyo.ConcreteModel, i: int) -> Relation:
        """Every item is on exactly one machine."""
        return total(model.x[i]) == 1

    # 4.1.2: residual capacities are not negative; an empty machine offers nothing
    @model.Constraint(model.MACHINES, model.RESOURCES)
    def capacity(model: pyo.ConcreteModel, j: int, r: int) -> Relation:
        """The items on machine j need at most its usable amount of resource r."""
        return dot(demand[:, r], model.x[:, j]) <= usable[j, r] * model.y[j]

    # not in the paper: tightens the relaxation, and holds items without any demand
    @family(model, model.x)
    def opened(i: Indices, j: Indices) -> Relation:
        """A machine that has an item counts as used."""
        return model.x[i, j] <= model.y[j]

    _limit_migrations(model, instance)
    add_devices(model, instance)
    model.helpers = add_rules(model, instance)

    # not in the paper: of identical machines that are empty now, the first are used first
    @family(model, model.ALIKE)
    def in_order(j: Indices, k: Indices) -> Relation:
        """Machine k is used only if the identical machine j before it is used."""
        return model.y[k] <= model.y[j]

    return model


def _limit_migrations(model: pyo.ConcreteModel, instance: Consolidation) -> None:
    elsewhere = np.arange(len(instance.sites)) != instance.home[:, None]
    if instance.budget >= instance.cost.sum() or not elsewhere[instance.cost > 0].any():
        return
    costs, budgets = _scale(instance.cost[:, None], np.array([[instance.budget]]))
    cost, Q = costs[:, 0], budgets[0, 0]

    # 4.1.2: Σ cost(I) <= Q over all items that move
    @model.Constraint()
    def budget(model: pyo.ConcreteModel) -> Relation:
        """Migrations cost at most the budget."""
        return dot(elsewhere * cost[:, None], model.x) <= Q


def _scale(sizes: IntArray, rooms: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return sizes and capacities, divided by a power of two per resource (see `scales`)."""
    scale = np.array(scales(sizes, rooms), dtype=np.float64)
    return sizes / scale, rooms / scale


def _tolls(instance: Consolidation) -> FloatArray | None:
    """Return the price of each move (items x machines), or ``None`` if moves have no price."""
    if not instance.toll:
        return None
    elsewhere = np.arange(len(instance.sites)) != instance.home[:, None]
    tolls = instance.cost * float(instance.toll * instance.price_unit)
    return np.asarray(elsewhere * tolls[:, None])


def identical_empty(instance: Consolidation) -> list[list[int]]:
    """Return groups of empty machines that all items and rules treat alike."""
    masks, _ = instance.masks
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    listed = [set(rule.domains) for rule in rules if rule.at == MACHINE and rule.domains]
    levels = {rule.at for rule in rules} - {MACHINE}
    groups: dict[Any, list[int]] = {}
    for j in np.flatnonzero(~instance.occupied & ~instance.kept).tolist():
        site = instance.sites[j]
        labels = {(level, (site.labels or {}).get(level)) for level in levels}
        among = tuple(site.name in names for names in listed)
        alike = instance.usable[j].tobytes() + masks[:, j].tobytes()
        alike += instance.device_book.number[j].tobytes()
        key = (alike, int(instance.price[j]), frozenset(labels), among)
        groups.setdefault(key, []).append(j)
    return list(groups.values())


def decision_of(model: pyo.ConcreteModel) -> Decision:
    """Return the decision from the variable values of a solved model."""
    used = chosen(model.x)
    machine = np.where(used.any(axis=1), used.argmax(axis=1), -1)
    return model.instance.decision(machine)  # type: ignore[no-any-return]


def set_start(model: pyo.ConcreteModel, decision: Decision) -> None:
    """Set the variables to a decision's values, after permuting interchangeable machines."""
    instance: Consolidation = model.instance
    machine = instance.numbers(decision)
    used = np.bincount(machine, minlength=len(instance.sites)) > 0
    place = np.arange(len(instance.sites))
    for group in identical_empty(instance):
        place[sorted(group, key=lambda j: not used[j])] = group
    machine = place[machine]
    placed = machine[:, None] == np.arange(len(instance.sites))
    set_values(model.x, placed)
    set_values(model.y, placed.any(axis=0) | instance.kept)
    set_devices(model, machine)
    if model.helpers is not None:
        model.helpers.set_values(machine)


def words(instance: Consolidation) -> Words:
    """Return the texts for `explain`; capacities that can never be exceeded have no text."""
    sizes = scales(instance.demand, instance.usable)
    cost = scales(instance.cost[:, None], np.array([[instance.budget]]))[0]
    allowed, needs = instance.allowed_pairs(), instance.demand.sum(axis=0)
    items, budget = column(instance.items, "name"), instance.budget * instance.cost_unit
    limit = number(float(instance.migration_budget or 0.0))

    def room(at: tuple[int, int]) -> Said | None:
        j, r = at
        if needs[r] <= instance.usable[j, r]:
            return None
        member = f"{instance.sites[j].name} {instance.resources[r]}"
        share = as_written(float(instance.limit[j, r]))
        usable = as_written(float(instance.capacity[j, r])) * share
        unit = instance.units[r]
        change = more(f"{member} has ", int(instance.usable[j, r]) * unit)
        return Said("room", member, number(usable), change, unit * sizes[r])

    def may_be_on(i: int) -> Said:
        there = [site.name for site, may in zip(instance.sites, allowed[i], strict=True) if may]
        change = simply(f"{items[i]} may be on other machines")
        return Said("may be on", items[i], names(there, "machines", "no machine"), change)

    return {
        "capacity": room,
        **_of_devices(instance),
        "may_be_on": may_be_on,
        **_of_rules(instance),
        "budget": lambda _: Said(
            "budget", "", limit, more("a budget of ", budget), instance.cost_unit * cost
        ),
        "assignment": lambda i: Said(
            "placed", items[i], "", simply(f"{items[i]} is left out"), at_least=True
        ),
    }


def scales(sizes: IntArray, rooms: IntArray) -> list[int]:
    """Return, per resource, a power of two; divided by it, sizes and capacities are below 2^30.

    Decimal numbers with many digits become large integers, and solvers refuse numbers beyond 10^15.
    """
    most = [max(*sizes[:, r].tolist(), *rooms[:, r].tolist(), 0) for r in range(sizes.shape[1])]
    return [1 << max(0, number.bit_length() - 30) for number in most]


# rows that a user can change; all others define the items that arrive and are present
_ROWS = (
    *("apart", "apart_stay", "not_with", "not_with_come", "with_others"),
    *("spread", "spread_stay"),
)


def _of_rules(instance: Consolidation) -> Words:
    """Return, for each row of the placement rules, the text of its rule."""
    rules = [rule for rule in instance.rules or () if rule.kind != "at_once"]
    stated = Counter((rule.kind, rule.stated_by) for rule in rules)
    numbers = {id(rule): k for k, rule in enumerate(instance.rules or ())}

    def said(index: tuple[Any, ...]) -> Said:
        rule = rules[index[0]]
        name = f"rules[{numbers[id(rule)]}]"
        if rule.stated_by is not None and stated[rule.kind, rule.stated_by] == 1:
            name = rule.stated_by
        change = simply(f"{name} need not hold")
        words = f"{len(rule.items)} items"
        if rule.kind == "apart":
            words = f"{words}, at most {rule.most} in a domain"
            change = more(f"{name}: at most ", rule.most, " in a domain")
        elif rule.kind == "spread":
            words = f"{words}, a skew of {rule.skew}"
            change = more(f"{name}: a skew of ", rule.skew)
        return Said(rule.kind, name, words, change)

    return dict.fromkeys(_ROWS, said)


def _of_devices(instance: Consolidation) -> Words:
    """Return the texts of the rows of devices; all devices of a machine have the same text."""

    def said(index: tuple[int, int, int]) -> Said:
        resource = (instance.devices or ())[index[2]]
        r = instance.resources.index(resource)
        site = instance.sites[index[0]]
        words = f"{float(site.capacity[r]):.10g} devices"
        change = simply(f"shares of {resource} on {site.name} are split across devices")
        return Said("devices", f"{site.name} {resource}", words, change)

    return {"device": said}
