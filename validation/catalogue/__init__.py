"""The catalogue: the table of all problems with their methods, judges and generators."""

from .declared import guard, plain_decision
from .description import Problem
from .extension import Extension, extend
from .method import MIP_SOLVERS, Method, MethodKind
from .search_space import (
    Document,
    Ground,
    NumberRanges,
    changed_number,
    entities,
    fewer_keys,
    field_of,
    numbers,
    ranges,
    rounder,
    scattered_numbers,
    widen,
    with_value,
)
from .table import (
    built_in_names,
    is_problem,
    load_module,
    load_problem,
    problem_named,
    problem_names,
    problem_of,
)

__all__ = [
    "MIP_SOLVERS",
    "Document",
    "Extension",
    "Ground",
    "Method",
    "MethodKind",
    "NumberRanges",
    "Problem",
    "built_in_names",
    "changed_number",
    "entities",
    "extend",
    "fewer_keys",
    "field_of",
    "guard",
    "is_problem",
    "load_module",
    "load_problem",
    "numbers",
    "plain_decision",
    "problem_named",
    "problem_names",
    "problem_of",
    "ranges",
    "rounder",
    "scattered_numbers",
    "widen",
    "with_value",
]
