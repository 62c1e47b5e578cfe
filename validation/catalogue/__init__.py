"""The catalogue: the one table of all problems."""

from .declared import guard
from .description import Problem
from .method import MIP_SOLVERS, Method, MethodKind
from .origins import load_problem
from .table import built_in_names, problem, problem_names, problem_of

__all__ = [
    "MIP_SOLVERS",
    "Method",
    "MethodKind",
    "Problem",
    "built_in_names",
    "guard",
    "load_problem",
    "problem",
    "problem_names",
    "problem_of",
]
