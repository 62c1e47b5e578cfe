"""The catalogue: the one table of all problems."""

from .description import Method, MethodKind, Problem, Solving
from .table import problem, problem_names, problem_of

__all__ = ["Method", "MethodKind", "Problem", "Solving", "problem", "problem_names", "problem_of"]
