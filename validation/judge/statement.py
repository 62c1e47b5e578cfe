"""The statement of a problem, as far as the judge needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ...core.outcome import Sense
from .front_bounds import FrontBounds
from .verdict import Verdict, Violation


class Statement(Protocol):
    """A problem's name, its sense, and the functions that judge decisions and certificates."""

    @property
    def name(self) -> str: ...

    @property
    def front_bounds(self) -> FrontBounds | None: ...

    def sense(self, instance: Any, /) -> Sense:
        """Return whether the objective of an instance is minimised or maximised."""
        ...

    def check(self, instance: Any, decision: Any, /) -> Verdict:
        """Judge a decision."""
        ...

    def check_certificate(
        self, instance: Any, certificate: dict[str, Any], bound: float | None, /
    ) -> list[Violation]:
        """Re-check a certificate of a bound; without a bound, of infeasibility."""
        ...

    def claims_beside(
        self, instance: Any, objective: float | None, details: Mapping[str, Any], /
    ) -> list[Violation]:
        """Re-check what details claim to be certified beside the bound."""
        ...
