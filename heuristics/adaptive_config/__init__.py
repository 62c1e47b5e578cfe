"""Heuristics of adaptive_config: searched curves, static settings, tuning from moment to moment."""

from .adapt import adapt
from .plans import rrs_dp, static_fair, static_fifo, static_ratio, table2

__all__ = ["adapt", "rrs_dp", "static_fair", "static_fifo", "static_ratio", "table2"]
