"""One rule of the contract of a problem, and what breaks it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

_MOST_SHOWN = 5


@dataclass
class Clause:
    """One rule of the contract, and what breaks it."""

    rule: str
    faults: list[str] = field(default_factory=list)
    skipped: bool = False

    def note(self, words: str) -> None:
        """Keep a fault; the first few are enough."""
        if len(self.faults) < _MOST_SHOWN:
            self.faults.append(words)

    def as_document(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        return {"rule": self.rule, "faults": self.faults, "skipped": self.skipped}
