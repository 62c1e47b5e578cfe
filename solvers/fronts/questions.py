"""What programs of a search for a front are asked, and what they answer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from ...core.arrays import FloatArray
from .endings import SearchStopped

Limits: TypeAlias = tuple[float | None, ...]


@dataclass(frozen=True)
class Question:
    """Which is the least value of goal ``k`` within limits, as far as it is up to ``most``?

    No value is below ``floor``.
    """

    k: int
    limits: Limits
    most: float = math.inf
    floor: float = -math.inf


@dataclass(frozen=True)
class Least:
    """An answer: no value is below ``floor``, infinite where there is no point at all.

    ``x`` is a point with that value; ``stop`` says why there is none although one may exist.
    It ``is_best`` where no other one is as good in this goal and better in another.
    """

    floor: float
    x: FloatArray | None = None
    stop: SearchStopped | None = None
    is_best: bool = False


Asked: TypeAlias = tuple[Question, Least]
