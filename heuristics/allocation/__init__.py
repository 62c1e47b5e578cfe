"""One amount per party under a common supply, quickly: shared by cluster_ratio and utility."""

from .marginal_gains import one_by_one

__all__ = ["one_by_one"]
