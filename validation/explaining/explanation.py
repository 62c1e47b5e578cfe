"""The answer to "why is there no plan": a conflict that cannot be smaller, and what ends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from ...solvers.proving import Number, ProvenModel


@dataclass(frozen=True)
class OneChange:
    """The smallest change of one family that ends the conflict.

    ``amount`` is the sum by which its sides give way, in the units of the file.  ``proven`` says
    that less does not do, and ``at_least`` how much is needed anyway.  Without ``members`` the
    family alone cannot help if that is proven; otherwise nothing was found in time.
    """

    family: str
    words: str
    members: tuple[str, ...]
    amount: Number | None
    proven: bool
    at_least: Number | None = None

    @property
    def helps(self) -> bool:
        """Whether the family alone can end the conflict."""
        return bool(self.members)

    def as_document(self) -> dict[str, Any]:
        """Return the change as plain data."""
        amount = None if self.amount is None else float(self.amount)
        return {
            "family": self.family,
            "words": self.words,
            "members": list(self.members),
            "amount": amount,
            "at_least": None if self.at_least is None else float(self.at_least),
            "helps": self.helps,
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Explanation:
    """Why a program has no point, or that it has one.

    ``conflict`` names families, each with its members.  ``proven`` says that they exclude each
    other without an engine's word, ``minimal`` also that none of them can be left out; both are
    ``None`` where there is no conflict.  ``lines`` are the members in words; ``proofs`` makes what
    `verify_proof` reads.  ``smallest``: HiGHS says that no conflict has fewer statements, or that
    could not be found out; ``None`` if nobody asked.  ``fewest_proven``: it is proven.
    """

    name: str
    feasible: bool
    headline: str
    conflict: dict[str, list[str | float]] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    minimal: bool | None = None
    proven: bool | None = None
    changes: tuple[OneChange, ...] = ()
    proofs: Callable[[], dict[str, ProvenModel]] = field(default=dict, repr=False)
    smallest: bool | None = None
    fewest_proven: bool = False

    @property
    def size(self) -> int:
        """The number of statements of the conflict."""
        return sum(map(len, self.conflict.values()))

    def as_document(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        asked = (
            {}
            if self.smallest is None
            else {
                "smallest": self.smallest,
                "fewest_proven": self.fewest_proven,
            }
        )
        return {
            "name": self.name,
            "feasible": self.feasible,
            "answer": self.headline,
            "conflict": self.conflict,
            "minimal": self.minimal,
            "proven": self.proven,
            **asked,
            "changes": [change.as_document() for change in self.changes],
        }

    def __str__(self) -> str:
        if self.feasible:
            return self.headline
        width = max(map(len, self.lines), default=0) + 3
        who = ", by HiGHS alone" if self.proven is False else ""
        lines = [f"infeasible{who}: {self.headline}"]
        lines += [f"  {family:{width}}{said}".rstrip() for family, said in self.lines.items()]
        return "\n".join([*lines, self._minimality(), *self._fewest(), *self._ways_out()])

    def _minimality(self) -> str:
        if self.minimal and self.size == 1:
            return "minimal: without this statement there is a plan (proven)"
        if self.minimal:
            return (
                f"minimal: without any one of these {self.size} statements there is a plan (proven)"
            )
        if self.proven:
            return "not proven to be minimal: a smaller conflict may exist"
        return "not proven: a smaller conflict may exist, or the engine is wrong"

    def _fewest(self) -> list[str]:
        if self.smallest is None:
            return []
        if self.smallest:
            who = "proven" if self.fewest_proven else "by HiGHS"
            return [f"smallest: no conflict has fewer statements ({who})"]
        return ["the time was too short for the smallest conflict: a smaller one may exist"]

    def _ways_out(self) -> list[str]:
        useful = [change for change in self.changes if change.helps]
        lines = []
        if useful:
            proven = " (proven)" if all(change.proven for change in useful) else ""
            lines.append(f"one change: {'; or '.join(c.words for c in useful)}{proven}")
        return lines + [line for change in self.changes for line in _reservations(change)]

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _reservations(change: OneChange) -> list[str]:
    """Return what is to be said of a change that does not help, or is not proven to be least."""
    if change.helps and change.proven:
        return []
    if change.helps:
        low, high = float(change.at_least or 0), float(change.amount or 0)
        return [f"{change.family}: the smallest change is from {low:.10g} to {high:.10g} (proven)"]
    if change.proven:
        return [f"{change.family}: no change of it alone helps (proven)"]
    return [f"{change.family}: the time was too short for its smallest change"]
