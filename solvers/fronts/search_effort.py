"""Estimates of the effort of searches, which decide whether kernels are compiled."""

from collections.abc import Callable
from typing import Any

from ...core.kernels import expect_seconds

GAVE_UP = -1  # in place of a result: a search has had all its nodes

_MOST_DECISIONS = 40  # beyond, their power of two is more than any search has nodes


def expect_nodes(kernel: Callable[..., Any], decisions: int, most: int, seconds: float) -> None:
    """Announce a search of up to ``most`` nodes with binary decisions to its kernel.

    One node takes ``seconds`` without compilation.
    """
    expect_seconds(kernel, seconds * min(2 ** min(decisions, _MOST_DECISIONS), most))
