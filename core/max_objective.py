"""Maxima as objectives: the data that an exact multi-objective engine needs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Largest:
    """An objective that is the largest value among the binary variables that are 1.

    ``rows`` are the constraints of the model that keep the objective's variable above them;
    ``group`` numbers the variables of which exactly one is 1.
    """

    variables: Sequence[Any]
    values: FloatArray
    group: Sequence[int]
    rows: Sequence[Any]
