"""queue_config: shares and scheduling policies of a group's queues, for the jobs now waiting."""

from .generating import generate
from .grid import SUM_TOLERANCE
from .group import (
    POLICIES,
    GroupFields,
    GroupMachine,
    Policy,
    Queue,
    QueuedJob,
    Scheduler,
    UserGroup,
)
from .instance import QueueConfig

__all__ = [
    "POLICIES",
    "SUM_TOLERANCE",
    "GroupFields",
    "GroupMachine",
    "Policy",
    "Queue",
    "QueueConfig",
    "QueuedJob",
    "Scheduler",
    "UserGroup",
    "generate",
]
