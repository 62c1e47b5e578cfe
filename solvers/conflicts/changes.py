"""The smallest change of one family that resolves a conflict, with the proof that it is minimal.

A family contains all statements of one kind (see `statements`). Each of their bounds may be
relaxed; the total relaxation is minimised in the units of the file. Integer arithmetic is used if
the rows are integral.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array, csc_array, hstack

from ...core.run import Run
from ..engines import StandardForm
from ..proofs import Number, ProvenModel, Unproven, prove_standard_form
from .statements import StatedForm


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
