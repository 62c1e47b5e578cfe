"""Rounds of moves of miniW: the best move of each unit, and of both ends of a stream."""

from __future__ import annotations

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import kernel
from .data import Data
from .moves import (
    LEAST_GAIN,
    NOWHERE,
    keeps_needs,
    largest,
    link_gain,
    may_move,
    node_gain,
    within_changes,
)
from .state import PlanState, toggle, value


@kernel
def improve_units(
    data: Data, state: PlanState, order: IntArray, begin: int, budget: int, moves: int
) -> tuple[int, int, int]:
    """Make the best 1-opt move of each unit in turn: add, remove, or move a candidate.

    Stops after ``budget`` evaluations or ``moves`` moves; returns where, and both counts.
    """
    shift = np.zeros(len(data.capacity))
    known = np.zeros(data.clusters + 1, dtype=np.bool_)
    link, link_squares = np.zeros(data.clusters + 1), np.zeros(data.clusters + 1)
    most = largest(data, state)
    alpha, v, load, allowed, weights = state.alpha, state.v, data.load, data.allowed, data.weights
    nodes = len(alpha)
    evaluated, moved, at = 0, 0, begin
    while at < len(order) and evaluated < budget and moved < moves:
        u = order[at]
        at += 1
        best, best_squares, best_out, best_into = -LEAST_GAIN, 0.0, NOWHERE, NOWHERE
        for out in range(-1, nodes):  # -1: it gives none up
            if out >= 0 and not state.v[u, out]:
                continue
            known[:] = False  # links change alike for all nodes of one cluster
            given_up = load[u, out] if out >= 0 else 0.0
            for into in range(-1, nodes):
                if (out < 0 and into < 0) or (into >= 0 and (v[u, into] or not allowed[u, into])):
                    continue
                evaluated += 1
                c = data.clusters if into < 0 else data.cluster_of[into]
                if not known[c]:
                    known[c] = True
                    link[c], link_squares[c] = link_gain(data, state, most, u, out, into, shift)
                taken = load[u, into] if into >= 0 else 0.0
                change, squares = node_gain(alpha, weights, most[0], out, given_up, into, taken)
                change, squares = change + link[c], squares + link_squares[c]
                # Of equal plans the one with the flatter loads, so that plateaus are crossed.
                level = best if best_out >= 0 or best_into >= 0 else 0.0
                tie = abs(change - level) <= 1e-12 and squares < best_squares - LEAST_GAIN
                better = change < best - 1e-12 or tie
                if better and may_move(data, state, u, out, into):
                    best, best_squares, best_out, best_into = change, squares, out, into
        if best_out >= 0 or best_into >= 0:
            if best_out >= 0:
                toggle(data, state, u, best_out)
            if best_into >= 0:
                toggle(data, state, u, best_into)
            most = largest(data, state)
            moved += 1
    return at, evaluated, moved


@kernel
def improve_streams(
    data: Data, state: PlanState, pairs: IntArray, begin: int, budget: int, moves: int
) -> tuple[int, int, int]:
    """Make 2-opt moves: a candidate of each end of a stream moves, also to one node or swapped.

    A target is the least used node of a cluster that takes the unit, the other unit's new node,
    or its old one.
    """
    evaluated, moved, at = 0, 0, begin
    while at < len(pairs) and evaluated < budget and moved < moves:
        p, q = pairs[at]
        at += 1
        for a in np.flatnonzero(state.v[p]):
            for b in np.flatnonzero(state.v[q]):
                if not (state.v[p, a] and state.v[q, b]):  # an earlier move took it
                    continue
                before = value(data, state)
                seen, better = _pair(data, state, p, q, int(a), int(b), before)
                evaluated += seen
                moved += better
    return at, evaluated, moved


@kernel(inner=True)
def _pair(
    data: Data, state: PlanState, p: int, q: int, a: int, b: int, before: float
) -> tuple[int, int]:
    """Try the targets of one pair of candidates; leave the first better plan, or the old one."""
    seen = 0
    toggle(data, state, p, a)  # both candidates leave first
    toggle(data, state, q, b)
    targets = _targets(data, state, p, b)
    for c in targets:
        if c < 0 or not _may_return(data, state, p, c):
            continue
        toggle(data, state, p, c)
        others = _targets(data, state, q, a)
        others[-2] = c  # both ends on one node: nothing is sent between them
        for d in others:
            if d < 0 or (c == a and d == b):  # nothing has changed
                continue
            seen += 1
            if _may_return(data, state, q, d):
                toggle(data, state, q, d)
                if within_changes(data, state) and value(data, state) < before - LEAST_GAIN:
                    return seen, 1
                toggle(data, state, q, d)
        toggle(data, state, p, c)
    toggle(data, state, q, b)  # nothing is better: the old plan again
    toggle(data, state, p, a)
    return seen, 0


@kernel(inner=True)
def _may_return(data: Data, state: PlanState, u: int, n: int) -> bool:
    """Return whether a unit can take a node in addition and then meets its needs."""
    fits: bool = may_move(data, state, u, NOWHERE, n) and keeps_needs(data, state, u, NOWHERE, n)
    return fits


@kernel(inner=True)
def _targets(data: Data, state: PlanState, u: int, other: int) -> IntArray:
    """Return the least used node of each cluster, room for one more, and the other's old node."""
    targets = np.full(data.clusters + 2, NOWHERE)
    for n in range(len(state.alpha)):
        c = data.cluster_of[n]
        least = targets[c]
        if data.allowed[u, n] and (least < 0 or state.alpha[n] < state.alpha[least]):
            targets[c] = n
    targets[-1] = other
    return targets
