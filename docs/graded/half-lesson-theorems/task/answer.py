"""From bad examples to theorems: your answers."""

from __future__ import annotations

from collections.abc import Iterator


def list_scheduling(times: list[int], machines: int) -> list[int]:
    """Return the machine of each job, counted from 0.

    The jobs are taken in the order of the list, each by the machine with the least load, and by the
    first one if several have it. Four lists, with 1 point each.
    """
    raise NotImplementedError("list_scheduling is still to be written")


def worst(jobs: int, machines: int, is_sorted: bool) -> list[int]:
    """Return times, integers from 1 to 100, on which list scheduling has its worst ratio.

    There are 3 or 5 jobs on 2 machines, and 7 jobs on 3 machines. If ``is_sorted``, the times must
    fall. `optgap guarantee` finds such times, apart from zeros. Four sizes, with 2 points for the
    ratio that Graham proved and 1 point for half of the way from 1 to it.
    """
    raise NotImplementedError("worst is still to be written")


def alike(times: list[int]) -> Iterator[bool]:
    """Yield comparisons that hold exactly if no job takes more than twice as long as another one.

    Use only comparisons of sums and multiples of times, so that the function is also an assumption
    for `optgap guarantee`. Four lists, with 1 point each.
    """
    raise NotImplementedError("alike is still to be written")
