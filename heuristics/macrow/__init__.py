"""Heuristics of macrow: SODA's miniW, the hierarchy of Figure 11, and the baselines of 7.2."""

from .components import ComponentParameters, components
from .hierarchy import HierarchyParameters, apportion, hierarchical, solve_top, whole
from .mini_w import MiniWParameters, miniw, random, round_robin

__all__ = [
    "ComponentParameters",
    "HierarchyParameters",
    "MiniWParameters",
    "apportion",
    "components",
    "hierarchical",
    "miniw",
    "random",
    "round_robin",
    "solve_top",
    "whole",
]
