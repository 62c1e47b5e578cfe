"""The smallest conflict, by hitting sets.

Statements whose removal leaves a point are a way out, and every conflict meets every way out.  A
smallest set that meets the known ways out either is a conflict, and then a smallest one, or leaves
a point: what this point breaks, made as small as can be, is a new way out.  Ignatiev, Previti,
Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015.

That no conflict has fewer statements needs nobody's word: a point in fractions proves each way out,
and a tree how many statements meet all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.arrays import FloatArray
from ..engines import FormBuilder, StandardForm, engine_named, solve_form
from ..proving import ProvenModel, TreeLimits, Unproven, prove_standard_form, proven_from
from .exact_form import exact_form
from .feasibility import Feasibility, NoTimeLeft
from .stated import StatedForm

_NEAR = 1e-6  # relative: a side that a point of floating-point numbers keeps


@dataclass(frozen=True, eq=False)
class WayOut:
    """Statements without which there is a point, none of them needlessly, and the point."""

    numbers: list[int]
    point: FloatArray


def smallest_numbers(stated: StatedForm, engine: Feasibility) -> tuple[list[int], list[WayOut]]:
    """Return a conflict of the fewest statements, by the word of HiGHS, and the ways out it meets.

    Raises `NoTimeLeft` where the time is up before it is known, or where tolerances of points are
    in the way.
    """
    ways_out: list[WayOut] = []
    while True:
        chosen = _hitting(len(stated.statements), ways_out, engine)
        x = engine.point(chosen)
        if x is None:
            return chosen, ways_out
        ways_out.append(_way_out(stated, engine, set(chosen), x))


def proofs_of_fewest(
    stated: StatedForm, count: int, ways_out: list[WayOut], engine: Feasibility
) -> dict[str, ProvenModel] | None:
    """Return the proofs that no conflict has fewer statements: all ways out, and the least number.

    ``None`` where one of them is not proven.
    """
    limits, proofs = TreeLimits(engine.run.should_stop, rounds=True), dict[str, ProvenModel]()
    for place, way in enumerate(ways_out, 1):
        kept = [k for k in range(len(stated.statements)) if k not in set(way.numbers)]
        form, whole, point = exact_form(stated, kept, way.point, limits)
        proof = None if point is None else proven_from(form, "way", whole, point, None, limits)
        if not isinstance(proof, ProvenModel):
            return None
        proofs[f"way-out-{place}"] = proof
    form = _hitting_form(len(stated.statements), ways_out)
    least = prove_standard_form(form, "fewest", engine.run, rounds=True)
    if isinstance(least, Unproven) or least.bound is None or least.bound < count:
        return None
    return {**proofs, "fewest": least}


def _hitting(count: int, ways_out: list[WayOut], engine: Feasibility) -> list[int]:
    """Return the fewest statements of which every way out has one."""
    if not ways_out:
        return []
    form = _hitting_form(count, ways_out)
    result = solve_form(form, engine_named("highs"), engine.run.inner(gap=0.0))
    if result.status != "optimal" or result.x is None:
        raise NoTimeLeft
    hit: list[int] = np.flatnonzero(result.x > 0.5).tolist()
    return hit


def _hitting_form(count: int, ways_out: list[WayOut]) -> StandardForm:
    """Return the program of the fewest statements: column k is statement k, row k is way out k."""
    builder = FormBuilder()
    columns = [builder.column(0, 1, 1.0, integer=True) for _ in range(count)]
    for way in ways_out:
        builder.row([(columns[k], 1.0) for k in way.numbers], 1)
    return builder.form()


def _way_out(stated: StatedForm, engine: Feasibility, kept: set[int], x: FloatArray) -> WayOut:
    """Return statements that a point breaks, none of which can be added to those it keeps."""
    kept |= _statements_that_hold(stated, x)
    for number in range(len(stated.statements)):
        if number not in kept:
            found = engine.point([*sorted(kept), number])
            if found is not None:
                kept, x = kept | {number} | _statements_that_hold(stated, found), found
    return WayOut([k for k in range(len(stated.statements)) if k not in kept], x)


def _statements_that_hold(stated: StatedForm, x: FloatArray) -> set[int]:
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
