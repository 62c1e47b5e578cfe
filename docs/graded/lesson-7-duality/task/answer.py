"""Lesson 7, duality: your answers."""

from __future__ import annotations

Matrix = list[list[int]]


def prices(c: list[int], a: Matrix, b: list[int]) -> list[float]:
    """Return a price of at least 0 for each constraint of max c x with a x <= b and x >= 0.

    The prices should be feasible in the dual, and prove as small a bound as possible.
    """
    raise NotImplementedError("prices is still to be written")


def farkas(a: Matrix, b: list[int]) -> list[float] | None:
    """Return factors of at least 0 that prove that a x <= b has no solution x >= 0.

    ``None`` says that there is a solution.
    """
    raise NotImplementedError("farkas is still to be written")
