"""queue_config: shares and scheduling policies of a group's queues, for the jobs now waiting."""

from .instance import POLICIES, SUM_TOLERANCE, Policy, QueueConfig, QueuedJob, Scheduler, generate

__all__ = [
    "POLICIES",
    "SUM_TOLERANCE",
    "Policy",
    "QueueConfig",
    "QueuedJob",
    "Scheduler",
    "generate",
]
