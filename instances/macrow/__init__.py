"""macrow: choose candidate nodes for processing elements (PEs), balancing nodes and links."""

from .generating import generate
from .instance import MacroW

__all__ = ["MacroW", "generate"]
