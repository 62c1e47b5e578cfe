"""Allocation unit by unit in plain Python."""

from collections.abc import Callable, Sequence
from typing import Any

Choice = Callable[[int, int], Any]  # of a party and its units


def one_by_one(
    least: Sequence[int],
    most: Sequence[int],
    supply: int,
    key: Choice,
    ends: Choice = lambda *_: False,
) -> list[int]:
    """Give each unit to the party with the smallest key, the first of several; return the units.

    The allocation ends before a unit for which ``ends`` is true.
    """
    units = list(least)
    while sum(units) < supply:
        able = [i for i in range(len(units)) if units[i] < most[i]]
        i = min(able, key=lambda i: key(i, units[i]), default=-1)
        if i < 0 or ends(i, units[i]):
            break
        units[i] += 1
    return units


def by_change(least: list[int], costs: list[list[Any]], supply: int, *, spend: bool) -> list[int]:
    """Give each unit to the party whose cost falls most by it; return the units of each party.

    ``costs[i][k]`` is the cost of party i with k units.  Ties go to the party with fewer units
    beyond its ``least``, then to the earlier one.  The allocation ends before a unit that raises
    the cost, or, without ``spend``, leaves it unchanged.
    """

    def change(i: int, k: int) -> Any:
        return costs[i][k + 1] - costs[i][k]

    def ends(i: int, k: int) -> bool:
        return bool(change(i, k) > 0 or (not spend and change(i, k) >= 0))

    return one_by_one(
        least,
        [len(own) - 1 for own in costs],
        supply,
        lambda i, k: (change(i, k), k - least[i]),
        ends,
    )
