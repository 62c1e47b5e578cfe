"""macrow: choose candidate nodes for processing elements (PEs), balancing nodes and links."""

from .instance import MacroW, generate

__all__ = ["MacroW", "generate"]
