"""The points between two neighbouring corners of the hull of an assignment with two goals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import IntArray
from ...core.compiled import nodes_in_time
from ...core.run import Run
from .assignment_cells import listed_cells
from .assignment_kernel import AssignmentCells, Lines, empty_lines
from .endings import SearchStopped
from .search_effort import expect_nodes
from .triangle_kernel import Stack, Staircase, note_plan, search_triangle, set_budget

_STEPS = 20_000  # between two looks at the clock
_PATIENCE = 100_000_000  # steps for a triangle: a minute, after which engines try
_LOWEST = 128  # the first search goes that part of a triangle's height
_HIGHER = 1.5  # how many times higher the next one goes
_HIGHER_AFTER_FEW = 4.0  # and how many times after a search of few steps
_FEW = 1000  # steps, which last about as long as a search takes to begin
_STEP = 1e-4  # seconds of a step as it is written; there are as many triangles as rows, about
_PRUNED = 4  # of as many yes-or-no decisions all but one are decided by prices, about
_STAIRS = 64  # points that there is room for at first


@dataclass(frozen=True, eq=False)
class Corner:
    """What a plan is in both goals, and its cells."""

    values: tuple[int, int]
    cells: IntArray


@dataclass(frozen=True, eq=False)
class Edge:
    """Two neighbouring corners, and the plan with the least weighted sum of goals.

    ``reduced`` costs of cells prove that it is the least.
    """

    left: Corner
    right: Corner
    weights: IntArray
    least: Corner
    reduced: IntArray


def points_along(
    edge: Edge, cells: AssignmentCells, goals: IntArray, run: Run
) -> list[Corner] | None:
    """Return all nondominated points from corner to corner; ``None`` after too many steps.

    Searches go higher and higher above the edge, until no corner between known points is higher.
    """
    stairs = _first_stairs(edge)
    note_plan(goals, edge.least.cells[None], 0, stairs)
    high, left = max(1, int(stairs.budget[0]) // _LOWEST), nodes_in_time(_PATIENCE)
    while stairs.budget[0] >= 0:
        most = min(high, int(stairs.budget[0]))
        found = _search(edge, cells, goals, stairs, most, left, run)
        if found is None:
            return None
        few = left - found[1] < _FEW
        stairs, left = found
        if stairs.budget[0] <= most:
            break
        high = int(high * (_HIGHER_AFTER_FEW if few else _HIGHER)) + 1
    return [
        Corner((int(stairs.first[k]), int(stairs.second[k])), stairs.taken[stairs.plan[k]].copy())
        for k in range(int(stairs.size[0]))
    ]


def _search(
    edge: Edge,
    cells: AssignmentCells,
    goals: IntArray,
    stairs: Staircase,
    most: int,
    left: int,
    run: Run,
) -> tuple[Staircase, int] | None:
    """Return the stairs with all points up to a height, and how many steps are left, if any."""
    size = len(cells.row_start) - 1
    kept = np.flatnonzero(edge.reduced <= most)
    counts = np.bincount(cells.row[kept], minlength=size)
    order = np.argsort(counts, kind="stable")  # rows with few cells first
    rank = np.empty(size, dtype=np.int64)
    rank[order] = np.arange(size)
    few = listed_cells(rank[cells.row], cells.place, edge.reduced, kept, size)
    lines, stack = _first_line(edge.least.cells, few)
    decisions = int(np.log2(counts).sum()) // _PRUNED
    expect_nodes(search_triangle, decisions, _STEPS, size * _STEP)
    while stack.depth[0] >= 0:
        if run.should_stop():
            raise SearchStopped("time_limit")
        if left <= 0:
            return None
        if stairs.size[0] == len(stairs.first):
            stairs = _with_room(stairs)
        steps = min(left, nodes_in_time(_STEPS))
        left -= steps - search_triangle(few, goals, lines, stack, stairs, most, steps)
    return stairs, left


def _first_line(taken: IntArray, cells: AssignmentCells) -> tuple[Lines, Stack]:
    """Return lines and a stack with the cheapest assignment, whose cells have no reduced costs."""
    depths = len(taken) + 1
    lines = empty_lines(depths, len(taken))
    lines.cell_of_row[0, cells.row[taken]] = taken
    lines.row_of_place[0, cells.place[taken]] = cells.row[taken]
    nothing = np.zeros(depths, dtype=np.int64)
    return lines, Stack(nothing, nothing.copy(), np.full(depths, -1), np.zeros(1, dtype=np.int64))


def _first_stairs(edge: Edge) -> Staircase:
    """Return stairs with both corners of an edge."""
    ends = np.array([edge.left.values, edge.right.values], dtype=np.int64)
    taken = np.empty((_STAIRS, len(edge.left.cells)), dtype=np.int64)
    taken[0], taken[1] = edge.left.cells, edge.right.cells
    stairs = Staircase(
        first=np.append(ends[:, 0], np.zeros(_STAIRS - 2, dtype=np.int64)),
        second=np.append(ends[:, 1], np.zeros(_STAIRS - 2, dtype=np.int64)),
        plan=np.arange(_STAIRS),
        taken=taken,
        size=np.array([2]),
        budget=np.zeros(1, dtype=np.int64),
        weights=edge.weights,
        edge=int(edge.weights @ np.array(edge.least.values)),
    )
    set_budget(stairs)
    return stairs


def _with_room(stairs: Staircase) -> Staircase:
    """Return stairs with room for twice as many points."""
    size = len(stairs.first)
    nothing = np.zeros(size, dtype=np.int64)
    return stairs._replace(
        first=np.append(stairs.first, nothing),
        second=np.append(stairs.second, nothing),
        plan=np.arange(2 * size),
        taken=np.vstack([stairs.taken[stairs.plan], stairs.taken]),
    )
