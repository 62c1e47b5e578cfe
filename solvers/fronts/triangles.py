"""The search for nondominated points of an assignment between two neighbouring hull corners."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from pydantic import Field

from ...core.arrays import IntArray
from ...core.kernels import expect_nodes, kernel, nodes_in_time
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

# All nondominated points between two neighbouring corners of a hull of assignments.
#
# A weighted sum of both goals is least on the edge between the corners. Assignments are listed
# from the cheapest one on, each from a neighbour by the shortest augmenting path, so that no
# branch is entered without an assignment within the budget. The budget is what the worst corner
# of the known staircase leaves, and falls as points come in (Przybylski, Gandibleux and Ehrgott,
# "Two phase algorithms for the bi-objective assignment problem", EJOR 185, 2008).


class Staircase(NamedTuple):
    """Nondominated points of two goals between the ends of an edge, sorted by the first goal.

    ``plan[i]`` is the row of ``taken`` with the cells of point i; later entries of ``plan`` are the
    free rows.  ``size[0]`` is the number of points.  A new nondominated point lies at most
    ``budget[0]`` (in the weighted sum) above the edge.
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
    """The stack of a depth-first search among assignments; each depth has a line of `Lines`.

    Below a depth, rows before ``row`` keep their cells.  ``above`` is the height of the assignment
    above the edge.  ``next`` is the position of the row's next cell to try, or -1 if the paths to
    its place are not computed yet.  ``depth[0]`` is -1 at the end.
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
    """Record nondominated points of all assignments with a height of up to ``most`` above the edge.

    Return how many of ``steps`` are left.  The search is complete when ``stack.depth[0]`` is -1;
    it pauses when steps run out or the staircase is full, and another call resumes it.  Each
    assignment is recorded once, when its line begins.
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
    """Return the least reduced cost of row ``r``'s other cells whose place no earlier row has."""
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
    """Return the next cell to which the row may move from its present cell, and the extra cost.

    The cell is -1 if no other cell has an extra cost up to ``room``.
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
    """Write to the next depth the cheapest assignment in which the row changes to cell ``e``."""
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
    """Record a plan's point if it is nondominated; return false if the staircase is then full."""
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
    """Return the number of points whose first goal is at most ``one``."""
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
    """Insert a point at position ``at``, with the first free row of ``taken``."""
    fresh = stairs.plan[last]
    for k in range(last, at, -1):
        stairs.first[k], stairs.second[k] = stairs.first[k - 1], stairs.second[k - 1]
        stairs.plan[k] = stairs.plan[k - 1]
    stairs.plan[at] = fresh


@kernel(inner=True, arrays=False)
def _move_first_to_end(stairs: Staircase, at: int) -> None:
    """Remove the point at position ``at``; its row of ``taken`` becomes free."""
    stairs.size[0] -= 1
    dropped = stairs.plan[at]
    for k in range(at, stairs.size[0]):
        stairs.first[k], stairs.second[k] = stairs.first[k + 1], stairs.second[k + 1]
        stairs.plan[k] = stairs.plan[k + 1]
    stairs.plan[stairs.size[0]] = dropped


@kernel(inner=True, arrays=False)
def set_budget(stairs: Staircase) -> None:
    """Set the budget to the largest height of a possible new point above the edge, at least -1.

    Such a point is better than its right neighbour in the first goal and its left in the second.
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
        description="maximum steps in one triangle (about a minute), after which engines take over",
    )
    steps_between_looks: PositiveCount = Field(
        default=20_000, description="steps between two looks at the clock"
    )
    first_height: PositiveCount = Field(
        default=128, description="the first search covers the height divided by this"
    )
    higher: Positive = Field(
        default=1.5, description="factor by which the height grows from search to search"
    )
    higher_after_few: Positive = Field(
        default=4.0, description="factor of growth after a search with few steps"
    )
    few_steps: Count = Field(
        default=1000, description="a search has few steps if it has fewer than this"
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
    """A plan with its values in both goals and its cells, such as a corner of the hull."""

    values: tuple[int, int]
    cells: IntArray


@dataclass(frozen=True, eq=False)
class Edge:
    """An edge of the hull: two neighbouring corners, and a plan of least weighted sum.

    The nonnegative ``reduced`` costs of cells prove that no plan has a smaller weighted sum.
    """

    left: Corner
    right: Corner
    weights: IntArray
    least: Corner
    reduced: IntArray


def points_along(
    edge: Edge, cells: AssignmentCells, goals: IntArray, run: Run, parameters: EdgeParameters
) -> list[Corner] | None:
    """Return all nondominated points between two corners; ``None`` if that takes too many steps.

    Each search has a larger height above the edge, until no nondominated point can be higher.
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
    """Return the staircase with all points up to height ``most``, and the remaining steps."""
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
    """Return lines and a stack that begin with the cheapest assignment (reduced costs 0)."""
    depths = len(taken) + 1
    lines = empty_lines(depths, len(taken))
    lines.cell_of_row[0, cells.row[taken]] = taken
    lines.row_of_place[0, cells.place[taken]] = cells.row[taken]
    nothing = np.zeros(depths, dtype=np.int64)
    return lines, Stack(nothing, nothing.copy(), np.full(depths, -1), np.zeros(1, dtype=np.int64))


def _first_stairs(edge: Edge, room: int) -> Staircase:
    """Return a staircase that holds both corners of an edge."""
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
    """Return a copy of the staircase with space for twice as many points."""
    size = len(stairs.first)
    nothing = np.zeros(size, dtype=np.int64)
    return stairs._replace(
        first=np.append(stairs.first, nothing),
        second=np.append(stairs.second, nothing),
        plan=np.arange(2 * size),
        taken=np.vstack([stairs.taken[stairs.plan], stairs.taken]),
    )
