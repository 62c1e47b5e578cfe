"""What a diagnosis finds: suspicions, each with the families that it is about."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

_HARMLESS = {"implied rows", "doubled rows", "unused variables", "fractional"}


@dataclass(frozen=True)
class Suspicion:
    """One suspicion: its kind, the families that it is about, and the words."""

    kind: str
    families: tuple[str, ...]
    words: str

    @property
    def breaks_engines(self) -> bool:
        """Whether an engine may go wrong or give up because of it."""
        return self.kind not in _HARMLESS

    def __str__(self) -> str:
        return f"{', '.join(self.families)}: {self.words}" if self.families else self.words


@dataclass(frozen=True)
class Diagnosis:
    """All findings about a model."""

    name: str
    findings: tuple[Suspicion, ...]

    def of_kind(self, kind: str) -> list[Suspicion]:
        """Return the findings of one kind."""
        return [finding for finding in self.findings if finding.kind == kind]

    def as_document(self) -> dict[str, Any]:
        """Return the findings as plain data."""
        listed = [{"kind": f.kind, "families": list(f.families), "words": f.words}
                 for f in self.findings]  # fmt: skip
        return {"name": self.name, "findings": listed}

    def __str__(self) -> str:
        if not self.findings:
            return f"{self.name}: nothing suspicious"
        return "\n".join([f"{self.name}:", *(f"  {finding}" for finding in self.findings)])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"
