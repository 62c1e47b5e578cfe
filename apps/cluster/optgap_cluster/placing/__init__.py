"""Where a pod that does not exist yet would be placed in a cluster, and what would admit it."""

from .placement import PodPlacement, place

__all__ = ["PodPlacement", "place"]
