"""consolidation: of all plans with the same objective the one with the fewest moves."""

from .certified_moves import certificate_of_moves
from .freed_machines import BY_FREED_MACHINES
from .front import FrontPlan, moves_front
from .least_moving import (
    FewestMoves,
    ProvenStage,
    cost_of,
    fewest_moves,
    moves_of,
    spends_the_least,
    spent_at_least,
)

__all__ = [
    "BY_FREED_MACHINES",
    "FewestMoves",
    "FrontPlan",
    "ProvenStage",
    "certificate_of_moves",
    "cost_of",
    "fewest_moves",
    "moves_front",
    "moves_of",
    "spends_the_least",
    "spent_at_least",
]
