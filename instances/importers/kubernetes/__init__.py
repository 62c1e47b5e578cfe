"""A `consolidation` instance from what ``kubectl get nodes,pods,pdb,pv,pvc,ns -A`` prints."""

from .cluster import Imported, NodePods, Unmodelled, read_cluster
from .filters import Filters
from .immovable_pods import Evictable
from .names import (
    is_owner,
    is_value,
    namespace_and_name,
    node_name_faults,
    pod_name_faults,
    target_name_faults,
)
from .price_lists import CAPACITY_TYPE, ZONE
from .waiting import Pending

__all__ = [
    "CAPACITY_TYPE",
    "ZONE",
    "Evictable",
    "Filters",
    "Imported",
    "NodePods",
    "Pending",
    "Unmodelled",
    "is_owner",
    "is_value",
    "namespace_and_name",
    "node_name_faults",
    "pod_name_faults",
    "read_cluster",
    "target_name_faults",
]
