"""Figures of results for a paper: bars, profiles, gap over time and heat map, by Matplotlib."""

from .validation.study import (
    bars,
    gap_over_time,
    gap_profile,
    heat_map,
    performance_profile,
    save,
)

__all__ = ["bars", "gap_over_time", "gap_profile", "heat_map", "performance_profile", "save"]
