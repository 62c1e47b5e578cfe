"""Why a linear program has no point: statements, conflicts that cannot be smaller, and changes."""

from .changes import Change, smallest_change
from .conflict import Conflict, Satisfiable, conflict
from .diagnosis import diagnose, diagnosis_of
from .feasibility import NoTimeLeft
from .stated import (
    ChangeWords,
    FileStatement,
    Said,
    StatedForm,
    StatementBuilder,
    Terms,
    refuse_large,
)
from .stated_model import stated_model, stated_rows
from .suspicions import Diagnosis, Suspicion

__all__ = [
    "Change",
    "ChangeWords",
    "Conflict",
    "Diagnosis",
    "FileStatement",
    "NoTimeLeft",
    "Said",
    "Satisfiable",
    "StatedForm",
    "StatementBuilder",
    "Suspicion",
    "Terms",
    "conflict",
    "diagnose",
    "diagnosis_of",
    "refuse_large",
    "smallest_change",
    "stated_model",
    "stated_rows",
]
