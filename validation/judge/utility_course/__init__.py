"""The judge of utility_course: courses in exact fractions, prices and counts that bound them."""

from .certificate import certified
from .decision import CourseCores, check

__all__ = ["CourseCores", "certified", "check"]
