"""Moves of miniW: their feasibility and gain (SODA 5.2.3.3).

A 1-opt move adds, removes or replaces a candidate node of a unit (a group of colocated PEs); a
2-opt move does this for both units of a stream.
"""

from typing import Any

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from .state import SLACK, Data, PlanState, toggle, value

LEAST_GAIN = 1e-9  # the least gain for which a move is made
# numba gives a plain -1 its own type, and would compile each function that takes it twice.
NOWHERE: Any = np.int64(-1)


@kernel(inner=True)
def may_move(data: Data, state: PlanState, u: int, out: int, into: int) -> bool:
    """Return whether a plan stays feasible if unit u moves from node ``out`` to node ``into``.

    Either node may be ``NOWHERE``.  If a limit on changes, tokens or risk is already exceeded, the
    move must not raise the excess.
    """
    if into >= 0 and not (_may_enter(data, state, u, into)):
        return False
    if into < 0 and state.candidates[u] <= data.min_nodes[u]:
        return False
    if out < 0:  # one candidate more
        if state.candidates[u] >= data.max_nodes[u]:
            return False
        for k in range(len(data.tokens)):
            use = data.license_use[u, k]
            if use and state.taken[k] + use > data.tokens[k]:
                return False
    if out >= 0 and not keeps_needs(data, state, u, out, into):
        return False
    more_risk = 0.0  # risk and changes are sums over nodes: those of the move alone
    more = 0
    if into >= 0:
        more_risk += data.risk[u, into]
        more += data.change_slope[u, into]
    if out >= 0:
        more_risk -= data.risk[u, out]
        more -= data.change_slope[u, out]
    if more_risk > 0 and state.risked[0] + more_risk > data.risk_limit:
        return False
    if more > 0 and state.changed[0] + more > data.total_change:
        return False
    for k in range(data.own_start[u], data.own_start[u + 1]):  # limits on the changes of one PE
        own = 0
        if into >= 0:
            own += data.own_slope[k, into]
        if out >= 0:
            own -= data.own_slope[k, out]
        if own > 0 and state.own_changed[k] + own > data.own_limit[k]:
            return False
    return True


@kernel(inner=True)
def keeps_needs(data: Data, state: PlanState, u: int, out: int, into: int) -> bool:
    """Return whether all PEs of a unit still get the MIPS that they need after a move."""
    for k in range(data.need_start[u], data.need_start[u + 1]):
        got = state.got[k]
        if out >= 0:
            got -= data.need_mips[k, out]
        if into >= 0:
            got += data.need_mips[k, into]
        if got < data.need[k] * (1 - SLACK):
            return False
    return True


@kernel
def within_changes(data: Data, state: PlanState) -> bool:
    """Return whether the numbers of changed candidates are within their limits."""
    if state.changed[0] > data.total_change:
        return False
    return not (state.own_changed > data.own_limit).any()


@kernel(inner=True)
def _may_enter(data: Data, state: PlanState, u: int, n: int) -> bool:
    """Return whether node n, given the PEs on it, can take unit u: number, rules and load."""
    if not data.allowed[u, n] or state.v[u, n]:
        return False
    if state.pes_on[n] + data.size[u] > data.max_pes[n]:
        return False
    for k in range(data.apart_start[u], data.apart_start[u + 1]):
        if state.v[data.apart[k], n]:
            return False
    if data.integrity_range[n] >= 0 and data.least_level[u] >= 0:
        low, high = data.least_level[u], data.most_level[u]
        for k in range(len(data.levels)):
            if state.level_count[n, k] > 0:
                low, high = min(low, k), max(high, k)
        if data.levels[high] - data.levels[low] > data.integrity_range[n]:
            return False
    for k in range(data.rival_start[n], data.rival_start[n + 1]):
        one, other = data.rival[k]
        if data.color[u, one] and state.color_count[n, other] > 0:
            return False
        if data.color[u, other] and state.color_count[n, one] > 0:
            return False
    return True


@kernel(inner=True)
def gain(
    data: Data, state: PlanState, most: FloatArray, u: int, out: int, into: int, shift: FloatArray
) -> tuple[float, float]:
    """Return the changes that a move makes to the objective and to the sum of squared utilisations.

    ``most`` has the present maximum utilisations of nodes and links; ``shift`` is scratch space for
    the change of each link.  The squares break ties, like the paper's slack.
    """
    given_up = data.load[u, out] if out >= 0 else 0.0
    taken = data.load[u, into] if into >= 0 else 0.0
    change, squares = node_gain(state.alpha, data.weights, most[0], out, given_up, into, taken)
    link_change, link_squares = link_gain(data, state, most, u, out, into, shift)
    return change + link_change, squares + link_squares


@kernel(inner=True)
def node_gain(
    alpha: FloatArray,
    weights: FloatArray,
    most: float,
    out: int,
    given_up: float,
    into: int,
    taken: float,
) -> tuple[float, float]:
    """Return the nodes' part of `gain`, given the load that leaves a node and enters another."""
    squares, highest = 0.0, most
    if out >= 0:
        squares += given_up * (given_up - 2 * alpha[out])
        if alpha[out] >= most:
            highest = alpha[out] - given_up
            for n in range(len(alpha)):
                if n != out and alpha[n] > highest:
                    highest = alpha[n]
    if into >= 0:
        squares += taken * (taken + 2 * alpha[into])
        highest = max(highest, alpha[into] + taken)
    change = weights[0] * (taken - given_up) / len(alpha) + weights[1] * (highest - most)
    return change, squares


@kernel(inner=True)
def link_gain(
    data: Data, state: PlanState, most: FloatArray, u: int, out: int, into: int, shift: FloatArray
) -> tuple[float, float]:
    """Return the links' part of `gain`, which is 0 for a move within one cluster."""
    if data.weights[2] + data.weights[3] == 0 or not _shifts(data, state, u, out, into, shift):
        return 0.0, 0.0
    links, total, squares, busiest = len(shift), 0.0, 0.0, 0.0
    for e in range(links):
        beta, step = state.flow[e] / data.capacity[e], shift[e] / data.capacity[e]
        total += step
        squares += step * (step + 2 * beta)
        busiest = max(busiest, beta + step)
    change = data.weights[2] * total / links + data.weights[3] * (busiest - most[1])
    return change, squares


@kernel(inner=True)
def _shifts(data: Data, state: PlanState, u: int, out: int, into: int, shift: FloatArray) -> bool:
    """Write to ``shift`` how a move changes the flow of each link; return whether any changes."""
    any_shift = False
    for e in range(len(shift)):
        shift[e] = 0.0
        first = state.first[u, e]
        second = state.candidates[u] - first
        first_then, second_then = first, second
        if out >= 0:
            first_then -= data.on_first[out, e]
            second_then -= 1 - data.on_first[out, e]
        if into >= 0:
            first_then += data.on_first[into, e]
            second_then += 1 - data.on_first[into, e]
        if (first > 0) == (first_then > 0) and (second > 0) == (second_then > 0):
            continue  # the unit is on the same sides as before
        any_shift = True
        for k in range(data.stream_start[u], data.stream_start[u + 1]):
            q = data.stream_other[k]
            there_first = state.first[q, e]
            there_second = state.candidates[q] - there_first
            if q == u:
                there_first, there_second = 0, 0  # PEs of one unit share all candidates
            if first_then + there_first > 0 and second_then + there_second > 0:
                shift[e] += data.stream_rate[k]
            if first + there_first > 0 and second + there_second > 0:
                shift[e] -= data.stream_rate[k]
    return any_shift


@kernel(inner=True)
def largest(data: Data, state: PlanState) -> FloatArray:
    """Return the maximum utilisation of nodes and the maximum utilisation of links."""
    most = np.zeros(2)
    most[0] = state.alpha.max()
    for e in range(len(state.flow)):
        most[1] = max(most[1], state.flow[e] / data.capacity[e])
    return most


@kernel
def improve_units(
    data: Data, state: PlanState, order: IntArray, begin: int, budget: int, moves: int
) -> tuple[int, int, int]:
    """Make the best 1-opt move of each unit in turn: add, remove, or replace a candidate.

    Stop after ``budget`` evaluations or ``moves`` moves.  Return the position reached in ``order``,
    the number of evaluations, and the number of moves.
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
    """Make 2-opt moves, which move a candidate of both units of a stream, maybe to one node.

    The targets of a unit are the least used allowed node of each cluster, and the old and new node
    of the other unit.
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
    """Try 2-opt moves of candidate a of unit p and b of q; keep the first that is better."""
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
    """Return whether unit u can be added to node n and then has all MIPS that it needs."""
    fits: bool = may_move(data, state, u, NOWHERE, n) and keeps_needs(data, state, u, NOWHERE, n)
    return fits


@kernel(inner=True)
def _targets(data: Data, state: PlanState, u: int, other: int) -> IntArray:
    """Return a unit's target nodes: the least used of each cluster, ``NOWHERE``, and ``other``."""
    targets = np.full(data.clusters + 2, NOWHERE)
    for n in range(len(state.alpha)):
        c = data.cluster_of[n]
        least = targets[c]
        if data.allowed[u, n] and (least < 0 or state.alpha[n] < state.alpha[least]):
            targets[c] = n
    targets[-1] = other
    return targets
