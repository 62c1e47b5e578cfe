"""The state of a macrow plan as arrays, which compiled code updates move by move."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import limit_in_units, row_in_units, sizes_in_units
from ...core.kernels import kernel
from ...core.memory import kept_with
from ...instances.macrow import NO_LIMIT, MacroArrays

_MANY = 1 << 60  # stands for a limit that is not in force


SLACK = 1e-9  # the relative excess over a limit that rounding of sums may cause


class Data(NamedTuple):
    """The constant data of an instance; unit or node k's part of list x begins at x_start[k]."""

    load: FloatArray
    allowed: BoolArray
    size: IntArray
    min_nodes: IntArray
    max_nodes: IntArray
    need_start: IntArray
    need: FloatArray
    need_mips: FloatArray
    stream_start: IntArray
    stream_other: IntArray
    stream_rate: FloatArray
    cluster_of: IntArray
    clusters: int
    on_first: IntArray  # per node and link: 1 if the node lies on the first side
    capacity: FloatArray
    max_pes: IntArray
    license_use: IntArray
    tokens: IntArray
    levels: IntArray  # all integrity levels, rising
    least_level: IntArray  # per unit, a place in `levels`; -1 if it has none
    most_level: IntArray
    integrity_range: IntArray
    color: BoolArray
    rival_start: IntArray
    rival: IntArray
    risk: FloatArray
    risk_limit: float
    apart_start: IntArray
    apart: IntArray
    change_slope: IntArray
    total_change: int
    own_start: IntArray
    own_slope: IntArray
    own_limit: IntArray
    weights: FloatArray


def _group_rows(owner: IntArray, units: int) -> tuple[IntArray, IntArray]:
    """Return an order of rows that groups them by unit, and where each unit's rows begin."""
    order = np.argsort(owner, kind="stable")
    start = np.searchsorted(owner[order], np.arange(units + 1))
    return order, start


@kept_with
def data_of(arrays: MacroArrays) -> Data:
    """Return the arrays in the layout of compiled code; the result is stored with the arrays."""
    units, nodes = arrays.shape
    needs, need_start = _group_rows(arrays.need_unit, units)
    limits, own_start = _group_rows(arrays.change_unit, units)
    inner = arrays.stream_ends[:, 0] == arrays.stream_ends[:, 1]
    ends = np.r_[arrays.stream_ends, arrays.stream_ends[~inner][:, ::-1]]
    rates = np.r_[arrays.stream_rate, arrays.stream_rate[~inner]]
    streams, stream_start = _group_rows(ends[:, 0], units)
    pairs = np.r_[arrays.exlocated, arrays.exlocated[:, ::-1]]
    apart, apart_start = _group_rows(pairs[:, 0], units)
    rivals, rival_start = _group_rows(arrays.rivals[:, 0], nodes)
    leveled = np.isfinite(arrays.least_integrity)
    known = arrays.least_integrity[leveled], arrays.most_integrity[leveled]
    levels = np.unique(np.r_[known]).astype(np.int64)
    own = arrays.change_before[limits]
    total = arrays.total_change - arrays.total_base - int(arrays.before.sum())
    own_limit = (arrays.change_limit - arrays.change_base)[limits] - own.sum(axis=1)
    need, need_mips = _needs(arrays, needs)
    risk, risk_limit = row_in_units(arrays.risk, float(arrays.risk_limit), least=False)
    least_level, most_level = (
        np.where(leveled, np.searchsorted(levels, np.where(leveled, level, 0)), -1).astype(np.int64)
        for level in (arrays.least_integrity, arrays.most_integrity)
    )
    return Data(
        load=arrays.load,
        allowed=arrays.allowed & ~_self_conflicts(arrays),
        size=arrays.size,
        min_nodes=arrays.min_nodes,
        max_nodes=arrays.max_nodes,
        need_start=need_start,
        need=need,
        need_mips=need_mips,
        stream_start=stream_start,
        stream_other=ends[streams, 1],
        stream_rate=rates[streams],
        cluster_of=arrays.cluster_of,
        clusters=len(arrays.clusters),
        on_first=arrays.first_side.T[arrays.cluster_of].astype(np.int64),
        capacity=arrays.capacity,
        max_pes=np.where(arrays.max_pes == NO_LIMIT, _MANY, arrays.max_pes),
        license_use=arrays.license_use,
        tokens=arrays.tokens,
        levels=levels,
        least_level=least_level,
        most_level=most_level,
        integrity_range=arrays.integrity_range,
        color=arrays.color,
        rival_start=rival_start,
        rival=arrays.rivals[rivals][:, 1:].copy(),
        risk=risk,
        risk_limit=risk_limit * (1 + SLACK),
        apart_start=apart_start,
        apart=pairs[apart, 1],
        change_slope=arrays.size[:, None] - 2 * arrays.before,
        total_change=_MANY if arrays.total_change == NO_LIMIT else total,
        own_start=own_start,
        own_slope=np.where(own, -1, 1).astype(np.int64),
        own_limit=own_limit,
        weights=np.array(arrays.weights) * (1.0, 1.0, *2 * [bool(arrays.links)]),
    )


def _needs(arrays: MacroArrays, order: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return each PE's need and the MIPS that nodes offer to it, scaled to integers if possible."""
    need, mips = arrays.need[order].copy(), arrays.need_mips[order].copy()
    known: dict[bytes, tuple[FloatArray, Fraction | None]] = {}  # many PEs have the same offers
    for k, row in enumerate(mips):
        key = row.tobytes()
        if key not in known:
            known[key] = sizes_in_units(row.copy())
        whole, unit = known[key]
        within = limit_in_units(float(need[k]), unit, least=True)
        if within is not None:
            mips[k], need[k] = whole, within
    return need, mips


def _self_conflicts(arrays: MacroArrays) -> BoolArray:
    """Return a mask (units x nodes): the PEs of the unit alone would break a rule of the node."""
    blocked = np.zeros(arrays.shape, dtype=bool)
    spread = arrays.most_integrity - arrays.least_integrity
    guarded = arrays.integrity_range != NO_LIMIT
    blocked |= guarded[None, :] & (spread[:, None] > arrays.integrity_range[None, :])
    for n, one, other in arrays.rivals.tolist():
        blocked[:, n] |= arrays.color[:, one] & arrays.color[:, other]
    return blocked


class PlanState(NamedTuple):
    """A plan, and all sums that occur in constraints and the objective."""

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
    """Return the state of the plan without candidates."""
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
    """Return the state of the plan ``chosen`` (units x nodes)."""
    state = empty_state(data)
    fill(data, state, chosen)
    return state


@kernel
def fill(data: Data, state: PlanState, chosen: BoolArray) -> None:
    """Recompute a plan's sums, which also removes accumulated rounding errors."""
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
    """Add node ``n`` as a candidate of a unit, or remove it if it is one."""
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
    """Update the flow of links for a unit's streams, if these begin or cease to use the links."""
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
