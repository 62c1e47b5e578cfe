"""A plan of macrow in arrays that are kept up to date move by move, for compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.compiled import kernel
from .data import Data


class PlanState(NamedTuple):
    """A plan and every sum that a constraint or the objective asks for."""

    v: BoolArray
    candidates: IntArray  # per unit
    got: FloatArray
    alpha: FloatArray
    first: IntArray  # candidates of a unit on the first side of each link
    flow: FloatArray
    pes_on: IntArray
    taken: IntArray
    level_count: IntArray
    color_count: IntArray
    risked: FloatArray
    changed: IntArray
    own_changed: IntArray


def empty_state(data: Data) -> PlanState:
    """Return the plan without any candidate."""
    units, nodes = data.load.shape
    return PlanState(
        v=np.zeros((units, nodes), dtype=bool),
        candidates=np.zeros(units, dtype=np.int64),
        got=np.zeros(len(data.need)),
        alpha=np.zeros(nodes),
        first=np.zeros((units, len(data.capacity)), dtype=np.int64),
        flow=np.zeros(len(data.capacity)),
        pes_on=np.zeros(nodes, dtype=np.int64),
        taken=np.zeros(len(data.tokens), dtype=np.int64),
        level_count=np.zeros((nodes, len(data.levels)), dtype=np.int64),
        color_count=np.zeros((nodes, data.color.shape[1]), dtype=np.int64),
        risked=np.zeros(1),
        changed=np.zeros(1, dtype=np.int64),
        own_changed=np.zeros(len(data.own_limit), dtype=np.int64),
    )


def state_of(data: Data, chosen: BoolArray) -> PlanState:
    """Return the state of a plan."""
    state = empty_state(data)
    fill(data, state, chosen)
    return state


@kernel
def fill(data: Data, state: PlanState, chosen: BoolArray) -> None:
    """Compute a plan's sums afresh, which also removes accumulated rounding errors."""
    state.v[:] = False
    for array in (state.candidates, state.pes_on, state.taken, state.changed, state.own_changed):
        array[:] = 0
    for sums in (state.got, state.alpha, state.flow, state.risked):
        sums[:] = 0.0
    for table in (state.first, state.level_count, state.color_count):
        table[:] = 0
    for u in range(chosen.shape[0]):
        for n in range(chosen.shape[1]):
            if chosen[u, n]:
                toggle(data, state, u, n)


@kernel(inner=True)
def toggle(data: Data, state: PlanState, u: int, n: int) -> None:
    """Give a unit a candidate that it lacks, or take one that it has."""
    sign = -1 if state.v[u, n] else 1
    _move_streams(data, state, u, n, sign)
    state.v[u, n] = sign > 0
    state.candidates[u] += sign
    for k in range(data.need_start[u], data.need_start[u + 1]):
        state.got[k] += sign * data.need_mips[k, n]
    state.alpha[n] += sign * data.load[u, n]
    state.pes_on[n] += sign * data.size[u]
    for k in range(len(data.tokens)):
        state.taken[k] += sign * data.license_use[u, k]
    if data.least_level[u] >= 0:
        state.level_count[n, data.least_level[u]] += sign
        state.level_count[n, data.most_level[u]] += sign
    for c in range(data.color.shape[1]):
        if data.color[u, c]:
            state.color_count[n, c] += sign
    state.risked[0] += sign * data.risk[u, n]
    state.changed[0] += sign * data.change_slope[u, n]
    for k in range(data.own_start[u], data.own_start[u + 1]):
        state.own_changed[k] += sign * data.own_slope[k, n]


@kernel(inner=True)
def _move_streams(data: Data, state: PlanState, u: int, n: int, sign: int) -> None:
    """Add to links the streams of a unit that begin to use them; take off those that cease."""
    for e in range(len(data.capacity)):
        first = state.first[u, e]
        second = state.candidates[u] - first
        if data.on_first[n, e]:
            first_then, second_then = first + sign, second
        else:
            first_then, second_then = first, second + sign
        if (first > 0) != (first_then > 0) or (second > 0) != (second_then > 0):
            for k in range(data.stream_start[u], data.stream_start[u + 1]):
                q = data.stream_other[k]
                there_first = state.first[q, e]
                there_second = state.candidates[q] - there_first
                if q == u:
                    there_first, there_second = 0, 0
                used = first + there_first > 0 and second + there_second > 0
                uses = first_then + there_first > 0 and second_then + there_second > 0
                if uses and not used:
                    state.flow[e] += data.stream_rate[k]
                elif used and not uses:
                    state.flow[e] -= data.stream_rate[k]
        state.first[u, e] = first_then


@kernel
def value(data: Data, state: PlanState) -> float:
    """Return the objective of a plan."""
    nodes, links = len(state.alpha), len(state.flow)
    worth: float = data.weights[0] * state.alpha.sum() / nodes + data.weights[1] * state.alpha.max()
    if links:
        total, most = 0.0, 0.0
        for e in range(links):
            beta = state.flow[e] / data.capacity[e]
            total += beta
            most = max(most, beta)
        worth += data.weights[2] * total / links + data.weights[3] * most
    return worth
