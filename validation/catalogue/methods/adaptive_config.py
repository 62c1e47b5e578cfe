"""The method `exact` of adaptive_config."""

from ....core.outcome import Answer
from ....core.run import Run
from ....formulations import adaptive_config as formulation
from ....instances.adaptive_config import AdaptiveConfig
from ....solvers.adaptive_config import NEVER, cheap_bound
from .exact import solve_by_model


def why_infeasible(_: AdaptiveConfig) -> str:
    """Return the reason why an instance that is not refused is infeasible."""
    return NEVER


def exact(instance: AdaptiveConfig, run: Run) -> Answer:
    """Solve the integer program in Pyomo; with tuning, find the best plan that never changes."""
    answer = solve_by_model(formulation, instance, run)
    if instance.tuning is None or answer.infeasible:
        return answer
    message = "best plan with constant settings; changing settings may be better"
    return cheap_bound(instance, run).answer(
        answer.decision, stopped=answer.stopped, message=message, solver=answer.solver
    )
