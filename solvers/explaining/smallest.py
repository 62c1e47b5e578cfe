"""The smallest conflict, by hitting sets.

Statements whose removal leaves a point are a way out, and every conflict meets every way out.  A
smallest set that meets the known ways out either is a conflict, and then a smallest one, or leaves
a point: what this point breaks, made as small as can be, is a new way out.  Ignatiev, Previti,
Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015.
"""

from __future__ import annotations

import numpy as np

from ...core.arrays import FloatArray
from ..engines import FormBuilder, engine_named, solve_form
from .feasibility import Feasibility, NoTimeLeft
from .stated import StatedForm

_NEAR = 1e-6  # relative: a side that a point of floating-point numbers keeps


def smallest_numbers(stated: StatedForm, engine: Feasibility) -> list[int]:
    """Return a conflict of the fewest statements, by the word of HiGHS.

    Raises `NoTimeLeft` where the time is up before it is known, or where tolerances of points are
    in the way.
    """
    ways_out: list[list[int]] = []
    while True:
        chosen = _hitting(len(stated.statements), ways_out, engine)
        x = engine.point(chosen)
        if x is None:
            return chosen
        ways_out.append(_way_out(stated, engine, set(chosen), x))


def _hitting(count: int, ways_out: list[list[int]], engine: Feasibility) -> list[int]:
    """Return the fewest statements of which every way out has one."""
    builder = FormBuilder()
    columns = [builder.column(0, 1, 1.0, integer=True) for _ in range(count)]
    for way in ways_out:
        builder.row([(columns[k], 1.0) for k in way], 1)
    if not ways_out:
        return []
    result = solve_form(builder.form(), engine_named("highs"), engine.run.inner(gap=0.0))
    if result.status != "optimal" or result.x is None:
        raise NoTimeLeft
    found: list[int] = np.flatnonzero(result.x > 0.5).tolist()
    return found


def _way_out(stated: StatedForm, engine: Feasibility, kept: set[int], x: FloatArray) -> list[int]:
    """Return statements that a point breaks, none of which can be added to those it keeps."""
    kept |= _kept_by(stated, x)
    for number in range(len(stated.statements)):
        if number not in kept:
            found = engine.point([*sorted(kept), number])
            if found is not None:
                kept |= {number} | _kept_by(stated, found)
    return [k for k in range(len(stated.statements)) if k not in kept]


def _kept_by(stated: StatedForm, x: FloatArray) -> set[int]:
    """Return the statements that a point keeps; what is near a side counts as kept."""
    form = stated.form
    activity = form.matrix @ x
    low, high = form.row_lower, form.row_upper
    size = _NEAR * np.maximum(1.0, np.abs(activity))
    keeps = (activity >= low - size) & (activity <= high + size)
    whole = np.abs(x - np.rint(x)) <= _NEAR
    return {
        k
        for k, statement in enumerate(stated.statements)
        if keeps[list(statement.rows)].all() and whole[list(statement.whole)].all()
    }
