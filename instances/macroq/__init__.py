"""macroq: which jobs are admitted, with which template, and with how many mips per PE."""

from .admission_experiment import admission_experiment, printed_plan
from .generate import generate
from .instance import DerivedStream, MacroQ, OfferedJob, Pe, RateLimit, Template, ValueFunction
from .stream_graph import Alternative, Limit, PeVertex, StreamGraph, StreamVertex

__all__ = [
    "Alternative",
    "DerivedStream",
    "Limit",
    "MacroQ",
    "OfferedJob",
    "Pe",
    "PeVertex",
    "RateLimit",
    "StreamGraph",
    "StreamVertex",
    "Template",
    "ValueFunction",
    "admission_experiment",
    "generate",
    "printed_plan",
]
