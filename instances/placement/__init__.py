"""placement: send the instances of a stage to machines so that the slowest ends earliest."""

from .generating import generate
from .instance import Placement, column_ordered
from .latency import LinearLatency, LinearTerms

__all__ = ["LinearLatency", "LinearTerms", "Placement", "column_ordered", "generate"]
