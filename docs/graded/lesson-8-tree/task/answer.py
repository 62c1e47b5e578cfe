"""Lesson 8, branch and bound: your answers."""

from __future__ import annotations


def cover(cores: list[int], room: int, x: list[float]) -> list[int] | None:
    """Return jobs that need more cores than the room, and whose cut x violates.

    All of these jobs cannot run, so every plan has at most one fewer of them; x has more. Jobs are
    counted from 0. Return ``None`` if x violates no such cut. Four solutions, 2 points each.
    """
    raise NotImplementedError("cover is still to be written")


def best(worth: list[int], cores: list[int], room: int) -> list[int]:
    """Return the jobs of a plan with the largest worth, counted from 0.

    Four machines, with 2 points for the optimum and 1 point for as much as filling the machine by
    worth per core.
    """
    raise NotImplementedError("best is still to be written")


def gap(plans: list[int], waiting: list[float]) -> float:
    """Return the gap of a search that was stopped, as a share of the incumbent.

    ``plans`` are the worths of the plans that it has found, and ``waiting`` the values of the
    relaxations of its open parts. Worths are integers, and the largest one is wanted. Four
    searches, 1 point each.
    """
    raise NotImplementedError("gap is still to be written")
