"""Methods that run, and their answers: runs and kernels, solutions, verdicts, bounds and fronts."""

from .api import Solution, decision_of, judged, solution_document
from .core.fronts import reference_point
from .core.gaps import BoundKind, better, gap, safe_bound
from .core.kernels import expect_seconds, kernel
from .core.run import Run, answer_in_time
from .core.workers import LostBlockError, Workers
from .validation.catalogue import built_in_names, problem_of
from .validation.judge import (
    UnprovenError,
    Verdict,
    Violation,
    claim,
    judged_outcome,
    malformation,
    rejection,
    vectors,
)
from .validation.running import AnyInstance, bundled_names, check_limits, measures
from .validation.study import exact_outcomes, workers

__all__ = [
    "AnyInstance",
    "BoundKind",
    "LostBlockError",
    "Run",
    "Solution",
    "UnprovenError",
    "Verdict",
    "Violation",
    "Workers",
    "answer_in_time",
    "better",
    "built_in_names",
    "bundled_names",
    "check_limits",
    "claim",
    "decision_of",
    "exact_outcomes",
    "expect_seconds",
    "gap",
    "judged",
    "judged_outcome",
    "kernel",
    "malformation",
    "measures",
    "problem_of",
    "reference_point",
    "rejection",
    "safe_bound",
    "solution_document",
    "vectors",
    "workers",
]
