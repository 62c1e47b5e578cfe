"""Lesson 5, column generation: your answers."""

from __future__ import annotations


def prices(capacity: int, sizes: list[int], demand: list[int]) -> list[float]:
    """Return a price per kind of item, so that no pattern is worth more than 1.

    ``demand[k]`` items of ``sizes[k]`` are to be packed onto machines with this capacity. All items
    together should be worth as much as possible: this is the bound.
    """
    raise NotImplementedError("prices is still to be written")


def pack(capacity: int, sizes: list[int], demand: list[int]) -> list[list[int]]:
    """Return a pattern per machine in use: how many items of every kind it holds."""
    raise NotImplementedError("pack is still to be written")
