"""The method `wun` of resource_plan."""

from ....core.outcome import Answer
from ....core.run import Run
from ....instances.resource_plan import ResourcePlan
from ..method import DeclaredProblem
from .exact_front import WunParameters, recommend_point


def wun(
    instance: ResourcePlan, run: Run, problem: DeclaredProblem, parameters: WunParameters
) -> Answer:
    """Recommend the point of another method's front that is nearest to the utopia point."""
    is_pair = len(instance.having("max")) == len(instance.having("sum")) == 1
    method = parameters.of or ("raa-path" if is_pair else "exact")
    return recommend_point(instance, run, problem, method, parameters.weights)
