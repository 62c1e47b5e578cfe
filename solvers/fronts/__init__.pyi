from .exact_front import PlanSearch, front, pareto_front
from .goal_form import whole_coefficients
from .questions import SearchStopped

__all__ = ["PlanSearch", "SearchStopped", "front", "pareto_front", "whole_coefficients"]
