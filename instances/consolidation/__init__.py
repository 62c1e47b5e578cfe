"""consolidation: pack the items of a cluster onto as few machines as possible."""

from .instance import Consolidation, Item, Machine, overfull

__all__ = ["Consolidation", "Item", "Machine", "overfull"]
