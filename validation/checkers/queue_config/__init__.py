"""The judge of queue_config: a setting, its latency, and certificates."""

from .certificates import check_certificate
from .judging import check

__all__ = ["check", "check_certificate"]
