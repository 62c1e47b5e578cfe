"""Why a linear program has no point: statements, conflicts that cannot be smaller, and changes."""

from .changes import Change, smallest_change
from .conflict import Conflict, Satisfiable, conflict
from .diagnosis import diagnose
from .feasibility import NoTimeLeft
from .stated import FileStatement, StatedForm, StatementBuilder, refuse_large
from .stated_model import stated_model
from .suspicions import Diagnosis, Suspicion

__all__ = [
    "Change",
    "Conflict",
    "Diagnosis",
    "FileStatement",
    "NoTimeLeft",
    "Satisfiable",
    "StatedForm",
    "StatementBuilder",
    "Suspicion",
    "conflict",
    "diagnose",
    "refuse_large",
    "smallest_change",
    "stated_model",
]
