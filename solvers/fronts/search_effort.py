"""Estimates of the effort of searches, which decide whether kernels are compiled."""

from collections.abc import Callable
from typing import Any

from ...core.kernels import expect_seconds

GAVE_UP = -1  # result of a search that has used all its nodes

_MOST_DECISIONS = 40  # with more decisions, 2^decisions exceeds the nodes of any search


def expect_nodes(kernel: Callable[..., Any], decisions: int, most: int, seconds: float) -> None:
    """Announce a search of up to ``most`` nodes with binary decisions to its kernel.

    One node takes ``seconds`` without compilation.
    """
    expect_seconds(kernel, seconds * min(2 ** min(decisions, _MOST_DECISIONS), most))
