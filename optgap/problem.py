"""The names for declaring your own problem: ``from optgap.problem import Instance, Problem, …``."""

from .core.arrays import BoolArray, FloatArray, IntArray, number_array, shape_faults
from .core.faults import Fault
from .core.outcome import Answer
from .core.schema import (
    Count,
    Instance,
    Many,
    Name,
    NonNegative,
    Part,
    Positive,
    PositiveCount,
    PositiveShare,
    Share,
)
from .core.words import Said, becomes, less, more, simply
from .validation.catalogue import Extension, Problem, extend, load_problem
from .validation.judge import Certificate, Decision, Judge, exactly

__all__ = [
    "Answer",
    "BoolArray",
    "Certificate",
    "Count",
    "Decision",
    "Extension",
    "Fault",
    "FloatArray",
    "Instance",
    "IntArray",
    "Judge",
    "Many",
    "Name",
    "NonNegative",
    "Part",
    "Positive",
    "PositiveCount",
    "PositiveShare",
    "Problem",
    "Said",
    "Share",
    "becomes",
    "exactly",
    "extend",
    "less",
    "load_problem",
    "more",
    "number_array",
    "shape_faults",
    "simply",
]
