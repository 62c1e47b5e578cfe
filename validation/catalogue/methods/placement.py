"""The method `exact` of placement: its program, optionally without variables that IPA excludes."""

from typing import Annotated

from pydantic import Field

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import placement as formulation
from ....heuristics.placement import ipa
from ....instances.placement import Placement
from ....solvers.engines import refuse_what_does_not_fit
from .exact import solve_formulation


def exact(
    instance: Placement,
    run: Run,
    *,
    tightened: Annotated[
        bool, Field(description="omit variables that a heuristic's plan excludes")
    ] = False,
) -> Answer:
    """Solve the integer program in Pyomo; minimise the maximum latency."""
    cutoff = None
    if tightened:
        inner = run.inner()
        ipa(instance, inner)
        cutoff = inner.objective
    else:
        refuse_what_does_not_fit(formulation, instance, run)
    with run.timed("build"):
        model = formulation.build_model(instance, cutoff=cutoff)
    return solve_formulation(formulation, model, run, prove=cutoff is None)
