"""Points of some statements in fractions, made of points of floating-point numbers or by a tree."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ...core.arrays import FloatArray
from ..engines import StandardForm
from ..proving import Better, Number, Stuck, TreeLimits, WholeModel, exact_point, prove_form
from .stated import StatedForm

_QUICK_NODES = 200  # of a tree that looks for a point where an engine's point is none


def exact_form(
    stated: StatedForm, numbers: Collection[int], x: FloatArray | None, limits: TreeLimits
) -> tuple[StandardForm, WholeModel, list[Number] | None]:
    """Return the program of some statements, in floating point and in fractions, and a point of it.

    The point is ``None`` where none turns up.  ``x`` is an engine's point of the whole form.
    """
    form = stated.with_only(numbers)
    whole = WholeModel.of(form)
    point = None if x is None else exact_point(form, whole, x[stated.columns_of(numbers)])
    if point is None:
        point = _point_by_tree(form, whole, replace(limits, most_nodes=_QUICK_NODES))
    return form, whole, point


def _point_by_tree(
    form: StandardForm, whole: WholeModel, limits: TreeLimits
) -> list[Number] | None:
    """Return a feasible point that a tree comes upon, if it does."""
    try:
        prove_form(form, whole, None, limits)
    except Better as better:
        return better.point
    except Stuck:
        return None
    return None
