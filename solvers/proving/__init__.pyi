from .exact_points import exact_point, feasible, whole_point
from .model_proof import ProvenModel, Unproven, prove_standard_form, proven_from, safe_float
from .relaxed_prices import relaxed_prices
from .search import Better, Stuck, Tree, TreeLimits, prove_form
from .whole_model import Number, WholeModel, exact

__all__ = [
    "Better",
    "Number",
    "ProvenModel",
    "Stuck",
    "Tree",
    "TreeLimits",
    "Unproven",
    "WholeModel",
    "exact",
    "exact_point",
    "feasible",
    "prove_form",
    "prove_standard_form",
    "proven_from",
    "relaxed_prices",
    "safe_float",
    "whole_point",
]
