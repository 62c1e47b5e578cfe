"""Lesson 4, flows and prices: your answers."""

from __future__ import annotations


def witness(matrix: list[list[int]]) -> tuple[list[int], list[int]] | None:
    """Return rows and columns of a square part whose determinant is not -1, 0 or 1.

    They are counted from 0. ``None`` says that there is none: the matrix is totally unimodular.
    """
    raise NotImplementedError("witness is still to be written")


def prices(
    goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]
) -> tuple[dict[str, float], dict[str, float]]:
    """Return a price from -1 to 1 per PE and a price of at least 0 per node.

    PE p wants ``goals[p]`` mips from the nodes ``may_use[p]``, and node n has ``mips[n]``; some PE
    may use it. Any plan
    misses the goals by at least the goals at the PEs' prices, minus the mips at the nodes' prices,
    plus min(0, node's price - PE's price) times the node's mips for each pair that may be used. The
    prices should prove as much as possible.
    """
    raise NotImplementedError("prices is still to be written")


def plan(
    goals: dict[str, int], mips: dict[str, int], may_use: dict[str, list[str]]
) -> dict[str, dict[str, int]]:
    """Return the mips that every PE gets from every node, as integers.

    The goals should be missed by as little as possible, in sum.
    """
    raise NotImplementedError("plan is still to be written")
