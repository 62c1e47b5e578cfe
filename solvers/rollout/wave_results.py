"""A plan in waves: what moves together, what becomes free after it, and what is saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .move_plan import Blocked, Move

_HOURS = 730  # of a month


@dataclass(frozen=True)
class Wave:
    """Moves that may happen together, and the machines that are free after them."""

    moves: tuple[Move, ...]
    freed: tuple[str, ...]


@dataclass(frozen=True)
class WavePlan:
    """The waves, the moves that nothing makes possible, and what is gained in the end.

    ``proven`` says that every order was tried where moves are blocked, or none is.
    """

    waves: tuple[Wave, ...]
    blocked: tuple[Blocked, ...]
    proven: bool
    detours: int
    cordoned: tuple[str, ...]  # to become free, and closed from the beginning
    parking: tuple[str, ...]  # to become free, but stops on the way until then
    lenient: int  # moves after which an item that stays lacks a rule until others have followed
    saved: float | None  # price per hour, where machines have prices
    notes: tuple[str, ...] = ()
    left_out: int = 0  # moves of the solution that gain nothing

    @property
    def steps(self) -> tuple[Move, ...]:
        """All moves in their order."""
        return tuple(move for wave in self.waves for move in wave.moves)

    @property
    def freed(self) -> tuple[str, ...]:
        """The machines that become free, in that order."""
        return tuple(name for wave in self.waves for name in wave.freed)

    @property
    def cost(self) -> float:
        """The cost of all steps."""
        return sum(move.cost for move in self.steps)

    def as_document(self) -> dict[str, Any]:
        """Return the plan as plain data."""
        return {
            "complete": not self.blocked,
            "proven": self.proven,
            "cost": self.cost,
            "detours": self.detours,
            "lenient": self.lenient,
            "left_out": self.left_out,
            "cordoned": list(self.cordoned),
            "parking": list(self.parking),
            "freed": list(self.freed),
            "saved_per_hour": self.saved,
            "saved_per_month": None if self.saved is None else round(_HOURS * self.saved, 6),
            "steps": [
                {**vars(move), "wave": number}
                for number, wave in enumerate(self.waves, start=1)
                for move in wave.moves
            ],
            "waves": [{"moves": len(wave.moves), "freed": list(wave.freed)} for wave in self.waves],
            "blocked": [
                {**vars(blocked.move), "waits_for": list(blocked.waits_for)}
                for blocked in self.blocked
            ],
            "notes": list(self.notes),
        }
