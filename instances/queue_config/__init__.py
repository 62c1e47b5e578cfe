"""queue_config: choose shares and policies of a group's queues for the waiting jobs."""

from .container_choice import JobProgress, Scheduling, Setting, Workload
from .generate import generate
from .instance import (
    POLICIES,
    SUM_TOLERANCE,
    GroupFields,
    GroupMachine,
    Policy,
    Queue,
    QueueConfig,
    QueuedJob,
    Scheduler,
    UserGroup,
)
from .simulation import (
    Simulator,
    advance,
    empty_course,
    latency_alone,
    reachable,
    scheduling_of,
    workload_of,
)

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
    "empty_course",
    "generate",
    "latency_alone",
    "reachable",
    "scheduling_of",
    "workload_of",
]
