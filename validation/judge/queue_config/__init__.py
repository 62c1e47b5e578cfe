"""The judge of queue_config: a setting, its latency, and certificates."""

from .decision import QueueSetting, certified, check
from .simulation import execution, simulate

__all__ = ["QueueSetting", "certified", "check", "execution", "simulate"]
