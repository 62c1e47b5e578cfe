"""Heuristics of macroq: SODA's Fig. 10, its greedy admission, and baselines."""

from .admission import Fig10Parameters, even, fig10, greedy, rank_order

__all__ = ["Fig10Parameters", "even", "fig10", "greedy", "rank_order"]
