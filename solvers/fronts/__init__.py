"""Exact Pareto fronts of models with several objectives."""

from .exact_front import TOO_FINE, PlanSearch, front, pareto_front
from .goal_form import SearchStopped, whole_coefficients

__all__ = [
    "TOO_FINE",
    "PlanSearch",
    "SearchStopped",
    "front",
    "pareto_front",
    "whole_coefficients",
]
