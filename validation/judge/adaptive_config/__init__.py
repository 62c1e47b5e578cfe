"""The judge of adaptive_config: a plan or a course of plans, simulated in plain Python."""

from .certificate import check_certificate
from .decision import check

__all__ = ["check", "check_certificate"]
