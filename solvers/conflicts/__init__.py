"""Why a linear program has no point: statements, conflicts that cannot be smaller, and changes."""

from .changes import Change, smallest_change
from .conflict import Conflict, Satisfiable, conflict
from .diagnosis import Diagnosis, Suspicion, diagnose, diagnosis_of
from .smallest import NoTimeLeft
from .statements import (
    ChangeWords,
    FileStatement,
    Said,
    StatedForm,
    StatementBuilder,
    Terms,
    refuse_large,
    stated_model,
    stated_rows,
)

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
