"""How many nodes depth-first searches may have, compiled or as they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.compiled import expect_seconds
from ...core.installed import is_installed

GAVE_UP = -1  # in place of a result: a search has had all its nodes

_COMPILED = 100  # times as many nodes in the same time as in a kernel that runs as it is written
_MOST_DECISIONS = 40  # beyond, their power of two is more than any search has nodes


def nodes_in_time(compiled: int) -> int:
    """Return how many nodes take as long as that many do compiled."""
    return compiled if is_installed("numba") else max(1, compiled // _COMPILED)


def expect_nodes(kernel: Callable[..., Any], decisions: int, most: int, seconds: float) -> None:
    """Expect up to ``most`` nodes of a search with yes-or-no decisions.

    One node lasts ``seconds`` as the kernel is written.
    """
    expect_seconds(kernel, seconds * min(2 ** min(decisions, _MOST_DECISIONS), most))
