"""adaptive_config: divide containers among groups, and choose the settings of their queues."""

from .curves import (
    BestSetting,
    ContainerPlan,
    RunningCluster,
    best_setting,
    copy_state,
    even_containers,
    even_setting,
    first_plan,
    grid_means,
    least_latencies,
    least_latency,
    srpt_of,
    summed_latency,
)
from .instance import AdaptiveConfig, Tuning, generate

__all__ = [
    "AdaptiveConfig",
    "BestSetting",
    "ContainerPlan",
    "RunningCluster",
    "Tuning",
    "best_setting",
    "copy_state",
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
