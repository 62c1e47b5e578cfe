"""The judge of consolidation: decisions and bounds, in exact arithmetic on the file's decimals."""

from .decision import check, check_certificate

__all__ = ["check", "check_certificate"]
