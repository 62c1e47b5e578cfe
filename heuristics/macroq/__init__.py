"""Heuristics of macroq: SODA's Fig. 10, its greedy admission, and baselines."""

from .baselines import even, rank_order
from .fig10 import Fig10Parameters, fig10, greedy

__all__ = ["Fig10Parameters", "even", "fig10", "greedy", "rank_order"]
