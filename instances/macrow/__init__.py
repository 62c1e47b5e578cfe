"""macrow: choose candidate nodes for processing elements (PEs), balancing nodes and links."""

from .arranging import arrays_of
from .arrays import NO_LIMIT, MacroArrays
from .components import License, Link, Node, Pair, Pe, Risk, Weights
from .constraint_families import FAMILIES, in_force, only, without
from .generating import generate
from .instance import MacroW

__all__ = [
    "FAMILIES",
    "NO_LIMIT",
    "License",
    "Link",
    "MacroArrays",
    "MacroW",
    "Node",
    "Pair",
    "Pe",
    "Risk",
    "Weights",
    "arrays_of",
    "generate",
    "in_force",
    "only",
    "without",
]
