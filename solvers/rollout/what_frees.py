"""What would free more of a cluster: one rule, fixed item or kept machine less, solved again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...core.outcome import Decision, Outcome, better
from ...instances.consolidation import Consolidation
from .why_stays import Stays, why_stays

_METHOD = "column-generation"  # its bound knows the rules within a machine


@dataclass(frozen=True)
class Without:
    """The machines in use, or their price, without one thing that holds machines.

    ``bound`` is proven: if it is no better than now, the thing alone frees nothing.
    """

    dropped: str
    holds: tuple[str, ...]
    now: float
    objective: float
    bound: float | None

    @property
    def is_in_vain(self) -> bool:
        """Whether it is proven that this frees nothing."""
        return self.bound is not None and self.bound >= self.now

    @property
    def words(self) -> str:
        """The finding in words."""
        if self.objective < self.now:
            return f"{self.objective:g} instead of {self.now:g}"
        if self.is_in_vain:
            return "nothing, proven"
        return (
            f"nothing found in time (bound {'none' if self.bound is None else f'{self.bound:g}'})"
        )


def what_frees(
    instance: Consolidation,
    decision: Decision,
    now: float,
    solve: Callable[..., Outcome],
    time_limit: float | None = None,
) -> Iterator[Without]:
    """Yield what a cluster could do without all that holds machines, and without each thing alone.

    ``now`` is the objective of the decision.  ``solve`` solves every instance again from the
    decision, for an equal part of the time that is left.
    Where all of it together frees nothing, that is all there is to say.
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
    instance: Consolidation, decision: Decision
) -> list[tuple[str, tuple[str, ...], Consolidation]]:
    """Return what holds machines by its name, the machines, and the instance without it.

    All of it together comes first, unless there is nothing.
    """
    holds: dict[int, list[str]] = {}
    things = _everything(instance)
    kept = {machine.name for machine in instance.machines if machine.keep}
    for held in why_stays(instance, decision):
        if held.machine in kept:
            things.append(
                (f"keep of {held.machine}", (held.machine,), _without_keep(instance, held))
            )
        if held.items:
            more = f" and {len(held.items) - 1} more" if len(held.items) > 1 else ""
            label = f"what ties {held.items[0]}{more}"
            things.append((label, (held.machine,), _anywhere(instance, held.items)))
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
    if not (rules or held or any(machine.keep for machine in instance.machines)):
        return []
    free = _anywhere(instance, tuple(item.name for item in instance.items))
    machines = tuple(machine.model_copy(update={"keep": None}) for machine in instance.machines)
    without = free.model_copy(update={"rules": None, "machines": machines})
    return [("all rules, and all that ties items or keeps machines", (), without)]


def _without_keep(instance: Consolidation, held: Stays) -> Consolidation:
    machines = tuple(
        machine.model_copy(update={"keep": None}) if machine.name == held.machine else machine
        for machine in instance.machines
    )
    return instance.model_copy(update={"machines": machines})


def _anywhere(instance: Consolidation, names: tuple[str, ...]) -> Consolidation:
    free = {"fixed": None, "allowed_machines": None}
    items = tuple(
        item.model_copy(update=free) if item.name in names else item for item in instance.items
    )
    return instance.model_copy(update={"items": items})
