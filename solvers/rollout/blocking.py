"""A proof that a pod always finds a node, wherever the scheduler puts the others.

F is the set of nodes to be freed; only what runs on F is evicted, and goes to nodes outside F.  A
pod p fails only if other evicted pods block every node that is open to p.  Weights w >= 0 prove
that they cannot: node j takes others of weight t_j at least, the least of w_r (room_jr - d_pr + one
unit) over the resources r that p asks for, and all others together weigh less than all t_j.  Rivals
that keep p off a node whatever they ask for block one node each: the largest t_j are not counted.

Pods with rules count nodes only where nothing that may happen breaks a rule (see `OpenNodes`).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...core.arrays import BoolArray, IntArray
from ...core.run import Run
from ..engines import FormBuilder, engine_named, solve_form
from .many_orders import ManyOrders
from .open_nodes import OpenNodes, open_nodes

_DIGITS = 10**6  # of weights, as fractions


@dataclass(frozen=True)
class Unblockable:
    """Weights that prove that a pod finds one of some nodes, whatever others do."""

    item: str
    nodes: tuple[str, ...]
    weights: tuple[Fraction, ...]


def proofs_of(orders: ManyOrders, freed: IntArray, run: Run) -> list[Unblockable] | None:
    """Return a proof for every kind of pod that leaves the machines; None if one is missing."""
    instance, arrays = orders.instance, orders.arrays
    leaving = orders.leaving(freed)
    open_ = orders.open.copy()
    open_[freed] = False
    room = instance.usable.copy()
    stays = np.flatnonzero((instance.home >= 0) & ~np.isin(np.arange(len(instance.home)), leaving))
    np.subtract.at(room, instance.home[stays], instance.demand[stays])
    waiting = np.flatnonzero(instance.home < 0)
    found: list[Unblockable] = []
    seen: set[object] = set()
    for i in [*waiting.tolist(), *leaving.tolist()]:
        key = _kind(orders, i)
        if key in seen:
            continue
        seen.add(key)
        rivals = _rivals(orders, leaving, waiting, i)
        where = open_nodes(arrays, open_, (stays, np.append(waiting, leaving), rivals), i)
        if where is None or not where.sets:
            return None
        for nodes in where.sets:
            weights = None if run.should_stop() else _weights(arrays.demand, room, nodes, where, i)
            if weights is None or not _holds(arrays.demand, room, nodes, where, i, weights):
                return None
            names = tuple(instance.sites[j].name for j in nodes.tolist())
            found.append(Unblockable(instance.items[i].name, names, weights))
    return found


def _kind(orders: ManyOrders, i: int) -> object:
    """Return what tells a pod from others, in a proof."""
    arrays, book = orders.arrays, orders.arrays.book
    of = slice(book.start[i], book.start[i + 1])
    alike = arrays.demand[i].tobytes() + book.rule[of].tobytes() + book.role[of].tobytes()
    ruled = i if book.start[i] < book.start[i + 1] else -1
    return alike, int(arrays.row_of[i]), bool(book.home[i] >= 0), ruled


def _rivals(orders: ManyOrders, leaving: IntArray, waiting: IntArray, i: int) -> IntArray:
    """Return the others that may be placed before a pod."""
    others: IntArray = waiting
    if orders.instance.home[i] >= 0:
        others = np.append(waiting, _leaving_before(orders, leaving, i))
    rivals: IntArray = others[others != i]
    return rivals


def _leaving_before(orders: ManyOrders, leaving: IntArray, i: int) -> IntArray:
    """Return the pods that may leave before a pod, or with it."""
    if orders.order == "largest-first":
        leaving = leaving[orders.size[leaving] >= orders.size[i]]
    return leaving


def _weights(
    demand: IntArray, room: IntArray, nodes: IntArray, where: OpenNodes, i: int
) -> tuple[Fraction, ...] | None:
    """Return weights that a linear program finds, as fractions; None if there are none."""
    able = nodes[_fits(demand, room, nodes, i)]
    rivals = where.rivals
    asked = np.flatnonzero(demand[i] > 0)
    if len(asked) == 0 or len(rivals) == 0:
        return (Fraction(1),) * int(demand.shape[1])
    scale = np.maximum(1, room[able].max(axis=0, initial=1)).astype(float)
    total = demand[rivals].sum(axis=0) / scale
    builder = FormBuilder("maximize")
    w = {r: builder.column(upper=1.0, cost=-total[r]) for r in asked.tolist()}
    most = builder.column(upper=1e6, cost=-float(where.strict))
    for j in able.tolist():
        t = builder.column(upper=1e6, cost=1.0)
        builder.row([(t, 1.0), (most, -1.0)], upper=0.0)
        for r, column in w.items():
            slack = float(room[j, r] - demand[i, r] + 1) / scale[r]
            builder.row([(t, 1.0), (column, -slack)], upper=0.0)
    result = solve_form(builder.form(), engine_named("highs"), Run("maximize", time_limit=5.0))
    if result.x is None or (result.objective or 0.0) <= 0:
        return None
    weights = [Fraction(0)] * demand.shape[1]
    for r, column in w.items():
        value = Fraction(float(result.x[column])).limit_denominator(_DIGITS)
        weights[r] = value / int(scale[r])
    return tuple(weights)


def _fits(demand: IntArray, room: IntArray, nodes: IntArray, i: int) -> BoolArray:
    fits: BoolArray = ((demand[i] == 0) | (demand[i] <= room[nodes])).all(axis=1)
    return fits


def _holds(
    demand: IntArray,
    room: IntArray,
    nodes: IntArray,
    where: OpenNodes,
    i: int,
    weights: tuple[Fraction, ...],
) -> bool:
    """Return whether others cannot block all nodes, by fractions and nothing else."""
    asked = np.flatnonzero(demand[i] > 0).tolist()
    able = nodes[_fits(demand, room, nodes, i)].tolist()
    if not asked:
        return len(able) > where.strict
    slack = room[able] - demand[i] + 1
    least = sorted(min(weights[r] * int(row[r]) for r in asked) for row in slack)
    least = least[: max(0, len(able) - where.strict)]
    load = sum(
        (weights[r] * int(demand[k, r]) for k in where.rivals.tolist() for r in asked), Fraction(0)
    )
    return len(least) > 0 and sum(least, Fraction(0)) > load
