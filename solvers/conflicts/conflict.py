"""The search for a minimal conflict of statements, the smallest changes that resolve it, proofs.

First whole families are dropped. Then a dual ray of the relaxation selects few statements, which
are deleted one by one (Chinneck, "Feasibility and Infeasibility in Optimization", 2008). An
engine guides the search; the proof at the end is independent of it.

A change relaxes one family, which contains all statements of one kind (see `statements`). The
total relaxation is minimised in the units of the file. Integer arithmetic is used if the rows are
integral.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array, csc_array, hstack

from ...core.arrays import FloatArray
from ...core.run import Run
from ..engines import StandardForm
from ..proofs import (
    Number,
    ProvenModel,
    TreeLimits,
    Unproven,
    WholeModel,
    exact_point,
    prove_standard_form,
    proven_from,
    whole_point,
)
from .feasibility import Feasibility, NoTimeLeft, exact_form, has_open_integers
from .statements import StatedForm

_MOST_NODES = 20_000  # nodes of one tree
_SHARE = 0.5  # share of the remaining time for a part of the search; the rest is for the proof
_QUICK_NODES = 200  # nodes of a tree for a point, if the engine's point is not exact


@dataclass(frozen=True)
class Conflict:
    """Statements that contradict each other.

    ``proof`` is a tree that proves them infeasible; ``points`` has for each statement a point that
    satisfies all others and the background. If a point is missing, ``minimal`` is false.
    """

    numbers: tuple[int, ...]
    proof: ProvenModel | None
    points: dict[int, list[Number]]

    @property
    def minimal(self) -> bool:
        """Whether every statement is proven necessary, by a point that satisfies all others."""
        return self.proof is not None and len(self.points) == len(self.numbers)


class Satisfiable(Exception):  # noqa: N818
    """Raised if all statements can hold together; ``proven`` if an exact point shows it."""

    def __init__(self, *, proven: bool) -> None:
        super().__init__("all statements hold at some point")
        self.proven = proven


def conflict(stated: StatedForm, run: Run) -> Conflict:
    """Return a minimal conflict of a stated form.

    Raises `Satisfiable` if all statements hold together, and `NoTimeLeft` if the time is up before
    there is a result.
    """
    numbers = _Search(stated, run).whole_families()
    with run.first_part(_SHARE):
        return _narrow_conflict(stated, numbers, run)


def _narrow_conflict(stated: StatedForm, numbers: list[int], run: Run) -> Conflict:
    """Return a conflict among the statements ``numbers``, after all others are removed."""
    search = _Search(stated.narrowed(numbers), run)
    with run.first_part(_SHARE):
        fewer = search.one_by_one(list(range(len(numbers))))
    found = search.proven(fewer)
    return replace(
        found,
        numbers=tuple(numbers[k] for k in found.numbers),
        points={numbers[k]: point for k, point in found.points.items()},
    )


class _Search:
    """One search for a conflict; ``points[k]`` is a point that violates only statement k."""

    def __init__(self, stated: StatedForm, run: Run) -> None:
        self.stated, self.run = stated, run
        self.engine = Feasibility(stated, run)
        self.points: dict[int, FloatArray] = {}

    def whole_families(self) -> list[int]:
        """Drop whole families while a conflict remains; return the statements that are left."""
        kept = list(range(len(self.stated.statements)))
        support = self.engine.support(kept)
        if support is None:
            x = self.engine.point(kept)
            if x is not None:
                self._refuse_what_holds(kept, x)
        with self.run.first_part(_SHARE):
            for family in self.stated.families:
                members = set(self.stated.members(family))
                fewer = [k for k in kept if k not in members]
                if len(fewer) < len(kept):
                    smaller = self._find_conflict(fewer)
                    kept = kept if smaller is None else smaller
        return kept

    def _refuse_what_holds(self, numbers: list[int], x: FloatArray) -> None:
        """Raise `Satisfiable`, unless a tree proves that ``x`` is feasible by tolerances only."""
        form = self.stated.with_only(numbers)
        whole = WholeModel.of(form)
        if exact_point(form, whole, x[self.stated.columns_of(numbers)]) is not None:
            raise Satisfiable(proven=True)
        proof = proven_from(form, "all", whole, None, None, self._limits(_QUICK_NODES))
        if isinstance(proof, Unproven):
            raise Satisfiable(proven=False)
        if proof.point is not None or not proof.complete:
            raise Satisfiable(proven=proof.point is not None)

    def one_by_one(self, numbers: list[int]) -> list[int]:
        """Drop statements one by one; return a conflict that engines consider minimal."""
        kept, needed = self._ray(numbers) or list(numbers), set[int]()
        while waiting := [k for k in kept if k not in needed]:
            tried = waiting[0]
            smaller = self._find_conflict([k for k in kept if k != tried], without=tried)
            if smaller is None:
                needed.add(tried)
            else:
                kept = smaller
        return kept

    def _find_conflict(self, numbers: list[int], without: int | None = None) -> list[int] | None:
        """Return a conflict within ``numbers``, ``None`` if there is none or it is undecided.

        A point that an engine finds is stored in ``points`` for the statement ``without``.
        """
        support = self._ray(numbers)
        if support is not None:
            return support
        try:
            x = self.engine.point(numbers)
        except NoTimeLeft:
            return None
        if x is None:
            return numbers if self._is_credible(numbers) else None
        if without is not None:
            self.points[without] = x
        return None

    def _is_credible(self, numbers: list[int]) -> bool:
        """Return whether an engine's claim of a conflict is credible.

        With unbounded integers a quick proof is required, because a proof tree may be infinite.
        """
        if not has_open_integers(self.stated, numbers):
            return True
        form = self.stated.with_only(numbers)
        limits = self._limits(_QUICK_NODES)
        proof = proven_from(form, "open", WholeModel.of(form), None, None, limits)
        return isinstance(proof, ProvenModel) and proof.point is None and proof.complete

    def _ray(self, numbers: list[int]) -> list[int] | None:
        """Return the statements of a dual ray of the relaxation, or ``None`` if no ray is found."""
        try:
            return self.engine.support(numbers)
        except NoTimeLeft:
            return None

    def proven(self, numbers: list[int]) -> Conflict:
        """Return the conflict with a proof of infeasibility and the points found so far."""
        form = self.stated.with_only(numbers)
        whole = WholeModel.of(form)
        proof = proven_from(form, "conflict", whole, None, None, self._limits(_MOST_NODES))
        if isinstance(proof, Unproven) or proof.point is not None or not proof.complete:
            return Conflict(tuple(numbers), None, {})
        points = {}
        for number in numbers:
            point = self._exact(number, numbers, whole)
            if point is not None:
                points[number] = point
        return Conflict(tuple(numbers), proof, points)

    def _exact(self, number: int, numbers: list[int], whole: WholeModel) -> list[Number] | None:
        """Return an exact point that satisfies the statements ``numbers`` without ``number``.

        Return ``None`` if no such point is found.
        """
        others = [k for k in numbers if k != number]
        x = self.points.get(number)
        if x is not None:
            rows, every = (
                np.flatnonzero(self.stated.kept(numbers)[0]),
                self.stated.columns_of(numbers),
            )
            own = np.searchsorted(rows, self.stated.statements[number].rows)
            point = whole_point(whole, x[every], set(own.tolist()))
            if point is not None:
                places = np.searchsorted(every, self.stated.columns_of(others))
                return [point[k] for k in places.tolist()]
        return exact_form(self.stated, others, x, self._limits(_MOST_NODES))[2]

    def _limits(self, nodes: int) -> TreeLimits:
        return TreeLimits(self.run.should_stop, nodes, rounds=True)


@dataclass(frozen=True)
class Change:
    """A relaxation of one family: the amount by which each statement's bound changes.

    ``amounts`` maps statement numbers to amounts, negative for lower bounds. If it is ``None``,
    ``proof`` proves that no change of this family alone suffices. ``total`` is the sum of all
    amounts and ``least`` a proven lower bound on it; the change is minimal if both are equal.
    """

    family: str
    amounts: dict[int, Number] | None
    proof: ProvenModel
    total: Number | None = None
    least: Number | None = None
    in_fractions: bool = False  # the demand for integers is dropped

    @property
    def proven(self) -> bool:
        """Whether the change is proven to be minimal."""
        return self.total == self.least


def smallest_change(stated: StatedForm, family: str, run: Run) -> Change | None:
    """Return the smallest change of one family; ``None`` if the time is up."""
    members = stated.members(family)
    if any(stated.statements[k].whole for k in members):
        return _in_fractions(stated, family, members, run)
    form, owners = _elastic(stated, members)
    proof = prove_standard_form(form, family, run, rounds=True)
    if isinstance(proof, Unproven):
        return None
    if proof.exact is None:
        return Change(family, None, proof)
    first = stated.form.shape[1]
    amounts: dict[int, Number] = {}
    for (owner, sign), value in zip(owners, proof.exact[first:], strict=True):
        if value:
            amount = value * stated.statements[owner].unit
            amounts[owner] = amounts.get(owner, 0) - int(sign) * amount
    return Change(family, amounts, proof, proof.objective, proof.bound)


def _in_fractions(stated: StatedForm, family: str, members: list[int], run: Run) -> Change | None:
    """Return the change that drops a family's integrality; its proof shows whether it suffices."""
    others = [k for k in range(len(stated.statements)) if k not in set(members)]
    proof = prove_standard_form(stated.with_only(others), family, run, rounds=True)
    if isinstance(proof, Unproven):
        return None
    amounts: dict[int, Number] | None = None if proof.exact is None else dict.fromkeys(members, 1)
    return Change(family, amounts, proof, in_fractions=True)


def _elastic(
    stated: StatedForm, members: list[int]
) -> tuple[StandardForm, list[tuple[int, float]]]:
    """Return the form with slacks in ``members``' rows, and (statement, sign) of each slack.

    A statement's rows share one slack, or two if they have two bounds (see `_giving_way`).
    """
    form = stated.form
    entries: list[tuple[int, int, float]] = []
    owners, whole, cost = list[tuple[int, float]](), list[bool](), list[float]()
    for member in members:
        statement = stated.statements[member]
        for rows in _giving_way(form, statement.rows):
            entries += [(row, len(owners), sign) for row, sign in rows]
            owners.append((member, rows[0][1]))
            whole.append(all(_is_whole(form, row) for row, _ in rows))
            cost.append(float(statement.unit))
    count = len(owners)
    places, columns, signs = np.array(entries, dtype=np.float64).reshape(-1, 3).T
    slack = coo_array((signs, (places.astype(int), columns.astype(int))),
                      shape=(form.shape[0], count))  # fmt: skip
    elastic = replace(
        form,
        cost=np.concatenate([np.zeros(form.shape[1]), cost]),
        constant=0.0,
        sense="minimize",
        matrix=csc_array(hstack([form.matrix, slack.tocsc()])),
        lower=np.append(form.lower, np.zeros(count)),
        upper=np.append(form.upper, np.full(count, np.inf)),
        integer=np.append(form.integer, np.array(whole, dtype=np.bool_)),
        start=None,
        columns=(),
        rows=(),
        infeasible=None,
    )
    return elastic, owners


def _giving_way(form: StandardForm, rows: tuple[int, ...]) -> list[list[tuple[int, float]]]:
    """Return the groups of (row, sign) that share a slack; sign -1: upper bound, 1: lower bound.

    Rows with one bound each are relaxed by one amount, whether it is a lower or an upper bound.
    Rows with two bounds are relaxed upwards by one amount, and downwards by another.
    """
    above = [(row, -1.0) for row in rows if np.isfinite(form.row_upper[row])]
    below = [(row, 1.0) for row in rows if np.isfinite(form.row_lower[row])]
    if {row for row, _ in above} & {row for row, _ in below}:
        return [side for side in (above, below) if side]
    return [sorted(above + below)] if rows else []


def _is_whole(form: StandardForm, row: int) -> bool:
    """Return whether the variables, coefficients and bounds of a row are all integral."""
    entries = slice(form.by_row.indptr[row], form.by_row.indptr[row + 1])
    numbers = np.append(form.by_row.data[entries], [form.row_lower[row], form.row_upper[row]])
    finite = numbers[np.isfinite(numbers)]
    columns = form.by_row.indices[entries]
    return bool(form.integer[columns].all() and (finite == np.rint(finite)).all())
