"""consolidation: of all plans with the same objective the one with the fewest moves."""

from .least_moving import FewestMoves, cost_of, fewest_moves, moves_of

__all__ = ["FewestMoves", "cost_of", "fewest_moves", "moves_of"]
