"""The method `exact` of adaptive_config."""

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import adaptive_config as formulation
from ....instances.adaptive_config import AdaptiveConfig
from ....solvers.adaptive_config import NEVER, cheap_bound, impossible
from .exact import exact as exact_of
from .exact import with_explanation

_solved = with_explanation(exact_of(formulation), lambda _: NEVER)


def exact(instance: AdaptiveConfig, run: Run) -> Answer:
    """Solve the integer program in Pyomo; with tuning, find the best plan that never changes."""
    answer = impossible(instance) or _solved(instance, run)
    if instance.tuning is None or answer.infeasible:
        return answer
    message = "best plan with constant settings; changing settings may be better"
    return cheap_bound(instance, run).answer(
        answer.decision, stopped=answer.stopped, message=message, solver=answer.solver
    )
