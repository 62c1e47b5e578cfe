"""The judge of adaptive_config: a plan or a course of plans, simulated in plain Python."""

from .certificates import check_certificate
from .judging import check

__all__ = ["check", "check_certificate"]
