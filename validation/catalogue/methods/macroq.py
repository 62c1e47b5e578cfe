"""Methods of macroq that need an engine: `exact` and `relaxation`."""

from dataclasses import replace
from typing import Any

import numpy as np

from ....core.gaps import BoundKind, safe_bound
from ....core.outcome import ONLY_A_BOUND, Answer
from ....core.run import Run
from ....formulations import macroq as formulation
from ....instances.macroq import MacroQ
from ....solvers.engines import EngineResult, StandardForm, engine_named, solve_form, standard_form
from ....solvers.macroq import impossible
from ...judge.macroq import WaterlinePrices, certified, is_empty
from .exact import solve_formulation


def exact(instance: MacroQ, run: Run) -> Answer:
    """Solve a mixed integer program for each waterline, in order of decreasing relaxation bound.

    A waterline (best rank of a rejected job) is pruned if its relaxation cannot beat the best plan.
    """
    if (refused := impossible(instance)) is not None:
        return refused
    if instance.has_products and instance.granularity is None:
        return Answer(message=f"{formulation.NEEDS_A_GRID}; nsdp and fig10 need none")
    relaxed = [
        _relax(instance, rank, run) for rank in instance.ranks if not is_empty(instance, rank)
    ]
    feasible = [waterline for waterline in relaxed if waterline.result.status != "infeasible"]
    bounds = {waterline.rank: waterline.result.bound for waterline in feasible}
    best: Answer | None = None
    objective: float | None = None
    stopped: Any = "complete"
    for waterline in sorted(feasible, key=lambda waterline: -_or_infinity(waterline.result.bound)):
        bound = bounds[waterline.rank]
        if objective is not None and bound is not None and bound <= objective:
            continue
        if run.should_stop():
            stopped = "time_limit"
            break
        inner = replace(run.inner(), small_programs=False)
        answer = solve_formulation(formulation, waterline.model, inner, prove=False)
        for phase, seconds in inner.timing.items():
            run.timing[phase] = run.timing.get(phase, 0.0) + seconds
        if answer.stopped == "error":
            return answer
        if answer.infeasible:
            bounds.pop(waterline.rank)
            continue
        if answer.stopped != "complete":
            stopped = answer.stopped
        if answer.bound is not None and (bound is None or answer.bound < bound):
            bounds[waterline.rank] = answer.bound
        if inner.objective is not None and (objective is None or inner.objective > objective):
            best, objective = answer, inner.objective
            run.report(objective, None, answer.decision)
    return _solve_together(best, objective, bounds, stopped)


def _or_infinity(bound: float | None) -> float:
    return np.inf if bound is None else bound


def _solve_together(
    best: Answer | None, objective: float | None, bounds: dict[int, float | None], stopped: Any
) -> Answer:
    known = None if any(bound is None for bound in bounds.values()) else list(bounds.values())
    bound = max((b for b in known if b is not None), default=None) if known else None
    kind: BoundKind | None = None if bound is None else "solver"
    if best is None:
        infeasible = not bounds and stopped == "complete"
        return Answer(bound=bound, bound_kind=kind, stopped=stopped, infeasible=infeasible)
    if bound is not None and objective is not None and bound < objective:
        bound = objective
    return replace(best, bound=bound, bound_kind=kind, stopped=stopped)


class _Relaxed:
    """The program of one waterline and the result of its linear relaxation."""

    def __init__(self, rank: int, model: Any, form: StandardForm, result: EngineResult) -> None:
        self.rank, self.model, self.form, self.result = rank, model, form, result


def _relax(instance: MacroQ, rank: int, run: Run) -> _Relaxed:
    with run.timed("build"):
        model = formulation.build_model(instance, waterline=rank)
        form = standard_form(model)
    relaxed = replace(form, integer=np.zeros_like(form.integer))
    solver = run.solver.split(",")[0].strip()
    engine = engine_named(solver if solver != "cp-sat" else "highs")
    inner = run.inner(gap=0.0)
    result = solve_form(relaxed, engine, inner)
    run.timing["engine"] = run.timing.get("engine", 0.0) + inner.timing.get("engine", 0.0)
    return _Relaxed(rank, model, form, result)


def relaxation(instance: MacroQ, run: Run) -> Answer:
    """Certify a bound with the duals of each waterline's linear relaxation as prices."""
    if instance.has_products:
        message = "prices prove nothing where mips and rates are multiplied; nsdp gives a bound"
        return Answer(message=message)
    if (refused := impossible(instance)) is not None:
        return refused
    prices: dict[str, Any] = {}
    for rank in instance.ranks:
        relaxed = _relax(instance, rank, run)
        if relaxed.result.status == "infeasible":
            empty = is_empty(instance, rank)
            prices[str(rank)] = {} if empty else {"mips": 0.0, "rates": {}}
            continue
        duals = relaxed.result.row_duals
        if duals is None:
            return Answer(stopped=relaxed.result.stopped, message=relaxed.result.message)
        named = dict(zip(relaxed.form.rows, duals.tolist(), strict=True))
        prices[str(rank)] = formulation.prices_of(relaxed.model, named)
    certificate = {"kind": "waterline-prices", "waterlines": prices}
    proven = certified(instance, WaterlinePrices.model_validate(certificate))
    assert proven is not None
    bound = safe_bound(proven, "maximize")
    run.report(bound=bound)
    return Answer(
        bound=bound,
        bound_kind="certified",
        certificate=certificate,
        message=ONLY_A_BOUND,
    )
