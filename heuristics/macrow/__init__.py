"""SODA's macroW: miniW, the hierarchy of Figure 11, and the baselines of 7.2."""

from .bottom_level import apportion, whole
from .components import components
from .hierarchy import hierarchical
from .mini_w import miniw, random, round_robin
from .top_level import solve_top

__all__ = [
    "apportion",
    "components",
    "hierarchical",
    "miniw",
    "random",
    "round_robin",
    "solve_top",
    "whole",
]
