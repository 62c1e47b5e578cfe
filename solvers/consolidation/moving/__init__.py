"""consolidation: of all plans with the same objective the one with the fewest moves."""

from .front import FrontPlan, moves_front
from .least_moving import FewestMoves, cost_of, fewest_moves, moves_of

__all__ = ["FewestMoves", "FrontPlan", "cost_of", "fewest_moves", "moves_front", "moves_of"]
