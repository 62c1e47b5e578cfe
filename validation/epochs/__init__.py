"""SODA over epochs: macroQ and macroW, then microQ and microW again and again, with metrics."""

from .baselines import baseline_metrics
from .course import Record, Settings, course
from .handing_down import goals_of, starved_pe
from .metrics import metrics_of
from .runs_file import RunsFile
from .split_cost import SplitCost, split_cost

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
