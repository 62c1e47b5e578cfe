"""The master program of macrow's bound, in which a column is a placement of one tree.

The maximum utilisation t lies between two levels.  A kind of nodes stands for several equal nodes
(copies).  Its load is at most its copies times t, and at most its copies times the largest multiple
of the step (common divisor of loads) below the upper level.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from ...core.arrays import BoolArray, FloatArray, IntArray
from ...core.run import Run
from ..engines import FormBuilder, PricedMaster, engine_named, solve_form
from .pieces import Pieces, TreeColumn, multiple_below


class AlikeTrees:
    """Groups of interchangeable trees, each represented by its first tree.

    Only trees of a single unit are interchangeable.  A tree that a case distinguishes is separate.
    """

    def __init__(self, pieces: Pieces) -> None:
        kinds = pieces.kinds
        self._signs = np.hstack(
            [
                *(kinds.load, kinds.allowed, pieces.least[:, None], kinds.max_nodes[:, None]),
                *(kinds.license_use, pieces.risk_shares, pieces.slope, kinds.size[:, None]),
                *(packing.times[:, None] for packing in pieces.packings),
            ]
        )
        known: dict[bytes, int] = {}
        self.groups: list[list[int]] = []
        self.group_of: list[int] = []
        for tree in range(pieces.forest.trees):
            group = known.setdefault(self._sign(pieces, tree), len(self.groups))
            if group == len(self.groups):
                self.groups.append([])
            self.groups[group].append(tree)
            self.group_of.append(group)

    def _sign(self, pieces: Pieces, tree: int) -> bytes:
        """Return a key that is equal for interchangeable trees."""
        units = pieces.units_of[tree]
        return self._signs[units].tobytes() if len(units) == 1 else f"tree {tree}".encode()

    @property
    def first(self) -> list[int]:
        """The representative tree of each group."""
        return [group[0] for group in self.groups]

    def part(self, tree: int) -> int | None:
        """Separate a tree from its group; return the group, or ``None`` if the tree was alone."""
        old = self.group_of[tree]
        if len(self.groups[old]) == 1:
            return None
        self.groups[old].remove(tree)
        self.group_of[tree] = len(self.groups)
        self.groups.append([tree])
        return old


Spot = tuple[int, tuple[int, ...]]  # a unit and kinds of nodes of one cluster


@dataclass(eq=False)
class Case:
    """A case: the plans whose maximum node utilisation is in [``low``, ``high``).

    ``inside`` lists units with kinds of nodes of which they have a candidate, ``outside`` those of
    which they have none.  The prices prove ``by_prices``; ``bound`` may come from the parent case.
    """

    prices: FloatArray
    bound: float = -math.inf
    by_prices: float = -math.inf
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    inside: tuple[Spot, ...] = ()
    outside: tuple[Spot, ...] = ()
    split: Fraction | Spot | None = None
    parts: list[Case] = field(default_factory=list)
    share: FloatArray | None = None  # share of each column in the relaxation solved last
    busiest: float = 0.0

    def leaves(self) -> Iterator[Case]:
        """Yield the unsplit cases."""
        waiting = [self]
        while waiting:
            case = waiting.pop()
            if case.parts:
                waiting.extend(case.parts)
            else:
                yield case

    def at_level(self, level: Fraction) -> None:
        """Split the case at a level: plans below it, and plans from it on."""
        self.split = level
        self.parts = [self._part(high=level), self._part(low=level)]

    def at_spot(self, unit: int, kinds: tuple[int, ...]) -> None:
        """Split the case by whether or not a unit has a candidate of some kinds of nodes."""
        self.split = spot = unit, kinds
        inside = self._part(inside=(*self.inside, spot))
        self.parts = [inside, self._part(outside=(*self.outside, spot))]

    def _part(self, **changes: object) -> Case:
        kept = {key: getattr(self, key) for key in ("low", "high", "inside", "outside", "busiest")}
        return Case(self.prices.copy(), bound=self.bound, **{**kept, **changes})

    def improve(self, value: float, prices: FloatArray) -> None:
        """Store prices if they prove a higher value than the best prices so far."""
        if value > self.by_prices:
            self.by_prices, self.prices = value, prices
        self.bound = max(self.bound, value)

    def proven(self) -> float:
        """Return the maximum of the bound by the case's prices and the least bound of its parts."""
        parts = min((part.proven() for part in self.parts), default=-math.inf)
        return max(self.by_prices, parts)

    def allowed(self, pieces: Pieces) -> BoolArray:
        """Return a mask (units x kinds) of the kinds of nodes that each unit may use."""
        allowed = pieces.kinds.allowed
        if self.outside:
            allowed = allowed.copy()
            for u, spot in self.outside:
                allowed[u, list(spot)] = False
        return allowed

    def anchor(self, pieces: Pieces) -> IntArray:
        """Return a matrix (units x kinds): 1 for kinds of which a unit must take a node, else 0.

        Units without such a condition have 2.  Of several conditions on a unit the last counts.
        """
        anchor = np.full(pieces.kinds.allowed.shape, 2, dtype=np.int64)
        for u, spot in self.inside:
            anchor[u] = 0
            anchor[u, list(spot)] = 1
        return anchor

    def takes(self, column: TreeColumn, pieces: Pieces) -> bool:
        """Return whether a column satisfies the case's conditions ``inside`` and ``outside``."""
        for spots, wanted in ((self.inside, True), (self.outside, False)):
            for u, spot in spots:
                if pieces.forest.tree[u] != column.tree:
                    continue
                at = int(np.searchsorted(column.units, u))
                there = bool(column.taken[at, list(spot)].any())
                home = pieces.homes[column.home[at]]
                if there != wanted or (wanted and pieces.kinds.cluster_of[spot[0]] not in home):
                    return False
        return True

    def sides(self, pieces: Pieces) -> FloatArray:
        """Return the right-hand sides of all rows; the case changes those of loads and packings."""
        side = pieces.limit.copy()
        if self.high is not None:
            high = self.high
            caps = [multiple_below(high, step) if step else high for step in pieces.steps]
            copies = pieces.kinds.copies.tolist()
            side[pieces.load] = [float(cap) * n for cap, n in zip(caps, copies, strict=True)]
            side[pieces.pack] = [
                float(caps[packing.kind] // packing.size) * copies[packing.kind]
                for packing in pieces.packings
            ]
        return side

    def document(self, pieces: Pieces) -> dict[str, object]:
        """Return the tree of splits, with the prices of all leaves, for the certificate.

        Parts that prove no more than the prices of the split case are omitted.
        """
        if self.proven() <= self.by_prices:
            return {"prices": pieces.named(self.prices)}
        if isinstance(self.split, Fraction):
            low, up = (part.document(pieces) for part in self.parts)
            return {"level": str(self.split), "below": low, "from": up}
        assert self.split is not None
        inside, outside = (part.document(pieces) for part in self.parts)
        u, spot = self.split
        where = {"pe": pieces.kinds.members[u][0], "on": [str(g) for g in spot]}
        return {**where, "inside": inside, "outside": outside}


@dataclass(frozen=True, eq=False)
class SharesPoint:
    """A solution of the relaxed master: value, share of each column, t (``busiest``), prices."""

    value: float
    share: FloatArray
    busiest: float
    prices: FloatArray


class TreeMaster:
    """The relaxed master in HiGHS, with all generated columns, set up for one case."""

    def __init__(self, pieces: Pieces, penalty: float) -> None:
        self.pieces = pieces
        self.alike = AlikeTrees(pieces)
        self.columns: list[TreeColumn] = []
        self._program = PricedMaster(presolve="off")
        self._highs = highs = self._program.highs
        none = np.empty(0, np.int32), np.empty(0)
        _, node_weight, _, link_weight = pieces.kinds.weights
        groups = self.alike.groups
        kinds, self._first = pieces.load.stop, len(groups)
        self._busy = self._first + pieces.rows  # load <= copies t, one row per kind
        self._row_of = list(range(len(groups)))
        for size in map(float, map(len, groups)):
            highs.addRow(size, size, 0, *none)
        for limit in pieces.limit.tolist():
            highs.addRow(-math.inf, limit, 0, *none)
        for _ in range(kinds):
            highs.addRow(-math.inf, 0.0, 0, *none)
        rows = np.arange(self._busy, self._busy + kinds, dtype=np.int32)
        highs.addCol(node_weight, 0.0, math.inf, kinds, rows, -pieces.kinds.copies.astype(float))
        links = np.arange(pieces.link.start, pieces.link.stop, dtype=np.int32) + self._first
        highs.addCol(link_weight, 0.0, math.inf, len(links), links, -np.ones(len(links)))
        if len(links):
            highs.change_sides(links, np.full(len(links), -math.inf), np.zeros(len(links)))
        for row in range(self._first, self._busy):
            highs.addCol(penalty, 0.0, math.inf, 1, np.array([row], np.int32), -np.ones(1))
        self._out: set[int] = set()
        self._own = 2 + pieces.rows

    def enter(self, case: Case, side: FloatArray) -> None:
        """Set the master up for a case: its interval, right-hand sides and usable columns."""
        high = math.inf if case.high is None else float(case.high)
        self._highs.changeColBounds(0, float(case.low), high)
        for row, each in enumerate(side.tolist()):
            if not self.pieces.link.start <= row < self.pieces.link.stop:
                self._highs.changeRowBounds(self._first + row, -math.inf, each)
        out = {k for k, column in enumerate(self.columns) if not case.takes(column, self.pieces)}
        for k in out ^ self._out:
            self._highs.changeColBounds(self._own + k, 0.0, 0.0 if k in out else math.inf)
        self._out = out

    def part(self, tree: int) -> None:
        """Add separate columns for a tree that a case distinguishes."""
        old = self.alike.part(tree)
        if old is None:
            return
        rest = float(len(self.alike.groups[old]))
        self._highs.changeRowBounds(self._row_of[old], rest, rest)
        self._row_of.append(self._highs.getNumRow())
        self._highs.addRow(1.0, 1.0, 0, np.empty(0, np.int32), np.empty(0))
        other = self.alike.groups[old][0]
        shared = [k for k, column in enumerate(self.columns) if column.tree in (tree, other)]
        for k in shared:
            column = self.columns[k]
            self.columns[k] = replace(column, tree=other, units=self.pieces.units_of[other])
            self.add(replace(column, tree=tree, units=self.pieces.units_of[tree]))

    def add_all(self, columns: Iterable[TreeColumn]) -> int:
        """Add columns; return how many of them are new."""
        return sum(map(self.add, columns))

    def add(self, column: TreeColumn) -> bool:
        """Add a column; return whether it is new."""
        group = self.alike.group_of[column.tree]
        if not self._program.is_new((group, column.taken.tobytes() + column.home.tobytes())):
            return False
        self.columns.append(column)
        used = np.flatnonzero(column.use)
        loads = used[used < self.pieces.load.stop]
        rows = np.concatenate([[self._row_of[group]], self._first + used, self._busy + loads])
        values = np.concatenate([[1.0], column.use[used], column.use[loads]])
        self._highs.addCol(column.cost, 0.0, math.inf, len(rows), rows.astype(np.int32), values)
        return True

    def solve(self) -> SharesPoint | None:
        """Solve the relaxation from the last basis."""
        solution = self._program.solve()
        if not solution.is_optimal:
            return None
        dual = np.maximum(0.0, -solution.dual)
        prices = dual[self._first : self._busy].copy()
        prices[self.pieces.load] += dual[self._busy : self._busy + self.pieces.load.stop]
        return SharesPoint(
            value=solution.value,
            share=np.maximum(0.0, solution.x[self._own :]),
            busiest=float(solution.x[0]),
            prices=prices,
        )


def whole_columns(master: TreeMaster, case: Case, run: Run) -> IntArray | None:
    """Return the nodes of each unit (units x kinds) in an integral choice of columns.

    This solves the integer master program of a case; ``None`` if no choice was found in time.
    """
    pieces = master.pieces
    kinds, side = pieces.kinds, case.sides(pieces)
    form = FormBuilder()
    high = np.inf if case.high is None else float(case.high)
    busiest_node = form.column(float(case.low), high, kinds.weights[1])
    busiest_link = form.column(cost=kinds.weights[3])
    rows: list[list[tuple[int, float]]] = [[] for _ in range(pieces.rows)]
    alike = master.alike
    groups: list[list[tuple[int, float]]] = [[] for _ in alike.groups]
    first = len(form.cost)
    for column in master.columns:
        group = alike.group_of[column.tree]
        most = float(len(alike.groups[group]))
        at = form.column(0.0, most, column.cost, integer=True)
        groups[group].append((at, 1.0))
        for row in np.flatnonzero(column.use).tolist():
            rows[row].append((at, float(column.use[row])))
    for row, terms in enumerate(rows):
        if pieces.link.start <= row < pieces.link.stop:
            form.row([*terms, (busiest_link, -1.0)], upper=0.0)
            continue
        if row < pieces.load.stop:
            form.row([*terms, (busiest_node, -float(kinds.copies[row]))], upper=0.0)
        if terms and np.isfinite(side[row]):
            form.row(terms, upper=float(side[row]))
    for terms, trees in zip(groups, alike.groups, strict=True):
        form.row(terms, float(len(trees)), float(len(trees)))
    x = solve_form(form.form(), engine_named("highs"), run).x
    if x is None:
        return None
    taken = np.zeros(kinds.load.shape, dtype=np.int64)
    left = [list(trees) for trees in alike.groups]
    for column, times in zip(master.columns, np.rint(x[first:]).astype(int).tolist(), strict=True):
        for _ in range(times):
            tree = left[alike.group_of[column.tree]].pop()
            taken[pieces.units_of[tree]] = column.taken
    return taken
