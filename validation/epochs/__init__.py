"""Simulation of SODA over epochs: macroQ and macroW, then repeatedly microQ and microW."""

from .course import Record, RunsFile, Settings, course
from .micro import goals_of, metrics_of, starved_pe
from .split_cost import SplitCost, baseline_metrics, split_cost

__all__ = [
    "Record",
    "RunsFile",
    "Settings",
    "SplitCost",
    "baseline_metrics",
    "course",
    "goals_of",
    "metrics_of",
    "split_cost",
    "starved_pe",
]
