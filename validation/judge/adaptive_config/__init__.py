"""The judge of adaptive_config: a plan or a course of plans, simulated in plain Python."""

from .certificate import certified
from .decision import ClusterCourse, check

__all__ = ["ClusterCourse", "certified", "check"]
