"""queue_config: shares and scheduling policies of a group's queues, for the jobs now waiting.

Han et al., "Workload-Adaptive Configuration Tuning for Hierarchical Cloud Schedulers", IEEE TPDS
30(12), 2019, section 3.3, Algorithms 1 and 2.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from ...core.schema import Instance, Rule
from .group import GroupFields
from .rules import (
    bounds_fit,
    distinct_names,
    known_machines,
    known_queues,
    ordered_shares,
    policies_fit,
    shares_sum_to_one,
)


class QueueConfig(GroupFields, Instance):
    """Containers of one group, its queues, the grid of settings and the jobs that wait."""

    RULES: ClassVar[tuple[Rule, ...]] = (
        distinct_names,
        known_queues,
        ordered_shares,
        policies_fit,
        bounds_fit,
        shares_sum_to_one,
        known_machines,
    )

    problem: Literal["queue_config"] = "queue_config"
    containers: Annotated[int, Field(ge=1)]
