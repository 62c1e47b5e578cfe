"""The judge of the application's own claim: the machines that become free without pins.

It reads the fields of the instance file, computes with fractions, and shares no code with the
search for such plans.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from optgap.consolidation import Consolidation
from optgap.running import Violation, claim

CLAIMS = ("freed_without_pins", "proven_without_pins")


def without_pins_violations(instance: Consolidation, details: Mapping[str, Any]) -> list[Violation]:
    """Return the faults of claims that machines are free wherever a scheduler sends the items."""
    claimed = {key: details.get(key) for key in CLAIMS}
    return [
        claim(f"details.{key}", words)
        for key, freed in claimed.items()
        if isinstance(freed, (list, tuple)) and freed
        for words in _coming_back(instance, freed)
    ]


def _coming_back(instance: Consolidation, freed: Sequence[Any]) -> Iterator[str]:
    """Yield a sentence for each item that may return to a machine in ``freed``.

    Such an item tolerates cordons, is allowed on the machine and fits there alone.
    """
    rooms = {name: room for name, room in _rooms(instance) if name in freed}
    for item in (item for item in instance.items if item.tolerates_cordon):
        for name, room in rooms.items() if item.machine in (None, *freed) else ():
            fits = all(_exact(d) <= size for d, size in zip(item.demand, room, strict=True))
            if fits and (item.allowed_machines is None or name in item.allowed_machines):
                yield f"{item.name} may come back to {name}"


def _rooms(instance: Consolidation) -> Iterator[tuple[str, list[Fraction]]]:
    """Yield the name and the usable capacity of each machine, and of each that is offered."""
    named: list[tuple[str, Any]] = [(machine.name, machine) for machine in instance.machines]
    for offer in instance.offers or ():
        most = min(offer.at_most, len(instance.items))
        named += [(f"{offer.called}#{k + 1}", offer) for k in range(most)]
    for name, record in named:
        shares = record.limit or (1.0,) * len(record.capacity)
        sizes = zip(record.capacity, shares, strict=True)
        yield name, [_exact(capacity) * _exact(share) for capacity, share in sizes]


def _exact(number: float) -> Fraction:
    """Return the decimal that a file writes for a number."""
    return Fraction(str(number))
