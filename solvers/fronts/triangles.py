"""The points between two neighbouring corners of the hull of an assignment with two goals."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray
from ...core.kernels import kernel, nodes_in_time
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import Count, Positive, PositiveCount
from .assignment_kernel import (
    FAR,
    AssignmentCells,
    Lines,
    empty_lines,
    find_paths,
    listed_cells,
    move_along,
    reduced_cost,
)
from .questions import SearchStopped
from .search_effort import expect_nodes

# All nondominated points between two neighbouring corners of a hull of assignments.
#
# A weighted sum of both goals is least on the edge between the corners. Assignments are listed
# from the cheapest one on, each from a neighbour by the shortest augmenting path, so that no
# branch is entered without an assignment within the budget. The budget is what the worst corner
# of the known staircase leaves, and falls as points come in (Przybylski, Gandibleux and Ehrgott,
# "Two phase algorithms for the bi-objective assignment problem", EJOR 185, 2008).


class Staircase(NamedTuple):
    """Nondominated points of two goals, by the first one, from one end of an edge to the other.

    ``plan[i]`` is the row of ``taken`` with the cells of point i; the numbers of free rows follow
    those of the points.  ``size[0]`` points are known.  A point in a corner between two of them is
    up to ``budget[0]`` above the edge.
    """

    first: IntArray
    second: IntArray
    plan: IntArray
    taken: IntArray
    size: IntArray
    budget: IntArray
    weights: IntArray
    edge: int  # the least weighted sum


class Stack(NamedTuple):
    """A depth-first search among assignments; each depth has a line.

    Rows before ``row`` keep their cells below a depth.  ``above`` is how far its assignment is
    above the edge.  ``next`` is the place in the list of the row's cells that is tried next, or -1
    where the paths to its own place are not known.  ``depth[0]`` is -1 at the end.
    """

    above: IntArray
    row: IntArray
    next: IntArray
    depth: IntArray


@kernel
def search_triangle(
    cells: AssignmentCells,
    goals: IntArray,
    at: Lines,
    stack: Stack,
    stairs: Staircase,
    most: int,
    steps: int,
) -> int:
    """Record the points of all assignments up to ``most`` above the edge that are in a corner.

    Return how many of some ``steps`` are left.  The search ends with the stack; before that, steps
    have run out or the stairs are full, and another call continues.  Each assignment is noted once,
    when its line begins.
    """
    rows = len(cells.row_start) - 1
    while stack.depth[0] >= 0 and steps > 0:
        d = stack.depth[0]
        r, room = stack.row[d], min(most, stairs.budget[0]) - stack.above[d]
        if r == rows or room < 0:
            stack.depth[0] -= 1
            continue
        if stack.next[d] < 0:  # from now on r and the rows before it stay out of all paths
            spare = room - _least_other(cells, at, d, r)
            if spare < 0:
                stack.row[d] += 1
                continue
            find_paths(cells, at, d, r, cells.place[at.cell_of_row[d, r]], spare)
            steps -= 1
            stack.next[d] = cells.row_start[r]
        e, extra = _other_cell(cells, at, stack, d, room)
        if e < 0:
            stack.row[d], stack.next[d] = r + 1, -1
            continue
        _begin_line(cells, at, stack, d, e, extra)
        steps -= 1
        if not note_plan(goals, at.cell_of_row, d + 1, stairs):
            break
    return steps


@kernel(inner=True, arrays=False)
def _least_other(cells: AssignmentCells, at: Lines, d: int, r: int) -> int:
    """Return the least reduced cost of the cells that a row may take instead of its own."""
    least = FAR
    for k in range(cells.row_start[r], cells.row_start[r + 1]):
        e = cells.row_cells[k]
        if e != at.cell_of_row[d, r] and at.row_of_place[d, cells.place[e]] >= r:
            least = min(least, reduced_cost(cells, at, d, e))
    return least


@kernel(inner=True, arrays=False)
def _other_cell(
    cells: AssignmentCells, at: Lines, stack: Stack, d: int, room: int
) -> tuple[int, int]:
    """Return the next cell that a row may take instead of its own, and its extra cost.

    The cell is -1 if there is no other one within the budget.
    """
    r = stack.row[d]
    for k in range(stack.next[d], cells.row_start[r + 1]):
        e = cells.row_cells[k]
        other = at.row_of_place[d, cells.place[e]]
        if e == at.cell_of_row[d, r] or other < r:
            continue
        extra = reduced_cost(cells, at, d, e) + (0 if other == r else at.distance[d, other])
        if extra <= room:
            stack.next[d] = k + 1
            return e, extra
    return -1, 0


@kernel(inner=True, arrays=False)
def _begin_line(
    cells: AssignmentCells, at: Lines, stack: Stack, d: int, e: int, extra: int
) -> None:
    """Begin a line with the cheapest assignment in which a row takes another cell."""
    below, r, place = d + 1, stack.row[d], cells.place[e]
    for k in range(at.cell_of_row.shape[1]):
        at.cell_of_row[below, k], at.row_of_place[below, k] = (
            at.cell_of_row[d, k],
            at.row_of_place[d, k],
        )
        at.row_price[below, k], at.place_price[below, k] = at.row_price[d, k], at.place_price[d, k]
        at.distance[below, k], at.onward[below, k] = at.distance[d, k], at.onward[d, k]
    own = cells.place[at.cell_of_row[d, r]]
    if place != own:
        move_along(cells, at, below, r, at.row_of_place[d, place], own)
    at.cell_of_row[below, r], at.row_of_place[below, place] = e, r
    stack.above[below] = stack.above[d] + extra
    stack.row[below], stack.next[below] = r + 1, -1
    stack.depth[0] = below


@kernel(inner=True, arrays=False)
def note_plan(goals: IntArray, taken: IntArray, line: int, stairs: Staircase) -> bool:
    """Record the point of a plan in a corner; return whether there is space for more points."""
    one, two, size = 0, 0, stairs.size[0]
    for k in range(taken.shape[1]):
        one += goals[0, taken[line, k]]
        two += goals[1, taken[line, k]]
    at = _place_on_stairs(stairs, one)
    if at == 0 or at == size or stairs.second[at - 1] <= two:
        return True
    if stairs.first[at - 1] == one:
        at -= 1
    end = at  # points from ``at`` to ``end`` are dominated; the last point of all never is
    while stairs.second[end] >= two:
        end += 1
    if end == at:
        _move_last(stairs, size, at)
        stairs.size[0] += 1
    for _ in range(end - at - 1):
        _move_first_to_end(stairs, at)
    stairs.first[at], stairs.second[at] = one, two
    for k in range(taken.shape[1]):
        stairs.taken[stairs.plan[at], k] = taken[line, k]
    set_budget(stairs)
    return bool(stairs.size[0] < len(stairs.first))


@kernel(inner=True, arrays=False)
def _place_on_stairs(stairs: Staircase, one: int) -> int:
    """Return the number of points up to a value of the first goal."""
    low, high = 0, stairs.size[0]
    while low < high:
        middle = (low + high) // 2
        if stairs.first[middle] <= one:
            low = middle + 1
        else:
            high = middle
    return low


@kernel(inner=True, arrays=False)
def _move_last(stairs: Staircase, last: int, at: int) -> None:
    """Move the free row after the last point before another point."""
    fresh = stairs.plan[last]
    for k in range(last, at, -1):
        stairs.first[k], stairs.second[k] = stairs.first[k - 1], stairs.second[k - 1]
        stairs.plan[k] = stairs.plan[k - 1]
    stairs.plan[at] = fresh


@kernel(inner=True, arrays=False)
def _move_first_to_end(stairs: Staircase, at: int) -> None:
    """Remove a point; its row becomes the first free one."""
    stairs.size[0] -= 1
    dropped = stairs.plan[at]
    for k in range(at, stairs.size[0]):
        stairs.first[k], stairs.second[k] = stairs.first[k + 1], stairs.second[k + 1]
        stairs.plan[k] = stairs.plan[k + 1]
    stairs.plan[stairs.size[0]] = dropped


@kernel(inner=True, arrays=False)
def set_budget(stairs: Staircase) -> None:
    """Compute the largest height of corners above the edge; -1 if all corners are below it.

    A point that dominates a known one may share one of its values, so every corner counts.
    """
    worst, weights = -1, stairs.weights
    for k in range(stairs.size[0] - 1):
        one, two = stairs.first[k + 1] - 1, stairs.second[k] - 1
        worst = max(worst, weights[0] * one + weights[1] * two - stairs.edge)
    stairs.budget[0] = worst


class EdgeParameters(Parameters):
    """The parameters of the search for all points along one edge."""

    most_steps: Count = Field(
        default=100_000_000,
        description="steps in one triangle (about a minute) before engines take over",
    )
    steps_between_looks: PositiveCount = Field(
        default=20_000, description="steps between two looks at the clock"
    )
    first_height: PositiveCount = Field(
        default=128, description="the first search covers 1/n of the height"
    )
    higher: Positive = Field(default=1.5, description="factor of the height of the next search")
    higher_after_few: Positive = Field(
        default=4.0, description="factor of the height after a search with few steps"
    )
    few_steps: Count = Field(
        default=1000, description="number of steps that takes as long as beginning a search"
    )
    first_room: int = Field(
        default=64,
        ge=2,
        description="number of points for which memory is reserved at the beginning",
    )


_STEP = 1e-4  # seconds of a step as it is written; there are as many triangles as rows, about
_PRUNED = 4  # of as many yes-or-no decisions all but one are decided by prices, about


@dataclass(frozen=True, eq=False)
class Corner:
    """The values of a plan in both goals, and its cells."""

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
    edge: Edge, cells: AssignmentCells, goals: IntArray, run: Run, parameters: EdgeParameters
) -> list[Corner] | None:
    """Return all nondominated points from corner to corner; ``None`` after too many steps.

    Searches go ever higher above the edge, until no corner between known points is higher.
    """
    stairs = _first_stairs(edge, parameters.first_room)
    note_plan(goals, edge.least.cells[None], 0, stairs)
    high = max(1, int(stairs.budget[0]) // parameters.first_height)
    left = nodes_in_time(parameters.most_steps)
    while stairs.budget[0] >= 0:
        most = min(high, int(stairs.budget[0]))
        found = _search(edge, cells, goals, stairs, most, left, run, parameters.steps_between_looks)
        if found is None:
            return None
        few = left - found[1] < parameters.few_steps
        factor = parameters.higher_after_few if few else parameters.higher
        stairs, left = found
        if stairs.budget[0] <= most:
            break
        high = int(high * factor) + 1
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
    steps_between_looks: int,
) -> tuple[Staircase, int] | None:
    """Return the stairs with all points up to a height, and the number of remaining steps."""
    size = len(cells.row_start) - 1
    kept = np.flatnonzero(edge.reduced <= most)
    counts = np.bincount(cells.row[kept], minlength=size)
    order = np.argsort(counts, kind="stable")  # rows with few cells first
    rank = np.empty(size, dtype=np.int64)
    rank[order] = np.arange(size)
    few = listed_cells(rank[cells.row], cells.place, edge.reduced, kept, size)
    lines, stack = _first_line(edge.least.cells, few)
    decisions = int(np.log2(counts).sum()) // _PRUNED
    expect_nodes(search_triangle, decisions, steps_between_looks, size * _STEP)
    while stack.depth[0] >= 0:
        if run.should_stop():
            raise SearchStopped("time_limit")
        if left <= 0:
            return None
        if stairs.size[0] == len(stairs.first):
            stairs = _with_room(stairs)
        steps = min(left, nodes_in_time(steps_between_looks))
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


def _first_stairs(edge: Edge, room: int) -> Staircase:
    """Return stairs with both corners of an edge."""
    ends = np.array([edge.left.values, edge.right.values], dtype=np.int64)
    taken = np.empty((room, len(edge.left.cells)), dtype=np.int64)
    taken[0], taken[1] = edge.left.cells, edge.right.cells
    stairs = Staircase(
        first=np.append(ends[:, 0], np.zeros(room - 2, dtype=np.int64)),
        second=np.append(ends[:, 1], np.zeros(room - 2, dtype=np.int64)),
        plan=np.arange(room),
        taken=taken,
        size=np.array([2]),
        budget=np.zeros(1, dtype=np.int64),
        weights=edge.weights,
        edge=int(edge.weights @ np.array(edge.least.values)),
    )
    set_budget(stairs)
    return stairs


def _with_room(stairs: Staircase) -> Staircase:
    """Return stairs with space for twice as many points."""
    size = len(stairs.first)
    nothing = np.zeros(size, dtype=np.int64)
    return stairs._replace(
        first=np.append(stairs.first, nothing),
        second=np.append(stairs.second, nothing),
        plan=np.arange(2 * size),
        taken=np.vstack([stairs.taken[stairs.plan], stairs.taken]),
    )
