"""SLAQ's and ReLAQS's allocations of cores, a form for large clusters, and fair shares."""

from .greedy import equal_shares, fair, greedy, max_min_greedy, threshold

__all__ = ["equal_shares", "fair", "greedy", "max_min_greedy", "threshold"]
