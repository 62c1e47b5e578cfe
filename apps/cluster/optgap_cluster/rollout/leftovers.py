"""What a decision leaves over: items without a machine, and machines without an item."""

from collections.abc import Container

import numpy as np

from optgap.consolidation import Consolidation


def empty_machines(instance: Consolidation, targets: Container[str] = ()) -> tuple[str, ...]:
    """Return the names of machines that are empty, not kept, and not among the targets."""
    return tuple(
        machine.name
        for machine, used in zip(instance.machines, instance.occupied.tolist(), strict=False)
        if not used and not machine.keep and machine.name not in targets
    )


def without_left_out(
    instance: Consolidation, decision: dict[str, dict[str, str]]
) -> tuple[Consolidation, tuple[str, ...]]:
    """Return the instance without left-out items (all others are required), and their names."""
    waits = (instance.numbers(decision) == instance.waits_at).tolist()
    out = tuple(
        item.name
        for item, is_waiting in zip(instance.items, waits, strict=True)
        if item.optional and is_waiting
    )
    if not any(item.optional for item in instance.items):
        return instance, ()
    kept = {item.name for item in instance.items} - {*out}
    items = tuple(
        item.model_copy(update={"optional": None}) for item in instance.items if item.name in kept
    )
    rules = tuple(filter(None, (rule.among(kept) for rule in instance.rules or ())))
    smaller = instance.model_copy(update={"items": items, "rules": rules or None})
    return smaller, out


def with_awaited_kept(
    instance: Consolidation, decision: dict[str, dict[str, str]]
) -> Consolidation:
    """Return the instance without left-out items; machines that they may use are kept in use.

    Only left-out items that tolerate a cordon count, because the scheduler may send them to a
    closed machine as soon as it has room.
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
