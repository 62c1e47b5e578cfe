"""Small seeded integer programs whose optimum is known by enumeration.

`benchmarks/engine_truth.py` asks every version of HiGHS about them, and the tests the one that is
installed.  All numbers are whole or quarters, so that no tolerance decides what is feasible.  This
file needs highspy and numpy alone, except `form_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import highspy
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

FOLDER = Path(__file__).parent / "engine_truth"
OPTIMA = {
    "pool_1": 2.0,
    "packing_660": 2.0,
    "packing_474": 2.0,
    "packing_3963": 2.0,
    "packing_3359": 1.0,
    "partial_start": -2.625,
}
STARTS = {"partial_start": {3: 2.0}}  # values of columns that a search begins with
_CLOSE = 1e-9


@dataclass(frozen=True, eq=False)
class Program:
    """min cost x, low <= rows x <= high, lower <= x <= upper; the last may be continuous."""

    name: str
    cost: NDArray[np.float64]
    rows: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    mixed: bool = False  # whether the last variable is continuous

    @property
    def integer(self) -> NDArray[np.bool_]:
        """Whether each variable is whole."""
        kinds = np.ones(len(self.cost), dtype=np.bool_)
        kinds[-1] = not self.mixed
        return kinds

    def optimum(self) -> float | None:
        """Return the least objective of all points, ``None`` where there is none."""
        whole = len(self.cost) - self.mixed
        ends = zip(self.lower[:whole].tolist(), self.upper[:whole].tolist(), strict=True)
        points = _grid(tuple(int(high - low) + 1 for low, high in ends)) + self.lower[:whole]
        free = self.rows[:, -1] != 0 if self.mixed else np.zeros(len(self.rows), dtype=np.bool_)
        for row, low, high in zip(self.rows[~free], self.low[~free], self.high[~free], strict=True):
            activity = points @ row[:whole]
            points = points[(activity >= low - _CLOSE) & (activity <= high + _CLOSE)]
        values = points @ self.cost[:whole]
        if self.mixed:
            values = self._with_last(points, values, np.flatnonzero(free))
        return float(values.min()) if len(values) else None

    def _with_last(
        self, points: NDArray[np.float64], values: NDArray[np.float64], rows: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the objectives of the points that leave a value for the last variable."""
        low = np.full(len(points), self.lower[-1])
        high = np.full(len(points), self.upper[-1])
        for i in rows.tolist():
            activity = points @ self.rows[i, :-1]
            sides = (np.array([self.low[i], self.high[i]])[:, None] - activity) / self.rows[i, -1]
            low, high = np.maximum(low, sides.min(axis=0)), np.minimum(high, sides.max(axis=0))
        inside = low <= high + _CLOSE
        last = low if self.cost[-1] >= 0 else high
        objectives: NDArray[np.float64] = values[inside] + self.cost[-1] * last[inside]
        return objectives


@cache
def _grid(counts: tuple[int, ...]) -> NDArray[np.float64]:
    """Return all vectors of integers from 0 to below the counts."""
    return np.indices(counts, dtype=np.float64).reshape(len(counts), -1).T.copy()


class _Builder:
    """Collects rows over a number of binaries."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.rows: list[NDArray[np.float64]] = []
        self.low: list[float] = []
        self.high: list[float] = []

    def add(self, terms: dict[int, float], low: float, high: float) -> None:
        row = np.zeros(self.columns)
        row[list(terms)] = list(terms.values())
        self.rows.append(row)
        self.low.append(low)
        self.high.append(high)

    def program(self, name: str, cost: NDArray[np.float64]) -> Program:
        rows, low, high = np.array(self.rows), np.array(self.low), np.array(self.high)
        return Program(name, cost, rows, low, high, np.zeros(self.columns), np.ones(self.columns))


def packing(seed: int) -> Program:
    """Return items on machines: rooms, moves, an order among alike items, excluded plans."""
    rng = default_rng([1, seed])
    items, machines = int(rng.integers(3, 5)), int(rng.integers(2, 5))
    items = 3 if items * machines > 12 else items
    return _items_on_machines(rng, f"packing {seed}", items, machines, ruled_out=0.12, loose=0.0)


def pool(seed: int) -> Program:
    """Return the same with fewer pairs, and with items that need no machine."""
    rng = default_rng([4, seed])
    return _items_on_machines(rng, f"pool {seed}", 4, 4, ruled_out=0.3, loose=0.2)


def _items_on_machines(
    rng: Generator, name: str, items: int, machines: int, *, ruled_out: float, loose: float
) -> Program:
    """Return a program over pairs of an item and a machine; some pairs are ruled out."""
    missing = rng.random((items, machines)) < ruled_out
    pairs = [(i, m) for i, m in product(range(items), range(machines)) if not missing[i, m]][:12]
    column = {pair: number for number, pair in enumerate(pairs)}
    made = _Builder(len(pairs) + machines)
    of_item = [{column[i, m]: m for at, m in pairs if at == i} for i in range(items)]
    for own in of_item:
        if own and rng.random() >= loose:
            made.add(dict.fromkeys(own, 1.0), 1, 1)
    size = rng.integers(1, 4, items).tolist()
    for m in range(machines):
        sizes = {column[i, m]: float(size[i]) for i, at in pairs if at == m}
        _room(made, rng, sizes, len(pairs) + m, float(rng.integers(2, 7)))
    home = rng.integers(0, machines, items)
    moves = {column[i, m]: 1.0 for i, m in pairs if m != home[i]}
    made.add(moves, -np.inf, float(rng.integers(1, 3)))
    for one, other in pairwise(of_item):
        if rng.random() < 0.6:
            first, second = (one, other) if rng.random() < 0.5 else (other, one)
            ranks = {**first, **{j: -m for j, m in second.items()}}
            made.add({j: float(rank) for j, rank in ranks.items()}, -np.inf, 0)
    for _ in range(int(rng.integers(0, 4))):
        plan = {column.get((i, int(rng.integers(0, machines)))) for i in range(items)} - {None}
        if len(plan) > 1:
            made.add({j: 1.0 for j in plan if j is not None}, -np.inf, len(plan) - 1)
    cost = np.zeros(made.columns)
    cost[len(pairs) :] = 1
    return made.program(name, cost)


def _room(made: _Builder, rng: Generator, sizes: dict[int, float], used: int, room: float) -> None:
    """Add the rows of a machine: its room, and that it is used, in one of three ways."""
    if not sizes:
        return
    way = rng.random()
    if way < 0.4:
        made.add({**sizes, used: -max(room, *sizes.values())}, -np.inf, 0)
        return
    if way < 0.8:
        made.add(sizes, -np.inf, room)
    if rng.random() < 0.5:
        made.add({**dict.fromkeys(sizes, 1.0), used: -float(len(sizes))}, -np.inf, 0)
        return
    for each in sizes:
        made.add({each: 1.0, used: -1.0}, -np.inf, 0)


def whole(seed: int) -> Program:
    """Return general integers in small boxes under random rows."""
    rng = default_rng([2, seed])
    return _random(rng, f"whole {seed}", int(rng.integers(4, 7)), mixed=False)


def mixed(seed: int) -> Program:
    """Return general integers beside one continuous variable."""
    rng = default_rng([3, seed])
    return _random(rng, f"mixed {seed}", int(rng.integers(2, 6)), mixed=True)


def _random(rng: Generator, name: str, columns: int, *, mixed: bool) -> Program:
    count = int(rng.integers(1, 7))
    rows = rng.integers(-6, 7, (count, columns)) * (rng.random((count, columns)) < 0.7)
    scale = 4.0 if mixed else 1.0
    inner = rng.integers(0, 4, columns)  # a point near which the sides lie
    sides = (rows @ inner + rng.integers(-4, 5, count)) / scale
    kind = rng.random(count)
    low = np.where(kind < 0.55, -np.inf, sides)
    high = np.where((kind >= 0.55) & (kind < 0.9), np.inf, sides)
    lower = rng.integers(-1, 1, columns).astype(np.float64)
    upper = lower + rng.integers(1, 5, columns)
    cost = rng.integers(-5, 6, columns).astype(np.float64)
    return Program(name, cost, rows / scale, low, high, lower, upper, mixed)


@dataclass(frozen=True, eq=False)
class BigM(Program):
    """Binaries that open continuous columns by large coefficients, as in badly scaled models.

    The columns are y_1 … y_n, then x_1 … x_n.  The rows are x_i <= M_i y_i, and one row that asks
    for an amount d of the sum of a_i x_i, where a_i > 0.  All costs are at least 0.
    """

    @property
    def integer(self) -> NDArray[np.bool_]:
        """Whether each variable is whole: the first half."""
        return np.arange(len(self.cost)) < len(self.cost) // 2

    def optimum(self) -> float | None:
        """Return the optimum: with fixed binaries, the columns that cost least per amount fill d.

        All numbers are the decimals that a file prints, and the sums are exact.
        """
        count = len(self.cost) // 2
        cost = [Fraction(repr(value)) for value in self.cost.tolist()]
        most = [Fraction(repr(value)) for value in (-np.diag(self.rows[:count])).tolist()]
        gain = [Fraction(repr(value)) for value in self.rows[count, count:].tolist()]
        needed = Fraction(repr(float(self.low[count])))
        order = sorted(range(count), key=lambda i: cost[count + i] / gain[i])
        best: Fraction | None = None
        for opened in product((0, 1), repeat=count):
            total, left = sum((cost[i] for i in range(count) if opened[i]), Fraction(0)), needed
            for i in order:
                amount = (
                    min(most[i], max(left, Fraction(0)) / gain[i]) if opened[i] else Fraction(0)
                )
                total, left = total + cost[count + i] * amount, left - gain[i] * amount
            if left <= 0 and (best is None or total < best):
                best = total
        return None if best is None else float(best)


def big_m(seed: int) -> BigM:
    """Return a program whose coefficients differ by a factor of 1e5 to 1e9."""
    rng = default_rng([5, seed])
    count, power = int(rng.integers(2, 7)), int(rng.integers(5, 10))
    large = [float(f"{rng.integers(1, 10)}e{power}") for _ in range(count)]
    gain = [float(f"1e-{power}") if rng.random() < 0.4 else 1.0 for _ in range(count)]
    most = [
        m if g < 1 or rng.random() < 0.7 else float(rng.integers(1, 9))
        for m, g in zip(large, gain, strict=True)
    ]
    rows = np.zeros((count + 1, 2 * count))
    rows[:count, :count] = -np.diag(most)
    rows[:count, count:] = np.eye(count)
    rows[count, count:] = gain
    needed = float(rng.integers(1, 12))
    if rng.random() < 0.2:  # more than all columns give
        needed = float(f"{rng.integers(1, 99)}e{power}")
    cost = np.concatenate([rng.integers(1, 10, count), rng.integers(0, 3, count) * 0.25])
    cost[count:] *= gain  # so that no column costs more than a few units
    return BigM(
        f"big-M {seed}",
        cost.astype(np.float64),
        rows,
        np.append(np.full(count, -np.inf), needed),
        np.append(np.zeros(count), np.inf),
        np.zeros(2 * count),
        np.append(np.ones(count), most),
    )


def known_wrong() -> list[tuple[Program, float]]:
    """Return programs of which some version of HiGHS said something wrong, with their optima."""
    issue = Program(  # 1.14.0 says 15 (ERGO-Code/HiGHS#3043)
        "HiGHS#3043",
        np.array([3.0, 2.0]),
        np.array([[1.0, 1.0]]),
        np.array([4.5]),
        np.array([np.inf]),
        np.zeros(2),
        np.array([10.0, 100.0]),
        True,
    )
    return [(issue, 9.0)]


FAMILIES = (packing, pool, whole, mixed)


def seeded(count: int) -> list[Program]:
    """Return as many programs, a quarter of each family."""
    return [family(seed) for family in FAMILIES for seed in range(count // len(FAMILIES))]


def read(name: str) -> highspy.Highs:
    """Return a silent HiGHS that holds a program of the folder, with its start."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.readModel(str(FOLDER / f"{name}.mps"))
    if name in STARTS:
        columns, values = zip(*STARTS[name].items(), strict=True)
        highs.setSolution(len(columns), np.array(columns, np.int32), np.array(values))
    return highs


def form_of(program: Program) -> Any:
    """Return a program as a standard form of optgap."""
    from scipy.sparse import csc_array

    from optgap.solvers.engines import StandardForm

    return StandardForm(
        cost=program.cost,
        constant=0.0,
        matrix=csc_array(program.rows),
        row_lower=program.low,
        row_upper=program.high,
        lower=program.lower,
        upper=program.upper,
        integer=program.integer,
    )


def loaded(program: Program) -> highspy.Highs:
    """Return a silent HiGHS that holds a program."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    columns = program.rows.T
    start = np.concatenate([[0], np.cumsum((columns != 0).sum(axis=1))])
    status = highs.passModel(
        len(columns),
        len(program.rows),
        int(start[-1]),
        int(highspy.MatrixFormat.kColwise),
        int(highspy.ObjSense.kMinimize),
        0.0,
        program.cost,
        program.lower,
        program.upper,
        program.low,
        program.high,
        start[:-1].astype(np.int32),
        np.nonzero(columns)[1].astype(np.int32),
        columns[columns != 0],
        program.integer.astype(np.int32),
    )
    if status == highspy.HighsStatus.kError:
        raise RuntimeError(f"HiGHS does not take {program.name}")
    return highs
