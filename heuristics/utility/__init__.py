"""SLAQ's and ReLAQS's allocations of cores, a form for large clusters, and fair shares."""

from .greedy import fair, greedy, max_min_greedy, threshold

__all__ = ["fair", "greedy", "max_min_greedy", "threshold"]
