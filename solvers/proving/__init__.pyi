from .exact_points import exact_point, feasible
from .search import Better, Stuck, Tree, TreeLimits, prove_form
from .whole_model import Number, WholeModel

__all__ = [
    "Better",
    "Number",
    "Stuck",
    "Tree",
    "TreeLimits",
    "WholeModel",
    "exact_point",
    "feasible",
    "prove_form",
]
