"""Items that may be left out: each has a site of its own on which it waits.

As many optional items as possible are placed first.  So a site to wait costs more than all machines
and offers together, and whoever finds the least objective has left out as few as can be.  An item
on such a site is absent from the decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.faults import Fault
from .rules import PlacementRule

if TYPE_CHECKING:
    from .instance import Consolidation, Item


def site_to_wait(item: str) -> str:
    """Return the name of the site on which an optional item waits."""
    return f"(waits) {item}#1"


def room_to_wait(instance: Consolidation, item: Item) -> tuple[float, ...]:
    """Return the room of the site on which an item waits: its demand, devices as a whole."""
    devices = instance.devices or ()
    return tuple(
        float(ceil(size)) if name in devices else size
        for name, size in zip(instance.resources, item.demand, strict=True)
    )


def price_to_wait(instance: Consolidation) -> float:
    """Return what a left out item adds to the objective: more than everything else together."""
    if instance.objective != "price":
        return 1.0 + len(instance.machines)
    offered = (
        (offer.price or 0.0) * min(offer.at_most, len(instance.items))
        for offer in instance.offers or ()
    )
    return 1.0 + ceil(sum(machine.price or 0.0 for machine in instance.machines) + sum(offered))


def optional_items_wait(
    items: tuple[Item, ...], rules: tuple[PlacementRule, ...] | None
) -> Iterator[Fault]:
    """An optional item does not run yet, and need not be with others."""
    bound = {name for rule in rules or () if rule.kind == "with" for name in rule.items}
    for i, item in enumerate(items):
        if item.optional and item.machine is not None:
            yield Fault.of(f"items[{i}].optional", "may be left out, but runs on", item.machine)
        if item.optional and item.name in bound:
            yield Fault(f"items[{i}].optional", "may be left out, but a rule keeps it with others")


def without_left_out(
    instance: Consolidation, decision: dict[str, dict[str, str]]
) -> tuple[Consolidation, tuple[str, ...]]:
    """Return the instance of what a decision places, all of it required, and what it leaves out."""
    chosen = decision["machine"]
    waiting = {site_to_wait(item.name) for item in instance.items if item.optional}
    out = tuple(
        item.name
        for item in instance.items
        if item.optional and chosen.get(item.name, site_to_wait(item.name)) in waiting
    )
    if not any(item.optional for item in instance.items):
        return instance, ()
    items = tuple(
        item.model_copy(update={"optional": None})
        for item in instance.items
        if item.name not in set(out)
    )
    rules = tuple(_rules_without(instance.rules or (), set(out)))
    smaller = instance.model_copy(update={"items": items, "rules": rules or None})
    return smaller, out


def with_awaited_kept(
    instance: Consolidation, decision: dict[str, dict[str, str]]
) -> Consolidation:
    """Return the instance without the items left out, and keep the machines that these may take.

    An item that tolerates a cordon takes such a machine as soon as there is room, closed or not.
    """
    placed, out = without_left_out(instance, decision)
    items = enumerate(instance.items)
    waiting = [i for i, item in items if item.tolerates_cordon and item.name in out]
    if not waiting:
        return placed
    awaited = np.asarray(instance.pairs()[waiting].any(axis=0)).tolist()
    machines = tuple(
        machine.model_copy(update={"keep": machine.keep or may or None})
        for machine, may in zip(instance.machines, awaited, strict=False)
    )
    return placed.model_copy(update={"machines": machines})


def _rules_without(rules: tuple[PlacementRule, ...], out: set[str]) -> Iterator[PlacementRule]:
    """Yield the rules about what is left."""
    for rule in rules:
        cut: dict[str, Any] = {"items": tuple(name for name in rule.items if name not in out)}
        if rule.others is not None:
            cut["others"] = tuple(name for name in rule.others if name not in out)
        if cut["items"] and cut.get("others", True):
            yield rule.model_copy(update=cut)
