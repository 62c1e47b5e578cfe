"""The judge of queue_config: a setting, its latency, and certificates."""

from .certificate import check_certificate
from .decision import check
from .simulation import execution, simulate

__all__ = ["check", "check_certificate", "execution", "simulate"]
