"""The method `exact` of microw: its program, and an explanation if it is infeasible."""

from dataclasses import replace

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import microw as formulation
from ....heuristics.microw import impossible
from ....instances.microw import MicroW
from .exact import exact as exact_of

_solved = exact_of(formulation)


def exact(instance: MicroW, run: Run) -> Answer:
    """Solve the mixed integer program in Pyomo; if infeasible, explain why in words."""
    answer = _solved(instance, run)
    if answer.infeasible:
        return replace(answer, message=impossible(instance, run) or answer.message)
    if answer.bound is not None and answer.bound <= instance.noise:
        # the distance up to which the checker regards a PE as on its goal
        return replace(answer, bound=min(answer.bound, 0.0))
    return answer
