"""The answer to "why does it stay", for a node or an item of a plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from ...core.outcome import BoundKind
from ...solvers.proving import ProvenModel

Kind = Literal["empty", "kept", "room", "budget", "objective", "exchange", "better", "open", "pins"]


@dataclass(frozen=True)
class Stay:
    """The answer for a node or an item: a sentence, its kind, and the figures behind it.

    ``kind`` says whether it holds in every plan (kept, room, budget, objective), in plans without
    ``pins``, or in this one.  ``proofs`` makes the proofs of a conflict that `verify_proof` reads.
    """

    name: str
    answer: str
    kind: Kind
    is_item: bool = False
    needs: float | None = None
    budget: float | None = None
    objective: float | None = None
    conflict: dict[str, list[str | float]] = field(default_factory=dict)
    minimal: bool | None = None
    bound_kind: BoundKind | None = None
    instead: tuple[str, ...] = ()
    proofs: Callable[[], dict[str, ProvenModel]] = field(default=dict, repr=False, compare=False)

    @property
    def in_every_plan(self) -> bool:
        """Whether every plan that is as good leaves it where it is."""
        return self.kind in ("kept", "room", "budget", "objective")

    def as_document(self) -> dict[str, Any]:
        """Return what ``--json`` prints: the fields that are known."""
        shown = {
            "item" if self.is_item else "node": self.name,
            "answer": self.answer,
            "kind": self.kind,
            "in_every_plan": self.in_every_plan,
            "needs": self.needs,
            "budget": self.budget,
            "objective": self.objective,
            "minimal": self.minimal,
            "bound_kind": self.bound_kind,
            "conflict": self.conflict,
            "instead": list(self.instead),
        }
        return {key: value for key, value in shown.items() if value not in (None, {}, [])}

    def __str__(self) -> str:
        lines = [self.answer]
        for family, names in self.conflict.items():
            said = (f"{name:.10g}" if isinstance(name, float) else name for name in names)
            lines.append(f"  {family}: {', '.join(said)}")
        return "\n".join(lines)
