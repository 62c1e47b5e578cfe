"""What the verification of a folder finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..judge import IN_A_FOLDER, Check, Violation
from .folder import OUTCOME


@dataclass
class Verified:
    """What the proof in a folder proves; nothing, where there are violations."""

    kind: str
    proven: str | None = None
    objective: float | None = None
    bound: float | None = None
    infeasible: bool = False
    instance: str | None = None
    checks: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)  # claims and files that nothing proves
    violations: list[Violation] = field(default_factory=list)

    @property
    def valid(self) -> bool:
        """Whether everything that the folder claims is proven."""
        return not self.violations

    def as_document(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "valid": self.valid,
            "kind": self.kind,
            "proven": self.proven if self.valid else None,
            "objective": self.objective if self.valid else None,
            "bound": self.bound if self.valid else None,
            "infeasible": self.infeasible and self.valid,
            "instance": self.instance,
            "checks": self.checks,
            "unchecked": self.unchecked,
            "violations": [violation.as_document() for violation in self.violations],
        }

    def refuse(self, where: str, message: str) -> None:
        """Add a reason why nothing is proven."""
        self.violations.append(Violation("proof", where, None, message))

    def take(self, found: Check) -> None:
        """Take over the violations of an outcome, and its claims that no folder proves either."""
        self.violations += found.violations
        self.unchecked += (
            f"{OUTCOME}, {claim}" for claim in found.unchecked if not claim.endswith(IN_A_FOLDER)
        )
