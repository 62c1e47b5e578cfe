"""A `consolidation` instance from what ``kubectl get nodes,pods,pdb,pv,pvc -A -o json`` prints."""

from .cluster import Imported, NodePods, Unmodelled, read_cluster
from .names import (
    is_owner,
    is_value,
    namespace_and_name,
    node_name_faults,
    pod_name_faults,
    target_name_faults,
)

__all__ = [
    "Imported",
    "NodePods",
    "Unmodelled",
    "is_owner",
    "is_value",
    "namespace_and_name",
    "node_name_faults",
    "pod_name_faults",
    "read_cluster",
    "target_name_faults",
]
