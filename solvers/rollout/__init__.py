"""From a consolidation to steps that a cluster can take, and why machines stay in use."""

from .move_plan import Move
from .owner_steps import OwnerPlan, owner_plan, plan_schema
from .scheduler import Replay, replayed
from .scheduler_scores import Scoring
from .waves import Order, WavePlan, wave_plan
from .what_frees import Without, what_frees
from .why_stays import Stays, held_in_every_plan, why_stays

__all__ = [
    "Move",
    "Order",
    "OwnerPlan",
    "Replay",
    "Scoring",
    "Stays",
    "WavePlan",
    "Without",
    "held_in_every_plan",
    "owner_plan",
    "plan_schema",
    "replayed",
    "wave_plan",
    "what_frees",
    "why_stays",
]
