"""The judge of queue_config: a setting, its latency, and certificates."""

from .certificates import check_certificate
from .judging import check
from .simulation import execution, simulate

__all__ = ["check", "check_certificate", "execution", "simulate"]
