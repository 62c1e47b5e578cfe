"""Longest best latency first, for latencies that are linear in the input rows.

A latency is input rows · term per row + fixed term, with terms of the machine.  So the row with
the largest input always has the largest best latency, and the matrix is never built.  Only
machines that no other open machine dominates in both terms can be the fastest; this front is small
and changes when a machine is closed.
"""

from typing import NamedTuple

import numpy as np

from ...core.arrays import FloatArray, IntArray
from ...core.kernels import kernel
from ...core.run import Run
from .longest_first import Sent

_WORK_PER_CALL = 40_000_000
_ROW, _MOVES, _FRONT = range(3)


class LinearLedger(NamedTuple):
    """The latency terms of a stage, and the state of the loop over its rows.

    Invariant: along the front (the machines that no open machine dominates) the fixed terms rise
    and the terms per row fall.
    """

    rows: FloatArray
    per_row: FloatArray
    fixed: FloatArray
    order: IntArray  # rows by falling input
    left: IntArray  # instances that a row still has to send
    room: IntArray  # instances that a machine still takes
    machines: IntArray  # by rising fixed terms
    front: IntArray  # places among the machines
    moves: IntArray  # (row, machine, instances) per move
    state: IntArray  # rows done, moves made, members of the front


def longest_first_linear(
    rows: FloatArray,
    per_row: FloatArray,
    fixed: FloatArray,
    counts: IntArray,
    room: IntArray,
    run: Run,
) -> Sent:
    """Assign the ``counts`` instances of each row to machines, the largest input first.

    Of equally fast machines the one with the smaller fixed term is taken.  ``room`` is reduced in
    place and must suffice.
    """
    rows, per_row, fixed = (np.broadcast_to(term, term.shape) for term in (rows, per_row, fixed))
    order = np.argsort(-rows, kind="stable")
    by_terms = np.lexsort((per_row, fixed))
    machines = by_terms[room[by_terms] > 0]
    stage = LinearLedger(
        rows,
        per_row,
        fixed,
        order,
        counts.copy(),
        room,
        machines,
        front=np.empty(len(machines), dtype=np.int64),
        moves=np.empty((len(order) + len(room), 3), dtype=np.int64),
        state=np.zeros(3, dtype=np.int64),
    )
    moves, state = stage.moves, stage.state
    _renew(stage, 0)
    while state[_ROW] < len(order) and not run.should_stop():
        _send(stage, _WORK_PER_CALL)
    i, j = moves[0, :2] if state[_MOVES] else (0, 0)
    first = float(rows[i] * per_row[j] + fixed[j])
    return Sent(moves[: state[_MOVES]], [], first, bool(state[_ROW] == len(order)))


@kernel
def _send(stage: LinearLedger, work_per_call: int) -> None:
    """Assign rows to their fastest machines until all are assigned or the work limit is reached."""
    rows, per_row, fixed, order, left, room, machines, front, moves, state = stage
    work = 0
    while state[_ROW] < len(order) and work < work_per_call:
        i = order[state[_ROW]]
        best, at = np.inf, -1
        work += state[_FRONT]
        # front: the open machines that are fastest for rows of any length
        for k in range(state[_FRONT]):
            j = machines[front[k]]
            value = rows[i] * per_row[j] + fixed[j]
            if value < best:
                best, at = value, k
        j = machines[front[at]]
        sent = min(left[i], room[j])
        moves[state[_MOVES], 0] = i
        moves[state[_MOVES], 1] = j
        moves[state[_MOVES], 2] = sent
        state[_MOVES] += 1
        left[i] -= sent
        room[j] -= sent
        if left[i] == 0:
            state[_ROW] += 1
        if room[j] == 0:
            work += _renew(stage, at)


@kernel
def _renew(stage: LinearLedger, closed: int) -> int:
    """Replace member ``closed`` of the front by machines it dominated; return how many were tried.

    A member of the front has a smaller term per row than all open machines before it.  So only
    machines between the closed member and the next member can replace it.
    """
    per_row, room, machines, front = stage.per_row, stage.room, stage.machines, stage.front
    count = stage.state[_FRONT]
    start = front[closed] + 1 if count else 0
    stop = front[closed + 1] if closed + 1 < count else len(machines)
    rest = front[closed + 1 : count].copy()
    least = per_row[machines[front[closed - 1]]] if closed > 0 else np.inf
    at = closed
    for place in range(start, stop):
        j = machines[place]
        if room[j] > 0 and per_row[j] < least:
            least = per_row[j]
            front[at] = place
            at += 1
    front[at : at + len(rest)] = rest
    stage.state[_FRONT] = at + len(rest)
    return int(stop - start)
