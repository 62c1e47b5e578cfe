"""First plans of macrow: greedy along streams, from former candidates, by turns, or at random."""

from __future__ import annotations

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from ...core.run import Run
from ...instances.macrow import MacroArrays
from .data import Data
from .moves import NOWHERE, gain, keeps_needs, largest, may_move, within_changes
from .state import PlanState, empty_state, toggle

GREEDY, BY_TURNS, AT_RANDOM = 0, 1, 2
_MOST_ATTEMPTS = 100


@kernel
def _keep(data: Data, state: PlanState, order: IntArray, wanted: BoolArray) -> None:
    """Give units the wanted nodes that they may have."""
    for u in order:
        for n in range(len(state.alpha)):
            if wanted[u, n] and may_move(data, state, u, NOWHERE, n):
                toggle(data, state, u, n)


@kernel
def _place(data: Data, state: PlanState, u: int, rule: int, noise: FloatArray) -> bool:
    """Give a unit as few nodes as satisfy it, chosen by a rule; return whether that went well.

    The greedy rule takes the node that brings most of the missing mips, then the least objective,
    then the most slack.
    """
    shift = np.zeros(len(data.capacity))
    while state.candidates[u] < data.min_nodes[u] or not keeps_needs(
        data, state, u, NOWHERE, NOWHERE
    ):
        most = largest(data, state)
        chosen, best, best_change, best_squares = NOWHERE, np.inf, np.inf, np.inf
        for n in range(len(state.alpha)):
            if not may_move(data, state, u, NOWHERE, n):
                continue
            score, change, squares = 0.0, 0.0, 0.0
            if rule == GREEDY:
                change, squares = gain(data, state, most, u, NOWHERE, n, shift)
                score = -_progress(data, state, u, n)
            elif rule == BY_TURNS:
                score = float(state.pes_on[n])  # round robin: where the fewest PEs are
            else:
                score = noise[u, n]  # random, drawn before
            tie = score == best and change <= best_change + 1e-12
            if score < best or (tie and (change < best_change - 1e-12 or squares < best_squares)):
                chosen, best, best_change, best_squares = n, score, change, squares
        if chosen == NOWHERE:
            return False
        toggle(data, state, u, chosen)
    return True


@kernel(inner=True)
def _progress(data: Data, state: PlanState, u: int, n: int) -> float:
    """Return which part of the missing mips a node brings to the PE that gains least, up to 1."""
    least = 1.0
    for k in range(data.need_start[u], data.need_start[u + 1]):
        missing = data.need[k] - state.got[k]
        if missing > 0:
            least = min(least, data.need_mips[k, n] / missing)
    return least


def stream_order(arrays: MacroArrays) -> IntArray:
    """Return the units in the order of their busiest streams; then those without, by needs."""
    falling = np.argsort(-arrays.stream_rate, kind="stable")
    ends = arrays.stream_ends[falling].ravel()
    needs = np.zeros(len(arrays.units))
    np.add.at(needs, arrays.need_unit, arrays.need)
    everybody = np.r_[ends, np.argsort(-needs, kind="stable")].astype(np.int64)
    _, first = np.unique(everybody, return_index=True)
    ordered: IntArray = everybody[np.sort(first)]
    return ordered


def first_plan(
    arrays: MacroArrays,
    data: Data,
    run: Run,
    rule: int,
    order: IntArray,
    wanted: BoolArray | None = None,
) -> PlanState | str:
    """Return a feasible plan, or in words who found no node in the last attempt.

    A unit that finds no node comes first in the next attempt, in which the others keep their
    order.
    """
    rng = np.random.default_rng(run.seed)
    stuck: dict[int, int] = {}
    reason = "there was no time to look for a plan"
    for attempt in range(_MOST_ATTEMPTS):
        if attempt and run.should_stop():
            break
        state = empty_state(data)
        if wanted is not None:
            _keep(data, state, order, wanted & data.allowed)
        noise = rng.random(arrays.shape) if rule == AT_RANDOM else np.zeros((1, 1))
        placed = (int(u) for u in order if not _place(data, state, u, rule, noise))
        unit = next(placed, NOWHERE)
        if unit == NOWHERE and within_changes(data, state):
            return state
        if unit == NOWHERE:
            return "former candidates had to be given up, more than may change"
        reason = f"PE {arrays.units[unit]} found no node that takes it"
        stuck[unit] = stuck.get(unit, 0) + 1
        if stuck[unit] > 3:
            order = rng.permutation(order)
        order = np.r_[unit, order[order != unit]].astype(np.int64)
    return reason
