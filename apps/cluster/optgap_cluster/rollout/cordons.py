"""Cordons of a plan: the nodes that it closes, and the pods that may come back to them.

A cordon keeps no pod away that tolerates it (a toleration of all taints does).  Only a pin, or
keeping its node, guarantees where such a pod ends.
"""

from __future__ import annotations

import numpy as np

from optgap.consolidation import Consolidation
from optgap.problem import BoolArray, IntArray

from .scheduler_arrays import SchedulerArrays, nodes_open_to, scheduler_arrays
from .wave_state import WavePlan


def open_at_first(instance: Consolidation, plan: WavePlan) -> BoolArray:
    """Return a mask of the nodes that are open when a plan starts, including created ones."""
    number, open_ = instance.site_numbers, ~instance.offered
    open_[[number[move.target] for move in plan.steps]] = True
    open_[[number[name] for name in plan.cordoned]] = False
    return open_


def may_come_back(arrays: SchedulerArrays, open_: BoolArray, pods: IntArray) -> IntArray:
    """Return the pods that the scheduler may send to a closed node whose capacity they fit."""
    able = pods[arrays.tolerates_cordon[pods]].tolist()
    back = [i for i in able if _closed_nodes_for(arrays, open_, i).any()]
    return np.array(back, dtype=np.int64)


def _closed_nodes_for(arrays: SchedulerArrays, open_: BoolArray, i: int) -> BoolArray:
    fits = ((arrays.demand[i] == 0) | (arrays.demand[i] <= arrays.usable)).all(axis=1)
    nodes: BoolArray = fits & nodes_open_to(arrays, open_, i) & ~open_
    return nodes


def pods_to_pin(instance: Consolidation, plan: WavePlan) -> tuple[str, ...]:
    """Return the names of the moving pods of a plan that may return to a closed node."""
    moving = {move.item for move in plan.steps}
    pods = sorted(instance.item_numbers[name] for name in moving)
    if not any(instance.items[i].tolerates_cordon for i in pods):
        return ()
    open_ = open_at_first(instance, plan)
    open_ &= [site.name not in plan.parking for site in instance.sites]
    arrays = scheduler_arrays(instance, "default")
    back = may_come_back(arrays, open_, np.array(pods, dtype=np.int64))
    return tuple(instance.items[i].name for i in back.tolist())


def why_not_freed(instance: Consolidation) -> dict[int, str]:
    """Return, by machine, why plans without pins cannot free it: a pod may come (back) to it."""
    if not any(item.tolerates_cordon for item in instance.items):
        return {}
    closed = np.zeros(len(instance.sites), dtype=np.bool_)
    arrays = scheduler_arrays(instance, "default")
    every = np.arange(len(instance.items))
    reasons: dict[int, str] = {}
    for i in may_come_back(arrays, closed, every).tolist():
        name, home = instance.items[i].name, int(instance.home[i])
        if home >= 0:
            reasons[home] = f"{name} tolerates cordons, and may come back unless it is pinned"
        else:
            for j in np.flatnonzero(_closed_nodes_for(arrays, closed, i)).tolist():
                reasons.setdefault(j, f"{name} waits, tolerates cordons, and may be put here")
    return reasons
