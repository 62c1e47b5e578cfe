"""The judge of cold_stock: decisions, and certificates of bounds, in exact arithmetic."""

from .certificate import check_certificate
from .decision import check

__all__ = ["check", "check_certificate"]
