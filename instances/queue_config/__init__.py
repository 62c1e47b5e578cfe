"""queue_config: shares and scheduling policies of a group's queues, for the jobs now waiting."""

from .events import advance, empty_course
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
from .simulation import Simulator, alone, reachable, scheduling_of, workload_of
from .state import JobProgress, Scheduling, Setting, Workload

__all__ = [
    "POLICIES",
    "SUM_TOLERANCE",
    "GroupFields",
    "GroupMachine",
    "JobProgress",
    "Policy",
    "Queue",
    "QueueConfig",
    "QueuedJob",
    "Scheduler",
    "Scheduling",
    "Setting",
    "Simulator",
    "UserGroup",
    "Workload",
    "advance",
    "alone",
    "empty_course",
    "generate",
    "reachable",
    "scheduling_of",
    "workload_of",
]
