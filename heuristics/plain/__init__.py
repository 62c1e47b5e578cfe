"""The heuristics as plain Python, statement by statement as in the papers' pseudo-code.

They decide by sums, differences, multiples by constants, and comparisons, so they also run on
symbolic numbers.  The compiled algorithms return the same decisions, ties included.
"""

from collections.abc import Callable
from typing import Any

from . import (
    cluster_ratio,
    cold_stock,
    consolidation,
    eviction,
    macroq,
    placement,
    utility,
    warm_pool,
)

__all__ = ["PLAIN_METHODS"]

PLAIN_METHODS: dict[tuple[str, str], Callable[[Any], dict[str, Any]]] = {
    ("cluster_ratio", "greedy"): cluster_ratio.greedy,
    ("cold_stock", "base-stock"): cold_stock.base_stock,
    ("cold_stock", "minimum-stock"): cold_stock.minimum_stock,
    ("consolidation", "best-fit"): consolidation.best_fit,
    ("consolidation", "first-fit"): consolidation.first_fit,
    ("consolidation", "worst-fit"): consolidation.worst_fit,
    ("eviction", "coldest-first"): eviction.coldest_first,
    ("eviction", "primal-dual"): eviction.primal_dual,
    ("macroq", "fox"): macroq.fox,
    ("placement", "bottleneck"): placement.bottleneck,
    ("placement", "fuxi"): placement.fuxi,
    ("placement", "ipa"): placement.ipa,
    ("utility", "fair"): utility.fair,
    ("utility", "greedy"): utility.greedy,
    ("utility", "max-min-greedy"): utility.max_min_greedy,
    ("warm_pool", "constant-percentage"): warm_pool.constant_percentage,
}
