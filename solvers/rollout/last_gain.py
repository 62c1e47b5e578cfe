"""A plan ends with its last gain: what moves after that, or for nothing, is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...core.arrays import IntArray
from ...core.outcome import Decision
from ...instances.consolidation import Consolidation, RuleBook, overfull, rules_hold
from .wave_results import Wave, WavePlan


def up_to_the_last_gain(instance: Consolidation, decision: Decision, plan: WavePlan) -> WavePlan:
    """Return the shortest beginning of a plan that is as good as the decision in the end.

    It ends in an assignment that keeps all rules, and places every item.
    """
    end = instance.numbers(decision)
    item = {each.name: i for i, each in enumerate(instance.items)}
    site = {each.name: j for j, each in enumerate(instance.sites)}
    book, machine = instance.rule_book, instance.home.copy()
    if instance.units_of(machine) <= instance.units_of(end) and _holds(instance, book, machine):
        return _first_waves(plan, ())
    used = np.bincount(end, minlength=len(site)) > 0
    for number, wave in enumerate(plan.waves, start=1):
        for made, move in enumerate(wave.moves, start=1):
            machine[item[move.item]] = site[move.target]
            if used[machine].all() and _holds(instance, book, machine):
                before = plan.waves[: number - 1]
                named = {name for wave in before for name in wave.freed}
                freed = (*plan.cordoned, *plan.parking)
                freed = tuple(name for name in freed if name not in named)
                return _first_waves(plan, (*before, Wave(wave.moves[:made], freed)))
    return plan


def _holds(instance: Consolidation, book: RuleBook, machine: IntArray) -> bool:
    """Return whether every item has a place, with room for all, and no rule is broken."""
    placed = bool((machine >= 0).all())
    return placed and len(overfull(instance, machine)) == 0 and rules_hold(book, machine)


def _first_waves(plan: WavePlan, waves: tuple[Wave, ...]) -> WavePlan:
    left = len(plan.steps) + len(plan.blocked) - sum(len(wave.moves) for wave in waves)
    if left == 0:
        return plan
    freed = {name for wave in waves for name in wave.freed}
    parking = {move.target for wave in waves for move in wave.moves} & set(plan.parking)
    return replace(
        plan,
        waves=waves,
        blocked=(),
        proven=True,
        left_out=left,
        cordoned=tuple(name for name in plan.cordoned if name in freed),
        parking=tuple(name for name in plan.parking if name in parking),
    )
