"""Methods of utility_course: `exact`, and `core-prices`, which certifies a bound."""

from dataclasses import replace

import numpy as np
import pyomo.environ as pyo

from ....core.arrays import FloatArray
from ....core.outcome import ONLY_A_BOUND, Answer, CertifiedBound
from ....core.run import Run
from ....formulations import utility_course as formulation
from ....heuristics.utility_course import myopic, srpt
from ....instances.utility_course import UtilityCourse, errors_of, jobs_of, value_of
from ....solvers.engines import refuse_what_does_not_fit, solve_model
from ....solvers.utility_course import bound_of_prices, cheap_bound, impossible, rising_bound
from .exact import solve_formulation

_WITHIN = 1e-7


def exact(instance: UtilityCourse, run: Run) -> Answer:
    """Start from a heuristic's plan, certify a bound with core prices, then solve the program.

    The program is not solved if the bound already proves the plan optimal.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    refuse_what_does_not_fit(formulation, instance, run)
    with run.timed("build"):
        model = formulation.build_model(instance)
    rule = myopic if instance.objective == "mean-loss" else srpt
    inner = run.inner()
    started = rule(instance, inner)
    value, proven = inner.objective, _cheap_bound(instance, run)
    if started.decision is None or value is None:
        return started
    run.report(value, None, started.decision)
    if proven is not None:
        run.report(bound=proven.value, certificate=proven.certificate)
    if proven is not None and value <= proven.value + run.gap * abs(value):
        return proven.answer(started.decision)
    if run.start is None:
        formulation.set_start(model, started.decision)
    answer = solve_formulation(formulation, model, run)
    if answer.decision is None:
        answer = replace(answer, decision=started.decision)
    solved = answer.bound
    if proven is None or (solved is not None and proven.value < solved - _WITHIN * abs(solved)):
        return answer
    return replace(
        answer,
        bound=proven.value,
        bound_kind="certified",
        certificate=proven.certificate,
    )


def core_prices(instance: UtilityCourse, run: Run) -> Answer:
    """Certify a bound with prices of a core in each epoch, raised where cores are scarce.

    The first bound is that of each job alone in the cluster. Every step raises the prices of epochs
    in which jobs would take too many cores, until the bound reaches a plan's value or stops rising.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    if run.start is None:
        inner = run.inner()
        (myopic if instance.objective == "mean-loss" else srpt)(instance, inner)
        target = inner.objective
    else:
        cores = np.array([run.start["cores"][job.name] for job in instance.jobs], dtype=np.float64)
        target = value_of(instance, errors_of(jobs_of(instance), instance.arrives, cores))
    best = None if target is None else rising_bound(instance, run, target)
    if best is None:
        late = "the time was too short" if run.should_stop() else "the tables are too large"
        why = late if instance.whole_cores else "prices exist only for whole cores"
        return Answer(stopped=run.stopped, message=f"no bound was proven: {why}")
    return best.answer(None, stopped=run.stopped, message=ONLY_A_BOUND)


def _cheap_bound(instance: UtilityCourse, run: Run) -> CertifiedBound | None:
    """Return the bound on the mean loss by core prices, or on another objective by counting."""
    if instance.objective != "mean-loss":
        return cheap_bound(instance)
    return bound_of_prices(instance, _prices(instance, run)) if instance.whole_cores else None


def _prices(instance: UtilityCourse, run: Run) -> FloatArray:
    """Return the price of a core in each epoch, a dual value of the linear relaxation."""
    model = formulation.build_model(instance)
    pyo.TransformationFactory("core.relax_integer_vars").apply_to(model)
    model.dual = pyo.Suffix(direction=pyo.Suffix.IMPORT)
    result = solve_model(model, "highs", run.inner())
    if result.x is None or result.row_duals is None:
        return np.zeros(instance.epochs)
    duals = [model.dual.get(model.cores[t], 0.0) for t in range(instance.epochs)]
    prices: FloatArray = np.maximum(0.0, -np.array(duals))
    return prices
