"""The judge of utility_course: courses in exact fractions, prices and counts that bound them."""

from .decision import check, check_certificate

__all__ = ["check", "check_certificate"]
