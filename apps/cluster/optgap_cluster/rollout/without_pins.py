"""The result of a search for a plan without pins, and the evidence for it."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from optgap.consolidation import Consolidation
from optgap.problem import IntArray

from .conditions import CONDITIONS, doubts_about
from .replays import EvictionOrder


@dataclass(frozen=True)
class WithoutPins:
    """The machines that become free without pins, the pods' nodes after a replay, and evidence.

    ``machine`` is None if no plan was found; then ``why`` contains the reason.

    All of ``replays`` replays with fresh seeds succeeded; ``refuted`` counts the sets of machines
    that passed the search and failed such a test.  Replays are no proof.
    """

    order: EvictionOrder
    freed: IntArray
    machine: IntArray | None
    replays: int
    refuted: int
    why: str = ""

    @property
    def claim(self) -> Literal["nothing moves", "replayed"]:
        """The evidence for all machines to be freed."""
        return "replayed" if len(self.freed) else "nothing moves"

    def doubts(self, instance: Consolidation) -> tuple[str, ...]:
        """Return what the simulation leaves out about the evicted pods."""
        leave = np.flatnonzero(np.isin(instance.home, self.freed)).tolist()
        return doubts_about(instance, (instance.items[i].name for i in leave))

    def failing_at_most(self, instance: Consolidation) -> float | None:
        """Return the share of the simulation's orders that may fail; None if it says too little."""
        known = self.replays and not self.doubts(instance)
        return round(3 / self.replays, 6) if known else None

    def details(self, instance: Consolidation) -> dict[str, Any]:
        """Return the claim as a JSON document.

        If none of n replays fails, at most 3 / n of all orders fail, at 95% confidence.
        """
        return {
            "order": self.order,
            "freed_without_pins": [instance.sites[j].name for j in self.freed.tolist()],
            "claim": self.claim,
            "replays": self.replays,
            "failing_at_most": self.failing_at_most(instance),
            "leaves_out": list(self.doubts(instance)),
            "refuted": self.refuted,
            "proven_without_pins": [],  # replays prove nothing
            "conditions": list(CONDITIONS),
        }
