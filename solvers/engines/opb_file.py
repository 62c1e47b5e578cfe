"""A 0-1 model as a pseudo-Boolean file (OPB), for solvers that count in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core.decimals import UNLIMITED
from ...core.faults import Fault, InputError
from .engine_result import column_faults
from .forms import StandardForm
from .mps_file import column_labels
from .whole_numbers import integral_form


def opb(form: StandardForm, name: str) -> str:
    """Return the model in OPB: always a minimum, in whole numbers, variables x1, x2, ...

    `InputError` names what is not 0 or 1, or cannot be made whole.
    """
    faults = pseudo_boolean_faults(form, "OPB")
    if faults:
        raise InputError(f"model {name}", faults)
    return "\n".join(_lines(form, name)) + "\n"


def pseudo_boolean_faults(form: StandardForm, needed_by: str) -> list[Fault]:
    """Return why a form is no pseudo-Boolean program in whole numbers."""
    wide = ~form.integer | (form.lower < 0) | (form.upper > 1)
    faults = column_faults(form, np.flatnonzero(wide), f"is not 0 or 1, which {needed_by} needs")
    if faults:
        return faults
    try:
        integral_form(form)
    except InputError as error:
        return [Fault(f.place, f.rule.replace("CP-SAT", needed_by), f.value) for f in error.faults]
    return []


def _lines(form: StandardForm, name: str) -> Iterator[str]:
    whole = integral_form(form)
    rows = []
    for columns, coefficients, low, high in whole.rows(form):
        terms = list(zip(coefficients, columns, strict=True))
        if low == high:
            rows.append(f"{_sum(terms)} = {low} ;")
            continue
        if low != -UNLIMITED:
            rows.append(f"{_sum(terms)} >= {low} ;")
        if high != UNLIMITED:
            rows.append(f"{_sum([(-a, j) for a, j in terms])} >= {-high} ;")
    for j, (low, high) in enumerate(zip(whole.lower.tolist(), whole.upper.tolist(), strict=True)):
        if (low, high) != (0, 1):
            rows.append(f"+1 x{j + 1} >= {low} ;")
            rows.append(f"-1 x{j + 1} >= {-high} ;")
    yield f"* #variable= {form.shape[1]} #constraint= {len(rows)}"
    yield f"* {''.join(each if each.isprintable() else '_' for each in name)}"
    turned = "minus " if form.sense == "maximize" else ""
    yield f"* the objective of the model is {turned}(this one / {whole.denominator}"
    yield f"*   + {form.constant:.17g})"
    yield from (f"* x{j + 1} is {label}" for j, label in enumerate(column_labels(form)))
    used = np.flatnonzero(whole.cost).tolist()
    if used:
        yield f"min: {_sum([(int(whole.cost[j]), j) for j in used])} ;"
    yield from rows


def _sum(terms: list[tuple[int, int]]) -> str:
    return " ".join(f"{a:+d} x{j + 1}" for a, j in terms)
