"""adaptive_config: containers of a cluster to groups, and a setting for each group's queues."""

from .course import ClusterPlan, RunningCluster, copied, even_containers, even_setting, first_plan
from .curves import (
    BestSetting,
    best_setting,
    grid_means,
    least_latencies,
    least_latency,
    srpt_of,
    summed_latency,
)
from .generating import generate
from .instance import AdaptiveConfig, Tuning

__all__ = [
    "AdaptiveConfig",
    "BestSetting",
    "ClusterPlan",
    "RunningCluster",
    "Tuning",
    "best_setting",
    "copied",
    "even_containers",
    "even_setting",
    "first_plan",
    "generate",
    "grid_means",
    "least_latencies",
    "least_latency",
    "srpt_of",
    "summed_latency",
]
