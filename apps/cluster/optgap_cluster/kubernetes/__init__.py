"""Import of a `consolidation` instance from ``kubectl get nodes,pods,pdb,pv,pvc,ns -A``."""

from ..options import Filters
from .cluster import NodePods, Unmodelled, read_cluster
from .cluster_facts import ClusterFacts, Replacing, facts_of
from .documents import Dump
from .instance_parts import Pending, without_its_node
from .movable_pods import Evictable
from .price_lists import (
    CAPACITY_LABELS,
    CAPACITY_TYPE,
    SPOT_LABELS,
    TYPES,
    ZONE,
    OfferedType,
    read_offers,
)
from .quantities import (
    Subdomain,
    is_label_key,
    is_owner,
    is_value,
    namespace_and_name,
    node_name_faults,
    pod_name_faults,
)
from .records import (
    KubernetesNode,
    KubernetesObject,
    LabelSelector,
    Metadata,
    Owner,
    Pod,
    PodSpec,
    Toleration,
)
from .scene import Scene
from .scheduling import REASONS, ListPerPod, TermArrays, no_terms
from .selectors import admits, taints_against, tolerates_cordon
from .timing import moment

__all__ = [
    "CAPACITY_LABELS",
    "CAPACITY_TYPE",
    "REASONS",
    "SPOT_LABELS",
    "TYPES",
    "ZONE",
    "ClusterFacts",
    "Dump",
    "Evictable",
    "Filters",
    "KubernetesNode",
    "KubernetesObject",
    "LabelSelector",
    "ListPerPod",
    "Metadata",
    "NodePods",
    "OfferedType",
    "Owner",
    "Pending",
    "Pod",
    "PodSpec",
    "Replacing",
    "Scene",
    "Subdomain",
    "TermArrays",
    "Toleration",
    "Unmodelled",
    "admits",
    "facts_of",
    "is_label_key",
    "is_owner",
    "is_value",
    "moment",
    "namespace_and_name",
    "no_terms",
    "node_name_faults",
    "pod_name_faults",
    "read_cluster",
    "read_offers",
    "taints_against",
    "tolerates_cordon",
    "without_its_node",
]
