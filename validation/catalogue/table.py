"""The catalogue: the one table of all problems.

Every problem has a module of its name beside this one.  A problem is loaded when it is asked for,
and its models and methods, whose imports are heavy, when something is to be solved.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ...core.faults import Fault, InputError, input_error, near_miss
from ...core.schema import Instance
from .declared import DECLARED
from .description import Problem
from .method import Method
from .origins import installed_names, installed_problem, problems_of_files

__all__ = ["Method", "Problem", "built_in_names", "problem", "problem_names", "problem_of"]

_PROBLEMS = (
    "placement",
    "resource_plan",
    "stage",
    "macroq",
    "macrow",
    "microq",
    "microw",
    "cluster_ratio",
    "queue_config",
    "adaptive_config",
    "utility",
    "utility_course",
    "consolidation",
    "warm_pool",
    "cold_stock",
    "eviction",
)


def problem_names() -> list[str]:
    """Return the names of all problems: built-in, of installed packages, of files."""
    others = [name for name in (*installed_names(), *problems_of_files()) if name not in _PROBLEMS]
    return [*_PROBLEMS, *dict.fromkeys(others)]


def built_in_names() -> list[str]:
    """Return the names of the problems of this suite."""
    return list(_PROBLEMS)


def problem(name: str) -> Problem:
    """Return the problem of that name."""
    homes = _homes(name)
    if len(homes) > 1:
        words = f"{name!r} is declared twice: {' and '.join(homes)}"
        raise InputError("bad input", [Fault("problem", words)])
    if name in _PROBLEMS:
        return _own_problem(name)
    own = problems_of_files().get(name)
    if own is None and name in installed_names():
        own = installed_problem(name)
    if own is None:
        known = problem_names()
        raise input_error("problem", f"is no problem of optgap {near_miss(name, known)}", name)
    return own


@cache
def _own_problem(name: str) -> Problem:
    problem: Problem = import_module(f".{name}", __package__).problem
    return problem


def _homes(name: str) -> list[str]:
    """Return the places that declare a problem of that name."""
    homes = ["optgap"] if name in _PROBLEMS else []
    homes += ["an installed package"] if name in installed_names() else []
    return homes + [own.origin for own in problems_of_files().values() if own.name == name]


def problem_of(instance: Instance) -> Problem:
    """Return the problem that an instance belongs to: its class names it."""
    own = DECLARED.get(type(instance))
    if own is not None:
        return own
    return problem(str(type(instance).model_fields["problem"].default))
