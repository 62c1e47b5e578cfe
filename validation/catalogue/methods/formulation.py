"""What solving needs of the module of a model."""

from __future__ import annotations

from typing import Any, Protocol


class Formulation(Protocol):
    """What solving needs of a model's module."""

    def decision_of(self, model: Any, /) -> Any:
        """Return the decision in a solved model."""
        ...

    def set_start(self, model: Any, decision: Any, /) -> None:
        """Set the variables to a decision."""
        ...
