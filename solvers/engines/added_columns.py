"""Columns for variables that stand in no row of a form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.sparse import csc_array

from .column_data import bounds_and_kinds
from .forms import StandardForm


def with_columns(form: StandardForm, extra: tuple[Any, ...]) -> StandardForm:
    """Return the form with columns that stand in no row."""
    if not extra:
        return form
    lower, upper, integer = bounds_and_kinds(extra)
    rows, columns = form.shape
    matrix = csc_array((form.matrix.data, form.matrix.indices,
                        np.append(form.matrix.indptr, [form.matrix.nnz] * len(extra))),
                       shape=(rows, columns + len(extra)))  # fmt: skip
    return replace(
        form,
        cost=np.append(form.cost, np.zeros(len(extra))),
        matrix=matrix,
        lower=np.append(form.lower, lower),
        upper=np.append(form.upper, upper),
        integer=np.append(form.integer, integer),
        columns=(*form.columns, *extra),
        unused=tuple(v for v in form.unused if all(v is not each for each in extra)),
        start=None,
    )
