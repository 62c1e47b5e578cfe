"""consolidation: pack the items of a cluster onto as few machines as possible."""

from .instance import Consolidation, Item, Machine, overfull
from .rules import MACHINE, Offer, PlacementRule

__all__ = ["MACHINE", "Consolidation", "Item", "Machine", "Offer", "PlacementRule", "overfull"]
