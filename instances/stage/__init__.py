"""stage: a machine and a resource configuration for each instance of a stage, at once."""

from .generating import generate
from .instance import Stage
from .latency import WorkLatency, WorkTerms
from .noise import Noise

__all__ = ["Noise", "Stage", "WorkLatency", "WorkTerms", "generate"]
