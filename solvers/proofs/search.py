"""The proof search: a tree of splits in which multipliers close every leaf exactly."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from ...core.arrays import BoolArray, FloatArray
from ..engines import StandardForm
from .integral_model import Adder, Combination, Number, Region, WholeModel, with_rounded_rows
from .relaxation import LpResult, Relaxation, exact_point, exact_prices, exact_ray

_WHOLE = 1e-6
_RELIABLE = 4  # measured gains on either side, after which a pseudo-cost is trusted
_MOST_TRIED = 12
_ITERATIONS = 60
_LITTLE = 1e-6


class Branching:
    """The branching rule by pseudo-costs: gains per unit of change, per direction and variable."""

    def __init__(self, integer: BoolArray) -> None:
        self.integer = np.flatnonzero(integer)
        self.gain = np.zeros((2, len(integer)))
        self.count = np.zeros((2, len(integer)))

    def fractional(self, x: FloatArray) -> list[int]:
        """Return the integer variables whose value in ``x`` is fractional."""
        values = x[self.integer]
        columns: list[int] = self.integer[np.abs(values - np.rint(values)) > _WHOLE].tolist()
        return columns

    def choose(
        self, found: LpResult, relaxation: Relaxation, box: Region, threshold: float
    ) -> tuple[int, int]:
        """Return the variable to split, and the largest value that it has in the first part."""
        assert found.x is not None
        candidates = self.fractional(found.x)
        candidates.sort(key=lambda j: -self._expected_gain(j, found.x))
        best, best_score = candidates[0], -1.0
        basis = None
        tried = 0
        for j in candidates:
            if self.count[:, j].min() >= _RELIABLE:
                score = self._expected_gain(j, found.x)
            elif tried < _MOST_TRIED:
                basis = relaxation.basis() if basis is None else basis
                gains = self._measure_gains(j, found, relaxation, box, threshold, basis)
                score = max(gains[0], _LITTLE) * max(gains[1], _LITTLE)
                tried += 1
            else:
                continue
            if score > best_score:
                best, best_score = j, score
        return best, int(np.floor(found.x[best]))

    def _expected_gain(self, j: int, x: FloatArray | None) -> float:
        assert x is not None
        down = float(x[j] - np.floor(x[j]))
        gains = []
        for side, distance in ((0, down), (1, 1 - down)):
            known = self.count[side, j] > 0
            per_unit = self.gain[side, j] / self.count[side, j] if known else self._typical(side)
            gains.append(max(per_unit * distance, _LITTLE))
        return gains[0] * gains[1]

    def _typical(self, side: int) -> float:
        total = self.count[side].sum()
        return float(self.gain[side].sum() / total) if total else 1.0

    def _measure_gains(
        self,
        j: int,
        found: LpResult,
        relaxation: Relaxation,
        box: Region,
        threshold: float,
        basis: object,
    ) -> tuple[float, float]:
        """Return the gains of the two parts of a split, each solved for only a few iterations."""
        assert found.x is not None
        value = float(found.x[j])
        low, high = box.lower[j], box.upper[j]
        ends = -np.inf if low is None else float(low), np.inf if high is None else float(high)
        gains = []
        parts = ((0, (ends[0], np.floor(value))), (1, (np.ceil(value), ends[1])))
        for side, (lower, upper) in parts:
            relaxation.highs.changeColBounds(j, lower, upper)
            tried = relaxation.solve(_ITERATIONS)
            missing = (threshold - found.value) / relaxation.unit
            most = max(missing, _LITTLE) if np.isfinite(threshold) else 1.0
            gained = (tried.value - found.value) / relaxation.unit
            gain = most if tried.kind == "infeasible" else max(0.0, gained)
            distance = value - np.floor(value) if side == 0 else np.ceil(value) - value
            self.gain[side, j] += min(gain, most) / distance
            self.count[side, j] += 1
            gains.append(min(gain, most))
            relaxation.highs.changeColBounds(j, *ends)
            relaxation.back_to(basis)
        return gains[0], gains[1]

    def learn(self, j: int, side: int, gain: float, distance: float) -> None:
        """Record the gain of part ``side`` (0 or 1) of a split, for a change by ``distance``."""
        if distance > _WHOLE:
            self.gain[side, j] += max(gain, 0.0) / distance
            self.count[side, j] += 1


_ROUNDS = 20  # of propagation at the root
_MARGIN = 1e-9


class Better(Exception):  # noqa: N818
    """Raised if a node's linear program yields a better point than the known one."""

    def __init__(self, point: list[Number]) -> None:
        super().__init__("a better point")
        self.point = point


class Stuck(Exception):  # noqa: N818
    """Raised if a node can neither be closed exactly nor split."""


@dataclass(frozen=True)
class TreeLimits:
    """Limits of a proof: a stop condition, a number of nodes, and whether to add rounded rows."""

    should_stop: Callable[[], bool] = lambda: False
    most_nodes: int = 10_000_000
    rounds: bool = False


@dataclass
class Tree:
    """A proof that no point is better than ``bound``, with the lists of the proof document."""

    bound: Number | None  # None: the model is infeasible
    root: list[Any] = field(default_factory=list)
    nodes: list[Any] = field(default_factory=list)
    complete: bool = True

    def document(self, model_sha256: str, sign: int) -> dict[str, Any]:
        """Return the proof document; ``sign`` is -1 for a model that maximises."""
        bound = None if self.bound is None else str(sign * self.bound)
        return {
            "format": "optgap-proof",
            "version": 1,
            "model_sha256": model_sha256,
            "bound": bound,
            "root": self.root,
            "nodes": self.nodes,
        }


@dataclass
class _Part:
    """The second part of a split, which waits until the first part is closed."""

    trail: int
    column: int
    least: int
    fallback: Combination | None  # closes the part for a weaker bound
    value: float
    distance: float


def prove_form(
    form: StandardForm, model: WholeModel, bound: Number | None, limits: TreeLimits
) -> Tree:
    """Return the tree that proves ``bound``, or a weaker bound if the limits end the search.

    Without a bound it proves infeasibility.  Raises `Better` if a point below the bound (or any
    point, without a bound) is found.
    """
    return TreeSearch(form, model, bound, limits).run()


class TreeSearch:
    """A depth-first proof search, which processes the part of smaller values first."""

    def __init__(
        self, form: StandardForm, model: WholeModel, bound: Number | None, limits: TreeLimits
    ) -> None:
        self.form, self.model, self.bound, self.limits = form, model, bound, limits
        self.box = Region(model)
        self.tree = Tree(bound)
        if limits.rounds:
            form, model, self.tree.root = with_rounded_rows(form, model, self.box)
        self.adder = Adder(model, bound)
        cost_free = form if bound is not None else form.feasibility_only()
        self._propagate()
        self.relaxation = Relaxation(cost_free, model, self.box)
        self.branching = Branching(form.integer)
        self.threshold, self.margin = self._threshold()
        self.last: LpResult | None = None
        self.weaker: Number | None = bound

    def _threshold(self) -> tuple[float, float]:
        """Return the value above which a linear program closes its node, and a rounding margin."""
        if self.adder.better is None:
            return np.inf, 0.0
        side, strict = self.adder.better
        value = float(Fraction(side, self.model.cost_scale) + self.model.constant)
        largest = float(np.abs(self.form.cost).max(initial=0.0))
        scale = max(min(1.0, largest), abs(value))
        return value, (-_MARGIN if strict else _MARGIN) * scale

    # --- the root ---------------------------------------------------------------------------

    def _propagate(self) -> None:
        """Tighten the bounds at the root, row by row, in several rounds as long as any changes."""
        single = [Combination(1, ())] if self.adder.better is not None else []
        for number, row in enumerate(self.adder.rows):
            sides = ((1, row.upper), (-1, row.lower))
            single += [
                Combination(0, ((number, times),)) for times, end in sides if end is not None
            ]
        single += self._without_the_largest()
        for _ in range(_ROUNDS):
            changed = False
            for combination in single:
                if self.box.empty or self.limits.should_stop():
                    return
                if self.box.shrink(self.adder.inequality(combination)):
                    self.tree.root.append(combination.as_list())
                    changed = True
            if not changed:
                return

    def _without_the_largest(self) -> list[Combination]:
        """Return, for an objective of one variable, its combinations with the variable's rows.

        The variable cancels: if it is the maximum of some sums, each sum is limited by the bound.
        """
        if self.adder.better is None or len(self.model.cost) != 1:
            return []
        column, cost = self.model.cost[0]
        weaker = []
        for number, row in enumerate(self.model.rows):
            factor = dict(row.terms).get(column, 0)
            times = -cost if factor > 0 else cost
            if factor and (row.upper if times > 0 else row.lower) is not None:
                shared = gcd(cost, factor)
                weaker.append(Combination(abs(factor) // shared, ((number, times // shared),)))
        return weaker

    # --- the tree ---------------------------------------------------------------------------

    def run(self) -> Tree:
        """Search until every part is closed or a limit is reached; return the tree."""
        waiting: list[_Part] = []
        fallback: Combination | None = None
        while True:
            if self.limits.should_stop() or len(self.tree.nodes) >= self.limits.most_nodes:
                return self._give_up(waiting, fallback)
            used, split, own = self._node()
            listed = [combination.as_list() for combination in used]
            if split is not None:
                column, most, value, distance = split
                self.tree.nodes.append([listed, column, most])
                fallback = own or fallback
                part = _Part(len(self.box.trail), column, most + 1, fallback, value, 1 - distance)
                waiting.append(part)
                self.box.tighten(column, most, upper=True)
                self.relaxation.follow(self.box, [column])
                self.last_split = (column, 0, value, distance)
                continue
            self.tree.nodes.append([listed])
            if not waiting:
                return self.tree
            fallback = self._next(waiting.pop())

    def _next(self, part: _Part) -> Combination | None:
        changed = self.box.undo(part.trail)
        self.box.empty = False
        self.box.tighten(part.column, part.least, upper=False)
        self.relaxation.follow(self.box, changed | {part.column})
        self.last_split = (part.column, 1, part.value, part.distance)
        return part.fallback

    last_split: tuple[int, int, float, float] | None = None

    def _node(
        self,
    ) -> tuple[list[Combination], tuple[int, int, float, float] | None, Combination | None]:
        """Return combinations that tighten a node, its split (None: closed), and its value's proof.

        A split is (column, largest value of the first part, value of the node, distance).
        """
        used: list[Combination] = []
        if self._is_closed():
            return used, None, None
        relaxation = self.relaxation.solve()
        if relaxation.kind == "infeasible":
            closing = self._closed_by_ray(relaxation)
            if closing is not None:
                return [closing], None, None
        own = None
        if relaxation.kind == "optimal" and relaxation.prices is not None:
            self._learn(relaxation)
            if relaxation.value > self.threshold + self.margin:
                closing = self._closed_by_prices(relaxation)
                if closing is not None:
                    return [closing], None, None
            if self.bound is not None:
                own = self._tighten(relaxation, used)
                if self._is_closed():
                    return used, None, own
        if relaxation.x is None or not self.branching.fractional(relaxation.x):
            closing = self._closed_by_a_row()
            if closing is not None:
                return [*used, closing], None, None
        return used, self._choose_split(relaxation), own

    def _is_closed(self) -> bool:
        return self.box.empty

    def _closed_by_ray(self, relaxation: LpResult) -> Combination | None:
        """Return multipliers of rows, from a dual ray, that prove the box empty; or ``None``."""
        if relaxation.prices is None:
            return None
        for ray in (relaxation.prices, -relaxation.prices):
            closing = self.adder.closing(self.box, ray, 0)
            if closing is not None:
                return closing
        for ray in (relaxation.prices, -relaxation.prices):
            exact = exact_ray(self.adder.rows, self.box, ray)
            combination = None if exact is None else self.adder.exact(exact, objective=0)
            if combination is not None and self.adder.closes(self.box, combination):
                return combination
        return None

    def _closed_by_a_row(self) -> Combination | None:
        """Return a row or objective limit that no point of the box satisfies, or ``None``."""
        objective = Combination(1, ())
        if self.adder.better is not None and self.adder.closes(self.box, objective):
            return objective
        sides = ((number, times) for number in range(len(self.adder.rows)) for times in (1, -1))
        for number, times in sides:
            row = self.adder.rows[number]
            combination = Combination(0, ((number, times),))
            end = row.upper if times > 0 else row.lower
            if end is not None and self.adder.closes(self.box, combination):
                return combination
        return None

    def _closed_by_prices(self, relaxation: LpResult) -> Combination | None:
        """Return multipliers that exclude better points, from dual prices (exact in near ties)."""
        assert relaxation.prices is not None
        closing = self.adder.closing(self.box, relaxation.prices, 1)
        if closing is not None or relaxation.value > self.threshold + abs(self.margin):
            return closing
        basis = self.relaxation.basis()
        prices = exact_prices(
            self.adder.rows, self.model.cost, list(basis.col_status), list(basis.row_status)
        )
        if prices is None:
            return None
        combination = self.adder.exact(prices)
        return combination if self.adder.closes(self.box, combination) else None

    def _tighten(self, relaxation: LpResult, used: list[Combination]) -> Combination:
        """Tighten integer bounds by reduced costs; return the combination that proves the node."""
        assert relaxation.prices is not None
        own = next(self.adder.candidates(relaxation.prices, 1))
        length = len(self.box.trail)
        self.box.shrink(self.adder.inequality(own))
        changed = {column for column, _, _ in self.box.trail[length:]}
        if any(self.model.integer[column] for column in changed) or self.box.empty:
            used.append(own)
            self.relaxation.follow(self.box, changed)
        else:
            self.box.undo(length)
        return own

    def _learn(self, found: LpResult) -> None:
        if self.last_split is not None:
            column, side, value, distance = self.last_split
            gain = (found.value - value) / self.relaxation.unit
            self.branching.learn(column, side, gain, distance)
            self.last_split = None

    def _choose_split(self, relaxation: LpResult) -> tuple[int, int, float, float]:
        if relaxation.kind == "optimal" and relaxation.x is not None:
            if self.branching.fractional(relaxation.x):
                column, most = self.branching.choose(
                    relaxation, self.relaxation, self.box, self.threshold
                )
                return column, most, relaxation.value, float(relaxation.x[column]) - most
            if relaxation.value < self.threshold + self.margin:
                self._compare(relaxation.x)
        return self._any_split(relaxation)

    def _compare(self, x: FloatArray) -> None:
        """Raise `Better` if the exact point near ``x`` is better than the known point."""
        point = exact_point(self.form, self.model, x)
        if point is not None and (self.bound is None or self.model.objective(point) < self.bound):
            raise Better(point)

    def _any_split(self, relaxation: LpResult) -> tuple[int, int, float, float]:
        """Return a split of any integer variable not fixed, for a node without an LP result."""
        for column, whole in enumerate(self.model.integer):
            low, high = self.box.lower[column], self.box.upper[column]
            if whole and low != high:
                middle = 0 if low is None or high is None else (int(low) + int(high)) // 2
                return column, middle, 0.0, 0.0
        if relaxation.x is not None:
            self._compare(relaxation.x)
        raise Stuck("a node can be neither closed in exact arithmetic nor split")

    # --- early termination -------------------------------------------------------------------

    def _give_up(self, waiting: list[_Part], fallback: Combination | None) -> Tree:
        """Close open nodes by combinations of their parents; return the tree of a weaker bound."""
        tree = self.tree
        tree.complete = False
        while True:
            if fallback is None or self.bound is None:
                return Tree(self.bound, complete=False)
            tree.nodes.append([[fallback.as_list()]])
            if not self.box.empty:
                self.weaker = min(self.weaker or 0, self._proven_by(fallback))
            if not waiting:
                tree.bound = self.weaker
                return tree
            fallback = self._next(waiting.pop())

    def _proven_by(self, combination: Combination) -> Number:
        """Return the greatest bound for which a combination proves the box empty."""
        inequality = self.adder.inequality(combination)
        assert self.adder.better is not None
        rest = inequality.side - combination.objective * self.adder.better[0]
        least, endless = self.box.least(inequality.terms)
        if endless:
            raise Stuck("the combination of an open part has a variable without a bound")
        side = Fraction(least - rest, combination.objective)
        if self.model.unit is None:
            return side / self.model.cost_scale + self.model.constant
        unit = self.model.unit
        most = unit * (-(-side // unit) - 1)  # the largest whole objective that is excluded
        return self.model.bound_above(most)
