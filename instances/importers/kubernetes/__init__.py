"""A `consolidation` instance from what ``kubectl get nodes,pods,pdb,pv,pvc -A -o json`` prints."""

from .cluster import Imported, NodePods, Unmodelled, read_cluster

__all__ = ["Imported", "NodePods", "Unmodelled", "read_cluster"]
