"""Lesson 2, a certificate: your answers."""

from __future__ import annotations


def certificate(latency: list[list[float]], room: list[int]) -> tuple[float, list[int]]:
    """Return a threshold and instances that prove: no plan ends before the threshold.

    ``latency[i][j]`` is that of instance i on machine j, infinite where it may not run, and machine
    j takes ``room[j]`` instances. The threshold should be as large as possible. Instances are
    counted from 0. Four stages, with 3 points for the optimum, 2 points for more than any single
    instance proves, and 1 point for as much.
    """
    raise NotImplementedError("certificate is still to be written")


def plan(latency: list[list[float]], room: list[int]) -> list[int]:
    """Return the machine of every instance, so that the slowest instance ends early.

    Four stages, with 1 point for a gap of at most 20% and 1 point more for the optimum.
    """
    raise NotImplementedError("plan is still to be written")
