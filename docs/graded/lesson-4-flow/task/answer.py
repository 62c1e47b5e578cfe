"""Lesson 4, flows and prices: your answers."""

from __future__ import annotations


def witness(matrix: list[list[int]]) -> tuple[list[int], list[int]] | None:
    """Return rows and columns of a square part whose determinant is not -1, 0 or 1.

    They are counted from 0. Return ``None`` if the matrix is totally unimodular. Four matrices,
    1 point each.
    """
    raise NotImplementedError("witness is still to be written")


def prices(
    goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return a price from -1 to 1 per PE and a price of at least 0 per node.

    PE p wants ``goals[p]`` mips from the nodes ``may_use[p]``, and node n has ``mips[n]``. Every
    node may be used by some PE. With the prices y and z, any plan misses the goals by at least

        sum(goals[p] * y[p]) - sum(mips[n] * z[n]) + sum(mips[n] * min(0, z[n] - y[p])),

    where the last sum is over all PEs p and the nodes n of ``may_use[p]``. The prices should prove
    as much as possible. Return (y, z). Four networks, with 2 points for the optimum and 1 point for
    more than sum(goals) - sum(mips) and 0.
    """
    raise NotImplementedError("prices is still to be written")


def plan(
    goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]
) -> dict[str, dict[str, int]]:
    """Return the mips that every PE gets from every node, as integers.

    The goals should be missed by as little as possible, in sum. Four networks, with 2 points for
    the optimum, and 1 point for missing no more than if each PE in turn takes what is left.
    """
    raise NotImplementedError("plan is still to be written")
