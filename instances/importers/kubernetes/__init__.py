"""A `consolidation` instance from what ``kubectl get nodes,pods -o json`` prints."""

from .cluster import Imported, NodePods, read_cluster

__all__ = ["Imported", "NodePods", "read_cluster"]
