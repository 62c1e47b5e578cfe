"""Processes under a supervisor, which ends all their descendants when they end."""

from .validation.outside import MOST_BYTES, SUPERVISOR, Contained, end_descendants, how_it_ended

__all__ = [
    "MOST_BYTES",
    "SUPERVISOR",
    "Contained",
    "end_descendants",
    "how_it_ended",
]
