"""How good a front is, measured against a reference front; all objectives are minimised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ..core.arrays import FloatArray
from ..core.dominance import nondominated
from ..core.front_measures import hypervolume
from .judge import TOLERANCE, vectors


@dataclass(frozen=True)
class FrontMeasures:
    """A front against a reference front.

    ``hypervolume_ratio`` is the dominated volume up to the reference point, as a share of the
    volume that the reference front dominates. ``additive_epsilon`` is the least number by which
    every reference point, worsened in all objectives, would be covered.  ``share_found`` is the
    share of the reference points that the front holds.
    """

    hypervolume_ratio: float | None
    additive_epsilon: float
    share_found: float
    reference_point: dict[str, float]

    def as_document(self) -> dict[str, Any]:
        """Return the measures as plain data."""
        return asdict(self)


def reference_front(rows: Sequence[Mapping[str, Any]]) -> tuple[FloatArray, bool] | None:
    """Return the front to measure against, and whether it is proven complete.

    That is the front of a method that proves it, else the best points of all methods together.
    """
    fronts = [row["front"] for row in rows if row["front"]]
    if not fronts:
        return None
    for row in rows:
        if row["front"] and row["front_complete"]:
            return vectors(row["front"]), True
    together = np.vstack([vectors(front) for front in fronts])
    return together[nondominated(together)], False


def same_points(front: FloatArray, other: FloatArray) -> bool:
    """Return whether two fronts, each sorted, have the same points within the tolerance."""
    return front.shape == other.shape and bool(
        np.allclose(front, other, rtol=TOLERANCE, atol=TOLERANCE)
    )


def measures(
    front: FloatArray, reference: FloatArray, point: FloatArray, names: Sequence[str]
) -> FrontMeasures:
    """Measure a front against a reference front."""
    whole = hypervolume(reference, point)
    worse = (front[None, :, :] - reference[:, None, :]).max(axis=2).min(axis=1)
    scale = np.maximum(1.0, np.abs(reference))
    close = np.abs(front[None, :, :] - reference[:, None, :]) <= TOLERANCE * scale[:, None, :]
    return FrontMeasures(
        hypervolume_ratio=hypervolume(front, point) / whole if whole > 0 else None,
        additive_epsilon=float(worse.max()),
        share_found=float(np.mean(np.any(np.all(close, axis=2), axis=1))),
        reference_point=dict(zip(names, point.tolist(), strict=True)),
    )
