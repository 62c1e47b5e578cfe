"""Heuristics of utility_course: epoch by epoch, without looking ahead."""

from .epochs import fair, myopic, myopic_exact, srpt, weighted_fair

__all__ = ["fair", "myopic", "myopic_exact", "srpt", "weighted_fair"]
