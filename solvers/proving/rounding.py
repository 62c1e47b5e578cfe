"""Rows that follow by dividing a row and rounding: of 6 halves no 5 machines hold more than 5.

The verifier derives them again (mixed-integer rounding; Marchand and Wolsey, "Aggregation and mixed
integer rounding to solve MIPs", 2001).  They are counted from the lower bounds of the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csc_array, vstack

from ..engines import StandardForm
from .region import Region
from .whole_model import Number, WholeModel, WholeRow

_PER_SIDE, _MOST = 3, 300  # rows that are made


def with_rounded_rows(
    form: StandardForm, model: WholeModel, box: Region
) -> tuple[StandardForm, WholeModel, list[dict[str, Any]]]:
    """Return form and model with more rows, and the steps by which the verifier makes them."""
    steps, rows = list[dict[str, Any]](), list[WholeRow]()
    for number, times in ((k, t) for k in range(len(model.rows)) for t in (1, -1)):
        for by in _divisors(model, model.rows[number], times):
            row = _round_side(model.rows[number], times, by, box)
            if row is not None and len(rows) < _MOST:
                rows.append(row)
                steps.append({"cut": [0, number, times], "by": by, "mirrored": []})
    if not rows:
        return form, model, []
    entries = [(k, j, a) for k, row in enumerate(rows) for j, a in row.terms]
    places, columns, values = np.array(entries, dtype=np.float64).T
    more = coo_array(
        (values, (places.astype(int), columns.astype(int))), shape=(len(rows), form.shape[1])
    )
    extended = replace(
        form,
        matrix=csc_array(vstack([form.matrix, more.tocsr()])),
        row_lower=np.append(form.row_lower, np.full(len(rows), -np.inf)),
        row_upper=np.append(form.row_upper, [float(row.upper or 0) for row in rows]),
        rows=(),
        exact=None,
    )
    return extended, replace(model, rows=[*model.rows, *rows]), steps


def _divisors(model: WholeModel, row: WholeRow, times: int) -> Iterator[int]:
    """Yield the largest coefficients of a side whose columns are all whole."""
    end = row.upper if times > 0 else row.lower
    if end is None or len(row.terms) < 2 or not all(model.integer[j] for j, _ in row.terms):
        return
    sizes = sorted({abs(a) for _, a in row.terms}, reverse=True)
    yield from (size for size in sizes[:_PER_SIDE] if size > 1 and end % size)


def _round_side(row: WholeRow, times: int, by: int, box: Region) -> WholeRow | None:
    """Return the row that rounding makes of a side; ``None`` where a column has no lower bound.

    The arithmetic is that of the verifier, which is the judge of it.
    """
    end = row.upper if times > 0 else row.lower
    assert end is not None
    given = {j: times * a for j, a in row.terms}
    base = {j: box.lower[j] for j in given}
    side: Number = times * end
    for j, a in given.items():
        low = base[j]
        if low is None:
            return None
        side -= a * low
    over = side % by
    rest = by - over
    total: Number = rest * (side // by)
    terms: dict[int, Number] = {}
    for j, a in given.items():
        slope = rest * (a // by) + max(0, a % by - over)
        if slope:
            terms[j] = slope
            total += slope * (base[j] or 0)
    if not terms:
        return None
    clear = lcm(*(Fraction(number).denominator for number in (total, *terms.values())))
    whole = {j: int(each * clear) for j, each in terms.items()}
    shared = gcd(*whole.values()) or 1
    upper = Fraction(total * clear) / shared
    return WholeRow([(j, a // shared) for j, a in whole.items()], None, upper)
