"""Integer programs narrowed by reduced-cost fixing.

The relaxation bounds the cost within limits, and its reduced costs bound the extra cost of moving a
column off its bound.  If the cost then exceeds the cutoff, the column is fixed there and removed
from the integer program.  Any dual prices prove this (Lagrange), so the engine that solves the
relaxation need not be trusted.

Programs of few 0-1 columns are enumerated instead of given to an engine.  Prices leave a few dozen
columns.  A depth-first search under their reduced costs decides these in less than a millisecond,
in integer arithmetic and without any tolerance; an engine takes a hundred times as long to begin.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from pydantic import Field
from scipy.sparse import csc_array

from ...core.arrays import FloatArray, IntArray
from ...core.clock import paused_clock
from ...core.decimals import LARGEST
from ...core.kernels import expect_nodes, kernel, nodes_in_time
from ...core.outcome import SolverVersion
from ...core.parameters import Parameters
from ...core.run import Run
from ...core.schema import PositiveCount
from ..engines import EngineResult, StandardForm, scale_form
from .goal_form import GoalForm, LinearGoal

_ROUNDING = 1e-6  # relative error of a bound
_ZERO = 1e-9  # a price of an unbounded column below this is a rounding error
_NOISE = 1e-14  # rounding error of a sum in floats, relative to its terms
_MOST_KEPT = 0.8  # share of kept columns above which narrowing does not pay


@dataclass(frozen=True, eq=False)
class PricedProgram:
    """A lower bound on the cost of a program, proven by prices: every plan costs ``value`` or more.

    ``reduced`` is the least cost increase per unit that a column leaves its bound, ``prices`` the
    cost decrease per step by which a goal's limit rises.  ``noise`` bounds the rounding error of
    each reduced cost.  The value is infinite if there is no plan.
    """

    value: float
    reduced: FloatArray
    prices: FloatArray
    noise: FloatArray

    @property
    def floor(self) -> float:
        """The bound, rounded up to an integer."""
        if math.isinf(self.value):
            return self.value
        return float(math.ceil(self.value - _ROUNDING * max(1.0, abs(self.value))))


@dataclass(frozen=True, eq=False)
class NarrowedProgram:
    """The program of the remaining columns, with the fixed values of all other columns.

    In a plan up to the cutoff, the total increase of ``reduced`` costs, by columns that leave
    their bound, is at most ``room``.
    """

    form: StandardForm
    kept: IntArray
    fixed: FloatArray  # values of fixed columns, 0 for the others
    offset: float  # the cost of the fixed columns
    reduced: FloatArray  # reduced costs of the remaining columns
    room: float

    def point(self, x: FloatArray) -> FloatArray:
        """Convert a point of this program to a point with all columns."""
        point = self.fixed.copy()
        point[self.kept] = x
        return point


class NarrowedPrograms:
    """Narrows the programs of a form with goals; keeps one HiGHS instance per cost vector."""

    def __init__(self, goals: GoalForm) -> None:
        self._goals = goals
        relaxed = replace(goals.form.relaxed(), cost=np.zeros(goals.form.shape[1]), constant=0.0)
        self._given = scale_form(relaxed)
        self.usable = self._given.unbridged is None and self._given.form.infeasible is None
        self._by_cost: dict[bytes, Any] = {}
        self._columns = np.arange(relaxed.shape[1], dtype=np.int32)
        rows, count = relaxed.shape[0], len(goals.goals)
        self._rows = np.arange(rows - count, rows, dtype=np.int32)
        self._sums = np.array([isinstance(goal, LinearGoal) for goal in goals.goals])
        self._sizes = csc_array(abs(goals.form.matrix))
        self._narrows = _keeps_its_rows(goals.form)

    def priced(
        self, cost: FloatArray, limits: Sequence[float | None], run: Run
    ) -> PricedProgram | None:
        """Return the bound of the relaxation; ``None`` if the engine fails or time is up."""
        program = self._goals.program(cost, limits)
        highs = self._solve(program, run)
        if highs is None:
            return None
        if highs is False:
            return PricedProgram(math.inf, cost, np.zeros(len(self._rows)), np.zeros(len(cost)))
        duals = np.array(highs.getSolution().row_dual) * self._given.row
        return self._proven(program, duals)

    def _solve(self, program: StandardForm, run: Run) -> Any:
        """Return HiGHS at the optimum, ``False`` if infeasible, ``None`` if it failed."""
        with paused_clock():
            from highspy import HighsModelStatus
        if run.should_stop():
            return None
        highs = self._engine(program.cost)
        if run.remaining is not None:
            highs.setOptionValue("time_limit", highs.getRunTime() + run.remaining)
        high = program.row_upper[self._rows] * self._given.row[self._rows]
        highs.change_sides(self._rows, np.full(len(high), -np.inf), high)
        if not self._sums.all():
            upper = program.upper / self._given.column
            highs.changeColsBounds(len(upper), self._columns, self._given.form.lower, upper)
        highs.run()
        status = highs.getModelStatus()
        if status == HighsModelStatus.kInfeasible:
            return False
        return highs if status == HighsModelStatus.kOptimal else None

    def _engine(self, cost: FloatArray) -> Any:
        """Return the HiGHS instance for a cost vector, with the basis of its last program."""
        from ..engines import load_highs

        key = cost.tobytes()
        if key not in self._by_cost:
            self._by_cost[key] = load_highs(
                replace(self._given.form, cost=cost * self._given.column)
            )
        return self._by_cost[key]

    def narrowed(
        self, priced: PricedProgram, cost: FloatArray, limits: Sequence[float | None], cutoff: float
    ) -> NarrowedProgram | None:
        """Return the program of plans up to a cutoff; ``None`` if it would fix only few columns."""
        if not self._narrows:
            return None
        program = self._goals.program(cost, limits, cutoff)
        room = max(0.0, cutoff - priced.value + _ROUNDING * max(1.0, abs(cutoff)))
        lower, upper = _bounds_within(program, priced.reduced, room)
        kept = np.flatnonzero(lower < upper)
        if len(kept) > _MOST_KEPT * len(lower):
            return None
        fixed = np.where(lower < upper, 0.0, lower)
        offset = float(cost @ fixed)
        form = _with_columns_only(program, kept, program.matrix @ fixed)
        assert program.cutoff is not None
        form = replace(form, lower=lower[kept], upper=upper[kept], cutoff=program.cutoff - offset)
        return NarrowedProgram(form, kept, fixed, offset, priced.reduced[kept], room)

    def _proven(self, program: StandardForm, duals: FloatArray) -> PricedProgram | None:
        """Return the bound that row duals prove, lowered by an upper limit of rounding errors."""
        low, high = np.isfinite(program.row_lower), np.isfinite(program.row_upper)
        duals = np.where((duals > 0) & low | (duals < 0) & high, duals, 0.0)
        sides = np.where(duals > 0, np.where(low, program.row_lower, 0.0), 0.0)
        sides = np.where(duals < 0, np.where(high, program.row_upper, 0.0), sides)
        reduced = program.cost - program.matrix.T @ duals
        ends = np.where(reduced > 0, program.lower, program.upper)
        endless = ~np.isfinite(ends)
        if (endless & (np.abs(reduced) > _ZERO)).any():
            return None
        ends = np.where(endless, 0.0, ends)
        noise = _NOISE * (np.abs(program.cost) + self._sizes.T @ np.abs(duals))
        lost = _NOISE * float(np.abs(duals) @ np.abs(sides)) + float(noise @ np.abs(ends))
        value = float(duals @ sides + reduced @ ends) - lost
        return PricedProgram(value, reduced, -duals[-len(self._rows) :], noise)


def _keeps_its_rows(form: StandardForm) -> bool:
    """Return whether fixing integer columns cannot change the feasibility of a row.

    That holds if a row's numbers are integers with exact sums in floats, or if a continuous column
    stays in the row. Any other row may hold only within the tolerance of the whole program.
    """
    numbers, entries = form.matrix.data, np.diff(form.matrix.indptr)
    free = ~form.integer & (form.lower < form.upper)
    mixed = np.bincount(form.matrix.indices, np.repeat(free, entries), form.shape[0]) > 0
    fraction = (form.lower == form.upper) & (form.lower != np.rint(form.lower))
    broken = (numbers != np.rint(numbers)) | np.repeat(fraction, entries)
    whole = np.bincount(form.matrix.indices, broken, minlength=form.shape[0]) == 0
    whole &= np.bincount(form.matrix.indices, np.abs(numbers), minlength=form.shape[0]) <= LARGEST
    for side in (form.row_lower, form.row_upper):
        whole &= ~np.isfinite(side) | ((side == np.rint(side)) & (np.abs(side) <= LARGEST))
    return bool((whole | mixed).all())


def _bounds_within(
    program: StandardForm, reduced: FloatArray, room: float
) -> tuple[FloatArray, FloatArray]:
    """Return bounds of the columns that hold for all plans with reduced cost <= ``room``."""
    lower, upper = program.lower.copy(), program.upper.copy()
    steps = np.floor(room / np.maximum(np.abs(reduced), _ZERO))
    stays = program.integer & (steps < upper - lower)
    up, down = stays & (reduced > 0), stays & (reduced < 0)
    upper[up] = np.minimum(upper[up], lower[up] + steps[up])
    lower[down] = np.maximum(lower[down], upper[down] - steps[down])
    return lower, upper


def _with_columns_only(program: StandardForm, kept: IntArray, used: FloatArray) -> StandardForm:
    """Return the program of some columns; ``used`` is the activity of the fixed columns.

    A row without columns is kept only if ``used`` violates it.
    """
    part = csc_array(program.matrix[:, kept])
    low, high = program.row_lower - used, program.row_upper - used
    entries = np.bincount(part.indices, minlength=len(low)) > 0
    broken = (low > 0) | (high < 0)
    rows = np.flatnonzero((entries & (np.isfinite(low) | np.isfinite(high))) | broken)
    number = np.full(len(low), -1)
    number[rows] = np.arange(len(rows))
    inside = number[part.indices] >= 0
    sums = np.concatenate([[0], np.cumsum(inside)])
    matrix = csc_array(
        (part.data[inside], number[part.indices[inside]], sums[part.indptr]),
        shape=(len(rows), len(kept)),
    )
    return StandardForm(
        cost=program.cost[kept],
        constant=0.0,
        matrix=matrix,
        row_lower=low[rows],
        row_upper=high[rows],
        lower=program.lower[kept],
        upper=program.upper[kept],
        integer=program.integer[kept],
    )


GAVE_UP = -1  # result of a search that has used all its nodes


class DecidedColumns(NamedTuple):
    """Binary columns in the order in which a search decides them, and their rows.

    ``first`` is the value of a column that its reduced cost prefers, ``dear`` the reduced cost of
    the other value.  The matrix entries ``start[j]`` to ``start[j + 1]`` - 1 belong to column j.
    """

    first: IntArray
    dear: FloatArray
    cost: FloatArray
    start: IntArray
    row: IntArray
    entry: FloatArray
    row_lower: FloatArray
    row_upper: FloatArray


@kernel
def least_cost(
    columns: DecidedColumns, room: float, most: float, most_nodes: int
) -> tuple[int, IntArray]:
    """Return 1 and a point of least cost up to ``most``, or 0 if there is no such point.

    In points up to ``most`` the reduced costs of columns not at ``first`` sum to at most ``room``.
    The number is `GAVE_UP` after ``most_nodes`` nodes.  At each depth one column is decided:
    ``tried`` counts its tried values, the last of which is in ``x``.  ``spent`` and ``cost`` are
    sums over the columns above a depth.  ``least`` and ``largest`` are each row's possible range;
    they are integers, which floats add and subtract exactly.
    """
    size = len(columns.cost)
    x, best = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    tried = np.zeros(size, dtype=np.int64)
    spent, cost = np.zeros(size + 1), np.zeros(size + 1)
    least, largest = _ranges(columns)
    depth, nodes, known = 0, 0, 0
    if (least > columns.row_upper).any() or (largest < columns.row_lower).any():
        return 0, best
    while depth >= 0:
        if tried[depth] > 0:  # a search below has ended: rows stand as if depth were undecided
            _turn(columns, least, largest, depth, x[depth], -1.0)
        price = columns.dear[depth] if tried[depth] == 1 else 0.0
        if tried[depth] == 2 or spent[depth] + price > room:
            tried[depth] = 0
            depth -= 1
            continue
        x[depth] = columns.first[depth] if tried[depth] == 0 else 1 - columns.first[depth]
        tried[depth] += 1
        nodes += 1
        if nodes > most_nodes:
            return GAVE_UP, best
        spent[depth + 1] = spent[depth] + price
        cost[depth + 1] = cost[depth] + columns.cost[depth] * x[depth]
        if not _turn(columns, least, largest, depth, x[depth], 1.0):
            continue
        if depth < size - 1:
            depth += 1
        elif cost[size] <= most:
            best[:] = x
            known = 1
            room -= most - (cost[size] - 1.0)
            most = cost[size] - 1.0
    return known, best


@kernel(inner=True)
def _ranges(columns: DecidedColumns) -> tuple[FloatArray, FloatArray]:
    """Return the minimum and maximum activity of each row."""
    least, largest = np.zeros(len(columns.row_lower)), np.zeros(len(columns.row_lower))
    for k in range(len(columns.row)):
        least[columns.row[k]] += min(0.0, columns.entry[k])
        largest[columns.row[k]] += max(0.0, columns.entry[k])
    return least, largest


@kernel(inner=True)
def _turn(
    columns: DecidedColumns,
    least: FloatArray,
    largest: FloatArray,
    j: int,
    value: int,
    sign: float,
) -> bool:
    """Set column ``j`` to a value, or undo it (sign -1); return whether its rows can still hold."""
    fits = True
    for k in range(columns.start[j], columns.start[j + 1]):
        row, entry = columns.row[k], columns.entry[k]
        least[row] += sign * (entry * value - min(0.0, entry))
        largest[row] += sign * (entry * value - max(0.0, entry))
        fits = fits and least[row] <= columns.row_upper[row]
        fits = fits and largest[row] >= columns.row_lower[row]
    return fits


class FewColumnsParameters(Parameters):
    """The parameters of `FewColumns`: limits on the nodes of a search."""

    most_nodes: PositiveCount = Field(
        default=4_000_000,
        description="maximum number of nodes of a search; so many take about as long as an engine",
    )
    least_nodes: PositiveCount = Field(
        default=10_000, description="failed searches do not lower most_nodes below this"
    )
    eased: PositiveCount = Field(
        default=4, description="each failed search divides most_nodes by this"
    )


FEW_COLUMNS = FewColumnsParameters()
_NODE = 5e-6  # seconds of a node without compilation


class FewColumns:
    """A depth-first search that solves narrowed programs, with an adaptive limit on nodes."""

    def __init__(self, parameters: FewColumnsParameters = FEW_COLUMNS) -> None:
        self._parameters = parameters
        self._most = nodes_in_time(parameters.most_nodes)
        self.patience = self._most  # limit on the nodes of the next search

    def least(self, narrow: NarrowedProgram, solver: SolverVersion) -> EngineResult | None:
        """Solve a narrowed program: return the optimum or infeasibility, ``None`` if undecided.

        The result names ``solver``, the engine of the relaxation.
        """
        if not _are_binary(narrow):
            return None
        form = narrow.form
        order = np.argsort(-np.abs(narrow.reduced), kind="stable")
        reduced, matrix = narrow.reduced[order], form.matrix[:, order]
        columns = DecidedColumns(
            (reduced < 0).astype(np.int64),
            np.abs(reduced),
            form.cost[order],
            matrix.indptr.astype(np.int64),
            matrix.indices.astype(np.int64),
            matrix.data,
            form.row_lower,
            form.row_upper,
        )
        assert form.cutoff is not None  # half a step above the maximum cost
        most = float(np.floor(form.cutoff - 0.5))
        expect_nodes(least_cost, len(order), self.patience, _NODE)
        known, values = least_cost(columns, narrow.room, most, self.patience)
        if known == GAVE_UP:
            eased = self.patience // self._parameters.eased
            self.patience = max(self._parameters.least_nodes, eased)
            return None
        self.patience = min(self._most, 2 * self.patience)
        if not known:
            return EngineResult("infeasible", "complete", solver)
        x = np.empty(len(order))
        x[order] = values
        value = form.value(x) + narrow.offset
        return EngineResult("optimal", "complete", solver, value, value, narrow.point(x))


def _are_binary(narrow: NarrowedProgram) -> bool:
    """Return whether all remaining columns are binary."""
    form = narrow.form
    binary = form.integer & (form.lower == 0) & (form.upper == 1)
    return bool(len(binary) and binary.all())
