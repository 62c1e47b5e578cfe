from .endings import SearchStopped
from .own_front import front
from .plan_front import PlanSearch, pareto_front
from .whole_objectives import whole_coefficients

__all__ = ["PlanSearch", "SearchStopped", "front", "pareto_front", "whole_coefficients"]
