from .endings import SearchStopped
from .front_of_instance import PlanSearch, pareto_front
from .front_of_model import front
from .whole_objectives import whole_coefficients

__all__ = ["PlanSearch", "SearchStopped", "front", "pareto_front", "whole_coefficients"]
