"""The method `exact` of microw: its program, and an explanation if it is infeasible."""

from dataclasses import replace

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import microw as formulation
from ....heuristics.microw import impossible
from ....instances.microw import MicroW
from .exact import solve_by_model


def exact(instance: MicroW, run: Run) -> Answer:
    """Solve the mixed integer program in Pyomo; if infeasible, explain why in words."""
    answer = solve_by_model(formulation, instance, run)
    if answer.infeasible:
        return replace(answer, message=impossible(instance, run) or answer.message)
    if answer.bound is not None and answer.bound <= instance.noise:
        # the distance up to which the checker regards a PE as on its goal
        return replace(answer, bound=min(answer.bound, 0.0))
    return answer
