"""Explanation of infeasible linear programs: statements, minimal conflicts, and changes."""

from .changes import Change, smallest_change
from .conflict import Conflict, Satisfiable, conflict
from .diagnosis import Diagnosis, Suspicion, diagnose, diagnosis_of
from .smallest import NoTimeLeft
from .statements import FileStatement, StatedForm, refuse_large, stated_model, stated_rows

__all__ = [
    "Change",
    "Conflict",
    "Diagnosis",
    "FileStatement",
    "NoTimeLeft",
    "Satisfiable",
    "StatedForm",
    "Suspicion",
    "conflict",
    "diagnose",
    "diagnosis_of",
    "refuse_large",
    "smallest_change",
    "stated_model",
    "stated_rows",
]
