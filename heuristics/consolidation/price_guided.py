"""Greedy placement guided by the prices of a relaxation, as in CvxCluster.

O. Nnorom, S. Boyd, P. Levis: CvxCluster: Solving Large, Complex, Granular Resource Allocation
Problems 100-1000x Faster, arXiv:2605.01614, 2026.  A relaxation yields prices of the resources of
every machine; a greedy procedure then places tasks by these prices.  The relaxation here is a
linear program over classes of machines without rules, so it stays small for large clusters.  The
procedure also uses the program's numbers of opened machines per type, and of items of each kind.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.kernels import kernel
from ...core.outcome import Answer
from ...core.run import Run
from ...instances.consolidation import Consolidation, may_enter, overfull, rules_hold
from ...solvers.consolidation import ClassMix, certified_mix, cheap_bound, impossible, pinned_items
from .online import placed_online
from .policies import BEST_FIT, PackingPolicy, fits
from .repair import empty_towards, mend, repair
from .slots import Placing, begin_placing, seat, waits_for_mates

# The choice of a machine: the first, that with the cheapest residual, or the most even residual.
_FIRST, _CHEAPEST, _EVENEST = 0, 1, 2
_WANTED = 1e6
_AT_ONCE = 10**9  # pairs of items and machines between two checks of the time


def price_guided(instance: Consolidation, run: Run) -> Answer:
    """Place items greedily by the prices of a relaxation; keep the present plan if it is better.

    With a migration budget, machines are emptied by best fit instead, beginning with those that are
    empty in the new plan.
    """
    best: IntArray | None = None
    if _is_plan(instance, instance.home):
        best = _report_plan(instance, instance.home, run)
    bound = cheap_bound(instance)
    if bound.units is None:
        return impossible(bound)
    pinned, units = pinned_items(instance), bound.units
    mix = certified_mix(instance, pinned, run)
    if mix is not None and mix.bound is not None and (more := mix.bound.units or 0) > units:
        bound, units = mix.bound, more
    run.report(bound=instance.value_of(units), certificate=bound.certificate)
    for machine in _plans(instance, mix, pinned, run):
        if machine is not None and _is_plan(instance, machine):
            if best is not None and instance.units_of(machine) >= instance.units_of(best):
                continue
            best = _report_plan(instance, machine, run)
    return Answer(
        None if best is None else instance.decision(best),
        bound=instance.value_of(units),
        bound_kind="certified",
        certificate=bound.certificate,
        stopped=run.stopped,
        message="no plan was found that keeps all rules" if best is None else None,
    )


def _report_plan(instance: Consolidation, machine: IntArray, run: Run) -> IntArray:
    """Report a plan and return it."""
    value = instance.value_of(instance.units_of(machine))
    run.report(value, decision=instance.decision(machine))
    return machine


def _plans(
    instance: Consolidation, mix: ClassMix | None, pinned: BoolArray, run: Run
) -> Iterator[IntArray | None]:
    """Yield the present plan with requests placed, then greedy plans; ``None`` for a failure."""
    now = instance.home
    if len(overfull(instance, now)) == 0:
        now = placed_online(instance, run, PackingPolicy(BEST_FIT), now)
        yield now
    if mix is None:
        return
    for choice in (_FIRST, _CHEAPEST, _EVENEST):
        if run.should_stop():
            return
        placed = _place_all(instance, mix, pinned, choice, run)
        if not instance.limits_moves:
            plan = repair(instance, instance.rule_book, placed, run)
            yield mend(instance, placed, run) if plan is None else plan
            if plan is not None:
                yield empty_towards(instance, plan, plan, run)
        elif (now >= 0).all():
            yield empty_towards(instance, now, placed, run)


def _is_plan(instance: Consolidation, machine: IntArray) -> bool:
    return (
        bool((machine >= 0).all())
        and rules_hold(instance.rule_book, machine)
        and len(overfull(instance, machine)) == 0
    )


class _Things(NamedTuple):
    """Input of the greedy placement: items' demands and masks, machines' types and prices."""

    demand: IntArray
    masks: BoolArray
    row_of: IntArray
    type_of: IntArray
    group_of: IntArray
    worth: FloatArray  # price of each resource on each type of machine
    full: FloatArray
    price: FloatArray  # price of each machine, scaled to at most 1
    quota: IntArray  # items of each group that a type still wants


class _Types(NamedTuple):
    """The types of machines; machines of equal capacity and price have one type, in any zone."""

    of_machine: IntArray
    first: IntArray  # for each type one of its classes
    worth: FloatArray  # per type and resource, the mean of its machines
    quota: IntArray  # items of each group that the machines of a type want
    opened: FloatArray  # machines of each class, evenly over the classes of a type


def _types_of(mix: ClassMix, resources: int) -> _Types:
    classes = mix.classes
    alike = np.column_stack([classes.room, classes.price])
    _, first, of_class = np.unique(alike, axis=0, return_index=True, return_inverse=True)
    of_class = of_class.reshape(-1)
    sites = np.bincount(of_class, weights=classes.sites)
    quota = np.zeros((len(first), len(classes.count)))
    np.add.at(quota, of_class, mix.items)
    worth = np.zeros((len(first), resources))
    np.add.at(worth, of_class, mix.price[:, :resources] * classes.sites[:, None])
    share = np.bincount(of_class, weights=mix.machines) / sites
    return _Types(
        of_class[classes.class_of],
        first,
        worth / sites[:, None],
        np.ceil(quota - 1e-9).astype(np.int64),
        share[of_class] * classes.sites,
    )


def _place_all(
    instance: Consolidation, mix: ClassMix, pinned: BoolArray, choice: int, run: Run
) -> IntArray:
    """Place items by falling price; return the machine of each item, -1 for an unplaced one."""
    classes, resources = mix.classes, instance.demand.shape[1]
    types = _types_of(mix, resources)
    machine = np.where(pinned, instance.home, -1)
    state = begin_placing(instance, instance.rule_book, machine, classes, types.opened)
    things = _Things(
        instance.demand,
        *instance.masks,
        types.of_machine,
        classes.group_of,
        types.worth,
        classes.room[types.first][:, :resources].clip(1).astype(np.float64),
        instance.price / max(1, int(instance.price.max())),
        types.quota,
    )
    pays = types.worth @ classes.size[:, :resources].T
    order = _dearest_first(instance, classes.group_of, pays, pinned)
    left = order
    while len(left) > 0:  # a spread may take an item only after others
        for part in np.array_split(left, 1 + len(left) * len(instance.sites) // _AT_ONCE):
            if run.should_stop():
                return machine
            _place(part, things, state, choice, machine)
        before, left = len(left), order[machine[order] < 0]
        if len(left) == before:
            break
    return machine


def _dearest_first(
    instance: Consolidation, group_of: IntArray, pays: FloatArray, pinned: BoolArray
) -> IntArray:
    """Return the movable items by falling price; items that require others nearby come last."""
    most = np.append(pays.max(axis=0), 0.0)
    order = np.lexsort((-most[group_of], waits_for_mates(instance.rule_book)))
    return order[~pinned[order]]


@kernel
def _place(
    order: IntArray, things: _Things, state: Placing, choice: int, machine: IntArray
) -> None:
    """Place items on open machines, preferably of a type with quota left, else on new ones."""
    for i in order:
        best, chosen, mask = -np.inf, -1, things.masks[things.row_of[i]]
        # of all machines looked at so far, chosen is the best that has room and takes the item
        for j in range(len(mask)):
            if not mask[j] or not fits(state.room, things.demand[i], j):
                continue
            t = things.type_of[j]
            value = 0.0
            if not state.open[j]:
                value = -_WANTED * (1.0 + things.price[j])
            elif things.quota[t, things.group_of[i]] > 0:
                value = _WANTED
            value += _fitness(i, j, t, things, state, choice)
            if value > best and may_enter(state.book, state.counts, i, -1, j):
                best, chosen = value, j
        if chosen < 0:
            continue
        machine[i] = chosen
        things.quota[things.type_of[chosen], things.group_of[i]] -= 1
        seat(state, things.demand, i, chosen)


@kernel
def _fitness(i: int, j: int, t: int, things: _Things, state: Placing, choice: int) -> float:
    """Return the score of the room that item i would leave on machine j of type t."""
    value, least, most = 0.0, 1.0, 0.0
    for r in range(things.demand.shape[1]):
        left = float(state.room[j, r] - things.demand[i, r])
        share = left / things.full[t, r]
        least, most = min(least, share), max(most, share)
        if choice == _CHEAPEST:
            value -= things.worth[t, r] * left
        elif choice == _EVENEST:
            value += 0.1 * share
    return value - (most - least) if choice == _EVENEST else value
