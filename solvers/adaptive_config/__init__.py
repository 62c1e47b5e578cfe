"""Exact algorithms of adaptive_config: tables over simulated curves, and sequences of settings."""

from .bounds import cheap_bound, impossible
from .curves import CurveTable, GroupCurve, answer_of
from .dynamic import dp, lazy
from .hindsight import course_decision, hindsight

__all__ = [
    "CurveTable",
    "GroupCurve",
    "answer_of",
    "cheap_bound",
    "course_decision",
    "dp",
    "hindsight",
    "impossible",
    "lazy",
]
