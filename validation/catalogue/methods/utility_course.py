"""The exact method of utility_course: its program, and prices that prove what it finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyomo.environ as pyo

from ....core.arrays import FloatArray
from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import utility_course as formulation
from ....instances.utility_course import UtilityCourse
from ....solvers.engines.engine import solve_model
from ....solvers.utility_course import impossible, priced
from .exact import exact as exact_of

_solved = exact_of(formulation)
_WITHIN = 1e-7


def exact(instance: UtilityCourse, run: Run) -> Answer:
    """Solve the program; for the mean loss, prove the bound by the prices of its relaxation."""
    refused = impossible(instance)
    if refused is not None:
        return refused
    answer = _solved(instance, run)
    if answer.decision is None or answer.bound is None or run.should_stop():
        return answer
    if instance.objective != "mean-loss" or not instance.whole_cores:
        return answer
    proven = priced(instance, _prices(instance, run))
    if proven is None or proven.value < answer.bound - _WITHIN * abs(answer.bound):
        return answer
    return replace(
        answer,
        bound=proven.value,
        bound_kind="certified",
        certificate=proven.certificate,
    )


def _prices(instance: UtilityCourse, run: Run) -> FloatArray:
    """Return the prices of cores in every epoch, from the linear relaxation."""
    model = formulation.build_model(instance)
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    result = solve_model(model, "highs", run.inner())
    if result.x is None or result.row_duals is None:
        return np.zeros(instance.epochs)
    duals = [model.dual.get(model.cores[t], 0.0) for t in range(instance.epochs)]
    prices: FloatArray = np.maximum(0.0, -np.array(duals))
    return prices
