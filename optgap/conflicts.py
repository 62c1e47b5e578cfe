"""Conflicting statements of a model: a minimal set, the smallest change, and their proofs."""

from .solvers.conflicts import (
    NoTimeLeft,
    Satisfiable,
    StatedForm,
    conflict,
    smallest_change,
    stated_rows,
)
from .solvers.engines import solve_model
from .solvers.proofs import ProvenModel
from .validation.explaining import exact_model, proofs_of
from .validation.proving import write_explanation

__all__ = [
    "NoTimeLeft",
    "ProvenModel",
    "Satisfiable",
    "StatedForm",
    "conflict",
    "exact_model",
    "proofs_of",
    "smallest_change",
    "solve_model",
    "stated_rows",
    "write_explanation",
]
