"""The judge of queue_config: a setting, its latency, and certificates."""

from .certificate import certified
from .decision import QueueSetting, check
from .simulation import execution, simulate

__all__ = ["QueueSetting", "certified", "check", "execution", "simulate"]
