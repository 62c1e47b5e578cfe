"""Lesson 7, duality: your answers."""

from __future__ import annotations

Matrix = list[list[int]]


def prices(c: list[int], a: Matrix, b: list[int]) -> list[float]:
    """Return a price of at least 0 for each constraint of max c x with a x <= b and x >= 0.

    The prices should be feasible in the dual, and prove as small a bound as possible. Four
    programs, with 3 points for the optimum and 1 point for any bound.
    """
    raise NotImplementedError("prices is still to be written")


def farkas(a: Matrix, b: list[int]) -> list[float] | None:
    """Return factors of at least 0 that prove that a x <= b has no solution x >= 0.

    Return ``None`` if there is a solution. Four systems, 2 points each.
    """
    raise NotImplementedError("farkas is still to be written")
