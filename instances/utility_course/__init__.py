"""utility_course: cores of a cluster to approximate jobs, over all epochs of a horizon."""

from .generating import generate
from .instance import CourseJob, MiniBatch, UtilityCourse
from .progress import Jobs, after_epoch, error_at, errors_of, is_over, jobs_of, value_of

__all__ = [
    "CourseJob",
    "Jobs",
    "MiniBatch",
    "UtilityCourse",
    "after_epoch",
    "error_at",
    "errors_of",
    "generate",
    "is_over",
    "jobs_of",
    "value_of",
]
