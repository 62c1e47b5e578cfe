"""Branch and bound whose every step can be re-checked in exact integer arithmetic.

HiGHS solves the linear programs, and each of its results is checked.  The output is a document for
the verifier `validation.judge.verify_proof`, which shares no code with this package.
"""

from .integral_model import Number, WholeModel, exact
from .model_proof import (
    TREE_WORK,
    ProvenModel,
    Unproven,
    beyond,
    prove_standard_form,
    proven_from,
    safe_float,
)
from .relaxation import exact_point, feasible, relaxed_prices, solve_exactly, whole_point
from .search import Better, Stuck, Tree, TreeLimits, prove_form

__all__ = [
    "TREE_WORK",
    "Better",
    "Number",
    "ProvenModel",
    "Stuck",
    "Tree",
    "TreeLimits",
    "Unproven",
    "WholeModel",
    "beyond",
    "exact",
    "exact_point",
    "feasible",
    "prove_form",
    "prove_standard_form",
    "proven_from",
    "relaxed_prices",
    "safe_float",
    "solve_exactly",
    "whole_point",
]
