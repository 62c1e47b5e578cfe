"""Reasons why machines stay in use: the item, the capacity or the rule that holds each."""

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from optgap import Outcome
from optgap.consolidation import Consolidation, counts_of, may_enter, pinned_items
from optgap.running import better

from .cordons import why_not_freed


@dataclass(frozen=True)
class Stays:
    """A machine that stays in use, and the rules and items that hold it.

    With ``in_every_plan`` each plan uses the machine.  Otherwise ``why`` applies to this plan, and
    another plan may be equally good without the machine.
    """

    machine: str
    why: str
    rules: tuple[int, ...] = ()
    items: tuple[str, ...] = ()
    in_every_plan: bool = False


def reason_in_every_plan(instance: Consolidation, site: int) -> Stays | None:
    """Return why each plan uses a machine: it is kept, or an item cannot leave; None if neither."""
    name = instance.sites[site].name
    if instance.kept[site]:
        because = instance.machines[site].reason if site < len(instance.machines) else None
        why = f"it must be kept, whatever runs on it{f': {because}' if because else ''}"
        return Stays(name, why, in_every_plan=True)
    held = np.flatnonzero(pinned_items(instance) & (instance.home == site)).tolist()
    if not held:
        return None
    names = tuple(instance.items[i].name for i in held)
    why = f"{names[0]} stays: {why_pinned(instance, held[0])}"
    more = f"; {len(names) - 1} more of its items cannot leave either" if len(names) > 1 else ""
    return Stays(name, f"{why}{more}", items=names, in_every_plan=True)


def why_pinned(instance: Consolidation, item: int) -> str:
    """Return the reason why an item can use no other machine, with the object that requires it."""
    this = instance.items[item]
    for r, rule in enumerate(instance.rules or ()):
        if rule.kind == "at_once" and rule.at_most == 0 and this.name in rule.items:
            return f"its {rule.named(r)} allows 0 disruptions"
    if this.reason is not None:
        return this.reason
    if this.fixed:
        return "it is fixed"
    if this.allowed_machines is not None:
        return "no other machine is allowed"
    return "all other machines are empty and stay empty"


def reasons_to_stay(
    instance: Consolidation, decision: dict[str, dict[str, str]], *, without_pins: bool = False
) -> list[Stays]:
    """Return, for each machine in use after the plan, the reason why it stays in use.

    In a plan ``without_pins`` the reason may be a pod that tolerates cordons.
    """
    machine = instance.numbers(decision)
    book = instance.rule_book
    counts = counts_of(book, machine)
    masks, row_of = instance.masks
    room = instance.usable.copy()
    np.subtract.at(room, machine, instance.demand)
    used = np.bincount(machine, minlength=len(room)) > 0
    places = [r for r, rule in enumerate(instance.rules or ()) if rule.kind != "at_once"]
    rules = [(instance.rules or ())[r] for r in places]
    coming_back = why_not_freed(instance) if without_pins else {}
    reasons = []
    for j in np.flatnonzero(used | instance.kept).tolist():
        name = instance.sites[j].name
        there = np.flatnonzero(machine == j)
        held = reason_in_every_plan(instance, j)
        if held is not None:
            reasons.append(held)
            continue
        if j in coming_back:
            reasons.append(Stays(name, coming_back[j]))
            continue
        keeping: tuple[int, ...] = ()
        why = "each of its items fits elsewhere, but they do not all fit together"
        for i in sorted(there.tolist(), key=lambda k: -int(instance.demand[k].max())):
            others = used & masks[row_of[i]]
            others[j] = False
            fits = others & (room >= instance.demand[i]).all(axis=1)
            item = instance.items[i].name
            reason = instance.items[i].reason
            because = "" if reason is None else f" ({reason})"
            if used.sum() == 1:
                why = "no other machine is in use"
                break
            if not others.any():
                why = f"{item} is allowed on no other machine in use{because}"
                break
            if not fits.any():
                why = f"no other machine that allows {item} has room for it{because}"
                break
            if not any(may_enter(book, counts, i, j, k) for k in np.flatnonzero(fits).tolist()):
                own = book.rule[book.start[i] : book.start[i + 1]].tolist()
                stated = [rules[r].named(places[r]) for r in own]
                keeping = tuple(places[r] for r in own)
                by = f"rules keep it: {'; '.join(stated[:2])}"
                if not stated:
                    by = "no device there has room for its share"
                why = f"{item} has room elsewhere, but {by}"
                break
        reasons.append(Stays(name, why, rules=keeping))
    return reasons


_METHOD = "column-generation"  # its bound respects the rules within a machine


@dataclass(frozen=True)
class Without:
    """The number or price of machines in use if one rule, fixed item or kept machine is dropped.

    ``bound`` is proven: if it is no better than ``now``, dropping ``dropped`` frees nothing.
    """

    dropped: str
    holds: tuple[str, ...]
    now: float
    objective: float
    bound: float | None

    @property
    def is_in_vain(self) -> bool:
        """Whether the bound proves that dropping ``dropped`` alone frees nothing."""
        return self.bound is not None and self.bound >= self.now

    @property
    def words(self) -> str:
        """The result of dropping ``dropped``, as a sentence."""
        if self.objective < self.now:
            return f"{self.objective:g} instead of {self.now:g}"
        if self.is_in_vain:
            return "no less (proven)"
        return (
            f"no less found in time (bound {'none' if self.bound is None else f'{self.bound:g}'})"
        )


def what_frees(
    instance: Consolidation,
    decision: dict[str, Any],
    now: float,
    solve: Callable[..., Outcome],
    time_limit: float | None = None,
) -> Iterator[Without]:
    """Yield the result of dropping all rules and fixings that hold machines, then each alone.

    ``now`` is the objective of the decision.  ``solve`` solves each changed instance, starting from
    the decision, in an equal part of the remaining time. If it is proven that dropping all of them
    frees nothing, no further results follow.
    """
    things = _things(instance, decision)
    end = None if time_limit is None else time.monotonic() + time_limit
    for k, (dropped, holds, without) in enumerate(things):
        share = None if end is None else max(0.05, (end - time.monotonic()) / (len(things) - k))
        outcome = solve(without, _METHOD, time_limit=share, start=decision)
        found = now if outcome.objective is None else outcome.objective
        best = found if better(found, now, "minimize") else now
        without_it = Without(dropped, holds, now, best, outcome.bound)
        yield without_it
        if k == 0 and without_it.is_in_vain:
            return


def _things(
    instance: Consolidation, decision: dict[str, Any]
) -> list[tuple[str, tuple[str, ...], Consolidation]]:
    """Return what holds machines in use, as (name of rule or fixing, machines, relaxed instance).

    The first entry relaxes all rules and fixings together; the list is empty if nothing holds a
    machine.
    """
    holds: dict[int, list[str]] = {}
    things = _everything(instance)
    kept = {machine.name for machine in instance.machines if machine.keep}
    for held in reasons_to_stay(instance, decision):
        if held.machine in kept:
            things.append(
                (
                    f"`keep` of {held.machine}",
                    (held.machine,),
                    _relaxed(instance, (), {held.machine}),
                )
            )
        if held.items:
            more = f" and {len(held.items) - 1} more" if len(held.items) > 1 else ""
            label = f"restrictions of {held.items[0]}{more}"
            things.append((label, (held.machine,), _relaxed(instance, held.items, ())))
        for r in held.rules:
            holds.setdefault(r, []).append(held.machine)
    for r, machines in holds.items():
        assert instance.rules is not None
        left = tuple(rule for k, rule in enumerate(instance.rules) if k != r)
        without = instance.model_copy(update={"rules": left or None})
        things.append((instance.rules[r].named(r), tuple(machines), without))
    return things


def _everything(
    instance: Consolidation,
) -> list[tuple[str, tuple[str, ...], Consolidation]]:
    rules = any(rule.kind != "at_once" for rule in instance.rules or ())
    held = any(item.fixed or item.allowed_machines is not None for item in instance.items)
    kept = {machine.name for machine in instance.machines if machine.keep}
    if not (rules or held or kept):
        return []
    free = _relaxed(instance, {item.name for item in instance.items}, kept)
    without = free.model_copy(update={"rules": None})
    return [("all rules, restrictions of items and kept machines", (), without)]


def _relaxed(
    instance: Consolidation, items: Collection[str], machines: Collection[str]
) -> Consolidation:
    """Return the instance without the restrictions of some items and the `keep` of machines."""
    free: dict[str, Any] = {"fixed": None, "allowed_machines": None}
    changed = (
        item.model_copy(update=free if item.name in items else {}) for item in instance.items
    )
    open_ = (
        machine.model_copy(update={"keep": None} if machine.name in machines else {})
        for machine in instance.machines
    )
    return instance.model_copy(update={"items": tuple(changed), "machines": tuple(open_)})
