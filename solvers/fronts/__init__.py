"""Exact Pareto fronts of models with several objectives."""

from .exact_front import PlanSearch, front, pareto_front
from .goal_form import TOO_FINE, whole_coefficients
from .questions import SearchStopped

__all__ = [
    "TOO_FINE",
    "PlanSearch",
    "SearchStopped",
    "front",
    "pareto_front",
    "whole_coefficients",
]
