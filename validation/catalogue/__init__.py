"""The catalogue: the one table of all problems."""

from .table import Method, Problem, problem, problem_names

__all__ = ["Method", "Problem", "problem", "problem_names"]
