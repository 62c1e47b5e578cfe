"""A standard form as free MPS: every number as it is written, and every bound stated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from math import isinf

from .forms import StandardForm

_INTEGER, _CONTINUOUS = "'INTORG'", "'INTEND'"
_DIGITS, _NOISE = 12, 1e-15
_UNPRINTABLE = re.compile(r"[^!-~]")


def mps(form: StandardForm, name: str = "model") -> str:
    """Return the model as free MPS, in the sense of the model, with the names of its parts."""
    return "\n".join(_lines(form.without_free_rows(), name)) + "\n"


def labels(names: Sequence[str], letter: str) -> list[str]:
    """Return names without blanks; numbers for all of them where two names become one."""
    cleaned = [_UNPRINTABLE.sub("_", name) for name in names]
    forbidden = {"'MARKER'", "RHS", "RANGES", "BOUNDS", "objective"}
    usable = all(0 < len(each) <= 200 and each[0] not in "*$" for each in cleaned)
    if usable and len(set(cleaned)) == len(cleaned) and not forbidden & set(cleaned):
        return cleaned
    return [f"{letter}{k}" for k in range(len(names))]


def column_labels(form: StandardForm) -> list[str]:
    """Return the names that the columns have in the file."""
    return labels([form.column_name(j) for j in range(form.shape[1])], "x")


def _lines(form: StandardForm, name: str) -> Iterator[str]:
    rows, columns = form.shape
    row_names = labels([form.row_name(i) for i in range(rows)], "r")
    names = column_labels(form)
    lower, upper = form.row_lower.tolist(), form.row_upper.tolist()
    kinds = [_kind(*sides) for sides in zip(lower, upper, strict=True)]
    yield f"NAME {_UNPRINTABLE.sub('_', name) or 'model'}"
    yield "OBJSENSE"
    yield "    MIN" if form.sense == "minimize" else "    MAX"
    yield "ROWS"
    yield " N objective"
    yield from (f" {kind} {row}" for kind, row in zip(kinds, row_names, strict=True))
    yield "COLUMNS"
    yield from _columns(form, names, row_names)
    yield "RHS"
    if form.constant:
        yield f"    RHS objective {decimal(-form.sign * float(form.constant))}"
    for i, kind in enumerate(kinds):
        side = upper[i] if kind in "LE" else lower[i]
        if side and not isinf(side):
            yield f"    RHS {row_names[i]} {decimal(side)}"
    yield "RANGES"
    for i, kind in enumerate(kinds):
        if kind == "G" and not isinf(upper[i]):
            yield f"    RANGES {row_names[i]} {_width(lower[i], upper[i])}"
    yield "BOUNDS"
    for j in range(columns):
        yield from _bounds(names[j], float(form.lower[j]), float(form.upper[j]))
    yield "ENDATA"


def _kind(lower: float, upper: float) -> str:
    if lower == upper:
        return "E"
    return "L" if isinf(lower) else "G"


def _columns(form: StandardForm, names: list[str], row_names: list[str]) -> Iterator[str]:
    matrix = form.matrix
    inside, markers = False, 0
    for j, integer in enumerate(form.integer.tolist()):
        if integer != inside:
            yield f"    M{markers} 'MARKER' {_INTEGER if integer else _CONTINUOUS}"
            inside, markers = integer, markers + 1
        entries = slice(matrix.indptr[j], matrix.indptr[j + 1])
        cost = float(form.cost[j])
        if cost or entries.start == entries.stop:
            yield f"    {names[j]} objective {decimal(form.sign * cost)}"
        for i, value in zip(
            matrix.indices[entries].tolist(), matrix.data[entries].tolist(), strict=True
        ):
            yield f"    {names[j]} {row_names[i]} {decimal(value)}"
    if inside:
        yield f"    M{markers} 'MARKER' {_CONTINUOUS}"


def _bounds(name: str, lower: float, upper: float) -> Iterator[str]:
    if lower == upper:
        yield f" FX BND {name} {decimal(lower)}"
        return
    yield f" MI BND {name}" if isinf(lower) else f" LO BND {name} {decimal(lower)}"
    yield f" PL BND {name}" if isinf(upper) else f" UP BND {name} {decimal(upper)}"


def _width(lower: float, upper: float) -> str:
    """Return the width of a range so that lower side and width give the upper side again."""
    with localcontext() as context:
        context.prec = 700
        return format(Decimal(decimal(upper)) - Decimal(decimal(lower)), "f")


def decimal(value: float) -> str:
    """Return the decimal that a number stands for: 0.3 for 0.1 + 0.2, which is a little more.

    That is twelve digits where only rounding noise parts the two, and all digits otherwise.
    """
    if value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    short = f"{value:.{_DIGITS}g}"
    return repr(float(short)) if abs(float(short) - value) <= _NOISE * abs(value) else repr(value)
