"""A hunting ground: the small instances of a problem among which bad ones are searched for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .mutations import DocumentAxis


def everything(_: Any, __: str) -> bool:
    """Let every valid instance count."""
    return True


@dataclass(frozen=True)
class Ground:
    """Ranges (two numbers) or choices (a list) of the generator's parameters; axes of arrays.

    ``counts`` says of an instance and a method whether a loss there would mean anything.
    """

    parameters: Mapping[str, tuple[float, float] | list[Any]]
    axes: tuple[DocumentAxis, ...] = field(default=())
    counts: Callable[[Any, str], bool] = everything

    def draw(self, rng: np.random.Generator) -> dict[str, Any]:
        """Return random parameters; a range of whole numbers gives whole numbers."""
        return {name: _draw(parameter, rng) for name, parameter in self.parameters.items()}


def _draw(parameter: tuple[float, float] | list[Any], rng: np.random.Generator) -> Any:
    if isinstance(parameter, list):
        return parameter[rng.integers(len(parameter))]
    low, high = parameter
    if isinstance(low, int) and isinstance(high, int):
        return int(rng.integers(low, high + 1))
    return float(rng.uniform(low, high))
