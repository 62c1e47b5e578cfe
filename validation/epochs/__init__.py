"""Simulation of SODA over epochs: macroQ and macroW, then repeatedly microQ and microW."""

from .baselines import baseline_metrics
from .course import Record, RunsFile, Settings, course
from .micro import goals_of, metrics_of, starved_pe

__all__ = [
    "Record",
    "RunsFile",
    "Settings",
    "baseline_metrics",
    "course",
    "goals_of",
    "metrics_of",
    "starved_pe",
]
