"""Optional items of `consolidation` that a decision leaves out, read from the raw fields.

Every optional item has a site of its own, on which it waits.  Such a site adds more to the
objective than all machines and offers together.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....core.decimals import as_written
from ....instances.consolidation import Consolidation


@dataclass(frozen=True)
class Waiting:
    """The site on which an item waits, with the fields of a machine."""

    name: str
    item: str
    capacity: tuple[float, ...]
    price: float
    limit: None = None
    labels: None = None


def waiting_sites(instance: Consolidation) -> list[Waiting]:
    """Return the sites of all optional items, in their order."""
    optional = [item for item in instance.items if item.optional]
    if not optional:
        return []
    price = float(_price(instance))
    whole = [name in (instance.devices or ()) for name in instance.resources]
    return [
        Waiting(
            f"(waits) {item.name}#1",
            item.name,
            tuple(
                float(-(-size // 1)) if device else size
                for size, device in zip(item.demand, whole, strict=True)
            ),
            price,
        )
        for item in optional
    ]


def _price(instance: Consolidation) -> int:
    """Return one more than all machines, or their prices with those of all offers, rounded up."""
    if instance.objective != "price":
        return 1 + len(instance.machines)
    amount = sum((as_written(machine.price or 0) for machine in instance.machines), Fraction(0))
    for offer in instance.offers or ():
        amount += as_written(offer.price or 0) * min(offer.at_most, len(instance.items))
    return 1 - (-amount.numerator // amount.denominator)


def of_the_placed(instance: Consolidation, out: set[str]) -> Consolidation:
    """Return the instance as if nobody had asked for what is left out."""
    if not out:
        return instance
    changes: dict[str, Any] = {
        "items": tuple(item for item in instance.items if item.name not in out)
    }
    if instance.rules:
        sides = ({"items": rule.items, "others": rule.others or ()} for rule in instance.rules)
        kept = (
            {side: tuple(sorted(set(names) - out)) for side, names in named.items()}
            for named in sides
        )
        pairs = zip(instance.rules, kept, strict=True)
        changes["rules"] = tuple(rule.model_copy(update=names) for rule, names in pairs)
    return instance.model_copy(update=changes)
