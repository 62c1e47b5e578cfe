"""SODA over epochs: macroQ and macroW, then microQ and microW again and again, with metrics."""

from .baselines import baseline_metrics
from .course import Record, Settings, course
from .handing_down import goals_of, starved
from .metrics import metrics_of
from .runs_file import RunsFile

__all__ = [
    "Record",
    "RunsFile",
    "Settings",
    "baseline_metrics",
    "course",
    "goals_of",
    "metrics_of",
    "starved",
]
