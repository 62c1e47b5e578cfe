"""From kinds of nodes to nodes: a plan that follows the columns of macrow's bound."""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.macrow import MacroArrays
from .data import SLACK, Data
from .moves import NOWHERE, may_move
from .start import GREEDY, first_plan
from .state import PlanState, empty_state, toggle


def settle(
    arrays: MacroArrays, data: Data, run: Run, kind_of: IntArray, taken: IntArray, most: float
) -> PlanState | str:
    """Return a plan in which units take nodes of the given kinds as far as these take them.

    Units that few nodes take come first, then large ones; the others fill what is left, up to the
    utilisation ``most`` where that is possible.
    """
    open_to = data.allowed.sum(axis=1)
    picky = (data.least_level >= 0) | data.color.any(axis=1)
    bound = np.diff(data.apart_start) + 2 * picky
    order = np.lexsort((-data.load.max(axis=1), -bound, open_to)).astype(np.int64)
    state = empty_state(data)
    _settle(data, state, order, kind_of, taken, picky, most)
    return first_plan(arrays, data, run, GREEDY, order, state.v)


@kernel
def _settle(
    data: Data,
    state: PlanState,
    order: IntArray,
    kind_of: IntArray,
    taken: IntArray,
    picky: BoolArray,
    most: float,
) -> None:
    """Give each unit the least used nodes of its kinds, or else of their clusters.

    Units with a level or a color go where others of the same kind are, so that nodes stay free for
    the rest.
    """
    nodes = len(state.alpha)
    for u in order:
        for g in range(taken.shape[1]):
            cluster = NOWHERE
            for n in range(nodes):
                if kind_of[n] == g:  # all nodes of a kind are in one cluster
                    cluster = data.cluster_of[n]
            for _ in range(taken[u, g]):
                chosen, best = NOWHERE, np.inf
                for n in range(nodes):
                    if data.cluster_of[n] != cluster or not may_move(data, state, u, NOWHERE, n):
                        continue
                    score = state.alpha[n]
                    # Above all within the largest load, then of the kind, then beside its like.
                    if score + data.load[u, n] > most * (1 + SLACK):
                        score += 1e6
                    if kind_of[n] != g:
                        score += 1e3
                    if picky[u]:
                        score -= 1e2 * _alike(data, state, u, n)
                    if score < best:
                        chosen, best = n, score
                if chosen >= 0:
                    toggle(data, state, u, chosen)


@kernel(inner=True)
def _alike(data: Data, state: PlanState, u: int, n: int) -> float:
    """Return 1 if a node has a unit of the same level or color already."""
    if data.least_level[u] >= 0 and state.level_count[n, data.least_level[u]] > 0:
        return 1.0
    for c in range(data.color.shape[1]):
        if data.color[u, c] and state.color_count[n, c] > 0:
            return 1.0
    return 0.0
