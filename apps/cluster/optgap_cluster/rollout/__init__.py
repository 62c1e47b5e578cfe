"""Steps that carry out a consolidation in a cluster, and why machines stay in use."""

from .conditions import CONDITIONS, SIMULATION
from .cordons import pods_to_pin, why_not_freed
from .held_machines import (
    Stays,
    Without,
    reason_in_every_plan,
    reasons_to_stay,
    what_frees,
    why_pinned,
)
from .leftovers import empty_machines, with_awaited_kept, without_left_out
from .move_plan import Move
from .owner_steps import (
    ESTIMATE,
    NewNodes,
    OwnerPlan,
    new_nodes,
    owner_plan,
    plan_schema,
    seconds_at_once,
    seconds_of_waves,
)
from .replays import EvictionOrder, ManyOrders, ReplayTally
from .scheduler import Replay, replay_in_many_orders, replayed
from .scheduler_arrays import (
    SchedulerArrays,
    SchedulerState,
    Scoring,
    scheduler_arrays,
    state_now,
)
from .scheduler_steps import evict, place_all
from .unpinned import without_pins
from .wave_state import HOURS, STEPS_AT_ONCE, Order, WavePlan
from .waves import first_waves, up_to_the_last_gain, wave_plan
from .without_pins import WithoutPins

__all__ = [
    "CONDITIONS",
    "ESTIMATE",
    "HOURS",
    "SIMULATION",
    "STEPS_AT_ONCE",
    "EvictionOrder",
    "ManyOrders",
    "Move",
    "NewNodes",
    "Order",
    "OwnerPlan",
    "Replay",
    "ReplayTally",
    "SchedulerArrays",
    "SchedulerState",
    "Scoring",
    "Stays",
    "WavePlan",
    "Without",
    "WithoutPins",
    "empty_machines",
    "evict",
    "first_waves",
    "new_nodes",
    "owner_plan",
    "place_all",
    "plan_schema",
    "pods_to_pin",
    "reason_in_every_plan",
    "reasons_to_stay",
    "replay_in_many_orders",
    "replayed",
    "scheduler_arrays",
    "seconds_at_once",
    "seconds_of_waves",
    "state_now",
    "up_to_the_last_gain",
    "wave_plan",
    "what_frees",
    "why_not_freed",
    "why_pinned",
    "with_awaited_kept",
    "without_left_out",
    "without_pins",
]
