"""What depth-first searches say of their nodes."""

from collections.abc import Callable
from typing import Any

from ...core.kernels import expect_seconds

GAVE_UP = -1  # in place of a result: a search has had all its nodes

_MOST_DECISIONS = 40  # beyond, their power of two is more than any search has nodes


def expect_nodes(kernel: Callable[..., Any], decisions: int, most: int, seconds: float) -> None:
    """Expect up to ``most`` nodes of a search with yes-or-no decisions.

    One node lasts ``seconds`` as the kernel is written.
    """
    expect_seconds(kernel, seconds * min(2 ** min(decisions, _MOST_DECISIONS), most))
