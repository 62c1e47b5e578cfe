"""macrow: choose candidate nodes for processing elements (PEs); balance nodes and links."""

from .arrays import NO_LIMIT, MacroArrays, arrays_of
from .generate import generate
from .instance import (
    FAMILIES,
    License,
    Link,
    MacroW,
    Node,
    Pair,
    Pe,
    Risk,
    Weights,
    drop_family,
    in_force,
    only,
)

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
    "drop_family",
    "generate",
    "in_force",
    "only",
]
