"""utility_course: cores of a cluster to approximate jobs, over all epochs of a horizon."""

from .generating import generate
from .instance import CourseJob, MiniBatch, UtilityCourse

__all__ = ["CourseJob", "MiniBatch", "UtilityCourse", "generate"]
