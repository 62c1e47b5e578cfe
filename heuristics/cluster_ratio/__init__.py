"""Quick ways to share containers: marginal gains, and shares proportional to the upper bounds."""

from .shares import greedy, proportional

__all__ = ["greedy", "proportional"]
