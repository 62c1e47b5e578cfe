"""Why a machine stays in use: the item, the size or the rule that holds it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...instances.consolidation import Consolidation, counts_of, may_enter
from ..consolidation import pinned_items
from .cordons import why_not_freed


@dataclass(frozen=True)
class Stays:
    """A machine that stays in use, and why: by which rules, by which items.

    ``in_every_plan``: no plan can do without it.  Otherwise it is true of this plan, and another
    one may be as good without the machine.
    """

    machine: str
    why: str
    rules: tuple[int, ...] = ()
    items: tuple[str, ...] = ()
    in_every_plan: bool = False


def reason_in_every_plan(instance: Consolidation, site: int) -> Stays | None:
    """Return what holds a machine in every plan: the file keeps it, or items that stay there."""
    name = instance.sites[site].name
    if instance.kept[site]:
        return Stays(name, "it is kept, whatever is on it", in_every_plan=True)
    held = np.flatnonzero(pinned_items(instance) & (instance.home == site)).tolist()
    if not held:
        return None
    names = tuple(instance.items[i].name for i in held)
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    why = f"{names[0]}{more} may be nowhere else"
    return Stays(name, why, items=names, in_every_plan=True)


def why_stays(
    instance: Consolidation, decision: dict[str, dict[str, str]], *, without_pins: bool = False
) -> list[Stays]:
    """Return for every machine in use at the end what holds it there.

    In a plan ``without_pins`` that may be a pod that tolerates cordons.
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
        why = "each of its items fits elsewhere, but not all of them together"
        for i in sorted(there.tolist(), key=lambda k: -int(instance.demand[k].max())):
            others = used & masks[row_of[i]]
            others[j] = False
            fits = others & (room >= instance.demand[i]).all(axis=1)
            item = instance.items[i].name
            if not others.any():
                why = f"{item} may be on no other machine in use"
                break
            if not fits.any():
                why = f"no other machine in use that {item} may be on has room for it"
                break
            if not any(may_enter(book, counts, i, j, k) for k in np.flatnonzero(fits).tolist()):
                own = book.rule[book.start[i] : book.start[i + 1]].tolist()
                stated = [rules[r].named(places[r]) for r in own]
                keeping = tuple(places[r] for r in own)
                by = f"rules keep it: {'; '.join(stated[:2])}"
                if not stated:
                    by = "its share fits in no device that is left there"
                why = f"{item} has room elsewhere, but {by}"
                break
        reasons.append(Stays(name, why, rules=keeping))
    return reasons
