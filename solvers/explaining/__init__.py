"""Why a linear program has no point: statements, conflicts that cannot be smaller, and changes."""

from .changes import Change, smallest_change
from .conflict import Conflict, Satisfiable, conflict
from .diagnosis import Diagnosis, Finding, diagnose
from .feasibility import OutOfTime
from .stated import StatedForm, Statement, StatementBuilder
from .stated_model import stated_model

__all__ = [
    "Change",
    "Conflict",
    "Diagnosis",
    "Finding",
    "OutOfTime",
    "Satisfiable",
    "StatedForm",
    "Statement",
    "StatementBuilder",
    "conflict",
    "diagnose",
    "smallest_change",
    "stated_model",
]
