"""A macrow instance in the layout of compiled code, constant while plans move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.decimals import row_in_units
from ...instances.macrow import NO_LIMIT, MacroArrays

_MANY = 1 << 60  # stands for a limit that is not in force


SLACK = 1e-9  # relative; what sums of floating-point numbers may miss a limit by


class Data(NamedTuple):
    """The instance, constant; the rows of unit u stand together, from start[u] to start[u + 1]."""

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
    """Return an order that puts the rows of each unit together, and where each unit begins."""
    order = np.argsort(owner, kind="stable")
    start = np.searchsorted(owner[order], np.arange(units + 1))
    return order, start


def data_of(arrays: MacroArrays) -> Data:
    """Return the arrays in the layout of the compiled code."""
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
    known = np.r_[arrays.least_integrity[leveled], arrays.most_integrity[leveled]]
    levels = np.unique(known).astype(np.int64)
    own = arrays.change_before[limits]
    slope = arrays.size[:, None] - 2 * arrays.before
    total = arrays.total_change - arrays.total_base - int(arrays.before.sum())
    own_limit = (arrays.change_limit - arrays.change_base)[limits] - own.sum(axis=1)
    need, need_mips = _needs(arrays, needs)
    risk, risk_limit = row_in_units(arrays.risk, float(arrays.risk_limit), least=False)
    links = np.array(arrays.weights) * (1.0, 1.0, bool(arrays.links), bool(arrays.links))

    def place(level: FloatArray) -> IntArray:
        position = np.searchsorted(levels, np.where(leveled, level, 0))
        return np.where(leveled, position, -1).astype(np.int64)

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
        least_level=place(arrays.least_integrity),
        most_level=place(arrays.most_integrity),
        integrity_range=arrays.integrity_range,
        color=arrays.color,
        rival_start=rival_start,
        rival=arrays.rivals[rivals][:, 1:].copy(),
        risk=risk,
        risk_limit=risk_limit * (1 + SLACK),
        apart_start=apart_start,
        apart=pairs[apart, 1],
        change_slope=slope,
        total_change=_MANY if arrays.total_change == NO_LIMIT else total,
        own_start=own_start,
        own_slope=np.where(own, -1, 1).astype(np.int64),
        own_limit=own_limit,
        weights=links,
    )


def _needs(arrays: MacroArrays, order: IntArray) -> tuple[FloatArray, FloatArray]:
    """Return the needs of PEs and the offers of nodes, each row in units of its own."""
    need, mips = arrays.need[order].copy(), arrays.need_mips[order].copy()
    for k in range(len(need)):
        mips[k], need[k] = row_in_units(mips[k], float(need[k]), least=True)
    return need, mips


def _self_conflicts(arrays: MacroArrays) -> BoolArray:
    """Return the pairs in which the PEs of one unit already break a rule of the node."""
    blocked = np.zeros(arrays.shape, dtype=bool)
    spread = arrays.most_integrity - arrays.least_integrity
    guarded = arrays.integrity_range != NO_LIMIT
    blocked |= guarded[None, :] & (spread[:, None] > arrays.integrity_range[None, :])
    for n, one, other in arrays.rivals.tolist():
        blocked[:, n] |= arrays.color[:, one] & arrays.color[:, other]
    return blocked
