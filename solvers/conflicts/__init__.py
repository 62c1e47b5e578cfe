"""Explanation of infeasible linear programs: statements, minimal conflicts, and changes."""

from .conflict import Change, Conflict, Satisfiable, conflict, smallest_change
from .feasibility import NoTimeLeft
from .statements import FileStatement, StatedForm, refuse_large, stated_model, stated_rows

__all__ = [
    "Change",
    "Conflict",
    "FileStatement",
    "NoTimeLeft",
    "Satisfiable",
    "StatedForm",
    "conflict",
    "refuse_large",
    "smallest_change",
    "stated_model",
    "stated_rows",
]
