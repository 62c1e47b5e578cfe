"""The method `exact` of microq: its program, started from the plan of the method `iterative`."""

from dataclasses import replace
from functools import partial
from typing import Annotated

from pydantic import Field

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import microq as formulation
from ....heuristics.microq import iterative
from ....instances.microq import MicroQ
from ....solvers.microq import impossible
from ...judge import verdict_of
from ...judge.microq import PacedMips, check
from .exact import solve_by_model, start_from, with_start

_verdict = partial(verdict_of, check, PacedMips)


def exact(
    instance: MicroQ,
    run: Run,
    *,
    start: Annotated[
        bool,
        Field(
            description="begin from a plan of `iterative`; it is kept if nothing better is found"
        ),
    ] = True,
) -> Answer:
    """Solve the mixed integer program in Pyomo; if infeasible, name the component without a plan.

    HiGHS's sub-MIP heuristics are off because they took most of the time, and the search finds good
    plans without them.
    """
    if start:
        start_from(iterative, _verdict, instance, run)
    run.small_programs = False
    answer = with_start(_verdict, instance, solve_by_model(formulation, instance, run), run)
    if not answer.infeasible:
        return answer

    def is_infeasible(part: MicroQ) -> bool:
        return solve_by_model(formulation, part, run.inner()).infeasible

    return replace(answer, message=impossible(instance, is_infeasible) or answer.message)
