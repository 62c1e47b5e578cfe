"""adaptive_config: containers of a cluster to groups, and a setting for each group's queues."""

from .generating import generate
from .instance import AdaptiveConfig, Tuning

__all__ = ["AdaptiveConfig", "Tuning", "generate"]
