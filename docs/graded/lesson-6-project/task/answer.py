"""Lesson 6, a project: your answers."""

from __future__ import annotations

from collections.abc import Callable

Latency = list[list[float]]
Rule = Callable[[Latency, list[int]], list[int]]


def rule(latency: Latency, room: list[int]) -> list[int]:
    """Return the machine of every instance, so that the slowest one ends early.

    ``latency[i][j]`` is that of instance i on machine j, and machine j takes ``room[j]`` instances.
    The function may have at most twenty lines without its docstring. It returns a list such as
    [2, 0, 0], with machines counted from 0. Four stages, with 1 point for a gap of at most IPA's
    and 1 point more for a gap of at most 5%.
    """
    raise NotImplementedError("rule is still to be written")


def hunt(rule: Rule, draw: Callable[[int], int]) -> tuple[Latency, list[int]]:
    """Return a small stage on which a rule of somebody else is bad: latencies and rooms.

    At most four instances on at most four machines, latencies from 1 to 100, and room for all. The
    rule may be called as often as you like; it has the arguments and the return value of ``rule``.
    ``draw(n)`` gives a random number from 0 to n - 1, the same ones each time. Four rules, with
    3 points if the rule takes at least 3 times the optimum, 2 points for 2 times, 1 point for 1.5
    times.
    """
    raise NotImplementedError("hunt is still to be written")
