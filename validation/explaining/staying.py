"""Why a node of a plan is not empty, or an item stays where it is: in this plan, or in every plan.

What is asked about is closed: no item may be on the node, or the item not on its machine.  Then the
first of these answers that holds is given: it is kept; there is no plan; there is none within the
budget; every plan is dearer; another plan is as good, in which another node stays; it is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ...core.outcome import Decision
from ...core.run import Run
from ...instances.consolidation import Consolidation
from ...solvers.rollout import reason_in_every_plan
from .closed_question import ClosedQuestion
from .stay import Stay


def why_node_stays(
    instance: Consolidation,
    decision: Decision,
    node: int,
    run: Run,
    plans: list[list[int]] | None = None,
    unpinned: Mapping[int, str] = MappingProxyType({}),
) -> Stay:
    """Return why a plan leaves something on a node.

    ``plans`` are others that are as good, found for other nodes and items; new ones are added.
    ``unpinned`` says of a plan without pins on which nodes a pod may come back, and which one.
    """
    name = instance.sites[node].name
    if not (instance.numbers(decision) == node).any():
        return Stay(name, f"{name} is empty in this plan.", "empty")
    held = reason_in_every_plan(instance, node)
    if held is not None:
        return Stay(name, f"{name} stays: {held.why}.", "kept")
    if node in unpinned:
        return Stay(name, f"{name} stays in plans without pins: {unpinned[node]}.", "pins")
    closed = np.zeros((len(instance.items), len(instance.sites)), dtype=np.bool_)
    closed[:, node] = True
    return ClosedQuestion(instance, decision, closed, name, run, _list(plans)).answer()


def why_item_stays(
    instance: Consolidation,
    decision: Decision,
    item: int,
    run: Run,
    plans: list[list[int]] | None = None,
) -> Stay:
    """Return why a plan has an item on its machine; ``plans`` as for nodes."""
    node = int(instance.numbers(decision)[item])
    name = instance.items[item].name
    closed = np.zeros((len(instance.items), len(instance.sites)), dtype=np.bool_)
    closed[item, node] = True
    if _only_there(instance, item, node):
        return Stay(name, f"{name} stays: {_binding(instance, item)}.", "kept", is_item=True)
    return ClosedQuestion(
        instance, decision, closed, name, run, _list(plans), is_item=True
    ).answer()


def _list(plans: list[list[int]] | None) -> list[list[int]]:
    return [] if plans is None else plans


def _only_there(instance: Consolidation, item: int, node: int) -> bool:
    masks, row_of = instance.masks
    allowed = masks[row_of[item]].copy()
    if instance.home[item] >= 0:
        allowed[instance.home[item]] = True
    return bool(allowed[node] and allowed.sum() == 1)


def _binding(instance: Consolidation, item: int) -> str:
    return "is fixed" if instance.items[item].fixed else "may be on no other machine"


__all__ = ["Stay", "why_item_stays", "why_node_stays"]
