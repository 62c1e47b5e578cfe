"""Instances made from other programs' files, and from instances of another problem."""

from .queue_groups import cluster_of_queues, latency_curve, random_groups
from .soda_chain import Curve, Goals, microq_of, microw_of

__all__ = [
    "Curve",
    "Goals",
    "cluster_of_queues",
    "latency_curve",
    "microq_of",
    "microw_of",
    "random_groups",
]
