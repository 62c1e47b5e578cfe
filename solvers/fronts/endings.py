"""How a search for a front ends before it has all points."""

from __future__ import annotations

from ...core.outcome import Stopped


class SearchStopped(Exception):  # noqa: N818
    """The time is up, or an engine gave up."""

    def __init__(self, stopped: Stopped, message: str | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.message = message


class Unlimited(Exception):  # noqa: N818
    """A goal has no least value."""
