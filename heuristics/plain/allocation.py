"""Greedy allocation by marginal gains in plain Python."""

from typing import Any


def one_by_one(least: list[int], costs: list[list[Any]], supply: int, *, spend: bool) -> list[int]:
    """Give each unit to the party whose cost falls most by it; return the units of each party.

    ``costs[i][k]`` is the cost of party i with k units.  Ties go to the party with fewer units
    beyond its ``least``, then to the earlier one.  The allocation ends before a unit that raises
    the cost, or, without ``spend``, leaves it unchanged.
    """
    units = list(least)
    while sum(units) < supply:
        able = [i for i in range(len(units)) if units[i] + 1 < len(costs[i])]
        change = {i: costs[i][units[i] + 1] - costs[i][units[i]] for i in able}
        if not able:
            break
        i = min(able, key=lambda i: (change[i], units[i] - least[i]))
        if change[i] > 0 or (not spend and change[i] >= 0):
            break
        units[i] += 1
    return units
