"""Branch and bound whose every step can be re-checked in whole numbers, by anybody.

HiGHS solves the linear programs; nothing that it says is taken over unchecked.  What comes out is a
document that `validation.proofs.verify_proof` checks, which shares no code with this package.
"""

from .search import Better, Stuck, Tree, TreeLimits, prove_form

__all__ = ["Better", "Stuck", "Tree", "TreeLimits", "prove_form"]
